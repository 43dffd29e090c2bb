#pragma once

#include "isa/program.hpp"

#include <bitset>
#include <string_view>

namespace stallscope::isa {

/// Spelling of registers in a text: by purpose (sp, $ra) or only by number (x2, R31).
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

/// The register is an ordinary one in a program given as text, and starts with 0, although the
/// calling convention makes it the stack pointer, the global pointer or the return address, with
/// the corresponding initial value. `is_snippet`: the text has no start label.
///
/// This holds for a return address if memory is accessed through it and no call or return uses it.
/// In a snippet it holds for each of the three registers if it is written only by number, unless it
/// is used for its purpose: a jump writes or reads it, it is decreased by a constant before any
/// other use and then used as an address, or memory is accessed through it although the text
/// declares its own memory (which does not include address 0).
[[nodiscard]] bool is_ordinary(const Program& program, const InitialRegister& initial,
                               const RegisterSpellings& spellings, bool is_snippet);

} // namespace stallscope::isa
