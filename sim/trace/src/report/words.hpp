#pragma once

#include "base/counted.hpp"
#include "timeline/occupancy_table.hpp"
#include "timeline/pipeline_diagram.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <string>
#include <vector>

// Text of cells and sentences, equal in every output format.
namespace stallscope::trace {

/// The displayed number of an operation: "12", or "12x" on a wrong path.
[[nodiscard]] std::string op_label(OpId op, bool wrong_path, const RunRecord& run);

/// "instruction 1 (add $t2, $t0, $t1)"; only the number when the operation is not in the record.
[[nodiscard]] std::string instruction_ref(OpId op, const RunRecord& run);

/// The text of an operation's instruction, empty when unknown; for later micro-ops with what they
/// do: "addq %rax, 8(%rdx): store data".
[[nodiscard]] std::string op_text(OpId op, const RunRecord& run);
/// Text of a row: the instruction, and for later micro-ops what they do.
[[nodiscard]] std::string row_text(const OpRow& row, const RunRecord& run);

/// Occupancy of a queue: "3/16", "3 in" when it has no limit.
[[nodiscard]] std::string queue_count(const Lane& queue, std::size_t count);

/// Abbreviation of a reason for narrow cells; its name when it has none.
[[nodiscard]] std::string mark_of(Reason reason);

/// "$t2", "register 17" when it has no name, empty when the cause has no register.
[[nodiscard]] std::string register_of(const Cause& cause, const RunRecord& run);

/// "RAW $t2 <- 1": abbreviation, register, and producer.
[[nodiscard]] std::string short_cause(const Cause& cause, const RunRecord& run, bool unicode);

/// "cycle 3, ID: 2 add $t4, $t3, $t2 waits for $t2 from instruction 1 (add $t2, $t0, $t1)".
[[nodiscard]] std::string cell_sentence(Cycle cycle, const std::string& lane,
                                        const Occupant& occupant, const RunRecord& run);
/// Why a lane is empty in a cycle, or not full: the sentence for such a cell, with the lane's name.
[[nodiscard]] std::string gap_words(Cycle cycle, const std::string& lane, const TableCell& cell,
                                    const RunRecord& run);
[[nodiscard]] std::string gap_sentence(Cycle cycle, const std::string& lane, const TableCell& cell,
                                       const RunRecord& run);

/// The record covers the end of the run.
[[nodiscard]] bool reaches_end(const RunRecord& run);

/// A register's bits: "0x0000000000000005", half as many digits for 32-bit registers.
[[nodiscard]] std::string hex_of(const RegisterValue& reg);

/// A register's value as a number: signed, or for a floating-point register the double, and the
/// float when the upper half is 0 or NaN-boxed (all ones, RISC-V).
[[nodiscard]] std::string number_in(const RegisterValue& reg);

/// Cycles an operation was held for one cause, summed over all spans.
struct Wait {
  Cause cause;
  std::uint64_t cycles = 0;
};
/// In order of first appearance.
[[nodiscard]] std::vector<Wait> waits_of(const Timeline& timeline, const OpRow& row);

/// "waits 2: RAW $t2 <- 1; 1: FULL <- 3", then how the row ended when it did not retire. Can be
/// empty.
[[nodiscard]] std::string row_summary(const OpRow& row, const RunRecord& run, bool unicode);

/// "mips-5 (register_file.write_then_read=false)": the machine with its overrides.
[[nodiscard]] std::string machine_title(const RunRecord& run);

/// "p4.tac on lecture-4".
[[nodiscard]] std::string run_title(const RunRecord& run);

/// "11 cycles, 4 instructions, IPC 0.36".
[[nodiscard]] std::string run_numbers(const RunRecord& run);

/// "the program ended", or for a fault its kind and place.
[[nodiscard]] std::string stop_words(const RunRecord& run);

/// The reasons shown in a table or diagram, each with its number in Reason order.
using ReasonSet = std::vector<bool>;
[[nodiscard]] ReasonSet reasons_of(const OccupancyTable& table, bool with_gaps);
[[nodiscard]] ReasonSet reasons_of(const PipelineDiagram& diagram);

/// Adds the reasons in the summaries of rows.
void add_waits(ReasonSet& reasons, const std::vector<const OpRow*>& rows, const Timeline& timeline);

/// Whether the diagram shows a delayed fetch.
[[nodiscard]] bool shows_fetch_waits(const PipelineDiagram& diagram);

/// Whether the diagram shows operations of the wrong path.
[[nodiscard]] bool shows_wrong_path(const PipelineDiagram& diagram);

/// The operations shown in a table or diagram, oldest first.
[[nodiscard]] std::vector<const OpRow*> rows_of(const OccupancyTable& table,
                                                const Timeline& timeline);
[[nodiscard]] std::vector<const OpRow*> rows_of(const PipelineDiagram& diagram);

/// The sentence of a reason in a legend; for training plans in terms of devices and operations.
[[nodiscard]] std::string_view meaning_of(Reason reason, bool training);

} // namespace stallscope::trace
