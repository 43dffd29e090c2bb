#include "asm/text/literals.hpp"

#include "base/ascii.hpp"

#include <cstring>
#include <locale>
#include <sstream>

namespace stallscope::isa::assembly {

namespace {

template <class Real> Real parse_real(std::string_view text) {
  std::istringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  Real value = 0;
  stream >> value; // out of range leaves the largest value, as the standard says
  return value;
}

} // namespace

int escape_value(std::string_view text, std::size_t& at) {
  if (at >= text.size())
    return -1;
  const char c = text[at++];
  switch (c) {
  case 'n':
    return '\n';
  case 't':
    return '\t';
  case 'r':
    return '\r';
  case 'a':
    return '\a';
  case 'b':
    return '\b';
  case 'f':
    return '\f';
  case 'v':
    return '\v';
  case 'e':
    return 27;
  case '"':
  case '\'':
  case '\\':
    return c;
  case 'x': {
    int value = 0;
    int digits = 0;
    for (; digits < 2 && at < text.size() && hex_digit(text[at]) < 16; ++digits)
      value = value * 16 + static_cast<int>(hex_digit(text[at++]));
    return digits > 0 ? value : -1;
  }
  default:
    if (c < '0' || c > '7')
      return -1;
    int value = c - '0';
    for (int i = 0; i < 2 && at < text.size() && text[at] >= '0' && text[at] <= '7'; ++i)
      value = value * 8 + (text[at++] - '0');
    return value & 0xff;
  }
}

bool string_bytes(const Token& token, const SourceLine& line, Reporter& reporter,
                  std::string& out) {
  const std::string_view text = token.text.substr(1, token.text.size() - 2);
  bool ok = true;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] != '\\') {
      out += text[i++];
      continue;
    }
    const std::size_t from = i++;
    const int value = escape_value(text, i);
    if (value < 0) {
      reporter.error(Place{line, static_cast<std::uint32_t>(token.column + 1 + from), 2},
                     "unknown escape in a string",
                     "\\n \\t \\r \\0 \\\\ \\\" or a number such as \\x41");
      ok = false;
      continue;
    }
    out += static_cast<char>(value);
  }
  return ok;
}

double parse_double(std::string_view text) {
  return parse_real<double>(text);
}
float parse_float(std::string_view text) {
  return parse_real<float>(text);
}

std::uint64_t bits_of(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

std::uint32_t bits_of(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

} // namespace stallscope::isa::assembly
