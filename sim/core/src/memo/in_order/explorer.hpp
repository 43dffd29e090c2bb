#pragma once

#include "base/check.hpp"
#include "in_order/interface/outcomes.hpp"
#include "memo/memo_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::core {

/// How a part, a sequence of instructions replayed together, ends.
enum class OutcomeKind : std::uint8_t {
  target,         ///< the outcome is the target of the last instruction
  operands,       ///< the outcome is the operand-dependent cycles of the last instruction
  wrong_target,   ///< the outcome is the target of a branch on the wrong path after the last
                  ///< instruction
  wrong_operands, ///< the outcome is the operand-dependent cycles of an instruction on that wrong
                  ///< path
  none,           ///< the stretch ends
  step,           ///< the following cycles must be stepped every time, because they depend on more
                  ///< than outcomes
};

/// An instruction fetched on a wrong path.
struct WrongStep {
  std::uint64_t pc = 0;
  std::uint32_t instruction = 0;
  bool operator==(const WrongStep&) const = default;
};

/// A right-path instruction as the timing model executed it.
struct ExploredStep {
  std::uint64_t pc = 0;
  std::uint64_t next_pc = 0;
  std::uint32_t instruction = 0;
  std::uint8_t operand_cycles = 0;
};

/// A run-time fact that the timing depended on: an outcome.
struct ExploredFact {
  OutcomeKind kind = OutcomeKind::none;
  std::size_t steps = 0;       ///< number of right-path instructions executed when the fact became
                               ///< known, its own included
  std::uint64_t key = 0;       ///< target address, or operand-dependent cycles
  std::vector<WrongStep> path; ///< for wrong_target and wrong_operands: the wrong path up to the
                               ///< instruction concerned
};

/// A sink of an in-order core, and its outcomes policy: records everything the timing depends on
/// while a stretch of the program is stepped. It can be preloaded with a script: instructions that
/// have been executed already.
class Explorer {
public:
  static constexpr bool kActive = true;
  static constexpr bool kIsExplorer = true;

  Explorer(const isa::Program& program, const machine::Machine& machine, const PipelinePlan& plan,
           bool records)
      : program_(program), plan_(plan),
        predictor_looks_(machine.predictor == machine::PredictorKind::perfect ||
                         machine.predictor == machine::PredictorKind::never_right),
        redirects_to_next_(machine.to_next == machine::ToNext::redirect), records_(records) {}

  trace::RecordingSink events; ///< events since begin(), when the run is recorded

  std::vector<ExploredStep> script;        ///< instructions to be replayed first, in program order
  std::vector<std::uint64_t> wrong_script; ///< keys of the wrong-path facts of the script
  std::vector<ExploredStep> steps;         ///< all right-path instructions since begin()
  std::vector<ExploredFact> facts;         ///< facts in the order in which they became known
  /// Number of facts after which the timing depended on more than facts and cannot be stored.
  std::optional<std::size_t> sure_facts;

  /// Begins a stretch with its script.
  void begin() {
    events.clear();
    steps.clear();
    facts.clear();
    sure_facts.reset();
    wrong_path_.clear();
    replayed_ = 0;
    replayed_wrong_ = 0;
  }
  [[nodiscard]] bool script_is_done() const {
    return replayed_ == script.size() && replayed_wrong_ == wrong_script.size();
  }

  /// Records that the timing depends on the instruction's target.
  [[nodiscard]] static bool has_open_target(const isa::Instruction& i) {
    return i.op_class == isa::OpClass::branch || is_indirect(i);
  }
  /// Records that the timing depends on the instruction's operands.
  [[nodiscard]] bool is_measured(const isa::Instruction& i) const {
    return plan_.operand_latency[static_cast<std::size_t>(i.op_class)].bits_per_cycle != 0;
  }

  // Called by Pipeline.
  void report(trace::What what, Cycle cycle, OpId op, OpId other, const Cause& cause, LaneId lane,
              unsigned slot) {
    if (records_)
      events.report(what, cycle, op, other, cause, lane, slot);
  }
  void begin(Cycle cycle, OpId op, InstructionIndex instruction, bool wrong_path) {
    if (records_)
      events.begin(cycle, op, instruction, wrong_path);
  }
  bool replay(isa::ArchState& arch, std::uint32_t index, Executed& done) {
    if (replayed_ == script.size())
      return false;
    const ExploredStep& step = script[replayed_++];
    STALLSCOPE_CHECK(step.instruction == index, "a replayed instruction is not the recorded one");
    arch.pc = step.next_pc;
    done.effect.next_pc = step.next_pc;
    done.effect.taken = leaves_line(program_.instruction(index), step.next_pc);
    done.operand_cycles = step.operand_cycles;
    note(step);
    return true;
  }
  void live(std::uint64_t pc, std::uint32_t index, const Executed& done) {
    if (index == isa::kNoIndex || done.effect.trap != isa::Trap::none || done.effect.exception ||
        !is_self_contained(program_.instruction(index)) ||
        (isa::is_memory(program_.instruction(index).op_class) && done.operand_cycles != 0)) {
      forget();
      if (index == isa::kNoIndex)
        return;
    }
    note({pc, done.effect.next_pc, index, done.operand_cycles});
  }
  void wrong_path(OpId id, std::uint64_t pc, std::uint32_t index, Executed& done) {
    const isa::Instruction& instruction = program_.instruction(index);
    const bool sure =
        is_self_contained(instruction) && (wrong_path_.empty() || wrong_path_.back().sure);
    wrong_path_.push_back({id, {pc, index}, sure});
    if (predictor_looks_ && has_open_target(instruction))
      forget();
    if (is_measured(instruction))
      done.operand_cycles = static_cast<std::uint8_t>(
          note_wrong(OutcomeKind::wrong_operands, wrong_path_.size(), done.operand_cycles));
  }
  [[nodiscard]] static bool records_path_of(const InFlightOp& op) { return op.wrong_path; }
  /// A branch or indirect jump of the wrong path is resolved.
  void wrong_path_outcome(InFlightOp& op) {
    std::size_t length = wrong_path_.size();
    while (length > 0 && wrong_path_[length - 1].id != op.id)
      --length;
    STALLSCOPE_CHECK(length > 0, "a branch of no wrong path");
    const isa::Instruction& instruction = program_.instruction(op.instruction);
    if (hides_direction(instruction))
      forget();
    op.actual_pc = note_wrong(OutcomeKind::wrong_target, length, op.actual_pc);
    if (!hides_direction(instruction))
      op.actual_taken = leaves_line(instruction, op.actual_pc) &&
                        (redirects_to_next_ || op.actual_pc != instruction.pc + instruction.size);
  }
  /// Records that the timing depends on a property of a wrong-path operation that facts do not
  /// express.
  void wrong_path_unknown() { forget(); }
  void discarded(OpId last_kept) {
    while (!wrong_path_.empty() && last_kept < wrong_path_.back().id)
      wrong_path_.pop_back();
  }

private:
  static bool leaves_line(const isa::Instruction& i, std::uint64_t next_pc) {
    return isa::is_jump(i.op_class) || next_pc != i.pc + i.size;
  }
  /// Records that the timing depends on whether the branch is taken, beyond its target.
  [[nodiscard]] bool hides_direction(const isa::Instruction& i) const {
    return redirects_to_next_ && i.op_class == isa::OpClass::branch && i.target == i.pc + i.size;
  }
  void note(const ExploredStep& step) {
    steps.push_back(step);
    const isa::Instruction& instruction = program_.instruction(step.instruction);
    if (hides_direction(instruction) || step.next_pc == memo::kNoKey)
      forget();
    if (has_open_target(instruction))
      facts.push_back({OutcomeKind::target, steps.size(), step.next_pc, {}});
    else if (is_measured(instruction))
      facts.push_back({OutcomeKind::operands, steps.size(), step.operand_cycles, {}});
  }
  /// Records a fact about the last of the first `length` instructions of the wrong path, and
  /// returns its value: the script's while the script is not used up.
  std::uint64_t note_wrong(OutcomeKind kind, std::size_t length, std::uint64_t found) {
    const std::uint64_t key =
        replayed_wrong_ < wrong_script.size() ? wrong_script[replayed_wrong_++] : found;
    if (!wrong_path_[length - 1].sure)
      forget();
    ExploredFact fact{kind, steps.size(), key, {}};
    for (std::size_t i = 0; i < length; ++i)
      fact.path.push_back(wrong_path_[i].step);
    facts.push_back(std::move(fact));
    return key;
  }
  void forget() {
    if (!sure_facts)
      sure_facts = facts.size();
  }

  struct WrongOp {
    OpId id;
    WrongStep step;
    bool sure; ///< no wrong-path instruction up to this one depends on the cycle or on data from
               ///< outside
  };

  const isa::Program& program_;
  const PipelinePlan& plan_;
  bool predictor_looks_; ///< the predictor uses actual targets, on wrong paths too
  bool redirects_to_next_;
  bool records_;
  std::size_t replayed_ = 0;
  std::size_t replayed_wrong_ = 0;
  std::vector<WrongOp> wrong_path_; ///< wrong-path operations in flight, oldest first
};

} // namespace stallscope::core
