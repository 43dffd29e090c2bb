#pragma once

#include "base/check.hpp"
#include "in_order/pipeline.hpp"

#include <optional>
#include <vector>

namespace stallscope::core {

/// An instruction of the right path as the timing model met it.
struct ExploredStep {
  std::uint64_t pc = 0;
  std::uint64_t next_pc = 0;
  std::uint32_t instruction = 0;
  std::uint8_t operand_cycles = 0;
};

/// Watches the pipeline step through a stretch of a program and notes everything its timing
/// depended on. A sink of Pipeline, which may first be given instructions that have been carried
/// out already.
class Explorer {
public:
  static constexpr bool kActive = false;
  static constexpr bool kIsExplorer = true;

  Explorer(const isa::Program& program, const PipelinePlan& plan, bool perfect_prediction)
      : program_(program), plan_(plan), perfect_prediction_(perfect_prediction) {}

  std::vector<ExploredStep> script; ///< to be replayed first; taken as they are
  std::vector<ExploredStep> steps;  ///< all of the right path since begin()
  /// Position in `steps` from which on what happened cannot be kept: it depended on more than the
  /// outcomes of `steps`.
  std::optional<std::size_t> unrepeatable_from;
  std::size_t facts = 0; ///< how many of `steps` had an outcome that is only known at run time

  void begin() {
    script.clear();
    steps.clear();
    unrepeatable_from.reset();
    facts = 0;
    replayed_ = 0;
  }
  [[nodiscard]] bool script_is_done() const { return replayed_ == script.size(); }

  /// The timing depends on where it goes.
  [[nodiscard]] static bool has_open_target(const isa::Instruction& i) {
    return i.op_class == isa::OpClass::branch || i.op == isa::Op::jump_register ||
           i.op == isa::Op::jump_link_register;
  }
  /// The timing depends on its operands.
  [[nodiscard]] bool is_measured(const isa::Instruction& i) const {
    return plan_.operand_latency[static_cast<std::size_t>(i.op_class)].bits_per_cycle != 0;
  }
  [[nodiscard]] bool is_fact(const isa::Instruction& i) const {
    return has_open_target(i) || is_measured(i);
  }

  // From Pipeline.
  bool replay(isa::ArchState& arch, std::uint32_t index, Executed& done) {
    if (script_is_done())
      return false;
    const ExploredStep& step = script[replayed_++];
    STALLSCOPE_CHECK(step.instruction == index, "a replay has left the path that was taken");
    arch.pc = step.next_pc;
    done.effect.next_pc = step.next_pc;
    done.effect.taken = step.next_pc != step.pc + program_.code[index].size;
    done.operand_cycles = step.operand_cycles;
    note(step);
    return true;
  }
  void live(std::uint64_t pc, std::uint32_t index, const Executed& done) {
    if (index >= program_.code.size() || done.effect.trap != isa::Trap::none ||
        done.effect.exception || !is_plain(program_.code[index].op)) {
      forget();
      if (index >= program_.code.size())
        return;
    }
    note({pc, done.effect.next_pc, index, done.operand_cycles});
  }
  void wrong_path(std::uint32_t index) {
    if (index < program_.code.size() &&
        (is_measured(program_.code[index]) ||
         (perfect_prediction_ && has_open_target(program_.code[index]))))
      forget();
  }
  void wrong_path_outcome() { forget(); }

private:
  /// What an instruction does depends on its operands and memory only, never on the cycle or the
  /// world outside.
  static bool is_plain(isa::Op op) {
    using isa::Op;
    switch (op) {
    case Op::syscall:
    case Op::breakpoint:
    case Op::csr_read:
    case Op::csr_write:
    case Op::csr_set:
    case Op::csr_clear:
    case Op::mret:
    case Op::fence_i:
    case Op::unknown:
      return false;
    default:
      return true;
    }
  }
  void note(const ExploredStep& step) {
    facts += is_fact(program_.code[step.instruction]) ? 1 : 0;
    steps.push_back(step);
  }
  void forget() {
    if (!unrepeatable_from)
      unrepeatable_from = steps.size();
  }

  const isa::Program& program_;
  const PipelinePlan& plan_;
  bool perfect_prediction_;
  std::size_t replayed_ = 0;
};

} // namespace stallscope::core
