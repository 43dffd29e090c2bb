#pragma once

#include "declarator.hpp"
#include "structures.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// A parameter of a function, as its definition has it.
struct CParameter {
  std::vector<std::string> words;         ///< "const", "int", "*", "a"
  std::size_t name = 0;                   ///< which of them is its name; words.size(): it has none
  std::vector<CDerivation> derivations{}; ///< those of its type's name behind its own
  std::vector<std::size_t> opened{};      ///< the words of its own: '*', '[' or '('
  std::string structure{};                ///< what its type ends in, a key of CStructures; or empty
  std::size_t body = 0;                   ///< the '{' of a type that is declared here; 0: none is
  std::uint32_t line = 0;

  /// To memory, or an array, which is one here.
  [[nodiscard]] bool is_pointer() const;
  /// A function, or a pointer to one.
  [[nodiscard]] bool is_function() const;
  /// Indices it takes: 1 of `int *a` and `int a[]`, 2 of `double m[][3]` and `double (*m)[3]`.
  [[nodiscard]] unsigned dimensions() const;
};

/// Of the words of a parameter of a prototype, such as "const int *a".
[[nodiscard]] CParameter parameter_of(const std::vector<CToken>& tokens, const CTypedefs& typedefs);

/// A function that a source text defines.
struct CFunction {
  std::string name;
  std::string file; ///< as the compiler calls it
  std::uint32_t line = 0;
  bool is_static = false;
  bool is_inline = false;
  bool returns_nothing = false;
  bool variadic = false;
  std::vector<CParameter> parameters;
  std::string prototype; ///< "int sum(int n, const int *a)"
  /// What it returns, not a pointer to it, is this structure; empty: something else.
  std::string returned_structure;
  std::size_t unit = 0; ///< the translation unit that defines it, in CSource::structures
};

/// What preprocessed text defines, of one translation unit or of several behind each other.
struct CSource {
  std::vector<CFunction> functions;    ///< those of headers of the system are left out
  std::vector<CStructures> structures; ///< by translation unit
};

/// Understands as much of C as it takes to call a function: declarations at file scope, attributes,
/// parameters of ISO C and those before it (`f(a) int a; {}`), and bodies in braces.
[[nodiscard]] CSource read_c(std::string_view preprocessed);

/// The functions alone.
[[nodiscard]] std::vector<CFunction> defined_functions(std::string_view preprocessed);

} // namespace stallscope::isa
