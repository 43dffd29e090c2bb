#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "sched/software_pipelining/software_pipeline.hpp"
#include "smoke/process.hpp"
#include "tools.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>
#include <vector>

using namespace stallscope;
using namespace stallscope::differential;

// What software pipelining writes is assembly as other tools read it too, and kernels of a compiler
// print what they print.

namespace {

/// The loop pipelined; REQUIREs that it was.
std::string pipelined(const std::string& text, const std::string& machine, unsigned xlen) {
  isa::AssembleOptions options;
  options.xlen = xlen;
  const Result<isa::Program> program = isa::assemble(isa::Isa::riscv, "a.s", text, options);
  INFO(text << format(program.diagnostics()));
  REQUIRE(program.ok());
  const sched::Pipelined made = sched::software_pipeline(*program, sched::basic_blocks(*program),
                                                         machine::load_machine(machine).value());
  REQUIRE(made.loops.size() == 1);
  INFO(made.loops.front().why_not);
  REQUIRE(!made.loops.front().main_label.empty());
  return made.text;
}

std::string code_of(const std::string& text, unsigned xlen) {
  isa::AssembleOptions options;
  options.xlen = xlen;
  const Result<isa::Program> program = isa::assemble(isa::Isa::riscv, "a.s", text, options);
  INFO(text << format(program.diagnostics()));
  REQUIRE(program.ok());
  for (const isa::DataSegment& segment : program->data)
    if (segment.name == ".text")
      return {segment.bytes.begin(), segment.bytes.end()};
  return {};
}

} // namespace

TEST_CASE("differential: pipelined loops assemble to the same bytes with binutils") {
  if (!installed_or_skipped("riscv64-unknown-elf-as"))
    return;
  const smoke::Folder folder;
  for (const unsigned xlen : {32U, 64U})
    for (const char* branch :
         {"bne a0, a1", "blt a0, a1", "bltu a0, a1", "bge a1, a0", "bgeu a1, a0"})
      for (const unsigned step : {4U, 12U}) {
        const std::string text = pipelined(
            fmt::format(
                ".option norvc\n.option norelax\n.text\nloop: lw t0, 0(a0)\nmul t1, t0, t0\n"
                "fcvt.d.w ft0, t1\nfadd.d fs0, fs0, ft0\nadd t1, t1, a3\nsw t1, 0(a2)\n"
                "addi a2, a2, 4\naddi a0, a0, {}\n{}, loop\nfsd fs0, 0(a1)\nret\n",
                step, branch),
            "mips-5-fp", xlen);
        INFO(text);
        const std::string source = folder.file("a.s", text);
        const std::string object = folder.file("a.o");
        const std::string binary = folder.file("a.bin");
        REQUIRE(run({"riscv64-unknown-elf-as", fmt::format("-march=rv{}gc", xlen),
                     xlen == 32 ? "-mabi=ilp32d" : "-mabi=lp64d", "-o", object, source}) == 0);
        REQUIRE(run({"riscv64-unknown-elf-objcopy", "-O", "binary", "-j", ".text", object,
                     binary}) == 0);
        CHECK((smoke::read_file(binary) == code_of(text, xlen)));
      }
}

TEST_CASE("differential: kernels as GCC compiles them, pipelined, print the same") {
  const std::string gcc = "riscv64-linux-gnu-gcc";
  if (!installed_or_skipped(gcc))
    return;
  const smoke::Folder folder;
  const std::string kernels = std::string(STALLSCOPE_SOURCE_DIR) + "/programs/kernels/src/";
  const std::string platform =
      folder.file("platform.c",
                  "#include <stddef.h>\n#include <unistd.h>\nvoid platform_write(const char *text, "
                  "size_t size) { if (write(1, text, size) < 0) _exit(1); }\n");
  for (const std::string kernel : {"matrix_double", "nbody"})
    for (const std::string method : {"ims", "swing"}) {
      CAPTURE(kernel, method);
      const std::string plain = folder.file("plain.s");
      const std::string ours = folder.file("ours.s");
      REQUIRE(run({gcc, "-std=gnu11", "-O2", "-ffp-contract=off", "-fno-pie", "-S",
                   kernels + kernel + ".c", "-o", plain}) == 0);
      const smoke::Outcome made =
          smoke::run_cli({"schedule", plain, "-m", "dual-5", "--pipeline=" + method, "--with",
                          "source", "-o", ours});
      CHECK(made.exit_code == 0);
      CHECK(smoke::has(made.out, "software-pipelined"));
      std::vector<std::string> printed;
      for (const std::string& source : {plain, ours}) {
        const std::string program = folder.file("program.elf");
        REQUIRE(run({gcc, "-O2", "-static", "-no-pie", source, kernels + "out.c", platform, "-lm",
                     "-o", program}) == 0);
        const smoke::Outcome output =
            smoke::run_cli({"run", program, "-m", "reference", "--quiet"});
        CHECK(output.exit_code == 0);
        printed.push_back(output.out);
      }
      CHECK(!printed[0].empty());
      CHECK((printed[0] == printed[1]));
    }
}
