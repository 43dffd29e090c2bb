#include "sched/software_pipelining/software_pipeline.hpp"

#include "base/check.hpp"
#include "rewriting/source_line.hpp"
#include "sched/unrolling/unroll.hpp"
#include "software_pipelining/expansion.hpp"
#include "software_pipelining/pipelined_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

namespace stallscope::sched {

namespace {

/// Size limit: schedulers examine all pairs of instructions.
constexpr Node kLargestPipelined = 300;

/// Pipelines one loop.
class LoopPipeliner {
public:
  LoopPipeliner(const CountedLoop& loop, const RegisterSet& in, const RegisterSet& out,
                const machine::Machine& machine, const PipelineOptions& options,
                const EqualityEnd* ordered, PipelinedLoop& done)
      : loop_(loop), in_(in), out_(out), machine_(machine), options_(options), ordered_(ordered),
        done_(done), latencies_(machine) {
    done.graph = loop_dependences(loop.block, machine, options.hints,
                                  entry_values(loop.block, machine.delay_slot));
    state_problem({});
    done.minimum = minimum_interval(done.problem);
    done.lower_bound = done.minimum.interval();
  }

  /// The new lines of the loop; empty, with the reason in `done`, when there are none.
  std::string write() {
    if (!schedule(1))
      return refuse(MessageId::no_interval);
    if (done_.schedule.stages() < 2)
      return refuse({MessageId::nothing_overlaps, {fmt::format("{}", done_.schedule.interval)}});
    if (done_.schedule.stages() > kMaxLoopDistance) // dependences over larger distances were not
                                                    // computed
      return refuse(
          {MessageId::too_many_in_flight,
           {fmt::format("{}", done_.schedule.stages()), fmt::format("{}", kMaxLoopDistance)}});
    if (std::string text = try_interval(); !text.empty() || registers_.empty())
      return text.empty() ? refuse(why_not_) : text;
    done_.registers_from = done_.schedule.interval;
    const Message why = registers_;
    const PipelinedLoop first = done_;
    std::string shared = with_shared_registers();
    const PipelinedLoop sharing = std::exchange(done_, first);
    state_problem({});
    std::string longer = with_longer_intervals(shared.empty() ? longest_useful_interval()
                                                              : sharing.schedule.interval - 1);
    if (!longer.empty())
      return longer;
    done_ = shared.empty() ? first : sharing;
    return shared.empty() ? refuse(why) : shared;
  }

private:
  std::string refuse(Message why) {
    done_.why_not = std::move(why);
    return {};
  }

  /// The scheduling problem when iterations share these registers.
  void state_problem(const RegisterSet& kept) {
    expansion_.emplace(loop_, in_, out_, kept);
    LoopFreedom freedom;
    freedom.own_registers = expansion_->own_registers();
    freedom.free_readers = expansion_->free_readers();
    freedom.delay_slot = machine_.delay_slot;
    done_.problem = modulo_problem(done_.graph, machine_, freedom);
  }

  /// An interval in which one iteration fits without overlap.
  [[nodiscard]] std::uint32_t longest_useful_interval() const {
    std::uint32_t cycles = 2 * done_.lower_bound + 2;
    for (const Edge& edge : done_.problem.edges)
      cycles += edge.distance == 0 ? edge.latency : 0;
    return cycles;
  }

  /// When registers run out, the anti-dependences of the registers with the most copies are
  /// restored, one after the other.
  std::string with_shared_registers() {
    RegisterSet kept;
    for (RegId reg = expansion_->most_expanded(); reg != kNoRegister;
         reg = expansion_->most_expanded()) {
      kept.set(reg);
      state_problem(kept);
      if (!schedule(1) || done_.schedule.stages() < 2)
        return {};
      if (std::string text = try_interval(); !text.empty() || registers_.empty())
        return text;
    }
    return {};
  }

  /// A larger interval needs fewer registers, because fewer iterations are in flight.
  std::string with_longer_intervals(std::uint32_t last) {
    while (done_.schedule.interval < last) {
      if (!schedule(done_.schedule.interval + 1) || done_.schedule.stages() < 2 ||
          done_.schedule.interval > last)
        return {};
      if (std::string text = try_interval(); !text.empty() || registers_.empty())
        return text;
    }
    return {};
  }

  /// The requested method, then an exact search where a smaller interval may exist.
  bool schedule(std::uint32_t least) {
    const bool first = done_.registers_from == 0;
    ModuloOptions options;
    options.steps = options_.steps && first;
    options.least_interval = least;
    ModuloSchedule found = options_.method == ModuloMethod::swing
                               ? schedule_swing(done_.problem, options)
                               : schedule_iterative(done_.problem, options);
    if (found.interval == 0) // swing scheduling does not backtrack, iterative scheduling may still
                             // find a schedule
      found = schedule_iterative(done_.problem, options);
    if (found.interval == 0)
      return false;
    if (first) {
      done_.heuristic_interval = found.interval;
      search_shorter(found);
    } else {
      found.steps = std::move(done_.schedule.steps);
    }
    const std::string violation = modulo_violation(done_.problem, found.interval, found.times);
    STALLSCOPE_CHECK(violation.empty(), violation.c_str());
    done_.schedule = std::move(found);
    return true;
  }

  /// From the minimum up: an infeasible interval raises the bound.
  void search_shorter(ModuloSchedule& found) {
    while (done_.lower_bound < found.interval && done_.visited < options_.search_limit) {
      const IntervalProof proof =
          search_interval(done_.problem, done_.lower_bound, options_.search_limit - done_.visited);
      done_.visited += proof.visited;
      if (!proof.decided)
        return;
      if (!proof.times) {
        ++done_.lower_bound;
        continue;
      }
      found.method = "exact";
      found.interval = done_.lower_bound;
      found.times = *proof.times;
    }
  }

  /// A power of two of kernel copies needs no division for the trip count; otherwise the minimum.
  std::string try_interval() {
    const std::uint32_t least = expansion_->measure(done_.schedule, latencies_);
    registers_.clear();
    std::vector<std::uint32_t> choices{std::bit_ceil(least)};
    if (choices.front() != least)
      choices.push_back(least);
    for (const std::uint32_t copies : choices) {
      const Message lacking = expansion_->name_registers(copies, done_.schedule.stages());
      if (!lacking.empty()) {
        registers_ = {MessageId::at_interval, {fmt::format("{}", done_.schedule.interval)}};
        registers_ += lacking;
        continue;
      }
      registers_.clear();
      why_not_.clear();
      const PipelinedText writer(loop_, *expansion_, done_.problem, done_.schedule, copies,
                                 done_.label, ordered_);
      std::string text = writer.write(why_not_);
      if (text.empty())
        continue;
      note(copies, writer.least_trips());
      return text;
    }
    return {};
  }

  void note(std::uint32_t copies, std::uint32_t least_trips) {
    done_.copies = copies;
    done_.least_trips = least_trips;
    done_.main_label = done_.label + "_pipelined";
    std::map<RegId, std::uint32_t> counts;
    for (const LoopValue& value : expansion_->values())
      counts[value.reg] += static_cast<std::uint32_t>(value.names.size());
    for (const auto& [reg, count] : counts)
      if (count > 1)
        done_.expanded.emplace_back(loop_.block.program->register_names[reg], count);
  }

  const CountedLoop& loop_;
  const RegisterSet& in_;
  const RegisterSet& out_;
  const machine::Machine& machine_;
  const PipelineOptions& options_;
  const EqualityEnd* ordered_;
  PipelinedLoop& done_;
  LatencyTable latencies_;
  std::optional<Expansion> expansion_;
  Message registers_; ///< registers that ran out for the last interval
  Message why_not_;   ///< reason other than registers why the text cannot be generated
};

/// A unique label, the block's own when possible.
std::string name_of(const Block& block) {
  const auto symbol = block.program->symbols.find(block.label);
  const bool named =
      symbol != block.program->symbols.end() && symbol->second.address == block.instruction(0).pc;
  const bool digit =
      !block.label.empty() && block.label.front() >= '0' && block.label.front() <= '9';
  return named && !digit ? block.label : std::string();
}

/// Why a loop is not suitable for pipelining, before its dependences are analysed.
Message unsuitable(const isa::Program& program, const Block& block, const std::string& name) {
  if (name.empty())
    return MessageId::no_name;
  for (const char* ending : {"_pipelined", "_rest", "_done"})
    if (program.symbols.contains(name + ending))
      return {MessageId::label_exists, {name + ending}};
  if (block.count > kLargestPipelined)
    return {MessageId::too_many_instructions,
            {fmt::format("{}", block.count), fmt::format("{}", kLargestPipelined)}};
  for (Node node = 0; node < block.count; ++node)
    if (has_side_effects(block.instruction(node)))
      return {MessageId::side_effects, {block.text(node)}};
  return {};
}

} // namespace

Pipelined software_pipeline(const isa::Program& program, const std::vector<Block>& blocks,
                            const machine::Machine& machine, const PipelineOptions& options) {
  const std::vector<Block> all = basic_blocks(program, machine.delay_slot);
  const Liveness live = liveness(program, all, machine.delay_slot);
  Pipelined result;
  // new text and last line of each replaced range, by its first line
  std::map<std::uint32_t, std::pair<std::uint32_t, std::string>> changed;
  for (const Block& block : loops_of(blocks, machine.delay_slot)) {
    PipelinedLoop done;
    done.block = done.source = block;
    done.label = name_of(block);
    const auto at = std::find_if(all.begin(), all.end(), [&block](const Block& other) {
      return other.index_of(0) == block.index_of(0);
    });
    const auto b = static_cast<std::size_t>(at - all.begin());
    done.why_not = unsuitable(program, block, done.label);
    std::optional<CountedLoop> loop;
    if (done.why_not.empty())
      loop = counted_loop(block, machine.delay_slot, done.why_not, true);
    if (done.label.empty())
      done.label = block.label;
    RegisterSet in = live.in[b];
    RegisterSet out = live.out[b];
    std::optional<EqualityEnd> ordered;
    if (loop && loop->compare) {
      ordered = equality_end(*loop, in | out, machine.delay_slot, done.label, done.why_not);
      loop.reset();
    }
    if (ordered) {
      done.program = ordered->program;
      done.block = ordered->block;
      in.set(ordered->bound);
      out.set(ordered->bound);
      loop = counted_loop(done.block, machine.delay_slot, done.why_not, true);
    }
    if (loop) {
      LoopPipeliner pipeliner(*loop, in, out, machine, options, ordered ? &*ordered : nullptr,
                              done);
      if (std::string text = pipeliner.write(); !text.empty())
        changed[own_line(block, 0)] = {own_line(block, block.count - 1), std::move(text)};
    }
    result.loops.push_back(std::move(done));
  }
  for (std::uint32_t line = 1; line <= program.source_lines.size(); ++line)
    if (const auto loop = changed.find(line); loop != changed.end()) {
      result.text += loop->second.second;
      line = loop->second.first;
    } else {
      result.text += program.source_lines[line - 1] + "\n";
    }
  return result;
}

} // namespace stallscope::sched
