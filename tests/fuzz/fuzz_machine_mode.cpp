#include "base/check.hpp"
#include "isa/csr.hpp"
#include "isa/executor.hpp"
#include "isa/load_elf.hpp"
#include "isa/registers.hpp"
#include "machine/machine_file.hpp"
#include "session/runner.hpp"
#include "unit/isa/elf_builder.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace stallscope;
using namespace stallscope::isa;

constexpr std::uint64_t kCode = 0x10000;
constexpr std::uint64_t kHandler = kCode + 0x800;
constexpr std::uint64_t kData = 0x11000;
constexpr std::uint64_t kTohost = 0x12000;
constexpr std::uint64_t kEnd = 0x13000;
constexpr std::size_t kMostInstructions = 300;
constexpr std::uint64_t kLimit = 3000; // executed
constexpr std::string_view kInput = "what is typed";

// Registers with a purpose; x5 to x15 are computed with.
constexpr unsigned kScratch = 25;
constexpr unsigned kFirstBase = 16; ///< to x23: addresses
constexpr unsigned kTohostBase = 24;

constexpr std::uint32_t i_type(unsigned opcode, unsigned f3, unsigned rd, unsigned rs1,
                               unsigned imm) {
  return (imm & 0xFFFU) << 20 | rs1 << 15 | f3 << 12 | rd << 7 | opcode;
}
constexpr std::uint32_t s_type(unsigned f3, unsigned rs1, unsigned rs2, unsigned imm) {
  return (imm >> 5 & 0x7FU) << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | (imm & 31U) << 7 | 0x23U;
}

/// CSRs there are and there are not, without those that read time.
constexpr std::array<unsigned, 40> kCsrs{0x300, 0x301, 0x304, 0x306, 0x30A, 0x310, 0x31A, 0x320,
                                         0x323, 0x340, 0x341, 0x342, 0x343, 0x344, 0x3A0, 0x3A1,
                                         0x3A2, 0x3A0, 0x3B0, 0x3B1, 0x3B2, 0x3B3, 0x3B4, 0x3B5,
                                         0x3B6, 0x3B7, 0x3B8, 0x747, 0x757, 0x7A0, 0x7A1, 0x7A4,
                                         0xB03, 0xB83, 0xC03, 0xF14, 0x180, 0x744, 0x7C0, 0x003};

std::uint32_t csr_instruction(unsigned a, unsigned b) {
  const unsigned f3 = 1 + b % 3 + (b & 64U) / 16; // with a register, or with a constant
  return i_type(0x73, f3, 5 + b % 4, 8 + b / 8 % 8, kCsrs[a % kCsrs.size()]);
}

std::uint32_t instruction(unsigned kind, unsigned a, unsigned b) {
  const unsigned base = kFirstBase + a % 8;
  const unsigned reg = 8 + b % 8;
  switch (kind % 16) {
  case 5:
    return i_type(0x03, b % 6, reg, base, a / 8 * 2);
  case 6:
    return s_type(b % 4, base, reg, a / 8 * 2);
  case 7: // amoadd.w, lr.w, sc.w
    return (a % 3 == 0   ? 0U
            : a % 3 == 1 ? 2U << 27
                         : 3U << 27) |
           (a % 3 == 1 ? 0 : reg) << 20 | base << 15 | 2U << 12 | 5U << 7 | 0x2FU;
  case 8:
    return i_type(0x67, 0, 1, base, b % 16 * 2);
  case 9:
    return i_type(0x13, 0, 8 + a % 8, 8 + a % 8,
                  static_cast<unsigned>(static_cast<signed char>(b)));
  case 10:
    return i_type(0x13, 1, 8 + a % 8, 8 + a % 8, b % 32);
  case 11:
    return s_type(2, kTohostBase, reg, a % 2 * 4);
  case 12:
    return s_type(a % 4, kTohostBase, reg, a / 4 % 16);
  case 13: {
    constexpr std::array<std::uint32_t, 4> kSystem{0x73, 0x00100073, 0x30200073, 0x0000100F};
    return kSystem[a % kSystem.size()];
  }
  case 14: // beq, forwards by 8
    return reg << 20 | (8 + a % 8) << 15 | 4U << 8 | 0x63U;
  case 15:
    return b << 12 | a << 24 | (8 + b % 8) << 7 | 0x37U;
  default:
    return csr_instruction(a, b);
  }
}

/// Three bytes an instruction; behind them the end by tohost. The handler goes on behind what has
/// trapped.
Program program_of(unsigned xlen, const std::uint8_t* data, std::size_t size) {
  using isa::testing::ElfBuilder;
  using isa::testing::put;
  ElfBuilder elf;
  elf.xlen = xlen;
  ElfBuilder::Segment& segment = elf.segments[0];
  segment.flags = ElfBuilder::r | ElfBuilder::w;
  segment.memory_bytes = kEnd - kCode;
  segment.bytes.clear();
  for (std::size_t i = 0; i + 3 <= size && i / 3 < kMostInstructions; i += 3)
    put(segment.bytes, instruction(data[i], data[i + 1], data[i + 2]), 4);
  for (const std::uint32_t word : {i_type(0x13, 0, 5, 0, 1), s_type(2, kTohostBase, 5, 0), 0x6FU})
    put(segment.bytes, word, 4);
  segment.bytes.resize(kHandler - kCode);
  for (const std::uint32_t word :
       {i_type(0x73, 2, kScratch, 0, 0x341), i_type(0x13, 0, kScratch, kScratch, 4),
        i_type(0x73, 1, 0, kScratch, 0x341), 0x30200073U})
    put(segment.bytes, word, 4);
  elf.add_symbols({{"tohost", kTohost}, {"fromhost", kTohost + 64}});
  ElfOptions options;
  options.platform = Platform::bare_metal;
  options.memory = {{kCode, kEnd - kCode}};
  Result<Program> loaded = program_from_elf("fuzz", elf.build(), options);
  STALLSCOPE_CHECK(loaded.ok(), "the program of the fuzzer is one");
  Program program = std::move(loaded).value();
  const std::array<std::uint64_t, 17> values{0x9F1F,
                                             0x1F,
                                             (kData >> 2) | 3,
                                             (kCode >> 2) | 0x1FF,
                                             (kData + 64) >> 2,
                                             0x9998,
                                             7,
                                             'a', // x8
                                             kData,
                                             kData + 60,
                                             kCode,
                                             kCode + 64,
                                             kTohost,
                                             kTohost + 64,
                                             0x1000,
                                             kEnd - 8, // x16
                                             kTohost};
  for (std::size_t i = 0; i < values.size(); ++i)
    program.initial_registers.push_back({static_cast<RegId>(8 + i), values[i]});
  program.initial_registers.push_back({riscv::kMtvec, kHandler});
  return program;
}

void check_state(const ArchState& state) {
  STALLSCOPE_CHECK(state.regs[0] == 0, "register 0 has been written");
  std::uint64_t end = 0;
  for (const MemoryRegion& region : *state.regions) {
    STALLSCOPE_CHECK(region.begin >= end && region.begin < region.end,
                     "regions in ascending order, none empty");
    end = region.end;
  }
}

/// What two runs of a program must have in common. Counters may tell cycles.
void check_equal(const ArchState& a, const ArchState& b) {
  for (RegId reg = 0; reg < 64; ++reg)
    STALLSCOPE_CHECK(a.regs[reg] == b.regs[reg], "registers are the same");
  STALLSCOPE_CHECK(a.memory == b.memory && a.instructions == b.instructions &&
                       a.exceptions == b.exceptions && a.exit_code == b.exit_code &&
                       a.output_bytes == b.output_bytes && a.input_used == b.input_used,
                   "runs are the same");
}

const machine::Machine& machine_of(unsigned number) {
  static const std::array<machine::Machine, 5> machines{
      machine::load_machine("mips-5").value(), machine::load_machine("dual-5").value(),
      machine::load_machine("sifive-7").value(), machine::load_machine("ooo-4").value(),
      machine::load_machine("ooo-8").value()};
  return machines[number % machines.size()];
}

} // namespace

// The first byte chooses width and machine, the others are instructions of machine mode: accesses
// to CSRs, to protected memory and to tohost. Whatever they do, one after the other, in threaded
// code and on a pipeline it is the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4)
    return 0;
  const Program program = program_of(data[0] % 2 == 0 ? 64 : 32, data + 1, size - 1);
  Environment environment;
  environment.input = kInput;
  ArchState state = initial_state(program);
  Trap trap = Trap::none;
  for (std::uint64_t done = 1; trap == Trap::none && done <= kLimit; ++done) {
    const std::uint64_t before = state.instructions + state.exceptions;
    trap = execute(program, state, environment, done).trap;
    check_state(state);
    if (trap == Trap::none && state.instructions + state.exceptions == before)
      --done; // code has been found in memory
  }
  const ReferenceRun reference = run_reference(program, environment, kLimit);
  STALLSCOPE_CHECK(reference.trap == trap, "threaded code ends as single instructions do");
  check_equal(reference.state, state);
  if (trap == Trap::none)
    return 0;
  session::RunOptions options;
  options.input = kInput;
  options.limit_cycles = 200 * kLimit;
  options.at_end = [&state](const ArchState& end) { check_equal(end, state); };
  (void)session::run_program(program, machine_of(data[0] / 2), options);
  return 0;
}
