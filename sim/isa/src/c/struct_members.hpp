#pragma once

#include "call_text.hpp"
#include "functions.hpp"
#include "structures.hpp"

#include <string>

namespace stallscope::isa {

/// Limit of entries for the members of a call's results: larger structures are displayed as bytes.
inline constexpr unsigned kMostMemberEntries = 4096;

/// C text after the driver of a call, and a message about it.
struct MembersText {
  std::string text; ///< empty: no structures
  std::string note; ///< empty: no message
};

/// Defines the positions of the members of the structures in a call's result and its arrays, for
/// isa/call_results.hpp.
[[nodiscard]] MembersText members_text(const CStructures& structures, const CallText& call,
                                       const CFunction& function);

} // namespace stallscope::isa
