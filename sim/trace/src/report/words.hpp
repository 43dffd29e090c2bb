#pragma once

#include "base/counted.hpp"
#include "timeline/occupancy_table.hpp"
#include "timeline/pipeline_diagram.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <string>
#include <vector>

// What cells and sentences say, the same in every form of output.
namespace stallscope::trace {

/// The number an operation is shown with: "12", or "12x" when it was fetched behind a wrongly
/// predicted branch.
[[nodiscard]] std::string op_label(OpId op, bool wrong_path, const RunRecord& run);

/// "instruction 1 (add $t2, $t0, $t1)"; only the number when the record does not hold the
/// operation.
[[nodiscard]] std::string instruction_ref(OpId op, const RunRecord& run);

/// The text of an operation's instruction, empty when unknown; of a micro-op behind its first one
/// with what it does: "addq %rax, 8(%rdx): store data".
[[nodiscard]] std::string op_text(OpId op, const RunRecord& run);
/// What stands in its row: the instruction, and below its first micro-op what the others do.
[[nodiscard]] std::string row_text(const OpRow& row, const RunRecord& run);

/// How many a queue holds, of how many it can: "3/16", "3 in" where there is no limit.
[[nodiscard]] std::string queue_count(const Lane& queue, std::size_t count);

/// The few letters that stand for a reason in a narrow cell; its name when it has no mark.
[[nodiscard]] std::string mark_of(Reason reason);

/// "$t2", "register 17" when it has no name, empty when the cause names none.
[[nodiscard]] std::string register_of(const Cause& cause, const RunRecord& run);

/// "RAW $t2 <- 1": mark, register, and the operation that is waited for.
[[nodiscard]] std::string short_cause(const Cause& cause, const RunRecord& run, bool unicode);

/// "cycle 3, ID: 2 add $t4, $t3, $t2 waits for $t2 from instruction 1 (add $t2, $t0, $t1)".
[[nodiscard]] std::string cell_sentence(Cycle cycle, const std::string& lane,
                                        const Occupant& occupant, const RunRecord& run);
[[nodiscard]] std::string gap_sentence(Cycle cycle, const std::string& lane, const Cause& gap,
                                       const RunRecord& run);

/// The record reaches to the end of the run: nothing happened behind it.
[[nodiscard]] bool reaches_end(const RunRecord& run);

/// A register's bits: "0x0000000000000005", half as many digits where it has 32 bits.
[[nodiscard]] std::string hex_of(const RegisterValue& reg);

/// A register's value as a number: signed, or for a floating-point register the double, and the
/// float when the upper half is empty, or all ones as RISC-V keeps it.
[[nodiscard]] std::string number_in(const RegisterValue& reg);

/// How long an operation was held for one cause, all its stays together.
struct Wait {
  Cause cause;
  std::uint64_t cycles = 0;
};
/// In order of first appearance.
[[nodiscard]] std::vector<Wait> waits_of(const Timeline& timeline, const OpRow& row);

/// "waits 2: RAW $t2 <- 1; 1: FULL <- 3", then how the row ended when it did not retire. Empty when
/// there is nothing to say.
[[nodiscard]] std::string row_summary(const OpRow& row, const RunRecord& run, bool unicode);

/// "mips-5 (register_file.write_then_read=false)": the machine with its overrides.
[[nodiscard]] std::string machine_title(const RunRecord& run);

/// "p4.tac on lecture-4".
[[nodiscard]] std::string run_title(const RunRecord& run);

/// "11 cycles, 4 instructions, IPC 0.36".
[[nodiscard]] std::string run_numbers(const RunRecord& run);

/// "the program ended", or for a fault what and where.
[[nodiscard]] std::string stop_words(const RunRecord& run);

/// Which reasons a table or a diagram shows, each with a place in Reason order.
using ReasonSet = std::vector<bool>;
[[nodiscard]] ReasonSet reasons_of(const OccupancyTable& table, bool with_gaps);
[[nodiscard]] ReasonSet reasons_of(const PipelineDiagram& diagram);

/// Adds those that the summaries of rows name.
void add_waits(ReasonSet& reasons, const std::vector<const OpRow*>& rows, const Timeline& timeline);

/// Whether some operation is shown to have been fetched late.
[[nodiscard]] bool shows_fetch_waits(const PipelineDiagram& diagram);

/// Whether the wrong path shows anywhere.
[[nodiscard]] bool shows_wrong_path(const PipelineDiagram& diagram);

/// The operations a table or a diagram shows, oldest first.
[[nodiscard]] std::vector<const OpRow*> rows_of(const OccupancyTable& table,
                                                const Timeline& timeline);
[[nodiscard]] std::vector<const OpRow*> rows_of(const PipelineDiagram& diagram);

} // namespace stallscope::trace
