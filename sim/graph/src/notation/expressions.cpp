#include "graph/evaluate/evaluate.hpp"
#include "parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace stallscope::graph {

namespace {

Operand failure() {
  Operand out;
  out.failed = true;
  return out;
}

/// The words in front of '=' of a signature.
std::vector<std::string_view> keywords_of(std::string_view signature) {
  std::vector<std::string_view> out;
  for (std::size_t end = signature.find('='); end != std::string_view::npos;
       end = signature.find('=', end + 1)) {
    const std::size_t begin = signature.find_last_of(" (", end) + 1;
    out.push_back(signature.substr(begin, end - begin));
  }
  return out;
}

/// Operators with numeric positional arguments after their first input.
bool takes_numbers(Op op) {
  switch (op) {
  case Op::transpose:
  case Op::reshape:
  case Op::broadcast:
  case Op::slice:
  case Op::pad:
  case Op::cast:
    return true;
  default:
    return false;
  }
}

} // namespace

bool Parser::integer(std::int64_t& into) {
  const bool negative = accept("-");
  const Token number = peek();
  std::int64_t value = 0;
  const char* end = number.text.data() + number.text.size();
  const auto [last, code] = std::from_chars(number.text.data(), end, value);
  if (number.kind != TokenKind::number || code != std::errc{} || last != end) {
    error(number.place, fmt::format("'{}' is no whole number", number.text), "a number such as 4");
    return false;
  }
  next();
  into = negative ? -value : value;
  return true;
}

/// "[2, 3]", or a single number.
bool Parser::integers(std::vector<std::int64_t>& into) {
  into.clear();
  if (!accept("[")) {
    into.emplace_back();
    return integer(into.back());
  }
  while (!peek().is("]")) {
    into.emplace_back();
    if (!integer(into.back()))
      return false;
    if (!accept(","))
      break;
  }
  return expect("]", "in a list of numbers");
}

Operand Parser::expression() {
  if (++nesting_ > kMostNesting) {
    error(peek().place, fmt::format("more than {} levels of parentheses", kMostNesting));
    --nesting_;
    return failure();
  }
  Operand left = sum();
  while (!left.failed && (peek().is(">") || peek().is("<")) &&
         (parentheses_ > 0 || !peek().first_in_line)) {
    const Token sign = next();
    Operand right = sum();
    if (sign.text == "<")
      std::swap(left, right);
    left = make(Op::greater, {left, right}, {}, sign.place);
  }
  --nesting_;
  return left;
}

Operand Parser::sum() {
  Operand left = product();
  while (!left.failed && (peek().is("+") || peek().is("-")) &&
         (parentheses_ > 0 || !peek().first_in_line)) {
    const Token sign = next();
    const Operand right = product();
    left = make(sign.text == "+" ? Op::add : Op::sub, {left, right}, {}, sign.place);
  }
  return left;
}

Operand Parser::product() {
  Operand left = factor();
  while (!left.failed && (peek().is("*") || peek().is("/") || peek().is("@")) &&
         (parentheses_ > 0 || !peek().first_in_line)) {
    const Token sign = next();
    const Operand right = factor();
    left = make(sign.text == "*"   ? Op::mul
                : sign.text == "/" ? Op::div
                                   : Op::matmul,
                {left, right}, {}, sign.place);
  }
  return left;
}

Operand Parser::factor() {
  if (++nesting_ > kMostNesting) {
    error(peek().place, fmt::format("more than {} signs within each other", kMostNesting));
    --nesting_;
    return failure();
  }
  Operand out;
  if (peek().is("-")) {
    const Token sign = next();
    out = factor();
    if (out.is_literal)
      out.literal = -out.literal;
    else if (!out.failed)
      out = make(Op::neg, {out}, {}, sign.place);
  } else {
    out = primary();
    if (!out.failed && peek().is("^") && (parentheses_ > 0 || !peek().first_in_line)) {
      const Token sign = next();
      const Operand exponent = factor();
      out = make(Op::pow, {out, exponent}, {}, sign.place);
    }
  }
  --nesting_;
  return out;
}

Operand Parser::primary() {
  const Token token = peek();
  if (token.kind == TokenKind::number) {
    next();
    Operand out;
    out.is_literal = true;
    out.place = token.place;
    out.literal = token.number;
    return out;
  }
  if (accept("(")) {
    ++parentheses_;
    const Operand inner = expression();
    parentheses_ -= parentheses_ > 0 ? 1U : 0U;
    return !inner.failed && expect(")", "behind an expression") ? inner : failure();
  }
  if (token.kind != TokenKind::name) {
    error(token.place,
          token.kind == TokenKind::end ? std::string("the text ends within an expression")
                                       : fmt::format("unexpected '{}'", token.text),
          "a name, a number, an operator such as exp(x), or '('");
    return failure();
  }
  next();
  if (peek().is("(") && !peek().first_in_line)
    return call(token);
  const std::optional<NodeId> found = scopes_.back().find(token.text);
  if (!found) {
    unknown_name(token);
    return failure();
  }
  Operand out;
  out.node = *found;
  out.place = token.place;
  out.failed = *found == kNoNode;
  return out;
}

Operand Parser::call(const Token& word) {
  const auto function = functions_.find(word.text);
  if (function != functions_.end())
    return call_function(word, function->second);
  const auto op = op_from_name(word.text);
  if (!op) {
    std::vector<std::string_view> names = operator_names();
    for (const auto& [name, entry] : functions_)
      names.push_back(name);
    error(word.place, fmt::format("unknown operator '{}'", word.text),
          fmt::format("{} or a function above", fmt::join(operator_names(), ", ")),
          nearest(word.text, names));
    return failure();
  }
  next(); // (
  ++parentheses_;
  std::vector<Operand> operands;
  Attributes attributes;
  const bool good = arguments(*op, operands, attributes);
  parentheses_ -= parentheses_ > 0 ? 1U : 0U;
  if (!good || !expect(")", "among the inputs of an operator"))
    return failure();
  return make(*op, std::move(operands), std::move(attributes), word.place);
}

bool Parser::arguments(Op op, std::vector<Operand>& operands, Attributes& attributes) {
  bool failed = false;
  std::size_t position = 0;
  std::set<std::string_view> given;
  while (!peek().is(")") && peek().kind != TokenKind::end) {
    if (peek().kind == TokenKind::name && peek(1).is("=")) {
      const Token word = peek();
      if (!keyword(op, attributes))
        return false;
      if (!given.insert(word.text == "axes" ? "axis" : word.text).second) {
        error(word.place, fmt::format("'{}' is given twice", word.text), "it once");
        return false;
      }
    } else if (takes_numbers(op) && !operands.empty()) {
      if (!positional_numbers(op, position, attributes))
        return false;
    } else {
      operands.push_back(expression());
      if (operands.back().failed) {
        failed = true;
        // After an error, the remaining inputs are still parsed for further problems.
        while (!peek().is(",") && !peek().is(")") && !peek().first_in_line &&
               peek().kind != TokenKind::end)
          next();
      }
    }
    ++position;
    if (!accept(","))
      break;
  }
  return !failed;
}

bool Parser::positional_numbers(Op op, std::size_t position, Attributes& attributes) {
  const Token word = peek();
  if (op == Op::cast) {
    const auto type = word.kind == TokenKind::name ? type_from_name(word.text) : std::nullopt;
    if (!type) {
      error(word.place, fmt::format("unknown type '{}'", word.text), "f64, f32, f16 or i32");
      return false;
    }
    next();
    attributes.type = *type;
    return true;
  }
  if (op == Op::transpose)
    return integers(attributes.axes);
  if (op == Op::reshape || op == Op::broadcast)
    return integers(attributes.shape);
  if (position > 3) {
    error(word.place, "too many numbers", std::string(info(op).signature));
    return false;
  }
  if (position == 3)
    return integers(attributes.axes);
  return integer(position == 1 ? attributes.begin : attributes.end);
}

bool Parser::keyword(Op op, Attributes& attributes) {
  const Token word = next();
  next(); // =
  const std::string_view signature = info(op).signature;
  if (word.text == "epsilon" && (op == Op::layer_norm || op == Op::batch_norm)) {
    const Token number = peek();
    if (number.kind != TokenKind::number) {
      error(number.place, "epsilon is no number", "epsilon=1e-5");
      return false;
    }
    next();
    attributes.epsilon = number.number;
    return true;
  }
  const bool axes = op == Op::sum || op == Op::mean || op == Op::max || op == Op::softmax ||
                    op == Op::slice || op == Op::concat || op == Op::pad;
  if ((word.text == "axis" || word.text == "axes") && axes)
    return integers(attributes.axes);
  std::int64_t number = 0;
  if (word.text == "stride" && op == Op::conv2d)
    return integer(attributes.stride);
  if (word.text == "padding" && op == Op::conv2d)
    return integer(attributes.padding);
  if (word.text == "keep" && (op == Op::sum || op == Op::mean || op == Op::max)) {
    const bool good = integer(number);
    attributes.keep = number != 0;
    return good;
  }
  if ((word.text == "transpose_a" || word.text == "transpose_b") && op == Op::matmul) {
    const bool good = integer(number);
    (word.text == "transpose_a" ? attributes.transpose_a : attributes.transpose_b) = number != 0;
    return good;
  }
  error(word.place, fmt::format("{} has no '{}'", info(op).name, word.text), std::string(signature),
        nearest(word.text, keywords_of(signature)));
  return false;
}

/// An operator of numbers alone is a number, which takes the type of what stands beside it. None:
/// the operands are values of the graph, or the number does not exist, so that a run says where.
std::optional<Operand> Parser::number_of(Op op, const std::vector<Operand>& operands,
                                         Place place) const {
  if (!is_elementwise(op) || op == Op::cast ||
      !std::all_of(operands.begin(), operands.end(),
                   [](const Operand& operand) { return operand.is_literal; }))
    return std::nullopt;
  Node node;
  node.op = op;
  std::vector<Tensor> values;
  for (const Operand& operand : operands)
    values.push_back(filled(Type::f64, {}, operand.literal));
  std::vector<const Tensor*> inputs;
  for (const Tensor& value : values)
    inputs.push_back(&value);
  const OpInfo& about = info(op);
  if (inputs.size() < about.least || inputs.size() > about.most)
    return std::nullopt;
  Operand out;
  out.is_literal = true;
  out.literal = compute(node, inputs, graph_.decimals).values[0];
  out.place = place;
  return std::isfinite(out.literal) ? std::optional(out) : std::nullopt;
}

Operand Parser::make(Op op, std::vector<Operand> operands, Attributes attributes, Place place) {
  Type type = Type::f64;
  if (graph_.nodes.size() > kMostNodes && !count(place))
    return failure();
  for (const Operand& operand : operands)
    if (operand.failed)
      return failure();
  if (const auto number = number_of(op, operands, place))
    return *number;
  for (const Operand& operand : operands)
    if (!operand.is_literal) {
      type = graph_.nodes[operand.node].type;
      break;
    }
  Node node;
  node.op = op;
  node.attributes = std::move(attributes);
  node.place = place;
  node.condition = condition_;
  node.condition_holds = condition_holds_;
  for (const Operand& operand : operands) {
    if (operand.is_literal) {
      if (type == Type::i32 && operand.literal != std::trunc(operand.literal)) {
        error(operand.place,
              fmt::format("{} is no whole number, and stands beside i32", operand.literal),
              "a whole number, or cast(x, f64) of what stands beside it");
        return failure();
      }
      node.inputs.push_back(append_scalar(graph_, operand.literal, type));
      graph_.nodes.back().place = operand.place;
    } else {
      node.inputs.push_back(operand.node);
    }
  }
  if (const auto problem = infer(graph_, node)) {
    error(place, problem->message, problem->expected);
    return failure();
  }
  Operand out;
  out.node = append(graph_, std::move(node));
  out.place = place;
  return out;
}

Operand Parser::call_function(const Token& word, const Function& function) {
  if (!count(word.place))
    return failure();
  next(); // (
  ++parentheses_;
  std::vector<Operand> operands;
  bool failed = false;
  while (!peek().is(")") && peek().kind != TokenKind::end) {
    operands.push_back(expression());
    failed = failed || operands.back().failed;
    if (failed || !accept(","))
      break;
  }
  parentheses_ -= parentheses_ > 0 ? 1U : 0U;
  if (failed || !expect(")", "among the inputs of a function"))
    return failure();
  if (operands.size() != function.parameters.size()) {
    error(word.place,
          fmt::format("{} takes {} inputs, not {}", word.text, function.parameters.size(),
                      operands.size()),
          fmt::format("{}({}), as in line {}", word.text, fmt::join(function.parameters, ", "),
                      function.place.line));
    return failure();
  }
  if (std::find(calls_.begin(), calls_.end(), function.body) != calls_.end()) {
    error(word.place, fmt::format("function '{}' calls itself", word.text),
          "repeat for what is done several times");
    return failure();
  }
  calls_.push_back(function.body);
  // Literals take the type of the other operands.
  const auto typed = std::find_if(operands.begin(), operands.end(),
                                  [](const Operand& operand) { return !operand.is_literal; });
  const Type type = typed == operands.end() ? Type::f64 : graph_.nodes[typed->node].type;
  Scope scope;
  for (std::size_t i = 0; i < operands.size(); ++i)
    scope.set(function.parameters[i], operands[i].is_literal
                                          ? append_scalar(graph_, operands[i].literal, type)
                                          : operands[i].node);
  scopes_.push_back(std::move(scope));
  const Operand out = body_of(word, function);
  scopes_.pop_back();
  calls_.pop_back();
  return out;
}

/// Parses the body of a function in the scope of its parameters, then returns to the position after
/// the call.
Operand Parser::body_of(const Token& word, const Function& function) {
  const std::size_t back = std::exchange(at_, function.body);
  const std::string_view target = target_;
  const unsigned repeats = std::exchange(repeats_, 0);
  const unsigned parentheses = std::exchange(parentheses_, 0);
  const unsigned version = ++versions_[prefix_ + std::string(word.text) + "()"];
  std::string outer = std::exchange(prefix_, fmt::format("{}{}{}.", prefix_, word.text, version));
  while (!peek().is_name("return") && !peek().is("}") && peek().kind != TokenKind::end && !gave_up_)
    statement();
  Operand out = failure();
  if (peek().is_name("return")) {
    next();
    out = expression();
    if (!out.failed && !peek().is("}")) {
      error(peek().place,
            fmt::format("unexpected '{}' behind the result of a function", peek().text), "'}'");
      out = failure();
    }
  } else {
    error(function.place, fmt::format("function '{}' returns nothing", word.text), "return y");
  }
  prefix_ = std::move(outer);
  parentheses_ = parentheses;
  repeats_ = repeats;
  target_ = target;
  at_ = back;
  return out;
}

} // namespace stallscope::graph
