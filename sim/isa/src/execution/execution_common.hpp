#pragma once

#include "execution/executor_integer.hpp"
#include "execution/executor_regions.hpp"
#include "isa/branch_condition.hpp"
#include "isa/executor.hpp"
#include "isa/op.hpp"
#include "isa/program.hpp"

namespace stallscope::isa {

/// Fast path for integer arithmetic, branches, direct jumps, and integer loads and stores that do
/// not trap. Returns false for everything else, without changes. Equivalent to Execution; verified
/// by a property test.
template <bool kSpeculative> class CommonExecution {
public:
  CommonExecution(ArchState& state, UndoLog* log, const Instruction& instruction, Effect& effect)
      : state_(state), log_(log), i_(instruction), effect_(effect) {}

  /// Whether this fast path applies to a program.
  static bool is_for(const Program& program, const Environment& environment) {
    return program.xlen == 64 && !environment.delay_slots;
  }

  [[gnu::always_inline]] bool run() {
    const std::uint64_t a = state_.regs[i_.rs1];
    const std::uint64_t b =
        i_.has_immediate ? static_cast<std::uint64_t>(i_.imm) : state_.regs[i_.rs2];
    bool handled = false;
    const std::uint64_t value = integer::result(i_.op, a, b, handled);
    if (handled) {
      write(value);
      return advance(state_.pc + i_.size);
    }
    switch (i_.op) {
    case Op::load_immediate:
      write(static_cast<std::uint64_t>(i_.imm));
      return advance(state_.pc + i_.size);
    case Op::move:
      write(a);
      return advance(state_.pc + i_.size);
    case Op::lb:
      return load<std::int8_t>();
    case Op::lbu:
      return load<std::uint8_t>();
    case Op::lh:
      return load<std::int16_t>();
    case Op::lhu:
      return load<std::uint16_t>();
    case Op::lw:
      return load<std::int32_t>();
    case Op::lwu:
      return load<std::uint32_t>();
    case Op::ld:
      return load<std::uint64_t>();
    case Op::sb:
      return store<std::uint8_t>();
    case Op::sh:
      return store<std::uint16_t>();
    case Op::sw:
      return store<std::uint32_t>();
    case Op::sd:
      return store<std::uint64_t>();
    case Op::beq:
      return branch(is_taken(Op::beq, a, b));
    case Op::bne:
      return branch(is_taken(Op::bne, a, b));
    case Op::blt:
      return branch(is_taken(Op::blt, a, b));
    case Op::bge:
      return branch(is_taken(Op::bge, a, b));
    case Op::bltu:
      return branch(is_taken(Op::bltu, a, b));
    case Op::bgeu:
      return branch(is_taken(Op::bgeu, a, b));
    default:
      return false;
    }
  }

private:
  void write(std::uint64_t value) {
    effect_.result = value;
    if constexpr (kSpeculative)
      log_->push_back({i_.rd, state_.regs[i_.rd], 0});
    state_.regs[i_.rd] = value;
  }

  bool advance(std::uint64_t next) {
    effect_.next_pc = next;
    state_.pc = next;
    if constexpr (!kSpeculative)
      ++state_.instructions;
    return true;
  }

  /// Targets that may trap are handled by the general path.
  bool branch(bool taken) {
    if (!taken)
      return advance(state_.pc + i_.size);
    if ((i_.target & 3) != 0)
      return false;
    effect_.taken = true;
    return advance(i_.target);
  }

  /// Aligned, and inside the most recently used region.
  template <class T> [[gnu::always_inline]] bool reaches(bool write) {
    const std::uint64_t address = state_.regs[i_.rs1] + static_cast<std::uint64_t>(i_.imm);
    const MemoryRegion* region = state_.regions->data() + state_.region_hint;
    if ((address & (sizeof(T) - 1)) != 0 ||
        region >= state_.regions->data() + state_.regions->size() || address < region->begin ||
        address >= region->end || region->end - address < sizeof(T) || !region->readable ||
        (write && !region->writable)) [[unlikely]]
      return false;
    effect_.address = address;
    effect_.bytes = sizeof(T);
    return true;
  }

  template <class T> [[gnu::always_inline]] bool load() {
    if (!reaches<T>(false))
      return false;
    write(static_cast<std::uint64_t>(
        static_cast<std::int64_t>(static_cast<T>(state_.memory.load(effect_.address, sizeof(T))))));
    return advance(state_.pc + i_.size);
  }

  template <class T> [[gnu::always_inline]] bool store() {
    if (!reaches<T>(true))
      return false;
    if constexpr (kSpeculative)
      log_->push_back({effect_.address, state_.memory.load(effect_.address, sizeof(T)), sizeof(T)});
    state_.memory.store(effect_.address, sizeof(T), state_.regs[i_.rs2]);
    return advance(state_.pc + i_.size);
  }

  ArchState& state_;
  UndoLog* log_;
  const Instruction& i_;
  Effect& effect_;
};

} // namespace stallscope::isa
