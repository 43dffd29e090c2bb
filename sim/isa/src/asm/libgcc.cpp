#include "asm/libgcc.hpp"

#include <algorithm>

namespace stallscope::isa::assembly {

std::vector<Routine> libgcc_routines(std::string_view name,
                                     std::initializer_list<std::string_view> variants) {
  constexpr std::string_view kBegin = "#: ";
  std::vector<Routine> routines;
  for (const LibgccText& one : libgcc_texts()) {
    if (one.name != name)
      continue;
    std::string_view rest = one.text.substr(std::min(one.text.find(kBegin), one.text.size()));
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(kBegin, 1), rest.size());
      const std::size_t line_end = rest.find('\n');
      const std::string_view head = rest.substr(kBegin.size(), line_end - kBegin.size());
      const std::string_view routine = head.substr(0, head.find(' '));
      const std::string_view variant = head.substr(std::min(routine.size() + 1, head.size()));
      const Routine found{routine, rest.substr(line_end, end - line_end)};
      rest.remove_prefix(end);
      if (variant.empty())
        routines.push_back(found);
      if (variant.empty() || std::find(variants.begin(), variants.end(), variant) == variants.end())
        continue;
      const auto plain = std::find_if(routines.begin(), routines.end(),
                                      [&](const Routine& r) { return r.name == routine; });
      if (plain == routines.end())
        routines.push_back(found);
      else
        *plain = found;
    }
  }
  return routines;
}

} // namespace stallscope::isa::assembly
