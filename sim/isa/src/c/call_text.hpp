#pragma once

#include "base/input_limits.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// Bounds of what --call may say, so that a program of it stays of a size that compilers take.
inline constexpr std::size_t kMaxCallBytes = InputLimits::call;
inline constexpr std::uint64_t kMaxCallElements = InputLimits::call_elements;
inline constexpr unsigned kMaxCallDepth = InputLimits::call_depth;

/// An argument of a call: one value, or a list of them in braces.
struct CallArgument {
  enum class Kind : std::uint8_t { value, string, list };
  Kind kind = Kind::value;
  std::string text;         ///< C: of a list "{ 1, 2, [2 ... 9] = 7 }"
  std::uint32_t column = 1; ///< in the call, from 1
  /// Of a list: elements at each depth of it, the longest list of each: {{1,2,3},{4}} has 2, 3.
  std::vector<std::uint64_t> lengths;
  /// Of a list: the lists in it, by the place of their brace in the text and how deep they lie in
  /// it, from 1. One that is repeated stands there once.
  struct Inner {
    std::size_t at = 0;
    unsigned depth = 1;
    bool repeated = false;
    std::uint32_t column = 1;
  };
  std::vector<Inner> inner;
  bool repeats = false; ///< of a list: an element that is no list stands for many of a value
  std::optional<std::int64_t> number; ///< of a value: a whole number, as far as its text says which
  std::uint64_t padded_to = 0; ///< elements of a list with the zeros behind it; 0: it has none
};

struct CallText {
  std::string function;
  std::vector<CallArgument> arguments;
};

/// Reads "f(1000, {1,2,3}, "text", 'c', -2.5e3, 1 << 20)". A value may be a constant expression of
/// C, in which `*` stands in brackets when it is an element of a list. Lists nest; in them `0..999`
/// is a run of whole numbers, `7 x 1000` the same value many times, and `.x = 7` a member. A name
/// (NULL, a constant or a macro of the program) or the address of one is a value too; `sizeof`,
/// casts and lists with their type in front, `(int[]){1,2}`, are as in C. Problems are at a column
/// of the text, in a file called "--call".
[[nodiscard]] Result<CallText> parse_call(std::string_view text);

} // namespace stallscope::isa
