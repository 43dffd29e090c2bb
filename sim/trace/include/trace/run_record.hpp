#pragma once

#include "timeline/timeline.hpp"
#include "trace/ledger.hpp"
#include "trace/op_number.hpp"
#include "trace/structure.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::trace {

/// What the things of a run are called.
struct Terms {
  const char* time;       ///< "cycle"
  const char* times;      ///< "cycles"
  const char* lane;       ///< "stage"
  const char* lanes;      ///< "stages"
  const char* operation;  ///< "instruction"
  const char* operations; ///< "instructions"
  const char* table;      ///< titles
  const char* diagram;
  const char* ledger;
};
inline constexpr Terms kProgramTerms{"cycle",           "cycles",           "stage",
                                     "stages",          "instruction",      "instructions",
                                     "Occupancy table", "Pipeline diagram", "Cycle ledger"};
inline constexpr Terms kTrainingTerms{
    "tick",       "ticks",           "device",           "devices",      "operation",
    "operations", "Occupancy table", "Pipeline diagram", "Device ledger"};

/// What one kind of operation has taken of the used slots of the ledger of a training plan.
struct Work {
  std::string name;        ///< stable, for JSON and CSV: "forward"
  std::uint64_t slots = 0; ///< ticks of devices

  bool operator==(const Work&) const = default;
};

/// Names of what a timeline only numbers. Plain text, so that a trace of another tool looks like
/// any other run.
struct Legend {
  std::vector<std::string> instruction_text;   ///< by InstructionIndex: "add $t2, $t0, $t1"
  std::vector<std::uint32_t> instruction_line; ///< by InstructionIndex: 1-based source line
  std::vector<std::uint64_t> instruction_pc;   ///< by InstructionIndex
  std::vector<std::string> instruction_file;   ///< by InstructionIndex: the source file; empty when
                                               ///< it is the program, or the line is not known
  /// By InstructionIndex: what each of its micro-ops does; empty where there is one. Empty for
  /// machines that take instructions as a whole.
  std::vector<std::vector<std::string>> instruction_parts;
  std::vector<std::string> register_names; ///< by RegId
  /// By InstructionIndex: what stands in a cell of a table in place of its number, and the colour
  /// it is drawn in there, from 1. Empty where operations are numbered.
  std::vector<std::string> cell_text;
  std::vector<std::uint8_t> color;

  [[nodiscard]] const std::string& text(InstructionIndex i) const;
  /// Of a row: the instruction's (or the two that are fused), and below its first micro-op what the
  /// others do.
  [[nodiscard]] std::string text(const OpRow& row) const;
  [[nodiscard]] const std::string& register_name(RegId reg) const;
  /// "sort.c:12", without folders, where code comes from other files than the program; else empty.
  [[nodiscard]] std::string place(InstructionIndex i) const;
};

/// A program that never ends: from one instruction on it comes back to the same state.
struct Repetition {
  std::uint64_t since_cycle = 0;         ///< in it the first instruction that repeats is fetched
  std::uint64_t since_instruction = 0;   ///< the number of that instruction, from 1
  std::uint64_t period = 0;              ///< instructions
  std::uint64_t least_period_cycles = 0; ///< the same in cycles; rounds can differ
  std::uint64_t most_period_cycles = 0;
  std::uint64_t pc = 0;    ///< of the first one
  std::string instruction; ///< its text
  std::string place;       ///< "sum.s:12"; empty when it is not known
};

/// How a run ended.
struct StopInfo {
  std::string reason;         ///< "end", "exit", "passed", "failed", "signal", "abort",
                              ///< "breakpoint", "fault", "limit", "condition", "no_progress",
                              ///< "interrupted", "memory", "repeats", "undeclared" (more of
                              ///< such memory written than is given), "trace" (the end of one)
  std::string detail;         ///< one sentence, for a fault what and where; may be empty
  std::int64_t exit_code = 0; ///< the guest's, for "exit"; "end": what main returned, 0 when it
                              ///< ended otherwise; "failed": the number it failed with;
                              ///< "signal", and "fault" of a Linux program: 128 + the signal;
                              ///< "abort": 1
  std::string dump; ///< register and pipeline dump of a fault or of no progress, several lines; may
                    ///< be empty
  std::optional<Repetition> repeats; ///< of "repeats"
};

/// What a program given as text did that executables may not: the first access of its kind, or
/// division by zero.
struct ToleratedAccess {
  enum class Kind : std::uint8_t { undeclared, misaligned, zero_division };

  Kind kind = Kind::undeclared;
  std::uint64_t address = 0;
  unsigned bytes = 0; ///< 0: by a system call
  bool write = false;
  std::string instruction; ///< text
  std::string place;       ///< "sum.s:12"; empty when it is not known
};

/// A register and its value at the end of the run.
struct RegisterValue {
  std::string name;
  std::uint64_t value = 0;            ///< a floating-point number as its bits
  bool floating_point = false;        ///< shown as a number with a fraction
  bool narrow = false;                ///< has 32 bits; `value` is sign-extended from them
  std::vector<std::uint64_t> upper{}; ///< of a vector register: the words above `value`
};

/// How often something happened in a hardware unit, or how much of it was in use on average.
struct UnitCount {
  std::string name;  ///< stable, for JSON and CSV: "cache.L1D.misses"
  std::string label; ///< "L1D misses"
  std::uint64_t count = 0;
  std::optional<double> mean = std::nullopt; ///< over all cycles; shown instead of the count
};

/// Entries of queues that fetch waits for; 0: no limit, or not known.
struct QueueSizes {
  unsigned fetch = 0;
  unsigned branches = 0; ///< the branch prediction queue
};

/// Operations from one to another, both inclusive; none when `first` comes behind `last`.
struct OpWindow {
  OpId first{kNever.value};
  OpId last;
};

/// Everything there is to show of one run: what every renderer and writer takes.
struct RunRecord {
  std::string program; ///< name as the user gave it
  std::string isa;
  std::string machine;                ///< name, with overrides: "mips-5"
  std::vector<std::string> settings;  ///< "key=value" overrides
  std::uint64_t cycles = 0;           ///< the number of the last one
  std::uint64_t instructions = 0;     ///< retired
  std::uint64_t micro_ops = 0;        ///< retired
  std::uint64_t wrong_path_ops = 0;   ///< fetched and discarded
  std::uint64_t branches = 0;         ///< conditional branches retired
  std::uint64_t mispredictions = 0;   ///< of conditional branches
  std::vector<UnitCount> unit_counts; ///< of caches, predictors and queues
  double host_seconds = 0;
  bool counts_micro_ops = false; ///< the operations of the timeline are micro-ops
  /// Registers are renamed to tags: an operation that waits takes a result when it is broadcast, a
  /// later one takes it from the reorder buffer.
  bool broadcasts_results = false;
  /// Read from a trace: there is no ledger, and nothing is known of branches.
  bool imported = false;
  Cycle first_cycle{1}; ///< of the run; later than 1 in traces that begin in the middle
  bool timed = true; ///< false: ran without a pipeline; there are no cycles, no ledger, no timeline
  bool training = false;  ///< lanes are devices and links, and operations those of micro-batches
  std::vector<Work> work; ///< of training: kinds of operations; adds up to the ledger's used slots
  StopInfo stop;
  std::string output;               ///< what the guest printed, its beginning when it was much
  std::uint64_t output_dropped = 0; ///< bytes printed behind that
  std::string signature;            ///< memory begin_signature to end_signature, when asked for
  std::string too_large; ///< why the record was dropped, or ends early: RunOptions::too_large
  std::vector<std::string> notes; ///< what a reader must know: "recording stopped at cycle ..."
  std::vector<ToleratedAccess> tolerated; ///< the notes say it too, in words
  Ledger ledger;
  Legend legend;
  QueueSizes queues;
  Timeline timeline;                    ///< empty lanes when nothing was recorded
  std::vector<RegisterValue> registers; ///< final values of the registers the program names

  /// What the machine's structures held at the end of the cycle that was asked for; none: nothing
  /// was, or the run ended before. Without tables: the machine has none.
  std::optional<Structures> structures;

  /// What a window by instructions of the right path (RunOptions::counts_right_path) consists of,
  /// wrong paths in between included: View::from_op and to_op then count as the window does.
  std::optional<OpWindow> window;

  /// Numbers the operations are shown with, by OpId; empty: their own. See number_alike().
  std::vector<OpId> shown_as;

  /// Numbers of instructions, by OpId from `numbers_from` on; empty: operations are shown as
  /// shown() says. See number_operations().
  std::vector<OpNumber> numbers;
  OpId numbers_from;

  /// The number it is shown with: "12", of a micro-op "12.2", of two fused instructions "12+13";
  /// "@345", its place in fetch order, where its instruction was fetched before the record.
  [[nodiscard]] std::string number(OpId op) const;
  [[nodiscard]] OpNumber op_number(OpId op) const; ///< from `numbers`; not known outside of them
  [[nodiscard]] OpId shown(OpId op) const {
    return op.value < shown_as.size() ? shown_as[op.value] : op;
  }
  /// What stands for the colour of an operation.
  [[nodiscard]] OpId color(OpId op) const;
  [[nodiscard]] const Terms& terms() const { return training ? kTrainingTerms : kProgramTerms; }
  /// From the first to the last.
  [[nodiscard]] std::uint64_t cycle_count() const {
    return cycles < first_cycle.value ? 0 : cycles - first_cycle.value + 1;
  }
  [[nodiscard]] double ipc() const {
    return cycle_count() == 0
               ? 0.0
               : static_cast<double>(instructions) / static_cast<double>(cycle_count());
  }
  /// Micro-ops that have retired in the slot of the one they are fused with: the ledger counts
  /// slots, and has so many fewer.
  [[nodiscard]] std::uint64_t fused_micro_ops() const {
    const std::uint64_t slots = ledger.at(LedgerPoint::retire).used();
    return counts_micro_ops && !imported ? micro_ops - std::min(slots, micro_ops) : 0;
  }
};

} // namespace stallscope::trace
