#include "isa/executor.hpp"
#include "isa/load_elf.hpp"
#include "sanitized.hpp"
#include "sequences.hpp"
#include "smoke/process.hpp"
#include "tools.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>

using namespace stallscope;
using namespace stallscope::differential;

// The reference machine against qemu's user mode. Zicond and Zcb are not here: qemu has
// them from 8.0 on.

namespace {

constexpr unsigned kSequencesPerProgram = 6250;

std::string output_here(const SequenceProgram& program) {
  isa::ElfOptions options;
  options.platform = isa::Platform::linux_user;
  const Result<isa::Program> loaded = isa::program_from_elf("sequences", program.elf, options);
  INFO(format(loaded.diagnostics()));
  REQUIRE(loaded.ok());
  isa::Environment environment;
  environment.misaligned = isa::Misaligned::allow;
  isa::ReferenceRun run = isa::run_reference(*loaded, environment, 1'000'000'000);
  INFO(isa::name(run.trap) << fmt::format(" at {:#x}", run.state.pc));
  REQUIRE(run.trap == isa::Trap::exit);
  REQUIRE(run.state.exit_code == 0);
  return std::move(run.output);
}

std::string output_of_qemu(const SequenceProgram& program, const std::string& qemu) {
  const smoke::Folder folder;
  const std::string file = folder.file(
      "sequences", {reinterpret_cast<const char*>(program.elf.data()), program.elf.size()});
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  const std::string cpu =
      fmt::format("rv{},zba=true,zbb=true,zbc=true,zbs=true,zbkb=true", program.xlen);
  REQUIRE(run({qemu, "-cpu", cpu, file}, folder.file("out")) == 0);
  return smoke::read_file(folder.file("out"));
}

void compare(unsigned xlen, unsigned programs) {
  const std::string qemu = fmt::format("qemu-riscv{}", xlen);
  if (!installed_or_skipped(qemu))
    return;
  for (unsigned seed = 1; seed <= random_cases(programs); ++seed) {
    const SequenceProgram program = random_sequences(xlen, seed, kSequencesPerProgram);
    const std::string here = output_here(program);
    REQUIRE(here.size() == kScratchBytes + kSequencesPerProgram * kRecordBytes);
    INFO("seed " << seed);
    const std::string difference = first_difference(program, here, output_of_qemu(program, qemu));
    INFO(difference);
    REQUIRE(difference.empty());
  }
}

} // namespace

TEST_CASE("emulator: 62,500 random sequences of RV64 compute what qemu computes") {
  compare(64, 10);
}

TEST_CASE("emulator: 37,500 random sequences of RV32 compute what qemu computes") {
  compare(32, 6);
}
