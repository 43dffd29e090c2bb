#pragma once

#include "isa/executor.hpp"
#include "trace/run_record.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::session {

/// A trap that ended a run: what, and where.
struct EndedBy {
  isa::Trap trap = isa::Trap::none;
  isa::Effect effect;
  std::uint64_t pc = 0;
};

/// How a program ended, in words, on any machine.
[[nodiscard]] trace::StopInfo describe_end(const isa::Program& program, const isa::ArchState& state,
                                           const EndedBy& ended);

/// Registers that are not 0, three a line.
[[nodiscard]] std::string register_dump(const isa::Program& program, const isa::ArchState& state);

/// What a reader of the results must know of the surroundings: calls that do not exist here.
[[nodiscard]] std::vector<std::string> platform_notes(const isa::Program& program,
                                                      const isa::ArchState& state);

/// Memory from begin_signature to end_signature, a line of eight hexadecimal digits a 32-bit word;
/// empty when the program has no such symbols.
[[nodiscard]] std::string signature_of(const isa::Program& program, const isa::ArchState& state);

/// Of the registers the program names, by instruction or initial value.
[[nodiscard]] std::vector<trace::RegisterValue>
named_registers(const isa::Program& program,
                const std::array<std::uint64_t, kMaxRegisters>& values);

} // namespace stallscope::session
