#pragma once

// How a run ends, on every core: the end of the program, a trap, or nothing moving any more.

#include "isa/executor.hpp"

#include <cstdint>

namespace stallscope::core {

/// Why a run is over.
enum class StopReason : std::uint8_t { running, end, exit, breakpoint, fault, no_progress };

/// Part of the state of every core.
struct RunEnd {
  StopReason stop = StopReason::running;
  /// The reason for which the run stops when the machine is empty.
  StopReason pending_stop = StopReason::running;
  isa::Trap trap = isa::Trap::none; ///< of the last instruction of the right path ...
  isa::Effect trap_effect;          ///< ... with its effect ...
  std::uint64_t trap_pc = 0;        ///< ... and its address
  std::uint64_t last_progress = 0;  ///< last cycle in which some operation moved

  /// The right path has reached the end of the program, an exit system call, a breakpoint or a
  /// fault.
  void end_right_path(const isa::Effect& effect, std::uint64_t pc) {
    trap = effect.trap;
    trap_effect = effect;
    trap_pc = pc;
    pending_stop = trap == isa::Trap::end          ? StopReason::end
                   : trap == isa::Trap::exit       ? StopReason::exit
                   : trap == isa::Trap::breakpoint ? StopReason::breakpoint
                                                   : StopReason::fault;
  }
  /// The run continues behind the instruction that has stopped it.
  void leave_breakpoint() {
    stop = pending_stop = StopReason::running;
    trap = isa::Trap::none;
    trap_effect = {};
    trap_pc = 0;
  }
  /// The end of a cycle; stops a run in which nothing has moved for more than `limit` cycles.
  void note_progress(bool moved, std::uint64_t now, std::uint64_t limit) {
    if (moved)
      last_progress = now;
    else if (now - last_progress > limit)
      stop = StopReason::no_progress;
  }
};

} // namespace stallscope::core
