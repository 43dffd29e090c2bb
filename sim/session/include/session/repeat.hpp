#pragma once

#include "isa/executor.hpp"

#include <cstdint>
#include <optional>

namespace stallscope::session {

class Simulation;

/// A program that goes round for ever: behind `since` instructions its whole architectural state
/// (pc, registers, CSRs, memory, what its platform knows of it) is the same again every `period`
/// instructions, and nothing from outside can change that. Traps to a handler of its own count as
/// instructions here.
struct Repeat {
  std::uint64_t since = 0;
  std::uint64_t period = 0;
  std::uint64_t pc = 0; ///< of the first instruction that repeats
  /// The run ends when so many have been executed: on every machine, however fast the host is.
  std::uint64_t end = 0;
};

/// Finds out for certain that a program never ends.
///
/// Looks when 512, 1024, 2048 ... instructions have been executed, or some time before there are
/// twice as many: it executes ahead on a copy of the state, for as long as 1/1024 of that (at least
/// 4096 instructions), until the state is the one it began with. So it costs less than a hundredth
/// of a long run, and finds a period of P instructions when 1024 P have been executed, of up to
/// 4096 at once. Where the stretch begins is found by executing the program once more. All of this
/// counts instructions, never time.
///
/// Nothing is certain when an instruction of the period depends on the cycle or on how many
/// instructions have been executed, as reads of counters and clocks do, or asks for input that may
/// still come.
class RepeatFinder {
public:
  explicit RepeatFinder(const isa::Program& program) : program_(program) {}

  /// Instructions and traps executed.
  [[nodiscard]] static std::uint64_t executed(const isa::ArchState& state) {
    return state.instructions + state.exceptions;
  }
  /// When to look next: so many have been executed, and fewer than twice as many.
  [[nodiscard]] std::uint64_t next_look() const { return next_look_; }
  /// Looks at a state of the right path that is there; `environment` as the program runs in it.
  [[nodiscard]] std::optional<Repeat> look(const isa::ArchState& state,
                                           const isa::Environment& environment);

private:
  static constexpr std::uint64_t kFirstLook = 512;

  const isa::Program& program_;
  std::uint64_t next_look_ = kFirstLook;
};

/// The same for a simulation, looked at from time to time.
class RepeatWatch {
public:
  explicit RepeatWatch(const Simulation& simulation);

  /// So many cycles from the present one on may pass before the next call of `is_over`; 0: one.
  [[nodiscard]] std::uint64_t quiet_cycles() const;
  /// The program repeats for ever, and the present cycle is the one in which its run ends.
  [[nodiscard]] bool is_over();
  /// What was found, also when the end has still to come.
  [[nodiscard]] const std::optional<Repeat>& repeat() const { return repeat_; }

private:
  const Simulation& simulation_;
  RepeatFinder finder_;
  std::optional<Repeat> repeat_;
};

/// The cycle in which an instruction is fetched that has so many in front of it (traps to handlers
/// included), found by simulating the beginning once more; the present cycle when it is not there.
[[nodiscard]] std::uint64_t cycle_behind(const Simulation& simulation, std::uint64_t executed);

} // namespace stallscope::session
