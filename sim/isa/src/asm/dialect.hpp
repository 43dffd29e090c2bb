#pragma once

#include "asm/expression.hpp"
#include "asm/instruction_table.hpp"
#include "asm/leniency.hpp"
#include "isa/assemble.hpp"
#include "isa/program.hpp"
#include "isa/registers.hpp"
#include "program/conventional_registers.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::assembly {

/// Where a program lies in memory.
struct Layout {
  std::uint64_t text = 0;        ///< first instruction; read-only data follows on a page of its own
  std::uint64_t data_region = 0; ///< begin of the writable region (at most `data`)
  std::uint64_t data = 0;        ///< .data, then .bss
  std::uint64_t heap = 0; ///< heap and end of the writable region, later if the data needs more
  std::uint64_t heap_bytes = 0;
  std::uint64_t stack_begin = 0;
  std::uint64_t stack_end = 0;
};

/// An instruction the operands of which are known except for the value of an expression.
struct Pending {
  const Row* row = nullptr;
  Fields fields;
  std::uint64_t offset = 0; ///< in .text
  Place place;              ///< of the mnemonic
};

class Emitter;

/// Where a direct jump or call goes.
struct Transfer {
  Expr target{};
  Place place{};
  bool calls = false; ///< it is a call, or a jump in place of one
};

/// What a notation adds to the shared assembler. One object an assembly: it may keep state.
class Dialect {
public:
  explicit Dialect(Reading reading = Reading::exact) : reading_(reading) {}
  virtual ~Dialect() = default;

  [[nodiscard]] bool is_lenient() const { return reading_ == Reading::lenient; }
  /// What is not in the text stands for something: see AssembleOptions::strict.
  [[nodiscard]] bool completes_text() const { return is_lenient() && !strict_; }
  [[nodiscard]] bool is_strict() const { return strict_; }
  [[nodiscard]] bool adds_functions() const { return completes_text() && adds_functions_; }
  void set_strict(bool strict, bool adds_functions = true) {
    strict_ = strict;
    adds_functions_ = adds_functions;
  }
  [[nodiscard]] virtual Isa isa() const = 0;
  [[nodiscard]] virtual unsigned xlen() const = 0;
  /// From where %gp_rel counts; asked for only where a program does. A register points there then.
  [[nodiscard]] virtual std::int64_t small_data_pointer() { return 0; }
  [[nodiscard]] virtual LexicalRules lexical_rules() const = 0;
  [[nodiscard]] virtual Layout layout() const = 0;
  [[nodiscard]] virtual const InstructionTable& table() const = 0;
  /// Whether an instruction is called so; lower case.
  [[nodiscard]] virtual bool is_mnemonic(std::string_view name) const {
    return !table().forms(name).empty();
  }
  /// Rows without these flags, or with them, are left out: see RowFlag.
  [[nodiscard]] virtual unsigned flags() const = 0;
  /// Bytes of .word.
  [[nodiscard]] virtual unsigned word_bytes() const { return 4; }
  /// .align counts bytes, not powers of two.
  [[nodiscard]] virtual bool aligns_by_bytes() const { return false; }
  /// Data directives align themselves, as MIPS assemblers do.
  [[nodiscard]] virtual bool aligns_data() const = 0;
  /// An instruction behind data of any length aligns itself.
  [[nodiscard]] virtual bool aligns_code() const { return aligns_data(); }

  [[nodiscard]] virtual std::optional<RegId> register_named(std::string_view text) = 0;
  [[nodiscard]] virtual bool is_fp(RegId reg) const {
    return reg >= kFirstFpRegister && reg < kFirstFpRegister + 32;
  }
  /// The text of a register in canonical text and in Program::register_names. Final once all lines
  /// are read.
  [[nodiscard]] virtual std::string_view register_text(RegId reg) const = 0;
  [[nodiscard]] virtual std::vector<std::string> register_names() const = 0;
  /// "a register such as $t0"
  [[nodiscard]] virtual std::string_view register_example(bool fp) const = 0;
  /// A name that can only be meant as a register ("$t11").
  [[nodiscard]] virtual bool looks_like_register(std::string_view text) const = 0;
  /// Behind a value among data: what tells linkers which address is meant, and is the value here.
  [[nodiscard]] virtual bool is_plain_relocation(std::string_view) const { return false; }
  [[nodiscard]] virtual std::optional<std::int64_t> csr_named(std::string_view) const {
    return std::nullopt;
  }
  [[nodiscard]] virtual std::string csr_text(std::int64_t number) const {
    return std::to_string(number);
  }

  /// Register-indexed addressing: an index register in front of the base, $t0($t1).
  [[nodiscard]] virtual bool has_indexed_addressing() const { return false; }
  /// Addresses of data do not fit the displacement of an instruction: with a name as displacement
  /// (form M) the address is built by further instructions.
  [[nodiscard]] virtual bool has_long_displacements() const { return false; }
  /// Where a branch or jump takes a label, this name of a register is one.
  [[nodiscard]] virtual bool may_be_label(std::string_view /*text*/, RegId reg) const {
    return is_fp(reg);
  }
  /// So is that of an FP register in an expression, and where an address stands: la t0, f1.
  [[nodiscard]] virtual bool has_labels_named_like_fp() const { return false; }
  /// Relocation operators (%gp_rel) beside those that all notations have, and all of them as an
  /// error names them.
  [[nodiscard]] virtual std::optional<Modifier> own_modifier_named(std::string_view) const {
    return std::nullopt;
  }
  [[nodiscard]] virtual std::string_view modifier_examples() const {
    return "%hi(...), %lo(...), %pcrel_hi(...) or %pcrel_lo(...)";
  }
  /// Where a branch (format b) or jump (j) at `pc` goes whose target is a plain number that is no
  /// address of code, as encodings and books count. nullopt: that means nothing.
  [[nodiscard]] virtual std::optional<std::uint64_t>
  numbered_target(char /*letter*/, std::uint64_t /*pc*/, std::int64_t /*number*/) const {
    return std::nullopt;
  }

  /// The extension of the architecture that an unknown mnemonic is of, in words, and what to write
  /// instead; the first is empty when that is not known.
  [[nodiscard]] virtual std::pair<std::string, std::string>
  missing_extension(std::string_view /*mnemonic*/) const {
    return {};
  }

  /// Where a direct jump or call goes; of other instructions nullopt.
  [[nodiscard]] virtual std::optional<Transfer> transfer_of(const Pending& pending) const;
  /// A name that the text does not define is a function all the same, or an error with a sentence
  /// of the notation's own.
  [[nodiscard]] virtual bool knows_function(std::string_view /*name*/) const { return false; }
  /// A function of the notation's own that a name is like; empty when there is none.
  [[nodiscard]] virtual std::string function_like(std::string_view /*name*/) const { return {}; }
  /// Appends the instructions of a function that is not in `text`: it returns 0. One that does not
  /// return (`ending`) ends the run.
  enum class Ending : std::uint8_t { returns, exits, aborts };
  virtual void append_absent_function(Emitter&, const Place&, Ending, std::string_view /*text*/) {}

  /// The register pseudo-instructions may overwrite.
  [[nodiscard]] virtual RegId temporary() = 0;
  /// The program itself names that register.
  [[nodiscard]] virtual bool names_temporary() const { return false; }

  /// .option is a directive of this notation. Otherwise it is for other tools.
  [[nodiscard]] virtual bool has_options() const { return true; }
  /// .option NAME. False when there is no such option; "pop" without a "push" before it is none.
  [[nodiscard]] virtual bool set_option(std::string_view) { return false; }

  /// The number of a set of memory accesses ("rw"), or of a rounding mode ("rtz"), if it is one.
  [[nodiscard]] virtual std::optional<std::uint8_t> fence_set_named(std::string_view) const {
    return std::nullopt;
  }
  [[nodiscard]] virtual std::optional<std::uint8_t> rounding_named(std::string_view) const {
    return std::nullopt;
  }
  /// The text of an operand F, r or e.
  [[nodiscard]] virtual std::string_view fence_set_text(unsigned) const { return {}; }
  [[nodiscard]] virtual std::string_view rounding_text(unsigned) const { return {}; }

  /// Values the letter of a format stands for.
  [[nodiscard]] virtual ImmediateRange range(char letter) const = 0;
  /// The same in one row, where an instruction has its own range.
  [[nodiscard]] virtual ImmediateRange row_range(const Row&, char letter) const {
    return range(letter == 'm' ? 'i' : letter);
  }
  /// Instructions are at multiples of this.
  [[nodiscard]] virtual std::uint64_t code_alignment() const { return 4; }
  /// How a form's letter is called in "expected add rd, rs, rt".
  [[nodiscard]] virtual std::string_view operand_name(char letter) const = 0;

  /// Expands a pseudo-instruction whose row says kSpecial.
  virtual void expand(Emitter& emitter, const Row& row, const Fields& fields) = 0;
  /// Completes an instruction: implied registers, constants that are not operand b. `imm`, `target`
  /// and the registers of the operands are set; pc is.
  virtual void complete(Instruction& instruction, const Row& row) const = 0;
  /// For notations with machine code, instead of `complete`: the instruction made from it. nullopt,
  /// reported, when it has none with these operands.
  [[nodiscard]] virtual bool has_machine_code() const { return false; }
  [[nodiscard]] virtual std::optional<Instruction> machine_code(const Pending&, std::int64_t,
                                                                std::uint64_t, Reporter&) const {
    return std::nullopt;
  }
  /// For notations whose instructions are not a mnemonic and operands of the shared kinds: reads
  /// the one at tokens[at] and gives it to Emitter::append_own; `finished` makes it when all
  /// addresses are known. nullopt, reported, when it is none.
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
  /// The `nop` that begins to fill a gap in code of so many bytes; null: the table's.
  [[nodiscard]] virtual const Row* padding(std::uint64_t) const { return nullptr; }

  /// What text for processors with delay slots is known by, and rewritten with.
  struct DelaySlots {
    RegId return_address = 0;
    RegId spare = 0;                 ///< a register that programs leave alone
    bool as_compilers_print = false; ///< the registers of the text
  };
  [[nodiscard]] virtual DelaySlots delay_slots() const { return {}; }

  [[nodiscard]] virtual std::vector<InitialRegister>
  initial_registers(std::uint64_t return_pc) const = 0;
  /// Of the registers that have numbers beside their names: how the text has called them.
  [[nodiscard]] const RegisterSpellings& spellings() const { return spellings_; }
  /// Directives that change nothing here: what compilers tell linkers and debuggers, and the
  /// notation's own.
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
