#pragma once

#include "asm/text/token.hpp"
#include "base/input_limits.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace stallscope::isa::assembly {

/// Limit for parentheses and unary operators in one expression, and for names defined by other
/// names.
inline constexpr unsigned kMaxExpressionDepth = InputLimits::expression_depth;

using SymbolId = std::uint32_t;
using SectionId = std::int32_t;
inline constexpr SectionId kAbsolute = -1; ///< a plain number, not an address

/// A number, or an address relative to the start of a section.
struct Value {
  std::int64_t number = 0;
  SectionId section = kAbsolute;
};

/// An expression in postfix form in the pool of Symbols; a constant has no items.
struct Expr {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::int64_t constant = 0;
  bool hexadecimal = false; ///< an operand written as 0x..., the way tools print addresses

  [[nodiscard]] bool is_constant() const { return count == 0; }
};

enum class SymbolKind : std::uint8_t { undefined, label, constant };

struct SymbolEntry {
  std::string_view name; ///< empty for local labels
  SymbolKind kind = SymbolKind::undefined;
  bool evaluating = false; ///< guards against circular definitions
  bool is_code = false;
  bool undeclared = false;    ///< a constant: an address of undeclared memory
  bool used = false;          ///< used by an expression
  bool known = false;         ///< a constant with known value: `value`
  bool leads_to_code = false; ///< a constant with known value, computed from an address in .text
  Value value{};
  Expr expr{}; ///< expression of a constant
  Place defined{};
};

/// Reason why an expression has no value.
enum class ValueError : std::uint8_t { none, undefined, not_constant, zero_division, circular };

/// Names, numbered labels and expressions of one file.
///
/// A reference binds to the definition valid at its position (.set may define a name again) or, if
/// there is none yet, to the first later definition.
class Symbols {
public:
  /// The symbol a reference to `name` binds to.
  SymbolId refer(std::string_view name);
  SymbolId refer_local(std::uint64_t number, bool forward, const Place& place);
  /// Creates the symbol to define: an undefined one, or for `again` a new one that replaces a
  /// defined one. nullopt: already defined; `find` returns it.
  std::optional<SymbolId> define(std::string_view name, bool again);
  SymbolId define_local(std::uint64_t number);
  /// A new symbol that no text refers to, undefined yet.
  SymbolId add_nameless();
  /// The only label with this line number; nullopt: none or several.
  [[nodiscard]] std::optional<SymbolId> numbered_line(std::uint64_t number) const;
  [[nodiscard]] std::optional<SymbolId> find(std::string_view name) const;

  [[nodiscard]] std::size_t count() const { return entries_.size(); }
  [[nodiscard]] SymbolEntry& operator[](SymbolId id) { return entries_[id]; }
  [[nodiscard]] const SymbolEntry& operator[](SymbolId id) const { return entries_[id]; }
  /// By name, the last definition of each.
  [[nodiscard]] const std::unordered_map<std::string_view, SymbolId>& names() const {
    return names_;
  }

  /// Parses the expression at tokens[at] and moves `at` after it; nullopt after a report if there
  /// is none. `here` is the value of '.'.
  std::optional<Expr> parse(const std::vector<Token>& tokens, std::size_t& at,
                            const SourceLine& line, const Value& here, Reporter& reporter);
  /// The address of a symbol plus a constant, as an expression.
  Expr symbol_plus(SymbolId symbol, std::int64_t offset);
  Expr here(const Value& value);
  /// The symbol if the expression consists only of a symbol.
  [[nodiscard]] std::optional<SymbolId> sole_symbol(const Expr& expr) const;

  /// The current value: section addresses are unknown before `place_sections`, differences within a
  /// section are known.
  std::optional<Value> evaluate(const Expr& expr);
  /// The last evaluate() used an address in .text, possibly only in a difference.
  [[nodiscard]] bool leads_to_code() const { return leads_to_code_; }
  /// Why the last evaluate() returned nothing, and the symbol that caused it.
  [[nodiscard]] ValueError why() const { return why_; }
  [[nodiscard]] SymbolId culprit() const { return culprit_; }

  /// From now on addresses are numbers.
  void place_sections(std::vector<std::int64_t> bases) { bases_ = std::move(bases); }

private:
  friend class ExpressionParser;
  struct Item {
    enum class Kind : std::uint8_t { number, symbol, unary, binary } kind;
    std::uint64_t op = 0;    ///< punctuator
    std::int64_t number = 0; ///< or symbol id
    SectionId section = kAbsolute;
  };
  std::optional<Value> value_of(SymbolId id);
  std::optional<Value> fail(ValueError why, SymbolId culprit = 0);
  [[nodiscard]] Value placed(Value value) const;
  std::optional<Value> apply(std::uint64_t op, const Value& a, const Value& b);
  std::optional<Value> apply_unary(std::uint64_t op, const Value& a);

  std::vector<SymbolEntry> entries_;
  std::unordered_map<std::string_view, SymbolId> names_;
  std::unordered_map<std::uint64_t, SymbolId> local_back_;
  std::unordered_map<std::uint64_t, SymbolId> local_forward_;
  std::unordered_set<std::uint64_t> local_repeated_;
  std::vector<Item> items_;
  std::vector<std::int64_t> bases_;
  unsigned depth_ = 0;
  bool leads_to_code_ = false;
  ValueError why_ = ValueError::none;
  SymbolId culprit_ = 0;
};

} // namespace stallscope::isa::assembly
