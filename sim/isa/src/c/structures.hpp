#pragma once

#include "declarator.hpp"

#include <map>
#include <string>
#include <vector>

// Members of structures and unions: ISO C, 6.7.2.1. Enumerations are told with them, 6.7.2.2.
namespace stallscope::isa {

struct CMember {
  std::string name; ///< empty: an anonymous structure or union; its members are the outer one's
  std::vector<CDerivation> derivations; ///< with those of its type's name
  std::string structure;      ///< the structure it ends in, a key of CStructures; or empty
  std::string type;           ///< of a bit field: its type as it is written
  bool is_open = false;       ///< `int v[]` at the end, which has no size
  bool is_enumerator = false; ///< a constant of an enumeration, which has no other members
};

/// By tag, "struct node" or "enum color", and one without a tag by a number in braces. Definitions
/// at file scope, and those inside of them.
using CStructures = std::map<std::string, std::vector<CMember>, std::less<>>;

/// The structure that specifiers name, which need not be defined (yet); empty: they name another
/// type. What they define goes into `known`.
[[nodiscard]] std::string read_structure(const std::vector<CToken>& tokens,
                                         const CSpecifiers& specifiers, const CTypedefs& typedefs,
                                         CStructures& known);

} // namespace stallscope::isa
