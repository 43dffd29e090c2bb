#pragma once

#include "isa/registers.hpp"
#include "notation/letter_registers.hpp"

#include <optional>
#include <string_view>

namespace stallscope::isa::mips {

inline constexpr RegId kT9 =
    25; ///< $t9, the address of the function that is called in position-independent code
inline constexpr RegId kK1 = 27; ///< $k1, reserved for operating systems
inline constexpr RegId kRegisterCount = kFirstFlag + kFlagCount;

/// Spelling of registers in programs.
enum class Spelling : std::uint8_t {
  dollar, ///< $t0, $8, $f2: MARS, SPIM, GNU as
  plain,  ///< R8, F2: Hennessy-Patterson
};

struct NamedRegister {
  RegId reg;
  Spelling spelling;
};

/// $t0, $8, R8, r8, $f2, F2, f2, $fcc1, $hi, $lo; the case of R and F does not matter.
[[nodiscard]] std::optional<NamedRegister> register_named(std::string_view text);

/// Also $r8, $F2 and any case ($T0); `bare`: t0 without $.
[[nodiscard]] std::optional<NamedRegister> register_named_leniently(std::string_view text,
                                                                    bool bare);

/// $4, and $sp and other registers that compilers write by name: together all spellings used by
/// compilers.
[[nodiscard]] bool is_register_number(std::string_view text);
[[nodiscard]] bool is_name_of_compilers(std::string_view text);

/// Letter registers of a text, such as Rx: assigned to registers it does not name.
[[nodiscard]] LetterRegisters letter_registers(std::string_view text, bool bare);

/// "$t0" or "R8", "$f2" or "F2", "hi", "lo", "fcc0".
[[nodiscard]] std::string_view register_text(RegId reg, Spelling spelling);

} // namespace stallscope::isa::mips
