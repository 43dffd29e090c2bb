#pragma once

#include "isa/executor.hpp"
#include "session/repeat.hpp"
#include "simulation/collecting_sink.hpp"
#include "trace/run_record.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::session {

/// The trap that ended a run, and its position.
struct EndedBy {
  isa::Trap trap = isa::Trap::none;
  isa::Effect effect;
  std::uint64_t pc = 0;
};

/// Describes how a program ended, on any machine.
[[nodiscard]] trace::StopInfo describe_end(const isa::Program& program, const isa::ArchState& state,
                                           const EndedBy& ended);

/// Describes the end of a program that repeats forever, detected in this state. Without
/// `since_cycle` (reference machine) instructions count as cycles.
[[nodiscard]] trace::StopInfo describe_repeat(const isa::Program& program,
                                              const isa::ArchState& state, const Repeat& repeat,
                                              std::optional<std::uint64_t> since_cycle);

/// Non-zero registers, three a line.
[[nodiscard]] std::string register_dump(const isa::Program& program, const isa::ArchState& state);

/// The first thing a text program did that executables may not do.
[[nodiscard]] std::vector<trace::ToleratedAccess> tolerated_accesses(const isa::Program& program,
                                                                     const isa::ArchState& state);
/// The same as a sentence.
[[nodiscard]] std::string in_words(const trace::ToleratedAccess& access);

/// Notes on the execution environment: permissions that were relaxed, system calls that are
/// missing.
[[nodiscard]] std::vector<std::string> platform_notes(const isa::Program& program,
                                                      const isa::ArchState& state);

/// Appends the results of the called function to the output, when the call has returned normally
/// (isa/call_results.hpp), and returns the length of the output.
[[nodiscard]] std::uint64_t add_call_results(CollectingSink& output, const isa::Program& program,
                                             const isa::ArchState& state,
                                             const trace::StopInfo& stop, std::uint64_t bytes);

/// Memory from begin_signature to end_signature, one line of eight hexadecimal digits for each
/// 32-bit word; empty without these symbols.
[[nodiscard]] std::string signature_of(const isa::Program& program, const isa::ArchState& state);

/// The registers used by instructions or initial values of the program.
[[nodiscard]] std::vector<trace::RegisterValue>
named_registers(const isa::Program& program,
                const std::array<std::uint64_t, kMaxRegisters>& values);

} // namespace stallscope::session
