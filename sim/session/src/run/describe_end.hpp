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

/// A trap that ended a run: what, and where.
struct EndedBy {
  isa::Trap trap = isa::Trap::none;
  isa::Effect effect;
  std::uint64_t pc = 0;
};

/// How a program ended, in words, on any machine.
[[nodiscard]] trace::StopInfo describe_end(const isa::Program& program, const isa::ArchState& state,
                                           const EndedBy& ended);

/// The end of a program that goes round for ever, found in this state. Without `since_cycle` the
/// machine has no cycles, and an instruction counts as one.
[[nodiscard]] trace::StopInfo describe_repeat(const isa::Program& program,
                                              const isa::ArchState& state, const Repeat& repeat,
                                              std::optional<std::uint64_t> since_cycle);

/// Registers that are not 0, three a line.
[[nodiscard]] std::string register_dump(const isa::Program& program, const isa::ArchState& state);

/// What a program given as text did first that executables may not.
[[nodiscard]] std::vector<trace::ToleratedAccess> tolerated_accesses(const isa::Program& program,
                                                                     const isa::ArchState& state);
/// The same as a sentence.
[[nodiscard]] std::string in_words(const trace::ToleratedAccess& access);

/// What a reader of the results must know of the surroundings: what it was let off, calls that do
/// not exist here.
[[nodiscard]] std::vector<std::string> platform_notes(const isa::Program& program,
                                                      const isa::ArchState& state);

/// Prints what has come of the function that the program was made to call, when it has ended well
/// (isa/call_results.hpp); gives the length of the output then.
[[nodiscard]] std::uint64_t add_call_results(CollectingSink& output, const isa::Program& program,
                                             const isa::ArchState& state,
                                             const trace::StopInfo& stop, std::uint64_t bytes);

/// Memory from begin_signature to end_signature, a line of eight hexadecimal digits a 32-bit word;
/// empty when the program has no such symbols.
[[nodiscard]] std::string signature_of(const isa::Program& program, const isa::ArchState& state);

/// Of the registers the program names, by instruction or initial value.
[[nodiscard]] std::vector<trace::RegisterValue>
named_registers(const isa::Program& program,
                const std::array<std::uint64_t, kMaxRegisters>& values);

} // namespace stallscope::session
