#include "run_view.hpp"

#include "console.hpp"

namespace stallscope::cli {

void set_window(trace::View& view, const Range& cycles, const Range& ops) {
  if (cycles.from)
    view.from_cycle = Cycle{*cycles.from};
  if (cycles.to)
    view.to_cycle = Cycle{*cycles.to};
  if (ops.from)
    view.from_op = OpId{*ops.from};
  if (ops.to)
    view.to_op = OpId{*ops.to};
}

std::optional<std::string> report_of(const trace::RunRecord& run, const trace::View& view,
                                     Format format, const Appearance& look, bool to_file) {
  switch (format) {
  case Format::text:
    return trace::text_report(run, view, text_style(look, to_file));
  case Format::json:
    return trace::json_report(run, view);
  case Format::csv:
    return trace::csv_report(run, view);
  case Format::svg:
    return trace::svg_report(run, view);
  case Format::html:
    return trace::html_report(run, view);
  case Format::kanata:
  case Format::o3:
  case Format::perfetto:
    break;
  }
  return std::nullopt;
}

} // namespace stallscope::cli
