#pragma once

#include "call_text.hpp"
#include "functions.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// The members of structures and unions that a text defines at file scope, by tag ("struct P") and
/// by the name of their typedef ("P"): what can be named behind an object, "x", "p.y", or of an
/// array "v[]". A structure with a bit field, a member without a name, a pointer to a function or
/// an array of several dimensions is not among them.
using StructMembers = std::map<std::string, std::vector<std::string>, std::less<>>;
[[nodiscard]] StructMembers members_of_structs(std::string_view source);

/// C behind the driver of a call: where the members of the structures lie that its result and its
/// arrays consist of, for isa/call_results.hpp. Empty when there are none.
[[nodiscard]] std::string members_text(std::string_view source, const CallText& call,
                                       const CFunction& function);

} // namespace stallscope::isa
