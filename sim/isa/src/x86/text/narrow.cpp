#include "x86/text/narrow.hpp"

#include "asm/text/leniency.hpp"
#include "base/ascii.hpp"
#include "x86/text/register_names.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace stallscope::isa::x86 {

namespace {

/// Instructions that do not exist in 64-bit code.
constexpr std::array<std::string_view, 12> kOnlyOf32{"retl", "calll", "jmpl",   "pushl",
                                                     "popl", "pusha", "pushal", "pushad",
                                                     "popa", "popal", "popad",  "jcxz"};
constexpr std::array<std::string_view, 6> kOfStack{"push", "pop", "call", "ret", "leave", "jmp"};

bool is_name_part(char c) {
  return is_alphanumeric(c) || c == '_' || c == '.';
}

std::string_view code_of(std::string_view line) {
  return line.substr(0, std::min({line.find('#'), line.find("//"), line.find('"'), line.size()}));
}

/// Evidence for 32-bit code in the words of a text.
class Evidence {
public:
  void line(std::string_view code) {
    bool in_brackets = false;
    bool pushes = false;
    for (std::size_t at = 0; at < code.size() && !is_64_;) {
      if (!is_name_part(code[at])) {
        in_brackets = code[at] == '(' || code[at] == '[' ||
                      (in_brackets && code[at] != ')' && code[at] != ']');
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < code.size() && is_name_part(code[end]))
        ++end;
      word(lower(code.substr(at, end - at)), in_brackets, pushes);
      at = end;
    }
  }
  [[nodiscard]] bool is_32() const { return is_32_ && !is_64_; }

private:
  void word(const std::string& text, bool in_brackets, bool& pushes) {
    if (text == ".code32" || std::find(kOnlyOf32.begin(), kOnlyOf32.end(), text) != kOnlyOf32.end())
      is_32_ = true;
    pushes = pushes || text == "push" || text == "pop";
    if (text == "rip") {
      is_64_ = true;
      return;
    }
    const std::optional<Register> reg = register_named(text);
    if (!reg)
      return;
    is_64_ = reg->width == 3 || (reg->width < 3 && text.front() == 'r');
    is_32_ = is_32_ || (reg->width == 2 && (in_brackets || pushes));
  }

  bool is_32_ = false;
  bool is_64_ = false;
};

} // namespace

bool is_32_bit_text(std::string_view text) {
  Evidence evidence;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    evidence.line(code_of(text.substr(at, end - at)));
    at = end + 1;
  }
  return evidence.is_32();
}

std::string name_in_32_bits(std::string name) {
  if (name.empty() || name.back() != 'l')
    return name;
  const std::string base = name.substr(0, name.size() - 1);
  return std::find(kOfStack.begin(), kOfStack.end(), base) != kOfStack.end() ? base : name;
}

} // namespace stallscope::isa::x86
