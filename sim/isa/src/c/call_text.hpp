#pragma once

#include "base/input_limits.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// Limits for --call, so that the generated program is small enough for compilers.
inline constexpr std::size_t kMaxCallBytes = InputLimits::call;
inline constexpr std::uint64_t kMaxCallElements = InputLimits::call_elements;
inline constexpr unsigned kMaxCallDepth = InputLimits::call_depth;

/// An argument of a call: a single value, or a list in braces.
struct CallArgument {
  enum class Kind : std::uint8_t { value, string, list };
  Kind kind = Kind::value;
  std::string text;         ///< C text; for a list "{ 1, 2, [2 ... 9] = 7 }"
  std::uint32_t column = 1; ///< position in the call, from 1
  /// For a list: the number of elements at each depth, the maximum over its lists: {{1,2,3},{4}}
  /// has 2, 3.
  std::vector<std::uint64_t> lengths;
  /// For a list: its inner lists, with the position of their brace in the text and their depth,
  /// from 1. A repeated list is included once.
  struct Inner {
    std::size_t at = 0;
    unsigned depth = 1;
    bool repeated = false;
    std::uint32_t column = 1;
  };
  std::vector<Inner> inner;
  bool repeats = false; ///< for a list: an element other than a list stands for several equal
                        ///< values
  std::optional<std::int64_t> number; ///< for a single value: the whole number, if it can be
                                      ///< determined from the text
  std::uint64_t padded_to = 0; ///< number of elements of a list including the zeros appended to it;
                               ///< 0: none were appended
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
