#include "asm/assembler.hpp"
#include "front_ends.hpp"
#include "riscv/riscv_table.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace stallscope::isa {

namespace riscv {

namespace {

using assembly::Emitter;
using assembly::Fields;
using assembly::ImmediateRange;
using assembly::Operand;
using assembly::Row;

constexpr std::array<std::string_view, 32> kAbiNames = {
    "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
    "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
    "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

struct Counter {
  std::string_view name;
  std::int64_t number;
};

constexpr std::array<Counter, 10> kCounters = {{{"cycle", 0xC00},
                                                {"time", 0xC01},
                                                {"instret", 0xC02},
                                                {"mcycle", 0xB00},
                                                {"minstret", 0xB02},
                                                {"cycleh", 0xC80},
                                                {"timeh", 0xC81},
                                                {"instreth", 0xC82},
                                                {"mcycleh", 0xB80},
                                                {"minstreth", 0xB82}}};

// The memory map. Text and read-only data lie where linkers put them, writable data far above, the
// stack below 2 GiB so that its addresses are the same numbers for 32 and 64 bits.
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

class RiscvDialect final : public assembly::Dialect {
public:
  explicit RiscvDialect(unsigned xlen) : xlen_(xlen) {}

  Isa isa() const override { return Isa::riscv; }
  unsigned xlen() const override { return xlen_; }
  assembly::LexicalRules lexical_rules() const override { return {false, false}; }
  assembly::Layout layout() const override { return kLayout; }
  const assembly::InstructionTable& table() const override { return instruction_table(); }
  unsigned flags() const override { return xlen_ == 32 ? assembly::kOnly32 : assembly::kOnly64; }
  bool aligns_data() const override { return false; }
  RegId temporary() override { return 0; } // RISC-V reserves none; no expansion asks for it

  std::optional<RegId> register_named(std::string_view text) override {
    if (text.size() < 2 || text.size() > 4)
      return std::nullopt;
    if (text[0] == 'x') {
      unsigned number = 0;
      const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
      if (error == std::errc() && end == text.data() + text.size() && number < 32 &&
          (text[1] != '0' || text.size() == 2))
        return static_cast<RegId>(number);
      return std::nullopt;
    }
    if (text == "fp")
      return RegId{8};
    for (std::size_t i = 0; i < kAbiNames.size(); ++i)
      if (kAbiNames[i] == text)
        return static_cast<RegId>(i);
    return std::nullopt;
  }
  std::string_view register_text(RegId reg) const override { return kAbiNames.at(reg); }
  std::vector<std::string> register_names() const override {
    return {kAbiNames.begin(), kAbiNames.end()};
  }
  std::string_view register_example(bool) const override { return "a register such as a0 or x10"; }
  bool looks_like_register(std::string_view) const override { return false; }

  std::optional<std::int64_t> csr_named(std::string_view text) const override {
    for (const Counter& counter : kCounters) {
      const bool high = counter.name.back() == 'h';
      if ((counter.name == text || std::to_string(counter.number) == text) &&
          (!high || xlen_ == 32))
        return counter.number;
    }
    return std::nullopt;
  }
  std::string csr_text(std::int64_t number) const override {
    for (const Counter& counter : kCounters)
      if (counter.number == number)
        return std::string(counter.name);
    return std::to_string(number);
  }

  ImmediateRange range(char letter) const override {
    switch (letter) {
    case 'i':
      return {-2048, 2047};
    case 'u':
      return {0, 0xfffff};
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
  std::string_view operand_name(char letter) const override {
    switch (letter) {
    case 'd':
      return "rd";
    case 's':
      return "rs1";
    case 't':
      return "rs2";
    case 'h':
    case 'H':
      return "shamt";
    case 'b':
    case 'j':
      return "label";
    case 'a':
      return "symbol";
    case 'm':
      return "imm(rs1)";
    case 'C':
      return "csr";
    case 'F':
      return "iorw";
    default:
      return "imm";
    }
  }

  void expand(Emitter& emitter, const Row& row, const Fields& fields) override {
    if (row.mnemonic == "li") {
      load_constant(emitter, fields);
      return;
    }
    // csrrs rd, csr, x0 and csrrc rd, csr, x0
    if (fields.rs1 != 0) {
      emitter.reporter().error(emitter.place(), "counters can only be read", "x0 as last operand");
      return;
    }
    emitter.emit("csrr",
                 {Operand::of_register(fields.rd), Operand::of_constant(fields.value.constant)});
  }

  void complete(Instruction& i, const Row& row) const override {
    switch (i.op) {
    case Op::load_immediate: {
      const auto upper = static_cast<std::int64_t>(
          static_cast<std::int32_t>(static_cast<std::uint32_t>(i.imm) << 12U));
      i.imm = row.mnemonic == "auipc" ? static_cast<std::int64_t>(i.pc) + upper : upper;
      if (xlen_ == 32)
        i.imm = static_cast<std::int32_t>(i.imm);
      i.has_immediate = true;
      return;
    }
    case Op::add:
      if (i.has_immediate && i.rd == 0 && i.rs1 == 0 && i.imm == 0) {
        i.op = Op::nop;
        i.op_class = OpClass::nop;
        i.has_immediate = false;
        return;
      }
      break;
    case Op::jump_link:
      if (i.rd == 0)
        i.op = Op::jump;
      return;
    case Op::jump_link_register:
      if (i.rd == 0)
        i.op = Op::jump_register;
      return;
    case Op::syscall:
      i.rs1 = kA7;
      i.rs2 = kA0;
      i.rd = kA0;
      i.imm = kA2;
      return;
    case Op::csr_read:
      if (row.format == "d")
        i.imm = *csr_named(std::string_view(row.mnemonic).substr(2));
      return;
    default:
      break;
    }
    if (xlen_ == 32)
      i.op = word_op(i.op);
  }

  std::vector<InitialRegister> initial_registers(std::uint64_t end_pc) const override {
    return {{kRa, end_pc}, {kSp, kStackTop}, {kGp, kGlobalPointer}};
  }

  bool ignores_directive(std::string_view directive) const override {
    static constexpr std::array<std::string_view, 14> kIgnored = {
        ".type", ".size", ".file",   ".option",  ".attribute", ".ident",     ".local",
        ".weak", ".loc",  ".hidden", ".addrsig", ".end",       ".protected", ".internal"};
    return std::find(kIgnored.begin(), kIgnored.end(), directive) != kIgnored.end();
  }

private:
  /// The 32-bit operation that keeps registers sign-extended.
  static Op word_op(Op op) {
    switch (op) {
    case Op::add:
      return Op::addw;
    case Op::sub:
      return Op::subw;
    case Op::sll:
      return Op::sllw;
    case Op::srl:
      return Op::srlw;
    case Op::sra:
      return Op::sraw;
    case Op::mul:
      return Op::mulw;
    case Op::mulh:
      return Op::mulhw;
    case Op::mulhu:
      return Op::mulhuw;
    case Op::mulhsu:
      return Op::mulhsuw;
    case Op::div:
      return Op::divw;
    case Op::divu:
      return Op::divuw;
    case Op::rem:
      return Op::remw;
    case Op::remu:
      return Op::remuw;
    default:
      return op;
    }
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
    load(emitter, fields.rd, xlen_ == 32 ? static_cast<std::int32_t>(*value) : *value);
  }

  /// As GNU as does it: 12 bits at a time from the bottom, until the rest fits lui and addi(w).
  /// Each step leaves at most 52, 40, then 28 significant bits, so that 8 instructions always do.
  void load(Emitter& emitter, RegId rd, std::int64_t value) const {
    const Operand target = Operand::of_register(rd);
    const Operand zero = Operand::of_register(0);
    const auto low = static_cast<std::int64_t>(((value & 0xfff) ^ 0x800) - 0x800);
    if (low == value) {
      emitter.emit("addi", {target, zero, Operand::of_constant(value)});
      return;
    }
    const auto rest = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) -
                                                static_cast<std::uint64_t>(low));
    if (value >= INT32_MIN && value <= INT32_MAX) {
      emitter.emit("lui", {target, Operand::of_constant((rest >> 12) & 0xfffff)});
      if (low != 0)
        emitter.emit(xlen_ == 64 ? "addiw" : "addi", {target, target, Operand::of_constant(low)});
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
};

} // namespace

} // namespace riscv

Result<Program> assemble_riscv(std::string_view file, std::string_view text,
                               const AssembleOptions& options) {
  STALLSCOPE_CHECK(options.xlen == 32 || options.xlen == 64,
                   "RISC-V registers are 32 or 64 bits wide");
  riscv::RiscvDialect dialect(options.xlen);
  return assembly::Assembler(dialect, file, text).run();
}

} // namespace stallscope::isa
