#pragma once

#include "asm/routines.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::assembly {

/// The label between a program's own text and routines that are put behind it, for notations that
/// end there without an instruction: Assembler::find_end_of_own_text.
inline constexpr std::string_view kLibraryLabel = "__libgcc";

/// A text of sim/isa/library: functions that compilers call of their own library.
struct LibgccText {
  std::string_view name; ///< "riscv32"
  std::string_view text;
};
/// Made from the files by stallscope_embed().
[[nodiscard]] const std::vector<LibgccText>& libgcc_texts();

/// The functions of the text called `name`, in `variants` where it has such (rebuild.py).
[[nodiscard]] std::vector<Routine>
libgcc_routines(std::string_view name, std::initializer_list<std::string_view> variants);

} // namespace stallscope::isa::assembly
