#pragma once

#include "asm/instruction_table.hpp"
#include "asm/text/expression.hpp"
#include "asm/text/leniency.hpp"
#include "isa/assemble.hpp"
#include "isa/program.hpp"
#include "isa/registers.hpp"
#include "program/conventional_registers.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::assembly {

/// Addresses of a program in memory.
struct Layout {
  std::uint64_t text = 0;        ///< first instruction; read-only data follows on a separate page
  std::uint64_t data_region = 0; ///< start of the writable region (at most `data`)
  std::uint64_t data = 0;        ///< .data, then .bss
  std::uint64_t heap = 0; ///< heap and end of the writable region; higher if the data needs more
                          ///< space
  std::uint64_t heap_bytes = 0;
  std::uint64_t stack_begin = 0;
  std::uint64_t stack_end = 0;
};

/// An instruction whose operands are known except for the value of an expression.
struct Pending {
  const Row* row = nullptr;
  Fields fields;
  std::uint64_t offset = 0; ///< in .text
  Place place;              ///< position of the mnemonic
};

class Emitter;

/// Target of a direct jump or call.
struct Transfer {
  Expr target{};
  Place place{};
  bool calls = false; ///< it is a call, or a jump used as a call
};

/// Notation-specific part of the shared assembler. One object per assembly, so it may have state.
class Dialect {
public:
  explicit Dialect(Reading reading = Reading::exact) : reading_(reading) {}
  virtual ~Dialect() = default;

  [[nodiscard]] bool is_lenient() const { return reading_ == Reading::lenient; }
  /// Names missing from the text are defined implicitly: see AssembleOptions::strict.
  [[nodiscard]] bool completes_text() const { return is_lenient() && !strict_; }
  [[nodiscard]] bool is_strict() const { return strict_; }
  [[nodiscard]] bool adds_functions() const { return completes_text() && adds_functions_; }
  void set_strict(bool strict, bool adds_functions = true) {
    strict_ = strict;
    adds_functions_ = adds_functions;
  }
  [[nodiscard]] virtual Isa isa() const = 0;
  [[nodiscard]] virtual unsigned xlen() const = 0;
  /// The address %gp_rel is relative to; requested only if a program uses it. A register then
  /// contains it.
  [[nodiscard]] virtual std::int64_t small_data_pointer() { return 0; }
  [[nodiscard]] virtual LexicalRules lexical_rules() const = 0;
  [[nodiscard]] virtual Layout layout() const = 0;
  [[nodiscard]] virtual const InstructionTable& table() const = 0;
  /// Whether an instruction has this name (in lower case).
  [[nodiscard]] virtual bool is_mnemonic(std::string_view name) const {
    return !table().forms(name).empty();
  }
  /// Rows without these flags, or with them, are excluded: see RowFlag.
  [[nodiscard]] virtual unsigned flags() const = 0;
  /// Size of .word in bytes.
  [[nodiscard]] virtual unsigned word_bytes() const { return 4; }
  /// .align counts bytes, not powers of two.
  [[nodiscard]] virtual bool aligns_by_bytes() const { return false; }
  /// Data directives align themselves, as MIPS assemblers do.
  [[nodiscard]] virtual bool aligns_data() const = 0;
  /// An instruction after data of any length is aligned automatically.
  [[nodiscard]] virtual bool aligns_code() const { return aligns_data(); }

  /// An 8-byte value has its high word at the lower address. `in_decimal`: it is an integer that is
  /// written in decimal, not in hexadecimal.
  [[nodiscard]] virtual bool puts_high_word_first(bool /*in_decimal*/) const { return false; }

  /// A value of a data directive in .text that is a prefix of the next instruction.
  [[nodiscard]] virtual bool is_prefix_in_code(std::int64_t /*value*/, unsigned /*bytes*/) const {
    return false;
  }

  [[nodiscard]] virtual std::optional<RegId> register_named(std::string_view text) = 0;
  [[nodiscard]] virtual bool is_fp(RegId reg) const {
    return reg >= kFirstFpRegister && reg < kFirstFpRegister + 32;
  }
  /// The text of a register in canonical text and in Program::register_names. Final after all lines
  /// have been read.
  [[nodiscard]] virtual std::string_view register_text(RegId reg) const = 0;
  [[nodiscard]] virtual std::vector<std::string> register_names() const = 0;
  /// "a register such as $t0"
  [[nodiscard]] virtual std::string_view register_example(bool fp) const = 0;
  /// A name that can only denote a register ("$t11").
  [[nodiscard]] virtual bool looks_like_register(std::string_view text) const = 0;
  /// A suffix of a data value that tells linkers which address is meant, and does not change the
  /// value here.
  [[nodiscard]] virtual bool is_plain_relocation(std::string_view) const { return false; }
  [[nodiscard]] virtual std::optional<std::int64_t> csr_named(std::string_view) const {
    return std::nullopt;
  }
  [[nodiscard]] virtual std::string csr_text(std::int64_t number) const {
    return std::to_string(number);
  }

  /// Register-indexed addressing: an index register before the base, $t0($t1).
  [[nodiscard]] virtual bool has_indexed_addressing() const { return false; }
  /// Data addresses do not fit the displacement of an instruction: with a symbol as displacement
  /// (form M), additional instructions build the address.
  [[nodiscard]] virtual bool has_long_displacements() const { return false; }
  /// Where a branch or jump takes a label, this register name is a label.
  [[nodiscard]] virtual bool may_be_label(std::string_view /*text*/, RegId reg) const {
    return is_fp(reg);
  }
  /// So is the name of an FP register in an expression and in place of an address: la t0, f1.
  [[nodiscard]] virtual bool has_labels_named_like_fp() const { return false; }
  /// Relocation operators (%gp_rel) besides the common ones, and the list of all of them for error
  /// messages.
  [[nodiscard]] virtual std::optional<Modifier> own_modifier_named(std::string_view) const {
    return std::nullopt;
  }
  [[nodiscard]] virtual std::string_view modifier_examples() const {
    return "%hi(...), %lo(...), %pcrel_hi(...) or %pcrel_lo(...)";
  }
  /// Target of a branch (format b) or jump (j) at `pc` if it is a plain number that is not a code
  /// address, as counted in encodings and books. nullopt: not a valid target.
  [[nodiscard]] virtual std::optional<std::uint64_t>
  numbered_target(char /*letter*/, std::uint64_t /*pc*/, std::int64_t /*number*/) const {
    return std::nullopt;
  }

  /// The architecture extension that contains an unknown mnemonic, in words, and a replacement; the
  /// first is empty if unknown.
  [[nodiscard]] virtual std::pair<std::string, std::string>
  missing_extension(std::string_view /*mnemonic*/) const {
    return {};
  }

  /// Target of a direct jump or call; nullopt for other instructions.
  [[nodiscard]] virtual std::optional<Transfer> transfer_of(const Pending& pending) const;
  /// A symbol that the text does not define is accepted as a function, or gives an error with a
  /// notation-specific sentence.
  [[nodiscard]] virtual bool knows_function(std::string_view /*name*/) const { return false; }
  /// A notation-specific function with a similar name; empty if there is none.
  [[nodiscard]] virtual std::string function_like(std::string_view /*name*/) const { return {}; }
  /// Appends the instructions of a function that is not in `text`: it returns 0. A function that
  /// does not return (`ending`) ends the run.
  enum class Ending : std::uint8_t { returns, exits, aborts };
  virtual void append_absent_function(Emitter&, const Place&, Ending, std::string_view /*text*/) {}

  /// The register that pseudo-instructions may overwrite.
  [[nodiscard]] virtual RegId temporary() = 0;
  /// The program itself uses that register.
  [[nodiscard]] virtual bool names_temporary() const { return false; }

  /// .option is a directive of this notation. Otherwise it is ignored.
  [[nodiscard]] virtual bool has_options() const { return true; }
  /// .option NAME. False if the option does not exist, or for "pop" without a preceding "push".
  [[nodiscard]] virtual bool set_option(std::string_view) { return false; }

  /// The code of a set of memory accesses ("rw") or of a rounding mode ("rtz"), if valid.
  [[nodiscard]] virtual std::optional<std::uint8_t> fence_set_named(std::string_view) const {
    return std::nullopt;
  }
  [[nodiscard]] virtual std::optional<std::uint8_t> rounding_named(std::string_view) const {
    return std::nullopt;
  }
  /// The text of an operand F, r or e.
  [[nodiscard]] virtual std::string_view fence_set_text(unsigned) const { return {}; }
  [[nodiscard]] virtual std::string_view rounding_text(unsigned) const { return {}; }

  /// Range of values for a format letter.
  [[nodiscard]] virtual ImmediateRange range(char letter) const = 0;
  /// The range in one row, where an instruction has its own range.
  [[nodiscard]] virtual ImmediateRange row_range(const Row&, char letter) const {
    return range(letter == 'm' ? 'i' : letter);
  }
  /// Alignment of instructions in bytes.
  [[nodiscard]] virtual std::uint64_t code_alignment() const { return 4; }
  /// Name of a form's letter in "expected add rd, rs, rt".
  [[nodiscard]] virtual std::string_view operand_name(char letter) const = 0;

  /// Expands a pseudo-instruction whose row has the flag kSpecial.
  virtual void expand(Emitter& emitter, const Row& row, const Fields& fields) = 0;
  /// Completes an instruction: implied registers and constants other than operand b. `imm`,
  /// `target`, pc and the registers of the operands are already set.
  virtual void complete(Instruction& instruction, const Row& row) const = 0;
  /// For notations with machine code, instead of `complete`: the instruction decoded from it.
  /// nullopt, after a report, if there is no encoding for these operands.
  [[nodiscard]] virtual bool has_machine_code() const { return false; }
  [[nodiscard]] virtual std::optional<Instruction> machine_code(const Pending&, std::int64_t,
                                                                std::uint64_t, Reporter&) const {
    return std::nullopt;
  }
  /// For notations whose instructions are not a mnemonic with the common operand kinds: reads the
  /// instruction at tokens[at] and passes it to Emitter::append_own; `finished` builds it once all
  /// addresses are known. nullopt, after a report, if there is no instruction.
  [[nodiscard]] virtual bool reads_instructions() const { return false; }
  virtual void read(Emitter&, Symbols&, const std::vector<Token>&, std::size_t, const SourceLine&,
                    const Value&) {}
  struct Finished {
    Instruction instruction;
    std::string text;
  };
  [[nodiscard]] virtual std::optional<Finished> finished(const Pending&, std::uint64_t, Symbols&,
                                                         Emitter&) {
    return std::nullopt;
  }
  /// The `nop` to start filling a gap of this many bytes in code; null: that of the table.
  [[nodiscard]] virtual const Row* padding(std::uint64_t) const { return nullptr; }

  /// How to recognize and rewrite text for processors with delay slots.
  struct DelaySlots {
    RegId return_address = 0;
    RegId spare = 0;                 ///< a register that programs do not use
    bool as_compilers_print = false; ///< the text uses register names as printed by compilers
  };
  [[nodiscard]] virtual DelaySlots delay_slots() const { return {}; }

  /// The register that contains the address of a function when it is called, from which
  /// position-independent code computes that of its table of addresses.
  [[nodiscard]] virtual std::optional<RegId> register_of_callee() const { return std::nullopt; }
  [[nodiscard]] virtual std::vector<InitialRegister>
  initial_registers(std::uint64_t return_pc) const = 0;
  /// For registers with numbers and names: which spelling the text uses.
  [[nodiscard]] const RegisterSpellings& spellings() const { return spellings_; }
  /// Directives without effect here: information for linkers and debuggers, and notation-specific
  /// ones.
  [[nodiscard]] bool ignores_directive(std::string_view directive) const {
    return is_for_other_tools(directive) || ignores_own_directive(directive);
  }

protected:
  [[nodiscard]] virtual bool ignores_own_directive(std::string_view directive) const = 0;
  RegisterSpellings spellings_;

private:
  [[nodiscard]] static bool is_for_other_tools(std::string_view directive);

  Reading reading_;
  bool strict_ = false;
  bool adds_functions_ = true; ///< AssembleOptions::library
};

} // namespace stallscope::isa::assembly
