#pragma once

#include "isa/program.hpp"
#include "machine/description.hpp"
#include "session/explain.hpp"

#include <string>
#include <vector>

namespace stallscope::session {

/// Changes of a dynamically scheduled machine worth trying against the waits of a chain, as --set
/// takes them; each once, those of the operation itself first.
[[nodiscard]] std::vector<std::string> settings_against(const isa::Program& program,
                                                        const machine::Machine& machine,
                                                        const trace::RunRecord& run,
                                                        const std::vector<ChainLink>& chain);

} // namespace stallscope::session
