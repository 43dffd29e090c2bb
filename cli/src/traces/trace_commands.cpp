#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "input_output/trace_file.hpp"
#include "run/run_view.hpp"
#include "trace/imported_run.hpp"

#include <fmt/format.h>

#include <optional>

namespace stallscope::cli {

namespace {

/// Maximum length of a trace whose table is shown by default.
constexpr std::uint64_t kShortTraceCycles = 60;

trace::View view_of(const ShowArguments& a, const Range& cycles, const Range& ops) {
  trace::View view;
  view.table = a.table;
  view.every_cycle = a.every_cycle;
  view.diagram = a.diagram;
  view.stats = a.stats;
  set_window(view, cycles, ops);
  if (nothing_asked(view) && (!a.cycles.empty() || !a.instructions.empty()))
    view.table = true;
  return view;
}

/// The part of the trace to keep for a view.
trace::ImportWindow window_of(const trace::View& view) {
  trace::ImportWindow window;
  const bool pictures = view.table || view.diagram;
  window.from = view.from_cycle.value_or(Cycle{1});
  window.to = view.to_cycle.value_or(pictures || nothing_asked(view) ? kNever : Cycle{0});
  window.first_op = view.from_op.value_or(OpId{1});
  window.last_op = view.to_op.value_or(OpId{kNever.value});
  if (pictures)
    window.too_large = [view](const trace::Extent& extent) {
      return trace::why_too_large(view, extent);
    };
  else if (nothing_asked(view))
    window.max_spans = 1 << 16; // sufficient for short traces, and for traces that are not drawn
  return window;
}

std::optional<trace::TraceFormat> output_format(const ConvertArguments& a) {
  for (const trace::TraceFormat format :
       {trace::TraceFormat::kanata, trace::TraceFormat::o3, trace::TraceFormat::perfetto,
        trace::TraceFormat::json_lines})
    if (a.to == trace::name(format))
      return format;
  const auto format = trace::format_of_name(a.output_file);
  if (!format)
    print_error(fmt::format("what format '{}' is to have cannot be told from its name; expected "
                            "--to kanata, o3, perfetto or jsonl, or a name that ends in .kanata, "
                            ".o3, .json or .jsonl, with .gz or .zst behind it to compress it",
                            a.output_file));
  return format;
}

} // namespace

int show_command(const ShowArguments& a) {
  const auto cycles = parse_range("--cycles", a.cycles);
  const auto ops = parse_range("--instructions", a.instructions);
  if (!cycles || !ops || !can_write(a.output_file) ||
      !keeps_inputs({{"--output", a.output_file}}, {{"TRACE", a.trace.file}}))
    return kExitBadInput;
  catch_interrupts();
  trace::View view = view_of(a, *cycles, *ops);
  trace::ImportedRun run(window_of(view));
  const TraceRead read = read_trace(a.trace, run, a.look.quiet, [&run] { return run.outgrown(); });
  if (read == TraceRead::failed)
    return kExitBadInput;
  const trace::RunRecord record = run.take_record(a.trace.file == "-" ? "<stdin>" : a.trace.file);
  if (!record.too_large.empty()) {
    print_error(record.too_large);
    return kExitBadInput;
  }
  if (nothing_asked(view)) {
    view.table = record.cycle_count() <= kShortTraceCycles;
    view.stats = true;
  }
  if (view.table || view.diagram)
    for (const std::string& note : record.notes)
      print_warning(note);
  const auto text = report_of(record, view, a.format, a.look, !a.output_file.empty());
  if (!text || !write_result(a.output_file, *text))
    return kExitBadInput;
  return read == TraceRead::interrupted ? kExitInterrupted : kExitOk;
}

int convert_command(const ConvertArguments& a) {
  const auto format = output_format(a);
  if (!format || !can_write(a.output_file) ||
      !keeps_inputs({{"OUT", a.output_file}}, {{"IN", a.from.file}}))
    return kExitBadInput;
  catch_interrupts();
  TraceOutput output;
  if (!output.open(a.output_file, *format))
    return kExitBadInput;
  const TraceRead read =
      read_trace(a.from, output.stream(), a.look.quiet, [&output] { return output.failed(); });
  if (read == TraceRead::failed)
    return kExitBadInput;
  if (interrupted())
    return kExitInterrupted; // an incomplete trace is not kept
  return output.close() ? kExitOk : kExitBadInput;
}

} // namespace stallscope::cli
