#include "mips/routines.hpp"

#include "asm/libgcc.hpp"
#include "mips/word_order.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace stallscope::isa::mips {

namespace {

/// The program ends at the label (assembly::kLibraryLabel), where there is no instruction.
constexpr std::string_view kBeforeRoutines = R"(
  .text
  .align 2
__libgcc:
  .space 4
)";

bool names_fp_register(std::string_view text) {
  for (std::size_t at = text.find("$f"); at != std::string_view::npos; at = text.find("$f", at + 1))
    if (at + 2 < text.size() && text[at + 2] >= '0' && text[at + 2] <= '9')
      return true;
  return false;
}

} // namespace

Routines routines_for(std::string_view text) {
  if (text.find("__") == std::string_view::npos || text.find('$') == std::string_view::npos)
    return {};
  // Position-independent code loads the addresses of functions from a table.
  static constexpr std::array<std::string_view, 6> kAll{"jal", "bal", "j", "b", "lw", "ld"};
  const bool by_table = text.find("%call16(") != std::string_view::npos;
  const std::span<const std::string_view> calls(kAll.data(), by_table ? kAll.size() : 4);
  const bool hard = names_fp_register(text);
  const bool wide = has_registers_of_64_bits(text);
  const WordOrder order = word_order_of(text);
  const char* which = wide ? "mips64" : order == WordOrder::high_first ? "mips_big" : "mips_little";
  Routines found;
  found.text = assembly::routines_called(
      text, assembly::libgcc_routines(which, {hard ? "hard" : ""}), calls, kBeforeRoutines);
  found.order_is_assumed =
      !wide && order == WordOrder::unknown &&
      (found.text.find("di") != std::string::npos || found.text.find("df") != std::string::npos);
  return found;
}

} // namespace stallscope::isa::mips
