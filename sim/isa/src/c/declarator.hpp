#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// Declarations of C, as far as it takes to call a function: ISO C, 6.7.
namespace stallscope::isa {

struct CToken {
  std::string_view text;
  std::uint32_t line = 0;
};

/// A step from a declared name to its type: `int (*t[2])(int)` is an array of pointers to
/// functions.
enum class CDerivation : std::uint8_t { pointer, array, function };

/// What the type names of a source text stand for.
struct CTypedef {
  std::vector<CDerivation> derivations; ///< int (*)[3]: pointer, array
  bool is_void = false;                 ///< of what they end in
  std::string structure{};              ///< the structure they end in: structures.hpp; or empty
};
using CTypedefs = std::map<std::string, CTypedef, std::less<>>;

/// A declared name, or an abstract declarator.
struct CDeclarator {
  std::size_t name = 0; ///< index of its token; kNoName: it has none
  static constexpr std::size_t kNoName = ~std::size_t{0};
  std::vector<CDerivation> derivations;
  std::vector<std::size_t> opened; ///< by derivation: the token of its '[' or '(' or '*'
  std::size_t end = 0;             ///< behind its last token
};

/// Specifiers of a declaration, in front of its declarators.
struct CSpecifiers {
  bool is_static = false;
  bool is_inline = false;
  bool is_typedef = false;
  bool has_type = false; ///< else it is int, in C before 1999
  bool is_void = false;
  bool is_enum = false;
  std::string tag; ///< "struct node", "enum color"; empty: another type, or none has been given
  std::size_t body = 0;  ///< the '{' of a struct, union or enum, if it has one
  std::string type_name; ///< of a typedef; empty: another type
  std::size_t end = 0;   ///< behind its last token
};

[[nodiscard]] bool is_c_name(std::string_view word);
/// Behind the bracket of any kind that closes the one at `open`; the end when none does.
[[nodiscard]] std::size_t behind_bracket(const std::vector<CToken>& tokens, std::size_t open,
                                         std::size_t end);
/// Without attributes, and without words that mean nothing to callers.
[[nodiscard]] std::vector<CToken> without_attributes(const std::vector<CToken>& tokens);

/// `in_parameters`: a name that no type is known for is a type and no declared name.
[[nodiscard]] CSpecifiers read_specifiers(const std::vector<CToken>& tokens, std::size_t begin,
                                          std::size_t end, const CTypedefs& typedefs,
                                          bool in_parameters);
[[nodiscard]] CDeclarator read_declarator(const std::vector<CToken>& tokens, std::size_t begin,
                                          std::size_t end, const CTypedefs& typedefs);

} // namespace stallscope::isa
