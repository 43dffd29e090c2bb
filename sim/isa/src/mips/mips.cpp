#include "asm/assembler.hpp"
#include "mips/mips_expand.hpp"
#include "mips/mips_layout.hpp"
#include "mips/mips_registers.hpp"
#include "mips/mips_table.hpp"
#include "mips/routines.hpp"
#include "mips/word_order.hpp"
#include "notation/front_ends.hpp"
#include "notation/letter_registers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace stallscope::isa {

namespace mips {

namespace {

using assembly::Emitter;
using assembly::Fields;
using assembly::ImmediateRange;
using assembly::Operand;
using assembly::Row;

/// $01: a register's number with a zero in front, as in a printed listing.
bool has_leading_zero(std::string_view text) {
  return text.size() > 2 && text.starts_with("$0");
}

constexpr std::int64_t kExitWithCode = 17; ///< of SPIM and MARS: the code is in $a0

class MipsDialect final : public assembly::Dialect {
public:
  /// `bare`: lenient mode, registers are written without $.
  MipsDialect(bool delay_slots, assembly::Reading reading, bool bare,
              const assembly::Layout& layout)
      : Dialect(reading), delay_slots_(delay_slots), bare_(bare), layout_(layout) {}
  /// Letter registers such as Rx are assigned to registers the text does not name; lenient mode.
  void find_letters(std::string_view text) { letters_ = letter_registers(text, bare_); }
  [[nodiscard]] const LetterRegisters& letters() const { return letters_; }

  Isa isa() const override { return Isa::mips; }
  unsigned xlen() const override { return 64; }
  assembly::LexicalRules lexical_rules() const override { return {true, true}; }
  assembly::Layout layout() const override { return layout_; }
  bool has_indexed_addressing() const override { return true; }
  bool has_long_displacements() const override { return layout_.data >= kLayout.text; }
  /// A label may be called r2 or f1: jumps to registers are written with $.
  bool may_be_label(std::string_view text, RegId) const override { return text[0] != '$'; }
  std::optional<assembly::Modifier> own_modifier_named(std::string_view name) const override {
    using assembly::Modifier;
    if (name == "higher")
      return Modifier::higher;
    if (name == "highest")
      return Modifier::highest;
    static constexpr std::array<std::pair<std::string_view, Modifier>, 8> kNames{
        {{"gp_rel", Modifier::gp_rel},
         {"tprel_hi", Modifier::hi}, // the thread pointer is 0
         {"tprel_lo", Modifier::lo},
         {"got", Modifier::got_either},
         {"got_disp", Modifier::got_address},
         {"got_page", Modifier::got_page},
         {"got_ofst", Modifier::lo},
         {"call16", Modifier::got_called}}};
    for (const auto& [known, modifier] : kNames)
      if (name == known)
        return modifier;
    return std::nullopt;
  }
  std::string_view modifier_examples() const override {
    return "%hi(...), %lo(...), %higher(...), %highest(...), %gp_rel(...), %got(...), "
           "%call16(...), %tprel_hi(...) or %tprel_lo(...)";
  }
  bool has_options() const override { return false; } // pic0
  /// Branch distances are counted in instructions from the next one, as in Patterson and Hennessy.
  std::optional<std::uint64_t> numbered_target(char letter, std::uint64_t pc,
                                               std::int64_t number) const override {
    if (letter != 'b')
      return std::nullopt;
    return pc + 4 * (static_cast<std::uint64_t>(number) + 1);
  }
  const assembly::InstructionTable& table() const override { return instruction_table(); }
  unsigned flags() const override {
    return assembly::kOnly64 | (delay_slots_ ? assembly::kDelaySlot : assembly::kNoDelaySlot);
  }
  bool aligns_data() const override { return true; }
  void set_data_words(DataWords words) { data_words_ = words; }
  bool puts_high_word_first(bool in_decimal) const override {
    return data_words_ == DataWords::high_first ||
           (data_words_ == DataWords::high_first_of_integers && in_decimal);
  }

  std::optional<RegId> register_named(std::string_view text) override {
    const std::optional<NamedRegister> found =
        !is_lenient()            ? mips::register_named(text)
        : has_leading_zero(text) ? mips::register_named("$" + std::string(text.substr(2)))
                                 : register_named_leniently(text, bare_);
    if (!found)
      return is_lenient() ? letters_.find(text) : std::nullopt;
    (found->spelling == Spelling::plain ? uses_plain_ : uses_dollar_) = true;
    uses_at_ = uses_at_ || found->reg == kAt;
    uses_k1_ = uses_k1_ || found->reg == kK1;
    if (found->reg < kFirstFpRegister)
      (is_register_number(text) ? uses_numbers_ : uses_names_) |= !is_name_of_compilers(text);
    spellings_.note(text, found->reg);
    return found->reg;
  }
  std::string_view register_text(RegId reg) const override {
    const std::string_view letter = letters_.name_of(reg);
    return letter.empty() ? mips::register_text(reg, spelling()) : letter;
  }
  [[nodiscard]] std::string_view own_text(RegId reg) const {
    return mips::register_text(reg, spelling());
  }
  std::vector<std::string> register_names() const override {
    std::vector<std::string> names;
    for (RegId i = 0; i < kRegisterCount; ++i)
      names.emplace_back(register_text(i));
    return names;
  }
  std::string_view register_example(bool fp) const override {
    if (fp)
      return "an FP register such as $f2 or F2";
    return "an integer register such as $t0 or R8";
  }
  bool looks_like_register(std::string_view text) const override {
    // Compilers name labels $L1, with a capital letter.
    return text.size() > 1 && text[0] == '$' &&
           ((text[1] >= 'a' && text[1] <= 'z') || (text[1] >= '0' && text[1] <= '9'));
  }
  /// In books that write R1, it is an ordinary register: there the second register reserved for
  /// systems is used.
  RegId temporary() override { return uses_plain_ && !uses_dollar_ ? kK1 : kAt; }
  bool names_temporary() const override {
    return uses_plain_ && !uses_dollar_ ? uses_k1_ : uses_at_;
  }

  DelaySlots delay_slots() const override {
    return {.return_address = kRa,
            .spare = uses_k1_ ? RegId{0} : kK1,
            .as_compilers_print = uses_numbers_ && !uses_names_};
  }

  ImmediateRange range(char letter) const override {
    switch (letter) {
    case 'i':
      return {-32768, 32767};
    case 'u':
      return {0, 65535};
    case 'h':
      return {0, 31};
    case 'H':
      return {0, 63};
    case 'c':
      return {0, kFlagCount - 1};
    case 'z':
      return {0, 0xfffff};
    case 'b':
      return {-131072 + 4, 131068 + 4, 4};
    case 'j':
      return {-(1LL << 27), (1LL << 27) - 4, 4};
    default:
      return {INT64_MIN, INT64_MAX};
    }
  }
  assembly::ImmediateRange row_range(const Row& row, char letter) const override {
    if (letter == 'n') // for dext and dins, and for ext and ins
      return {1, row.mnemonic[0] == 'd' ? 64 : 32};
    return range(letter);
  }
  std::string_view operand_name(char letter) const override { return mips::operand_name(letter); }

  void expand(Emitter& emitter, const Row& row, const Fields& fields) override {
    expand_row(emitter, row, fields);
  }
  void append_absent_function(Emitter& emitter, const assembly::Place& place, Ending ending,
                              std::string_view text) override;
  void complete(Instruction& instruction, const Row& row) const override;

  std::optional<RegId> register_of_callee() const override { return kT9; }
  std::vector<InitialRegister> initial_registers(std::uint64_t return_pc) const override {
    return {{kGp, uses_small_data_ ? layout_.data + kSmallDataReach : kGlobalPointer},
            {kSp, kStackTop},
            {kRa, return_pc}};
  }
  std::int64_t small_data_pointer() override {
    uses_small_data_ = true;
    spellings_.note_use(kGp);
    return static_cast<std::int64_t>(layout_.data + kSmallDataReach);
  }

  bool ignores_own_directive(std::string_view directive) const override {
    static constexpr std::array<std::string_view, 10> kIgnored = {
        ".ent",    ".end", ".frame",  ".mask",     ".fmask",
        ".module", ".nan", ".option", ".abicalls", ".gnu_attribute"};
    return std::find(kIgnored.begin(), kIgnored.end(), directive) != kIgnored.end();
  }

private:
  [[nodiscard]] Spelling spelling() const {
    return uses_plain_ && !uses_dollar_ ? Spelling::plain : Spelling::dollar;
  }

  bool delay_slots_;
  bool bare_;
  assembly::Layout layout_;
  DataWords data_words_ = DataWords::low_first;
  bool uses_small_data_ = false;
  bool uses_plain_ = false;
  bool uses_dollar_ = false;
  bool uses_at_ = false;
  LetterRegisters letters_;
  bool uses_k1_ = false;
  bool uses_numbers_ = false; ///< $4, as written by compilers; a few registers have names
  bool uses_names_ = false;   ///< $a0 or R4, as written by people
};

/// 0 is also the result of a floating-point function, if the text contains one.
void MipsDialect::append_absent_function(Emitter& emitter, const assembly::Place&, Ending ending,
                                         std::string_view text) {
  const Operand zero = Operand::of_register(0);
  const auto set_v0 = [&](std::int64_t value) {
    emitter.emit("addiu", {Operand::of_register(kV0), zero, Operand::of_constant(value)});
  };
  if (ending == Ending::exits) {
    set_v0(kExitWithCode);
    emitter.emit("syscall", {});
  } else if (ending == Ending::aborts) {
    emitter.emit("break", {});
  } else {
    set_v0(0);
    if (text.find(bare_ ? "F0" : "$f0") != std::string_view::npos)
      emitter.emit("dmtc1", {zero, Operand::of_register(kF0)});
    emitter.emit("jr", {Operand::of_register(kRa)});
    if (delay_slots_)
      emitter.emit("nop", {});
  }
}

bool compares_fp(Op op) {
  return op >= Op::fcmp_eq_d && op <= Op::fcmp_ne_s;
}

/// syscall: number and arguments in the registers of MARS and SPIM; halt: exit with code 0, a call
/// whose number is a constant.
void complete_call(Instruction& i, std::string_view mnemonic) {
  if (mnemonic == "halt") {
    i.has_immediate = true;
    i.imm = kExitWithCode;
    return;
  }
  i.rs1 = kV0;
  i.rs2 = kA0;
  i.imm = kF12;
  i.rd = kV0;
  i.rd2 = kF0;
}

void MipsDialect::complete(Instruction& i, const Row& row) const {
  const std::string_view mnemonic = row.mnemonic;
  const auto flag = [&i] { // the number of an FP condition flag stands where a constant would
    return static_cast<RegId>(kFirstFlag + std::exchange(i.imm, 0));
  };
  if (has_low_and_high(i.op) || accumulates(i.op)) {
    i.rd = kLo;
    i.rd2 = kHi;
    return;
  }
  if (compares_fp(i.op)) {
    i.rd = flag();
    return;
  }
  switch (i.op) {
  case Op::load_immediate: // lui
    i.imm = static_cast<std::int32_t>(static_cast<std::uint32_t>(i.imm) << 16U);
    return;
  case Op::sllw:
    if (i.rd == 0 && i.rs1 == 0 && i.has_immediate && i.imm == 0)
      i = {.op = Op::nop, .op_class = OpClass::nop, .pc = i.pc};
    return;
  case Op::sll:
  case Op::srl:
  case Op::sra:
  case Op::ror:
    if (mnemonic.ends_with("32"))
      i.imm += 32;
    return;
  case Op::move:
    if (mnemonic == "mfhi" || mnemonic == "mflo")
      i.rs1 = mnemonic == "mfhi" ? kHi : kLo;
    else if (mnemonic == "mthi" || mnemonic == "mtlo")
      i.rd = mnemonic == "mthi" ? kHi : kLo;
    return;
  case Op::insert:
  case Op::insert_w:
  case Op::movz:
  case Op::movn:
    if (mnemonic.starts_with("movf") || mnemonic.starts_with("movt"))
      i.rs2 = flag();
    if (i.rd == 0) // reads rd, which the sink is not made for
      i = {.op = Op::nop, .op_class = OpClass::nop, .pc = i.pc};
    return;
  case Op::jump_link:
    i.rd = kRa;
    return;
  case Op::branch_flag_set:
  case Op::branch_flag_clear:
    i.rs1 = flag();
    return;
  case Op::syscall:
    complete_call(i, mnemonic);
    return;
  default:
    return;
  }
}

} // namespace

} // namespace mips

namespace {

Diagnostic note_of_word_order(std::string_view file) {
  Diagnostic note;
  note.severity = Severity::note;
  note.file = file;
  note.message = "functions of libgcc take numbers of 64 bits in two registers: the low word is "
                 "taken to come first, as in code for little-endian processors";
  return note;
}

} // namespace

Result<Program> assemble_mips(std::string_view file, std::string_view text,
                              const AssembleOptions& options) {
  // A missing $ is a mistake if other registers have it.
  const bool bare = text.find('$') == std::string_view::npos;
  const mips::Routines routines = options.library ? mips::routines_for(text) : mips::Routines{};
  const std::string whole =
      routines.text.empty() ? std::string() : std::string(text) + routines.text;
  const mips::DataWords data_words = mips::data_words_of(text);
  bool has_long_address = false;
  bool has_slots = false; // without a directive for it
  const auto assemble_once = [&](const assembly::Layout& layout, assembly::Reading reading) {
    mips::MipsDialect dialect(options.delay_slots, reading, bare, layout);
    dialect.set_strict(options.strict, options.library);
    dialect.set_data_words(data_words);
    assembly::Assembler assembler(dialect, file,
                                  routines.text.empty() ? text : std::string_view(whole));
    if (has_slots)
      assembler.assume_delay_slots();
    if (dialect.is_lenient())
      dialect.find_letters(text);
    Result<Program> program = assembler.run();
    if (program.ok() && dialect.is_lenient()) {
      Diagnostics said = program.diagnostics();
      dialect.letters().add_notes(file, said, [&](RegId reg) { return dialect.own_text(reg); });
      program = {std::move(program).value(), std::move(said)};
    }
    if (program.ok() && routines.order_is_assumed) {
      Diagnostics said = program.diagnostics();
      said.push_back(note_of_word_order(file));
      program = {std::move(program).value(), std::move(said)};
    }
    has_long_address = has_long_address || assembler.has_long_address();
    has_slots = assembler.looks_written_for_delay_slots();
    return program;
  };
  const auto assemble_at = [&](const assembly::Layout& layout) {
    return assembly::exactly_or_leniently([&](assembly::Reading reading) {
      has_slots = false;
      Result<Program> program = assemble_once(layout, reading);
      return has_slots ? assemble_once(layout, reading) : std::move(program);
    });
  };
  Result<Program> program = assemble_at(mips::kLayout);
  if (program.ok() || !has_long_address)
    return program;
  Result<Program> low = assemble_at(mips::kLowLayout);
  if (!low.ok() || low->heap_end > mips::kLayout.text)
    return program;
  Diagnostics said = low.diagnostics();
  Diagnostic note = program.diagnostics().front();
  note.severity = Severity::note;
  note.message = "an address as a constant: data lies from address 0 on, as in WinMIPS64";
  note.expected.clear();
  said.push_back(std::move(note));
  return {std::move(low).value(), std::move(said)};
}

} // namespace stallscope::isa
