#include "notation/notation.hpp"

#include "asm/text/leniency.hpp"
#include "asm/text/token.hpp"
#include "base/ascii.hpp"
#include "mips/mips_registers.hpp"
#include "mips/mips_table.hpp"
#include "notation/typography.hpp"
#include "riscv/register_names.hpp"
#include "riscv/riscv_table.hpp"
#include "x86/text/mnemonics.hpp"
#include "x86/text/register_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace stallscope::isa {

namespace {

constexpr std::array<Isa, 4> kNotations{Isa::tac, Isa::mips, Isa::riscv, Isa::x86};

/// Only this much of a text is searched: its start shows the notation.
constexpr std::size_t kSearchedBytes = std::size_t{1} << 20;

struct Word {
  std::string_view text;
  std::size_t at = 0; ///< position in its line
};

/// A line without comments, as words: letters, digits and _ . $ %.
std::vector<Word> words_of(std::string_view line) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t to = at;
    while (to < line.size() && (assembly::is_word(line[to]) || (to == at && line[to] == '%')))
      ++to;
    if (to > at)
      words.push_back({line.substr(at, to - at), at});
    at = std::max(to, at + 1);
  }
  return words;
}

std::string_view without_comment(std::string_view line) {
  line = line.substr(0, std::min({line.find("//"), line.find("/*"), line.find('"'), line.size()}));
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1))
    if (at + 1 == line.size() || !(is_digit(line[at + 1]) || line[at + 1] == '-'))
      return line.substr(0, at);
  return line;
}

class Search {
public:
  explicit Search(NotationMarks& marks) : marks_(marks) {}

  void line(std::uint32_t number, std::string_view text) {
    number_ = number;
    line_ = without_comment(text);
    line_.remove_prefix(numbering_length(line_));
    std::string_view code = line_.substr(0, line_.find(';'));
    if (is_label_of_cpp(code))
      return;
    words_ = words_of(code);
    std::size_t first = 0;
    while (first < words_.size() && follows(words_[first], ':') &&
           !follows_assignment(words_[first]))
      ++first;
    if (first >= words_.size())
      return;
    if (statement_of_tac(first)) {
      mark(Isa::tac, words_[first].text);
      return;
    }
    // directives with operands of their own
    if (words_[first].text.front() == '.' && words_[first].text != ".reg")
      return;
    // After a label without colon.
    if (first + 1 < words_.size() && !known(words_[first].text) && known(words_[first + 1].text))
      ++first;
    mnemonic(words_[first].text);
    numbered_ = false;
    for (std::size_t i = first + 1; i < words_.size(); ++i)
      operand(words_[i]);
  }

  /// r8 to r15 count for mips if nothing else indicates x86 or ARM.
  void finish() {
    const bool others = marks_[Isa::x86].count > 0 || marks_.arm.count > 0;
    Evidence& of_mips = marks_.of.at(static_cast<std::size_t>(Isa::mips));
    if (others || r8_to_r15_.count == 0)
      return;
    if (of_mips.count == 0 || r8_to_r15_.line < of_mips.line)
      of_mips = {of_mips.count, r8_to_r15_.first, r8_to_r15_.line};
    of_mips.count += r8_to_r15_.count;
  }

private:
  /// "max(int, int):", which is not a RISC-V instruction.
  static bool is_label_of_cpp(std::string_view code) {
    const std::size_t last = code.find_last_not_of(" \t\r");
    return last != std::string_view::npos && code[last] == ':' &&
           code.find('(') != std::string_view::npos && code.find(')') < last;
  }
  void mark(Isa isa, std::string_view word) {
    add(marks_.of.at(static_cast<std::size_t>(isa)), word);
  }
  void add(Evidence& evidence, std::string_view word) const {
    if (evidence.count++ > 0)
      return;
    evidence.first = word;
    evidence.line = number_;
  }

  [[nodiscard]] bool follows(const Word& word, char c) const {
    std::size_t at = word.at + word.text.size();
    at += at < line_.size() ? blank_length(line_.substr(at)) : 0;
    return at < line_.size() && line_[at] == c && (c != '=' || line_.substr(at, 2) != "==");
  }

  /// r1 <- mem[r2+4]
  [[nodiscard]] bool follows_arrow(const Word& word) const {
    std::size_t at = word.at + word.text.size();
    at += at < line_.size() ? blank_length(line_.substr(at)) : 0;
    const std::string_view rest = line_.substr(std::min(at, line_.size()));
    return rest.starts_with("<-") || typographic_at(rest).meaning == '<';
  }

  /// i := 1
  [[nodiscard]] bool follows_assignment(const Word& word) const {
    std::size_t at = word.at + word.text.size();
    at += at < line_.size() ? blank_length(line_.substr(at)) : 0;
    return at < line_.size() && line_.substr(at, 2) == ":=";
  }

  [[nodiscard]] bool statement_of_tac(std::size_t first) const {
    const std::string_view word = words_[first].text;
    if (word == "goto" || (word == "if" && words_.size() > first + 1))
      return true;
    if (word.front() == '.')
      return false;
    const bool memory = lower(word).starts_with("mem") && follows(words_[first], '[');
    const bool assigned = follows(words_[first], '=') || follows_assignment(words_[first]);
    const bool element =
        follows(words_[first], '[') &&
        line_.find_first_of("=", std::min(line_.find(']'), line_.size())) != std::string_view::npos;
    const bool loaded = words_.size() > first + 1 &&
                        lower(words_[first + 1].text).starts_with("mem") &&
                        follows(words_[first + 1], '[') && follows_arrow(words_[first]);
    return memory || element || loaded || (assigned && words_.size() > first + 1);
  }

  static bool in(const assembly::InstructionTable& table, const std::string& name) {
    return !table.forms(name).empty();
  }
  static bool known(std::string_view word) {
    const std::string name = lower(word);
    return in(mips::instruction_table(), name) || in(riscv::instruction_table(), name) ||
           x86::find_mnemonic(name) != nullptr;
  }

  /// Moves of Y86-64 and Y86 in CS:APP; their other instructions also exist on x86.
  static bool is_y86(std::string_view name) {
    static constexpr std::array<std::string_view, 10> kMoves{"irmovq", "rrmovq", "mrmovq", "rmmovq",
                                                             "iaddq",  "irmovl", "rrmovl", "mrmovl",
                                                             "rmmovl", "iaddl"};
    return std::find(kMoves.begin(), kMoves.end(), name) != kMoves.end();
  }

  void mnemonic(std::string_view word) {
    static constexpr std::array<std::string_view, 12> kArm{
        "ldur", "stur", "ldr", "str", "cbz", "cbnz", "ldp", "stp", "bl", "bx", "adr", "adrp"};
    const std::string name = lower(word);
    const bool is_arm = std::find(kArm.begin(), kArm.end(), name) != kArm.end();
    if (is_arm && line_.find('[') != std::string_view::npos) { // ldr also exists in mips
      add(marks_.arm, word);
      return;
    }
    if (is_y86(name)) {
      add(marks_.y86, word);
      return;
    }
    const bool of_mips = in(mips::instruction_table(), name);
    // exists only in RARS
    const bool of_riscv = in(riscv::instruction_table(), name) && name != "b";
    const bool of_x86 = x86::find_mnemonic(name) != nullptr;
    if (of_mips && !of_riscv && !of_x86)
      mark(Isa::mips, word);
    else if (of_riscv && !of_mips && !of_x86)
      mark(Isa::riscv, word);
    else if (of_x86 && !of_mips && !of_riscv)
      mark(Isa::x86, word);
    else if (is_arm)
      add(marks_.arm, word);
  }

  void operand(const Word& word) {
    const std::string_view text = word.text;
    if (text == "PTR" || text == "ptr") { // DWORD PTR [rdi]
      mark(Isa::x86, text);
      return;
    }
    if (text.front() == '%') {
      const std::string_view name = text.substr(1);
      if (name == "rip" || name == "st" || x86::register_named(name))
        mark(Isa::x86, text);
      return;
    }
    if (text.front() == '$') {
      if (text.size() < 2 || !mips::register_named_leniently(text, false))
        return;
      // $8 is also a constant in x86, but not ($8), and not as the second one in an instruction.
      if (!is_digit(text[1]) || numbered_ || (word.at > 0 && line_[word.at - 1] == '('))
        mark(Isa::mips, text);
      numbered_ = numbered_ || is_digit(text[1]);
      return;
    }
    if (text.size() > 2 && !is_digit(text[1]) && x86::register_named(text)) { // rax, eax, xmm0
      if (!riscv::register_named(text))
        mark(Isa::x86, text);
      return;
    }
    if ((text[0] == 'R' || text[0] == 'F') && mips::register_named(text))
      mark(Isa::mips, text);
    else if (text[0] == 'r' && x86::register_named(text)) // r8, r8d
      mips::register_named(text) ? add(r8_to_r15_, text) : mark(Isa::x86, text);
    else if (text[0] == 'r' && mips::register_named(text))
      mark(Isa::mips, text);
    else if ((text[0] == 'x' || text.starts_with("fa") || text.starts_with("ft") ||
              text.starts_with("fs")) &&
             riscv::register_named(text))
      mark(Isa::riscv, text);
    else if (riscv::register_named(text))
      add(marks_.bare, text);
  }

  NotationMarks& marks_;
  std::uint32_t number_ = 0;
  std::string_view line_;
  std::vector<Word> words_;
  bool numbered_ = false; ///< $8 has occurred in the line
  Evidence r8_to_r15_;
};

} // namespace

std::optional<Isa> NotationMarks::only() const {
  std::optional<Isa> found;
  for (const Isa isa : kNotations)
    if ((*this)[isa].count > 0) {
      if (found)
        return std::nullopt;
      found = isa;
    }
  return found;
}

std::string NotationMarks::text() const {
  std::string out;
  const auto add = [&](const Evidence& evidence, std::string_view notation) {
    if (evidence.count > 0)
      out += fmt::format("{}'{}' in line {} is {}", out.empty() ? "" : ", ", evidence.first,
                         evidence.line, notation);
  };
  for (const Isa isa : kNotations)
    add((*this)[isa], name(isa));
  add(arm, "ARM");
  return out;
}

NotationMarks marks_of(std::string_view text) {
  NotationMarks marks;
  Search search(marks);
  text = text.substr(0, kSearchedBytes);
  std::uint32_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    search.line(++number, text.substr(at, end - at));
    at = end + 1;
  }
  search.finish();
  return marks;
}

} // namespace stallscope::isa
