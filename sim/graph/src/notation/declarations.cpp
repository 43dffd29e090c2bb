#include "graph/notation/npy.hpp"
#include "parser.hpp"

#include <fmt/format.h>

namespace stallscope::graph {

/// Collects for each assigned name its location and the names that its definition uses.
void Parser::scan_definitions() {
  const auto defines = [this](std::size_t i) {
    return i + 1 < tokens_.size() && tokens_[i].kind == TokenKind::name && tokens_[i + 1].is("=") &&
           (i == 0 || !(tokens_[i - 1].is("(") || tokens_[i - 1].is(",")));
  };
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (!defines(i))
      continue;
    Definition definition;
    definition.line = tokens_[i].place.line;
    for (std::size_t k = i + 2; k < tokens_.size() && !tokens_[k].first_in_line && !defines(k); ++k)
      if (tokens_[k].kind == TokenKind::name)
        definition.uses.insert(tokens_[k].text);
    definitions_.emplace(tokens_[i].text, std::move(definition));
  }
}

/// Whether `target` is needed to compute `name`, and by which path. `seen`: names visited.
bool Parser::needs(std::string_view name, std::string_view target,
                   std::vector<std::string_view>& way, std::set<std::string_view>& seen) const {
  if (way.size() >= kMostNesting || !seen.insert(name).second)
    return false;
  way.push_back(name);
  if (name == target)
    return true;
  const auto found = definitions_.find(name);
  if (found != definitions_.end())
    for (const std::string_view use : found->second.uses)
      if (needs(use, target, way, seen))
        return true;
  way.pop_back();
  return false;
}

void Parser::unknown_name(const Token& token) {
  if (problems_.size() >= kMostProblems)
    return error(token.place, {});
  const auto later = definitions_.find(token.text);
  std::vector<std::string_view> way;
  std::set<std::string_view> seen;
  if (!target_.empty() && token.text == target_ && later != definitions_.end())
    return error(token.place, fmt::format("'{}' needs itself: a cycle", token.text),
                 "results of other operations; repeat with an initial value makes loops");
  if (!target_.empty() && later != definitions_.end() && ++cycle_searches_ <= kMostSearches &&
      needs(token.text, target_, way, seen))
    return error(token.place,
                 fmt::format("a cycle: {} needs {}", target_, fmt::join(way, ", which needs ")),
                 "each result from results before it");
  if (later != definitions_.end() && later->second.line > token.place.line)
    return error(token.place,
                 fmt::format("'{}' is used before line {}, where it is defined", token.text,
                             later->second.line),
                 "definitions in front of their uses");
  std::vector<std::string_view> names;
  for (const auto& [known, node] : scopes_.back().names())
    names.push_back(known);
  error(token.place, fmt::format("unknown name '{}'", token.text),
        "a param, an input or a result above", nearest(token.text, names));
}

bool Parser::type_and_shape(Type& type, Shape& shape) {
  const Token word = peek();
  const auto found = word.kind == TokenKind::name ? type_from_name(word.text) : std::nullopt;
  if (!found) {
    error(word.place, fmt::format("unknown type '{}'", word.text), "f64, f32, f16 or i32",
          nearest(word.text, {"f64", "f32", "f16", "i32"}));
    return false;
  }
  next();
  type = *found;
  if (!peek().is("["))
    return true; // a scalar
  const Place place = peek().place;
  if (!integers(shape))
    return false;
  std::int64_t product = 1;
  for (const std::int64_t size : shape)
    if (size < 1 || size > kMostElements || (product *= size) > kMostElements) {
      error(place, fmt::format("{} is no shape, or too large", text_of(shape)),
            fmt::format("sizes from 1, and at most {} elements", kMostElements));
      return false;
    }
  if (shape.size() > kMostDimensions) {
    error(place, fmt::format("{} has too many dimensions", text_of(shape)),
          fmt::format("at most {}", kMostDimensions));
    return false;
  }
  value_elements_ += product;
  if (value_elements_ > kMostElements) {
    error(place, "all values of the text together are too large",
          fmt::format("at most {} elements", kMostElements));
    return false;
  }
  return true;
}

void Parser::declaration(const Token& word) {
  const Token name = peek();
  if (name.kind != TokenKind::name || op_from_name(name.text)) {
    error(name.place, fmt::format("'{}' is no name", name.text),
          fmt::format("{} NAME: f32[2,3]", word.text));
    return skip_statement();
  }
  next();
  Node node;
  node.op = word.text == "param" ? Op::param : word.text == "input" ? Op::input : Op::constant;
  node.place = name.place;
  const bool known = scopes_.back().find(name.text).has_value();
  if (known)
    error(name.place, fmt::format("'{}' is defined twice", name.text), "a name of its own");
  if (!expect(":", "behind the name") || !type_and_shape(node.type, node.shape) ||
      (accept("=") && !value_of(node))) {
    scopes_.back().set(name.text, kNoNode);
    return skip_statement();
  }
  if (known)
    return;
  if (node.value == nullptr && node.op == Op::constant)
    return error(name.place, fmt::format("const {} has no value", name.text),
                 "= 2, = [1,2], = seed(7) or = npy(\"file.npy\")");
  if (node.value == nullptr)
    node.value = std::make_shared<const Tensor>(
        random_tensor(node.type, node.shape, seed_of(seed_, name.text)));
  const NodeId id = append(graph_, std::move(node));
  name_node(id, name.text);
  scopes_.back().set(name.text, id);
}

bool Parser::value_of(Node& node) {
  const Token word = peek();
  if (word.is_name("seed")) {
    next();
    std::int64_t seed = 0;
    if (!expect("(", "behind seed") || !integer(seed) || !expect(")", "behind the seed"))
      return false;
    node.value = std::make_shared<const Tensor>(
        random_tensor(node.type, node.shape, static_cast<std::uint64_t>(seed)));
    return true;
  }
  if (word.is_name("npy"))
    return npy_value(node);
  Tensor out{node.type, node.shape, {}};
  Shape found;
  if (!list_value(out, 0, found))
    return false;
  if (found.empty())
    out = filled(Type::f64, node.shape, out.values[0]); // one number for all elements
  else if (found != node.shape &&
           !(elements_of(found) == elements_of(node.shape) && found.size() == 1)) {
    error(word.place,
          fmt::format("the value has shape {}, and {} is declared", text_of(found),
                      text_of(node.shape)),
          "a list for each dimension, or all elements in one list in row order");
    return false;
  }
  out.shape = node.shape; // all elements may stand in one list
  if (const auto problem = set_value(node, std::move(out), "the value")) {
    error(word.place, problem->message, problem->expected);
    return false;
  }
  return true;
}

/// A number, or a list of values of equal shape.
bool Parser::list_value(Tensor& into, std::size_t depth, Shape& found) {
  found.clear();
  if (!peek().is("[")) {
    const bool negative = accept("-");
    const Token number = peek();
    if (number.kind != TokenKind::number) {
      error(number.place, fmt::format("unexpected '{}' in a value", number.text),
            "a number, a list such as [1, 2], seed(7) or npy(\"file.npy\")");
      return false;
    }
    next();
    into.values.push_back(negative ? -number.number : number.number);
    return true;
  }
  const Place place = next().place;
  if (depth >= kMostDimensions) {
    error(place, "too many lists within each other", fmt::format("at most {}", kMostDimensions));
    return false;
  }
  Shape each;
  std::int64_t count = 0;
  do {
    Shape one;
    const Place at = peek().place;
    if (!list_value(into, depth + 1, one))
      return false;
    if (count++ == 0) {
      each = one;
    } else if (one != each) {
      error(at, fmt::format("rows of different shapes: {} and {}", text_of(each), text_of(one)),
            "rows of equal length");
      return false;
    }
  } while (accept(","));
  if (!expect("]", "behind a list"))
    return false;
  found = each;
  found.insert(found.begin(), count);
  return true;
}

bool Parser::npy_value(Node& node) {
  next();
  const Token name = peek(1);
  if (!expect("(", "behind npy"))
    return false;
  if (name.kind != TokenKind::text) {
    error(name.place, "npy without a file", "npy(\"weights.npy\")");
    return false;
  }
  next();
  if (!expect(")", "behind the file"))
    return false;
  if (!read_) {
    error(name.place, "files are not read here", "a value in the text, or seed(7)");
    return false;
  }
  const Result<std::string_view> bytes = read_(std::string(name.text));
  Result<Tensor> tensor = bytes ? read_npy(*bytes, name.text) : Result<Tensor>(bytes.diagnostics());
  if (!tensor) {
    for (const Diagnostic& problem : tensor.diagnostics())
      error(name.place, fmt::format("{}: {}", name.text, problem.message), problem.expected);
    return false;
  }
  if (const auto problem = set_value(node, std::move(*tensor), name.text)) {
    error(name.place, problem->message, problem->expected);
    return false;
  }
  return true;
}

} // namespace stallscope::graph
