#pragma once

#include "base/input_limits.hpp"
#include "graph/notation/parse.hpp"
#include "lexer.hpp"

#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace stallscope::graph {

inline constexpr std::uint64_t kMostStatements = InputLimits::graph_statements;
inline constexpr unsigned kMostNesting =
    InputLimits::graph_depth; ///< limit of nested parentheses, blocks and calls

/// Limit of searches for hints in messages (nearest words, cycles): each takes time proportional to
/// the text, and only the first problems are shown.
inline constexpr std::size_t kMostSearches = kMaxDiagnosticsShown + 5;

/// Value of an expression: a node, or a literal whose type is that of the other operands.
struct Operand {
  NodeId node = kNoNode;
  bool is_literal = false;
  double literal = 0;
  Place place;
  bool failed = false; ///< a problem has been reported: consequential problems are suppressed
};

/// A function of the text; its body is parsed again for each call.
struct Function {
  std::vector<std::string_view> parameters;
  std::size_t body = 0; ///< index of the token after '{'
  Place place;
};

/// The names defined at a position in the text.
class Scope {
public:
  using Names = std::map<std::string_view, NodeId>; ///< kNoNode: defined with errors

  [[nodiscard]] std::optional<NodeId> find(std::string_view name) const {
    const auto found = names_.find(name);
    return found == names_.end() ? std::nullopt : std::optional(found->second);
  }
  void set(std::string_view name, NodeId node) {
    if (!branches_.empty())
      branches_.back().try_emplace(name, find(name));
    names_[name] = node;
  }
  /// Starts a branch.
  void begin() { branches_.emplace_back(); }
  /// Ends a branch: returns the names that it set, and restores their previous values, in time
  /// proportional to their number.
  Names end() {
    Names bound;
    for (const auto& [name, before] : branches_.back()) {
      bound.emplace(name, names_[name]);
      if (before)
        names_[name] = *before;
      else
        names_.erase(name);
    }
    branches_.pop_back();
    return bound;
  }
  [[nodiscard]] const Names& names() const { return names_; }

private:
  Names names_;
  /// previous values of the names set in each open branch
  std::vector<std::map<std::string_view, std::optional<NodeId>>> branches_;
};

/// Builds the graph while parsing. Blocks of `repeat` and functions are parsed once per execution,
/// so that each execution has its own nodes (the graph is unrolled).
class Parser {
public:
  Parser(std::string_view text, std::string_view file, const ReadNamedFile& read);
  Result<Graph> run();

private:
  // parser.cpp
  void statement();
  void block();
  void repeat();
  void choice();
  void function();
  void assignment(const Token& target);
  void outputs();
  void setting(const Token& word);
  void bind(const Token& target, const Operand& value);
  void skip_statement();
  void skip_block();
  void name_node(NodeId id, std::string_view name);
  void finish_outputs();
  NodeId within_branch(NodeId condition);
  Scope::Names branch(Place place, NodeId condition, bool holds);
  void merge_branches(NodeId condition, const Scope::Names& yes, const Scope::Names& no);

  // declarations.cpp
  void declaration(const Token& word);
  bool type_and_shape(Type& type, Shape& shape);
  bool value_of(Node& node);
  bool list_value(Tensor& into, std::size_t depth, Shape& found);
  bool npy_value(Node& node);
  void scan_definitions();
  void unknown_name(const Token& token);
  [[nodiscard]] bool needs(std::string_view name, std::string_view target,
                           std::vector<std::string_view>& way,
                           std::set<std::string_view>& seen) const;

  // expressions.cpp
  Operand expression();
  Operand sum();
  Operand product();
  Operand factor();
  Operand primary();
  Operand call(const Token& word);
  Operand call_function(const Token& word, const Function& function);
  Operand body_of(const Token& word, const Function& function);
  [[nodiscard]] std::optional<Operand> number_of(Op op, const std::vector<Operand>& operands,
                                                 Place place) const;
  Operand make(Op op, std::vector<Operand> operands, Attributes attributes, Place place);
  bool arguments(Op op, std::vector<Operand>& operands, Attributes& attributes);
  bool keyword(Op op, Attributes& attributes);
  bool positional_numbers(Op op, std::size_t position, Attributes& attributes);
  bool integers(std::vector<std::int64_t>& into);
  bool integer(std::int64_t& into);

  // access to tokens
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  const Token& next() {
    const Token& token = tokens_[at_];
    if (at_ + 1 < tokens_.size())
      ++at_;
    return token;
  }
  bool accept(std::string_view symbol);
  bool expect(std::string_view symbol, const char* where);
  bool count(Place place);
  void error(Place place, std::string message, std::string expected = {},
             std::string suggestion = {});
  void give_up(Place place, std::string message, std::string expected = {});
  std::string nearest(std::string_view word, const std::vector<std::string_view>& names);

  std::string_view text_;
  std::string_view file_;
  const ReadNamedFile& read_;
  Diagnostics problems_;
  std::set<std::tuple<std::uint32_t, std::uint32_t>> told_; ///< locations with reported problems,
                                                            ///< since blocks are parsed repeatedly
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  Graph graph_;
  /// What has a name of the text: a node, or an alias of a node with a name of its own.
  struct Named {
    NodeId node = kNoNode;
    std::size_t alias = kNoAlias; ///< place among the aliases of the graph
    static constexpr std::size_t kNoAlias = ~std::size_t{0};
  };
  std::unordered_map<std::string, Named> named_;       ///< by name
  std::unordered_map<std::string, unsigned> versions_; ///< number of assignments, by name
  std::vector<Scope> scopes_{1};
  std::map<std::string_view, Function> functions_;
  struct Definition {
    std::uint32_t line = 0;
    std::set<std::string_view> uses;
  };
  std::map<std::string_view, Definition> definitions_; ///< definitions of the whole text, including
                                                       ///< later lines
  std::vector<std::pair<std::string_view, Place>> asked_outputs_;
  std::vector<std::size_t> calls_; ///< bodies of the functions being parsed
  std::string_view target_;        ///< name that the current statement assigns
  std::string prefix_;             ///< prefix of names within a call: "y."
  std::uint64_t statements_ = 0;   ///< executed statements, including repetitions and calls
  std::size_t suggestions_ = 0;
  std::size_t cycle_searches_ = 0;
  std::uint64_t seed_ = 0;
  std::int64_t value_elements_ = 0;
  unsigned nesting_ = 0;
  unsigned parentheses_ = 0;
  unsigned repeats_ = 0; ///< nesting depth of blocks in which names may be reassigned
  NodeId condition_ = kNoNode;
  bool condition_holds_ = true;
  bool gave_up_ = false;
};

} // namespace stallscope::graph
