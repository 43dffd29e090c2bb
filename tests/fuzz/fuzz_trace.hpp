#pragma once

#include "base/check.hpp"
#include "trace/compression.hpp"
#include "trace/imported_run.hpp"
#include "trace/render.hpp"
#include "trace/trace_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

namespace stallscope::fuzzing {

[[nodiscard]] inline std::string rewritten(trace::TraceFormat from, std::string_view text,
                                           trace::TraceFormat to) {
  std::string out;
  const auto writer = trace::make_writer(to, [&out](std::string_view piece) { out += piece; });
  trace::ReaderOptions options;
  options.limits.ops_out_of_order = 16;
  options.ticks_per_cycle = 1000; // found out, it may be another one the second time
  const auto reader = trace::make_reader(from, *writer, options);
  reader->add(text);
  reader->finish();
  return out;
}

/// The timeline keeps what Timeline promises.
inline void check(const Timeline& timeline) {
  for (std::size_t i = 0; i < timeline.rows.size(); ++i) {
    const OpRow& row = timeline.rows[i];
    STALLSCOPE_CHECK(i == 0 || timeline.rows[i - 1].op < row.op, "rows are sorted by operation");
    Cycle last = timeline.first_cycle;
    for (const Span& span : timeline.spans_of(row)) {
      STALLSCOPE_CHECK(span.begin >= last && span.end > span.begin, "spans follow each other");
      STALLSCOPE_CHECK(span.lane < timeline.lanes.size(), "spans are on lanes");
      last = span.end;
    }
    STALLSCOPE_CHECK(row.end <= timeline.end_cycle && last <= row.end, "rows end in the record");
  }
}

/// Every line is an object whose spans follow each other.
inline void check_lines(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto op = nlohmann::json::parse(line);
    std::uint64_t last = op.at("begin");
    for (const auto& span : op.at("spans")) {
      STALLSCOPE_CHECK(span.at("begin") >= last && span.at("end") > span.at("begin"),
                       "spans follow each other");
      last = span.at("end");
    }
    STALLSCOPE_CHECK(last <= op.at("end"), "an operation ends behind its spans");
  }
}

/// Reads any bytes, shows what they are, and writes it in every format; what has been written once
/// is read and written as it is.
inline void read_anything(trace::TraceFormat format, const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::string text;
  trace::Decompressor expanded([&text](std::string_view piece) {
    if (text.size() < (std::size_t{1} << 20)) // a small file may expand to a huge one
      text += piece;
  });
  (void)(expanded.add(bytes) && expanded.finish());

  trace::ImportedRun run({});
  trace::ReaderOptions options;
  options.limits.ops_out_of_order = 16;
  const auto reader = trace::make_reader(format, run, options);
  const std::size_t half = text.size() / 2;
  reader->add(std::string_view(text).substr(0, half));
  reader->add(std::string_view(text).substr(half));
  reader->finish();
  (void)stallscope::format(reader->problems().first);
  const trace::RunRecord record = run.take_record("input");
  check(record.timeline);
  trace::View view;
  view.table = view.diagram = view.stats = true;
  view.from_cycle = record.timeline.first_cycle;
  view.to_cycle = record.timeline.first_cycle + 20;
  trace::TextStyle style;
  (void)trace::text_report(record, view, style);

  (void)rewritten(format, text, trace::TraceFormat::perfetto);
  check_lines(rewritten(format, text, trace::TraceFormat::json_lines));
  for (const trace::TraceFormat to : {trace::TraceFormat::kanata, trace::TraceFormat::o3}) {
    const std::string once = rewritten(format, text, to);
    if (to == trace::TraceFormat::kanata || format == to)
      STALLSCOPE_CHECK(rewritten(to, once, to) == once, "what is written is read as it is");
  }
}

} // namespace stallscope::fuzzing
