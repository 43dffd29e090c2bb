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

// Steady-state cost of a loop iteration, and its causes: `stallscope loop`.
namespace stallscope::session {

/// A branch or jump of the body that the machine predicts wrong in every iteration, and the code
/// that it fetches because of that.
struct LoopWrongPath {
  std::uint32_t position = 0; ///< in LoopBody::path
  bool taken = false;         ///< the prediction: fetch goes to the target instead of straight on
  std::vector<std::uint32_t> code; ///< indices into Program::code, in the order of fetch
  std::vector<bool> jumps;         ///< by element of `code`: predicted taken
};

/// The instructions of an iteration, in execution order.
struct LoopBody {
  std::string name;                ///< name of its region or function; can be empty
  std::vector<std::uint32_t> path; ///< indices into Program::code, in ascending address order
                                   ///< except for `apart`; empty for a region without instructions
  /// By position: the instruction is laid out directly behind its predecessor and not at its own
  /// address. True for called functions, and for the second and later iterations of inner loops.
  std::vector<bool> apart;
  bool closed = false; ///< the last branch or jump leads back to the first instruction; otherwise
                       ///< the body is repeated without a branch
  bool delay_slots = false; ///< for a machine with delay slots: behind each branch stands its slot
  unsigned loop = 0;        ///< its number among those there are, from 1; 0: no loop was looked for
  unsigned loops = 0;       ///< how many there are
  std::vector<std::string> notes;         ///< sentences on how the loop was selected
  std::vector<LoopWrongPath> wrong_paths; ///< by position; the analysis finds them (by machine)

  /// The address that follows a branch or jump which is not taken.
  [[nodiscard]] std::uint64_t behind(const isa::Instruction& branch) const {
    return branch.pc + branch.size + (delay_slots ? 4 : 0);
  }
  /// The position of what is executed behind the branch or jump at a position, and its slot.
  [[nodiscard]] std::size_t next(std::size_t position) const {
    return position + (delay_slots ? 2 : 1);
  }
};

/// Assumption on whether memory operands with the same base overlap.
enum class LoopAlias : std::uint8_t {
  as_is, ///< as computed: operands have the addresses that the code computes; operands addressed by
         ///< loaded values differ in every iteration
  none,  ///< never: every iteration accesses separate memory
  all,   ///< operands with the same base have the same address, in all iterations; operands without
         ///< base have separate addresses, equal in all iterations
};

/// Progress callback; false interrupts.
using LoopProgress = std::function<bool(const std::string& what)>;

struct LoopOptions {
  LoopAlias alias = LoopAlias::as_is;
  std::uint64_t iterations = 1000; ///< maximum number of iterations for the search of a recurring
                                   ///< state
  bool caches = false; ///< simulate the machine's data caches; otherwise all loads hit the first
                       ///< cache
  bool what_if = true;
  unsigned shown = 3; ///< iterations in the timeline, from the first on; 0: no timeline
  LoopProgress progress;
};

/// Maximum number of instructions of a body.
inline constexpr std::size_t kMaxLoopBody = 20'000;
/// Maximum number of instructions laid out: long bodies get fewer iterations.
inline constexpr std::uint64_t kMaxLoopInstructions = 400'000;

struct Fraction {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;
  [[nodiscard]] double value() const {
    return static_cast<double>(numerator) / static_cast<double>(denominator);
  }
  /// A fraction in lowest terms.
  [[nodiscard]] static Fraction of(std::uint64_t numerator, std::uint64_t denominator);
  bool operator==(const Fraction&) const = default;
  [[nodiscard]] bool operator<(const Fraction& other) const;
};
/// "7/2", "4".
[[nodiscard]] std::string text_of(const Fraction& fraction);

/// Throughput of a loop: cycles per iteration.
struct LoopRate {
  /// The machine state, relative to the current iteration, was equal at the beginning and the end
  /// of a period: the loop repeats this period indefinitely.
  bool exact = false;
  Fraction cycles; ///< exact when the state recurred; otherwise the mean
  double mean = 0; ///< cycles, as a floating-point number
  /// Not exact: 95 % confidence interval of the mean, from batch means; when has_interval is false,
  /// the minimum and maximum cycles of the iterations averaged.
  double low = 0, high = 0;
  bool has_interval = false;         ///< there were enough iterations for a confidence interval
  std::uint64_t first_iteration = 0; ///< first iteration of the period, from 0 (not exact: of the
                                     ///< averaged range)
  std::uint64_t period_iterations = 0;
  std::uint64_t first_cycle = 0; ///< the period begins after this cycle
  std::uint64_t period_cycles = 0;
  std::string why_inexact; ///< reason why the rate is not exact, as a sentence; empty when exact
  /// A lower bound is tight: the measured rate equals it.
  [[nodiscard]] bool equals(const Fraction& bound) const {
    return exact ? cycles == bound : has_interval && low <= bound.value() && bound.value() <= high;
  }
};

/// One operation of a dependence chain, in which each operation needs the previous result.
struct LoopLink {
  std::uint32_t position = 0; ///< index in LoopBody::path
  std::string part;           ///< name of the micro-op; empty: the instruction has only one
  std::string through;        ///< register, or "memory", that carries the result to the next
                              ///< operation
  std::int64_t latency = 0;   ///< minimum cycles until the next operation can begin
  std::int32_t distance = 0;  ///< iteration distance to the next operation; negative in a
                              ///< critical cycle where an older operation waits for a younger one
};

enum class LoopBoundKind : std::uint8_t {
  fetch,
  dispatch,
  issue,
  retire,
  ports,
  stations,   ///< reservation stations that are held until the result is written
  recurrence, ///< loop-carried dependences through registers
  order,      ///< in-order issue: operations wait for results of the same iteration
  memory,     ///< loop-carried dependences through memory: store-to-load forwarding
  cycle       ///< critical cycle of the recorded run, where no other bound is tight
};
[[nodiscard]] std::string_view name(LoopBoundKind kind);

/// A lower bound of the cycles per iteration. LoopBoundKind::cycle: a bound for runs in which
/// resources are granted in the recorded order.
struct LoopBound {
  LoopBoundKind kind = LoopBoundKind::fetch;
  std::string name;  ///< "fetch", "ports p2 p3"
  std::string title; ///< explanation, a sentence
  Fraction cycles;
  bool tight = false;                   ///< the measured rate equals the bound
  std::vector<LoopLink> chain;          ///< recurrences: the chain; the last link leads to the
                                        ///< first
  std::vector<std::string> relieved_by; ///< names in LoopReport::what_if, best first
};

struct LoopWhatIf {
  std::string name;
  std::string title;
  LoopRate rate;
};

struct LoopPort {
  std::string name;
  Fraction pressure; ///< sum over the instructions: operations per iteration (cycles, when an
                     ///< operation occupies the port for several)
  /// Cycles per iteration that the port needs for them. Less than `pressure` where operations that
  /// occupy a part of the port for several cycles exclude only each other: others begin beside
  /// them.
  Fraction busy;
};

struct LoopInstruction {
  std::string text;
  std::string file; ///< source file; empty: the program's file
  std::uint32_t line = 0;
  unsigned latency = 0;           ///< cycles from operands to result
  unsigned micro_ops = 1;         ///< 0: fused with the previous one
  bool fused = false;             ///< fused with the previous instruction, in every iteration
  std::vector<Fraction> pressure; ///< by port, measured over a period
};

struct LoopReport {
  std::string program;
  std::string machine;
  LoopBody body;
  LoopAlias alias = LoopAlias::as_is;
  LoopRate rate;
  Fraction micro_ops; ///< measured number per iteration
  std::vector<LoopInstruction> instructions;
  std::vector<LoopPort> ports;           ///< ports, or functional units of in-order machines
  std::vector<LoopBound> bounds;         ///< largest first
  std::optional<std::size_t> bottleneck; ///< index into bounds; none: no bound is tight
  std::vector<LoopWhatIf> what_if;       ///< fewest cycles first
  std::vector<std::string> assumptions;  ///< sentences on how the machine was modelled
  bool interrupted = false;
  trace::RunRecord run; ///< run of the first iterations; without lanes: not recorded
  OpId first_shown;     ///< first operation of the iterations requested
  OpId last_shown;
  [[nodiscard]] double ipc() const { return static_cast<double>(body.path.size()) / rate.mean; }
};

/// Analyses a loop. Errors, with their positions: missing machine features, and instructions of the
/// body that trap.
[[nodiscard]] Result<LoopReport> analyse_loop(const isa::Program& program, const LoopBody& body,
                                              const machine::Machine& machine,
                                              const LoopOptions& options);

} // namespace stallscope::session
