#include "mips/word_order.hpp"

#include "asm/routines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>

namespace stallscope::isa::mips {

namespace {

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

std::uint64_t magnitude(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? 0 - bits : bits;
}

/// Looks for what tells the order: a sign, which is the high word; constants in both registers of
/// an argument, of which the smaller one is; a carry, which comes from the low word.
class WordOrderVotes {
public:
  /// A function begins.
  void look_at_function() {
    spilled_.clear();
    origins_ = of_arguments();
  }
  void look_at(const Statement& now) {
    const auto& [op, first, second, third] = now.words;
    const auto to = number_of(first);
    const auto from = number_of(second);
    if (op == "sra" && third == "31" && to && from && (*to ^ 1U) == *from)
      vote(*to);
    look_for_carry(now);
    if (calls_) // now in its delay slot, or behind it
      note_constant(now);
    if (calls_)
      judge_arguments();
    calls_ = op == "jal" && first.starts_with("__");
    called_ = first;
    note_constant(now);
    note_origin(now);
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

  /// Of the word in a register: 0 the first of a pair, 1 the second; none: not known.
  using Origin = std::optional<unsigned>;

  /// sltu $x,$2,$4 behind addu $2,$4,$6, but for instructions between: $4, $6 and $2 are low words.
  void look_for_carry(const Statement& now) {
    const auto& [op, first, second, third] = now.words;
    if (op == "addu" && !third.empty()) {
      sum_ = first;
      addends_ = {second, third};
      addend_origin_ = origin_of(second) ? origin_of(second) : origin_of(third);
      return;
    }
    if (op == "sltu" && second == sum_ && !sum_.empty() &&
        (third == addends_[0] || third == addends_[1])) {
      if (addend_origin_)
        vote(*addend_origin_ ^ 1U);
      sum_ = {};
    } else if (first == sum_ && !op.starts_with('s')) {
      sum_ = {}; // overwritten
    }
  }

  [[nodiscard]] Origin origin_of(std::string_view word) const {
    const auto reg = register_of(word);
    return reg ? origins_.at(*reg) : std::nullopt;
  }

  /// Words are loaded from multiples of 8 bytes, and 4 behind; arguments arrive in pairs.
  void note_origin(const Statement& now) {
    const auto& [op, first, second, third] = now.words;
    if (op == "jal" || op == "jalr") {
      origins_ = {};
      return;
    }
    const auto reg = register_of(first);
    if (!reg || op == "sw" || op == "sb" || op == "sh" || op.starts_with('b'))
      return;
    if (op == "lw")
      origins_.at(*reg) = word_of(second);
    else if (op == "move" || (op == "addu" && third == "zero"))
      origins_.at(*reg) = origin_of(second);
    else
      origins_.at(*reg).reset();
  }

  /// 12($fp), %lo(x+4)($2): 1
  static Origin word_of(std::string_view address) {
    const std::size_t plus = address.find('+');
    std::string_view number = address;
    if (address.starts_with('%') || plus != std::string_view::npos)
      number = plus == std::string_view::npos ? std::string_view("0") : address.substr(plus + 1);
    std::int64_t offset = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), offset);
    return error == std::errc() && offset % 4 == 0 ? Origin(static_cast<unsigned>(offset / 4) & 1U)
                                                   : std::nullopt;
  }

  void note_constant(const Statement& s) {
    const auto& [op, first, second, third] = s.words;
    const std::optional<unsigned> reg = register_of(first);
    if (!reg || *reg >= constants_.size())
      return;
    if (op == "sw") { // perhaps loaded again in front of a call
      spilled_[second] = constants_.at(*reg);
      return;
    }
    const auto zero = [](std::string_view word) { return word == "0" || word == "zero"; };
    std::optional<std::int64_t> value;
    if (const auto slot = spilled_.find(second); op == "lw" && slot != spilled_.end())
      value = slot->second;
    else if (op == "move" && zero(second))
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
      if (!takes_pairs || !one || !other || magnitude(*one) == magnitude(*other))
        continue;
      const bool first_is_smaller = magnitude(*one) < magnitude(*other);
      if (!floats)
        vote(first_is_smaller ? pair : pair + 1);
      else if (*one == 0 || *other == 0)
        vote(first_is_smaller ? pair + 1 : pair);
    }
    constants_ = {};
  }

  static std::array<Origin, 32> of_arguments() {
    std::array<Origin, 32> origins;
    origins[4] = origins[6] = 0;
    origins[5] = origins[7] = 1;
    return origins;
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
  std::map<std::string_view, std::optional<std::int64_t>> spilled_; ///< by address, 20($fp)
  std::string_view sum_;                                            ///< of the last addu
  std::array<std::string_view, 2> addends_;
  Origin addend_origin_;
  std::array<Origin, 32> origins_ = of_arguments();
  bool calls_ = false; ///< the statement before, `called_`
  std::string_view called_;
  int votes_ = 0;
};

} // namespace

bool has_registers_of_64_bits(std::string_view text) {
  static constexpr std::array<std::string_view, 14> kWide{
      "daddu",  "daddiu", "dsubu", "dsll", "dsrl", "dsra",  "dmult",
      "dmultu", "ddiv",   "ddivu", "ld",   "sd",   "dmtc1", "dsll32"};
  return assembly::has_mnemonic(text, kWide);
}

WordOrder word_order_of(std::string_view text) {
  WordOrderVotes votes;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const Statement now = statement_of(line);
    const std::string_view word = now.words[0];
    if (word.ends_with(':') && !line.starts_with('$') && !line.starts_with('.'))
      votes.look_at_function();
    else if (!word.empty() && !word.starts_with('.') && !word.ends_with(':'))
      votes.look_at(now);
  }
  return votes.result();
}

DataWords data_words_of(std::string_view text) {
  static constexpr std::array<std::string_view, 3> kDirectives{".8byte", ".dword", ".double"};
  if (std::none_of(kDirectives.begin(), kDirectives.end(),
                   [&](std::string_view word) { return text.find(word) != text.npos; }) ||
      has_registers_of_64_bits(text) || word_order_of(text) != WordOrder::high_first)
    return DataWords::low_first;
  static constexpr std::array<std::string_view, 4> kOfDoubles{"ldc1", "sdc1", "l.d", "s.d"};
  return assembly::has_mnemonic(text, kOfDoubles) ? DataWords::high_first_of_integers
                                                  : DataWords::high_first;
}

} // namespace stallscope::isa::mips
