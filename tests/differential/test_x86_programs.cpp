// C functions as gcc compiles them, against what they print on a processor: tests/differential/x86.

#include "core/out_of_order/out_of_order_core.hpp"
#include "isa/assemble.hpp"
#include "isa/executor.hpp"
#include "machine/machine_file.hpp"
#include "smoke/process.hpp"
#include "tools.hpp"

#include <catch2/catch.hpp>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

using namespace stallscope;
using namespace stallscope::differential;

namespace {

const std::string kPrograms = STALLSCOPE_SOURCE_DIR "/tests/differential/x86/";

std::string expected_of(const std::string& program) {
  return smoke::read_file(kPrograms + program + ".txt");
}

isa::Program listing(const std::string& file) {
  const Result<isa::Program> program =
      isa::assemble(isa::Isa::x86, file, smoke::read_file(file), {});
  INFO(format(program.diagnostics()).substr(0, 2000));
  REQUIRE(program.ok());
  return *program;
}

/// The first line that is another: it names the functions.
std::string difference(const std::string& here, const std::string& there) {
  std::istringstream a(here);
  std::istringstream b(there);
  std::string line;
  for (std::string wanted; std::getline(b, wanted);)
    if (!std::getline(a, line) || line != wanted)
      return "'" + line + "' instead of '" + wanted + "'";
  return std::getline(a, line) ? "also '" + line + "'" : "";
}

std::string reference_output(const isa::Program& program) {
  const isa::ReferenceRun run = isa::run_reference(program, {}, 20'000'000);
  INFO(isa::name(run.trap) << " at " << program.symbolic(run.state.pc));
  CHECK(run.trap == isa::Trap::end);
  return run.output;
}

class Collected final : public isa::OutputSink {
public:
  void write(std::uint64_t offset, std::string_view text) override {
    if (offset == output.size())
      output += text;
  }
  std::string output;
};

/// Wrong paths among it: what they write must be gone, both halves of an xmm register too.
std::string output_on(const char* machine, const isa::Program& program) {
  Collected sink;
  isa::Environment environment;
  environment.output = &sink;
  const machine::Machine described = machine::load_machine(machine).value();
  const core::OutOfOrderCore core(program, described, environment);
  const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
  trace::NullSink nobody;
  core.run(*state, nobody, 20'000'000);
  CHECK(state->stop == core::StopReason::end);
  return sink.output;
}

} // namespace

TEST_CASE("x86 listings of gcc print what they print on a processor", "[x86]") {
  for (const auto& [file, program] :
       {std::pair{"data_o2", "data"}, {"doubles_o2", "doubles"}, {"bits_haswell", "bits"}}) {
    INFO(file);
    CHECK(difference(reference_output(listing(kPrograms + file + ".s")), expected_of(program)) ==
          "");
  }
}

TEST_CASE("x86 listings of gcc print the same on dynamically scheduled machines", "[x86]") {
  const isa::Program data = listing(kPrograms + "data_o2.s");
  for (const char* const machine : {"csapp-haswell", "ooo-4"}) {
    INFO(machine);
    CHECK(difference(output_on(machine, data), expected_of("data")) == "");
  }
}

TEST_CASE("C compiled for x86 as courses do prints what it prints on a processor", "[x86]") {
#if !defined(__x86_64__)
  std::puts("skipped: an x86-64 compiler is not installed");
  return;
#endif
  if (!installed_or_skipped("gcc"))
    return;
  using Options = std::vector<std::string>;
  const smoke::Folder folder;
  for (const auto& [program, options] :
       {std::pair{"integers", Options{"-O1"}}, std::pair{"bits", Options{"-O0"}},
        std::pair{"bits", Options{"-O2"}}, std::pair{"doubles", Options{"-Os"}},
        std::pair{"doubles", Options{"-O1", "-march=haswell", "-mno-avx2"}},
        std::pair{"data", Options{"-Os"}}, std::pair{"data", Options{"-O0"}},
        std::pair{"data", Options{"-O3"}}, std::pair{"data", Options{"-O3", "-march=haswell"}},
        std::pair{"bits", Options{"-O3", "-march=haswell"}},
        std::pair{"doubles", Options{"-O3", "-march=haswell", "-ffp-contract=off"}}}) {
    std::string source = std::string(program) + ".c";
    INFO(source << " " << options.front());
    const std::string assembly = folder.file("a.s", "");
    std::vector<std::string> words{"gcc", "-w", "-S", "-o", assembly, kPrograms + source};
    words.insert(words.end(), options.begin(), options.end());
    REQUIRE(run(words) == 0);
    CHECK(difference(reference_output(listing(assembly)), expected_of(program)) == "");
  }
}
