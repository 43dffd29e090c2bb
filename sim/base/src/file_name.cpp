#include "base/file_name.hpp"

#include "base/sha256.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>

namespace stallscope {

namespace {

std::string escaped_bytes(std::string_view bytes) {
  std::string out;
  for (const char c : bytes)
    out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

/// One character in a name of a file.
std::string in_file_name(std::string_view bytes, bool is_first) {
  const bool is_special =
      bytes == "/" || bytes == "\\" || bytes == "%" || (is_first && bytes == ".");
  return is_special || clean(bytes) != bytes ? escaped_bytes(bytes) : std::string(bytes);
}

} // namespace

std::string file_name_for(std::string_view text, std::string_view extension) {
  constexpr std::size_t kHashDigits = 32;
  const std::size_t most = kMostNameBytes - extension.size();
  std::string name;
  std::size_t kept = 0; // of `name` before a hash
  std::size_t at = 0;
  for (const Glyph& glyph : glyphs(text)) {
    // Of bytes that are no UTF-8 a glyph shows U+FFFD, which no text of valid UTF-8 has escaped.
    const bool broken = glyph.bytes.data() != text.data() + at;
    const std::string_view bytes = text.substr(at, broken ? 1 : glyph.bytes.size());
    name += broken ? escaped_bytes(bytes) : in_file_name(bytes, at == 0);
    at += bytes.size();
    if (name.size() + 2 + kHashDigits <= most)
      kept = name.size();
  }
  if (name.empty())
    name = "%"; // no other text has it
  if (name.size() > most) {
    Sha256 hash;
    hash.add(text);
    name.resize(kept);
    name += "%~" + hash.hex().substr(0, kHashDigits);
  }
  return name.append(extension);
}

} // namespace stallscope
