#include "base/check.hpp"
#include "training/lanes/task_graph.hpp"

#include <algorithm>
#include <map>

namespace stallscope::training {

namespace {

class TaskRecordBuilder {
public:
  TaskRecordBuilder(const TaskGraph& graph, const TaskRun& run)
      : graph_(graph), run_(run), shown_(places_of(graph, run)), numbers_(shown_.numbers),
        places_(shown_.lanes) {}

  trace::RunRecord build(const std::string& name) {
    record_.training = true;
    record_.program = name;
    record_.cycles = run_.makespan;
    record_.stop.reason = "end";
    record_.timeline.end_cycle = Cycle{run_.makespan + 1};
    place_lanes();
    add_rows();
    add_arrows();
    add_ledger();
    return std::move(record_);
  }

private:
  static Lane lane_of(const TaskLane& task_lane) {
    Lane lane;
    lane.name = task_lane.name;
    lane.mark = task_lane.name;
    lane.slots = task_lane.slots;
    lane.is_unit = !task_lane.is_device;
    return lane;
  }

  void place_lanes() {
    for (std::size_t lane = 0; lane < graph_.lanes().size(); ++lane)
      if (places_[lane] != kNoLane)
        record_.timeline.lanes.push_back(lane_of(graph_.lanes()[lane]));
  }

  void add_rows() {
    Timeline& timeline = record_.timeline;
    for (const TaskId task : shown_.order) {
      const Task& what = graph_.tasks()[task];
      OpRow row;
      row.op = numbers_[task];
      row.instruction = InstructionIndex{static_cast<std::uint32_t>(timeline.rows.size())};
      row.begin = Cycle{run_.start[task] + 1};
      row.end = Cycle{run_.end[task] + 1};
      row.first_span = static_cast<std::uint32_t>(timeline.spans.size());
      row.span_count = 1;
      timeline.rows.push_back(row);
      timeline.spans.push_back({row.begin,
                                row.end,
                                row.op,
                                places_[what.lane],
                                static_cast<std::uint8_t>(run_.slot[task]),
                                {}});
      record_.legend.instruction_text.push_back(what.name);
      record_.legend.cell_text.push_back(what.cell);
      record_.legend.color.push_back(what.color);
    }
    record_.instructions = shown_.order.size();
  }

  void add_arrows() {
    GrowingArray<Arrow>& arrows = record_.timeline.arrows;
    for (TaskId task = 0; task < graph_.tasks().size(); ++task)
      for (const TaskId needed : graph_.needs(task))
        if (numbers_[task] && numbers_[needed])
          arrows.push_back({Cycle{run_.start[task] + 1}, numbers_[needed], numbers_[task],
                            kNoRegister, places_[graph_.tasks()[needed].lane]});
    std::stable_sort(arrows.begin(), arrows.end(),
                     [](const Arrow& a, const Arrow& b) { return a.cycle < b.cycle; });
  }

  void add_ledger() {
    trace::Ledger& ledger = record_.ledger;
    ledger.of_devices = true;
    ledger.cycles = run_.makespan;
    for (trace::LedgerAccount& account : ledger.accounts)
      account.width = 0;
    trace::LedgerAccount& devices = ledger.at(trace::LedgerPoint::issue);
    devices.width = 0;
    std::map<std::string, Ticks> work;
    for (std::uint16_t lane = 0; lane < graph_.lanes().size(); ++lane) {
      if (graph_.lanes()[lane].slots != 1 || places_[lane] == kNoLane)
        continue; // idle intervals exist only for lanes with one slot
      const bool counts = graph_.lanes()[lane].is_device;
      for (const LaneGap& gap : lane_gaps(graph_, run_, lane)) {
        record_.timeline.gaps.push_back(
            {Cycle{gap.begin + 1}, Cycle{gap.end + 1}, places_[lane],
             Cause{gap.why, kNoRegister, gap.culprit == kNoTask ? kNoOp : numbers_[gap.culprit]}});
        if (counts)
          devices.slots[static_cast<std::size_t>(gap.why)] += gap.end - gap.begin;
      }
      devices.width += counts ? 1 : 0;
    }
    for (const Task& task : graph_.tasks())
      if (graph_.lanes()[task.lane].is_device) {
        devices.slots[0] += task.duration;
        work[task.kind] += task.duration;
      }
    for (const auto& [kind, ticks] : work)
      if (ticks > 0)
        record_.work.push_back({kind, ticks});
    STALLSCOPE_CHECK(ledger.balanced(), "devices x makespan is all that devices did and waited");
    record_.machine = std::to_string(devices.width) + (devices.width == 1 ? " device" : " devices");
  }

  const TaskGraph& graph_;
  const TaskRun& run_;
  trace::RunRecord record_;
  TaskPlaces shown_;
  const std::vector<OpId>& numbers_;
  const std::vector<LaneId>& places_;
};

} // namespace

TaskPlaces places_of(const TaskGraph& graph, const TaskRun& run) {
  TaskPlaces places;
  std::vector<bool> used(graph.lanes().size());
  for (TaskId task = 0; task < graph.tasks().size(); ++task)
    if (graph.tasks()[task].duration > 0) {
      used[graph.tasks()[task].lane] = true;
      places.order.push_back(task);
    }
  LaneId next = 0;
  for (std::size_t lane = 0; lane < used.size(); ++lane)
    places.lanes.push_back(used[lane] || graph.lanes()[lane].is_device ? next++ : kNoLane);
  std::stable_sort(places.order.begin(), places.order.end(),
                   [&run](TaskId a, TaskId b) { return run.start[a] < run.start[b]; });
  places.numbers.assign(graph.tasks().size(), kNoOp);
  for (std::size_t i = 0; i < places.order.size(); ++i)
    places.numbers[places.order[i]] = OpId{i + 1};
  return places;
}

trace::RunRecord task_record(const TaskGraph& graph, const TaskRun& run, const std::string& name) {
  return TaskRecordBuilder(graph, run).build(name);
}

} // namespace stallscope::training
