#pragma once

#include "run/unset_bound.hpp"

namespace stallscope::session {

/// A loop that no path of the control-flow graph leaves: from the pc on, branches, jumps and the
/// next instructions lead only to instructions that cannot end the run. (find_unset_bound() says of
/// which runs.) What may trap counts as a way out unless it certainly does not: accesses of
/// addresses that do not change, sums of constants for as long as they cannot overflow. Only of
/// loops that count: the state of others repeats, which the run finds with its period.
[[nodiscard]] std::optional<UnsetBound> find_no_exit(const isa::Program& program,
                                                     const machine::Machine& machine,
                                                     const RunOptions& options);

} // namespace stallscope::session
