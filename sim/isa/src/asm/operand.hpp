#pragma once

#include "asm/dialect.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::assembly {

/// One operand as written, or as an expansion makes it.
struct Operand {
  enum class Kind : std::uint8_t {
    reg,     ///< t0
    value,   ///< 5, label+4, %lo(label)
    memory,  ///< 8(t0), (t0), label($t0)
    indexed, ///< $t1($t0): two registers are added
    real,    ///< 2.5
  };
  Kind kind = Kind::value;
  RegId reg = 0;   ///< or the base of a memory operand
  RegId index = 0; ///< of `indexed`
  Modifier modifier = Modifier::none;
  bool negative = false;   ///< of a real
  std::string_view real{}; ///< a real without its sign
  Expr value{};
  std::optional<std::int64_t> known{}; ///< the value, when it is a number already
  std::string_view text{};             ///< as written
  Place place{};

  [[nodiscard]] static Operand of_register(RegId reg);
  [[nodiscard]] static Operand of_constant(std::int64_t value);
};

/// Reads the operands of one instruction.
class OperandParser {
public:
  OperandParser(Dialect& dialect, Symbols& symbols, Reporter& reporter)
      : dialect_(dialect), symbols_(symbols), reporter_(reporter) {}

  /// tokens[at] up to the end token, separated by commas. False when something cannot be read,
  /// reported.
  bool parse(const std::vector<Token>& tokens, std::size_t at, const SourceLine& line,
             const Value& here, std::vector<Operand>& operands);

private:
  bool distance_and_base(const std::vector<Token>& tokens, std::size_t& at, Operand& operand);
  bool operand(const std::vector<Token>& tokens, std::size_t& at, Operand& operand);
  bool modified_value(const std::vector<Token>& tokens, std::size_t& at, Operand& operand);
  bool base(const std::vector<Token>& tokens, std::size_t& at, Operand& operand);
  std::optional<RegId> register_at(const Token& token);
  bool begins_operand(const std::vector<Token>& tokens, std::size_t at);
  bool value(const std::vector<Token>& tokens, std::size_t& at, Operand& operand);

  Dialect& dialect_;
  Symbols& symbols_;
  Reporter& reporter_;
  SourceLine line_;
  Value here_;
  std::size_t suggestions_ = 0; ///< how many for registers were made
};

/// The register nearest to a mistyped one, or an empty string.
[[nodiscard]] std::string suggest_register(const Dialect& dialect, std::string_view text);

} // namespace stallscope::isa::assembly
