#include "call_constants.hpp"

#include <array>
#include <charconv>
#include <limits>
#include <utility>

namespace stallscope::isa {

std::optional<std::int64_t> whole_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+'))
    text.remove_prefix(1);
  while (!text.empty() && std::string_view("uUlL").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const bool binary = text.starts_with("0b") || text.starts_with("0B");
  const bool octal = !hexadecimal && !binary && text.size() > 1 && text.front() == '0';
  text.remove_prefix(hexadecimal || binary ? 2 : 0);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value,
                                            hexadecimal ? 16
                                            : binary    ? 2
                                            : octal     ? 8
                                                        : 10);
  if (text.empty() || text.front() == '-' || error != std::errc() ||
      end != text.data() + text.size())
    return std::nullopt;
  return negative ? -value : value;
}

namespace {

FoldedConstant checked_sum(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_add_overflow(a, b, &result) ? std::nullopt : FoldedConstant(result);
}
FoldedConstant checked_difference(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_sub_overflow(a, b, &result) ? std::nullopt : FoldedConstant(result);
}
FoldedConstant checked_product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? std::nullopt : FoldedConstant(result);
}
FoldedConstant checked_quotient(std::int64_t a, std::int64_t b) {
  return b == 0 || b == -1 ? std::nullopt : FoldedConstant(a / b);
}
FoldedConstant checked_remainder(std::int64_t a, std::int64_t b) {
  return b == 0 || b == -1 ? std::nullopt : FoldedConstant(a % b);
}
FoldedConstant checked_left_shift(std::int64_t a, std::int64_t b) {
  const bool fits =
      a >= 0 && b >= 0 && b <= 62 && a <= (std::numeric_limits<std::int64_t>::max() >> b);
  return fits ? FoldedConstant(a << b) : std::nullopt;
}
FoldedConstant checked_right_shift(std::int64_t a, std::int64_t b) {
  return a >= 0 && b >= 0 && b <= 62 ? FoldedConstant(a >> b) : std::nullopt;
}

/// In the order in which they are looked for: longer ones first.
constexpr std::array<BinaryOperator, 18> kBinaryOperators{{
    {"||", 0, [](std::int64_t a, std::int64_t b) { return FoldedConstant(a != 0 || b != 0); }},
    {"&&", 1, [](std::int64_t a, std::int64_t b) { return FoldedConstant(a != 0 && b != 0); }},
    {"==", 5, [](std::int64_t a, std::int64_t b) { return FoldedConstant(a == b); }},
    {"!=", 5, [](std::int64_t a, std::int64_t b) { return FoldedConstant(a != b); }},
    {"<=", 6, [](std::int64_t a, std::int64_t b) { return FoldedConstant(a <= b); }},
    {">=", 6, [](std::int64_t a, std::int64_t b) { return FoldedConstant(a >= b); }},
    {"<<", 7, checked_left_shift},
    {">>", 7, checked_right_shift},
    {"|", 2, [](std::int64_t a, std::int64_t b) { return FoldedConstant(a | b); }},
    {"^", 3, [](std::int64_t a, std::int64_t b) { return FoldedConstant(a ^ b); }},
    {"&", 4, [](std::int64_t a, std::int64_t b) { return FoldedConstant(a & b); }},
    {"<", 6, [](std::int64_t a, std::int64_t b) { return FoldedConstant(a < b); }},
    {">", 6, [](std::int64_t a, std::int64_t b) { return FoldedConstant(a > b); }},
    {"+", 8, checked_sum},
    {"-", 8, checked_difference},
    {"*", 9, checked_product},
    {"/", 9, checked_quotient},
    {"%", 9, checked_remainder},
}};

} // namespace

const BinaryOperator* binary_operator_at(std::string_view text) {
  for (const BinaryOperator& one : kBinaryOperators)
    if (text.starts_with(one.text))
      return &one;
  return nullptr;
}

} // namespace stallscope::isa
