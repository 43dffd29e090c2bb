// Traces of random programs on random machines: a trace read back gives the timeline of the run,
// and written again the same file.

#include "property/cases.hpp"
#include "property/generators/random_dynamic.hpp"
#include "session/runner.hpp"
#include "trace/compression.hpp"
#include "trace/imported_run.hpp"
#include "trace/trace_file.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <zlib.h>

using namespace stallscope;
using namespace stallscope::property;
using trace::TraceFormat;

namespace {

std::string written(const Case& c, const machine::Machine& machine, TraceFormat format,
                    session::RunOptions options = {}) {
  std::string text;
  const auto writer =
      trace::make_writer(format, [&text](std::string_view piece) { text += piece; });
  options.record = true;
  options.stream = writer.get();
  options.limit_cycles = kCaseCycles;
  (void)session::run_program(c.program, machine, options);
  return text;
}

/// Reads with pieces of odd sizes; false when something is reported.
bool read(TraceFormat format, std::string_view text, trace::OpStream& to, std::string& problem,
          std::uint64_t ticks = 0) {
  trace::ReaderOptions options;
  options.ticks_per_cycle = ticks;
  const auto reader = trace::make_reader(format, to, options);
  for (std::size_t at = 0; at < text.size(); at += 997)
    reader->add(text.substr(at, 997));
  reader->finish();
  if (reader->problems().count != 0)
    problem =
        fmt::format("{}: {}", trace::name(format), stallscope::format(reader->problems().first));
  return problem.empty();
}

/// Text of a timeline's cell.
std::string words(const trace::RunRecord& run, const Span& span) {
  const Cause& cause = span.cause;
  return fmt::format("{} {}-{} {} {} {}", run.timeline.lanes[span.lane].name, span.begin.value,
                     span.end.value, info(cause.why).name,
                     cause.reg == kNoRegister ? "" : run.legend.register_name(cause.reg),
                     cause.culprit.value);
}

/// A part of an instruction whose first part a window does not have carries the text of both.
std::string own_text(const trace::RunRecord& run, const OpRow& row) {
  const std::string text = run.legend.text(row);
  const std::size_t mark = row.part > 0 ? text.rfind(": ") : std::string::npos;
  return mark == std::string::npos ? text : text.substr(mark + 2);
}

std::string words(const trace::RunRecord& run, const OpRow& row) {
  std::string text =
      fmt::format("{} '{}' {} {}{}{} by {}:", row.op.value, own_text(run, row), row.part,
                  row.flushed ? "flushed" : "", row.in_flight ? "open" : "",
                  row.wrong_path ? " wrong" : "", row.flushed_by.value);
  std::vector<Span> spans; // what goes on as before is one
  for (const Span& span : run.timeline.spans_of(row))
    if (!spans.empty() && spans.back().lane == span.lane && spans.back().cause == span.cause &&
        spans.back().end == span.begin)
      spans.back().end = span.end;
    else
      spans.push_back(span);
  for (const Span& span : spans)
    text += " " + words(run, span) + ";";
  return text;
}

/// The rows of two timelines are equal.
std::string difference(const trace::RunRecord& a, const trace::RunRecord& b) {
  if (a.timeline.rows.size() != b.timeline.rows.size())
    return fmt::format("{} rows, and {}", a.timeline.rows.size(), b.timeline.rows.size());
  for (std::size_t i = 0; i < a.timeline.rows.size(); ++i) {
    const std::string left = words(a, a.timeline.rows[i]);
    const std::string right = words(b, b.timeline.rows[i]);
    if (left != right)
      return left + "\n" + right;
  }
  if (a.timeline.end_cycle != b.timeline.end_cycle)
    return "they end in different cycles";
  if (a.micro_ops != b.micro_ops)
    return fmt::format("they retire {} and {} micro-ops", a.micro_ops, b.micro_ops);
  // A trace does not say how many micro-ops an instruction has that a limit has cut in two.
  return a.stop.reason == "limit" || a.instructions == b.instructions
             ? ""
             : fmt::format("they retire {} and {} instructions", a.instructions, b.instructions);
}

machine::Machine machine_of(const Case& c, Random& random) {
  if (random.chance(50))
    return c.machine;
  machine::Machine machine = random_dynamic_machine(random);
  machine.misaligned = c.machine.misaligned;
  machine.undeclared = c.machine.undeclared;
  return machine;
}

/// Of files of gzip that stand one behind the other some readers read the first one only.
std::size_t bytes_behind_first_file(const std::string& packed) {
  z_stream stream{};
  REQUIRE(inflateInit2(&stream, 15 + 16) == Z_OK); // with the header of gzip
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::vector<Bytef> out(1 << 16);
  int result = Z_OK;
  while (result == Z_OK) {
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    result = inflate(&stream, Z_NO_FLUSH);
  }
  CHECK(result == Z_STREAM_END);
  inflateEnd(&stream);
  return stream.avail_in;
}

} // namespace

TEST_CASE("traces of random runs: written, read and written again they are the same", "[traces]") {
  std::uint64_t bytes = 0;
  for_each_case(910'000, 400, [&](const Case& c) {
    Random random(c.seed);
    const machine::Machine machine = machine_of(c, random);
    for (const TraceFormat format : {TraceFormat::kanata, TraceFormat::o3}) {
      const std::string text = written(c, machine, format);
      bytes += text.size();
      std::string again;
      std::string problem;
      const auto writer =
          trace::make_writer(format, [&again](std::string_view piece) { again += piece; });
      (void)read(format, text, *writer, problem);
      if (problem.empty() && again != text)
        problem = fmt::format("{}: the second writing is another", trace::name(format));
      if (!problem.empty())
        FAIL(problem << "\n" << c.described());
    }
  });
  CHECK(bytes > 100'000);
}

TEST_CASE("Kanata logs of random runs say what their timelines say", "[traces]") {
  for_each_case(920'000, 300, [&](const Case& c) {
    Random random(c.seed);
    const machine::Machine machine = machine_of(c, random);
    session::RunOptions options;
    options.limit_cycles = random.chance(20) ? 50 : kCaseCycles;
    options.record = true;
    const trace::RunRecord run = session::run_program(c.program, machine, options);
    std::string text;
    const auto writer =
        trace::make_writer(TraceFormat::kanata, [&text](std::string_view piece) { text += piece; });
    options.stream = writer.get();
    const trace::RunRecord streamed = session::run_program(c.program, machine, options);
    std::string problem;
    if (!streamed.timeline.rows.empty() || streamed.cycles != run.cycles)
      problem = "a run that is written down is another";
    trace::ImportedRun imported({});
    if (problem.empty())
      (void)read(TraceFormat::kanata, text, imported, problem);
    if (problem.empty())
      problem = difference(run, imported.take_record(""));
    if (!problem.empty())
      FAIL(problem << "\n" << c.described());
  });
}

TEST_CASE("O3PipeView traces of random runs have every operation at its cycles", "[traces]") {
  for_each_case(930'000, 200, [&](const Case& c) {
    Random random(c.seed);
    const machine::Machine machine = machine_of(c, random);
    session::RunOptions options;
    options.limit_cycles = kCaseCycles;
    options.record = true;
    const trace::RunRecord run = session::run_program(c.program, machine, options);
    std::string problem;
    trace::ImportedRun imported({});
    (void)read(TraceFormat::o3, written(c, machine, TraceFormat::o3), imported, problem, 1000);
    const trace::RunRecord back = imported.take_record("");
    if (problem.empty() && back.timeline.rows.size() != run.timeline.rows.size())
      problem = "another number of rows";
    for (std::size_t i = 0; problem.empty() && i < run.timeline.rows.size(); ++i) {
      const OpRow& row = run.timeline.rows[i];
      const OpRow& same = back.timeline.rows[i];
      const bool leaves = row.flushed || row.in_flight; // when is not in such a trace
      if (same.op != row.op || same.begin != row.begin || same.flushed != leaves ||
          (!leaves && same.end != row.end))
        problem = words(run, row) + "\n" + words(back, same);
    }
    if (!problem.empty())
      FAIL(problem << "\n" << c.described());
  });
}

TEST_CASE("traces of windows of random runs", "[traces]") {
  for_each_case(940'000, 150, [&](const Case& c) {
    Random random(c.seed);
    machine::Machine machine = machine_of(c, random);
    if (machine.dynamic) // some are in the middle of it when the window begins
      machine.dynamic->read_cycles = static_cast<unsigned>(random.below(6));
    session::RunOptions options;
    options.record = true;
    options.from_cycle = 1 + random.below(80);
    options.to_cycle = options.from_cycle + random.below(60);
    const trace::RunRecord run = session::run_program(c.program, machine, options);
    std::string problem;
    trace::ImportedRun imported({});
    (void)read(TraceFormat::kanata, written(c, machine, TraceFormat::kanata, options), imported,
               problem);
    const trace::RunRecord back = imported.take_record("");
    if (problem.empty() && back.timeline.rows.size() != run.timeline.rows.size())
      problem = "another number of rows";
    for (std::size_t i = 0; problem.empty() && i < run.timeline.rows.size(); ++i) {
      const std::string left = words(run, run.timeline.rows[i]);
      const std::string right = words(back, back.timeline.rows[i]);
      if (left != right)
        problem = left + "\n" + right;
    }
    if (!problem.empty())
      FAIL(problem << "\n" << c.described());
  });
}

TEST_CASE("compressed and expanded again, traces are the same", "[traces]") {
  Random random(3);
  for (const trace::Compression kind :
       {trace::Compression::none, trace::Compression::gzip, trace::Compression::zstd}) {
    std::string text;
    std::string packed;
    trace::Compressor compressor(kind, [&packed](std::string_view bytes) { packed += bytes; });
    for (int i = 0; i < 2000; ++i) {
      const std::string piece(random.below(300), static_cast<char>(random.below(256)));
      text += piece;
      compressor.add(piece);
    }
    compressor.finish();
    std::string back;
    trace::Decompressor whole([&back](std::string_view bytes) { back += bytes; });
    for (std::size_t at = 0; at < packed.size(); at += 1 + at % 7)
      CHECK(whole.add(std::string_view(packed).substr(at, 1 + at % 7)));
    CHECK(whole.finish());
    CHECK(back == text);
    if (kind == trace::Compression::none)
      continue;
    CHECK(packed.size() < text.size() / 4);
    // Two files one behind the other, and one that breaks off.
    std::string twice;
    trace::Decompressor both([&twice](std::string_view bytes) { twice += bytes; });
    CHECK(both.add(packed + packed));
    CHECK(both.finish());
    CHECK(twice == text + text);
    trace::Decompressor broken([](std::string_view) {});
    CHECK(broken.add(std::string_view(packed).substr(0, packed.size() / 2)));
    CHECK_FALSE(broken.finish());
    CHECK_FALSE(broken.error().empty());
    std::string damaged = packed;
    for (std::size_t i = damaged.size() / 2; i < damaged.size() / 2 + 64; ++i)
      damaged[i] = static_cast<char>(~damaged[i]);
    trace::Decompressor bad([](std::string_view) {});
    CHECK_FALSE((bad.add(damaged) && bad.finish()));
  }
}

TEST_CASE("compressed by another thread, long traces are the same, in every piece") {
  Random random(4);
  std::string text;
  while (text.size() < 5'000'000)
    text += fmt::format("S\t{}\t0\tEX\nC\t{}\n", text.size() / 20, random.below(1000));
  for (const trace::Compression kind : {trace::Compression::gzip, trace::Compression::zstd}) {
    const auto packed = [&](std::size_t piece) {
      std::string out;
      trace::Compressor compressor(kind, [&out](std::string_view bytes) { out += bytes; });
      for (std::size_t at = 0; at < text.size(); at += piece)
        compressor.add(std::string_view(text).substr(at, piece));
      compressor.finish();
      return out;
    };
    const std::string once = packed(4099);
    CHECK((once == packed(1 << 20))); // which is what is compressed at once
    CHECK((once == packed(text.size())));
    CHECK(once.size() < text.size() / 3);
    std::string back;
    trace::Decompressor expanded([&back](std::string_view bytes) { back += bytes; });
    CHECK(expanded.add(once));
    CHECK(expanded.finish());
    CHECK((back == text));
    if (kind == trace::Compression::gzip)
      CHECK(bytes_behind_first_file(once) == 0);
    trace::Compressor given_up(kind, [](std::string_view) {});
    given_up.add(text);
  }
}
