#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// Parsing of C declarations as far as needed to call a function: ISO C, 6.7.
namespace stallscope::isa {

struct CToken {
  std::string_view text;
  std::uint32_t line = 0;
};

/// A step from a declared name to its type: `int (*t[2])(int)` is an array of pointers to
/// functions.
enum class CDerivation : std::uint8_t { pointer, array, function };

/// The meaning of a type name in a source text.
struct CTypedef {
  std::vector<CDerivation> derivations; ///< int (*)[3]: pointer, array
  bool is_void = false;                 ///< for the final type
  std::string structure{};              ///< the final structure: structures.hpp; or empty
};
using CTypedefs = std::map<std::string, CTypedef, std::less<>>;

/// A declared name, or an abstract declarator.
struct CDeclarator {
  std::size_t name = 0; ///< index of its token; kNoName: unnamed
  static constexpr std::size_t kNoName = ~std::size_t{0};
  std::vector<CDerivation> derivations;
  std::vector<std::size_t> opened; ///< for each derivation: its token '[' or '(' or '*'
  std::size_t end = 0;             ///< position after its last token
};

/// Specifiers of a declaration, before its declarators.
struct CSpecifiers {
  bool is_static = false;
  bool is_inline = false;
  bool is_typedef = false;
  bool has_type = false; ///< otherwise it is int, in C before 1999
  bool is_void = false;
  bool is_enum = false;
  std::string tag;       ///< "struct node", "enum color"; empty: another type or none
  std::size_t body = 0;  ///< the '{' of a struct, union or enum, if present
  std::string type_name; ///< name of a typedef; empty: another type
  std::size_t end = 0;   ///< position after the last token
};

[[nodiscard]] bool is_c_name(std::string_view word);
/// Position after the bracket of any kind that closes the one at `open`; the end if none does.
[[nodiscard]] std::size_t behind_bracket(const std::vector<CToken>& tokens, std::size_t open,
                                         std::size_t end);
/// Tokens without attributes and without keywords that are irrelevant for callers.
[[nodiscard]] std::vector<CToken> without_attributes(const std::vector<CToken>& tokens);

/// `in_parameters`: an unknown name is a type and not a declared name.
[[nodiscard]] CSpecifiers read_specifiers(const std::vector<CToken>& tokens, std::size_t begin,
                                          std::size_t end, const CTypedefs& typedefs,
                                          bool in_parameters);
[[nodiscard]] CDeclarator read_declarator(const std::vector<CToken>& tokens, std::size_t begin,
                                          std::size_t end, const CTypedefs& typedefs);

} // namespace stallscope::isa
