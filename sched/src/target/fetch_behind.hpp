#pragma once

#include "machine/description.hpp"
#include "sched/target/pipeline_model.hpp"

namespace stallscope::sched {

/// What a machine's predictor makes of a branch or jump that goes its way; predictors that learn
/// have learned.
[[nodiscard]] FetchBehind fetch_behind(const machine::Machine& machine,
                                       const isa::Instruction& instruction, bool taken);

} // namespace stallscope::sched
