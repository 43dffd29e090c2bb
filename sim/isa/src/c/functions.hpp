#pragma once

#include "declarator.hpp"
#include "structures.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// A parameter of a function, as in its definition.
struct CParameter {
  std::vector<std::string> words;         ///< "const", "int", "*", "a"
  std::size_t name = 0;                   ///< index of its name in `words`; words.size(): unnamed
  std::vector<CDerivation> derivations{}; ///< derivations of its type name, after its own
  std::vector<std::size_t> opened{};      ///< index in `words` of each of its own derivations: '*',
                                          ///< '[' or '('
  std::string structure{};                ///< its final structure, a key of CStructures; or empty
  std::size_t body = 0;                   ///< the '{' of a type declared here; 0: none
  std::uint32_t line = 0;

  /// A pointer or an array, which is a pointer as a parameter.
  [[nodiscard]] bool is_pointer() const;
  /// A function, or a pointer to one.
  [[nodiscard]] bool is_function() const;
  /// Number of indices: 1 for `int *a` and `int a[]`, 2 for `double m[][3]` and `double (*m)[3]`.
  [[nodiscard]] unsigned dimensions() const;
};

/// Parses a parameter of a prototype, such as "const int *a".
[[nodiscard]] CParameter parameter_of(const std::vector<CToken>& tokens, const CTypedefs& typedefs);

/// A function that a source text defines.
struct CFunction {
  std::string name;
  std::string file; ///< file name used by the compiler
  std::uint32_t line = 0;
  bool is_static = false;
  bool is_inline = false;
  bool returns_nothing = false;
  bool variadic = false;
  std::vector<CParameter> parameters;
  std::string prototype; ///< "int sum(int n, const int *a)"
  /// The structure it returns by value; empty: another type.
  std::string returned_structure;
  std::size_t unit = 0; ///< the translation unit that defines it, in CSource::structures
};

/// Definitions in preprocessed text of one or several consecutive translation units.
struct CSource {
  std::vector<CFunction> functions;    ///< without those in system headers
  std::vector<CStructures> structures; ///< for each translation unit
};

/// Parses C as far as needed to call a function: declarations at file scope, attributes, parameters
/// of ISO C and old-style ones (`f(a) int a; {}`), and bodies in braces.
[[nodiscard]] CSource read_c(std::string_view preprocessed);

/// Only the functions.
[[nodiscard]] std::vector<CFunction> defined_functions(std::string_view preprocessed);

} // namespace stallscope::isa
