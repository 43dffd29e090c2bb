#include "graph/differentiate/symbolic.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <unordered_map>

namespace stallscope::graph {

namespace {

using Coefficients = std::optional<std::vector<std::int64_t>>;
constexpr std::size_t kMostTerms = 1000;

/// Expands formulas to coefficients; shared parts once.
class Expansion {
public:
  Coefficients of(const Expression& e) {
    if (e.kind == Expression::Kind::number) {
      if (std::trunc(e.number) != e.number || std::abs(e.number) > 0x1p52)
        return std::nullopt;
      return std::vector{static_cast<std::int64_t>(e.number)};
    }
    if (e.kind == Expression::Kind::variable) {
      if (!variable.empty() && variable != e.variable)
        return std::nullopt;
      variable = e.variable;
      return std::vector<std::int64_t>{0, 1};
    }
    if (const auto found = known_.find(&e); found != known_.end())
      return found->second;
    Coefficients out = operation(e);
    known_[&e] = out;
    return out;
  }

  std::string variable;

private:
  Coefficients operation(const Expression& e) {
    if (e.op != Op::add && e.op != Op::sub && e.op != Op::mul && e.op != Op::neg)
      return std::nullopt;
    const Coefficients a = of(*e.parts[0]);
    const Coefficients b =
        e.op == Op::neg ? Coefficients(std::vector<std::int64_t>{-1}) : of(*e.parts[1]);
    if (!a || !b)
      return std::nullopt;
    return e.op == Op::add || e.op == Op::sub ? sum(*a, *b, e.op == Op::sub) : product(*a, *b);
  }

  static Coefficients sum(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b,
                          bool minus) {
    std::vector<std::int64_t> out(std::max(a.size(), b.size()), 0);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::int64_t left = i < a.size() ? a[i] : 0;
      const std::int64_t right = i < b.size() ? b[i] : 0;
      if (minus ? __builtin_sub_overflow(left, right, &out[i])
                : __builtin_add_overflow(left, right, &out[i]))
        return std::nullopt;
    }
    return out;
  }

  static Coefficients product(const std::vector<std::int64_t>& a,
                              const std::vector<std::int64_t>& b) {
    if (a.size() + b.size() > kMostTerms)
      return std::nullopt;
    std::vector<std::int64_t> out(a.size() + b.size() - 1, 0);
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t k = 0; k < b.size(); ++k) {
        std::int64_t both = 0;
        if (__builtin_mul_overflow(a[i], b[k], &both) ||
            __builtin_add_overflow(out[i + k], both, &out[i + k]))
          return std::nullopt;
      }
    return out;
  }

  std::unordered_map<const Expression*, Coefficients> known_;
};

} // namespace

std::optional<Polynomial> polynomial_of(const Formula& formula) {
  Expansion expansion;
  Coefficients out = expansion.of(*formula);
  if (!out)
    return std::nullopt;
  while (out->size() > 1 && out->back() == 0)
    out->pop_back();
  return Polynomial{expansion.variable, std::move(*out)};
}

std::string Polynomial::text() const {
  std::int64_t common = 0;
  std::size_t terms = 0;
  for (const std::int64_t c : coefficients) {
    common = std::gcd(common, c);
    terms += c != 0 ? 1 : 0;
  }
  if (terms == 0)
    return "0";
  if (terms == 1)
    common = 1;
  std::string sum;
  for (std::size_t power = 0; power < coefficients.size(); ++power) {
    if (coefficients[power] == 0)
      continue;
    const std::int64_t c = coefficients[power] / common;
    const std::int64_t size = c < 0 ? -c : c;
    sum += sum.empty() ? (c < 0 ? "-" : "") : (c < 0 ? " - " : " + ");
    if (size != 1 || power == 0)
      sum += fmt::format("{}", size);
    if (power > 0)
      sum += variable;
    if (power > 1)
      sum += fmt::format("^{}", power);
  }
  return common == 1 ? sum : fmt::format("{}({})", common, sum);
}

} // namespace stallscope::graph
