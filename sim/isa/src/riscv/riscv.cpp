#include "asm/assembler.hpp"
#include "base/ascii.hpp"
#include "notation/front_ends.hpp"
#include "notation/letter_registers.hpp"
#include "notation/notation.hpp"
#include "riscv/csr_names.hpp"
#include "riscv/encode.hpp"
#include "riscv/register_names.hpp"
#include "riscv/riscv_table.hpp"
#include "riscv/routines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace stallscope::isa {

namespace riscv {

namespace {

using assembly::Emitter;
using assembly::Fields;
using assembly::ImmediateRange;
using assembly::Operand;
using assembly::Row;

// The memory map. Text and read-only data are where linkers put them, writable data far above, the
// stack below 2 GiB so that its addresses are equal for 32 and 64 bits.
constexpr assembly::Layout kLayout = {
    .text = 0x10000,
    .data_region = 0x10000000,
    .data = 0x10000000,
    .heap = 0x10100000,
    .heap_bytes = 256ULL << 20,
    .stack_begin = 0x7f800000,
    .stack_end = 0x80000000,
};
constexpr std::uint64_t kStackTop = 0x7ffffff0;
constexpr std::uint64_t kGlobalPointer = kLayout.data + 0x800;

/// Unsupported extensions, by prefix or suffix of their mnemonics.
std::pair<std::string, std::string> missing_extension(std::string_view name) {
  struct Extension {
    std::string_view begin;
    std::string_view end;
    std::string_view words;
  };
  static constexpr std::array<Extension, 17> kMissing{{
      {"vset", "", "V, the vector extension"},
      {"f", ".h", "Zfh, half precision"},
      {"flh", "", "Zfh, half precision"},
      {"fsh", "", "Zfh, half precision"},
      {"f", ".q", "Q, quadruple precision"},
      {"amocas", "", "Zacas, compare and swap"},
      {"cbo.", "", "Zicbom and Zicboz, cache blocks"},
      {"prefetch.", "", "Zicbop, cache blocks"},
      {"aes", "", "Zk, cryptography"},
      {"sha", "", "Zk, cryptography"},
      {"sm3", "", "Zk, cryptography"},
      {"sm4", "", "Zk, cryptography"},
      {"xperm", "", "Zbkx, cryptography"},
      {"cm.", "", "Zcmp and Zcmt, code size"},
      {"sret", "", "supervisor mode"},
      {"sfence", "", "supervisor mode"},
      {"hfence", "", "H, the hypervisor extension"},
  }};
  constexpr std::string_view kThere =
      "what there is: I, M, A, F, D, C, Zcb, Zicsr, Zifencei, Zba, Zbb, Zbc, Zbs, Zbkb, Zicond, "
      "Zawrs, Zihintpause and Zihintntl; compilers keep to it with -march=rv64gc_zba_zbb_zbs";
  if (name.starts_with('v') && name.find('.') != std::string_view::npos)
    return {"V, the vector extension", std::string(kThere)};
  for (const Extension& extension : kMissing)
    if (name.starts_with(extension.begin) && name.ends_with(extension.end))
      return {std::string(extension.words), std::string(kThere)};
  return {};
}

class RiscvDialect final : public assembly::Dialect {
public:
  RiscvDialect(unsigned xlen, assembly::Reading reading) : Dialect(reading), xlen_(xlen) {}

  Isa isa() const override { return Isa::riscv; }
  unsigned xlen() const override { return xlen_; }
  assembly::LexicalRules lexical_rules() const override { return {false, false}; }
  assembly::Layout layout() const override { return kLayout; }
  const assembly::InstructionTable& table() const override { return instruction_table(); }
  unsigned flags() const override {
    return (xlen_ == 32 ? assembly::kOnly32 : assembly::kOnly64) |
           (compressed_ ? assembly::kCompressed : assembly::kAnywhere);
  }
  bool aligns_data() const override { return false; }
  /// In bytes from the branch itself, as in Patterson and Hennessy.
  std::optional<std::uint64_t> numbered_target(char, std::uint64_t pc,
                                               std::int64_t number) const override {
    return pc + static_cast<std::uint64_t>(number);
  }
  /// There is one thread, its pointer is 0, and its variables are ordinary data. The function that
  /// %tls_gd_pcrel_hi is for returns the address it is given.
  std::optional<assembly::Modifier> own_modifier_named(std::string_view name) const override {
    using assembly::Modifier;
    static constexpr std::array<std::pair<std::string_view, Modifier>, 6> kNames{
        {{"got_pcrel_hi", Modifier::got_pcrel_hi},
         {"tls_ie_pcrel_hi", Modifier::got_pcrel_hi},
         {"tls_gd_pcrel_hi", Modifier::pcrel_hi},
         {"tprel_hi", Modifier::hi},
         {"tprel_lo", Modifier::lo},
         {"tprel_add", Modifier::tprel_add}}};
    for (const auto& [known, modifier] : kNames)
      if (name == known)
        return modifier;
    return std::nullopt;
  }
  std::string_view modifier_examples() const override {
    return "%hi(...), %lo(...), %pcrel_hi(...), %pcrel_lo(...), %got_pcrel_hi(...), %tprel_hi(...) "
           "or another one of variables of threads";
  }
  /// A label may be called f1: no instruction jumps to an FP register.
  bool has_labels_named_like_fp() const override { return true; }
  std::pair<std::string, std::string> missing_extension(std::string_view name) const override {
    return riscv::missing_extension(name);
  }
  RegId temporary() override { return 0; } // RISC-V reserves none; no expansion uses it

  /// Letter registers such as Rx are assigned to registers the text does not name; `r_numbers`: R5
  /// is x5. Lenient mode.
  void find_letters(std::string_view text, bool r_numbers) {
    static constexpr std::array<RegId, 17> kIntegers{31, 30, 29, 28, 7,  6,  27, 26, 25,
                                                     24, 23, 22, 21, 20, 19, 18, 5};
    std::array<RegId, 32> fps{};
    for (unsigned i = 0; i < fps.size(); ++i)
      fps.at(i) = static_cast<RegId>(kFirstFpRegister + 31 - i);
    r_numbers_ = r_numbers;
    letters_ = LetterRegisters(
        text, [this](std::string_view word) { return named_leniently(word); }, kIntegers, fps);
  }
  [[nodiscard]] const LetterRegisters& letters() const { return letters_; }

  std::optional<RegId> register_named(std::string_view text) override {
    auto found = riscv::register_named(text);
    if (!found && is_lenient())
      found = named_leniently(text);
    if (!found && is_lenient())
      return letters_.find(text);
    if (found)
      spellings_.note(text, *found);
    return found;
  }
  std::string_view register_text(RegId reg) const override {
    const std::string_view letter = letters_.name_of(reg);
    return letter.empty() ? kRegisterNames.at(reg) : letter;
  }
  std::vector<std::string> register_names() const override {
    std::vector<std::string> names(kRegisterNames.begin(), kRegisterNames.end());
    for (RegId reg = 0; reg < names.size(); ++reg)
      if (const std::string_view letter = letters_.name_of(reg); !letter.empty())
        names[reg] = letter;
    return names;
  }
  std::string_view register_example(bool fp) const override {
    return fp ? "an FP register such as fa0 or f10" : "a register such as a0 or x10";
  }
  bool looks_like_register(std::string_view) const override { return false; }

  std::optional<std::int64_t> csr_named(std::string_view text) const override {
    return riscv::csr_named(text, xlen_);
  }
  std::string csr_text(std::int64_t number) const override {
    return riscv::csr_text(static_cast<std::uint32_t>(number), xlen_);
  }
  std::optional<std::uint8_t> fence_set_named(std::string_view text) const override {
    return number_of(text, kFenceSets);
  }
  std::optional<std::uint8_t> rounding_named(std::string_view text) const override {
    return number_of(text, kRoundingNames);
  }
  std::string_view fence_set_text(unsigned set) const override { return kFenceSets.at(set); }
  std::string_view rounding_text(unsigned mode) const override { return kRoundingNames.at(mode); }
  std::uint64_t code_alignment() const override { return 2; }

  ImmediateRange range(char letter) const override {
    switch (letter) {
    case 'i':
      return {-2048, 2047};
    case 'u':
      return {0, 0xfffff};
    case 'C':
      return {0, 0xfff};
    case 'h':
      return {0, 31};
    case 'H':
      return {0, xlen_ - 1};
    case 'b':
      return {-4096, 4094, 2};
    case 'j':
      return {-(1 << 20), (1 << 20) - 2, 2};
    default:
      return {INT64_MIN, INT64_MAX};
    }
  }
  ImmediateRange row_range(const Row& row, char letter) const override {
    if (row.encoding == nullptr || row.encoding->shape.imm == Imm::none || letter == 'Z' ||
        row.encoding->shape.imm == Imm::csr)
      return letter == 'Z' ? ImmediateRange{0, 31} : range(letter == 'm' ? 'i' : letter);
    if (row.encoding->shape.imm == Imm::c_upper)
      return range('u');
    const ImmLayout& layout = layout_of(row.encoding->shape.imm);
    return {layout.low(), layout.high(), layout.multiple()};
  }
  std::string_view operand_name(char letter) const override { return riscv::operand_name(letter); }

  /// Even with rvc, instructions are encoded as written: only c.* is compressed.
  bool set_option(std::string_view name) override {
    if (name == "rvc" || name == "norvc") {
      compressed_ = name == "rvc";
    } else if (name == "push") {
      saved_compressed_.push_back(compressed_);
    } else if (name == "pop") {
      if (saved_compressed_.empty())
        return false;
      compressed_ = saved_compressed_.back();
      saved_compressed_.pop_back();
    } else { // options for linkers and other checks
      static constexpr std::array<std::string_view, 6> kOthers = {
          "pic", "nopic", "relax", "norelax", "csr-check", "no-csr-check"};
      return std::find(kOthers.begin(), kOthers.end(), name) != kOthers.end();
    }
    return true;
  }

  void expand(Emitter& emitter, const Row&, const Fields& fields) override {
    load_constant(emitter, fields);
  }

  void append_absent_function(Emitter& emitter, const assembly::Place& place, Ending ending,
                              std::string_view text) override;
  void complete(Instruction&, const Row&) const override {} // machine code is complete
  bool has_machine_code() const override { return true; }
  std::optional<Instruction> machine_code(const assembly::Pending& pending, std::int64_t value,
                                          std::uint64_t pc,
                                          assembly::Reporter& reporter) const override {
    const Row& row = *pending.row;
    if (row.encoding == nullptr) // .insn
      return given_code(pending, value, pc, reporter);
    const Fields& f = pending.fields;
    RiscvOperands operands{f.rd, f.rs1, f.rs2, f.rs3, value, f.csr, f.rounding};
    if (f.has_target)
      operands.immediate = distance(value, pc);
    else if (row.encoding->has('F'))
      operands.immediate = f.fence;
    const EncodeResult code = encode(*row.encoding, operands, xlen_);
    if (!code.ok) {
      report_operand(pending, code.letter, reporter);
      return std::nullopt;
    }
    const Instruction instruction = decode_riscv(code.bits, pc, xlen_);
    const bool writes = instruction.op == Op::csr_write || instruction.op == Op::csr_set ||
                        instruction.op == Op::csr_clear;
    if (writes && f.csr >> 10 == 3) // determined by CSR numbers: volume II, "CSR Address Mapping"
      reporter.warning(pending.place,
                       fmt::format("{} can only be read: writing it is an illegal instruction",
                                   csr_text(f.csr)));
    return instruction;
  }

  std::vector<InitialRegister> initial_registers(std::uint64_t return_pc) const override {
    return {{kRa, return_pc}, {kSp, kStackTop}, {kGp, kGlobalPointer}};
  }

  bool ignores_own_directive(std::string_view directive) const override {
    return directive == ".attribute" || directive == ".end" || directive == ".variant_cc";
  }

private:
  [[nodiscard]] std::optional<RegId> named_leniently(std::string_view text) const {
    std::string name = lower(text);
    if (r_numbers_ && name.size() > 1 && name[0] == 'r' && name[1] >= '0' && name[1] <= '9')
      name[0] = 'x';
    return riscv::register_named(name);
  }

  template <std::size_t kCount>
  static std::optional<std::uint8_t> number_of(std::string_view text,
                                               const std::array<std::string_view, kCount>& names) {
    for (std::size_t i = 0; i < kCount; ++i)
      if (!text.empty() && names[i] == text)
        return static_cast<std::uint8_t>(i);
    return std::nullopt;
  }

  [[nodiscard]] std::int64_t distance(std::int64_t target, std::uint64_t pc) const {
    const std::uint64_t bytes = static_cast<std::uint64_t>(target) - pc;
    return xlen_ == 32 ? static_cast<std::int32_t>(bytes) : static_cast<std::int64_t>(bytes);
  }

  /// .insn 2, 0x8082: any code, whether or not it is a valid instruction.
  [[nodiscard]] std::optional<Instruction> given_code(const assembly::Pending& pending,
                                                      std::int64_t value, std::uint64_t pc,
                                                      assembly::Reporter& reporter) const {
    const bool is_long = pending.row->size == 4;
    if (value < 0 || value > (is_long ? 0xffffffffLL : 0xffffLL) || ((value & 3) == 3) != is_long) {
      reporter.error(pending.fields.value_place,
                     fmt::format("{:#x} is no code of {} bytes", value, pending.row->size),
                     is_long ? "32 bits of which the low two are set"
                             : "16 bits of which the low two are not both set");
      return std::nullopt;
    }
    return decode_riscv(static_cast<std::uint32_t>(value), pc, xlen_);
  }

  /// Why operands of the right kind and in range cannot be encoded: compressed instructions support
  /// only some registers, and some operands would result in the code of another instruction.
  static void report_operand(const assembly::Pending& pending, char letter,
                             assembly::Reporter& reporter) {
    const Encoding& e = *pending.row->encoding;
    const std::string_view of = pending.row->mnemonic;
    std::string expected = "other operands";
    if (letter != '\0') {
      const Place place = letter == 'd' || letter == 'D'   ? e.shape.rd
                          : letter == 't' || letter == 'T' ? e.shape.rs2
                                                           : e.shape.rs1;
      expected = place == Place::sp ? "sp" : "a register 8 to 15: s0, s1, a0 to a5, fs0, fa0 ...";
      if (letter == 'u')
        expected = "1 to 31 or 0xfffe0 to 0xfffff";
    } else if ((e.rules & kImmNotZero) != 0 && pending.fields.value.constant == 0) {
      expected = "a constant other than 0";
    } else if ((e.rules & (kRdNotZero | kRs1NotZero | kRs2NotZero)) != 0) {
      expected = "registers other than zero";
    }
    if ((e.rules & kRdNotSp) != 0 && pending.fields.rd == kSp)
      expected = "a register other than sp";
    reporter.error(pending.place, fmt::format("'{}' cannot have these operands", of),
                   std::move(expected));
  }

  void load_constant(Emitter& emitter, const Fields& fields) const {
    const std::optional<std::int64_t> value = emitter.constant(fields);
    if (!value)
      return;
    if (xlen_ == 32 && (*value < INT32_MIN || *value > UINT32_MAX)) {
      emitter.reporter().error(fields.value_place,
                               fmt::format("{} does not fit in a register", *value),
                               fmt::format("{} to {}", INT32_MIN, UINT32_MAX));
      return;
    }
    const std::int64_t constant = xlen_ == 32 ? static_cast<std::int32_t>(*value) : *value;
    if (constant >= -2048 && constant <= 2047)
      emitter.emit("addi", {Operand::of_register(fields.rd), Operand::of_register(0),
                            Operand::of_constant(constant)});
    else
      load(emitter, fields.rd, constant);
  }

  /// As in GNU as: 12 bits at a time from the bottom, until the rest fits lui and addi(w). The
  /// steps leave at most 52, 40, then 28 significant bits, so that 8 instructions always suffice.
  void load(Emitter& emitter, RegId rd, std::int64_t value) const {
    const Operand target = Operand::of_register(rd);
    const Operand zero = Operand::of_register(0);
    const auto low = static_cast<std::int64_t>(((value & 0xfff) ^ 0x800) - 0x800);
    const char* const add = xlen_ == 64 ? "addiw" : "addi";
    if (low == value) {
      emitter.emit(add, {target, zero, Operand::of_constant(value)});
      return;
    }
    const auto rest = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) -
                                                static_cast<std::uint64_t>(low));
    if (value >= INT32_MIN && value <= INT32_MAX) {
      emitter.emit("lui", {target, Operand::of_constant((rest >> 12) & 0xfffff)});
      if (low != 0)
        emitter.emit(add, {target, target, Operand::of_constant(low)});
      return;
    }
    unsigned shift = 12;
    while (((rest >> shift) & 1) == 0)
      ++shift;
    load(emitter, rd, rest >> shift);
    emitter.emit("slli", {target, target, Operand::of_constant(shift)});
    if (low != 0)
      emitter.emit("addi", {target, target, Operand::of_constant(low)});
  }

  unsigned xlen_;
  LetterRegisters letters_;
  bool r_numbers_ = false;
  bool compressed_ = true;             ///< c.* is allowed
  std::vector<bool> saved_compressed_; ///< values saved by .option push
};

/// 0 is also the result of a floating-point function, if the text contains one.
void RiscvDialect::append_absent_function(Emitter& emitter, const assembly::Place&, Ending ending,
                                          std::string_view text) {
  const Operand zero = Operand::of_register(0);
  const auto set = [&](RegId reg, std::int64_t value) {
    emitter.emit("addi", {Operand::of_register(reg), zero, Operand::of_constant(value)});
  };
  constexpr RegId kNumberOfCall = kA0 + 7;
  constexpr std::int64_t kExit = 93; // Linux and RARS: the code is in a0
  if (ending == Ending::exits) {
    set(kNumberOfCall, kExit);
    emitter.emit("ecall", {});
  } else if (ending == Ending::aborts) {
    emitter.emit("ebreak", {});
  } else {
    set(kA0, 0);
    if (text.find("fa0") != std::string_view::npos)
      emitter.emit(xlen_ == 64 ? "fmv.d.x" : "fcvt.d.w",
                   {Operand::of_register(kFirstFpRegister + 10), zero});
    emitter.emit("ret", {});
  }
}

} // namespace

namespace {

/// As written by compilers: .attribute arch, "rv32i2p1_m2p0".
std::optional<unsigned> stated_xlen(std::string_view text) {
  constexpr std::string_view kDirective = ".attribute";
  for (std::size_t at = text.find(kDirective); at != std::string_view::npos;
       at = text.find(kDirective, at + 1)) {
    std::string_view line = text.substr(at + kDirective.size());
    line = line.substr(0, line.find('\n'));
    const std::size_t name = std::min(line.find("arch"), line.find('5')); // Tag_RISCV_arch is 5
    if (name == std::string_view::npos)
      continue;
    if (line.find("\"rv32", name) != std::string_view::npos)
      return 32;
    if (line.find("\"rv64", name) != std::string_view::npos)
      return 64;
  }
  return std::nullopt;
}

} // namespace

} // namespace riscv

namespace {

Result<Program> assemble_riscv_of(unsigned xlen, std::string_view file, std::string_view text,
                                  const AssembleOptions& options) {
  const std::string routines = options.library ? riscv::routines_for(text, xlen) : std::string();
  const std::string whole = routines.empty() ? std::string() : std::string(text) + routines;
  return assembly::exactly_or_leniently([&](assembly::Reading reading) {
    riscv::RiscvDialect dialect(xlen, reading);
    dialect.set_strict(options.strict, options.library);
    if (reading == assembly::Reading::lenient)
      dialect.find_letters(text, marks_of(text)[Isa::riscv].count > 0);
    Result<Program> program =
        assembly::Assembler(dialect, file, routines.empty() ? text : std::string_view(whole)).run();
    if (!program.ok() || reading == assembly::Reading::exact)
      return program;
    Diagnostics said = program.diagnostics();
    dialect.letters().add_notes(file, said,
                                [](RegId reg) { return riscv::kRegisterNames.at(reg); });
    return Result<Program>{std::move(program).value(), std::move(said)};
  });
}

} // namespace

Result<Program> assemble_riscv(std::string_view file, std::string_view text,
                               const AssembleOptions& options) {
  STALLSCOPE_CHECK(options.xlen == 32 || options.xlen == 64,
                   "RISC-V registers are 32 or 64 bits wide");
  const std::optional<unsigned> stated = riscv::stated_xlen(text);
  const unsigned xlen = stated.value_or(options.xlen);
  Result<Program> program = assemble_riscv_of(xlen, file, text, options);
  if (program || stated || xlen == 64 || !options.xlen_may_change)
    return program;
  Result<Program> wide = assemble_riscv_of(64, file, text, options);
  if (!wide)
    return wide.diagnostics().size() < program.diagnostics().size() ? wide : program;
  Diagnostic note = program.diagnostics().front();
  note.severity = Severity::warning;
  note.message = "this is for registers of 64 bits, and so is the whole text, although the machine "
                 "has 32 (--xlen 32 makes it an error)";
  note.expected.clear();
  note.suggestion.clear();
  Diagnostics said = wide.diagnostics();
  said.insert(said.begin(), std::move(note));
  return {std::move(wide).value(), std::move(said)};
}

} // namespace stallscope::isa
