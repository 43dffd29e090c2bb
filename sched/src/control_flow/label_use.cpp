#include "control_flow/label_use.hpp"

#include "base/ascii.hpp"
#include "rewriting/source_line.hpp"

#include <string>
#include <string_view>

namespace stallscope::sched {

namespace {

/// Classifies lines by section, and as debug information.
class DebugLines {
public:
  /// Processes the next line; true when it is debug information.
  bool next(std::string_view statement) {
    const auto begins = [statement](std::string_view word) { return statement.starts_with(word); };
    if (begins(".section") || begins(".pushsection"))
      in_debug_ = statement.find(".debug_") != std::string_view::npos;
    else if (begins(".text") || begins(".data") || begins(".bss") || begins(".popsection") ||
             begins(".previous"))
      in_debug_ = false;
    return in_debug_ || begins(".loc") || begins(".cfi_");
  }

private:
  bool in_debug_ = false;
};

bool in_name(char c) {
  return is_alphanumeric(c) || c == '_' || c == '.' || c == '$';
}

} // namespace

std::set<std::uint64_t> labels_in_use(const isa::Program& program) {
  std::set<std::string_view> mentioned;
  DebugLines debug;
  for (const std::string& line : program.source_lines) {
    const std::string_view text = std::string_view(line).substr(statement_of(line).begin);
    if (debug.next(text))
      continue;
    for (std::size_t at = text.find(".L"); at != std::string_view::npos;
         at = text.find(".L", at + 1)) {
      if (at > 0 && in_name(text[at - 1]))
        continue;
      std::size_t end = at;
      while (end < text.size() && in_name(text[end]))
        ++end;
      mentioned.insert(text.substr(at, end - at));
    }
  }
  std::set<std::uint64_t> addresses;
  for (const auto& [name, symbol] : program.symbols)
    if (symbol.is_code &&
        (program.decoded || !std::string_view(name).starts_with(".L") || mentioned.contains(name)))
      addresses.insert(symbol.address);
  return addresses;
}

} // namespace stallscope::sched
