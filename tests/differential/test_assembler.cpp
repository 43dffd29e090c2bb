#include "isa/assemble.hpp"
#include "random_code.hpp"
#include "smoke/process.hpp"
#include "tools.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

using namespace stallscope;
using namespace stallscope::differential;
using isa::riscv::Encoding;
using isa::riscv::Extension;

// Both assemblers read the same text and must give the same bytes.

namespace {

constexpr const char* kAssembler = "riscv64-unknown-elf-as";
constexpr const char* kCopier = "riscv64-unknown-elf-objcopy";
constexpr std::uint64_t kBase = 0x10000;

std::string architecture(unsigned xlen) {
  return fmt::format("-march=rv{}gc_zba_zbb_zbc_zbs_zbkb_zawrs_zihintpause", xlen);
}

/// The content of .text as binutils assembles it; empty, said on standard error, when it refuses.
std::string assembled_by_binutils(const smoke::Folder& folder, const std::string& text,
                                  unsigned xlen) {
  const std::string source = folder.file("a.s", text);
  const std::string object = folder.file("a.o");
  const std::string binary = folder.file("a.bin");
  const int failed =
      run({kAssembler, architecture(xlen), xlen == 32 ? "-mabi=ilp32d" : "-mabi=lp64d",
           "-mpriv-spec=1.12", "-o", object, source});
  if (failed != 0 || run({kCopier, "-O", "binary", "-j", ".text", object, binary}) != 0)
    return {};
  return smoke::read_file(binary);
}

std::string assembled_here(const std::string& text, unsigned xlen) {
  isa::AssembleOptions options;
  options.xlen = xlen;
  const Result<isa::Program> program = isa::assemble(isa::Isa::riscv, "a.s", text, options);
  INFO(format(program.diagnostics()).substr(0, 2000));
  REQUIRE(program.ok());
  for (const isa::DataSegment& segment : program->data)
    if (segment.name == ".text")
      return {segment.bytes.begin(), segment.bytes.end()};
  return {};
}

/// The instruction at `at` of machine code, as text.
std::string text_at(const std::string& code, std::size_t at, unsigned xlen) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 4 && at + i < code.size(); ++i)
    bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(code[at + i])) << (8 * i);
  const isa::Instruction instruction = isa::decode_riscv(bits, kBase + at, xlen);
  return fmt::format("{:#x} {}", instruction.raw,
                     disassemble_riscv(instruction, xlen, {}, isa::RiscvText::exact));
}

/// Both make the same bytes of the lines; if not, the first instruction that differs is named.
void compare(const std::vector<std::string>& lines, unsigned xlen) {
  const smoke::Folder folder;
  // Without norelax binutils leaves branches to a linker.
  const std::string text = fmt::format(".option norelax\n{}\n", fmt::join(lines, "\n"));
  const std::string there = assembled_by_binutils(folder, text, xlen);
  REQUIRE_FALSE(there.empty());
  const std::string here = assembled_here(text, xlen);
  std::size_t at = 0;
  while (at < std::min(here.size(), there.size())) {
    const std::string mine = text_at(here, at, xlen);
    REQUIRE(fmt::format("{:#x}: {}", kBase + at, mine) ==
            fmt::format("{:#x}: {}", kBase + at, text_at(there, at, xlen)));
    at += (static_cast<unsigned char>(here[at]) & 3U) == 3 ? 4 : 2;
  }
  CHECK(here.size() == there.size());
}

/// The target of a jump lies within `bytes` of text, so that binutils resolves it.
bool target_within(const isa::Instruction& i, std::uint64_t bytes) {
  return i.target == 0 || i.has_immediate || (i.target >= kBase && i.target < kBase + bytes);
}

/// What binutils 2.40 has no text for, though it is legal: conversions that are always exact with a
/// rounding mode, fences with an empty set, compressed shifts by 0 (hints), the CSRs of resumable
/// non-maskable interrupts by their names.
bool unknown_to_binutils(const Encoding& e, std::uint32_t bits) {
  const std::int64_t value = isa::riscv::gather(e.shape.imm, bits);
  const std::uint32_t csr = bits >> 20;
  const bool names_csr = e.size() == 4 && (bits & 0x7fU) == 0x73 && (bits >> 12 & 3U) != 0;
  return (names_csr && csr >= 0x740 && csr <= 0x744) || (e.has('e') && (bits >> 12 & 7U) != 0) ||
         (e.has('F') && ((value & 15) == 0 || value >> 4 == 0)) ||
         (e.size() == 2 && e.has('h') && value == 0);
}

/// An instruction with random operands, at pc.
std::string random_line(const Encoding& e, std::uint64_t& pc, unsigned xlen, Random& random) {
  constexpr std::uint64_t kBytes = 8192; // of text, at least
  isa::Instruction i;
  do
    i = isa::decode_riscv(random_code(e, xlen, random), pc, xlen);
  while (unknown_to_binutils(e, i.raw) || !target_within(i, kBytes));
  const isa::Symbolizer relative = [&](std::uint64_t address) {
    return fmt::format(". + {}", static_cast<std::int64_t>(address - pc));
  };
  std::string line = disassemble_riscv(i, xlen, relative, isa::RiscvText::exact);
  pc += i.size;
  return line;
}

/// Every instruction of 2 or 4 bytes `times` times.
std::vector<std::string> random_lines(unsigned xlen, unsigned size, int times, Random& random) {
  std::vector<std::string> lines;
  std::uint64_t pc = kBase;
  for (int round = 0; round < times; ++round)
    for (const Encoding& e : isa::riscv::encodings())
      // binutils knows Zicond since 2.41, Zcb since 2.42
      if (e.exists(xlen) && e.size() == size && e.extension != Extension::zicond &&
          e.extension != Extension::zcb)
        lines.push_back(random_line(e, pc, xlen, random));
  while (pc < kBase + 8192) {
    lines.emplace_back(size == 2 ? "c.nop" : "nop");
    pc += size;
  }
  return lines;
}

// call, tail, la and accesses of symbols are not here: binutils leaves them to the linker.
constexpr const char* kPseudoInstructions = R"(
nop; unimp; mv a0, a1; move s1, t0; not a0, a1; neg t3, t4; seqz a0, a1; snez a0, a1; sltz a0, a1
sgtz a0, a1; sgt a0, a1, a2; sgtu a0, a1, a2; zext.b a0, a1
beqz a0, . + 8; bnez a0, . - 4; blez s0, . + 8; bgez a0, . + 8; bltz a0, . + 8; bgtz a0, . + 8
bgt a0, a1, . + 8; ble a0, a1, . + 8; bgtu a0, a1, . + 8; bleu a0, a1, . - 8
j . + 12; jal . + 12; jr t0; jr 8(t0); jalr t0; jalr -4(t0); jalr a0, t0; jalr a0, t0, 12
jalr a0, 12(t0); ret; fence; fence.i; ecall; ebreak; mret; wfi
add a0, a1, 5; and a0, a1, 5; or a0, a1, 5; xor a0, a1, 5; slt a0, a1, 5; sltu a0, a1, 5
sll a0, a1, 31; srl a0, a1, 5; sra a0, a1, 5; ror a0, a1, 7; bclr a0, a1, 7; bext a0, a1, 7
binv a0, a1, 7; bset a0, a1, 7; sext.b a0, a1; sext.h a0, a1; zext.h a0, a1; rev8 a0, a1
csrr a0, mstatus; csrw mtvec, a0; csrs mie, a0; csrc mip, a0; csrwi frm, 3; csrsi fflags, 31
csrci mstatus, 8; csrw frm, 4; csrs fcsr, 5; csrc fcsr, 6; csrrw a0, fcsr, 5; csrrs a0, 0x7c0, 31
csrrc a0, fcsr, 0; rdcycle a0; rdtime a1; rdinstret a2; frcsr a0; fscsr a0; fscsr a0, a1
frrm a0; fsrm a0; fsrm a0, a1; fsrmi 3; fsrmi a0, 2; frflags a0; fsflags a0; fsflags a0, a1
fsflagsi 0; fsflagsi a0, 31
fmv.s fa0, fa1; fneg.s fa0, fa1; fabs.s fa0, fa1; fmv.d ft0, ft1; fneg.d fs0, fs1
fabs.d fa0, ft11; fgt.s a0, fa1, fa2; fge.s a0, fa1, fa2; fgt.d a0, fa1, fa2
fge.d a0, fa1, fa2; fmv.x.s a0, fa1; fmv.s.x fa0, a1
fadd.s fa0, fa1, fa2; fadd.d fa0, fa1, fa2, dyn; fsqrt.s f31, f30; fsqrt.d f0, f1, rup
fmadd.s fa0, fa1, fa2, fa3; fnmsub.d fa0, fa1, fa2, fa3, rdn
fcvt.w.s a0, fa0; fcvt.wu.d a0, fa0, rtz; fcvt.s.w fa0, a0; fcvt.d.w fa0, a0; fcvt.d.s fa0, fa1
fcvt.s.d fa0, fa1; lr.w a0, (a1); lr.w.aq a0, 0(a1); sc.w.rl a0, a1, (a2)
amoadd.w.aqrl a0, a1, (a2); lw a0, (a1); sw a0, (a1); fld fa0, (sp); fsw fa0, (sp)
.insn 4, 0x00b50533
)";
constexpr const char* kPseudoInstructions64 = R"(
negw a0, a1; sext.w a0, a1; zext.w a0, a1; addw a0, a1, 5; sllw a0, a1, 5; srlw a0, a1, 5
sraw a0, a1, 5; rorw a0, a1, 5; sll a0, a1, 63; fcvt.l.d a0, fa0, rtz; fcvt.d.lu fa0, a0
amomaxu.d a0, a1, (a2); slli.uw a0, a1, 63; fmv.x.d a0, fa1
)";
constexpr const char* kPseudoInstructions32 = R"(
rdcycleh a0; rdtimeh a0; rdinstreth a0; csrr a0, mstatush
)";

/// Statements between ';' and line ends.
void add_statements(std::string_view text, std::vector<std::string>& lines) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(";\n"), text.size());
    std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
    if (!part.empty())
      lines.emplace_back(part);
  }
}

} // namespace

TEST_CASE("assembler: every instruction with random operands gives the bytes of binutils") {
  if (!installed_or_skipped(kAssembler) || !installed_or_skipped(kCopier))
    return;
  const unsigned xlen = GENERATE(32U, 64U);
  Random random(xlen);
  for (int file = 0; file < 10; ++file) {
    std::vector<std::string> lines = random_lines(xlen, 4, 12, random);
    REQUIRE(lines.size() > 1800);
    lines.insert(lines.begin(), ".option norvc"); // binutils compresses what it can otherwise
    compare(lines, xlen);
  }
}

TEST_CASE("assembler: every compressed instruction with random operands, too") {
  if (!installed_or_skipped(kAssembler) || !installed_or_skipped(kCopier))
    return;
  const unsigned xlen = GENERATE(32U, 64U);
  Random random(xlen);
  for (int file = 0; file < 10; ++file) {
    const std::vector<std::string> lines = random_lines(xlen, 2, 50, random);
    REQUIRE(lines.size() > 1500);
    compare(lines, xlen);
  }
}

TEST_CASE("assembler: pseudo-instructions and forms with operands left out, too") {
  if (!installed_or_skipped(kAssembler) || !installed_or_skipped(kCopier))
    return;
  const unsigned xlen = GENERATE(32U, 64U);
  std::vector<std::string> lines{".option norvc"};
  add_statements(kPseudoInstructions, lines);
  add_statements(xlen == 32 ? kPseudoInstructions32 : kPseudoInstructions64, lines);
  compare(lines, xlen);
}

TEST_CASE("assembler: li makes the constants binutils makes, in as many instructions") {
  if (!installed_or_skipped(kAssembler) || !installed_or_skipped(kCopier))
    return;
  const unsigned xlen = GENERATE(32U, 64U);
  Random random(xlen);
  std::vector<std::string> lines{".option norvc"};
  for (int i = 0; i < 3000; ++i) {
    // Of all lengths, with runs of zeros and ones at their ends.
    std::uint64_t value = random.next() >> random.below(64);
    value <<= random.below(64);
    if (random.chance(30))
      value = ~value;
    if (xlen == 32)
      value &= 0xffffffffU;
    lines.push_back(fmt::format("li a{}, {:#x}", random.below(8), value));
  }
  compare(lines, xlen);
}
