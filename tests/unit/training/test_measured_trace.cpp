#include "training/formats/measured_trace.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace stallscope;
using namespace stallscope::training;

namespace {

/// A step of one device: a kernel, a collective that hides behind it for 10.5 us and is waited for
/// 49.5, a launch that ends 20 us after it, a kernel 10 us behind its launch, and a copy of
/// samples.
const char* const kKineto = R"json({"schemaVersion": 1, "traceEvents": [
{"ph":"M","name":"process_name","pid":0,"tid":0,"args":{"name":"python"}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":99,"tid":99,"ts":1000.000,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1010,"dur":100.5,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"gpu_user_annotation","name":"PP:0F0","pid":0,"tid":7,"ts":1010,"dur":100.5,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","pid":0,"tid":20,"ts":1100,"dur":60,"args":{"device":0,"stream":20}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":99,"tid":99,"ts":1170,"dur":10,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1190,"dur":100,"args":{"device":0,"stream":7,"correlation":3}},
{"ph":"X","cat":"gpu_user_annotation","name":"PP:0B0","pid":0,"tid":7,"ts":1190,"dur":100,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Pinned -> Device)","pid":0,"tid":7,"ts":1290,"dur":10,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"add","pid":0,"tid":7,"ts":1300,"dur":0.5,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":99,"tid":99,"ts":1000,"dur":1}
]})json";

MeasuredTrace trace_of(std::string_view text) {
  Result<MeasuredTrace> trace = read_measured_trace(text, "trace.json");
  for (const Diagnostic& problem : trace.diagnostics())
    UNSCOPED_INFO(format(problem));
  REQUIRE(trace.ok());
  return std::move(trace).value();
}

Ticks idle(const MeasuredDevice& device, Reason why) {
  return device.idle_by_reason[static_cast<std::size_t>(why)];
}

} // namespace

// Ranges of NVTX that Nsight Systems projects onto the device (nsys2json's category) are no
// kernels.
TEST_CASE("measured traces: passes named by ranges of NVTX") {
  const MeasuredTrace trace = trace_of(R"json([
{"name":"gemm","ph":"X","cat":"cuda","ts":10,"dur":5,"tid":"Stream 7","pid":"Device 0","args":{}},
{"name":"PP:0F0","ph":"X","cat":"nvtx-kernel","ts":10,"dur":5,"tid":"NVTX 1","pid":"Device 0","args":{}},
{"name":"gemm","ph":"X","cat":"cuda","ts":20,"dur":8,"tid":"Stream 7","pid":"Device 0","args":{}},
{"name":"PP:0B0","ph":"X","cat":"nvtx-kernel","ts":20,"dur":8,"tid":"NVTX 1","pid":"Device 0","args":{}}
])json");
  const auto passes = passes_of(trace);
  REQUIRE(passes.size() == 2);
  CHECK(name(passes[0].operation) == "0F0");
  CHECK(passes[1].end - passes[1].start == 8'000);
  const std::vector<MeasuredDevice> devices = analyse(trace);
  REQUIRE(devices.size() == 1);
  CHECK(devices[0].busy == 13'000);
}

// The host is in 0F0 from 1 to 6 us and launches two kernels, which run from 10 to 15 and from 20
// to 28; in 0F1 it launches nothing. Another thread launches in the meantime, which is of no pass.
TEST_CASE("measured traces: a range of the host is that of the kernels launched in it") {
  const MeasuredTrace trace = trace_of(R"json([
{"name":"PP:0F0","ph":"X","cat":"nvtx","ts":1,"dur":5,"tid":"NVTX Thread 9","pid":"Device 3","args":{}},
{"name":"cudaLaunchKernel","ph":"X","cat":"cuda_api","ts":2,"dur":1,"tid":"CUDA API 9","pid":"Device 3","args":{"correlationId":5}},
{"name":"cudaLaunchKernel","ph":"X","cat":"cuda_api","ts":4,"dur":1,"tid":"CUDA API 9","pid":"Device 3","args":{"correlationId":6}},
{"name":"cudaLaunchKernel","ph":"X","cat":"cuda_api","ts":3,"dur":1,"tid":"CUDA API 8","pid":"Device 3","args":{"correlationId":7}},
{"name":"gemm","ph":"X","cat":"cuda","ts":10,"dur":5,"tid":"Stream 7","pid":"Device 3","args":{"correlationId":5}},
{"name":"gemm","ph":"X","cat":"cuda","ts":20,"dur":8,"tid":"Stream 7","pid":"Device 3","args":{"correlationId":6}},
{"name":"gemm","ph":"X","cat":"cuda","ts":30,"dur":8,"tid":"Stream 7","pid":"Device 3","args":{"correlationId":7}},
{"name":"PP:0F1","ph":"X","cat":"nvtx","ts":7,"dur":2,"tid":"NVTX Thread 9","pid":"Device 3","args":{}},
{"name":"epoch","ph":"X","cat":"nvtx","ts":0.5,"dur":60,"tid":"NVTX Thread 9","pid":"Device 3","args":{}}
])json");
  CHECK(trace.devices == std::vector<std::string>{"device 3"});
  const auto passes = passes_of(trace); // times from the first event, at 1 us
  REQUIRE(passes.size() == 2);
  CHECK(name(passes[0].operation) == "0F1");
  CHECK(passes[0].on_host);
  CHECK(name(passes[1].operation) == "0F0");
  CHECK_FALSE(passes[1].on_host);
  CHECK(passes[1].start == 9'000);
  CHECK(passes[1].end == 27'000);
  CHECK(passes[1].device == 0);
  CHECK(analyse(trace)[0].busy == 21'000);
  const trace::RunRecord record = measured_record(trace, analyse(trace), 1000, "trace.json");
  CHECK(record.legend.cell_text == std::vector<std::string>{"0F0", "0F0", "3"});
}

// PyTorch's profiler writes a range of the host beside the one of the device, and other ranges; a
// process that is no device's has passes by their kernels only.
TEST_CASE("measured traces: a pass that both host and device name is one") {
  const MeasuredTrace trace = trace_of(R"json([
{"name":"PP:0F0","ph":"X","cat":"user_annotation","ts":1,"dur":5,"tid":9,"pid":77,"args":{}},
{"name":"PP:0B0","ph":"X","cat":"user_annotation","ts":7,"dur":1,"tid":9,"pid":77,"args":{}},
{"name":"PP:0F0","ph":"X","cat":"gpu_user_annotation","ts":10,"dur":5,"tid":7,"pid":0,"args":{}},
{"name":"gemm","ph":"X","cat":"kernel","ts":10,"dur":5,"tid":7,"pid":0,"args":{"device":0,"stream":7}}
])json");
  CHECK(trace.devices == std::vector<std::string>{"device 0"});
  const auto passes = passes_of(trace);
  REQUIRE(passes.size() == 1);
  CHECK(passes[0].start == 9'000);
}

TEST_CASE("measured traces: PyTorch's profiler, every idle ns with its reason") {
  const MeasuredTrace trace = trace_of(kKineto);
  CHECK(trace.span == 300'500);
  CHECK(trace.skipped == 1);
  CHECK(trace.devices == std::vector<std::string>{"device 0"});
  const std::vector<MeasuredDevice> devices = analyse(trace);
  REQUIRE(devices.size() == 1);
  CHECK(devices[0].busy == 201'000);
  CHECK(devices[0].communication == 60'000);
  CHECK(devices[0].exposed == 49'500);
  CHECK(idle(devices[0], Reason::fill) == 10'000);
  CHECK(idle(devices[0], Reason::barrier) == 49'500); // the all-reduce
  CHECK(idle(devices[0], Reason::launch) == 20'000);  // the host launches late
  CHECK(idle(devices[0], Reason::order) == 10'000);   // launched, and not begun
  CHECK(idle(devices[0], Reason::input) == 10'000);
  REQUIRE(devices[0].idle.size() == 5);
  CHECK(trace.names[trace.events[devices[0].idle[1].event].name] == "ncclDevKernel_AllReduce");
  const auto passes = passes_of(trace);
  REQUIRE(passes.size() == 2);
  CHECK(name(passes[0].operation) == "0F0");
  CHECK(passes[1].operation.kind == Kind::backward);
  CHECK(passes[1].end - passes[1].start == 100'000);
  std::string why;
  const trace::RunRecord record = measured_record(trace, devices, 3005, "trace.json");
  CHECK(record.ledger.balanced(&why));
  CHECK(record.cycles == 100);
  CHECK(record.timeline.lanes.size() == 2);
  // The ledger and the text name it as graphs do, whose kernels a host launches, too.
  CHECK(
      record.ledger.at(trace::LedgerPoint::issue).slots[static_cast<std::size_t>(Reason::launch)] ==
      20'000);
}

TEST_CASE("measured traces: Nsight's, devices by number, and several processes") {
  const MeasuredTrace trace = trace_of(
      R"([{"ph":"X","cat":"cuda","name":"k","pid":"Device 1","tid":"Stream 14","ts":5.5,"dur":1},
          {"ph":"X","cat":"cuda","name":"k","pid":"Device 0","tid":"Stream 7","ts":7.5,"dur":0.5},
          {"ph":"X","cat":"cuda","name":"cudaLaunchKernel","pid":"Host","tid":"1","ts":5,"dur":0.1}])");
  CHECK(trace.devices == std::vector<std::string>{"device 0", "device 1"});
  CHECK(trace.span == 3000);
  MeasuredTrace both = trace;
  CHECK(append(both, trace, Alignment::start).empty());
  CHECK(both.devices.size() == 4);
  const auto devices = analyse(both);
  CHECK(devices[0].busy == 500);
  CHECK(devices[3].busy == 1000);
}

namespace {

/// A kernel and a collective of one device, in us of its own clock.
std::string rank_trace(const std::string& base, int kernel, int collective) {
  return "{\"baseTimeNanoseconds\": " + base +
         R"(, "traceEvents": [{"ph":"X","cat":"kernel","name":"gemm","args":{"device":0},"dur":2,"ts":)" +
         std::to_string(kernel) +
         R"(},{"ph":"X","cat":"kernel","name":"ncclAllReduce","args":{"device":0},"dur":4,"ts":)" +
         std::to_string(collective) + "}]}";
}

} // namespace

// The second rank's clock began 5 us later, and its kernel 1 us later on its own clock; its
// collective ends 10 us behind its first event, the first rank's 20 us behind.
TEST_CASE("measured traces: several are aligned by their beginning, clocks or collectives") {
  const MeasuredTrace a = trace_of(rank_trace("1700000000000000000", 10, 26));
  const MeasuredTrace b = trace_of(rank_trace("1700000000000005000", 11, 17));
  CHECK(a.first == 1'700'000'000'000'010'000);
  const auto starts = [&](const MeasuredTrace& first, const MeasuredTrace& second, Alignment how) {
    MeasuredTrace both = first;
    REQUIRE(append(both, second, how).empty());
    std::vector<Ticks> found(2);
    for (const MeasuredEvent& event : both.events)
      if (both.names[event.name] == "gemm")
        found[event.device] = event.start;
    return found;
  };
  CHECK(starts(a, b, Alignment::start) == std::vector<Ticks>{0, 0});
  CHECK(starts(a, b, Alignment::clock) == std::vector<Ticks>{0, 6000});
  CHECK(starts(b, a, Alignment::clock) == std::vector<Ticks>{6000, 0});
  CHECK(starts(a, b, Alignment::collectives) == std::vector<Ticks>{0, 10'000});
  CHECK(starts(b, a, Alignment::collectives) == std::vector<Ticks>{10'000, 0});
  MeasuredTrace none = trace_of(R"([{"ph":"X","cat":"kernel","name":"gemm","ts":1,"dur":1}])");
  CHECK(append(none, a, Alignment::collectives) == "no collective of the first file is in it");
}

TEST_CASE("measured traces: what is none is said with its place") {
  const auto broken = read_measured_trace("{\"traceEvents\": [\n {\"ph\": }", "t.json");
  REQUIRE_FALSE(broken.ok());
  CHECK(broken.diagnostics().front().line == 2);
  CHECK(broken.diagnostics().front().column == 9);
  CHECK(read_measured_trace("{}", "t.json").diagnostics().front().message == "no trace events");
  CHECK(read_measured_trace("[]", "t.json").diagnostics().front().message ==
        "no kernel of a device among 0 events");
  // Negative, and beyond 64 bits in ns.
  CHECK_FALSE(read_measured_trace(
                  R"([{"ph":"X","cat":"kernel","name":"k","ts":-1,"dur":1},
                      {"ph":"X","cat":"kernel","name":"k","ts":9e30,"dur":1}])",
                  "t.json")
                  .ok());
  std::string deep;
  for (int i = 0; i < 300; ++i)
    deep += "[";
  CHECK_FALSE(read_measured_trace(deep, "t.json").ok());
}

TEST_CASE("measured traces: events in two halves, the innermost of a thread ends first") {
  const MeasuredTrace trace = trace_of(R"json([
{"ph":"B","cat":"kernel","name":"outer","pid":0,"tid":7,"ts":10},
{"ph":"B","cat":"kernel","name":"other","pid":0,"tid":8,"ts":11},
{"ph":"B","cat":"kernel","name":"inner","pid":0,"tid":7,"ts":12},
{"ph":"E","pid":0,"tid":7,"ts":15},
{"ph":"E","pid":0,"tid":8,"ts":16},
{"ph":"E","pid":0,"tid":7,"ts":20},
{"ph":"E","pid":0,"tid":7,"ts":21},
{"ph":"B","cat":"kernel","name":"open","pid":0,"tid":7,"ts":22}])json");
  REQUIRE(trace.events.size() == 3);
  CHECK(trace.skipped == 2); // an end without a begin, a begin without an end
  const auto is = [&trace](std::size_t i, std::string_view name, Ticks start, Ticks end) {
    const MeasuredEvent& event = trace.events[i];
    return trace.names[event.name] == name && event.start == start && event.end == end;
  };
  CHECK(is(0, "outer", 0, 10'000));
  CHECK(is(1, "other", 1'000, 6'000));
  CHECK(is(2, "inner", 2'000, 5'000));
}
