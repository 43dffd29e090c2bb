#pragma once

#include "base/result.hpp"
#include "isa/executor.hpp"
#include "isa/program.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::session {

/// A stop condition (breakpoint) of a run, evaluated at the end of a cycle.
struct Condition {
  enum class Kind : std::uint8_t {
    cycle,         ///< a cycle is reached
    pc,            ///< an instruction at this address is fetched on the right path
    line,          ///< an instruction of this source line is fetched on the right path
    register_is,   ///< a committed register value compares as `compare` says with `value`
    memory_access, ///< a right-path load or store accesses bytes in [address, address + bytes)
  };
  enum class Compare : std::uint8_t { equal, not_equal, less, less_equal, greater, greater_equal };

  Kind kind = Kind::cycle;
  std::uint64_t value = 0; ///< cycle, address or line number, or the value a register is compared
                           ///< with
  std::uint64_t bytes = 1; ///< memory_access: length of the watched range
  RegId reg = 0;
  Compare compare = Compare::equal; ///< signed comparison
  bool writes_only = false;         ///< memory_access: ignore loads
  std::string file;                 ///< line: the source file, in the notation of Program::place_of
  std::string text;                 ///< the condition in the notation of the user

  bool operator==(const Condition&) const = default;
};

/// The condition can stay true for several cycles; the other kinds are events of one cycle.
[[nodiscard]] constexpr bool is_lasting(Condition::Kind kind) {
  return kind == Condition::Kind::cycle || kind == Condition::Kind::register_is;
}

/// Reads a condition: `cycle 120`, `pc 0x400010`, `label loop` (or just `loop`), `line 12`,
/// `line sum.c:12`, `$t0 == 5` (also != < <= > >=), `access 0x1000 8`, `write symbol`. A bare
/// number is a cycle.
[[nodiscard]] Result<Condition> parse_condition(const isa::Program& program, std::string_view text);

[[nodiscard]] bool compares(Condition::Compare compare, std::int64_t left, std::int64_t right);

/// Whether an instruction may fulfil the condition when it is executed; never for a condition on
/// the cycle.
[[nodiscard]] bool may_fulfil(const Condition& condition, const isa::Program& program,
                              const isa::Instruction& instruction);
/// The same for an executed instruction, given its effect and the state after it. For a
/// `writes_only` condition loads count as well.
[[nodiscard]] bool may_fulfil(const Condition& condition, const isa::Program& program,
                              const isa::Instruction& instruction, const isa::ArchState& behind,
                              const isa::Effect& effect);
/// On every machine the committed register takes the values of the architectural state in order,
/// one after the other: the flags of FP operations are collected as the operations complete.
[[nodiscard]] bool follows_instructions(const isa::Program& program, RegId reg);

class Simulation;

/// The condition holds at the end of the present cycle.
[[nodiscard]] bool holds(const Condition& condition, const Simulation& simulation);

} // namespace stallscope::session
