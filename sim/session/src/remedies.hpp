#pragma once

#include "session/explain.hpp"

#include <vector>

namespace stallscope::session {

/// Simulates the program again with every change of the machine that could do something against
/// waits of this kind, and returns those that shorten the wait of one operation, best first. `run`
/// is recorded from cycle 1; `waiting` is the row of the operation in it. `chain`: whom it waits
/// for on a dynamically scheduled machine, where the waits of these are fought too.
[[nodiscard]] std::vector<Remedy>
find_remedies(const isa::Program& program, const machine::Machine& machine,
              const RunOptions& options, const trace::RunRecord& run, const OpRow& waiting,
              const Cause& cause, const std::vector<ChainLink>& chain = {});

} // namespace stallscope::session
