#include "out_of_order/views/structure_views.hpp"

#include <algorithm>

namespace stallscope::core {

namespace {

class BranchStructures : StructureViews {
public:
  using StructureViews::StructureViews;

  std::vector<StructureView> all() {
    branch_queue();
    branch_events();
    return take();
  }

private:
  /// Shows only what the machine knows: a target only after the branch has executed.
  void branch_queue() {
    if (!machine().speculates())
      return;
    StructureView& view = add(
        "branch_queue",
        title("Branch prediction queue", s_.branch_queue.end - s_.branch_queue.oldest,
              machine().branch_queue),
        {"#", "instruction", "predicted", "outcome", "predicted by", "behind it", "checkpoint"});
    for (std::uint64_t at = s_.branch_queue.oldest; at < s_.branch_queue.end; ++at) {
      const BranchEntry& entry = s_.branch_queue.at(at);
      const isa::Instruction& instruction = core_.program().instruction(entry.instruction);
      const bool jumps = isa::is_jump(instruction.op_class);
      const auto way = [&](std::uint64_t pc) {
        const bool taken = pc != instruction.pc + instruction.size;
        return fmt::format("{} {:#x}", taken ? "taken" : jumps ? "straight on" : "not taken", pc);
      };
      const std::uint64_t position = s_.position_of(entry.slot);
      view.rows.push_back(
          {number(entry.id), marked(core_.program().text_of(entry.instruction), entry.wrong_path),
           way(entry.predicted_pc),
           !entry.resolved                         ? "open"
           : entry.predicted_pc == entry.actual_pc ? way(entry.actual_pc)
                                                   : "mispredicted: " + way(entry.actual_pc),
           prediction(entry, instruction),
           fmt::format("{} micro-op{}", s_.rob.end - position - 1,
                       s_.rob.end - position == 2 ? "" : "s"),
           checkpoint(entry, instruction, position)});
    }
  }
  /// The checkpoint that a misprediction restores, where it differs from the present state: the
  /// rename map at the branch, the global history before it, youngest direction last, and the depth
  /// of the return address stack after it.
  std::string checkpoint(const BranchEntry& entry, const isa::Instruction& instruction,
                         std::uint64_t position) const {
    constexpr std::size_t kMost = 4;
    std::vector<RegId> seen;
    std::string map;
    for (std::uint64_t at = position + 1; at < s_.rob.undispatched; ++at) {
      const WindowOp& op = op_at(at);
      for (unsigned d = 0; d < op.planned->op.write_count; ++d) {
        const RegId reg = op.planned->op.writes[d];
        if (std::find(seen.begin(), seen.end(), reg) != seen.end())
          continue;
        seen.push_back(reg);
        if (seen.size() <= kMost)
          map += fmt::format("{}{} in {}", map.empty() ? "" : ", ", register_name(reg),
                             place_of(op.earlier[d]));
      }
    }
    if (seen.size() > kMost)
      map += fmt::format(" and {} more", seen.size() - kMost);
    const std::string predictor = predictor_checkpoint(entry, instruction);
    if (map.empty() || predictor.empty())
      return map.empty() && predictor.empty() ? kNothing : map + predictor;
    return map + "; " + predictor;
  }
  std::string predictor_checkpoint(const BranchEntry& entry,
                                   const isa::Instruction& instruction) const {
    if (core_.predictor().is_static())
      return {};
    const PredictionView view = core_.predictor().view(s_.predictor, instruction, entry.prediction);
    std::string text;
    if (core_.predictor().has_global_history()) {
      constexpr unsigned kShown = 8;
      text = "history ";
      for (unsigned age = kShown; age-- > 0;)
        text += (view.history >> age & 1) != 0 ? '1' : '0';
    }
    if (core_.machine().prediction.return_stack.depth > 0)
      text += fmt::format("{}return stack {}", text.empty() ? "" : ", ", view.stack_count);
    return text;
  }

  /// Events of the queue in this cycle, in stage order.
  void branch_events() {
    if (!machine().speculates())
      return;
    StructureView& view = add("branch_queue_events", "Branch prediction queue: events of the cycle",
                              {"event", "#", "instruction"});
    const auto row = [&](const char* event, OpId id, std::uint32_t instruction, bool wrong_path) {
      view.rows.push_back(
          {event, number(id), marked(core_.program().text_of(instruction), wrong_path)});
    };
    if (const FlushedBranches& flushed = s_.branch_queue.flushed; flushed.cycle == s_.cycle)
      for (unsigned i = 0; i < flushed.count; ++i)
        row("flush", flushed.ids[i], flushed.instructions[i], true);
    std::uint64_t first = s_.branch_queue.oldest;
    while (first > 0 && s_.branch_queue.oldest - first < kBranchEntries &&
           s_.branch_queue.at(first - 1).released_at == s_.cycle)
      --first;
    for (; first < s_.branch_queue.oldest; ++first)
      row("release", s_.branch_queue.at(first).id, s_.branch_queue.at(first).instruction, false);
    for (std::uint64_t at = s_.branch_queue.oldest; at < s_.branch_queue.end; ++at)
      if (const BranchEntry& entry = s_.branch_queue.at(at);
          entry.resolved && entry.resolved_at == s_.cycle)
        row(entry.predicted_pc == entry.actual_pc ? "resolve" : "resolve: mispredicted", entry.id,
            entry.instruction, entry.wrong_path);
    for (std::uint64_t at = s_.branch_queue.oldest; at < s_.branch_queue.end; ++at)
      if (const BranchEntry& entry = s_.branch_queue.at(at); entry.id >= s_.fetch.first_of_cycle)
        row("entry", entry.id, entry.instruction, entry.wrong_path);
  }
  /// The source of a jump's predicted target. Without one, fetch continues sequentially.
  static std::string jump_prediction(const PredictionView& view) {
    switch (view.source) {
    case TargetSource::instruction:
      return "target";
    case TargetSource::target_buffer:
      return "target buffer";
    case TargetSource::return_stack:
      return "return stack";
    case TargetSource::indirect:
      return "indirect predictor";
    case TargetSource::outcome:
      return kNothing;
    case TargetSource::none:
      break;
    }
    return view.stack_empty ? "none: return stack empty" : "none";
  }
  std::string prediction(const BranchEntry& entry, const isa::Instruction& instruction) const {
    const machine::PredictorKind kind = core_.machine().predictor;
    if (core_.predictor().is_static() || kind == machine::PredictorKind::perfect ||
        kind == machine::PredictorKind::never_right)
      return kNothing;
    const PredictionView view = core_.predictor().view(s_.predictor, instruction, entry.prediction);
    if (!view.conditional)
      return jump_prediction(view);
    if (view.by_loop)
      return "loop predictor";
    return fmt::format("{}entry {}, counter {}",
                       view.table >= 0 ? fmt::format("table {}, ", view.table) : "", view.index,
                       view.counter);
  }
};

} // namespace

std::vector<StructureView> branch_structures(const OutOfOrderCore& core,
                                             const OutOfOrderState& state) {
  return BranchStructures(core, state).all();
}

} // namespace stallscope::core
