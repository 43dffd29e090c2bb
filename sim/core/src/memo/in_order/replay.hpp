#pragma once

// Replays the instructions of a part of an in-order core.

#include "isa/written_code.hpp"
#include "memo/in_order/in_order_memo.hpp"

namespace stallscope::core::memo {

[[gnu::always_inline]] inline std::uint64_t
InOrderMemo::execute(InOrderState& s, const isa::ThreadedCode::Trace*& trace, std::uint32_t count) {
  if (trace == nullptr) [[unlikely]]
    trace = &code_->trace(s.arch.pc, count);
  return code_->run(*trace, s.arch);
}

/// Handles an instruction of a part that could not be replayed.
inline Replayed InOrderMemo::leave(const Work& work, std::uint64_t executed) {
  replayed_.push_back({&work, kNoKey});
  has_left_ = true;
  executed_of_last_ = executed;
  return Replayed::left;
}

/// Executes the instructions of a part and finds its outcome.
[[gnu::always_inline]] inline Replayed InOrderMemo::replay(InOrderState& s, Part<InOrderMemo>& part,
                                                           Stretch& /*stretch*/,
                                                           std::uint64_t& key) {
  Work& work = part.work;
  const std::uint32_t ahead = work.count - (work.kind == OutcomeKind::operands ? 1 : 0);
  if (ahead > 0)
    if (const std::uint64_t executed = execute(s, work.code, ahead); executed != ahead) [[unlikely]]
      return leave(work, executed);
  switch (work.kind) {
  case OutcomeKind::target:
    key = s.arch.pc;
    return Replayed::outcome;
  case OutcomeKind::none:
    return Replayed::ended;
  case OutcomeKind::operands: {
    const std::uint32_t index = index_at(core_.program(), s.arch, s.arch.pc);
    if (index == isa::kNoIndex)
      return leave(work, ahead);
    key = cycles_for_operands(s, index);
    return execute(s, work.last, 1) == 1 ? Replayed::outcome : leave(work, ahead);
  }
  case OutcomeKind::wrong_target:
  case OutcomeKind::wrong_operands:
    key = look_at_wrong_path(s, work);
    return Replayed::outcome;
  case OutcomeKind::step:
    break;
  }
  return Replayed::step;
}

} // namespace stallscope::core::memo
