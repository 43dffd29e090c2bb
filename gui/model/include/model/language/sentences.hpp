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

/// The explanation of a cell in the current language: "cycle 3, ID: 2 add $t4, $t3, $t2 waits for
/// $t2 from instruction 1 (add $t2, $t0, $t1)". `op` none: why the lane's free slots are empty.
[[nodiscard]] std::string cell_sentence(const trace::RunRecord& run, std::uint64_t cycle,
                                        LaneId lane, OpId op, const Cause& cause);

/// Notices about a run, one sentence each: that its program never ends, and operations not
/// permitted to executables that the program attempted. Empty for most runs.
[[nodiscard]] std::vector<std::string> notices_of(const trace::RunRecord& run);

/// A cause as a predicate: "waits for $t2 from instruction 1 (add $t2, $t0, $t1)". A wait of an
/// operation for itself is phrased differently.
[[nodiscard]] std::string cause_sentence(const trace::RunRecord& run, OpId subject,
                                         const Cause& cause);

/// A link of a chain or path, in the current language: "instruction 1 (add $t2, $t0, $t1) executes
/// in ALU".
[[nodiscard]] std::string link_words(const trace::RunRecord& run, const trace::PathLink& link);

/// A message of a scheduler or transformation, in the current language.
[[nodiscard]] std::string words_of(const sched::Message& message);
/// The priority rule of a scheduler, in the current language.
[[nodiscard]] std::string scheduler_title(const sched::SchedulerInfo& scheduler);
/// The text of an operation, translated unless it is an instruction of a program.
[[nodiscard]] std::string operation_words(const trace::RunRecord& run, const OpRow& row);

/// Description of a plan's schedule, in the current language.
[[nodiscard]] std::string plan_schedule_words(const training::ScheduleInfo& schedule);
/// Meaning of a key of a machine file, in the current language.
[[nodiscard]] std::string meaning_of(const machine::KeyInfo& key);

/// Heading, column or state of a core's structure, in the current language.
[[nodiscard]] std::string structure_words(std::string_view english);

/// Heading and meaning of a reason, in the current language.
[[nodiscard]] std::string reason_title(Reason reason);
[[nodiscard]] std::string reason_meaning(Reason reason);

/// The name of a row of a plan, graph or measured trace, "device 0", "link 0>1", in the current
/// language. Names of a processor's lanes stay as they are.
[[nodiscard]] std::string row_name(std::string_view english);
/// A message with the expected values and the nearest suggestion: "unknown instruction 'adx' →
/// add".
[[nodiscard]] std::string diagnostic_words(const Diagnostic& diagnostic);

} // namespace stallscope::gui
