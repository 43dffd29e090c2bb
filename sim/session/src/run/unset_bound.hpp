#pragma once

#include "session/runner.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace stallscope::session {

/// A loop that certainly does not end within the standard limit of instructions because a register
/// that should bound it is not set, or what it compares is loaded from memory that nothing has
/// written: a run of it shows some rounds, and says which. If it compares nothing that is set and
/// would end by a fault (a sum that overflows, stores that use up undeclared memory), a million
/// rounds are as good.
struct UnsetBound {
  std::uint64_t instructions = 0; ///< what is shown
  std::string sentence;
};

/// Looks at the first instructions of a program given as text, when nothing is said of how long it
/// shall run. The proof: branches of a round compare registers that it changes by constants, so
/// that the round in which one of them goes another way is known.
[[nodiscard]] std::optional<UnsetBound> find_unset_bound(const isa::Program& program,
                                                         const machine::Machine& machine,
                                                         const RunOptions& options);

} // namespace stallscope::session
