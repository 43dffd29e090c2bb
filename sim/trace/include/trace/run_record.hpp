#pragma once

#include "timeline/timeline.hpp"
#include "trace/ledger.hpp"
#include "trace/micro_op_part.hpp"
#include "trace/op_number.hpp"
#include "trace/structure.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::trace {

/// Names of the units of time, place and work of a run.
struct Terms {
  const char* time;       ///< "cycle"
  const char* times;      ///< "cycles"
  const char* lane;       ///< "stage"
  const char* lanes;      ///< "stages"
  const char* operation;  ///< "instruction"
  const char* operations; ///< "instructions"
  const char* fewer;      ///< options of the command line that show fewer of them: of times, and of
                          ///< either
  const char* fewer_of_either;
  const char* table; ///< titles
  const char* diagram;
  const char* ledger;
};
inline constexpr Terms kProgramTerms{"cycle",
                                     "cycles",
                                     "stage",
                                     "stages",
                                     "instruction",
                                     "instructions",
                                     "--cycles FROM:TO",
                                     "--cycles FROM:TO or --instructions FROM:TO",
                                     "Occupancy table",
                                     "Pipeline diagram",
                                     "Cycle ledger"};
inline constexpr Terms kTrainingTerms{
    "tick",         "ticks",           "device",          "devices",         "operation",
    "operations",   "--ticks FROM:TO", "--ticks FROM:TO", "Occupancy table", "Pipeline diagram",
    "Device ledger"};

/// Share of one kind of operation in the used slots of the ledger of a training plan.
struct Work {
  std::string name;        ///< stable, for JSON and CSV: "forward"
  std::uint64_t slots = 0; ///< ticks of devices

  bool operator==(const Work&) const = default;
};

/// Names of everything that a timeline only numbers. Plain text, so that traces of other tools are
/// displayed like simulated runs.
struct Legend {
  std::vector<std::string> instruction_text;   ///< by InstructionIndex: "add $t2, $t0, $t1"
  std::vector<std::uint32_t> instruction_line; ///< by InstructionIndex: 1-based source line
  std::vector<std::uint64_t> instruction_pc;   ///< by InstructionIndex
  /// By InstructionIndex: the source file; empty when it is the program itself, or the line is not
  /// known.
  std::vector<std::string> instruction_file;
  /// By InstructionIndex: what each of its micro-ops does; empty when it has only one. Empty for
  /// machines without micro-ops.
  std::vector<std::vector<MicroOpPart>> instruction_parts;
  std::vector<std::string> register_names; ///< by RegId
  /// By InstructionIndex: the text in a cell of a table in place of its number, and the number of
  /// its colour there, from 1. Empty where operations are numbered.
  std::vector<std::string> cell_text;
  std::vector<std::uint8_t> color;

  [[nodiscard]] const std::string& text(InstructionIndex i) const;
  /// The row's micro-op, when its instruction has several and it is known; else nullptr.
  [[nodiscard]] const MicroOpPart* part(const OpRow& row) const;
  /// Text of a row: for the first micro-op the instruction (or the two that are fused), for the
  /// others what the micro-op does.
  [[nodiscard]] std::string text(const OpRow& row) const;
  [[nodiscard]] const std::string& register_name(RegId reg) const;
  /// "sort.c:12", without folders, for code from other files than the program; otherwise empty.
  [[nodiscard]] std::string place(InstructionIndex i) const;
};

/// A program that never ends: from one instruction on it returns to the same state periodically.
struct Repetition {
  std::uint64_t since_cycle = 0;         ///< cycle in which the first instruction that repeats is
                                         ///< fetched
  std::uint64_t since_instruction = 0;   ///< the number of that instruction, from 1
  std::uint64_t period = 0;              ///< length of a period in instructions
  std::uint64_t least_period_cycles = 0; ///< length of the shortest period in cycles; periods can
                                         ///< differ
  std::uint64_t most_period_cycles = 0;
  std::uint64_t pc = 0;    ///< pc of the first instruction of a period
  std::string instruction; ///< text of that instruction
  std::string place;       ///< place of that instruction: "sum.s:12"; empty when not known
};

/// How a run ended.
struct StopInfo {
  std::string reason; ///< "end", "exit", "passed", "failed", "signal", "abort",
                      ///< "breakpoint", "fault", "limit", "condition", "no_progress",
                      ///< "interrupted", "memory", "repeats", "undeclared" (more of
                      ///< such memory written than is given), "trace" (the end of one)
  std::string detail; ///< one sentence, for a fault its kind and place; may be empty
  /// The guest's exit code, for "exit"; "end": what main returned, 0 when the program ended
  /// otherwise; "failed": the number of the failure; "signal", and "fault" of a Linux program: 128
  /// + the signal; "abort": 1.
  std::int64_t exit_code = 0;
  std::string dump; ///< register and pipeline dump of a fault or of no progress, several lines; may
                    ///< be empty
  std::optional<Repetition> repeats; ///< for "repeats"
};

/// An access by a program given as text that executables may not make: the first of its kind, or a
/// division by zero.
struct ToleratedAccess {
  enum class Kind : std::uint8_t { undeclared, misaligned, zero_division };

  Kind kind = Kind::undeclared;
  std::uint64_t address = 0;
  unsigned bytes = 0; ///< size of the access; 0: made by a system call
  bool write = false;
  std::string instruction; ///< text of the instruction
  std::string place;       ///< place of the instruction: "sum.s:12"; empty when not known
};

/// A register and its value at the end of the run.
struct RegisterValue {
  std::string name;
  std::uint64_t value = 0;            ///< the value; a floating-point number as its bits
  bool floating_point = false;        ///< displayed as a number with a fraction
  bool narrow = false;                ///< the register has 32 bits; `value` is sign-extended from
                                      ///< them
  std::vector<std::uint64_t> upper{}; ///< for a vector register: the words above `value`
};

/// A count of events in a hardware unit, or the mean number of its entries in use.
struct UnitCount {
  std::string name;  ///< stable identifier for JSON and CSV: "cache.L1D.misses"
  std::string label; ///< "L1D misses"
  std::uint64_t count = 0;
  std::optional<double> mean = std::nullopt; ///< mean over all cycles; displayed instead of the
                                             ///< count
};

/// Sizes of the queues that can stall fetch; 0: no limit, or not known.
struct QueueSizes {
  unsigned fetch = 0;
  unsigned branches = 0; ///< entries of the branch prediction queue
};

/// A range of operations, both ends inclusive; empty when `first` is after `last`.
struct OpWindow {
  OpId first{kNever.value};
  OpId last;
};

/// All results of one run: the input of every renderer and writer.
struct RunRecord {
  std::string program; ///< name as the user gave it
  std::string isa;
  std::string machine;                ///< name, with overrides: "mips-5"
  std::vector<std::string> settings;  ///< "key=value" overrides
  std::uint64_t cycles = 0;           ///< the number of the last cycle
  std::uint64_t instructions = 0;     ///< instructions retired
  std::uint64_t micro_ops = 0;        ///< micro-ops retired
  std::uint64_t wrong_path_ops = 0;   ///< operations fetched and discarded
  std::uint64_t branches = 0;         ///< conditional branches retired
  std::uint64_t mispredictions = 0;   ///< mispredictions of conditional branches
  std::vector<UnitCount> unit_counts; ///< counters of caches, predictors and queues
  double host_seconds = 0;
  bool counts_micro_ops = false; ///< the operations of the timeline are micro-ops
  /// Registers are renamed to tags: a waiting operation takes a result when it is broadcast, a
  /// later operation takes it from the reorder buffer.
  bool broadcasts_results = false;
  /// Read from a trace: there is no ledger, and no branch counters.
  bool imported = false;
  Cycle first_cycle{1}; ///< first cycle of the run; later than 1 in traces that begin in the middle
  bool timed = true;    ///< false: executed without a pipeline; there are no cycles, no ledger, no
                        ///< timeline
  bool training = false;  ///< lanes are devices and links, and operations those of micro-batches
  std::vector<Work> work; ///< for training: the kinds of operations, which add up to the ledger's
                          ///< used slots
  StopInfo stop;
  std::string output;               ///< output of the guest, truncated at a limit
  std::uint64_t output_dropped = 0; ///< number of bytes of output beyond the limit
  std::string signature;            ///< memory from begin_signature to end_signature, when
                                    ///< requested
  std::string too_large; ///< why the record was dropped, or ends early: RunOptions::too_large
  std::vector<std::string> notes; ///< remarks for the reader: "recording stopped at cycle ..."
  std::vector<ToleratedAccess> tolerated; ///< tolerated accesses; the notes describe them in words
  Ledger ledger;
  Legend legend;
  QueueSizes queues;
  Timeline timeline;                    ///< without lanes when nothing was recorded
  std::vector<RegisterValue> registers; ///< final values of the registers that the program names

  /// Content of the machine's structures at the end of the requested cycle; nullopt: no cycle was
  /// requested, or the run ended before it. Without tables when the machine has no structures.
  std::optional<Structures> structures;

  /// The operations of a window by instructions of the right path (RunOptions::counts_right_path),
  /// wrong paths in between included: View::from_op and to_op then refer to instructions as the
  /// window does.
  std::optional<OpWindow> window;

  /// Numbers with which the operations are displayed, by OpId; empty: the OpId itself. See
  /// number_alike().
  std::vector<OpId> shown_as;

  /// Numbers of instructions, by OpId from `numbers_from` on; empty: operations are displayed with
  /// shown(). See number_operations().
  std::vector<OpNumber> numbers;
  OpId numbers_from;

  /// The number with which an operation is displayed: "12", for a micro-op "12.2", for two fused
  /// instructions "12+13"; "@345", its number in fetch order, when its instruction was fetched
  /// before the record.
  [[nodiscard]] std::string number(OpId op) const;
  [[nodiscard]] OpNumber op_number(OpId op) const; ///< the entry of `numbers`; zero outside of them
  [[nodiscard]] OpId shown(OpId op) const {
    return op.value < shown_as.size() ? shown_as[op.value] : op;
  }
  /// The number that determines the colour of an operation.
  [[nodiscard]] OpId color(OpId op) const;
  [[nodiscard]] const Terms& terms() const { return training ? kTrainingTerms : kProgramTerms; }
  /// Number of cycles from first_cycle to the last cycle.
  [[nodiscard]] std::uint64_t cycle_count() const {
    return cycles < first_cycle.value ? 0 : cycles - first_cycle.value + 1;
  }
  [[nodiscard]] double ipc() const {
    return cycle_count() == 0
               ? 0.0
               : static_cast<double>(instructions) / static_cast<double>(cycle_count());
  }
  /// Micro-ops that have retired in the slot of the micro-op they are fused with: by this number
  /// the ledger's used slots are fewer than micro_ops.
  [[nodiscard]] std::uint64_t fused_micro_ops() const {
    const std::uint64_t slots = ledger.at(LedgerPoint::retire).used();
    return counts_micro_ops && !imported ? micro_ops - std::min(slots, micro_ops) : 0;
  }
};

} // namespace stallscope::trace
