#pragma once

#include "machine/description.hpp"
#include "sched/target/pipeline_model.hpp"

namespace stallscope::sched {

/// The fetch behaviour after a branch or jump with a known outcome; dynamic predictors count as
/// trained.
[[nodiscard]] FetchBehind fetch_behind(const machine::Machine& machine,
                                       const isa::Instruction& instruction, bool taken);

} // namespace stallscope::sched
