#pragma once

#include "base/check.hpp"
#include "base/diagnostic.hpp"
#include "isa/assemble.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stallscope::fuzzing {

/// Assembles any bytes: a program that keeps what Program promises, or problems that can be
/// printed.
inline void assemble_anything(isa::Isa isa, const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const unsigned xlen : {64U, 32U}) {
    isa::AssembleOptions options;
    options.xlen = xlen;
    options.delay_slots = (size & 1) != 0;
    const Result<isa::Program> program = isa::assemble(isa, "input", text, options);
    (void)format(program.diagnostics());
    if (program) {
      STALLSCOPE_CHECK(program->code.size() == program->source.size(),
                       "a source for each instruction");
      for (std::size_t i = 0; i < program->code.size(); ++i) {
        const isa::Instruction& instruction = program->code[i];
        STALLSCOPE_CHECK(program->index_of(instruction.pc) == i, "an address for each instruction");
        for (const isa::MicroOp& micro_op : program->micro_ops_of(instruction)) {
          for (const isa::RegisterRead& read : micro_op.sources())
            STALLSCOPE_CHECK(read.reg != 0 && read.reg < isa::kSinkRegister,
                             "real registers are read");
          for (const RegId reg : micro_op.destinations())
            STALLSCOPE_CHECK(reg != 0 && reg < isa::kSinkRegister, "real registers are written");
        }
      }
    } else {
      STALLSCOPE_CHECK(has_errors(program.diagnostics()), "a failure says why");
    }
    if (isa != isa::Isa::riscv)
      break; // xlen is for RISC-V
  }
}

} // namespace stallscope::fuzzing
