#pragma once

#include "isa/op.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa {

/// What in a text is of one notation and of no other.
struct Evidence {
  std::size_t count = 0;
  std::string first; ///< the first such word
  std::uint32_t line = 0;
};

struct NotationMarks {
  std::array<Evidence, 4> of{}; ///< by Isa
  Evidence bare;                ///< t0, a0: riscv, but slides leave the $ of mips out too
  Evidence arm;                 ///< a notation that is not read
  Evidence y86;                 ///< another one, with registers of x86

  [[nodiscard]] const Evidence& operator[](Isa isa) const {
    return of.at(static_cast<std::size_t>(isa));
  }
  /// The only notation with marks.
  [[nodiscard]] std::optional<Isa> only() const;
  /// "'$t0' in line 1 is mips, 'x5' in line 2 is riscv"; empty without marks.
  [[nodiscard]] std::string text() const;
};

/// Looks for registers, mnemonics and statements outside comments that only one notation has.
[[nodiscard]] NotationMarks marks_of(std::string_view text);

} // namespace stallscope::isa
