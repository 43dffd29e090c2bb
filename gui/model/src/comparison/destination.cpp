#include "model/comparison/destination.hpp"

#include "base/number.hpp"
#include "base/trimmed.hpp"
#include "model/language/strings.hpp"
#include "model/run/run_words.hpp"
#include "problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace stallscope::gui {

Result<Destination> parse_destination(std::string_view typed, const isa::Program& program,
                                      std::uint64_t last_cycle) {
  using Kind = Destination::Kind;
  const std::string_view text = trimmed(typed);
  if (text.empty())
    return problem({}, tr(Text::go_to_hint));
  const char first = text.front();
  if (first == '#' || first == ':') {
    // For a micro-op, "#12.2", the position of its instruction.
    const std::size_t point = first == '#' ? text.find('.') : text.npos;
    const auto number = parse_number(text.substr(1, point == text.npos ? point : point - 1));
    if (!number || (point != text.npos && !parse_number(text.substr(point + 1))))
      return problem({}, tr(Text::no_number, {std::string(text.substr(1))}));
    if (*number == 0)
      return problem({}, tr(Text::not_reached, {std::string(text)}));
    return Destination{first == '#' ? Kind::instruction : Kind::line, *number};
  }
  std::string digits(text);
  digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
  if (const auto number = parse_number(digits)) {
    if (digits.substr(0, 2) == "0x" || digits.substr(0, 2) == "0X")
      return Destination{Kind::address, *number};
    if (*number > last_cycle)
      return problem({}, tr(Text::cycle_behind_end, {grouped(*number), grouped(last_cycle)}));
    return Destination{Kind::cycle, *number};
  }
  const auto label = program.symbols.find(text);
  if (label != program.symbols.end() && label->second.is_code)
    return Destination{Kind::address, label->second.address};
  Diagnostic none = problem({}, tr(Text::go_to_unknown, {std::string(text)}));
  std::vector<std::string_view> known;
  for (const auto& [name, symbol] : program.symbols)
    if (symbol.is_code)
      known.push_back(name);
  none.suggestion = nearest_word(text, known);
  return none;
}

} // namespace stallscope::gui
