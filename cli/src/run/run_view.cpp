#include "run/run_view.hpp"

#include "input_output/console.hpp"
#include "trace/report_size.hpp"

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

std::uint64_t picture_bytes(const trace::RunRecord& run, const trace::View& view, Format format) {
  const bool pictures = format == Format::svg || format == Format::html;
  const bool rows = format == Format::json || format == Format::csv;
  return pictures ? trace::picture_bytes(run, view, trace::CellsOf::table_and_diagram)
         : rows   ? trace::picture_bytes(run, view, trace::CellsOf::table)
                  : 0;
}

bool can_show(std::uint64_t picture_bytes) {
  const std::string why = trace::why_too_long(picture_bytes);
  if (!why.empty())
    print_error(why);
  return why.empty();
}

std::optional<std::string> report_of(const trace::RunRecord& run, const trace::View& view,
                                     Format format, const Appearance& look, bool to_file) {
  if (!can_show(picture_bytes(run, view, format)))
    return std::nullopt;
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
  case Format::markdown:
    return trace::text_report(run, view, trace::markup_style(trace::Markup::markdown));
  case Format::latex:
    return trace::text_report(run, view, trace::markup_style(trace::Markup::latex));
  case Format::dot:
  case Format::kanata:
  case Format::o3:
  case Format::perfetto:
  case Format::json_lines:
    break;
  }
  return std::nullopt;
}

std::optional<std::string> reports_of(const trace::RunRecord& a, const trace::RunRecord& b,
                                      const trace::View& view, Format format, trace::Align align,
                                      const Appearance& look, bool to_file) {
  const std::uint64_t one = picture_bytes(a, view, format);
  const std::uint64_t other = picture_bytes(b, view, format);
  if (!can_show(one > ~0ULL - other ? ~0ULL : one + other))
    return std::nullopt;
  switch (format) {
  case Format::text:
    return trace::text_comparison(a, b, view, align, text_style(look, to_file));
  case Format::json:
    return trace::json_comparison(a, b, view, align);
  case Format::svg:
    return trace::svg_comparison(a, b, view, align);
  case Format::html:
    return trace::html_comparison(a, b, view, align);
  case Format::csv:
    return trace::csv_comparison(a, b, view);
  case Format::markdown:
    return trace::text_comparison(a, b, view, align, trace::markup_style(trace::Markup::markdown));
  case Format::latex:
    return trace::text_comparison(a, b, view, align, trace::markup_style(trace::Markup::latex));
  case Format::dot:
  case Format::kanata:
  case Format::o3:
  case Format::perfetto:
  case Format::json_lines:
    break; // shows one run only
  }
  return std::nullopt;
}

} // namespace stallscope::cli
