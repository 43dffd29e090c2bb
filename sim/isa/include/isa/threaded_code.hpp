#pragma once

#include "isa/executor.hpp"

#include <cstdint>
#include <functional>
#include <memory>

namespace stallscope::isa {

/// Executes a program many times faster than one `execute` after the other, with the same result.
///
/// Instructions are translated once, on first use, into threaded code (Bell, "Threaded Code", CACM
/// 1973): an array of steps, each holding the function that carries it out, with operands resolved,
/// which ends by going to the next. Straight runs of them, direct jumps included, are traces; a
/// trace that ends in a branch knows the traces behind it. What few programs spend time in
/// (system calls, control registers, faults) is left to `execute`.
///
/// Belongs to one program and one thread. Delay slots are not supported, nor is a CommitSink:
/// is_supported().
class ThreadedCode {
public:
  /// Runs stop in front of the instructions that `stops_before` names, as of those that are not
  /// self-contained.
  using StopsBefore = std::function<bool(const Instruction&)>;
  ThreadedCode(const Program& program, const Environment& environment,
               StopsBefore stops_before = {});
  ~ThreadedCode();
  ThreadedCode(const ThreadedCode&) = delete;
  ThreadedCode& operator=(const ThreadedCode&) = delete;

  [[nodiscard]] static bool is_supported(const Environment& environment) {
    return !environment.delay_slots && environment.commits == nullptr;
  }

  /// Forgets where pages of guest memory lie. To be called whenever anyone else may have changed or
  /// copied the state that is run next. True when its code is other code than that of the state
  /// before: all traces are gone then.
  bool attach(ArchState& state);
  /// The same for the page of one address.
  void forget_page(std::uint64_t address);

  /// Bytes that traces take.
  [[nodiscard]] std::uint64_t bytes() const;
  /// Drops all traces.
  void forget();

  /// A straight run of instructions. Belongs to the ThreadedCode, until that forgets its traces.
  class Trace;
  /// The `count` instructions from pc on that control goes through when no conditional branch and
  /// no indirect jump is taken before the last one. Fewer when the code ends before.
  [[nodiscard]] const Trace& trace(std::uint64_t pc, std::uint32_t count);
  /// Executes a trace, which begins at the state's pc. Stops in front of an instruction that traps,
  /// also when the program would take the trap itself. Returns how many instructions were executed.
  /// Traces with instructions that depend on the cycle see cycle 0.
  std::uint64_t run(const Trace& trace, ArchState& state);

  /// Executes up to `count` instructions from the state's pc on, and stops in front of one that is
  /// to be executed by `execute`: one that may trap, needs the cycle or the world outside, or whose
  /// straight run is longer than what is left of `count`. Returns how many were executed. Forgets
  /// all traces when they take more than kMaxBytes.
  std::uint64_t run(ArchState& state, std::uint64_t count);
  static constexpr std::uint64_t kMaxBytes = 128ULL << 20;

private:
  class Translator;
  std::unique_ptr<Translator> translator_;
};

} // namespace stallscope::isa
