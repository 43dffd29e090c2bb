// Programs for a bare machine, as the test suites of the architecture have them: the same end,
// output and signature on every machine, in both widths, gone through at a stretch, cycle by cycle,
// and by going back. Rules are those of "The RISC-V Instruction Set Manual", volume II, version
// 20240411; each image says which.

#include "differential/tools.hpp"
#include "image.hpp"
#include "isa/load_elf.hpp"
#include "isa/threaded_code.hpp"
#include "machine/machine_file.hpp"
#include "session/session.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <memory>

using namespace stallscope;
using namespace stallscope::images;

namespace {

constexpr std::array kMachines{"mips-5", "dual-5", "sifive-7", "ooo-4", "ooo-8"};

/// What can be compared of how a program ended.
struct Ending {
  isa::Trap trap = isa::Trap::none;
  std::int64_t exit_code = 0;
  std::uint64_t instructions = 0;
  std::uint64_t exceptions = 0;
  std::string output;
  std::vector<std::uint32_t> signature;
};

Ending ending_of(const isa::Program& program, isa::Trap trap, const isa::ArchState& state,
                 std::string output) {
  return {trap,
          state.exit_code,
          state.instructions,
          state.exceptions,
          std::move(output),
          signature(program, state.memory)};
}

void check_equal(const Ending& found, const Ending& wanted) {
  CHECK(found.trap == wanted.trap);
  CHECK(found.exit_code == wanted.exit_code);
  CHECK(found.instructions == wanted.instructions);
  CHECK(found.exceptions == wanted.exceptions);
  CHECK(found.output == wanted.output);
  CHECK(found.signature == wanted.signature);
}

isa::Program loaded(const std::string& name, std::span<const std::uint8_t> bytes) {
  Result<isa::Program> program = isa::program_from_elf(name, bytes, {});
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  REQUIRE(program->platform == isa::Platform::bare_metal);
  return std::move(program).value();
}

class KeptOutput : public isa::OutputSink {
public:
  void write(std::uint64_t, std::string_view text) override { text_ += text; }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  std::string text_;
};

/// An instruction after the other, without threaded code.
Ending executed(const isa::Program& program, const std::string& input) {
  constexpr std::uint64_t kMost = 1'000'000;
  KeptOutput output;
  isa::Environment environment;
  environment.input = input;
  environment.output = &output;
  isa::ArchState state = isa::initial_state(program);
  isa::Trap trap = isa::Trap::none;
  for (std::uint64_t done = 1; trap == isa::Trap::none && done < kMost; ++done)
    trap = isa::execute(program, state, environment, done).trap;
  return ending_of(program, trap, state, output.text());
}

Ending on_reference(const isa::Program& program, const std::string& input) {
  isa::Environment environment;
  environment.input = input;
  const isa::ReferenceRun run = isa::run_reference(program, environment, 1'000'000);
  return ending_of(program, run.trap, run.state, run.output);
}

/// In one go, which goes fast where it can; then back to the middle and on; then cycle by cycle.
void check_machine(const std::shared_ptr<const isa::Program>& program, const std::string& machine,
                   const std::string& input, const Ending& wanted) {
  INFO(machine);
  Result<machine::Machine> description = machine::load_machine(machine);
  REQUIRE(description.ok());
  session::Session run(program, std::make_shared<const machine::Machine>(*description), input);
  run.run();
  const auto found = [&run, &program] {
    return ending_of(*program, run.simulation().trapped().trap, run.simulation().arch(),
                     std::string(run.output()));
  };
  check_equal(found(), wanted);
  const std::uint64_t last = run.cycle();
  const isa::Memory memory = run.simulation().arch().memory;
  run.seek(last / 2);
  for (std::uint64_t cycle = last / 2; cycle < last; ++cycle)
    run.seek(cycle + 1);
  CHECK(run.cycle() == last);
  check_equal(found(), wanted);
  CHECK(run.simulation().arch().memory == memory);
}

void check_everywhere(const Image& image, isa::Program program) {
  const Ending wanted = executed(program, image.input);
  CHECK(wanted.trap == isa::Trap::exit);
  CHECK(wanted.exit_code == image.exit_code);
  CHECK(wanted.output == image.output);
  check_equal(on_reference(program, image.input), wanted);
  const auto shared = std::make_shared<const isa::Program>(std::move(program));
  for (const char* machine : kMachines)
    check_machine(shared, machine, image.input, wanted);
}

std::string label(const Image& image, unsigned xlen) {
  return fmt::format("{} {} RV{}", image.name, fmt::join(image.values, " "), xlen);
}

std::vector<std::uint8_t> bytes_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

TEST_CASE("images: of our own assembler, in segments that are not executable") {
  for (const unsigned xlen : {32U, 64U})
    for (const Image& image : all_images(xlen)) {
      INFO(label(image, xlen));
      check_everywhere(image, loaded(label(image, xlen), elf_of(text_of(image, xlen), xlen)));
    }
}

TEST_CASE("images: of the GNU toolchain, one segment, executable or not") {
  if (!differential::installed_or_skipped("riscv64-unknown-elf-gcc"))
    return;
  const TemporaryFolder folder;
  for (const unsigned xlen : {32U, 64U})
    for (const bool marked : {true, false})
      for (const Image& image : all_images(xlen)) {
        INFO(label(image, xlen) << (marked ? " RWX" : " RW"));
        const std::string source = folder.file("image.s", text_of(image, xlen));
        const std::string elf = folder.file("image.elf");
        std::vector<std::string> words{"riscv64-unknown-elf-gcc",
                                       fmt::format("-march=rv{}imafd_zicsr_zifencei", xlen),
                                       xlen == 32 ? "-mabi=ilp32d" : "-mabi=lp64d",
                                       "-mcmodel=medany",
                                       "-nostdlib",
                                       "-nostartfiles",
                                       "-static",
                                       "-Wl,--no-warn-rwx-segments",
                                       "-Wl,--no-relax"};
        if (marked)
          words.insert(words.end(), {"-Wl,-N", "-Wl,-Ttext=0x80000000"});
        else
          words.push_back("-Wl,-T," STALLSCOPE_SOURCE_DIR "/tests/images/one_segment.ld");
        words.insert(words.end(), {source, "-o", elf});
        REQUIRE(differential::run(words) == 0);
        check_everywhere(image, loaded(label(image, xlen), bytes_of(elf)));
      }
}
