#pragma once

#include "isa/program.hpp"

#include <bitset>
#include <string_view>

namespace stallscope::isa {

/// How a text calls its registers: by what they are for (sp, $ra) or by number only (x2, R31).
class RegisterSpellings {
public:
  void note(std::string_view text, RegId reg) {
    const bool number = text.back() >= '0' && text.back() <= '9';
    (number ? by_number_ : by_name_).set(reg);
  }
  void note_use(RegId reg) { by_name_.set(reg); }
  [[nodiscard]] bool is_only_numbered(RegId reg) const {
    return by_number_.test(reg) && !by_name_.test(reg);
  }

private:
  std::bitset<kMaxRegisters> by_name_;
  std::bitset<kMaxRegisters> by_number_;
};

/// The register is one like any other in the program of a text, and begins with 0 as they do,
/// although the calling convention makes it the stack pointer, the global pointer or the return
/// address, with that initial value. `is_snippet`: the text has no label where programs start.
///
/// That holds for a return address through which memory is accessed and nothing is called or
/// returns. In a snippet it holds for each of the three that is called by number only, unless it is
/// used as what it is for: a jump writes or reads it, it is lowered by a constant before anything
/// else and then an address, or memory is accessed through it although the text declares its own
/// (what is at 0 is no part of it).
[[nodiscard]] bool is_ordinary(const Program& program, const InitialRegister& initial,
                               const RegisterSpellings& spellings, bool is_snippet);

} // namespace stallscope::isa
