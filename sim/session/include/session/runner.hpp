#pragma once

#include "isa/commit_log.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"
#include "session/condition.hpp"
#include "session/repeat.hpp"
#include "session/simulation.hpp"
#include "trace/op_stream.hpp"
#include "trace/render.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::session {

/// Progress of a run, for display.
struct Progress {
  std::uint64_t cycle = 0;
  std::uint64_t instructions = 0;
  double host_seconds = 0;
};

/// Purpose of a limit.
enum class LimitKind : std::uint8_t {
  asked,    ///< the requested length of the run, also for a program that repeats forever
  safety,   ///< a safety limit set by the user (--limit): the run is aborted there
  standard, ///< the default safety limit
};

/// Default instruction limit.
inline constexpr std::uint64_t kStandardLimit = 10'000'000'000;

/// Default limits of guest memory and of guest output kept.
inline constexpr std::uint64_t kStandardMemoryBytes = 4ULL << 30;
inline constexpr std::uint64_t kStandardOutputBytes = 64ULL << 20;

/// The parts of a run and the results to keep.
struct RunOptions {
  bool record = false;          ///< keep a timeline
  std::uint64_t from_cycle = 1; ///< recorded window, inclusive
  std::uint64_t to_cycle = kNever.value;
  std::optional<std::uint64_t> from_op; ///< window given by operations: everything in the cycles of
                                        ///< these operations is recorded
  std::optional<std::uint64_t> to_op;
  /// from_op and to_op count right-path instructions in program order from 1, so that a number
  /// denotes the same instruction on every machine; otherwise all fetched operations.
  /// RunRecord::window has the operations of this run, also for a window given by cycles.
  bool counts_right_path = false;
  /// Of a window given by operations, what others wait for and why lanes are empty need not be
  /// recorded. It takes less time then.
  bool only_window_waits = false;
  bool cycles_choose = false;     ///< use from_cycle and to_cycle even when from_op or to_op is set
  bool stop_after_window = false; ///< stop simulating at the end of the recorded window
  std::uint64_t max_events = 8'000'000; ///< event limit of the record (about 50 bytes an event);
                                        ///< recording stops there with a note
  /// Called at intervals with the extent of the record; a nonempty sentence ends the run, with
  /// RunRecord::too_large and without a timeline.
  std::function<std::string(const trace::Extent&)> too_large;
  /// With too_large: keeps what has been recorded, and continues the run without recording.
  bool keep_too_large = false;
  /// Receives the events of the recorded window as they happen, instead of a timeline in memory:
  /// the window may then be of any length. Requires `record`.
  trace::OpStream* stream = nullptr;
  std::uint64_t limit_cycles = kNever.value;
  /// Instructions to retire; the run ends with the cycle in which the last of these instructions
  /// retires. A machine that retires several a cycle may exceed it by its retirement width - 1.
  std::uint64_t limit_instructions = kNever.value;
  LimitKind limit_kind = LimitKind::asked; ///< of both limits
  std::string limit_sentence;              ///< why it is no other; empty: the kind says
  /// End the run after its window when the program certainly never ends, and never fulfils `until`.
  /// Not with a limit of kind `asked`, or `until` a cycle: it comes.
  bool stop_at_repeats = true;
  /// Guest memory in bytes: pages written, and copies of files it has opened. A run that exceeds it
  /// ends with the reason "memory". Instructions can exceed it by less than 64 MiB, system calls
  /// cannot.
  std::uint64_t limit_memory_bytes = kNever.value;
  std::optional<std::uint64_t> structures_at; ///< the cycle of which RunRecord::structures is a
                                              ///< view
  std::optional<Condition> until;             ///< stop when the condition becomes true
  std::string input;                          ///< standard input of the guest, unless input_source
                                              ///< is set
  isa::InputSource* input_source = nullptr;   ///< standard input supplied on demand
  /// Called with the final functional state, which contains the program's results.
  std::function<void(const isa::ArchState&)> at_end;
  bool signature = false;                 ///< keep RunRecord::signature
  isa::CommitLog* commit_log = nullptr;   ///< receives a line for every retired instruction;
                                          ///< complete when the run returns
  isa::OutputSink* live_output = nullptr; ///< receives the guest's output as it is printed
  bool keep_output = true;                ///< keep the guest's output in RunRecord::output
  /// With keep_output: the maximum number of bytes kept from the beginning; further bytes are
  /// counted in RunRecord::output_dropped.
  std::uint64_t keep_output_bytes = kStandardOutputBytes;
  std::function<bool(const Progress&)>
      progress; ///< called about every 100 ms of host time; returning false interrupts
};

/// Runs a program from its start to its end (or a limit) and accounts for every slot in the ledger.
/// An unbalanced ledger is an internal error. The program must have been checked against the
/// machine (machine::check_runs).
[[nodiscard]] trace::RunRecord run_program(const isa::Program& program,
                                           const machine::Machine& machine,
                                           const RunOptions& options);

/// Runs a program on the reference machine: one instruction a cycle, no pipeline, hence neither
/// timeline nor ledger (RunRecord::timed). Only the machine's architecture is used: delay slots,
/// misaligned accesses. Cycles of limits and conditions count instructions.
[[nodiscard]] trace::RunRecord run_on_reference(const isa::Program& program,
                                                const machine::Machine& machine,
                                                const RunOptions& options);

/// Adds the instruction list and names to a record. For an executable file only the instructions in
/// the timeline are listed, and rows are renumbered to index this list. `parts_of` returns the
/// micro-ops of an instruction that has several.
[[nodiscard]] trace::Legend
make_legend(const isa::Program& program, Timeline& timeline,
            const std::function<std::vector<trace::MicroOpPart>(std::uint32_t)>& parts_of = {});

/// Whether the run ends when the program certainly never ends ("repeats").
[[nodiscard]] bool stops_at_repeats(const RunOptions& options);
/// The conditions at which the run stops, for a RepeatWatch.
[[nodiscard]] std::vector<Condition> stopping_conditions(const RunOptions& options);

/// The message of a run that has reached its instruction limit.
[[nodiscard]] std::string instruction_limit_sentence(const isa::Program& program,
                                                     const RunOptions& options,
                                                     std::uint64_t limit);

/// Why a simulation stopped: reason, message with source line, exit code, and for faults a register
/// dump.
[[nodiscard]] trace::StopInfo describe_stop(const Simulation& simulation);

/// describe_stop() for a simulation ended because its program repeats forever.
[[nodiscard]] trace::StopInfo describe_repeat(const Simulation& simulation, const Repeat& repeat);

} // namespace stallscope::session
