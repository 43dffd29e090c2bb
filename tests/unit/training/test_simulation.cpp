#include "plans.hpp"
#include "training/simulation/record.hpp"
#include "training/simulation/why.hpp"

#include <fmt/format.h>

#include <random>

using namespace stallscope;
using namespace stallscope::training;

TEST_CASE("a device that has not begun fills, one that has ended drains") {
  // Two devices, one micro-batch, F = 1, B = 2: device 1 waits for 0F0, and device 0 for the
  // gradient of 1B0.
  const Ran run = run_of(plan_from("0F0,0B0\n1F0,1B0\n"));
  CHECK(drawn(run) == "F0 . . . B0 =\n. F0 B0 = . .\n");
  CHECK(run.idle(1, Reason::fill) == 1);
  CHECK(run.idle(0, Reason::gradient) == 3);
  CHECK(run.idle(1, Reason::drain) == 2);
}

TEST_CASE("while something else could run, the wait is the order's") {
  // Device 0 waits for the gradient of micro-batch 0 although F1 could run.
  const Ran run = run_of(plan_from("0F0,0B0,0F1,0B1\n1F0,1B0,1F1,1B1\n"));
  CHECK(run.idle(0, Reason::order) == 3);
  CHECK(run.idle(0, Reason::gradient) == 3); // of the second, when nothing is left
  std::vector<IdleSpan> spans;
  explain_idle(run.plan, run.verified, run.run, 0, spans);
  REQUIRE_FALSE(spans.empty());
  CHECK(name(run.plan.operations[spans[0].culprit]) == "1B0");
  CHECK(name(run.plan.operations[spans[0].next]) == "0B0");
}

TEST_CASE("a transfer takes its link, one after the other, and both waits have their reason") {
  // F = 1, transfer 3: the second activation waits for the link, which carries the first one.
  Plan plan = plan_from("0F0,0F1,0B0,0B1\n1F0,1F1,1B0,1B1\n");
  plan.transfer = 3;
  const Ran run = run_of(plan);
  const auto at = [&](StageId stage, MicroBatch batch) {
    return run.verified.passes.forward[run.verified.passes.at(stage, batch)];
  };
  CHECK(run.run.start[at(1, 0)] == 4);
  CHECK(run.run.sent[at(0, 1)] == 4); // the link is busy until then
  CHECK(run.run.start[at(1, 1)] == 7);
  std::vector<IdleSpan> spans;
  explain_idle(run.plan, run.verified, run.run, 1, spans);
  REQUIRE(spans.size() >= 2);
  CHECK(spans[0].why == Reason::fill);
  CHECK(spans[1].why == Reason::order); // 1B0 could run as soon as 1F0 has ended
  // Any number at once: nothing waits for the link.
  plan.links = LinkSharing::unlimited;
  CHECK(run_of(plan).run.start[at(1, 1)] == 5);
}

TEST_CASE("a busy link and a transfer in flight are told apart") {
  // Device 1 has one operation between: it waits for 0F1, which the link keeps until 4.
  Plan plan = plan_from("0F0,0F1,0B1,0B0\n1F0,1F1,1B1,1B0\n");
  plan.transfer = 5;
  plan.stages[1].durations.forward = 1;
  plan.stages[1].durations.backward = 100;
  const Ran run = run_of(plan);
  Ticks transfer = 0;
  std::vector<IdleSpan> spans;
  for (std::uint32_t device = 0; device < 2; ++device) {
    explain_idle(run.plan, run.verified, run.run, device, spans);
    for (const IdleSpan& span : spans)
      transfer += span.why == Reason::transfer ? span.end - span.begin : 0;
  }
  CHECK(transfer > 0);
}

TEST_CASE("half duplex: the two directions share a link") {
  Plan plan = plan_from("0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n");
  plan.transfer = 4;
  plan.links = LinkSharing::full_duplex;
  const Ticks full = run_of(plan).makespan();
  plan.links = LinkSharing::half_duplex;
  CHECK(run_of(plan).makespan() > full);
}

TEST_CASE("an order in which devices wait for each other is a deadlock that names the cycle") {
  const Plan plan = plan_from("0F0,0B0,0F1,0B1\n1F1,1F0,1B0,1B1\n");
  const Verified verified = verify(plan);
  REQUIRE(verified.problem_count == 0);
  const Execution run = simulate(plan, verified);
  REQUIRE(run.deadlock);
  REQUIRE(run.deadlock->waits.size() == 2);
  CHECK(run.deadlock->waits[0] == "device 0 waits in 0B0 for 1B0 of device 1");
  CHECK(run.deadlock->waits[1] == "device 1 waits in 1F1 for 0F1 of device 0");
}

TEST_CASE("sends and receives in opposite order are a deadlock") {
  const Plan good = plan_from("0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0RECV_B1,0B1\n"
                              "1RECV_F0,1F0,1RECV_F1,1F1,1B0,1SEND_B0,1B1,1SEND_B1\n");
  CHECK(run_of(good).makespan() == 9);
  const Plan bad = plan_from("0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0RECV_B1,0B1\n"
                             "1RECV_F1,1RECV_F0,1F0,1F1,1B0,1SEND_B0,1B1,1SEND_B1\n");
  const Verified verified = verify(bad);
  REQUIRE(verified.problem_count == 0);
  const Execution run = simulate(bad, verified);
  REQUIRE(run.deadlock);
  std::string all;
  for (const std::string& wait : run.deadlock->waits)
    all += wait + "\n";
  INFO(all);
  CHECK(all.find("0SEND_F0 of device 0 waits for 1RECV_F0, which on device 1 stands behind "
                 "1RECV_F1") != std::string::npos);
  CHECK(all.find("1RECV_F1 of device 1 waits for 0SEND_F1, which on device 0 stands behind "
                 "0SEND_F0") != std::string::npos);
}

TEST_CASE("unequal stages: the slowest one bounds the steady state") {
  Plan plan = plan_of("1f1b", 3, 10);
  plan.stages[1].durations = {3, 3, 2, 1, 0, 0};
  const Ran run = run_of(plan);
  CHECK(run.accounts[1].busy == 60);
  // 0F0 takes 1, then device 1 never waits: 2F9 and 2B9 take the 3 ticks of 1B8. 0B9 ends it
  // with 2.
  CHECK(run.makespan() == 1 + 60 + 2);
}

namespace {

/// A plan of random durations, sharing and order.
Plan random_plan(std::mt19937& random) {
  const auto below = [&random](std::uint32_t n) {
    return static_cast<std::uint32_t>(random() % n);
  };
  const auto list = schedules();
  const ScheduleInfo& info = list[below(static_cast<std::uint32_t>(list.size()))];
  ScheduleSize size;
  size.devices = 2 * (1 + below(3));
  size.micro_batches = size.devices * (2 + below(3));
  size.chunks = info.most_chunks > 2 ? 2 + below(2) : 0;
  Result<Plan> made = make_plan(info.name, size);
  REQUIRE(made.ok());
  Plan plan = std::move(made).value();
  for (Stage& stage : plan.stages)
    stage.durations = {1 + below(5), 1 + below(9), 1 + below(5), below(5), 0, 1 + below(9)};
  plan.transfer = below(4);
  plan.links = static_cast<LinkSharing>(below(3));
  return plan;
}

} // namespace

TEST_CASE("on random plans ledgers balance and the event of every culprit ends the wait") {
  std::mt19937 random(25);
  for (int round = 0; round < 300; ++round) {
    const Ran run = run_of(random_plan(random));
    INFO(fmt::format("{} round {}", run.plan.schedule, round));
    Ticks total = 0;
    std::vector<IdleSpan> spans;
    for (std::uint32_t device = 0; device < run.plan.devices; ++device) {
      total += run.accounts[device].busy + run.accounts[device].idle;
      explain_idle(run.plan, run.verified, run.run, device, spans);
      Ticks last = 0;
      for (const IdleSpan& span : spans) {
        CHECK(span.begin >= last);
        last = span.end;
        REQUIRE(span.culprit != kNoOperation);
        const Ticks end = run.run.end[span.culprit];
        const Ticks arrived = run.run.arrived[span.culprit];
        // A wait is the order's from when something else could run: then the event comes later.
        const bool cut = std::any_of(spans.begin(), spans.end(), [&span](const IdleSpan& other) {
          return other.begin == span.end && other.why == Reason::order && other.next == span.next;
        });
        const bool sent = span.why == Reason::fill && !run.run.sent.empty() &&
                          run.run.sent[span.culprit] == span.end;
        CHECK((end == span.end || arrived == span.end || sent || cut));
      }
    }
    CHECK(total == run.plan.devices * run.makespan());
    const trace::RunRecord record =
        run_record(run.plan, run.verified, run.run, run.accounts, {0, kNotYet, true});
    std::string why;
    CHECK(record.ledger.balanced(&why));
    INFO(why);
    // What stands in the table is what the ledger counts.
    std::uint64_t used = 0;
    for (const Span& span : record.timeline.spans)
      used += span.lane < run.plan.devices ? span.end - span.begin : 0;
    std::uint64_t pairs = 0; // of passes that overlap both are on the device
    for (OperationIndex i = 0; i < run.plan.operations.size(); ++i)
      pairs += run.plan.operations[i].overlaps_next ? run.run.end[i] - run.run.start[i] : 0;
    CHECK(used - pairs == record.ledger.at(trace::LedgerPoint::issue).used());
    std::uint64_t lost = 0;
    for (const Gap& gap : record.timeline.gaps)
      lost += gap.end - gap.begin;
    CHECK(lost == record.ledger.at(trace::LedgerPoint::issue).lost());
  }
}

TEST_CASE("a window of ticks has the accounts up to its end") {
  const Ran run = ran("1f1b", 4, 8);
  const std::vector<DeviceAccount> accounts = device_accounts(run.plan, run.verified, run.run, 10);
  for (const DeviceAccount& account : accounts)
    CHECK(account.busy + account.idle == 10);
}

TEST_CASE("a window of a run has the rows, numbers and reasons of the whole") {
  Plan plan = plan_of("interleaved-1f1b", 4, 8, 2);
  set_durations(plan, 2, 3, 1);
  plan.transfer = 1;
  const Ran run = run_of(std::move(plan));
  const RunIndex index(run.plan, run.verified, run.run);
  const trace::RunRecord whole = run_record(index, run.accounts, {0, kNotYet, true});
  CHECK(whole.timeline.rows.size() == index.rows().size());
  for (const auto& [from, until] : {std::pair<Ticks, Ticks>{0, 9}, {7, 20}, {20, 21}, {30, 90}}) {
    const trace::RunRecord part = run_record(index, run.accounts, {from, until, true});
    const Cycle first{from + 1};
    const Cycle end{std::min(until, run.makespan()) + 1};
    std::size_t seen = 0;
    for (const OpRow& row : whole.timeline.rows) {
      if (row.begin >= end || row.end <= first)
        continue;
      ++seen;
      const OpRow* found = part.timeline.find(row.op);
      REQUIRE(found != nullptr);
      CHECK(found->begin == std::max(row.begin, first));
      CHECK(found->end == std::min(row.end, end));
      CHECK(part.legend.text(*found) == whole.legend.text(row));
      CHECK(part.timeline.spans_of(*found)[0].lane == whole.timeline.spans_of(row)[0].lane);
    }
    CHECK(part.timeline.rows.size() == seen);
    std::size_t gaps = 0;
    for (const Gap& gap : whole.timeline.gaps)
      gaps += gap.begin < end && gap.end > first ? 1 : 0;
    CHECK(part.timeline.gaps.size() == gaps);
    for (const Gap& gap : part.timeline.gaps)
      CHECK((!gap.cause.culprit || part.timeline.find(gap.cause.culprit) != nullptr));
  }
}

TEST_CASE("a run has as many lanes as it has devices and links") {
  // 1,024 devices and a link down and up between neighbours.
  Plan plan = plan_of("1f1b", 1024, 2);
  plan.transfer = 1;
  const Ran run = run_of(std::move(plan));
  const trace::RunRecord record =
      run_record(run.plan, run.verified, run.run, run.accounts, {0, kNotYet, true});
  CHECK(record.timeline.lanes.size() == 1024 + 2 * 1023);
  CHECK(record.timeline.lanes[1023].name == "device 1023");
  for (const OpRow& row : record.timeline.rows) // the last forward pass is on the last device
    if (record.legend.text(row) == "1023F1")
      CHECK(record.timeline.spans_of(row)[0].lane == 1023);
}

// 1f1b, 4 devices, F = 1, B = 2, transfer 1: device 0 waits in ticks 5 to 16 for 1B0, which waits
// for 2B0, which waits for 3B0, each with its transfer: 3B0 in ticks 8 and 9, 2B0 in 11 and 12, 1B0
// in 14 and 15, and the transfers in 10, 13 and 16; 3F0 in tick 7 came over three links.
TEST_CASE("the chain of causes of an idle span reaches back to its begin without a gap") {
  Plan plan = plan_of("1f1b", 4, 8);
  plan.transfer = 1;
  const Ran run = run_of(plan);
  std::vector<IdleSpan> spans;
  for (std::uint32_t device = 0; device < 4; ++device) {
    explain_idle(run.plan, run.verified, run.run, device, spans);
    for (const IdleSpan& span : spans) {
      const std::vector<WhyLink> chain = why_idle(run.plan, run.verified, run.run, span);
      INFO("device " << device << " from " << span.begin);
      REQUIRE(!chain.empty());
      if (span.next != kNoOperation)
        CHECK(chain.front().end == run.run.start[span.next]);
      CHECK(chain.back().begin <= span.begin);
      for (std::size_t i = 1; i < chain.size(); ++i)
        CHECK(chain[i].end == chain[i - 1].begin);
    }
    if (device != 0)
      continue;
    const auto chain = why_idle(run.plan, run.verified, run.run, spans.front());
    std::string words;
    for (const WhyLink& link : chain)
      words += std::to_string(link.begin + 1) + " " + sentence(link, run.plan) + "; ";
    CHECK(words.find("16 the result of 1B0 is on its way to device 0; 14 1B0 runs on device 1; 13 "
                     "the result of 2B0 is on its way to device 1; 11 2B0 runs on device 2; 10 the "
                     "result of 3B0 is on its way to device 2; 8 3B0 runs on device 3; 7 3F0 runs "
                     "on device 3; ") == 0);
  }
}

namespace {

/// Transfers of a run that overlap in time though they share a link.
std::size_t collisions(const Ran& ran) {
  struct Use {
    std::uint32_t link;
    Ticks begin, end;
  };
  std::vector<Use> uses;
  for (OperationIndex i = 0; i < ran.plan.operations.size(); ++i) {
    const Operation& op = ran.plan.operations[i];
    if (ran.run.sent[i] == kNotYet)
      continue;
    const StageLinks& way = ran.plan.ways[op.stage];
    for (const std::uint32_t link : op.kind == Kind::forward ? way.forward : way.backward)
      uses.push_back({link, ran.run.sent[i], ran.run.sent[i] + transfer_of(ran.plan, op)});
  }
  std::size_t found = 0;
  for (std::size_t i = 0; i < uses.size(); ++i)
    for (std::size_t k = i + 1; k < uses.size(); ++k)
      found +=
          uses[i].link == uses[k].link && uses[i].begin < uses[k].end && uses[k].begin < uses[i].end
              ? 1
              : 0;
  return found;
}

} // namespace

// Chimera, 4 devices in two nodes, F = 1, transfers of 2. Micro-batch 0 goes down: 0F0 in [0, 1),
// to device 1 in [1, 3), 1F0 in [3, 4). Micro-batch 1 goes up: 4F1 on device 3 in [0, 1), to device
// 2, 5F1 there in [3, 4). At 4 both want to go to the other node: over full-duplex adapters at
// once; over half-duplex ones the transfer of the lower device goes first, in [4, 6), the other one
// in [6, 8).
TEST_CASE("transfers of different stages share the adapters of their nodes") {
  for (const LinkSharing links : {LinkSharing::full_duplex, LinkSharing::half_duplex}) {
    Plan plan = plan_of("chimera", 4, 2);
    plan.transfer = 2;
    plan.links = links;
    link_nodes(plan, 2);
    const Ran ran = run_of(plan);
    const OperationIndex down = ran.verified.passes.forward[ran.verified.passes.at(1, 0)];
    const OperationIndex up = ran.verified.passes.forward[ran.verified.passes.at(5, 1)];
    CHECK(ran.run.end[down] == 4);
    CHECK(ran.run.end[up] == 4);
    CHECK(ran.run.sent[down] == 4);
    const bool half = links == LinkSharing::half_duplex;
    CHECK(ran.run.sent[up] == (half ? 6 : 4));
    CHECK(ran.run.sent_behind[up] == (half ? down : kNoOperation));
    CHECK(ran.run.arrived[up] == (half ? 8 : 6));
    CHECK(collisions(ran) == 0);
  }
}

// Interleaved: the activation of device 1 for device 2 and the gradient of device 0 for device 3
// both leave the first node.
TEST_CASE("an adapter of a node carries one transfer at a time in each direction") {
  for (const LinkSharing links : {LinkSharing::full_duplex, LinkSharing::half_duplex}) {
    Plan plan = plan_of("interleaved-1f1b", 4, 8);
    plan.transfer = 3;
    plan.links = links;
    const Ticks alone = run_of(plan).makespan();
    link_nodes(plan, 2);
    const Ran shared = run_of(plan);
    CHECK(collisions(shared) == 0);
    CHECK(shared.makespan() > alone);
    std::size_t waits = 0;
    for (OperationIndex i = 0; i < plan.operations.size(); ++i)
      if (const OperationIndex behind = shared.run.sent_behind[i]; behind != kNoOperation)
        waits += plan.operations[behind].stage != plan.operations[i].stage ? 1 : 0;
    CHECK(waits > 0);
    link_nodes(plan, 1); // a link of a node of its own for every device
    CHECK(collisions(run_of(plan)) == 0);
  }
}
