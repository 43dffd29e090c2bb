#pragma once

#include "asm/operand.hpp"
#include "asm/section.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::assembly {

inline constexpr std::size_t kMaxInstructions = InputLimits::text_instructions;

/// What is expected where a branch goes to a name that is not defined.
[[nodiscard]] std::string label_wanted(std::string_view name);

/// A label that is not there is a defined one, mistyped: `near` is that one, empty if none is near.
/// A label of another number (.L3, and there is .L2) is another one.
[[nodiscard]] bool is_mistyped(std::string_view name, std::string_view near);

/// Turns instructions and pseudo-instructions with their operands into Pending ones, one after the
/// other.
class Emitter {
public:
  Emitter(Dialect& dialect, Symbols& symbols, Reporter& reporter, Section& text)
      : dialect_(dialect), symbols_(symbols), reporter_(reporter), text_(text) {}

  /// An instruction as written. `mnemonic` is lower case; problems are reported at `place` or the
  /// operands.
  void statement(std::string_view mnemonic, const std::vector<Operand>& operands,
                 const Place& place);
  /// An instruction that the notation has read itself: `own` is its number.
  void append_own(const Row& row, std::uint32_t own, const Place& place);
  /// One instruction of an expansion: the operands must fit a row.
  void emit(std::string_view mnemonic, const std::vector<Operand>& operands);
  /// The notation's `nop`s for `bytes` of alignment; `c.nop` for an odd halfword.
  void pad(std::uint64_t bytes, const Place& place);

  /// Exchanges two instructions of the same size.
  void exchange(std::size_t one, std::size_t other);
  /// Makes a branch another one, to another place.
  void redirect(std::size_t branch, const Row& row, const Expr& target);
  /// An instruction reads `copy` where it read `reg`.
  void use_in_place_of(std::size_t instruction, RegId reg, RegId copy);

  /// The value of an operand that must be known now, or nullopt, reported.
  std::optional<std::int64_t> constant(const Fields& fields);
  [[nodiscard]] Reporter& reporter() { return reporter_; }
  [[nodiscard]] const Place& place() const { return place_; }
  /// The assembler temporary, for an expansion that overwrites it.
  RegId temporary();
  /// Where it was first used, if anywhere.
  [[nodiscard]] const std::optional<Place>& temporary_used() const { return temporary_used_; }

  [[nodiscard]] const std::vector<Pending>& pending() const { return pending_; }
  /// Why a symbol or expression has no value, in words; `is_target`: it is where a branch goes.
  void report_value(const Place& place, bool is_target = false);
  /// The name that kept an address from being evaluated becomes that of memory which nobody
  /// declared, with a warning. False: it must not, as it may be mistyped.
  [[nodiscard]] bool takes_for_memory(const Place& place);
  /// The same for the target of a branch: the end of the program.
  [[nodiscard]] bool takes_for_end(const Place& place);
  /// What has just been evaluated is an operand that is no target of a branch, or data: with an
  /// address of code in it the program may look at its own code.
  void note_value() { code_address_taken_ |= symbols_.leads_to_code(); }
  void take_code_address() { code_address_taken_ = true; }
  [[nodiscard]] bool code_address_taken() const { return code_address_taken_; }
  /// Behind the last instruction; known before values are.
  void set_end(std::uint64_t end) { end_ = end; }
  [[nodiscard]] std::uint64_t end() const { return end_; }
  /// There is no such instruction.
  void report_unknown(std::string_view mnemonic, const Place& place);
  [[nodiscard]] bool out_of_room() const { return full_; }
  /// The last thing in .text is an instruction.
  [[nodiscard]] bool ends_with_code() const {
    return !pending_.empty() && pending_.back().offset + pending_.back().row->size == text_.size();
  }

  /// A label that `name` is like; empty when there is none.
  [[nodiscard]] std::string nearest_label(std::string_view name) const;
  /// Where the next instruction comes from.
  void set_place(const Place& place) { place_ = place; }

private:
  enum class Fit : std::uint8_t { yes, kind, range };
  struct Failure {
    const Row* row = nullptr;
    std::size_t operand = 0;
    Fit fit = Fit::kind;
  };
  [[nodiscard]] Fit fits(const Row& row, char letter, const Operand& operand) const;
  void take(char letter, const Operand& operand, Fields& fields);
  void take_riscv(char letter, const Operand& operand, Fields& fields) const;
  void take_value(const Operand& operand, Fields& fields);
  /// A name that is also a register's means the symbol where no register can stand.
  [[nodiscard]] Expr value_of(const Operand& operand);
  [[nodiscard]] Fit fits_riscv(char letter, const Operand& operand) const;
  /// Reports a bit field that reaches beyond the register.
  bool check_field(const Row& row, const Fields& fields);
  /// Nullptr, and the nearest miss, when no row fits.
  const Row* match(std::span<const Row* const> rows, const std::vector<Operand>& operands,
                   Failure& failure) const;
  void mismatch(std::string_view mnemonic, std::span<const Row* const> rows,
                const std::vector<Operand>& operands, const Failure& failure);
  [[nodiscard]] std::string form(const Row& row) const;
  void use(const Row& row, const std::vector<Operand>& operands);
  void expand(const Row& row, const Fields& fields);
  Operand operand_of_letter(char letter, const Fields& fields);
  Operand operand_of_call(std::string_view text, const Fields& fields);
  [[nodiscard]] Operand expanded_operand(std::string_view text, const Fields& fields);
  [[nodiscard]] bool available(const Row& row) const;
  /// A register that can only be meant as the label of the same name.
  [[nodiscard]] bool may_be_label(const Operand& operand) const;
  void append(const Row& row, const Fields& fields);

  Dialect& dialect_;
  Symbols& symbols_;
  Reporter& reporter_;
  Section& text_;
  std::vector<Pending> pending_;
  Place place_;
  std::optional<Place> temporary_used_;
  std::size_t mnemonic_suggestions_ = 0;
  std::size_t register_suggestions_ = 0;
  std::size_t label_suggestions_ = 0;
  unsigned undeclared_names_ = 0; ///< that stand for memory
  bool code_address_taken_ = false;
  std::uint64_t end_ = 0;
  unsigned depth_ = 0;
  bool full_ = false;
};

} // namespace stallscope::isa::assembly
