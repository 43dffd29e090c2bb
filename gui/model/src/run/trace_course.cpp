#include "model/run/trace_course.hpp"

#include "base/input_limits.hpp"
#include "base/read_file.hpp"
#include "model/run/timeline_index.hpp"
#include "plan/course_record.hpp"
#include "problem.hpp"
#include "trace/compression.hpp"
#include "trace/imported_run.hpp"
#include "trace/trace_file.hpp"
#include "training/formats/measured_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace stallscope::gui {

namespace {

/// Number of bytes within which the format of a trace is recognised.
constexpr std::size_t kTraceBeginning = std::size_t{1} << 16;
/// Limit of stored spans and arrows, 40 bytes each; later ones are dropped, with a note.
constexpr std::uint64_t kMostTraceSpans = 4'000'000;
/// Limit of ticks of a measured trace; a tick is at least 1 ns.
constexpr std::uint64_t kMeasuredTicks = 100'000;

/// Calls `add` with the decompressed pieces of a trace until it returns false. Returns an error of
/// the file, or an empty string.
std::string read_pieces(const ProgramSource& source,
                        const std::function<bool(std::string_view)>& add) {
  bool more = true;
  trace::Decompressor decompressor([&](std::string_view text) { more = more && add(text); });
  const auto damaged = [&decompressor] {
    return fmt::format("the file is damaged: {}", decompressor.error());
  };
  if (source.text) {
    if (!decompressor.add(*source.text) || !decompressor.finish())
      return damaged();
    return {};
  }
  bool good = true;
  const Descriptor file = open_to_read(source.name, Streams::refuse);
  const ReadEnd end = file.ok() ? read_pieces(file, Streams::refuse,
                                              [&](std::string_view piece) {
                                                good = decompressor.add(piece);
                                                return good && more;
                                              })
                                : ReadEnd::failed;
  if (end != ReadEnd::complete)
    return read_problem(end, 0);
  if (!good || (more && !decompressor.finish()))
    return damaged();
  return {};
}

class TraceCourse final : public Course {
public:
  /// `nanoseconds`: of a cycle of a measured trace, whose idle intervals say what they waited for,
  /// and no arrows lead further; 0: a trace of a pipeline.
  TraceCourse(trace::RunRecord record, std::uint64_t nanoseconds)
      : whole_(std::move(record)), index_(whole_.timeline), nanoseconds_(nanoseconds) {}
  TraceCourse(const TraceCourse&) = delete; // index_ refers to whole_
  TraceCourse& operator=(const TraceCourse&) = delete;

  /// Always the whole record, since a trace cannot be recorded again.
  [[nodiscard]] trace::RunRecord record(std::uint64_t /*from*/,
                                        std::uint64_t /*to*/) const override {
    return whole_;
  }
  [[nodiscard]] std::uint64_t cycles() const override {
    return std::max<std::uint64_t>(whole_.timeline.end_cycle.value, 2) - 1;
  }
  [[nodiscard]] std::uint64_t operations() const override { return whole_.timeline.rows.size(); }
  [[nodiscard]] const MemoryCurves& memory() const override { return memory_; }
  [[nodiscard]] std::optional<std::vector<CauseLink>> why(LaneId lane,
                                                          std::uint64_t cycle) const override {
    if (nanoseconds_ == 0)
      return std::nullopt;
    std::vector<CauseLink> causes;
    const TimelineIndex::Rows gaps = index_.gaps_in(lane, Cycle{cycle}, Cycle{cycle + 1});
    for (std::size_t i = gaps.first; i < gaps.last; ++i) {
      const Gap& gap = whole_.timeline.gaps[i];
      const OpRow* row = gap.cause.culprit ? whole_.timeline.find(gap.cause.culprit) : nullptr;
      if (row == nullptr || row->span_count == 0)
        continue;
      const Span& at = whole_.timeline.spans_of(*row).front();
      causes.push_back(
          {CauseLink::What::task, whole_.legend.instruction_text[row->instruction.value],
           whole_.timeline.lanes[at.lane].name, std::max(row->begin.value, gap.begin.value),
           std::max(std::min(row->end.value, gap.end.value),
                    std::max(row->begin.value, gap.begin.value)),
           at.lane, row->op});
    }
    return causes;
  }

  [[nodiscard]] std::uint64_t nanoseconds() const override { return nanoseconds_; }

private:
  trace::RunRecord whole_;
  TimelineIndex index_; ///< of whole_
  std::uint64_t nanoseconds_;
  MemoryCurves memory_; ///< empty: traces contain no memory data
};

std::shared_ptr<const Course> course_of(trace::RunRecord record, std::uint64_t nanoseconds) {
  return std::make_shared<TraceCourse>(std::move(record), nanoseconds);
}

void warn(Diagnostics& problems, const std::string& file, const std::string& message) {
  problems.push_back(problem(file, message));
  problems.back().severity = Severity::warning;
}

Result<std::shared_ptr<const Course>> open_pipeline_trace(const RunSpec& spec,
                                                          const std::function<bool()>& go_on) {
  const std::string& name = spec.program.name;
  trace::ImportWindow window;
  window.max_spans = kMostTraceSpans;
  trace::ImportedRun run(std::move(window));
  std::string beginning;
  std::unique_ptr<trace::TraceReader> reader;
  const auto begin = [&] {
    const auto format = trace::format_of_text(beginning);
    if (!format)
      return false;
    trace::ReaderOptions options;
    options.file = name;
    reader = trace::make_reader(*format, run, std::move(options));
    reader->add(beginning);
    return true;
  };
  bool known = true;
  const std::string wrong = read_pieces(spec.program, [&](std::string_view piece) {
    if (reader != nullptr) {
      reader->add(piece);
      return go_on() && !reader->gave_up();
    }
    beginning += piece;
    known = beginning.size() < kTraceBeginning || begin();
    return known;
  });
  if (!wrong.empty())
    return problem(name, wrong);
  if (reader == nullptr && (!known || !begin()))
    return problem(name, "no trace that can be read; expected a Kanata log (its first line begins "
                         "with 'Kanata') or an O3PipeView trace");
  reader->finish();
  trace::RunRecord record = run.take_record(name);
  Diagnostics problems = reader->problems().first;
  if (reader->problems().count > problems.size())
    warn(problems, name, fmt::format("and {} more", reader->problems().count - problems.size()));
  for (const std::string& note : record.notes)
    warn(problems, name, note);
  if (record.timeline.rows.empty())
    return problem(name, "the trace has no operations");
  return {course_of(std::move(record), 0), std::move(problems)};
}

Result<std::shared_ptr<const Course>> open_measured_trace(const RunSpec& spec,
                                                          const std::function<bool()>& go_on) {
  const std::string& name = spec.program.name;
  std::string text;
  bool too_long = false;
  const std::string wrong = read_pieces(spec.program, [&](std::string_view piece) {
    too_long = text.size() + piece.size() > InputLimits::measured_trace;
    if (!too_long)
      text += piece;
    return !too_long && go_on();
  });
  if (!wrong.empty())
    return problem(name, wrong);
  if (too_long)
    return problem(name,
                   fmt::format("a trace of more than {} MiB", InputLimits::measured_trace >> 20));
  const Result<training::MeasuredTrace> trace = training::read_measured_trace(text, name);
  if (!trace)
    return trace.diagnostics();
  const std::size_t lanes = training::lanes_of(*trace);
  if (lanes == 0 || lanes >= kNoLane)
    return problem(name, fmt::format("{} streams; a pane shows 1 to {}", lanes, kNoLane - 1U));
  const std::uint64_t tick =
      std::max<std::uint64_t>((trace->span + kMeasuredTicks - 1) / kMeasuredTicks, 1);
  trace::RunRecord record =
      training::measured_record(*trace, training::analyse(*trace), tick, name);
  add_lost(record, std::vector<bool>(record.timeline.lanes.size(), true));
  return {course_of(std::move(record), tick), trace.diagnostics()};
}

} // namespace

std::optional<Subject> subject_of_trace(std::string_view beginning) {
  std::string text;
  trace::Decompressor decompressor([&text](std::string_view piece) {
    text += piece.substr(0, kTraceBeginning - std::min(text.size(), kTraceBeginning));
  });
  // Decompresses in small parts, since the decompressed text can be a thousand times as long.
  constexpr std::size_t kPart = 1024;
  for (std::size_t at = 0; at < beginning.size() && text.size() < kTraceBeginning; at += kPart)
    if (!decompressor.add(beginning.substr(at, kPart)))
      break;
  if (trace::format_of_text(text))
    return Subject::trace;
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool json = first != std::string::npos && (text[first] == '{' || text[first] == '[');
  return json && (text.find("\"ph\"") != std::string::npos ||
                  text.find("\"traceEvents\"") != std::string::npos)
             ? std::optional(Subject::measured)
             : std::nullopt;
}

Result<std::shared_ptr<const Course>> open_trace(const RunSpec& spec,
                                                 const std::function<bool()>& go_on) {
  return spec.subject == Subject::trace ? open_pipeline_trace(spec, go_on)
                                        : open_measured_trace(spec, go_on);
}

} // namespace stallscope::gui
