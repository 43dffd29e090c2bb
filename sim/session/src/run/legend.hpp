#pragma once

#include "isa/program.hpp"
#include "session/simulation.hpp"
#include "trace/event_feed.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::session {

/// What does not change about an instruction: for traces.
[[nodiscard]] trace::StaticFacts facts_of(const isa::Program& program, const Simulation& simulation,
                                          std::uint32_t instruction);

/// Registers, and the values between micro-ops of an instruction (`has_parts`) where no register
/// has their number.
[[nodiscard]] std::vector<std::string> register_names(const isa::Program& program, bool has_parts);

} // namespace stallscope::session
