#pragma once

#include "base/diagnostic.hpp"
#include "machine/machine_file.hpp"
#include "model/language/strings.hpp"
#include "sched/message.hpp"
#include "sched/schedule.hpp"
#include "trace/critical_path.hpp"
#include "trace/run_record.hpp"
#include "training/schedules/schedules.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// Why a cell is as it is, in the language at hand: "cycle 3, ID: 2 add $t4, $t3, $t2 waits for
/// $t2 from instruction 1 (add $t2, $t0, $t1)". `op` none: why the lane's free slots are empty.
[[nodiscard]] std::string cell_sentence(const trace::RunRecord& run, std::uint64_t cycle,
                                        LaneId lane, OpId op, const Cause& cause);

/// What the user must know of a run before looking at it: that its program never ends, and what
/// executables may not do and this program did. A sentence each; none of most runs.
[[nodiscard]] std::vector<std::string> notices_of(const trace::RunRecord& run);

/// A cause alone, as a predicate: "waits for $t2 from instruction 1 (add $t2, $t0, $t1)". An
/// operation is never said to wait for itself.
[[nodiscard]] std::string cause_sentence(const trace::RunRecord& run, OpId subject,
                                         const Cause& cause);

/// A link of a chain or path, in the language at hand: "instruction 1 (add $t2, $t0, $t1) executes
/// in ALU".
[[nodiscard]] std::string link_words(const trace::RunRecord& run, const trace::PathLink& link);

/// What a scheduler or transformation says, in the language at hand.
[[nodiscard]] std::string words_of(const sched::Message& message);
/// What a scheduler goes by, in the language at hand.
[[nodiscard]] std::string scheduler_title(const sched::SchedulerInfo& scheduler);
/// The text of an operation, in the language at hand where it is no program's.
[[nodiscard]] std::string operation_words(const trace::RunRecord& run, const OpRow& row);

/// What a schedule of a plan does, in the language at hand.
[[nodiscard]] std::string plan_schedule_words(const training::ScheduleInfo& schedule);
/// What a key of a machine file means, in the language at hand.
[[nodiscard]] std::string meaning_of(const machine::KeyInfo& key);

/// Heading, column or state of a core's structure, in the language at hand.
[[nodiscard]] std::string structure_words(std::string_view english);

/// Heading and meaning of a reason, in the language at hand.
[[nodiscard]] std::string reason_title(Reason reason);
[[nodiscard]] std::string reason_meaning(Reason reason);

/// A message with what was expected and the nearest right word: "unknown instruction 'adx' → add".
[[nodiscard]] std::string diagnostic_words(const Diagnostic& diagnostic);

} // namespace stallscope::gui
