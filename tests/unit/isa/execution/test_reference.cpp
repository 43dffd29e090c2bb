#include "unit/isa/machine_code.hpp"

#include <catch2/catch.hpp>

using namespace machine_code;

namespace {

/// Counts register 1 down to zero.
Program countdown(std::uint64_t from) {
  Program p = program(Isa::mips, {immediate(Op::add, 1, 1, -1), branch(Op::bne, 1, 0, kCode)});
  p.initial_registers = {{1, from}};
  return p;
}

} // namespace

TEST_CASE("reference: runs to the end and counts instructions") {
  const ReferenceRun run = run_reference(countdown(1000), {}, 1'000'000);
  CHECK(run.trap == Trap::end);
  CHECK(run.state.instructions == 2000);
  CHECK(run.state.regs[1] == 0);
}

TEST_CASE("reference: the instruction limit stops a run, unless it has just ended") {
  const ReferenceRun stopped = run_reference(countdown(1000), {}, 1999);
  CHECK(stopped.trap == Trap::none);
  CHECK(stopped.state.instructions == 1999);
  CHECK(run_reference(countdown(1000), {}, 2000).trap == Trap::end);
  const ReferenceRun none = run_reference(countdown(1000), {}, 0);
  CHECK(none.trap == Trap::none);
  CHECK(none.state.instructions == 0);
}

TEST_CASE("reference: a fault keeps what was done before it") {
  const ReferenceRun run = run_reference(
      program(Isa::mips, {immediate(Op::add, 1, 1, 5), load(Op::lw, 2, 0, 0)}), {}, 100);
  CHECK(run.trap == Trap::unmapped);
  CHECK(run.state.pc == kCode + 4);
  CHECK(run.state.regs[1] == 5);
  CHECK(run.state.instructions == 1);
}

TEST_CASE("reference: output is collected and handed on") {
  Program p = program(Isa::mips, {syscall(Isa::mips), syscall(Isa::mips)});
  p.initial_registers = {{mips::kV0, 11}, {mips::kA0, 'z'}};
  Collected out;
  Environment environment;
  environment.output = &out;
  const ReferenceRun run = run_reference(p, environment, 100);
  CHECK(run.trap == Trap::end);
  CHECK(run.output == "zz");
  CHECK(out.text == "zz");
}

TEST_CASE("reference: cycle counters read one cycle an instruction") {
  const ReferenceRun run =
      run_reference(program(Isa::riscv, {immediate(Op::csr_read, 1, 0, 0xC00),
                                         immediate(Op::csr_read, 2, 0, 0xC02),
                                         immediate(Op::csr_read, 3, 0, 0xC00)}),
                    {}, 100);
  CHECK(run.state.regs[1] == 1);
  CHECK(run.state.regs[2] == 1);
  CHECK(run.state.regs[3] == 3);
}
