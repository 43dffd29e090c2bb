#include "graph/execute/events.hpp"
#include "graph/execute/execute.hpp"
#include "graph/execute/orders.hpp"
#include "graph/memory/allocators.hpp"
#include "graph/memory/lifetimes.hpp"
#include "graph_text.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

/// A diamond of kernels of 8 elements: a; b and c read a; d reads both.
constexpr const char* kDiamond =
    "input x: f64[8]\na = exp(x)\nb = tanh(a)\nc = sqrt(a + 4)\nd = b * c\n";

struct Ran {
  Graph graph;
  ExecuteOptions options;
  Execution run;

  [[nodiscard]] const Task& task(std::string_view name) const {
    return run.tasks[run.kernel_of[graph.find(name)]];
  }
  [[nodiscard]] Ticks idle(std::string_view lane, Reason why) const {
    Ticks sum = 0;
    for (std::uint32_t i = 0; i < run.lanes.size(); ++i)
      if (run.lanes[i].name == lane)
        for (const IdleStretch& gap : idle_stretches(run, i, options.style))
          sum += gap.why == why ? gap.end - gap.begin : 0;
    return sum;
  }
};

Ran ran(std::string_view text, ExecuteOptions options) {
  Ran out{graph_of(text), options, {}};
  const Result<Values> values = evaluate(out.graph);
  REQUIRE(values.ok());
  const Result<Execution> run = execute(out.graph, out.options, *values);
  REQUIRE(run.ok());
  out.run = *run;
  // Every tick of every lane is used or lost for a reason: checked when the ledger is made.
  const trace::RunRecord record = run_record(out.graph, out.run, out.options, true);
  CHECK(record.ledger.balanced());
  CHECK(record.timeline.rows.size() == out.run.tasks.size());
  return out;
}

} // namespace

TEST_CASE("graph run: views of views take time linear in them", "[graph]") {
  std::string text = "input x: f64[2,2]\ny0 = tanh(x)\n";
  for (int i = 0; i < 50'000; ++i)
    text += fmt::format("y{} = reshape(y{}, [{}])\n", i + 1, i, i % 2 == 0 ? "4" : "2,2");
  const Ran out = ran(text + "z = exp(y50000)\noutput z\n", {});
  CHECK(out.run.kernel_of[out.graph.find("y50000")] == kNoTask);
  CHECK(out.task("z").start >= out.task("y0").end);
}

// Eager: five kernels (a, a + 4, sqrt, tanh, mul) of a tick, a launch of two ticks each. Kernel k
// is launched at 2k and runs [2k, 2k + 1): launches are longer than kernels, so that the stream
// waits for a launch before each. Makespan 11. Static: one launch [0, 2), then the kernels back to
// back: 7 ticks.
TEST_CASE("graph run: gaps of launches in eager execution, none in static", "[graph]") {
  ExecuteOptions eager;
  eager.style = Style::eager;
  const Ran a = ran(kDiamond, eager);
  CHECK(a.run.makespan == 11);
  CHECK(a.run.launches == 5);
  CHECK(a.idle("stream 0", Reason::launch) == 6); // 2 in front, 1 between neighbours
  CHECK(a.idle("host", Reason::barrier) == 1);
  const Ran b = ran(kDiamond, {});
  CHECK(b.run.makespan == 7);
  CHECK(b.run.launches == 1);
  CHECK(b.idle("stream 0", Reason::launch) == 2);
  CHECK(b.idle("host", Reason::barrier) == 5);
}

// Two streams, static: a [2,3), then a + 4 (the longer way) [3,4) on stream 0 and tanh [3,4) on
// stream 1, sqrt [4,5), mul [5,6). Stream 1 waits 2 ticks for the launch and 1 for a.
TEST_CASE("graph run: two streams, data dependences and drain", "[graph]") {
  ExecuteOptions options;
  options.streams = 2;
  const Ran r = ran(kDiamond, options);
  CHECK(r.run.makespan == 6);
  CHECK(r.task("b").start == 3);
  CHECK(r.task("b").lane != r.task("d").lane);
  CHECK(r.idle("stream 1", Reason::launch) == 2);
  CHECK(r.idle("stream 1", Reason::data) == 1);
  CHECK(r.idle("stream 1", Reason::drain) == 2);
}

// In eager execution with streams the wait is an event's. Kernels of 10 ticks, launches of 1: a is
// [1,11), b (tanh) goes to the stream that is free first, stream 1, and waits for a's event.
TEST_CASE("graph run: an event orders two streams", "[graph]") {
  ExecuteOptions options;
  options.style = Style::eager;
  options.streams = 2;
  options.model.launch = 1;
  for (const char* op : {"exp", "tanh", "sqrt", "add", "mul"})
    options.model.measured[op] = 10;
  const Ran r = ran(kDiamond, options);
  CHECK(r.task("a").end == 11);
  CHECK(r.task("b").start == 11);
  const std::string lane = r.run.lanes[r.task("b").lane].name;
  const std::string other = r.run.lanes[r.task("a").lane].name;
  // Whoever runs on the other stream waits for a's event.
  CHECK(r.idle(lane == other ? "stream 1" : lane, Reason::event) > 0);
}

// 64 bytes in at 16 a tick: a copy of 4 ticks behind its launch of 2, [2,6). The kernel is launched
// at 4 and begins at 6; it waited 4 ticks for its launch and 2 for the copy. The result is asked
// for at 6, copied out [7,11).
TEST_CASE("graph run: copies take their engines", "[graph]") {
  ExecuteOptions options;
  options.style = Style::eager;
  options.model.copy_bytes_per_tick = 16;
  const Ran r = ran("input x: f64[8]\ny = exp(x)\n", options);
  CHECK(r.task("y").start == 6);
  CHECK(r.idle("stream 0", Reason::launch) == 4);
  CHECK(r.idle("stream 0", Reason::copy) == 2);
  CHECK(r.run.makespan == 11);
  options.model.pinned = false; // the host waits for the copy: launched [6,8), run [8,9)
  const Ran p = ran("input x: f64[8]\ny = exp(x)\n", options);
  CHECK(p.task("y").start == 8);
  CHECK(p.idle("host", Reason::copy) == 4);
}

TEST_CASE("graph run: devices exchange results over links", "[graph]") {
  ExecuteOptions options;
  options.devices = 2;
  options.model.measured = {{"exp", 20}, {"tanh", 20}};
  options.model.link_bytes_per_tick = 64;
  const Ran r = ran("input x: f64[8]\na = exp(x)\nb = tanh(x)\nc = a + b\n", options);
  CHECK(r.task("a").start == 2);
  CHECK(r.task("b").start == 2);  // beside each other
  CHECK(r.task("c").start == 23); // 20 ticks, and a transfer of one
  CHECK(r.idle("device 0 stream 0", Reason::transfer) +
            r.idle("device 1 stream 0", Reason::transfer) >=
        1);
}

TEST_CASE("graph run: only the branch that is taken runs in eager execution, both in static",
          "[graph]") {
  const char* text = "input x: f64[] = -2\nif x > 0 { y = x * 2 } else { y = exp(x) }\nz = y + 1\n";
  ExecuteOptions eager;
  eager.style = Style::eager;
  const Ran a = ran(text, eager);
  CHECK(a.run.launches == 3); // greater, exp, add
  const Ran b = ran(text, {});
  CHECK(b.run.tasks.size() == 6); // the launch, greater, mul, exp, where, add
}

TEST_CASE("graph run: memory that is not there is waited for, or an error", "[graph]") {
  // x is 64 bytes, a and b likewise; c needs a third result of 64 while a and b are read.
  const char* text = "input x: f64[8]\na = exp(x)\nb = tanh(a)\nc = sqrt(b * b)\noutput c\n";
  ExecuteOptions options;
  options.memory_limit = 64 * 3;
  CHECK(ran(text, options).run.makespan == 6);
  options.memory_limit = 64 * 2;
  const Graph g = graph_of(text);
  const auto values = evaluate(g);
  const auto run = execute(g, options, *values);
  REQUIRE_FALSE(run.ok());
  CHECK(run.diagnostics()[0].message ==
        "no memory for b: in this order 192 bytes are needed at once, and 128 "
        "are there");
}

// A chain has one order; of the diamond's five kernels a is first and d last, and tanh stands
// anywhere among a + 4 and sqrt: 3.
TEST_CASE("graph orders: counted and listed", "[graph]") {
  const Graph g = graph_of(kDiamond);
  const OrderCount count = count_orders(g);
  CHECK(count.exact);
  CHECK(count.count == 3);
  CHECK(list_orders(g, 10).size() == 3);
  CHECK(list_orders(g, 2).size() == 2);
}

// A stream that is free takes what is ready: p [2,15) on stream 0, d, which needs x alone, [2,12)
// on stream 1 although q1 and q2 have the longer way; these [15,35): 35. In order of priority alone
// d would come behind q2, with stream 1 empty until 15.
TEST_CASE("graph schedules: no stream is empty while a kernel is ready", "[graph]") {
  ExecuteOptions options;
  options.streams = 2;
  options.model.measured = {{"p", 13}, {"q1", 20}, {"q2", 20}, {"d", 10}};
  const Ran r =
      ran("input x: f64[4]\np = tanh(x)\nq1 = exp(p)\nq2 = neg(p)\nd = abs(x)\n", options);
  CHECK(r.task("d").start == 2);
  CHECK(r.task("q1").start == 15);
  CHECK(r.task("q2").start == 15);
  CHECK(r.run.makespan == 35);
  CHECK(r.idle("stream 1", Reason::data) == 3);
  // Results of 32 bytes leave at 4 a tick, 8 ticks each, as they are ready: x is there at [2,10);
  // d [10,20) leaves first, [20,28), before q1 and q2, which end at 23 + 20 = 43.
  options.model.copy_bytes_per_tick = 4;
  const Ran c =
      ran("input x: f64[4]\np = tanh(x)\nq1 = exp(p)\nq2 = neg(p)\nd = abs(x)\n", options);
  CHECK(c.task("d").end == 20);
  CHECK(c.idle("copy out", Reason::data) == 20 - 2 + (43 - 28));
  CHECK(c.run.makespan == 43 + 2 * 8);
}

// Four independent kernels of 3, 3, 2, 2 and one of 2 on two streams: 12 / 2 = 6 is the bound, and
// 3 + 3 beside 2 + 2 + 2 reaches it. The longest first gives 3 2 2 beside 3 2: 7.
TEST_CASE("graph schedules: the optimum is found and proven", "[graph]") {
  ExecuteOptions options;
  options.streams = 2;
  options.model.measured = {{"a", 3}, {"b", 3}, {"c", 2}, {"d", 2}, {"e", 2}};
  const Ran r = ran("input x: f64[]\na = exp(x)\nb = tanh(x)\nc = sqrt(x * 0 + 1)\n"
                    "d = sigmoid(x)\ne = neg(x)\n",
                    options);
  const Ran s = ran("input x: f64[]\na = exp(x)\nb = tanh(x)\nc = abs(x)\nd = sigmoid(x)\n"
                    "e = neg(x)\n",
                    options);
  const BestSchedule best = best_schedule(s.graph, s.options, s.run, 10);
  CHECK(s.run.makespan == 2 + 7);
  CHECK(best.makespan == 6);
  CHECK(best.bound == 6);
  CHECK(best.proven);
  (void)r;
}

// x and four results of 64 bytes. Nothing released: 5 x 64. At last use: x stays, and at most two
// results at once. In place: each overwrites the one before.
TEST_CASE("graph memory: last use, in place", "[graph]") {
  const Ran r = ran("input x: f64[8]\na = exp(x)\nb = tanh(a)\nc = sigmoid(b)\nd = neg(c)\n", {});
  CHECK(memory_curve(r.graph, r.run, {false, false}).peak == 5 * 64);
  CHECK(memory_curve(r.graph, r.run, {true, false}).peak == 3 * 64);
  CHECK(memory_curve(r.graph, r.run, {true, true}).peak == 2 * 64);
}

TEST_CASE("graph memory: views share storage", "[graph]") {
  const Graph g = graph_of("input x: f64[4,6]\na = slice(x, 1, 3)\nb = transpose(a)\n"
                           "c = reshape(b, [12])\nd = slice(x, 2, 5, axis=1)\n");
  const auto views = storage_views(g);
  const auto at = [&](const char* name) { return views[g.find(name)]; };
  CHECK(at("a").storage == g.find("x"));
  CHECK(at("a").offset == 6);
  CHECK(at("b").strides == std::vector<std::int64_t>{1, 6});
  CHECK(at("b").offset == 6);
  CHECK(at("c").storage == g.find("c")); // columns do not lie in rows: copied
  CHECK(at("d").offset == 2);
  CHECK_FALSE(launches_nothing(g, g.find("c")));
  CHECK(launches_nothing(g, g.find("b")));
}

// Blocks of 600, 600 and 1000 bytes: rounded to 1024 each in one segment of 2 MiB. Page stitching
// with pages of 512: 2 pages each.
TEST_CASE("graph memory: three allocators on one trace", "[graph]") {
  MemoryCurve trace;
  trace.blocks = {
      {0, 0, 600, 0, 10, false, {}}, {1, 0, 600, 2, 4, false, {}}, {2, 0, 1000, 4, 10, false, {}}};
  const auto runs = run_allocators(trace, 512);
  REQUIRE(runs.size() == 3);
  CHECK(runs[0].peak_reserved == 1600);
  CHECK(runs[0].device_calls == 6);
  CHECK(runs[1].peak_reserved == kSmallSegment);
  CHECK(runs[1].device_calls == 1);
  CHECK(runs[1].splits == 3); // the third block is split from what the second gave back
  CHECK(runs[1].merges == 3); // and at the end the segment is one block again
  CHECK(runs[2].peak_reserved == 4 * 512);
}

// Three blocks of 512; the middle one is released: a hole of 512, and what the segment still has.
TEST_CASE("graph memory: free blocks over time, and fragmentation", "[graph]") {
  MemoryCurve trace;
  trace.blocks = {
      {0, 0, 512, 0, 10, false, {}}, {1, 0, 512, 0, 4, false, {}}, {2, 0, 512, 0, 10, false, {}}};
  const auto runs = run_allocators(trace, 512);
  const AllocatorRun& caching = runs[1];
  REQUIRE(caching.samples.size() == 3);
  CHECK(caching.samples[0].free_blocks == 1);
  CHECK(caching.samples[0].fragmentation() == 0);
  CHECK(caching.samples[1].tick == 4);
  CHECK(caching.samples[1].allocated == 1024);
  CHECK(caching.samples[1].free_blocks == 2);
  CHECK(caching.samples[1].largest_free == kSmallSegment - 1536);
  CHECK(caching.samples[1].free == kSmallSegment - 1024);
  CHECK(caching.worst_fragmentation ==
        1 - static_cast<double>(kSmallSegment - 1536) / static_cast<double>(kSmallSegment - 1024));
  CHECK(caching.unused_at_peak == kSmallSegment - 1536);
  CHECK(runs[0].unused_at_peak == 0);
  CHECK(runs[2].worst_fragmentation == 0); // pages are stitched
  CHECK(runs[2].samples[1].free == 512);
}

// The list takes 7 ticks, the optimum 6: 3 + 3 beside 2 + 2 + 2 (as above).
TEST_CASE("graph schedules: the proven order is run as it is", "[graph]") {
  ExecuteOptions options;
  options.streams = 2;
  options.model.measured = {{"a", 3}, {"b", 3}, {"c", 2}, {"d", 2}, {"e", 2}};
  Ran s = ran("input x: f64[]\na = exp(x)\nb = tanh(x)\nc = abs(x)\nd = sigmoid(x)\n"
              "e = neg(x)\n",
              options);
  const BestSchedule best = best_schedule(s.graph, s.options, s.run, 10);
  CHECK(best.order.size() == 5);
  s.options.fixed_order = best.order;
  const auto run = execute(s.graph, s.options, {});
  REQUIRE(run.ok());
  CHECK(run->makespan == options.model.graph_launch + 6);
}

// By hand: the longest ways to the end are k's and v's (7 ticks), then q's (6): streams 0, 1 and 2
// from tick 2 on, to 6, 7 and 5. s (from 6) takes stream 0, behind k, and waits for q; y (from 7)
// takes stream 0, behind s, and waits for v; z is behind both that it reads.
TEST_CASE("graph events: recorded behind what another stream needs", "[graph]") {
  ExecuteOptions options;
  options.streams = 3;
  options.model.measured = {{"exp", 3}, {"tanh", 4}, {"abs", 5}, {"add", 1}, {"mul", 1}};
  const Ran r = ran("input x: f64[]\nq = exp(x)\nk = tanh(x)\nv = abs(x)\ns = q + k\n"
                    "y = s * v\nz = y + k\n",
                    options);
  const auto events = stream_events(r.run);
  std::size_t waits = 0;
  for (const StreamEvent& event : events)
    for (const TaskIndex by : event.waits) {
      ++waits;
      const Task& task = r.run.tasks[by];
      const Task& of = r.run.tasks[event.recorded_behind];
      CHECK(task.lane != of.lane);
      CHECK(of.end <= task.start);
    }
  CHECK(waits == 2);
  REQUIRE(events.size() == 2);
  CHECK(r.graph.at(r.run.tasks[events[0].recorded_behind].node).name == "q");
  CHECK(r.graph.at(r.run.tasks[events[1].recorded_behind].node).name == "v");
}

// Blocks of 600 KiB, 12 MiB and 13 MiB, each released before the next: segments of 2, 12 and 14
// MiB. With 16 MiB the first segment, then the second, are given back for the next one.
TEST_CASE("graph memory: caching gives segments back before it fails", "[graph]") {
  constexpr std::uint64_t kKiB = 1024;
  constexpr std::uint64_t kMiB = 1024 * kKiB;
  MemoryCurve trace;
  trace.blocks = {{0, 0, 600 * kKiB, 0, 2, false, {}},
                  {1, 0, 12 * kMiB, 2, 4, false, {}},
                  {2, 0, 13 * kMiB, 4, 6, false, {}}};
  const auto roomy = run_allocators(trace, 512)[1];
  CHECK(roomy.peak_reserved == 28 * kMiB);
  CHECK(roomy.returned == 0);
  const auto tight = run_allocators(trace, 512, 15 * kMiB)[1];
  CHECK_FALSE(tight.failure.has_value());
  CHECK(tight.returned == 2);
  CHECK(tight.peak_reserved == 14 * kMiB);
  CHECK(tight.device_calls == 5);
}

// Two blocks of 700 KiB do not fit beside each other in 2 MiB with a third: 648 KiB are left. The
// first is released: 700 + 648 KiB in two blocks, and 900 KiB fit into neither, nor into a segment.
TEST_CASE("graph memory: fragmentation where an allocation fails", "[graph]") {
  constexpr std::uint64_t kKiB = 1024;
  MemoryCurve trace;
  trace.blocks = {{0, 0, 700 * kKiB, 0, 2, false, {}},
                  {1, 0, 700 * kKiB, 1, 9, false, {}},
                  {2, 0, 900 * kKiB, 3, 9, false, {}}};
  const auto runs = run_allocators(trace, 4 * kKiB, kSmallSegment);
  CHECK_FALSE(runs[0].failure.has_value()); // 1600 KiB at most
  CHECK_FALSE(runs[2].failure.has_value());
  REQUIRE(runs[1].failure.has_value());
  const AllocatorFailure& failure = *runs[1].failure;
  CHECK(failure.tick == 3);
  CHECK(failure.node == 2);
  CHECK(failure.bytes == 900 * kKiB);
  CHECK(failure.allocated == 700 * kKiB);
  CHECK(failure.reserved == kSmallSegment);
  CHECK(failure.free == (700 + 648) * kKiB);
  CHECK(failure.largest_free == 700 * kKiB);
  CHECK(failure.fragmentation == 1 - 700.0 / 1348.0);
  const auto least = run_allocators(trace, 4 * kKiB, 1000 * kKiB); // beside 700 KiB
  CHECK(least[0].failure->tick == 1);
  CHECK(least[1].failure->tick == 0); // no segment of 2 MiB
  CHECK(least[2].failure->tick == 1);
}
