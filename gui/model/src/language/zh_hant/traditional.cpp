#include "language/zh_hant/traditional.hpp"

#include "base/utf8.hpp"
#include "language/zh_hant/table.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace stallscope::gui {

namespace {

/// Bytes of the character at `at`; 1 for what is not valid UTF-8.
std::size_t character_step(std::string_view text, std::size_t at) {
  return std::max<std::size_t>(1, character_bytes(text, at));
}

struct Conversions {
  Conversions() {
    constexpr std::size_t kBytes = 3; // of every character in the table
    for (std::size_t at = 0; at < kTraditionalCharacters.size(); at += 2 * kBytes)
      words.emplace(kTraditionalCharacters.substr(at, kBytes),
                    kTraditionalCharacters.substr(at + kBytes, kBytes));
    for (const auto& [simplified, traditional] : kTraditionalTerms) {
      words.emplace(simplified, traditional);
      longest = std::max(longest, simplified.size());
    }
  }
  std::unordered_map<std::string_view, std::string_view> words;
  std::size_t longest = 0; ///< bytes
};

} // namespace

std::string traditional(std::string_view simplified) {
  static const Conversions table;
  std::string out;
  out.reserve(simplified.size());
  for (std::size_t at = 0; at < simplified.size();) {
    std::size_t taken = character_step(simplified, at);
    std::string_view words = simplified.substr(at, taken);
    const std::size_t last = std::min(simplified.size(), at + table.longest);
    for (std::size_t end = at + taken;; end += character_step(simplified, end)) {
      const auto found = table.words.find(simplified.substr(at, end - at));
      if (found != table.words.end()) {
        taken = end - at;
        words = found->second;
      }
      if (end >= last)
        break;
    }
    out += words;
    at += taken;
  }
  return out;
}

} // namespace stallscope::gui
