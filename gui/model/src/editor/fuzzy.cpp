#include "model/editor/fuzzy.hpp"

#include "base/ascii.hpp"
#include "base/trimmed.hpp"

namespace stallscope::gui {

std::optional<int> fuzzy_fit(std::string_view title_in, std::string_view typed) {
  const std::string title = lower(title_in);
  const std::string letters = lower(trimmed(typed));
  if (const std::size_t at = title.find(letters); at != std::string::npos)
    return at == 0 ? 0 : title[at - 1] == ' ' ? 1 : 2;
  int between = 0;
  std::size_t at = 0;
  for (const char letter : letters) {
    const std::size_t next = title.find(letter, at);
    if (next == std::string::npos)
      return std::nullopt;
    between += static_cast<int>(next - at);
    at = next + 1;
  }
  return 3 + between;
}

} // namespace stallscope::gui
