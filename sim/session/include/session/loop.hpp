#pragma once

#include "base/result.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// What an iteration of a loop costs in the steady state, and why: `stallscope loop`.
namespace stallscope::session {

/// The instructions of an iteration, in the order in which they are executed.
struct LoopBody {
  std::string name;                ///< of its region or function; may be empty
  std::vector<std::uint32_t> path; ///< indices into Program::code, at ascending addresses
  bool closed = false; ///< the last one is the branch back to the first; else the body is repeated
                       ///< as if it stood there again and again
  std::vector<std::string> notes; ///< what was chosen, sentences
};

/// Whether memory operands of different iterations overlap.
enum class LoopAlias : std::uint8_t {
  as_is, ///< as the code computes their addresses; what is addressed by values that were loaded
         ///< lies elsewhere in every iteration
  none,  ///< never: every iteration has memory of its own
  all,   ///< an operand is the same place in every iteration
};

/// Asked now and then; false interrupts.
using LoopProgress = std::function<bool(const std::string& what)>;

struct LoopOptions {
  LoopAlias alias = LoopAlias::as_is;
  std::uint64_t iterations = 1000; ///< after which a state that has not come back is given up
  bool caches = false; ///< of data, as the machine has them; else all loads hit the first cache
  bool what_if = true;
  unsigned shown = 3; ///< iterations of the timeline, the first ones; 0: none
  LoopProgress progress;
};

/// Instructions that are laid out at once, at most: iterations are fewer for long bodies.
inline constexpr std::uint64_t kMaxLoopInstructions = 400'000;

struct Fraction {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;
  [[nodiscard]] double value() const {
    return static_cast<double>(numerator) / static_cast<double>(denominator);
  }
  /// In lowest terms.
  [[nodiscard]] static Fraction of(std::uint64_t numerator, std::uint64_t denominator);
  bool operator==(const Fraction&) const = default;
  [[nodiscard]] bool operator<(const Fraction& other) const;
};
/// "7/2", "4".
[[nodiscard]] std::string text_of(const Fraction& fraction);

/// Cycles an iteration.
struct LoopRate {
  /// The state of the machine, counted from the iteration it is in, was the same at the beginning
  /// and at the end of a period: it will go on so for ever.
  bool exact = false;
  Fraction cycles;                   ///< exact; else that of the mean
  double mean = 0;                   ///< cycles, as a number
  double low = 0, high = 0;          ///< not exact: of 95 % of the means of batches
  std::uint64_t first_iteration = 0; ///< of the period, from 0 (not exact: of what is averaged)
  std::uint64_t period_iterations = 0;
  std::uint64_t first_cycle = 0; ///< the period begins behind it
  std::uint64_t period_cycles = 0;
  std::string why_inexact; ///< a sentence; empty when exact
  /// A bound is met.
  [[nodiscard]] bool equals(const Fraction& bound) const {
    return exact ? cycles == bound : low <= bound.value() && bound.value() <= high;
  }
};

/// A link of a chain of operations, each of which needs the result of the one before.
struct LoopLink {
  std::uint32_t position = 0; ///< in LoopBody::path
  std::string part;           ///< which micro-op it is; empty: the instruction is one
  std::string through;        ///< the register, or "memory", in which the next one takes its result
  std::int64_t latency = 0;   ///< until the next one can begin
  std::uint32_t distance = 0; ///< iterations to the next one
};

enum class LoopBoundKind : std::uint8_t {
  fetch,
  dispatch,
  issue,
  retire,
  ports,
  recurrence, ///< through registers
  order, ///< operations that are issued in program order wait for results of the same iteration
  memory ///< through memory: stores forwarded to loads
};
[[nodiscard]] std::string_view name(LoopBoundKind kind);

/// No iteration takes fewer cycles, whatever else there is.
struct LoopBound {
  LoopBoundKind kind = LoopBoundKind::fetch;
  std::string name;  ///< "fetch", "ports p2 p3"
  std::string title; ///< how it comes about, a sentence
  Fraction cycles;
  bool tight = false;                   ///< what was measured is no more
  std::vector<LoopLink> chain;          ///< of recurrences: the last link leads to the first
  std::vector<std::string> relieved_by; ///< names among LoopReport::what_if, the best first
};

struct LoopWhatIf {
  std::string name;
  std::string title;
  LoopRate rate;
};

struct LoopPort {
  std::string name;
  Fraction pressure; ///< operations an iteration (cycles, where one has the port for several)
};

struct LoopInstruction {
  std::string text;
  std::string file; ///< empty: that of the program
  std::uint32_t line = 0;
  unsigned latency = 0;   ///< cycles from its operands to its result
  unsigned micro_ops = 1; ///< 0: fused with the one before
  bool fused = false;     ///< always one micro-op with the instruction before it, where they can
  std::vector<Fraction> pressure; ///< by port, as measured in a period
};

struct LoopReport {
  std::string program;
  std::string machine;
  LoopBody body;
  LoopAlias alias = LoopAlias::as_is;
  LoopRate rate;
  Fraction micro_ops; ///< an iteration, as measured
  std::vector<LoopInstruction> instructions;
  std::vector<LoopPort> ports;           ///< ports, or functional units of in-order machines
  std::vector<LoopBound> bounds;         ///< the greatest first
  std::optional<std::size_t> bottleneck; ///< into bounds; none: no bound is tight
  std::vector<LoopWhatIf> what_if;       ///< the fewest cycles first
  std::vector<std::string> assumptions;  ///< how the machine was taken, sentences
  bool interrupted = false;
  trace::RunRecord run; ///< the first iterations; without lanes: not recorded
  OpId first_shown;     ///< of the iterations that were asked for
  OpId last_shown;
  [[nodiscard]] double ipc() const { return static_cast<double>(body.path.size()) / rate.mean; }
};

/// Analyses a loop. Errors are those of the machine (what it lacks) and of the body (an instruction
/// that traps), with their places.
[[nodiscard]] Result<LoopReport> analyse_loop(const isa::Program& program, const LoopBody& body,
                                              const machine::Machine& machine,
                                              const LoopOptions& options);

} // namespace stallscope::session
