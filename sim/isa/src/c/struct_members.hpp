#pragma once

#include "call_text.hpp"
#include "functions.hpp"
#include "structures.hpp"

#include <string>

namespace stallscope::isa {

/// Entries for the members of a call's results: more are not written, and structures with more are
/// shown as bytes.
inline constexpr unsigned kMostMemberEntries = 4096;

/// C behind the driver of a call, and what is to be said about it.
struct MembersText {
  std::string text; ///< empty: there are no structures
  std::string note; ///< empty: nothing
};

/// Says where the members of the structures lie that a call's result and its arrays consist of, for
/// isa/call_results.hpp.
[[nodiscard]] MembersText members_text(const CStructures& structures, const CallText& call,
                                       const CFunction& function);

} // namespace stallscope::isa
