#include "mips/routines.hpp"

#include "asm/libgcc.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
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

/// Looks for what tells the order: a sign, which is the high word; constants in both registers of
/// an argument, of which the smaller one is; a carry, which comes from the low word.
class WordOrderVotes {
public:
  void look_at(const Statement& now) {
    const auto& [op, first, second, third] = now.words;
    const auto to = number_of(first);
    const auto from = number_of(second);
    if (op == "sra" && third == "31" && to && from && (*to ^ 1U) == *from)
      vote(*to);
    // sltu $x,$2,$4 behind addu $2,$4,$6: $2 is a low word.
    if (op == "sltu" && before_.words[0] == "addu" && second == before_.words[1] && from)
      vote(*from ^ 1U);
    if (calls_) // now in its delay slot, or behind it
      note_constant(now);
    if (calls_)
      judge_arguments();
    calls_ = op == "jal" && first.starts_with("__");
    called_ = first;
    note_constant(now);
    before_ = now;
  }
  [[nodiscard]] WordOrder result() {
    if (calls_)
      judge_arguments();
    return votes_ > 0   ? WordOrder::low_first
           : votes_ < 0 ? WordOrder::high_first
                        : WordOrder::unknown;
  }

private:
  void vote(unsigned high_word) { votes_ += high_word % 2 != 0 ? 1 : -1; }

  void note_constant(const Statement& s) {
    const auto& [op, first, second, third] = s.words;
    const std::optional<unsigned> reg = register_of(first);
    if (!reg || *reg >= constants_.size())
      return;
    const auto zero = [](std::string_view word) { return word == "0" || word == "zero"; };
    std::optional<std::int64_t> value;
    if (op == "move" && zero(second))
      value = 0;
    else if (op == "li")
      value = constant_of(second);
    else if (op == "addiu" && zero(second))
      value = constant_of(third);
    else if (const auto upper = constant_of(second); op == "lui" && upper)
      value = *upper << 16;
    else if (const auto base = register_of(second); op == "ori" && base && constants_.at(*base))
      if (const auto low = constant_of(third))
        value = *constants_.at(*base) | *low;
    constants_.at(*reg) = value;
  }

  /// Of integers the smaller word is the high one; of a double a word of zeros is the low one.
  void judge_arguments() {
    const bool floats =
        called_.starts_with("__fix") ||
        (called_.find("df") != std::string_view::npos && !called_.starts_with("__float"));
    const bool takes_pairs = called_.find(floats ? "df" : "di") != std::string_view::npos;
    for (const unsigned pair : {4U, 6U}) {
      const auto& one = constants_.at(pair);
      const auto& other = constants_.at(pair + 1);
      if (!takes_pairs || !one || !other || std::abs(*one) == std::abs(*other))
        continue;
      const bool first_is_smaller = std::abs(*one) < std::abs(*other);
      if (!floats)
        vote(first_is_smaller ? pair : pair + 1);
      else if (*one == 0 || *other == 0)
        vote(first_is_smaller ? pair + 1 : pair);
    }
    constants_ = {};
  }

  static std::optional<std::int64_t> constant_of(std::string_view word) {
    std::int64_t value = 0;
    const bool hexadecimal = word.starts_with("0x");
    if (hexadecimal)
      word.remove_prefix(2);
    const auto [end, error] =
        std::from_chars(word.data(), word.data() + word.size(), value, hexadecimal ? 16 : 10);
    return error == std::errc() && end == word.data() + word.size() ? std::optional(value)
                                                                    : std::nullopt;
  }
  static std::optional<unsigned> register_of(std::string_view word) {
    const auto number = constant_of(word);
    return number && *number > 0 && *number < 32 ? std::optional(static_cast<unsigned>(*number))
                                                 : std::nullopt;
  }

  std::array<std::optional<std::int64_t>, 32> constants_;
  Statement before_;
  bool calls_ = false; ///< the statement before, `called_`
  std::string_view called_;
  int votes_ = 0;
};

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
  WordOrderVotes votes;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const Statement now = statement_of(line);
    if (!now.words[0].empty() && !now.words[0].starts_with('.'))
      votes.look_at(now);
  }
  return votes.result();
}

Routines routines_for(std::string_view text) {
  if (text.find("__") == std::string_view::npos || text.find('$') == std::string_view::npos)
    return {};
  static constexpr std::array<std::string_view, 4> kCalls{"jal", "bal", "j", "b"};
  const bool hard = names_fp_register(text);
  const bool wide = has_registers_of_64_bits(text);
  const WordOrder order = word_order_of(text);
  const char* which = wide ? "mips64" : order == WordOrder::high_first ? "mips_big" : "mips_little";
  Routines found;
  found.text = assembly::routines_called(
      text, assembly::libgcc_routines(which, {hard ? "hard" : ""}), kCalls, kBeforeRoutines);
  found.order_is_assumed =
      !wide && order == WordOrder::unknown &&
      (found.text.find("di") != std::string::npos || found.text.find("df") != std::string::npos);
  return found;
}

} // namespace stallscope::isa::mips
