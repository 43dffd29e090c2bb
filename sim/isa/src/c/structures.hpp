#pragma once

#include "declarator.hpp"

#include <map>
#include <string>
#include <vector>

// Members of structures and unions: ISO C, 6.7.2.1. Includes enumerations, 6.7.2.2.
namespace stallscope::isa {

struct CMember {
  std::string name; ///< empty: an anonymous structure or union; its members belong to the outer one
  std::vector<CDerivation> derivations; ///< including those of its type name
  std::string structure;                ///< its final structure, a key of CStructures; or empty
  std::string type;                     ///< type of a bit field, as written
  bool is_open = false;                 ///< `int v[]` at the end, without a size
  bool is_enumerator = false; ///< a constant of an enumeration, which has no other kinds of members
};

/// By tag, "struct node" or "enum color"; without a tag, by a number in braces. Contains
/// definitions at file scope and those nested in them.
using CStructures = std::map<std::string, std::vector<CMember>, std::less<>>;

/// The structure named by specifiers, which need not be defined (yet); empty: another type.
/// Definitions in them are added to `known`.
[[nodiscard]] std::string read_structure(const std::vector<CToken>& tokens,
                                         const CSpecifiers& specifiers, const CTypedefs& typedefs,
                                         CStructures& known);

} // namespace stallscope::isa
