#pragma once

#include "tac/builder.hpp"
#include "tac/operators.hpp"
#include "tac/reporter.hpp"
#include "tac/token.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::tac {

/// Reads statements of three-address code, one operation each:
///
///   [label:] x = y op z      op: + - * / % & | ^ << >> >>> == != < <= > >= <u <=u >u >=u
///   x = y   x = -y   x = ~y   x = !y      x = mem[y + c]   mem[y + c] = x
///   if y op z goto label   if y goto label   if !y goto label   goto label
///   print y   read x   exit [y]
///   .reg x = c   .mem address = c, c, ...
///
/// Additional syntax of the lenient mode: a line number, "(1)", "1." or "1)", as the target of
/// "goto (1)"; a label without ":", on a separate line or before a statement; `ifFalse y` for
/// `if !y`; keywords in capitals; remarks after ";"; and a[y], a[y + c] for an element of an array,
/// with the index in bytes (Aho, Sethi and Ullman). A memory access may be used as an operand, have
/// the sum of two variables as its address, and store the result of an operation or a constant: it
/// becomes several instructions.
///
/// y and z are variables or constants. Statements end at the line end or at ";"; after a problem,
/// reading continues with the next statement.
class Parser {
public:
  /// Lenient mode with `targets`, the label names used by goto; a[i] is then an element of an
  /// array, unless `strict` is set.
  Parser(Builder& builder, Reporter& reporter, const std::set<std::string>* targets = nullptr,
         bool strict = false)
      : builder_(builder), reporter_(reporter), targets_(targets),
        has_arrays_(targets != nullptr && !strict) {}

  void parse_line(std::uint32_t number, std::string_view text);

private:
  /// A variable or a constant.
  struct Operand {
    bool is_constant = false;
    RegId reg = 0;
    std::int64_t value = 0;
    std::string text;
  };
  struct Address {
    const MemoryWord* word = nullptr;
    RegId base = 0;
    std::int64_t displacement = 0;
    std::string text;
  };

  // Every parse_ function returns false or nullopt after reporting a problem.
  bool parse_labels();
  // Lenient mode: parser_lenient.cpp.
  /// Converts keywords to lower case, removes remarks after ";", and makes the line number a label.
  void prepare_line();
  void number_line();
  bool bare_label();
  [[nodiscard]] bool begins_statement(std::size_t at) const;
  /// The word at `at` begins a memory access: mem[...], or the name of an array.
  [[nodiscard]] bool begins_access(const Token& word, const Token& behind);
  /// An internal name for the intermediate result of a statement with several operations.
  Token between(const Token& at);
  /// An operand of an operation; in lenient mode also a memory element, loaded by a separate
  /// instruction.
  std::optional<Operand> parse_read_operand(std::string_view expected = "a variable or a constant");
  /// mem[y + z]
  void add_registers(Address& address, const Token& sign, const Operand& first,
                     const Operand& second);
  /// The stored value; in lenient mode also the result of an operation.
  std::optional<Operand> parse_stored_value();
  bool parse_statement();
  bool parse_assignment();
  bool parse_value(const Token& at, const Token& target);
  bool parse_unary(const Token& at, const Token& target);
  bool parse_binary(const Token& at, const Token& target, const Operand& left);
  bool parse_store();
  bool parse_goto();
  bool parse_if();
  bool parse_print_or_exit();
  bool parse_read();
  bool parse_reg();
  bool parse_mem();
  std::optional<Operand> parse_operand(std::string_view expected = "a variable or a constant");
  std::optional<std::int64_t> parse_constant(std::string_view expected);
  std::optional<Address> parse_address();
  std::optional<Token> parse_target();
  bool parse_condition(Instruction& branch, std::string& text);
  bool end_of_statement();
  bool expect(std::string_view symbol);
  bool unknown_statement(const Token& word);

  void append_load(const Token& at, const Token& target, const Address& address);
  bool emit_constant(const Token& at, const Token& target, std::int64_t value, std::string text);
  bool problem(const Token& at, std::string message, std::string expected = {},
               std::string_view suggestion = {});
  /// "found X" for an unexpected token.
  bool unexpected(const Token& token, std::string_view expected);

  [[nodiscard]] const Token& token(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  [[nodiscard]] bool at_end() const { return token().kind == TokenKind::end || token().is(";"); }

  Builder& builder_;
  Reporter& reporter_;
  const std::set<std::string>* targets_;
  bool has_arrays_;
  Line line_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t between_ = 0; ///< number of names returned by between() for the statement
};

/// The label names used by goto in a text.
[[nodiscard]] std::set<std::string> targets_of(std::string_view text);

} // namespace stallscope::isa::tac
