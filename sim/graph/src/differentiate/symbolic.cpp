#include "graph/differentiate/symbolic.hpp"

#include "graph/evaluate/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

namespace stallscope::graph {

namespace {

Formula number(double value) {
  auto out = std::make_shared<Expression>();
  out->number = value;
  return out;
}

Formula variable(std::string name) {
  auto out = std::make_shared<Expression>();
  out->kind = Expression::Kind::variable;
  out->variable = std::move(name);
  return out;
}

bool is_number(const Formula& f, double value) {
  return f->kind == Expression::Kind::number && f->number == value;
}

/// An operation in written form; only + 0, x 0 and x 1 are simplified, as in a calculation by hand.
Formula operation(Op op, std::vector<Formula> parts) {
  if (op == Op::mul) {
    if (is_number(parts[0], 0) || is_number(parts[1], 0))
      return number(0);
    if (is_number(parts[0], 1))
      return parts[1];
    if (is_number(parts[1], 1))
      return parts[0];
  }
  if (op == Op::add && is_number(parts[0], 0))
    return parts[1];
  if ((op == Op::add || op == Op::sub) && is_number(parts[1], 0))
    return parts[0];
  if (op == Op::sub && is_number(parts[0], 0))
    return operation(Op::neg, {parts[1]});
  if (op == Op::neg && parts[0]->kind == Expression::Kind::number)
    return number(-parts[0]->number);
  if (op == Op::div && is_number(parts[0], 0))
    return number(0);
  auto out = std::make_shared<Expression>();
  out->kind = Expression::Kind::operation;
  out->op = op;
  out->operators = 1;
  for (const Formula& part : parts) {
    out->operators = std::min(kManyOperators, out->operators + part->operators);
    out->levels = std::max(out->levels, part->levels);
  }
  ++out->levels;
  out->parts = std::move(parts);
  return out;
}

using F = Formula;
F plus(F a, F b) {
  return operation(Op::add, {std::move(a), std::move(b)});
}
F minus(F a, F b) {
  return operation(Op::sub, {std::move(a), std::move(b)});
}
F times(F a, F b) {
  return operation(Op::mul, {std::move(a), std::move(b)});
}
F over(F a, F b) {
  return operation(Op::div, {std::move(a), std::move(b)});
}
F apply(Op op, F a) {
  return operation(op, {std::move(a)});
}

/// The derivatives of formulas by one variable; shared parts are derived once.
class Derivation {
public:
  explicit Derivation(std::string wrt) : wrt_(std::move(wrt)) {}

  F of(const F& f) {
    if (f->kind != Expression::Kind::operation)
      return number(f->kind == Expression::Kind::variable && f->variable == wrt_ ? 1 : 0);
    const auto found = known_.find(f.get());
    if (found != known_.end())
      return found->second;
    F out = derive(f);
    known_[f.get()] = out;
    return out;
  }

private:
  F derive(const F& f) {
    const F& u = f->parts[0];
    const F du = of(u);
    switch (f->op) {
    case Op::add:
      return plus(du, of(f->parts[1]));
    case Op::sub:
      return minus(du, of(f->parts[1]));
    case Op::mul:
      return plus(times(du, f->parts[1]), times(u, of(f->parts[1])));
    case Op::div: {
      const F& v = f->parts[1];
      return over(minus(times(du, v), times(u, of(v))), times(v, v));
    }
    case Op::pow:
      return power(f, du);
    case Op::prelu: {
      const F positive = operation(Op::greater, {u, number(0)});
      const F slope = operation(Op::where, {positive, number(1), f->parts[1]});
      const F by_a = operation(Op::where, {positive, number(0), u});
      return plus(times(slope, du), times(by_a, of(f->parts[1])));
    }
    case Op::where:
      return operation(Op::where, {u, of(f->parts[1]), of(f->parts[2])});
    case Op::maximum:
    case Op::minimum: {
      const bool max = f->op == Op::maximum;
      const F second = operation(Op::greater, {f->parts[max ? 1 : 0], f->parts[max ? 0 : 1]});
      return operation(Op::where, {second, of(f->parts[1]), du});
    }
    case Op::greater:
    case Op::equal:
    case Op::sign:
      return number(0);
    default:
      return times(outer(f, u), du);
    }
  }

  F power(const F& f, const F& du) {
    const F& u = f->parts[0];
    const F& v = f->parts[1];
    const F by_base = is_number(v, 0) // u^0 is 1 for all u
                          ? number(0)
                          : times(times(v, operation(Op::pow, {u, minus(v, number(1))})), du);
    const F dv = of(v);
    return is_number(dv, 0) ? by_base : plus(by_base, times(times(f, apply(Op::log, u)), dv));
  }

  static F outer(const F& f, const F& u) {
    switch (f->op) {
    case Op::neg:
      return number(-1);
    case Op::exp:
      return f;
    case Op::log:
      return over(number(1), u);
    case Op::sqrt:
      return over(number(0.5), f);
    case Op::tanh:
      return minus(number(1), times(f, f));
    case Op::sigmoid:
      return times(f, minus(number(1), f));
    case Op::relu:
      return operation(Op::greater, {u, number(0)});
    case Op::abs:
      return apply(Op::sign, u);
    case Op::erf:
      return times(number(2.0 / std::sqrt(std::acos(-1.0))),
                   apply(Op::exp, apply(Op::neg, times(u, u))));
    default: { // gelu
      const F phi =
          times(number(0.5), plus(number(1), apply(Op::erf, times(number(std::sqrt(0.5)), u))));
      const F density = times(number(1.0 / std::sqrt(2.0 * std::acos(-1.0))),
                              apply(Op::exp, times(number(-0.5), times(u, u))));
      return plus(phi, times(u, density));
    }
    }
  }

  std::string wrt_;
  std::unordered_map<const Expression*, F> known_;
};

int rank_of(const Expression& e) {
  if (e.kind != Expression::Kind::operation)
    return e.kind == Expression::Kind::number && e.number < 0 ? 1 : 4;
  switch (e.op) {
  case Op::add:
  case Op::sub:
    return 1;
  case Op::mul:
  case Op::div:
    return 2;
  case Op::neg:
  case Op::pow:
    return 3;
  default:
    return 4;
  }
}

void write(const Expression& e, std::string& out) {
  if (e.kind == Expression::Kind::number) {
    out += fmt::format("{}", e.number);
    return;
  }
  if (e.kind == Expression::Kind::variable) {
    out += e.variable;
    return;
  }
  const auto part = [&out](const Expression& inner, bool brackets) {
    out += brackets ? "(" : "";
    write(inner, out);
    out += brackets ? ")" : "";
  };
  const int rank = rank_of(e);
  const char* sign = e.op == Op::add   ? " + "
                     : e.op == Op::sub ? " - "
                     : e.op == Op::mul ? "*"
                     : e.op == Op::div ? "/"
                                       : "^";
  if (e.op == Op::neg) {
    out += "-";
    return part(*e.parts[0], rank_of(*e.parts[0]) <= 3);
  }
  if (rank < 4) {
    part(*e.parts[0], rank_of(*e.parts[0]) < rank + (e.op == Op::pow ? 1 : 0));
    out += sign;
    const bool strict = e.op == Op::sub || e.op == Op::div || e.op == Op::pow;
    const int right = rank_of(*e.parts[1]);
    return part(*e.parts[1], strict
                                 ? right <= rank
                                 : right < rank || (right == 1 && rank == 1 &&
                                                    e.parts[1]->kind == Expression::Kind::number));
  }
  out += info(e.op).name;
  out += "(";
  for (std::size_t i = 0; i < e.parts.size(); ++i) {
    out += i == 0 ? "" : ", ";
    write(*e.parts[i], out);
  }
  out += ")";
}

class FormulaBuilder {
public:
  explicit FormulaBuilder(const Graph& graph) : graph_(graph), formulas_(graph.nodes.size()) {}

  Result<Formula> of(NodeId y) {
    for (NodeId id = 0; id <= y; ++id)
      build(id);
    if (formulas_[y] == nullptr)
      return problem_of(y);
    return formulas_[y];
  }

private:
  void build(NodeId id) {
    const Node& node = graph_.nodes[id];
    if (elements_of(node.shape) != 1 || (node.type == Type::i32 && !is_source(node.op)))
      return; // tensors, and whole numbers, whose operators have steps
    if (node.op == Op::constant) {
      formulas_[id] = number(node.value->values[0]);
    } else if (is_source(node.op)) {
      formulas_[id] = variable(node.name);
    } else if (node.op == Op::sum || node.op == Op::mean || node.op == Op::reshape ||
               node.op == Op::broadcast || node.op == Op::cast) {
      formulas_[id] = formulas_[node.inputs[0]]; // reductions of one element
    } else if (node.op == Op::addn) {
      Formula all = formulas_[node.inputs[0]];
      for (std::size_t i = 1;
           i < node.inputs.size() && all != nullptr && all->levels <= kMostLevels; ++i)
        all = formulas_[node.inputs[i]] == nullptr ? nullptr : plus(all, formulas_[node.inputs[i]]);
      formulas_[id] = all;
    } else if (is_elementwise(node.op)) {
      std::vector<Formula> parts;
      for (const NodeId from : node.inputs) {
        if (formulas_[from] == nullptr)
          return;
        parts.push_back(formulas_[from]);
      }
      formulas_[id] = operation(node.op, std::move(parts));
    }
    if (formulas_[id] != nullptr && formulas_[id]->levels > kMostLevels) {
      formulas_[id] = nullptr;
      too_deep_ = too_deep_.value_or(id);
    }
  }

  /// The error for the first node on a path to y that has no formula.
  Diagnostic problem_of(NodeId y) const {
    NodeId id = y;
    for (bool further = true; further;) {
      further = false;
      for (const NodeId from : graph_.nodes[id].inputs)
        if (formulas_[from] == nullptr) {
          id = from;
          further = true;
          break;
        }
    }
    const Node& node = graph_.nodes[id];
    Diagnostic out;
    out.file = graph_.name;
    out.line = node.place.line;
    out.column = node.place.column;
    out.length = node.place.length;
    if (id == too_deep_) {
      out.message =
          fmt::format("the formula of {} ({}) has more than {} operators within each other",
                      node.name, info(node.op).name, kMostLevels);
      out.expected = "a smaller graph for symbolic derivatives; reverse has all";
      return out;
    }
    out.message =
        fmt::format("{} ({}) is {}, which has no formula of scalars", node.name, info(node.op).name,
                    node.type == Type::i32 ? "of whole numbers" : text_of(node.shape));
    out.expected = "scalars and element-wise operators for symbolic derivatives; reverse has all";
    return out;
  }

  const Graph& graph_;
  std::vector<Formula> formulas_;
  std::optional<NodeId> too_deep_; ///< the first node with more than kMostLevels
};

} // namespace

std::string text_of(const Formula& formula) {
  if (formula->operators > kMostWritten)
    return fmt::format("({}{} operators)", formula->operators >= kManyOperators ? "at least " : "",
                       formula->operators);
  std::string out;
  write(*formula, out);
  return out;
}

double value_of(const Formula& formula,
                const std::vector<std::pair<std::string, double>>& variables) {
  std::unordered_map<const Expression*, double> known;
  const auto value = [&](const auto& self, const Expression& e) -> double {
    if (e.kind == Expression::Kind::number)
      return e.number;
    if (e.kind == Expression::Kind::variable) {
      for (const auto& [name, number_of] : variables)
        if (name == e.variable)
          return number_of;
      return 0;
    }
    if (const auto found = known.find(&e); found != known.end())
      return found->second;
    std::vector<double> parts;
    for (const Formula& part : e.parts)
      parts.push_back(self(self, *part));
    return known[&e] = scalar_value(e.op, parts.data(), parts.size());
  };
  return value(value, *formula);
}

Result<std::vector<SymbolicRow>> symbolic(const Graph& graph, NodeId y,
                                          const std::vector<NodeId>& wrt) {
  const Result<Formula> formula = FormulaBuilder(graph).of(y);
  if (!formula)
    return formula.diagnostics();
  std::vector<SymbolicRow> rows;
  for (const NodeId id : wrt) {
    SymbolicRow row;
    row.name = graph.nodes[y].name;
    row.wrt = graph.nodes[id].name;
    row.formula = *formula;
    row.derivative = Derivation(row.wrt).of(*formula);
    row.simplified = polynomial_of(row.derivative);
    rows.push_back(std::move(row));
  }
  return rows;
}

} // namespace stallscope::graph
