#pragma once

#include <nlohmann/json.hpp>

namespace stallscope::cli {

/// Numerator and denominator of an exact number: of training (Rational, Exact) or of a loop
/// (Fraction).
template <class Number> nlohmann::ordered_json fraction_json(const Number& number) {
  return {{"numerator", number.numerator}, {"denominator", number.denominator}};
}

/// A whole number as a JSON number, any other as a fraction.
template <class Number> nlohmann::ordered_json exact_json(const Number& number) {
  if (number.denominator == 1)
    return number.numerator;
  return fraction_json(number);
}

} // namespace stallscope::cli
