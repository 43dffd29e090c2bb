#include "mips/routines.hpp"

#include "asm/libgcc.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace stallscope::isa::mips {

namespace {

/// The program ends at the label (assembly::kLibraryLabel), where there is no instruction.
constexpr std::string_view kBeforeRoutines = R"(
  .text
  .align 2
__libgcc:
  .space 4
)";

/// The words of a statement: "sra $3,$2,31" is sra, 3, 2, 31. Empty behind its end.
struct Statement {
  std::array<std::string_view, 4> words;
};

Statement statement_of(std::string_view line) {
  Statement statement;
  line = line.substr(0, line.find('#'));
  std::size_t at = 0;
  for (std::string_view& word : statement.words) {
    at = line.find_first_not_of(" \t\r,$", at);
    if (at == std::string_view::npos)
      break;
    const std::size_t end = std::min(line.find_first_of(" \t\r,", at), line.size());
    word = line.substr(at, end - at);
    at = end;
  }
  return statement;
}

/// The number of a register that may be one of a pair of an argument or result.
std::optional<unsigned> number_of(std::string_view word) {
  if (word.size() == 1 && word[0] >= '2' && word[0] <= '7')
    return static_cast<unsigned>(word[0] - '0');
  return std::nullopt;
}

/// +1: low word first, -1: high word first. The sign of a number is its high word; so is the zero
/// beside a small constant, and the difference of carries.
int vote_of(const Statement& before, const Statement& now) {
  const auto& [op, first, second, third] = now.words;
  const auto to = number_of(first);
  const auto from = number_of(second);
  if (op == "sra" && third == "31" && to && from && (*to ^ 1) == *from)
    return *to > *from ? 1 : -1;
  const auto zero = [](const Statement& s) -> std::optional<unsigned> {
    const bool is = (s.words[0] == "move" && (s.words[2] == "0" || s.words[2] == "zero")) ||
                    (s.words[0] == "li" && s.words[2] == "0");
    return is ? number_of(s.words[1]) : std::nullopt;
  };
  const auto constant = [](const Statement& s) -> std::optional<unsigned> {
    const bool is = s.words[0] == "li" && s.words[2] != "0" && !s.words[2].starts_with('-');
    return is ? number_of(s.words[1]) : std::nullopt;
  };
  for (const auto& [high, low] :
       {std::pair{zero(before), constant(now)}, std::pair{zero(now), constant(before)}})
    if (high && low && (*high ^ 1) == *low)
      return *high > *low ? 1 : -1;
  // sltu $x,$2,$4 behind addu $2,$4,$6: $2 is a low word.
  if (op == "sltu" && before.words[0] == "addu" && second == before.words[1] && from)
    return *from % 2 == 0 ? 1 : -1;
  return 0;
}

bool has_registers_of_64_bits(std::string_view text) {
  static constexpr std::array<std::string_view, 14> kWide{
      "daddu",  "daddiu", "dsubu", "dsll", "dsrl", "dsra",  "dmult",
      "dmultu", "ddiv",   "ddivu", "ld",   "sd",   "dmtc1", "dsll32"};
  return assembly::has_mnemonic(text, kWide);
}

bool names_fp_register(std::string_view text) {
  for (std::size_t at = text.find("$f"); at != std::string_view::npos; at = text.find("$f", at + 1))
    if (at + 2 < text.size() && text[at + 2] >= '0' && text[at + 2] <= '9')
      return true;
  return false;
}

} // namespace

WordOrder word_order_of(std::string_view text) {
  int votes = 0;
  Statement before;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const Statement now = statement_of(line);
    if (now.words[0].empty() || now.words[0].starts_with('.'))
      continue;
    votes += vote_of(before, now);
    before = now;
  }
  return votes > 0 ? WordOrder::low_first : votes < 0 ? WordOrder::high_first : WordOrder::unknown;
}

std::string routines_for(std::string_view text) {
  if (text.find("__") == std::string_view::npos || text.find('$') == std::string_view::npos)
    return {};
  static constexpr std::array<std::string_view, 4> kCalls{"jal", "bal", "j", "b"};
  const bool hard = names_fp_register(text);
  const char* which = has_registers_of_64_bits(text)                 ? "mips64"
                      : word_order_of(text) == WordOrder::high_first ? "mips_big"
                                                                     : "mips_little";
  return assembly::routines_called(text, assembly::libgcc_routines(which, {hard ? "hard" : ""}),
                                   kCalls, kBeforeRoutines);
}

} // namespace stallscope::isa::mips
