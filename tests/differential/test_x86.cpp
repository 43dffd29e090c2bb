#include "isa/assemble.hpp"
#include "isa/executor.hpp"
#include "property/cracking.hpp"
#include "random_x86.hpp"
#include "smoke/process.hpp"
#include "tools.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

using namespace stallscope;
using namespace stallscope::differential;

// The same program runs here and on the processor below, and must write the same bytes.

namespace {

#if defined(__x86_64__)
constexpr bool kHostIsX86 = true;
X86Features host_features() {
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") != 0;
  return {__builtin_cpu_supports("avx") != 0, avx2,
          avx2 && __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("fma") != 0};
}
#else
constexpr bool kHostIsX86 = false;
X86Features host_features() {
  return {};
}
#endif

bool host_or_skipped() {
  if (kHostIsX86)
    return installed_or_skipped("gcc");
  std::puts("skipped: an x86-64 processor is not installed");
  return false;
}

std::string output_of_host(const smoke::Folder& folder, const std::string& text) {
  const std::string source = folder.file("a.s", text);
  const std::string program = folder.file("a.out");
  const std::string output = folder.file("a.bin");
  REQUIRE(run({"gcc", "-nostdlib", "-static", "-no-pie", "-o", program, source}) == 0);
  REQUIRE(run({program}, output) == 0);
  return smoke::read_file(output);
}

std::string output_here(const std::string& text) {
  const Result<isa::Program> program = isa::assemble(isa::Isa::x86, "a.s", text);
  INFO(format(program.diagnostics()).substr(0, 2000));
  REQUIRE(program.ok());
  const isa::ReferenceRun run = isa::run_reference(*program, {}, 10'000'000);
  INFO(isa::name(run.trap) << " at " << program->symbolic(run.state.pc));
  REQUIRE(run.trap == isa::Trap::exit);
  return run.output;
}

/// "block 3: rax is 0x5 here, 0x6 there", with its instructions; empty when all are alike.
std::string first_difference(const X86Blocks& blocks, const std::string& here,
                             const std::string& there) {
  for (std::size_t at = 0; at < here.size() && at < there.size(); ++at) {
    if (here[at] == there[at])
      continue;
    const std::size_t block = at / kBlockBytes;
    if (block >= blocks.blocks.size())
      return fmt::format("memory at {}: {:#x} here, {:#x} there", at % kBlockBytes,
                         static_cast<unsigned char>(here[at]),
                         static_cast<unsigned char>(there[at]));
    const auto value = [&](const std::string& bytes) {
      const std::size_t in_block = at % kBlockBytes;
      const std::size_t size = in_block < kFlagOffset ? 8 : 1;
      std::uint64_t bits = 0;
      for (std::size_t i = 0; i < size; ++i)
        bits |= std::uint64_t{static_cast<unsigned char>(
                    bytes[block * kBlockBytes + in_block / size * size + i])}
                << (8 * i);
      return bits;
    };
    return fmt::format("block {}: {} is {:#x} here, {:#x} there\n{}", block,
                       name_of_output(at % kBlockBytes), value(here), value(there),
                       blocks.blocks[block]);
  }
  return here.size() == there.size() ? "" : "one wrote more";
}

constexpr unsigned kApproximated = 256; // numbers

/// A program that writes rcpps, then rsqrtps, of numbers: corner cases, then random ones.
std::string approximations(std::vector<std::uint32_t>& numbers) {
  numbers = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00001, 0xffa00001,
             0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0xff000000, 0x3f800000};
  property::Random random(7);
  while (numbers.size() < kApproximated)
    numbers.push_back(static_cast<std::uint32_t>(random.next()));
  std::string text = ".globl _start\n_start: xorl %ecx, %ecx\n"
                     "l: movups in(%rcx), %xmm0\nrcpps %xmm0, %xmm1\nrsqrtps %xmm0, %xmm2\n"
                     "movups %xmm1, out(%rcx)\nmovups %xmm2, roots(%rcx)\naddq $16, %rcx\n";
  text += fmt::format("cmpq ${0}, %rcx\njb l\nmovl $1, %eax\nmovl $1, %edi\n"
                      "leaq out(%rip), %rsi\nmovl ${1}, %edx\nsyscall\nmovl $60, %eax\n"
                      "xorl %edi, %edi\nsyscall\n.data\nin:\n",
                      4 * kApproximated, 8 * kApproximated);
  for (const std::uint32_t number : numbers)
    text += fmt::format(".long {}\n", number);
  return text + fmt::format("out: .zero {0}\nroots: .zero {0}\n", 4 * kApproximated);
}

/// Bits alike, or both as near to the exact value as the manual demands.
bool approximates(double exact, std::uint32_t here, std::uint32_t there) {
  constexpr double kBound = 1.5 / 4096;
  const auto error = [exact](std::uint32_t bits) {
    return std::abs(static_cast<double>(std::bit_cast<float>(bits)) / exact - 1);
  };
  // Where results begin to be too small the manual leaves open whether they are zeros.
  const bool tiny = std::abs(exact) < 0x1p-125;
  return here == there || (error(here) <= kBound && error(there) <= kBound) ||
         (tiny && (here << 1 == 0 || there << 1 == 0));
}

} // namespace

TEST_CASE("approximations of x86 are within the manual's bound", "[x86]") {
  if (!host_or_skipped())
    return;
  const smoke::Folder folder;
  std::vector<std::uint32_t> numbers;
  const std::string text = approximations(numbers);
  const std::string here = output_here(text);
  const std::string there = output_of_host(folder, text);
  REQUIRE(here.size() == 8 * kApproximated);
  REQUIRE(there.size() == here.size());
  for (std::size_t n = 0; n < 2 * kApproximated; ++n) {
    std::uint32_t ours = 0;
    std::uint32_t theirs = 0;
    std::memcpy(&ours, here.data() + 4 * n, 4);
    std::memcpy(&theirs, there.data() + 4 * n, 4);
    const double x = std::bit_cast<float>(numbers[n % kApproximated]);
    INFO(fmt::format("{} of {:#x}: {:#x} here, {:#x} there", n < kApproximated ? "rcp" : "rsqrt",
                     numbers[n % kApproximated], ours, theirs));
    CHECK(approximates(n < kApproximated ? 1 / x : 1 / std::sqrt(x), ours, theirs));
  }
}

TEST_CASE("micro-ops of random x86 instructions name their registers", "[x86]") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Result<isa::Program> program =
        isa::assemble(isa::Isa::x86, "a.s", random_x86(seed, 500, {true, true, true}).text);
    REQUIRE(program.ok());
    CHECK(property::cracking_problem(*program) == "");
  }
}

TEST_CASE("x86 instructions compute what the processor computes", "[x86]") {
  if (!host_or_skipped())
    return;
  const smoke::Folder folder;
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const X86Blocks blocks = random_x86(seed, 1000, host_features());
    INFO("seed " << seed);
    CHECK(first_difference(blocks, output_here(blocks.text), output_of_host(folder, blocks.text)) ==
          "");
  }
}
