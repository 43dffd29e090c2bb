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

/// "'lw t0, 0(a0)' at sum.s:12 at pc 0x10010, loop+8"
[[nodiscard]] std::string place_of_end(const isa::Program& program, const isa::ArchState& state,
                                       std::uint64_t pc);
/// "registers begin with 0", and those read by the program that do not begin with 0.
[[nodiscard]] std::string registers_begin(const isa::Program& program);
/// A store that exceeds the memory a program may write without declaring it.
[[nodiscard]] std::string undeclared_limit_sentence(const isa::Program& program,
                                                    const isa::ArchState& state,
                                                    const EndedBy& ended);

/// Describes how a program ended, on any machine.
[[nodiscard]] trace::StopInfo describe_end(const isa::Program& program, const isa::ArchState& state,
                                           const EndedBy& ended);

/// A repetition in cycles of a machine.
struct InCycles {
  std::uint64_t since = 0;
  RoundCycles round;
};
/// Describes the end of a program that repeats forever, detected in this state. Without `cycles`
/// (reference machine) instructions count as cycles.
[[nodiscard]] trace::StopInfo describe_repeat(const isa::Program& program,
                                              const isa::ArchState& state, const Repeat& repeat,
                                              const std::optional<InCycles>& cycles);

/// The end of that sentence for a run that stops at a condition.
[[nodiscard]] std::string never_holds(const Condition& condition);

/// Non-zero registers, three a line.
[[nodiscard]] std::string register_dump(const isa::Program& program, const isa::ArchState& state);

/// The tolerated accesses of a text program, which would stop an executable.
[[nodiscard]] std::vector<trace::ToleratedAccess> tolerated_accesses(const isa::Program& program,
                                                                     const isa::ArchState& state);
/// A tolerated access as a sentence.
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

using RegisterFile = std::array<std::uint64_t, kMaxRegisters>;
/// The registers used by instructions or initial values of the program. `all`: also those without a
/// name, the words of vectors above the first; nullptr when they do not belong to `values`, because
/// operations are in flight: they are not listed then.
[[nodiscard]] std::vector<trace::RegisterValue>
named_registers(const isa::Program& program, const RegisterFile& values, const RegisterFile* all);

} // namespace stallscope::session
