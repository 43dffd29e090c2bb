#pragma once

#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

// A loop body of RISC-V, counted down in t6, with memory of its own at s0.

namespace stallscope::property {

inline constexpr std::string_view kBranchBack = "  addi t6, t6, -1\n  bnez t6, loop\n";

/// Cycles of a whole run from an empty pipeline, as loop analysis has it: operations that a
/// prologue leaves in flight can lead to another steady state of an in-order machine.
inline std::uint64_t cycles_of_run(const std::string& body, std::uint64_t trips,
                                   const machine::Machine& machine) {
  const std::string text =
      fmt::format(".data\n.balign 64\nbuffer: .space 64\n.text\nloop:\n{}{}", body, kBranchBack);
  auto program = isa::assemble(isa::Isa::riscv, "run.s", text);
  INFO(format(program.diagnostics()));
  REQUIRE(program);
  program->initial_registers.push_back(
      {program->register_named("s0"), program->symbols.at("buffer").address});
  program->initial_registers.push_back({program->register_named("t6"), trips});
  const trace::RunRecord run = session::run_program(*program, machine, {});
  REQUIRE(run.stop.reason == "end");
  return run.cycles;
}

} // namespace stallscope::property
