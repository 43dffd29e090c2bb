#include "parser.hpp"

#include "base/check.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace stallscope::graph {

namespace {

constexpr std::array<std::string_view, 10> kKeywords{"param", "input", "const", "output", "repeat",
                                                     "if",    "def",   "round", "seed",   "else"};

bool is_keyword(std::string_view word) {
  return word == "return" || std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end();
}

} // namespace

Parser::Parser(std::string_view text, std::string_view file, const ReadNamedFile& read)
    : text_(text), file_(file), read_(read) {
  graph_.name = clean(file);
}

void Parser::error(Place place, std::string message, std::string expected, std::string suggestion) {
  if (gave_up_ || !told_.emplace(place.line, place.column).second)
    return;
  if (problems_.size() >= kMostProblems) {
    gave_up_ = true;
    return;
  }
  problems_.push_back(error_at(file_, text_, place, std::move(message), std::move(expected),
                               std::move(suggestion)));
}

void Parser::give_up(Place place, std::string message, std::string expected) {
  error(place, std::move(message), std::move(expected));
  gave_up_ = true; // the last problem states the reason
}

/// The nearest of many names. The number of searches is limited, since only the first problems are
/// shown.
std::string Parser::nearest(std::string_view word, const std::vector<std::string_view>& names) {
  if (++suggestions_ > kMostSearches)
    return {};
  return std::string(nearest_word(word, names));
}

/// Counts an executed statement, repetition or call. False when a limit is exceeded.
bool Parser::count(Place place) {
  if (gave_up_)
    return false;
  if (++statements_ <= kMostStatements && graph_.nodes.size() <= kMostNodes)
    return true;
  give_up(place,
          statements_ > kMostStatements
              ? fmt::format("more than {} statements are executed", kMostStatements)
              : fmt::format("the graph has more than {} nodes", kMostNodes),
          "fewer repetitions");
  return false;
}

bool Parser::accept(std::string_view symbol) {
  if (!peek().is(symbol))
    return false;
  next();
  return true;
}

bool Parser::expect(std::string_view symbol, const char* where) {
  if (accept(symbol))
    return true;
  const Token& found = peek();
  error(found.place,
        found.kind == TokenKind::end ? fmt::format("the text ends {}", where)
                                     : fmt::format("unexpected '{}' {}", found.text, where),
        fmt::format("'{}'", symbol));
  return false;
}

Result<Graph> Parser::run() {
  if (text_.size() > InputLimits::graph_text) {
    error({}, fmt::format("the text has more than {} bytes", InputLimits::graph_text));
    return std::move(problems_);
  }
  tokens_ = tokens_of(text_, file_, problems_);
  scan_definitions();
  while (peek().kind != TokenKind::end && !gave_up_)
    statement();
  if (problems_.empty() && graph_.nodes.empty())
    error({}, "there is nothing in the graph", "input x: f64[] = 3, or y = exp(x)");
  finish_outputs();
  if (!problems_.empty()) {
    std::stable_sort(problems_.begin(), problems_.end(),
                     [](const Diagnostic& a, const Diagnostic& b) {
                       return a.line != b.line ? a.line < b.line : a.column < b.column;
                     });
    return std::move(problems_);
  }
  return std::move(graph_);
}

/// Skips to the next line or the end of the block, so that a problem is reported once.
void Parser::skip_statement() {
  parentheses_ = 0;
  while (peek().kind != TokenKind::end && !peek().first_in_line && !peek().is("}")) {
    if (peek().is("{"))
      return skip_block();
    next();
  }
}

void Parser::skip_block() {
  if (!accept("{"))
    return;
  unsigned open = 1;
  while (open > 0 && peek().kind != TokenKind::end) {
    open += peek().is("{") ? 1U : 0U;
    open -= peek().is("}") ? 1U : 0U;
    next();
  }
}

void Parser::statement() {
  if (!count(peek().place))
    return;
  if (accept(";"))
    return;
  const Token word = peek();
  if (word.kind != TokenKind::name) {
    error(word.place, fmt::format("unexpected '{}'", word.text),
          "a statement such as y = exp(x), or param, input, const, output, repeat, if, def");
    next();
    return skip_statement();
  }
  if (word.text == "return") {
    error(word.place, "'return' outside of a function", "def NAME(x) { ... return y }");
    next();
    return skip_statement();
  }
  next();
  if (word.text == "param" || word.text == "input" || word.text == "const")
    return declaration(word);
  if (word.text == "output")
    return outputs();
  if (word.text == "repeat")
    return repeat();
  if (word.text == "if")
    return choice();
  if (word.text == "def")
    return function();
  if (word.text == "round" || word.text == "seed")
    return setting(word);
  if (peek().is("="))
    return assignment(word);
  std::vector<std::string_view> words(kKeywords.begin(), kKeywords.end());
  error(word.place, fmt::format("'{}' begins no statement", word.text),
        fmt::format("{} = ..., or a keyword", word.text), nearest(word.text, words));
  skip_statement();
}

void Parser::assignment(const Token& target) {
  next(); // =
  if (is_keyword(target.text) || op_from_name(target.text)) {
    error(target.place, fmt::format("'{}' is a word of the notation", target.text), "another name");
    return skip_statement();
  }
  target_ = target.text;
  const Operand value = expression();
  target_ = {};
  bind(target, value);
  if (value.failed)
    skip_statement();
}

void Parser::bind(const Token& target, const Operand& value) {
  Scope& scope = scopes_.back();
  const std::optional<NodeId> known = scope.find(target.text);
  if (known && repeats_ == 0 && *known != kNoNode) {
    const Place before = graph_.nodes[*known].place;
    return error(target.place, fmt::format("'{}' is defined twice", target.text),
                 fmt::format("a name of its own; the first is in line {}; only blocks of repeat "
                             "and if assign anew",
                             before.line));
  }
  if (value.failed) {
    scope.set(target.text, kNoNode);
    return;
  }
  NodeId id = value.node;
  if (value.is_literal) {
    id = append_scalar(graph_, value.literal, Type::f64);
    graph_.nodes[id].place = target.place;
  }
  name_node(id, target.text);
  scope.set(target.text, id);
}

/// The last node bound to a name has the plain name; those before it have name#1, name#2 ... A node
/// that has a name already gets an alias.
void Parser::name_node(NodeId id, std::string_view name) {
  std::string full = prefix_ + std::string(name);
  const auto [found, is_new] = named_.try_emplace(full);
  Named& named = found->second;
  if (!is_new) {
    if (named.node == id)
      return;
    std::string& before = named.alias == Named::kNoAlias ? graph_.nodes[named.node].name
                                                         : graph_.aliases[named.alias].name;
    before = fmt::format("{}#{}", full, ++versions_[full]);
  }
  Node& node = graph_.nodes[id];
  named = {id, node.named ? graph_.aliases.size() : Named::kNoAlias};
  if (node.named) {
    graph_.aliases.push_back({std::move(full), id});
  } else {
    node.name = std::move(full);
    node.named = true;
  }
}

void Parser::outputs() {
  do {
    const Token name = peek();
    if (name.kind != TokenKind::name) {
      error(name.place, fmt::format("unexpected '{}' behind output", name.text), "a name");
      return skip_statement();
    }
    next();
    asked_outputs_.emplace_back(name.text, name.place);
  } while (accept(","));
}

void Parser::setting(const Token& word) {
  std::int64_t number = 0;
  const Place place = peek().place;
  if (!integer(number))
    return skip_statement();
  if (word.text == "seed") {
    seed_ = static_cast<std::uint64_t>(number);
  } else if (number < 0 || number > 15) {
    error(place, fmt::format("{} decimals", number), "0 to 15");
  } else if (graph_.decimals >= 0 && graph_.decimals != number) {
    error(place,
          fmt::format("results are rounded to {} decimals, and to {}", graph_.decimals, number),
          "round once");
  } else {
    graph_.decimals = static_cast<int>(number);
  }
}

void Parser::block() {
  while (!peek().is("}") && peek().kind != TokenKind::end && !gave_up_)
    statement();
  expect("}", "at the end of a block");
}

void Parser::repeat() {
  const Place place = peek().place;
  std::int64_t times = 0;
  if (!integer(times))
    return skip_statement();
  if (times < 1 || times > 100'000) {
    error(place, fmt::format("{} repetitions", times), "1 to 100000");
    times = 1;
  }
  if (!expect("{", "behind repeat"))
    return skip_statement();
  if (++nesting_ > kMostNesting)
    return give_up(place, fmt::format("more than {} blocks within each other", kMostNesting));
  ++repeats_;
  const std::size_t body = at_;
  for (std::int64_t i = 0; i < times && count(place); ++i) {
    at_ = body;
    const std::size_t before = problems_.size();
    block();
    if (problems_.size() > before)
      break; // further iterations have the same problems
  }
  --repeats_;
  --nesting_;
}

void Parser::choice() {
  const Token word = peek();
  const Operand asked = expression();
  if (asked.failed || asked.is_literal || !graph_.nodes[asked.node].shape.empty()) {
    if (!asked.failed)
      error(word.place, "the condition of 'if' is no scalar of the graph",
            "a comparison such as x > 0 of scalars; sum or max make one");
    skip_block();
    if (peek().is_name("else")) {
      next();
      skip_block();
    }
    return;
  }
  const NodeId condition = within_branch(asked.node);
  const Scope::Names yes = branch(word.place, condition, true);
  Scope::Names no;
  if (peek().is_name("else")) {
    next();
    no = branch(word.place, condition, false);
  }
  if (problems_.empty())
    return merge_branches(condition, yes, no);
  no.insert(yes.begin(), yes.end());
  for (const auto& [name, node] : no)
    if (!scopes_.back().find(name))
      scopes_.back().set(name, kNoNode);
}

/// The condition of an `if` as a node of the branch that the `if` stands in, so that conditions of
/// branches within branches form a chain: one computed outside is read through a view.
NodeId Parser::within_branch(NodeId condition) {
  const Node& node = graph_.nodes[condition];
  if (condition_ == kNoNode ||
      (node.condition == condition_ && node.condition_holds == condition_holds_))
    return condition;
  Node view;
  view.op = Op::reshape;
  view.inputs = {condition};
  view.place = node.place;
  view.condition = condition_;
  view.condition_holds = condition_holds_;
  STALLSCOPE_CHECK(!infer(graph_, view), "a scalar is reshaped to a scalar");
  return append(graph_, std::move(view));
}

/// Parses the block of a branch. Returns the names that it binds and restores the scope.
Scope::Names Parser::branch(Place place, NodeId condition, bool holds) {
  const NodeId outer = std::exchange(condition_, condition);
  const bool outer_holds = std::exchange(condition_holds_, holds);
  scopes_.back().begin();
  ++repeats_;
  if (++nesting_ > kMostNesting)
    give_up(place, fmt::format("more than {} blocks within each other", kMostNesting));
  else if (expect("{", "behind if"))
    block();
  --nesting_;
  --repeats_;
  condition_ = outer;
  condition_holds_ = outer_holds;
  return scopes_.back().end();
}

/// Names bound in both branches are merged by the condition; other names are undefined after the
/// branches.
void Parser::merge_branches(NodeId condition, const Scope::Names& yes, const Scope::Names& no) {
  Scope::Names bound = yes;
  bound.insert(no.begin(), no.end());
  for (const auto& entry : bound) {
    const std::string_view name = entry.first;
    const auto value_in = [&](const Scope::Names& branch) {
      const auto found = branch.find(name);
      return found != branch.end() ? std::optional(found->second) : scopes_.back().find(name);
    };
    const std::optional<NodeId> node = value_in(yes);
    const std::optional<NodeId> other = value_in(no);
    if (!node || !other)
      continue;
    if (*node == *other) {
      scopes_.back().set(name, *node);
      continue;
    }
    Node choose;
    choose.op = Op::where;
    choose.chooses = true;
    choose.place = graph_.nodes[condition].place;
    choose.condition = condition_;
    choose.condition_holds = condition_holds_;
    NodeId asked = condition;
    const Type type = graph_.nodes[*node].type;
    if (graph_.nodes[condition].type != type) {
      Attributes cast;
      cast.type = type;
      asked = append(graph_, Op::cast, {condition}, cast);
      graph_.nodes[asked].condition = condition_;
      graph_.nodes[asked].condition_holds = condition_holds_;
    }
    choose.inputs = {asked, *node, *other};
    if (const auto problem = infer(graph_, choose)) {
      error(choose.place,
            fmt::format("'{}' differs between the branches: {}", name, problem->message),
            problem->expected);
      continue;
    }
    const NodeId id = append(graph_, std::move(choose));
    name_node(id, name);
    scopes_.back().set(name, id);
  }
}

void Parser::function() {
  const Token name = peek();
  if (name.kind != TokenKind::name || is_keyword(name.text) || op_from_name(name.text)) {
    error(name.place, fmt::format("'{}' is no name for a function", name.text),
          "a name that is no operator");
    return skip_statement();
  }
  next();
  Function out;
  out.place = name.place;
  bool good = expect("(", "behind the name of a function");
  while (good && !peek().is(")")) {
    if (peek().kind != TokenKind::name) {
      error(peek().place, fmt::format("unexpected '{}' among parameters", peek().text), "a name");
      good = false;
      break;
    }
    out.parameters.push_back(next().text);
    if (!accept(","))
      break;
  }
  good = good && expect(")", "behind parameters");
  if (!good || !peek().is("{")) {
    if (good)
      expect("{", "in front of the body of a function");
    return skip_statement();
  }
  out.body = at_ + 1;
  if (!functions_.emplace(name.text, std::move(out)).second)
    error(name.place, fmt::format("function '{}' is defined twice", name.text), "another name");
  skip_block();
}

/// Sets the requested outputs, by default all results without users.
void Parser::finish_outputs() {
  for (const auto& [name, place] : asked_outputs_) {
    if (gave_up_)
      break;
    const std::optional<NodeId> found = scopes_.front().find(name);
    if (!found && !problems_.empty() && definitions_.contains(name))
      continue; // follows from a problem
    if (!found) {
      std::vector<std::string_view> names;
      for (const auto& [known, node] : scopes_.front().names())
        names.push_back(known);
      error(place, fmt::format("there is no '{}' to put out", name), "a name of the graph",
            nearest(name, names));
    } else {
      graph_.outputs.push_back({std::string(name), *found});
    }
  }
  if (!asked_outputs_.empty() || !problems_.empty())
    return;
  const auto users = graph_.users();
  for (NodeId i = 0; i < graph_.nodes.size(); ++i)
    if (users[i].empty() && !is_source(graph_.nodes[i].op))
      graph_.outputs.push_back({graph_.nodes[i].name, i});
}

Result<Graph> parse_graph(std::string_view text, std::string_view file, const ReadNamedFile& read) {
  return Parser(text, file, read).run();
}

} // namespace stallscope::graph
