#include "training/simulation/record.hpp"

#include "base/check.hpp"
#include "dependences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace stallscope::training {

namespace {

// Numbers of the palette that all pictures share.
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
  RecordBuilder(const Plan& plan, const Verified& verified, const Execution& run,
                const RecordWindow& window)
      : plan_(plan), verified_(verified), run_(run), from_(window.from),
        until_(std::min(window.until, run.makespan)) {}

  trace::RunRecord build() {
    Timeline& timeline = out_.timeline;
    timeline.first_cycle = Cycle{from_ + 1};
    timeline.end_cycle = Cycle{std::max(from_, until_) + 1};
    for (std::uint32_t device = 0; device < plan_.devices; ++device)
      timeline.lanes.push_back(device_lane(device));
    number_operations();
    for (const Entry& entry : entries_)
      entry.transfer ? add_transfer(entry.operation) : add_operation(entry.operation);
    add_gaps();
    std::stable_sort(timeline.arrows.begin(), timeline.arrows.end(),
                     [](const Arrow& a, const Arrow& b) { return a.cycle < b.cycle; });
    return std::move(out_);
  }

private:
  /// A row: an operation, or the transfer of its result.
  struct Entry {
    Ticks begin = 0;
    OperationIndex operation = 0;
    bool transfer = false;
  };

  [[nodiscard]] static Lane device_lane(std::uint32_t device) {
    Lane lane;
    lane.name = fmt::format("device {}", device);
    lane.mark = fmt::format("{}", device);
    lane.slots = 1;
    return lane;
  }
  [[nodiscard]] std::uint32_t device_of(OperationIndex i) const {
    return plan_.stages[plan_.operations[i].stage].device;
  }
  [[nodiscard]] bool inside(Ticks begin, Ticks end) const { return begin < until_ && end > from_; }

  void number_operations() {
    numbers_.assign(plan_.operations.size(), kNoOp);
    for (OperationIndex i = 0; i < plan_.operations.size(); ++i) {
      if (!occupies(plan_, plan_.operations[i]))
        continue;
      if (inside(run_.start[i], run_.end[i]))
        entries_.push_back({run_.start[i], i, false});
      if (plan_.transfer > 0 && run_.sent[i] != kNotYet &&
          inside(run_.sent[i], run_.sent[i] + transfer_of(plan_, plan_.operations[i])))
        entries_.push_back({run_.sent[i], i, true});
    }
    std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.transfer < b.transfer;
    });
    for (std::size_t k = 0; k < entries_.size(); ++k)
      if (!entries_[k].transfer)
        numbers_[entries_[k].operation] = OpId{k + 1};
  }

  /// What stands in a cell: the stage only where a device has several.
  [[nodiscard]] std::string label(const Operation& op) const {
    if (!has_micro_batch(op.kind)) { // G: gradients, U: update
      const char* letter = op.kind == Kind::reduce_gradient ? "G" : "U";
      return plan_.stages.size() > plan_.devices ? fmt::format("{}{}", op.stage, letter) : letter;
    }
    if (plan_.stages.size() > plan_.devices)
      return name(op);
    return fmt::format("{}{}", info(op.kind).letter, op.micro_batch);
  }

  void add_row(Ticks begin, Ticks end, LaneId lane, std::string text, std::string cell,
               std::uint8_t color) {
    Timeline& timeline = out_.timeline;
    OpRow row;
    row.op = OpId{timeline.rows.size() + 1};
    row.instruction = InstructionIndex{static_cast<std::uint32_t>(timeline.rows.size())};
    row.begin = Cycle{std::max(begin, from_) + 1};
    row.end = Cycle{std::min(end, until_) + 1};
    row.in_flight = end > until_;
    row.first_span = static_cast<std::uint32_t>(timeline.spans.size());
    row.span_count = 1;
    timeline.rows.push_back(row);
    timeline.spans.push_back({row.begin, row.end, row.op, lane, 0, {}});
    out_.legend.instruction_text.push_back(std::move(text));
    out_.legend.cell_text.push_back(std::move(cell));
    out_.legend.color.push_back(color);
  }

  void add_operation(OperationIndex i) {
    const Operation& op = plan_.operations[i];
    add_row(run_.start[i], run_.end[i], static_cast<LaneId>(device_of(i)), name(op), label(op),
            color_of(op.kind));
    const OpId own = out_.timeline.rows.back().op;
    if (run_.start[i] < from_)
      return;
    for (const OperationIndex producer :
         {producer_of(plan_, verified_.passes, op), local_producer_of(verified_.passes, op)})
      if (producer != kNoOperation && numbers_[producer])
        out_.timeline.arrows.push_back({Cycle{run_.start[i] + 1}, numbers_[producer], own,
                                        kNoRegister, static_cast<LaneId>(device_of(producer))});
  }

  void add_transfer(OperationIndex i) {
    const Operation& op = plan_.operations[i];
    const std::uint32_t from = device_of(i);
    const auto consumer = static_cast<std::size_t>(consumer_stage(plan_, op));
    const std::uint32_t to = plan_.stages[consumer].device;
    add_row(run_.sent[i], run_.sent[i] + transfer_of(plan_, op), link_lane(from, to),
            fmt::format("{}: transfer to device {}", name(op), to), label(op), color_of(op.kind));
  }

  LaneId link_lane(std::uint32_t from, std::uint32_t to) {
    if (plan_.links == LinkSharing::half_duplex && from > to)
      std::swap(from, to);
    const auto [found, added] = links_.try_emplace({from, to}, LaneId{0});
    if (!added)
      return found->second;
    std::vector<Lane>& lanes = out_.timeline.lanes;
    Lane lane;
    lane.name =
        fmt::format("link {}{}{}", from, plan_.links == LinkSharing::half_duplex ? "-" : ">", to);
    lane.mark = fmt::format("{}>{}", from, to);
    lane.slots = plan_.links == LinkSharing::unlimited ? 0 : 1;
    lane.is_unit = true;
    found->second = static_cast<LaneId>(lanes.size());
    lanes.push_back(std::move(lane));
    return found->second;
  }

  void add_gaps() {
    std::vector<IdleSpan> spans;
    for (std::uint32_t device = 0; device < plan_.devices; ++device) {
      explain_idle(plan_, verified_, run_, device, spans);
      for (const IdleSpan& span : spans)
        if (inside(span.begin, span.end))
          out_.timeline.gaps.push_back(
              {Cycle{std::max(span.begin, from_) + 1}, Cycle{std::min(span.end, until_) + 1},
               static_cast<LaneId>(device),
               Cause{span.why, kNoRegister,
                     span.culprit == kNoOperation ? kNoOp : numbers_[span.culprit]}});
    }
  }

  const Plan& plan_;
  const Verified& verified_;
  const Execution& run_;
  Ticks from_;
  Ticks until_;
  trace::RunRecord out_;
  std::vector<Entry> entries_; ///< in the order of their numbers
  std::vector<OpId> numbers_;  ///< by operation; none: not in the window
  std::map<std::pair<std::uint32_t, std::uint32_t>, LaneId> links_;
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

trace::RunRecord run_record(const Plan& plan, const Verified& verified, const Execution& execution,
                            const std::vector<DeviceAccount>& accounts,
                            const RecordWindow& window) {
  STALLSCOPE_CHECK(!execution.deadlock, "a run that came to its end");
  trace::RunRecord record;
  STALLSCOPE_CHECK(!window.timeline || lanes_of(plan) <= kMostLanes, "lanes have 8 bits");
  if (window.timeline)
    record = RecordBuilder(plan, verified, execution, window).build();
  record.training = true;
  record.program = plan.schedule;
  record.machine = fmt::format("{} devices", plan.devices);
  const Ticks until = std::min(window.until, execution.makespan);
  record.cycles = until;
  record.instructions = static_cast<std::uint64_t>(
      std::count_if(plan.operations.begin(), plan.operations.end(),
                    [&plan](const Operation& op) { return occupies(plan, op); }));
  record.stop.reason = "end";
  add_accounts(record, plan, accounts, until);
  return record;
}

} // namespace stallscope::training
