#pragma once

#include "isa/executor.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace stallscope::isa {

/// Executes a program many times faster than repeated calls of `execute`, with the same result.
///
/// Instructions are translated on first use into threaded code (Bell, "Threaded Code", CACM 1973):
/// an array of steps with handlers and resolved operands, each of which ends by calling the next.
/// Straight-line sequences, including direct jumps, are traces; a trace that ends in a branch links
/// to its successors. Rare instructions (system calls, control registers, faults) are left to
/// `execute`.
///
/// For one program and one thread. Delay slots and a CommitSink are not supported: see
/// is_supported().
class ThreadedCode {
public:
  /// Runs stop before the instructions for which this returns true, and before those that are not
  /// self-contained.
  using StopsBefore = std::function<bool(const Instruction&)>;
  ThreadedCode(const Program& program, const Environment& environment,
               StopsBefore stops_before = {});

  // Log of executed instructions, for models of caches and predictors. A sequence of words: for
  // each trace its number, then the words of its instructions in order, as given by `logged`.
  enum class Logged : std::uint8_t {
    nothing, ///< no word
    address, ///< one word: the address of the memory access
    effect,  ///< three words: Effect::address, Effect::read_address, Effect::bytes | kTwoPlaces
  };
  static constexpr std::uint64_t kTwoPlaces = 0x100; ///< Effect::two_places
  static constexpr std::uint64_t kMostWords = 4;     ///< per instruction, including its share of
                                                     ///< the trace's words
  struct LoggedInstruction {
    std::uint32_t index; ///< in Program::code
    Logged logged;
  };
  /// Keeps a log from this call on, and drops all traces. Not with run(Trace).
  void keep_log();
  /// Logged instructions of a trace, valid until traces are dropped.
  [[nodiscard]] const std::vector<LoggedInstruction>& logged_trace(std::uint64_t number) const;
  /// Like run(), writing a log of at most count x kMostWords words; `end` is set after the last
  /// one. Of the last trace only some instructions may have been executed, and the log may contain
  /// the words of one more instruction. No traces are dropped: see bytes().
  std::uint64_t run_logged(ArchState& state, std::uint64_t count, std::uint64_t* log,
                           const std::uint64_t*& end);
  ~ThreadedCode();
  ThreadedCode(const ThreadedCode&) = delete;
  ThreadedCode& operator=(const ThreadedCode&) = delete;

  [[nodiscard]] static bool is_supported(const Environment& environment) {
    return !environment.delay_slots && environment.commits == nullptr;
  }

  /// Discards cached page addresses of guest memory. Call whenever the state may have been changed
  /// or copied elsewhere. True if its code differs from that of the previous state: all traces are
  /// discarded then.
  bool attach(ArchState& state);
  /// Discards the cached page of one address.
  void forget_page(std::uint64_t address);

  /// Memory used by traces.
  [[nodiscard]] std::uint64_t bytes() const;
  /// Drops all traces.
  void forget();

  /// A straight-line sequence of instructions. Owned by the ThreadedCode, valid until traces are
  /// dropped.
  class Trace;
  /// The next `count` instructions from pc on, assuming that no conditional branch or indirect jump
  /// before the last one is taken. Fewer if the code ends before.
  [[nodiscard]] const Trace& trace(std::uint64_t pc, std::uint32_t count);
  /// Executes a trace that starts at the state's pc. Stops before an instruction that traps, even
  /// if the program would handle the trap. Returns the number of instructions executed. Cycle
  /// counters read as 0.
  std::uint64_t run(const Trace& trace, ArchState& state);

  /// Executes up to `count` instructions from the state's pc on, and stops before one that
  /// `execute` must handle: one that may trap, needs the cycle or the environment, or whose trace
  /// is longer than the rest of `count`. Returns the number executed. Drops all traces when they
  /// exceed kMaxBytes.
  std::uint64_t run(ArchState& state, std::uint64_t count);
  static constexpr std::uint64_t kMaxBytes = 128ULL << 20;

private:
  class Translator;
  std::unique_ptr<Translator> translator_;
};

} // namespace stallscope::isa
