#include "machine/machine_file.hpp"
#include "model/cells/device_table.hpp"
#include "model/files/link_scene.hpp"
#include "model/files/settings.hpp"
#include "model/run/opened_file.hpp"
#include "model/run/run_words.hpp"
#include "model/run/trace_course.hpp"
#include "session/runner.hpp"
#include "temporary_folder.hpp"
#include "trace/stream_record.hpp"
#include "trace/trace_file.hpp"
#include "unit/gui_model/model_testing.hpp"

#include <set>

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

// Traces are runs without a program: opened, shown and compared like those that are simulated.
namespace {

/// Two operations in a pipeline of F, X: the second waits a cycle.
constexpr const char* kKanata = "Kanata\t0004\n"
                                "C=\t1\n"
                                "I\t0\t0\t0\nL\t0\t0\tadd t0, t1, t2\nS\t0\t0\tF\n"
                                "C\t1\n"
                                "S\t0\t0\tX\nI\t1\t1\t0\nL\t1\t0\tmul t3, t0, t0\nS\t1\t0\tF\n"
                                "C\t2\nE\t0\t0\tX\nR\t0\t0\t0\nS\t1\t0\tX\n"
                                "C\t1\nE\t1\t0\tX\nR\t1\t1\t0\n";

constexpr const char* kChrome =
    R"({"traceEvents": [
 {"ph": "X", "cat": "kernel", "name": "gemm", "ts": 0, "dur": 10, "pid": 0, "tid": 7,
  "args": {"device": 0, "stream": 7}},
 {"ph": "X", "cat": "kernel", "name": "relu", "ts": 12, "dur": 4, "pid": 0, "tid": 7,
  "args": {"device": 0, "stream": 7}}]})";

RunSpec opened(const std::string& file) {
  return with_file(RunSpec(), file);
}

std::string why_failed(const RunSpec& spec) {
  Run run(Threads::none);
  run.open(spec);
  run.wait();
  CHECK(run.state() == Run::State::failed);
  return format(run.problems());
}

} // namespace

TEST_CASE("traces are known by how they begin, not by their names", "[gui_model]") {
  const TemporaryFolder folder;
  CHECK(subject_of_file(folder.file("a.kanata", kKanata)) == Subject::trace);
  CHECK(subject_of_file(folder.file("a.txt", kKanata)) == Subject::trace);
  CHECK(subject_of_file(folder.file("a.json", kChrome)) == Subject::measured);
  CHECK(subject_of_file(folder.file("o3.out", "O3PipeView:fetch:1000:0x1000:0:1:addi\n")) ==
        Subject::trace);
  CHECK(subject_of_file(folder.file("a.out", "\x7f"
                                             "ELF")) == Subject::program);
  CHECK(subject_of_file(folder.file("a.s", "nop\n")) == Subject::program);
  CHECK(subject_of_file(folder.file("other.json", "{\"a\": 1}")) == Subject::program);
  CHECK(subject_of_file("lecture/p4") == Subject::program);
}

TEST_CASE("a Kanata log is a run without a program", "[gui_model]") {
  const TemporaryFolder folder;
  OpenRun log(opened(folder.file("mine.kanata", kKanata)));
  const Run& run = log.run;
  CHECK(run.whole());
  CHECK(run.program() == nullptr);
  CHECK(run.machine() == nullptr);
  REQUIRE(run.op_count() == 2);
  REQUIRE(run.lanes().size() == 2);
  CHECK(run.lanes()[0].name == "F");
  const trace::RunRecord& record = run.summary();
  CHECK(record.imported);
  CHECK(record.legend.text(record.timeline.rows[1].instruction) == "mul t3, t0, t0");
  // It is remembered as what it is, and a link does not pretend to carry it.
  CHECK(recall(remember(run.spec())).subject == Subject::trace);
}

TEST_CASE("a trace that a run of ours has written shows the same cells as that run",
          "[gui_model]") {
  const TemporaryFolder folder;
  OpenRun simulated(spec_of("lecture/p4", "lecture-4"));
  std::string text;
  const auto writer = trace::make_writer(trace::TraceFormat::kanata,
                                         [&text](std::string_view piece) { text += piece; });
  trace::stream_record(simulated.run.summary(), *writer);
  OpenRun read(opened(folder.file("p4.kanata", text)));
  CHECK(read.run.last_cycle() == simulated.run.last_cycle());
  const Timeline& a = simulated.run.first_window()->timeline();
  const Timeline& b = read.run.first_window()->timeline();
  REQUIRE(a.rows.size() == b.rows.size());
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    CHECK(a.rows[i].begin == b.rows[i].begin);
    CHECK(a.rows[i].end == b.rows[i].end);
  }
}

TEST_CASE("what a profiler has measured is devices over time", "[gui_model]") {
  const TemporaryFolder folder;
  OpenRun measured(opened(folder.file("steps.json", kChrome)));
  CHECK(measured.run.spec().subject == Subject::measured);
  CHECK(measured.run.op_count() == 2);
  CHECK(measured.run.summary().training); // ticks, devices
}

TEST_CASE("kernels of no pass have their names, and time is that of the trace", "[gui_model]") {
  const TemporaryFolder folder;
  OpenRun measured(opened(folder.file("names.json", R"json([
{"ph":"X","cat":"kernel","name":"void at::native::(anonymous namespace)::vectorized_elementwise_kernel<4, F>(int, F)","pid":0,"tid":7,"ts":0,"dur":40,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_SendRecv(args)","pid":0,"tid":9,"ts":50,"dur":30,"args":{"device":0,"stream":9}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":100,"dur":100,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"gpu_user_annotation","name":"PP:0F3","pid":0,"tid":7,"ts":100,"dur":100,"args":{"device":0,"stream":7}}
])json")));
  Run& run = measured.run;
  const std::uint64_t tick = run.course()->nanoseconds();
  REQUIRE(tick > 0);
  CHECK(run.last_cycle() * tick == 200'000);
  DeviceTableModel model;
  const DeviceTableView& view = model.visible(run, 1, run.last_cycle() + 1);
  REQUIRE(view.lanes.size() == 2);
  std::vector<std::string> labels;
  std::vector<std::uint8_t> colors;
  for (const DeviceLane& lane : view.lanes)
    for (const DeviceBlock& block : lane.blocks)
      if (block.op) {
        labels.push_back(block.label);
        colors.push_back(block.color);
      }
  CHECK(labels ==
        std::vector<std::string>{"vectorized_elementwise_kernel", "0F3", "ncclDevKernel_SendRecv"});
  CHECK(std::set<std::uint8_t>(colors.begin(), colors.end()).size() == 3);
  // What an idle cell waited for: the message from 50 to 80 us.
  const auto why = run.course()->why(0, 60'000 / tick);
  REQUIRE(why);
  REQUIRE(why->size() == 1);
  CHECK(why->front().who == "ncclDevKernel_SendRecv(args)");
  CHECK(run.course()->why(0, 20'000 / tick)->empty());
  CHECK(run.course()->why(7, 20'000 / tick)->empty());
}

TEST_CASE("times have the unit of the axis, and as many decimals as its steps", "[gui_model]") {
  CHECK(time_mark(0, 500'000, 94'714'336) == "0.0 ms");
  CHECK(time_mark(1'500'000, 500'000, 94'714'336) == "1.5 ms");
  CHECK(time_mark(20'000'000, 10'000'000, 94'714'336) == "20 ms");
  CHECK(time_mark(1'250, 250, 1'999) == "1.25 us");
  CHECK(time_mark(7, 1, 999) == "7 ns");
  CHECK(time_words(94'714'336) == "94.71 ms");
  CHECK(time_words(1'135'600) == "1.136 ms");
  CHECK(time_words(999) == "999 ns");
  CHECK(time_words(5'250'000'000) == "5.250 s");
}

TEST_CASE("a trace that cannot be read says where and why", "[gui_model]") {
  const TemporaryFolder folder;
  RunSpec spec = opened(folder.file("bad.kanata", "Kanata\t0004\n"));
  CHECK(spec.subject == Subject::trace);
  CHECK(why_failed(spec).find("no operations") != std::string::npos);
  spec.program.name = folder.file("bad2.kanata", "something else\n");
  CHECK(why_failed(spec).find("Kanata log") != std::string::npos);
  spec.program.name = "/no/such.kanata";
  CHECK(why_failed(spec).find("/no/such.kanata") != std::string::npos);
  // Lines that make no sense are warnings with their number; the rest is shown.
  OpenRun rest(opened(folder.file("lines.kanata", std::string(kKanata) + "Q\t1\n")));
  REQUIRE_FALSE(rest.run.problems().empty());
  CHECK(rest.run.problems().front().severity == Severity::warning);
  CHECK(rest.run.problems().front().line > 0);
  const RunSpec broken = opened(folder.file("cut.json", "{\"traceEvents\": [ {\"ph\": \"X\","));
  CHECK(broken.subject == Subject::measured);
  CHECK_FALSE(why_failed(broken).empty());
}
