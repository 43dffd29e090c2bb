#include "training/simulation/record.hpp"

#include "base/check.hpp"
#include "dependences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace stallscope::training {

namespace {

// Indices in the shared palette.
constexpr std::uint8_t kBlue = 1;
constexpr std::uint8_t kOrange = 2;
constexpr std::uint8_t kGreen = 3;
constexpr std::uint8_t kPurple = 4;
constexpr std::uint8_t kYellow = 5;
constexpr std::uint8_t kDarkBlue = 6;
constexpr std::uint8_t kVermilion = 7;
constexpr std::uint8_t kGrey = 8;

std::uint8_t color_of(Kind kind) {
  switch (kind) {
  case Kind::forward:
    return kBlue;
  case Kind::backward:
    return kOrange;
  case Kind::input_gradient:
    return kPurple;
  case Kind::weight_gradient:
    return kGreen;
  case Kind::recompute:
    return kYellow;
  case Kind::reduce_gradient:
    return kVermilion;
  case Kind::optimizer_step:
    return kDarkBlue;
  default:
    return kGrey;
  }
}

class RecordBuilder {
public:
  RecordBuilder(const RunIndex& index, const RecordWindow& window)
      : index_(index), plan_(index.plan()), run_(index.run()), from_(window.from),
        until_(std::min(window.until, run_.makespan)) {}

  trace::RunRecord build() {
    Timeline& timeline = out_.timeline;
    timeline.first_cycle = Cycle{from_ + 1};
    timeline.end_cycle = Cycle{std::max(from_, until_) + 1};
    for (std::uint32_t device = 0; device < plan_.devices; ++device)
      timeline.lanes.push_back(device_lane(device));
    for (const RunIndex::Link& link : index_.links())
      if (link.first_use < until_)
        timeline.lanes.push_back(link_lane(link));
    const auto [first, last] = index_.rows_in(from_, until_);
    reserve(last - first);
    for (std::size_t i = first; i < last; ++i) {
      const RunIndex::Row& row = index_.rows()[i];
      if (inside(row.begin, index_.end_of(row)))
        row.transfer ? add_transfer(i) : add_operation(i);
    }
    add_gaps();
    return std::move(out_);
  }

private:
  void reserve(std::size_t rows) {
    out_.timeline.rows.reserve(rows);
    out_.timeline.spans.reserve(rows);
    out_.timeline.arrows.reserve(2 * rows);
    out_.legend.instruction_text.reserve(rows);
    out_.legend.cell_text.reserve(rows);
    out_.legend.color.reserve(rows);
  }
  [[nodiscard]] static Lane device_lane(std::uint32_t device) {
    Lane lane;
    lane.name = fmt::format("device {}", device);
    lane.mark = fmt::format("{}", device);
    lane.slots = 1;
    return lane;
  }
  [[nodiscard]] Lane link_lane(const RunIndex::Link& link) const {
    Lane lane;
    lane.name = fmt::format("link {}{}{}", link.from,
                            plan_.links == LinkSharing::half_duplex ? "-" : ">", link.to);
    lane.mark = fmt::format("{}>{}", link.from, link.to);
    lane.slots = plan_.links == LinkSharing::unlimited ? 0 : 1;
    lane.is_unit = true;
    return lane;
  }
  [[nodiscard]] std::uint32_t device_of(OperationIndex i) const {
    return plan_.stages[plan_.operations[i].stage].device;
  }
  [[nodiscard]] bool inside(Ticks begin, Ticks end) const { return begin < until_ && end > from_; }
  /// The operation's number if it is in the window, else 0.
  [[nodiscard]] OpId shown(OperationIndex i) const {
    return i != kNoOperation && inside(run_.start[i], run_.end[i]) ? OpId{index_.number_of(i)}
                                                                   : kNoOp;
  }

  /// Text of a cell; with the stage only if a device has several.
  [[nodiscard]] std::string label(const Operation& op) const {
    if (!has_micro_batch(op.kind)) { // G: gradients, P: parameters gathered, U: update
      const char* letter = op.kind == Kind::reduce_gradient ? "G"
                           : op.kind == Kind::unshard       ? "P"
                                                            : "U";
      return plan_.stages.size() > plan_.devices ? fmt::format("{}{}", op.stage, letter) : letter;
    }
    if (plan_.stages.size() > plan_.devices)
      return name(op);
    std::string text(info(op.kind).letter);
    text += std::to_string(op.micro_batch);
    return text;
  }

  void add_row(std::size_t index, LaneId lane, std::string text) {
    const RunIndex::Row& of = index_.rows()[index];
    const Ticks end = index_.end_of(of);
    Timeline& timeline = out_.timeline;
    OpRow row;
    row.op = OpId{index + 1};
    row.instruction = InstructionIndex{static_cast<std::uint32_t>(timeline.rows.size())};
    row.begin = Cycle{std::max(of.begin, from_) + 1};
    row.end = Cycle{std::min(end, until_) + 1};
    row.in_flight = end > until_;
    row.first_span = static_cast<std::uint32_t>(timeline.spans.size());
    row.span_count = 1;
    timeline.rows.push_back(row);
    timeline.spans.push_back({row.begin, row.end, row.op, lane, 0, {}});
    const Operation& op = plan_.operations[of.operation];
    out_.legend.instruction_text.push_back(std::move(text));
    out_.legend.cell_text.push_back(label(op));
    out_.legend.color.push_back(color_of(op.kind));
  }

  void add_operation(std::size_t index) {
    const OperationIndex i = index_.rows()[index].operation;
    const Operation& op = plan_.operations[i];
    add_row(index, static_cast<LaneId>(device_of(i)), name(op));
    const OpId own = out_.timeline.rows.back().op;
    if (run_.start[i] < from_)
      return;
    // Arrows are in the order of their cycles, as rows are in that of their starts.
    const PassTable& passes = index_.verified().passes;
    for (const OperationIndex producer :
         {producer_of(plan_, passes, op), local_producer_of(passes, op)})
      if (const OpId known = shown(producer))
        out_.timeline.arrows.push_back({Cycle{run_.start[i] + 1}, known, own, kNoRegister,
                                        static_cast<LaneId>(device_of(producer))});
  }

  void add_transfer(std::size_t index) {
    const OperationIndex i = index_.rows()[index].operation;
    const Operation& op = plan_.operations[i];
    const auto consumer = static_cast<std::size_t>(consumer_stage(plan_, op));
    const std::uint32_t to = plan_.stages[consumer].device;
    const std::size_t link = index_.link_between(device_of(i), to);
    add_row(index, static_cast<LaneId>(plan_.devices + link),
            fmt::format("{}: transfer to device {}", name(op), to));
  }

  void add_gaps() {
    for (std::uint32_t device = 0; device < plan_.devices; ++device)
      for (const IdleSpan& span : index_.idle_in(device, from_, until_))
        out_.timeline.gaps.push_back(
            {Cycle{std::max(span.begin, from_) + 1}, Cycle{std::min(span.end, until_) + 1},
             static_cast<LaneId>(device), Cause{span.why, kNoRegister, shown(span.culprit)}});
  }

  const RunIndex& index_;
  const Plan& plan_;
  const Execution& run_;
  Ticks from_;
  Ticks until_;
  trace::RunRecord out_;
};

void add_accounts(trace::RunRecord& record, const Plan& plan,
                  const std::vector<DeviceAccount>& accounts, Ticks until) {
  trace::Ledger& ledger = record.ledger;
  ledger.of_devices = true;
  ledger.cycles = until;
  for (trace::LedgerAccount& account : ledger.accounts)
    account.width = 0;
  trace::LedgerAccount& devices = ledger.at(trace::LedgerPoint::issue);
  devices.width = plan.devices;
  KindTicks work{};
  for (const DeviceAccount& account : accounts) {
    devices.slots[0] += account.busy;
    for (std::size_t i = 1; i < kReasonCount; ++i)
      devices.slots[i] += account.idle_by_reason[i];
    for (std::size_t i = 0; i < work.size(); ++i)
      work[i] += account.work[i];
  }
  Ticks sum = 0;
  for (std::size_t i = 0; i < work.size(); ++i) {
    sum += work[i];
    if (work[i] > 0)
      record.work.push_back({i == kKindCount ? std::string("overlapped")
                                             : std::string(info(static_cast<Kind>(i)).name),
                             work[i]});
  }
  STALLSCOPE_CHECK(ledger.balanced(), "devices x makespan is all that devices did and waited");
  STALLSCOPE_CHECK(sum == devices.used(), "what devices did is the work of all kinds");
}

/// Adds names, statistics and ledger of the whole run.
void add_run(trace::RunRecord& record, const Plan& plan, const Execution& execution,
             const std::vector<DeviceAccount>& accounts, Ticks until, std::uint64_t operations) {
  record.training = true;
  record.program = plan.schedule;
  record.machine = fmt::format("{} devices", plan.devices);
  until = std::min(until, execution.makespan);
  record.cycles = until;
  record.instructions = operations;
  record.stop.reason = "end";
  add_accounts(record, plan, accounts, until);
}

} // namespace

std::size_t lanes_of(const Plan& plan) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> links;
  if (plan.transfer > 0)
    for (std::size_t s = 0; s + 1 < plan.stages.size(); ++s) {
      const std::uint32_t from = plan.stages[s].device;
      const std::uint32_t to = plan.stages[s + 1].device;
      if (from == to || plan.stages[s].pipeline != plan.stages[s + 1].pipeline)
        continue;
      links.emplace(std::min(from, to), std::max(from, to));
      if (plan.links != LinkSharing::half_duplex)
        links.emplace(std::max(from, to), std::min(from, to));
    }
  return plan.devices + links.size();
}

trace::RunRecord run_record(const RunIndex& index, const std::vector<DeviceAccount>& accounts,
                            const RecordWindow& window) {
  const Plan& plan = index.plan();
  STALLSCOPE_CHECK(lanes_of(plan) <= kMostLanes, "every device and link has a lane");
  trace::RunRecord record = RecordBuilder(index, window).build();
  add_run(record, plan, index.run(), accounts, kNotYet, index.operations());
  return record;
}

trace::RunRecord run_record(const Plan& plan, const Verified& verified, const Execution& execution,
                            const std::vector<DeviceAccount>& accounts,
                            const RecordWindow& window) {
  STALLSCOPE_CHECK(!execution.deadlock, "a run that came to its end");
  trace::RunRecord record;
  if (window.timeline) {
    STALLSCOPE_CHECK(lanes_of(plan) <= kMostLanes, "every device and link has a lane");
    record = RecordBuilder(RunIndex(plan, verified, execution), window).build();
  }
  add_run(record, plan, execution, accounts, window.until,
          static_cast<std::uint64_t>(
              std::count_if(plan.operations.begin(), plan.operations.end(),
                            [&plan](const Operation& op) { return occupies(plan, op); })));
  return record;
}

} // namespace stallscope::training
