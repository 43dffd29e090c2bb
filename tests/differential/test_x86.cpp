#include "isa/assemble.hpp"
#include "isa/executor.hpp"
#include "property/cracking.hpp"
#include "random_x86.hpp"
#include "smoke/process.hpp"
#include "tools.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstdio>
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

} // namespace

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
