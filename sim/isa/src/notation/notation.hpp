#pragma once

#include "isa/op.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa {

/// Number of words in a text that occur only in one notation.
struct Evidence {
  std::size_t count = 0;
  std::string first; ///< the first such word
  std::uint32_t line = 0;
};

struct NotationMarks {
  std::array<Evidence, 4> of{}; ///< by Isa
  Evidence bare;                ///< t0, a0: riscv, but slides also omit the $ of mips
  Evidence arm;                 ///< an unsupported notation
  Evidence y86;                 ///< another unsupported notation, with x86 registers

  [[nodiscard]] const Evidence& operator[](Isa isa) const {
    return of.at(static_cast<std::size_t>(isa));
  }
  /// The notation, if there are marks of only one.
  [[nodiscard]] std::optional<Isa> only() const;
  /// "'$t0' in line 1 is mips, 'x5' in line 2 is riscv"; empty without marks.
  [[nodiscard]] std::string text() const;
};

/// Finds registers, mnemonics and statements outside comments that exist only in one notation.
[[nodiscard]] NotationMarks marks_of(std::string_view text);

} // namespace stallscope::isa
