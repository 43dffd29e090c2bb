#pragma once

#include "base/result.hpp"
#include "isa/program.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::session {

/// Something a run can be stopped at. Looked at when a cycle is complete.
struct Condition {
  enum class Kind : std::uint8_t {
    cycle,         ///< the cycle has come
    pc,            ///< an instruction at this address enters the pipeline, on the right path
    line,          ///< an instruction of this source line does
    register_is,   ///< a register compares so with a value, among the values the write stage has
                   ///< written
    memory_access, ///< a load or store of the right path touches [address, address + bytes)
  };
  enum class Compare : std::uint8_t { equal, not_equal, less, less_equal, greater, greater_equal };

  Kind kind = Kind::cycle;
  std::uint64_t value = 0; ///< cycle, address, line, or what the register is compared with
  std::uint64_t bytes = 1; ///< memory_access: length of the watched stretch
  RegId reg = 0;
  Compare compare = Compare::equal; ///< signed comparison
  bool writes_only = false;         ///< memory_access: loads do not count
  std::string file;                 ///< line: the source file, as Program::place_of names it
  std::string text;                 ///< as the user wrote it

  bool operator==(const Condition&) const = default;
};

/// The condition goes on holding once it does, for a while or for good; the others are events of
/// one cycle.
[[nodiscard]] constexpr bool is_lasting(Condition::Kind kind) {
  return kind == Condition::Kind::cycle || kind == Condition::Kind::register_is;
}

/// Reads a condition: `cycle 120`, `pc 0x400010`, `label loop` (or just `loop`), `line 12`,
/// `line sum.c:12`, `$t0 == 5` (also != < <= > >=), `access 0x1000 8`, `write symbol`. A bare
/// number is a cycle.
[[nodiscard]] Result<Condition> parse_condition(const isa::Program& program, std::string_view text);

[[nodiscard]] bool compares(Condition::Compare compare, std::int64_t left, std::int64_t right);

class Simulation;

/// The condition holds at the end of the present cycle.
[[nodiscard]] bool holds(const Condition& condition, const Simulation& simulation);

} // namespace stallscope::session
