#include "base/check.hpp"
#include "training/lanes/task_graph.hpp"

#include <algorithm>
#include <map>

namespace stallscope::training {

namespace {

class TaskRecordBuilder {
public:
  TaskRecordBuilder(const TaskGraph& graph, const TaskRun& run) : graph_(graph), run_(run) {}

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

  /// Assigns record lanes: devices first, then other lanes that execute tasks.
  void place_lanes() {
    std::vector<bool> used(graph_.lanes().size());
    for (const Task& task : graph_.tasks())
      used[task.lane] = used[task.lane] || task.duration > 0;
    places_.assign(used.size(), kNoLane);
    for (std::size_t lane = 0; lane < used.size(); ++lane) {
      if (!used[lane] && !graph_.lanes()[lane].is_device)
        continue;
      places_[lane] = static_cast<LaneId>(record_.timeline.lanes.size());
      record_.timeline.lanes.push_back(lane_of(graph_.lanes()[lane]));
    }
  }

  /// Tasks are numbered by start; tasks without duration are not shown.
  void add_rows() {
    std::vector<TaskId> order;
    for (TaskId task = 0; task < graph_.tasks().size(); ++task)
      if (graph_.tasks()[task].duration > 0)
        order.push_back(task);
    std::stable_sort(order.begin(), order.end(),
                     [this](TaskId a, TaskId b) { return run_.start[a] < run_.start[b]; });
    numbers_.assign(graph_.tasks().size(), kNoOp);
    Timeline& timeline = record_.timeline;
    for (const TaskId task : order) {
      const Task& what = graph_.tasks()[task];
      OpRow row;
      row.op = OpId{timeline.rows.size() + 1};
      numbers_[task] = row.op;
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
    record_.instructions = order.size();
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
  std::vector<OpId> numbers_;  ///< operation number, by task
  std::vector<LaneId> places_; ///< record lane, by lane of the graph; none: it executes no task
};

} // namespace

trace::RunRecord task_record(const TaskGraph& graph, const TaskRun& run, const std::string& name) {
  return TaskRecordBuilder(graph, run).build(name);
}

} // namespace stallscope::training
