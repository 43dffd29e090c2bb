#include "model/scheduling/transformed_program.hpp"

#include "model/language/sentences.hpp"
#include "model/scheduling/scheduled_text.hpp"
#include "sched/renaming/rename.hpp"
#include "sched/rewriting/rewrite.hpp"
#include "sched/software_pipelining/software_pipeline.hpp"
#include "sched/unrolling/unroll.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::gui {

std::string TransformNote::words() const {
  const auto value = [this](std::size_t i) {
    return i < values.size()                    ? values[i]
           : i == values.size() && !why.empty() ? words_of(why)
                                                : std::string();
  };
  return tr(pattern, {value(0), value(1), value(2)});
}

namespace {

/// Applies transformations one after the other.
class Transformer {
public:
  Transformer(std::shared_ptr<const isa::Program> program, const machine::Machine& machine)
      : machine_(machine) {
    result_.program = std::move(program);
  }

  void unroll(unsigned factor);
  void rename();
  void pipeline();
  [[nodiscard]] TransformedProgram take() { return std::move(result_); }

private:
  /// The blocks of the current program, without the remainder loops of unrolling.
  [[nodiscard]] std::vector<sched::Block> blocks() const {
    std::vector<sched::Block> all = sched::basic_blocks(*result_.program, machine_.delay_slot);
    std::erase_if(all, [this](const sched::Block& block) {
      return std::find(rests_.begin(), rests_.end(), block.label) != rests_.end();
    });
    return all;
  }
  void take_text(const std::string& text);
  void note(Text pattern, std::vector<std::string> values = {}, sched::Message why = {}) {
    result_.notes.push_back({pattern, std::move(values), std::move(why)});
  }

  const machine::Machine& machine_;
  TransformedProgram result_;
  std::vector<std::string> rests_;
};

void Transformer::take_text(const std::string& text) {
  Result<isa::Program> read = reread(*result_.program, text, machine_);
  if (read)
    result_.program = std::make_shared<const isa::Program>(*std::move(read));
  else
    note(Text::sched_unreadable, {read.diagnostics().front().message});
}

void Transformer::unroll(unsigned factor) {
  sched::UnrollOptions options;
  options.factor = factor;
  options.delay_slot = machine_.delay_slot;
  const sched::Unrolled unrolled = sched::unroll(*result_.program, blocks(), options);
  for (const sched::UnrolledLoop& loop : unrolled.loops) {
    if (loop.main_label.empty()) {
      note(Text::sched_left, {loop.label}, loop.why_not);
      continue;
    }
    note(Text::sched_unrolled, {loop.label, fmt::format("{}", factor)});
    rests_.push_back(loop.label + "_rest");
    if (result_.block.empty())
      result_.block = loop.main_label;
  }
  if (unrolled.loops.empty())
    note(Text::sched_no_loop);
  else
    take_text(unrolled.text);
}

void Transformer::rename() {
  const sched::Renamed renamed =
      sched::rename_registers(*result_.program, blocks(), machine_.delay_slot);
  note(Text::sched_renamed, {fmt::format("{}", renamed.values), fmt::format("{}", renamed.kept)});
  if (renamed.values > 0)
    take_text(renamed.text);
}

void Transformer::pipeline() {
  // the loops refer to this program
  const std::shared_ptr<const isa::Program> source = result_.program;
  const sched::Pipelined pipelined = sched::software_pipeline(*source, blocks(), machine_, {});
  for (const sched::PipelinedLoop& loop : pipelined.loops) {
    if (loop.main_label.empty()) {
      note(Text::sched_left, {loop.label}, loop.why_not);
      continue;
    }
    note(Text::sched_pipelined, {loop.label, fmt::format("{}", loop.schedule.interval),
                                 fmt::format("{}", loop.lower_bound)});
    if (result_.kernels.empty())
      result_.block = loop.main_label;
    result_.kernels.push_back(loop.main_label);
  }
  if (pipelined.loops.empty())
    note(Text::sched_no_loop);
  else
    take_text(pipelined.text);
}

} // namespace

TransformedProgram transformed(std::shared_ptr<const isa::Program> program,
                               const machine::Machine& machine, const Transformation& what) {
  Transformer transformer(std::move(program), machine);
  if (what.unroll > 1)
    transformer.unroll(what.unroll);
  if (what.rename)
    transformer.rename();
  if (what.pipeline)
    transformer.pipeline();
  return transformer.take();
}

} // namespace stallscope::gui
