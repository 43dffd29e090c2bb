#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// A parameter of a function, as its definition has it.
struct CParameter {
  std::vector<std::string> words; ///< "const", "int", "*", "a"
  std::size_t name = 0;           ///< which of them is its name; words.size(): it has none

  [[nodiscard]] bool is_pointer() const; ///< or an array, which is one here
  /// Indices it takes: 1 of `int *a` and `int a[]`, 2 of `double m[][3]` and `double (*m)[3]`.
  [[nodiscard]] unsigned dimensions() const;
};

/// A function that a source text defines.
struct CFunction {
  std::string name;
  std::string file; ///< as the compiler calls it
  std::uint32_t line = 0;
  bool is_static = false;
  bool returns_nothing = false;
  bool variadic = false;
  std::vector<CParameter> parameters;
  std::string prototype; ///< "int sum(int n, const int *a)"
};

/// The functions defined in preprocessed text, headers of the system left out. Understands enough
/// of C for that: declarations at file scope, attributes, and bodies in braces.
[[nodiscard]] std::vector<CFunction> defined_functions(std::string_view preprocessed);

} // namespace stallscope::isa
