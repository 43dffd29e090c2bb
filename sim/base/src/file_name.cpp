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

/// The form of one character in a file name.
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
  std::size_t kept = 0; // length of the part of `name` in front of a hash
  std::size_t at = 0;
  for (const Glyph& glyph : glyphs(text)) {
    // A glyph of invalid bytes is U+FFFD, which is not escaped in names of valid UTF-8.
    const bool broken = glyph.bytes.data() != text.data() + at;
    const std::string_view bytes = text.substr(at, broken ? 1 : glyph.bytes.size());
    name += broken ? escaped_bytes(bytes) : in_file_name(bytes, at == 0);
    at += bytes.size();
    if (name.size() + 2 + kHashDigits <= most)
      kept = name.size();
  }
  if (name.empty())
    name = "%"; // the name of the empty text only
  if (name.size() > most) {
    Sha256 hash;
    hash.add(text);
    name.resize(kept);
    name += "%~" + hash.hex().substr(0, kHashDigits);
  }
  return name.append(extension);
}

} // namespace stallscope
