#include "plans.hpp"

#include <fmt/format.h>

#include <array>
#include <tuple>

// The formulas of the papers, over a grid of devices, micro-batches, chunks and durations, without
// transfers. B = I + W throughout.
using namespace stallscope;
using namespace stallscope::training;

namespace {

struct Lengths {
  Ticks forward;
  Ticks input;
  Ticks weight;
  [[nodiscard]] Ticks backward() const { return input + weight; }
};
constexpr std::array kLengths{Lengths{1, 1, 1}, Lengths{2, 1, 1}, Lengths{1, 2, 1},
                              Lengths{2, 3, 1}, Lengths{3, 1, 2}, Lengths{4, 3, 3}};
constexpr std::array<std::uint32_t, 6> kDevices{1, 2, 3, 4, 6, 8};

/// Calls with every p, m and durations of the grid.
template <class Check> void over_grid(const Check& check) {
  for (const std::uint32_t p : kDevices)
    for (const std::uint32_t m : {1U, 2U, p, p + 1, 2 * p, 3 * p + 1})
      for (const Lengths& d : kLengths) {
        INFO(fmt::format("p {} m {} F {} I {} W {}", p, m, d.forward, d.input, d.weight));
        check(p, m, d);
      }
}

Ran with(std::string_view schedule, std::uint32_t p, std::uint32_t m, const Lengths& d,
         std::uint32_t chunks = 0) {
  return ran(schedule, p, m, chunks, d.forward, d.input, d.weight);
}

} // namespace

TEST_CASE("naive: one micro-batch at a time takes m p (F + B)") {
  over_grid([](std::uint32_t p, std::uint32_t m, const Lengths& d) {
    const Ran run = with("naive", p, m, d);
    CHECK(run.makespan() == m * p * (d.forward + d.backward()));
    CHECK(run.peak_chunks() == 1);
  });
}

TEST_CASE("gpipe: (m + p - 1)(F + B), and every activation is held") {
  over_grid([](std::uint32_t p, std::uint32_t m, const Lengths& d) {
    const Ran run = with("gpipe", p, m, d);
    CHECK(run.makespan() == (m + p - 1) * (d.forward + d.backward()));
    for (const ActivationPeak& peak : activation_peaks(run.plan))
      CHECK(peak.parts == m);
  });
}

TEST_CASE("1f1b: as long as gpipe, and device s holds min(m, p - s) activations") {
  over_grid([](std::uint32_t p, std::uint32_t m, const Lengths& d) {
    const Ran run = with("1f1b", p, m, d);
    CHECK(run.makespan() == (m + p - 1) * (d.forward + d.backward()));
    const std::vector<ActivationPeak> peaks = activation_peaks(run.plan);
    for (std::uint32_t s = 0; s < p; ++s)
      CHECK(peaks[s].parts == std::min(m, p - s));
  });
}

TEST_CASE("pipedream keeps p - s versions on stage s, with p - 1 - s updates in between") {
  for (const std::uint32_t p : kDevices) {
    const std::uint32_t m = 3 * p;
    const Plan plan = plan_of("pipedream", p, m);
    const std::vector<WeightVersions> versions = weight_versions(plan);
    for (std::uint32_t s = 0; s < p; ++s) {
      CHECK(versions[s].kept == p - s);
      CHECK(versions[s].staleness == p - 1 - s);
    }
    // Once the pipeline is full, no device waits until the last forward pass.
    const Ran run = ran("pipedream", p, m);
    for (std::uint32_t s = 0; s < p; ++s) {
      const auto& at = run.verified.passes;
      const Ticks full = run.run.start[at.backward[at.at(static_cast<StageId>(s), 0)]];
      const Ticks last = run.run.end[at.forward[at.at(static_cast<StageId>(s), m - 1)]];
      std::vector<IdleSpan> spans;
      explain_idle(run.plan, run.verified, run.run, s, spans);
      for (const IdleSpan& span : spans)
        CHECK((span.end <= full || span.begin >= last));
    }
  }
}

TEST_CASE("pipedream-2bw keeps two versions, one update late") {
  for (const std::uint32_t p : {2U, 3U, 4U, 8U})
    for (const WeightVersions& versions : weight_versions(plan_of("pipedream-2bw", p, 4 * p))) {
      CHECK(versions.kept == 2);
      CHECK(versions.staleness == 1);
    }
  // Schedules that flush keep one.
  for (const WeightVersions& versions : weight_versions(plan_of("1f1b", 4, 8)))
    CHECK(versions.kept == 1);
}

TEST_CASE("interleaved 1f1b: the bubble is (p - 1)(F + B) of a chunk") {
  for (const std::uint32_t p : {2U, 3U, 4U, 8U})
    for (const std::uint32_t v : {1U, 2U, 3U, 4U}) // v = 1: as long as 1f1b
      for (const std::uint32_t m : {p, 2 * p, 4 * p})
        for (const Lengths& d : kLengths) {
          INFO(fmt::format("p {} m {} v {}", p, m, v));
          const Ran run = with("interleaved-1f1b", p, m, d, v);
          CHECK(run.makespan() == (m * v + p - 1) * (d.forward + d.backward()));
          // p (1 + (p - 1) / (p v)) micro-batches are p v + p - 1 chunks
          CHECK(activation_peaks(run.plan)[0].parts == std::min(m * v, p * v + p - 1));
        }
}

TEST_CASE("interleaved 1f1b: fewer micro-batches than devices come to an end, too") {
  for (std::uint32_t p = 2; p <= 8; ++p)
    for (std::uint32_t m = 1; m < p; ++m)
      for (const std::uint32_t v : {2U, 3U, 4U})
        CHECK(ran("interleaved-1f1b", p, m, v).makespan() >= 3 * m * v);
}

TEST_CASE("interleaved 1f1b: rounds of the same number of micro-batches, as PyTorch has them") {
  for (const std::uint32_t p : {2U, 3U, 4U, 8U})
    for (const std::uint32_t v : {2U, 3U})
      for (std::uint32_t m = 1; m <= 3 * p; ++m) {
        const std::uint32_t rounds = std::max(1U, m / p);
        INFO(fmt::format("p {} m {} v {}", p, m, v));
        CHECK(make_plan("interleaved-1f1b", {p, m, v}).ok() == (m % rounds == 0));
        if (m % rounds != 0)
          continue;
        const Ran run = ran("interleaved-1f1b", p, m, v);
        CHECK(run.makespan() >= 3 * (m * v + p - 1));
        // 2 (p - 1) + (v - 1) r forward passes of device 0, and one, come before its first backward
        const std::span<const Operation> order = run.plan.order_of(0);
        const auto first = std::find_if(order.begin(), order.end(), [](const Operation& op) {
          return op.kind == Kind::backward;
        });
        CHECK(static_cast<std::uint32_t>(first - order.begin()) ==
              std::min(2 * (p - 1) + (v - 1) * (m / rounds) + 1, m * v));
      }
}

TEST_CASE("looped breadth-first: the same bubble, and all activations are held") {
  for (const std::uint32_t p : {2U, 3U, 4U})
    for (const std::uint32_t v : {1U, 2U, 3U}) // v = 1: gpipe
      for (const std::uint32_t m : {p, p + 1, 3 * p}) {
        const Ran run = ran("looped-bfs", p, m, v, 2, 3, 1);
        CHECK(run.makespan() == (m * v + p - 1) * 6);
        CHECK(run.peak_chunks() == m * v);
      }
}

TEST_CASE("chimera: p - 2 of 2m + p - 2 are idle for F = B, of 1.5m + p - 2 for B = 2F, at m = p") {
  for (const std::uint32_t p : {2U, 4U, 6U, 8U, 16U}) {
    Plan equal = plan_of("chimera", p, p);
    for (Stage& stage : equal.stages)
      stage.durations = {1, 1, 1, 0, 0, 0};
    CHECK(run_of(equal).makespan() == 2 * p + p - 2);
    CHECK(ran("chimera", p, p).makespan() == 3 * p + 2 * (p - 2));
    // Units follow each other without a gap.
    Plan units = plan_of("chimera", p, 3 * p);
    for (Stage& stage : units.stages)
      stage.durations = {1, 1, 1, 0, 0, 0};
    CHECK(run_of(units).makespan() == 2 * 3 * p + p - 2);
    CHECK(equal.replicas() == 2);
  }
}

TEST_CASE("zb-h1: the bubble is (p - 1)(F + I - W) where W <= I, with the memory of 1f1b") {
  over_grid([](std::uint32_t p, std::uint32_t m, const Lengths& d) {
    const Ran run = with("zb-h1", p, m, d);
    CHECK(run.peak_chunks() == std::min(m, p));
    CHECK(run.makespan() <= (m + p - 1) * (d.forward + d.backward()));
    if (m >= p && d.weight <= d.input)
      CHECK(run.makespan() ==
            m * (d.forward + d.backward()) + (p - 1) * (d.forward + d.input - d.weight));
  });
}

TEST_CASE("zb-h2: the bubble in a span is (p - 1)(F + I - 2W), with 2p - 1 activations") {
  over_grid([](std::uint32_t p, std::uint32_t m, const Lengths& d) {
    const Ran run = with("zb-h2", p, m, d);
    CHECK(run.peak_chunks() == std::min(m, 2 * p - 1));
    if (m >= 2 * p - 1 && 2 * d.weight <= d.forward + d.input)
      CHECK(run.longest_span() ==
            m * (d.forward + d.backward()) + (p - 1) * (d.forward + d.input - 2 * d.weight));
  });
}

TEST_CASE("zb-v: no bubble on the last device for F = I = W, with the memory of 1f1b") {
  for (const std::uint32_t p : {1U, 2U, 3U, 4U, 6U, 8U, 12U})
    for (const std::uint32_t m : {p, p + 1, 2 * p - 1, 2 * p, 2 * p + 1, 4 * p}) {
      const Ran run = ran("zb-v", p, m);
      INFO(fmt::format("p {} m {}", p, m));
      CHECK(run.makespan() == 6 * m + p - 1); // the last device begins in slot p - 1
      if (m >= 2 * p)
        CHECK(run.longest_span() == 6 * m);
      CHECK(run.peak_chunks() == 2 * p);
    }
}

// Makespans of the orders that the authors' program makes
// (sail-sg/zero-bubble-pipeline-parallelism, zerobubble/scheduler/zbv.py).
TEST_CASE("zb-v with few micro-batches takes as long as the published orders") {
  for (const auto& [p, m, makespan] : {std::tuple{2U, 1U, 9U},
                                       {3U, 2U, 16U},
                                       {4U, 1U, 17U},
                                       {4U, 3U, 23U},
                                       {5U, 4U, 30U},
                                       {8U, 1U, 33U},
                                       {8U, 4U, 39U},
                                       {8U, 7U, 51U},
                                       {12U, 6U, 59U},
                                       {16U, 15U, 107U}}) {
    const Ran run = ran("zb-v", p, m);
    INFO(fmt::format("p {} m {}", p, m));
    CHECK(run.makespan() == makespan);
    CHECK(run.peak_chunks() == 2 * m);
  }
}

TEST_CASE("v-half, which may hold more, takes no longer than v-min") {
  for (std::uint32_t p = 2; p <= 16; ++p)
    for (const std::uint32_t m : {p, 2 * p, 32U}) {
      INFO(p << " devices, " << m << " micro-batches");
      // Squeezing is greedy: with 7 and 13 devices and as many micro-batches the order that holds
      // less is a tick shorter, in the authors' program as well.
      const bool tick_longer = (p == 7 || p == 13) && m == p;
      CHECK(ran("v-half", p, m).makespan() <=
            ran("v-min", p, m).makespan() + (tick_longer ? 1 : 0));
    }
}

// Makespans of the orders that the authors' program makes
// (sail-sg/zero-bubble-pipeline-parallelism, zerobubble/scheduler/zbv_greedy.py) for the same F, I,
// W and transfers.
TEST_CASE("v-half and v-min take as long as the published orders") {
  struct Published {
    const char* schedule;
    std::uint32_t p, m;
    Ticks f, i, w, transfer, makespan;
  };
  constexpr Published kPublished[] = {
      {"v-half", 4, 8, 1, 1, 1, 0, 53},   {"v-half", 8, 16, 1, 1, 1, 0, 113},
      {"v-half", 8, 32, 1, 1, 1, 0, 209}, {"v-half", 12, 32, 1, 1, 1, 0, 221},
      {"v-half", 8, 32, 2, 3, 1, 0, 474}, {"v-half", 8, 32, 2, 3, 1, 1, 588},
      {"v-half", 8, 8, 5, 6, 4, 1, 409},  {"v-min", 6, 6, 1, 1, 1, 0, 53},
      {"v-min", 6, 12, 1, 1, 1, 0, 89},   {"v-min", 6, 32, 1, 1, 1, 0, 209},
      {"v-min", 12, 32, 1, 1, 1, 0, 233},
  };
  for (const Published& one : kPublished) {
    INFO(one.schedule << " " << one.p << " " << one.m << " " << one.f << one.i << one.w);
    Plan plan = make_plan(one.schedule, {one.p, one.m, 0}).value();
    for (Stage& stage : plan.stages)
      stage.durations = {one.f, one.i + one.w, one.i, one.w, 0, 0};
    plan.transfer = one.transfer;
    plan.links = LinkSharing::unlimited;
    CHECK(run_of(plan).makespan() == one.makespan);
  }
}

TEST_CASE("v-half and v-min hold (p + 2) / 2 and (p + 4) / 3 micro-batches") {
  for (std::uint32_t p = 2; p <= 16; ++p) {
    INFO(p);
    CHECK(ran("v-half", p, 4 * p).peak_chunks() == 2 * ((p + 2) / 2));
    CHECK(ran("v-min", p, 4 * p).peak_chunks() == 2 * ((p + 4) / 3));
  }
}

// The formula takes F = I and W <= I for granted: of other durations the simulation has a little
// less or more.
TEST_CASE("dualpipe: (p/2 - 1)(F&B + B - 3W) on the worst device, p + 1 activations, for F = I") {
  for (const std::uint32_t p : {2U, 4U, 6U, 8U})
    for (const std::uint32_t m : {2 * p, 2 * p + 4, 4 * p})
      for (const Lengths& d : {Lengths{1, 1, 1}, Lengths{2, 2, 1}, Lengths{3, 3, 2}}) {
        INFO(fmt::format("p {} m {} F {} I {} W {}", p, m, d.forward, d.input, d.weight));
        const Ran run = with("dualpipe", p, m, d);
        const Ticks both = d.forward + d.backward();
        CHECK(run.most_idle_in_span() == (p / 2 - 1) * (both + d.backward() - 3 * d.weight));
        CHECK(run.peak_chunks() == p + 1);
        CHECK(run.plan.replicas() == 2);
      }
}

TEST_CASE("dualpipev: as PyTorch's own table of four ranks and ten micro-batches begins and ends") {
  const std::string order = write_order_file(plan_of("dualpipev", 4, 10), OrderNotation::current);
  CHECK(order.starts_with("0F0,0F1,0F2,0F3,0F4,0F5,0F6,7F0,7I0,7W0,7F1,"));
  CHECK(order.find("(0F9;7B5)OVERLAP_F_B,(7F6;0B2)OVERLAP_F_B,7B6,(7F7;0B3)OVERLAP_F_B") !=
        std::string::npos);
  CHECK(order.find("3F4,4B0,(4F4;3B0)OVERLAP_F_B") != std::string::npos);
  CHECK(order.ends_with("4B7,3B7,4I8,3I8,4I9,3I9,4W8,3W8,4W9,3W9\n"));
}

TEST_CASE("sizes that a schedule is not made for are errors that say what it takes") {
  const auto fails = [](std::string_view schedule, ScheduleSize size) {
    const Result<Plan> made = make_plan(schedule, size);
    REQUIRE_FALSE(made.ok());
    return format(made.diagnostics());
  };
  CHECK(fails("chimera", {5, 8, 0}).find("an even number of devices") != std::string::npos);
  CHECK(fails("dualpipe", {5, 20, 0}).find("an even number of devices") != std::string::npos);
  CHECK(fails("dualpipe", {4, 6, 0}).find("at least 8") != std::string::npos);
  CHECK(fails("dualpipe", {4, 9, 0}).find("half of them") != std::string::npos);
  CHECK(fails("interleaved-1f1b", {4, 9, 2}).find("a multiple of 2, the rounds") !=
        std::string::npos);
  CHECK(plan_of("interleaved-1f1b", 4, 8).chunks == 2);
  CHECK(plan_of("zb-v", 4, 8).chunks == 2);
  CHECK(fails("zb-v", {4, 8, 1}).find("1 chunks") != std::string::npos);
  CHECK(fails("1f1b", {4, 8, 2}).find("2 chunks") != std::string::npos);
  CHECK(fails("1f1b", {0, 8, 0}).find("0 devices") != std::string::npos);
  CHECK(fails("gpip", {4, 8, 0}).find("did you mean 'gpipe'") != std::string::npos);
  CHECK(fails("gpipe", {16'384, 1'000'000, 0}).find("operations") != std::string::npos);
}
