#pragma once

#include "model/strings.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <string>

namespace stallscope::gui {

/// Why a cell is as it is, in the language at hand: "cycle 3, ID: 2 add $t4, $t3, $t2 waits for
/// $t2 from instruction 1 (add $t2, $t0, $t1)". `op` none: why the lane's free slots are empty.
[[nodiscard]] std::string cell_sentence(const trace::RunRecord& run, std::uint64_t cycle,
                                        LaneId lane, OpId op, const Cause& cause);

/// A cause alone, as a predicate: "waits for $t2 from instruction 1 (add $t2, $t0, $t1)". An
/// operation is never said to wait for itself.
[[nodiscard]] std::string cause_sentence(const trace::RunRecord& run, OpId subject,
                                         const Cause& cause);

/// Heading and meaning of a reason, in the language at hand.
[[nodiscard]] std::string reason_title(Reason reason);
[[nodiscard]] std::string reason_meaning(Reason reason);

} // namespace stallscope::gui
