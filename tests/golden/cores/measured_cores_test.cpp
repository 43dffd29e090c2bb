#include "golden/lesson.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>

// Kernels that RTL simulations of the cores have been measured with (programs/cores): 20 rounds of
// a body and of addi and bnez, between two reads of the cycle counter. The totals of the
// simulations are given; the kernels were concluded from them, and the rules from the cores'
// documents and sources. How each total comes about stands at the head of the kernel.

using namespace stallscope;
using namespace stallscope::golden;

namespace {

/// What the kernel prints: the cycles between its two reads.
std::string measured(const std::string& kernel, const On& on) {
  const std::string file = STALLSCOPE_CORE_KERNELS "/" + kernel + ".s";
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  isa::AssembleOptions options;
  options.xlen = 32;
  const Result<isa::Program> program = isa::assemble(isa::Isa::riscv, file, text.str(), options);
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  return session::run_program(*program, load(on), {}).output;
}

const On kMeasuredIbex("ibex-small");
const On kIbexGoesOn("ibex-small", {"branch.to_next=go_on"});
const On kPicorv32Preset("picorv32");
const On kBarrelShifter("picorv32",
                        {"unit.core.latencies.shift=1", "unit.core.operand_latency={}"});

} // namespace

TEST_CASE("measured: ibex-small, 320 jumps to the next instruction take 719 cycles") {
  CHECK(measured("jumps_to_next", kMeasuredIbex) == "719");
  CHECK(measured("jumps_to_next", kIbexGoesOn) == "399");
}

TEST_CASE("measured: ibex-small, 320 taken branches to the next instruction take 1039 cycles") {
  CHECK(measured("branches_to_next", kMeasuredIbex) == "1039");
  CHECK(measured("branches_to_next", kIbexGoesOn) == "399");
}

TEST_CASE("measured: ibex-small, 160 divides take 6001 cycles") {
  CHECK(measured("divides", kMeasuredIbex) == "6001");
  // By the rule of 38 cycles each, 6161.
  CHECK(measured("divides",
                 On("ibex-small", {"unit.core.operand_latency.divide.step_cycles=36"})) == "6161");
}

TEST_CASE("measured: picorv32, 320 taken branches to the next instruction take 1762 cycles") {
  CHECK(measured("branches_to_next", kPicorv32Preset) == "1762");
  // 640 less where they go on for nothing, and 1 where reading the counter takes 3 cycles.
  CHECK(measured("branches_to_next", On("picorv32", {"branch.to_next=go_on",
                                                     "unit.core.latencies.csr_read=1"})) == "1121");
}

TEST_CASE(
    "measured: picorv32 with a barrel shifter, 20 steps of a shift register take 451 cycles") {
  CHECK(measured("shift_register", kBarrelShifter) == "451");
  CHECK(measured("shift_register", On("picorv32-fast-mul")) == "451");
  // Shifts in two stages take 2 more for each of the 20 shifts by 1: no 451 without the barrel
  // shifter.
  CHECK(measured("shift_register", kPicorv32Preset) == "491");
  CHECK(measured("shift_register", On("picorv32", {"unit.core.latencies.csr_read=1"})) == "490");
}
