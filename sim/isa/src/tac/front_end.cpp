#include "asm/text/leniency.hpp"
#include "notation/front_ends.hpp"
#include "tac/builder.hpp"
#include "tac/parser.hpp"
#include "tac/reporter.hpp"

namespace stallscope::isa {

namespace {

/// `text` up to the next line end, which is dropped from it too: \n, \r\n or \r.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find_first_of("\r\n");
  const std::string_view line = text.substr(0, end);
  if (end == std::string_view::npos) {
    text = {};
  } else {
    const bool two = text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n';
    text.remove_prefix(end + (two ? 2 : 1));
  }
  return line;
}

} // namespace

Result<Program> assemble_tac(std::string_view file, std::string_view text,
                             const AssembleOptions& options) {
  return assembly::exactly_or_leniently([&](assembly::Reading reading) {
    tac::Reporter reporter(file);
    tac::Builder builder(file, reporter);
    std::set<std::string> targets;
    const bool lenient = reading == assembly::Reading::lenient;
    if (lenient)
      targets = tac::targets_of(text);
    tac::Parser parser(builder, reporter, lenient ? &targets : nullptr, options.strict);
    std::string_view rest = text;
    std::uint32_t line_number = 0;
    while (!rest.empty() && !reporter.full())
      parser.parse_line(++line_number, take_line(rest));
    return builder.finish(lenient && !options.strict);
  });
}

} // namespace stallscope::isa
