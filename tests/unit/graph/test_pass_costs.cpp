#include "graph/study/study.hpp"
#include "graph_text.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

GraphRun run_of(const std::string& text, const StudyOptions& options) {
  const auto read = [&](const std::string&, std::size_t, std::string_view) {
    return Result<std::string>(text);
  };
  auto run = study("t.graph", options, read, {});
  INFO(format(run.diagnostics()));
  REQUIRE(run.ok());
  return std::move(*run);
}

const PassResult& pass_of(const GraphRun& run, std::string_view name) {
  for (const PassResult& pass : run.optimized->passes)
    if (pass.name == name)
      return pass;
  FAIL("no such pass");
  return run.optimized->passes.front();
}

} // namespace

// A product of 64 x 64 x 64 takes 525 ticks of 1000 FLOP, two of them on two streams as long as
// one; the common product takes 1049.
TEST_CASE("pass costs: products on streams of their own stay apart", "[graph]") {
  const std::string text = "input x: f32[64,64]\nparam A: f32[64,64]\nparam B: f32[64,64]\n"
                           "p = x @ A\nq = x @ B\noutput p, q\n";
  StudyOptions options;
  options.passes = "all";
  const GraphRun one = run_of(text, options);
  CHECK(pass_of(one, "fuse-horizontal").applied == 2);
  CHECK(pass_of(one, "fuse-horizontal").declined.empty());
  options.streams = 2;
  const GraphRun two = run_of(text, options);
  const PassResult& pass = pass_of(two, "fuse-horizontal");
  CHECK(pass.applied == 0);
  REQUIRE(pass.declined.size() == 1);
  CHECK(pass.declined[0].rewrite.place.line == 4);
  CHECK(pass.declined[0].before.ticks == 525 + 2);
  CHECK(pass.declined[0].after->ticks == 1049 + 2);
  CHECK(text_of(pass.declined[0]).find("(4:7): 527 > 1051 ticks, 98304 > 81920 bytes") !=
        std::string::npos);
  options.passes.clear();
  CHECK(two.execution.makespan == run_of(text, options).execution.makespan);
  options.passes = "fuse-horizontal";
  const GraphRun named = run_of(text, options);
  CHECK(pass_of(named, "fuse-horizontal").applied == 2);
  CHECK(pass_of(named, "fuse-horizontal").note ==
        "takes longer: 527 > 1051 ticks, 98304 > 81920 bytes");
}

// 4 KiB hold blocks of 4 queries of 256 bytes: keys and values are read 64 times.
TEST_CASE("pass costs: attention in little fast memory", "[graph]") {
  const std::string text = "input q: f32[256,64]\ninput k: f32[256,64]\ninput v: f32[256,64]\n"
                           "y = softmax(q @ transpose(k) * 0.125) @ v\noutput y\n";
  StudyOptions options;
  options.flop_per_tick = 100'000;
  const GraphRun naive = run_of(text, options);
  for (const std::uint64_t fast : {4096U, 1U << 20U}) {
    options.passes = "all";
    options.fast_memory = fast;
    const GraphRun all = run_of(text, options);
    const PassResult& pass = pass_of(all, "attention");
    const bool pays = fast > 4096;
    CHECK(pass.applied == (pays ? 1 : 0));
    CHECK(pass.declined.size() == (pays ? 0 : 1));
    CHECK(all.execution.makespan <= naive.execution.makespan);
    CHECK(totals(all.graph).bytes <= totals(naive.graph).bytes);
    options.passes = "attention";
    const GraphRun named = run_of(text, options);
    CHECK(pass_of(named, "attention").applied == 1);
    CHECK((pass_of(named, "attention").note.find("moves more: ") == 0) == !pays);
  }
}

// Two products on two streams lose together. Three small ones, whose time is that of their bytes,
// take 2 x 17 ticks on two streams (16384 + 256 + 256 bytes each) and 18 in one.
TEST_CASE("pass costs: each place is tried by itself", "[graph]") {
  StudyOptions options;
  options.passes = "all";
  options.streams = 2;
  const GraphRun run = run_of("input x: f32[64,64]\nparam A: f32[64,64]\nparam B: f32[64,64]\n"
                              "p = x @ A\nq = x @ B\nr = p + q\ninput z: f32[64,64]\n"
                              "s = sum(r) + z\nparam C: f32[64,1]\nparam D: f32[64,1]\n"
                              "param E: f32[64,1]\nt = s @ C\nu = s @ D\nv = s @ E\n"
                              "output t, u, v\n",
                              options);
  const PassResult& pass = pass_of(run, "fuse-horizontal");
  CHECK(pass.applied == 3);
  REQUIRE(pass.declined.size() == 1);
  CHECK(pass.declined[0].rewrite.place.line == 4);
}
