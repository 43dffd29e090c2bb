#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

// Constant expressions of whole numbers, as far as a call's text tells their value.
namespace stallscope::isa {

/// What C's literal of a whole number is, of those that fit 63 bits.
[[nodiscard]] std::optional<std::int64_t> whole_number(std::string_view text);

using FoldedConstant = std::optional<std::int64_t>; ///< none: not known, or it overflows 64 bits

/// A binary operator of C: ISO C, 6.5.5 to 6.5.14.
struct BinaryOperator {
  std::string_view text;
  unsigned precedence; ///< larger: binds more closely
  FoldedConstant (*apply)(std::int64_t, std::int64_t);
};

/// The longest operator that the text begins with; nullptr: none.
[[nodiscard]] const BinaryOperator* binary_operator_at(std::string_view text);

} // namespace stallscope::isa
