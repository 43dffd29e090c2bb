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

/// How far a run has come, for whoever shows progress.
struct Progress {
  std::uint64_t cycle = 0;
  std::uint64_t instructions = 0;
  double host_seconds = 0;
};

/// What limits are for.
enum class LimitKind : std::uint8_t {
  asked,    ///< so much is to be run, also of a program that repeats for ever
  safety,   ///< whatever has not ended by then is given up: --limit
  standard, ///< the same, and nobody has said so
};

/// Instructions after which a run is given up when nobody says otherwise.
inline constexpr std::uint64_t kStandardLimit = 10'000'000'000;

/// Memory of the guest at which it is given up, and output of it that is kept, when nobody says
/// otherwise.
inline constexpr std::uint64_t kStandardMemoryBytes = 4ULL << 30;
inline constexpr std::uint64_t kStandardOutputBytes = 64ULL << 20;

/// What to run and what to keep of it.
struct RunOptions {
  bool record = false;          ///< keep a timeline
  std::uint64_t from_cycle = 1; ///< recorded window, inclusive
  std::uint64_t to_cycle = kNever.value;
  std::optional<std::uint64_t>
      from_op; ///< window by operation instead: everything in the cycles of these operations
  std::optional<std::uint64_t> to_op;
  /// from_op and to_op count instructions of the right path, in program order, from 1: the same
  /// number is the same place of the program on every machine. Otherwise whatever is fetched. What
  /// they are in this run is RunRecord::window, also of a window by cycles.
  bool counts_right_path = false;
  bool cycles_choose = false; ///< from_cycle and to_cycle are the window also with from_op, to_op
  bool stop_after_window = false; ///< do not simulate beyond what is recorded
  std::uint64_t max_events =
      8'000'000; ///< recording stops with a note beyond this (some 50 bytes each)
  /// Asked now and then how much has been recorded; when it gives a sentence, nothing that could be
  /// shown comes of the run: it ends there, with RunRecord::too_large and without a timeline.
  std::function<std::string(const trace::Extent&)> too_large;
  /// Is told what happens in the recorded window as it happens, instead of a timeline that would
  /// have to be kept: so windows may be as long as they like. With `record`.
  trace::OpStream* stream = nullptr;
  std::uint64_t limit_cycles = kNever.value;
  /// Retired; the run ends with the cycle in which the last of them retires. A machine that retires
  /// several a cycle may have retired more by then, up to its width - 1.
  std::uint64_t limit_instructions = kNever.value;
  LimitKind limit_kind = LimitKind::asked; ///< of both
  /// End the run behind its window when it is certain that the program never ends. Not with `until`
  /// or a limit that is what was asked for.
  bool stop_at_repeats = true;
  /// Of the guest: pages that have been written, and our copies of files it has opened; bytes. A
  /// run that is found to have more, or whose guest calls for more, ends with the reason "memory".
  /// Instructions pass it by less than 64 MiB, calls do not.
  std::uint64_t limit_memory_bytes = kNever.value;
  std::optional<std::uint64_t> structures_at; ///< cycle of RunRecord::structures
  std::optional<Condition> until;             ///< stop when it holds
  std::string input;                          ///< standard input of the guest, unless
  isa::InputSource* input_source = nullptr;   ///< it comes from here, as the guest asks for it
  /// Shown the functional state in which the run ends: of a program that has ended, its results.
  std::function<void(const isa::ArchState&)> at_end;
  bool signature = false;                 ///< keep RunRecord::signature
  isa::CommitLog* commit_log = nullptr;   ///< gets a line for every retired instruction; finished
  isa::OutputSink* live_output = nullptr; ///< gets what the guest prints as it is printed
  bool keep_output = true;                ///< in RunRecord::output
  /// With that: so much from the beginning; the rest is counted in RunRecord::output_dropped.
  std::uint64_t keep_output_bytes = kStandardOutputBytes;
  std::function<bool(const Progress&)>
      progress; ///< asked about every 100 ms of host time; false interrupts
};

/// Runs a program from its start to its end (or a limit) and accounts for every slot. The ledger is
/// checked; an unbalanced one is an internal error. Check the program against the machine first
/// (machine::check_runs).
[[nodiscard]] trace::RunRecord run_program(const isa::Program& program,
                                           const machine::Machine& machine,
                                           const RunOptions& options);

/// Runs a program on the reference machine: an instruction a cycle, without a pipeline, so that the
/// record has neither timeline nor ledger (RunRecord::timed). Of the machine only its architecture
/// matters: delay slots, misaligned accesses. Cycles of limits and conditions are instructions.
[[nodiscard]] trace::RunRecord run_on_reference(const isa::Program& program,
                                                const machine::Machine& machine,
                                                const RunOptions& options);

/// The names a run is shown with. An executable file has far more instructions than
/// a record shows: of those only the ones in the timeline are listed, and its rows are renumbered
/// so that they index the list.
/// `parts_of` gives the texts of the micro-ops of an instruction that has several.
[[nodiscard]] trace::Legend
make_legend(const isa::Program& program, Timeline& timeline,
            const std::function<std::vector<std::string>(std::uint32_t)>& parts_of = {});

/// Whether the run ends when it is certain that the program never does ("repeats").
[[nodiscard]] bool stops_at_repeats(const RunOptions& options);

/// The sentence of a run that has reached its limit of instructions.
[[nodiscard]] std::string instruction_limit_sentence(const isa::Program& program,
                                                     const RunOptions& options,
                                                     std::uint64_t limit);

/// Why a simulation stopped: reason, sentence with source line, exit code, and for faults a
/// register dump.
[[nodiscard]] trace::StopInfo describe_stop(const Simulation& simulation);

/// The same of a simulation that was ended because its program repeats for ever.
[[nodiscard]] trace::StopInfo describe_repeat(const Simulation& simulation, const Repeat& repeat);

} // namespace stallscope::session
