#pragma once

#include "asm/section.hpp"
#include "asm/text/operand.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::assembly {

inline constexpr std::size_t kMaxInstructions = InputLimits::text_instructions;

/// The expected text when a branch target is an undefined name.
[[nodiscard]] std::string label_wanted(std::string_view name);

/// Whether an undefined label is a mistyped defined one: `near` is the candidate, empty if none is
/// near. A label with a different number (.L3 while .L2 exists) is not a typing error.
[[nodiscard]] bool is_mistyped(std::string_view name, std::string_view near);

/// Turns instructions and pseudo-instructions with their operands into a sequence of Pending
/// entries.
class Emitter {
public:
  Emitter(Dialect& dialect, Symbols& symbols, Reporter& reporter, Section& text)
      : dialect_(dialect), symbols_(symbols), reporter_(reporter), text_(text) {}

  /// An instruction as written. `mnemonic` is in lower case; problems are reported at `place` or at
  /// the operands.
  void statement(std::string_view mnemonic, const std::vector<Operand>& operands,
                 const Place& place);
  /// An instruction read by the notation itself: `own` is its number.
  void append_own(const Row& row, std::uint32_t own, const Place& place);
  /// One instruction of an expansion: the operands must match a row.
  void emit(std::string_view mnemonic, const std::vector<Operand>& operands);
  /// Emits `nop`s of the notation for `bytes` of alignment; `c.nop` for an odd halfword.
  void pad(std::uint64_t bytes, const Place& place);

  /// Exchanges two instructions of the same size.
  void exchange(std::size_t one, std::size_t other);
  /// Replaces a branch by another branch with another target.
  void redirect(std::size_t branch, const Row& row, const Expr& target);
  /// Makes an instruction read `copy` instead of `reg`.
  void use_in_place_of(std::size_t instruction, RegId reg, RegId copy);

  /// The value of an operand that must be known now, or nullopt after a report.
  std::optional<std::int64_t> constant(const Fields& fields);
  [[nodiscard]] Reporter& reporter() { return reporter_; }
  [[nodiscard]] const Place& place() const { return place_; }
  /// The assembler temporary, for an expansion that overwrites it.
  RegId temporary();
  /// Place of its first use, if any.
  [[nodiscard]] const std::optional<Place>& temporary_used() const { return temporary_used_; }

  [[nodiscard]] const std::vector<Pending>& pending() const { return pending_; }
  /// Reports why a symbol or expression has no value; `is_target`: it is a branch target.
  void report_value(const Place& place, bool is_target = false);
  /// Lets the symbol that prevented the evaluation of an address denote undeclared memory, with a
  /// warning. False if this is not allowed because the name may be mistyped.
  [[nodiscard]] bool takes_for_memory(const Place& place);
  /// Like takes_for_memory, for the target of a branch: the end of the program.
  [[nodiscard]] bool takes_for_end(const Place& place);
  /// Notes that the value just evaluated is an operand other than a branch target, or data: if it
  /// contains a code address, the program may read its own code.
  void note_value() { code_address_taken_ |= symbols_.leads_to_code(); }
  void take_code_address() { code_address_taken_ = true; }
  [[nodiscard]] bool code_address_taken() const { return code_address_taken_; }
  /// The address after the last instruction; known before the values.
  void set_end(std::uint64_t end) { end_ = end; }
  [[nodiscard]] std::uint64_t end() const { return end_; }
  /// Reports an instruction that does not exist.
  void report_unknown(std::string_view mnemonic, const Place& place);
  [[nodiscard]] bool out_of_room() const { return full_; }
  /// .text ends with an instruction.
  [[nodiscard]] bool ends_with_code() const {
    return !pending_.empty() && pending_.back().offset + pending_.back().row->size == text_.size();
  }

  /// A label with a name similar to `name`; empty if there is none.
  [[nodiscard]] std::string nearest_label(std::string_view name) const;
  /// Sets the source place of the next instruction.
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
  /// A register name that can only denote the label of the same name.
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
  unsigned undeclared_names_ = 0; ///< undeclared names used as memory
  bool code_address_taken_ = false;
  std::uint64_t end_ = 0;
  unsigned depth_ = 0;
  bool full_ = false;
};

} // namespace stallscope::isa::assembly
