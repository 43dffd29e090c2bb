#include "model/plan/plan_course.hpp"

#include "base/read_file.hpp"
#include "model/plan/scenario_course.hpp"
#include "plan/course_record.hpp"
#include "problem.hpp"
#include "training/simulation/why.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::gui {

namespace {

/// Name of the order by hand in messages.
constexpr const char* kOrderByHand = "order by hand";

class PlanCourse final : public Course {
public:
  /// Stopped by `go_on` it is not complete.
  PlanCourse(training::TrainRun run, const GoOn& go_on)
      : run_(std::move(run)), index_(run_.plan.plan, run_.plan.verified, run_.execution),
        memory_(memory_of(run_, go_on)) {
    if (is_stopped(go_on))
      return;
    whole_ = training::run_record(run_.plan.plan, run_.plan.verified, run_.execution, run_.accounts,
                                  {0, training::kNotYet, false});
    training::add_statistics(whole_, run_);
    if (const auto what = training::out_of_memory(run_)) {
      const std::string who = what->operation == training::kNoOperation
                                  ? std::string("model states")
                                  : training::name(run_.plan.plan.operations[what->operation]);
      const std::uint64_t room = run_.plan.job->cluster.memory;
      whole_.notes.push_back(fmt::format("device {}: {} bytes with {}, of {}", what->device,
                                         what->bytes.all(), who, room));
      memory_.no_room = NoRoom{memory_.devices[what->device].device, who, what->time + 1,
                               what->bytes.all(), room};
    }
  }

  [[nodiscard]] trace::RunRecord record(std::uint64_t from, std::uint64_t to) const override {
    trace::RunRecord record = training::run_record(
        index_, run_.accounts, {from - 1, std::min(to, run_.execution.makespan), true});
    add_lost(record, std::vector<bool>(run_.plan.plan.devices, true));
    record.cycles = whole_.cycles;
    record.unit_counts = whole_.unit_counts;
    record.notes = whole_.notes;
    return record;
  }
  [[nodiscard]] std::uint64_t cycles() const override { return run_.execution.makespan; }
  [[nodiscard]] std::uint64_t operations() const override { return index_.rows().size(); }
  void look_through(const SeeRow& see_row, const SeeLost& see_lost) const override {
    for (const training::RunIndex::Row& row : index_.rows())
      see_row(Cycle{row.begin + 1}, Cycle{index_.end_of(row) + 1});
    for (std::uint32_t device = 0; device < run_.plan.plan.devices; ++device)
      for (const training::IdleSpan& span : index_.idle_in(device, 0, run_.execution.makespan))
        see_lost({Cycle{span.begin + 1}, Cycle{span.end + 1},
                  static_cast<std::uint8_t>(trace::LedgerPoint::issue), 1, Cause{span.why}});
  }
  [[nodiscard]] const MemoryCurves& memory() const override { return memory_; }
  [[nodiscard]] std::optional<std::vector<CauseLink>> why(LaneId lane,
                                                          std::uint64_t cycle) const override {
    std::vector<CauseLink> causes;
    if (lane >= run_.plan.plan.devices)
      return causes;
    const auto idle = index_.idle_in(lane, cycle - 1, cycle);
    if (idle.empty())
      return causes;
    for (const training::WhyLink& link :
         training::why_idle(run_.plan.plan, run_.plan.verified, run_.execution, idle.front()))
      causes.push_back(cause_of(link, idle.front().begin));
    return causes;
  }
  [[nodiscard]] std::uint64_t nanoseconds() const override {
    return run_.plan.job ? run_.plan.job->tick : 0;
  }
  [[nodiscard]] const training::Operation* operation(OpId row) const override {
    const auto& rows = index_.rows(); // row i is operation i + 1 of the record
    return row.value == 0 || row.value > rows.size()
               ? nullptr
               : &run_.plan.plan.operations[rows[row.value - 1].operation];
  }
  [[nodiscard]] const training::TrainRun* plan() const override { return &run_; }

private:
  /// A link with its names and the cell where it can be seen, from `first` on.
  [[nodiscard]] CauseLink cause_of(const training::WhyLink& link, training::Ticks first) const {
    using What = training::WhyLink::What;
    const training::Plan& plan = run_.plan.plan;
    const training::Operation& op = plan.operations[link.operation];
    const std::uint32_t own = plan.stages[op.stage].device;
    CauseLink cause;
    cause.who = training::name(op);
    cause.begin = std::max(link.begin, first) + 1;
    cause.end = link.end + 1;
    if (link.what == What::work) {
      cause.where = std::to_string(own);
      cause.lane = static_cast<LaneId>(own);
      cause.op = OpId{index_.number_of(link.operation)};
      return cause;
    }
    const bool moves = link.what == What::transfer;
    const bool named = moves || link.behind != training::kNoOperation;
    cause.what = moves   ? CauseLink::What::transfer
                 : named ? CauseLink::What::link_busy
                         : CauseLink::What::turn;
    if (moves)
      cause.where = std::to_string(training::receiver_of(plan, op));
    else if (named)
      cause.where = training::name(plan.operations[link.behind]);
    if (named)
      show_transfer(moves ? link.operation : link.behind, link.begin, link.end, cause);
    return cause;
  }

  /// The cell of a transfer that is under way in ticks [begin, end).
  void show_transfer(training::OperationIndex of, training::Ticks begin, training::Ticks end,
                     CauseLink& cause) const {
    const training::Plan& plan = run_.plan.plan;
    const training::Operation& op = plan.operations[of];
    const auto [first, last] = index_.rows_in(begin, end);
    for (std::size_t i = first; i < last; ++i)
      if (const training::RunIndex::Row& row = index_.rows()[i];
          row.transfer && row.operation == of) {
        cause.op = OpId{i + 1};
        cause.lane = static_cast<LaneId>(
            plan.devices +
            index_.link_between(plan.stages[op.stage].device, training::receiver_of(plan, op)));
      }
  }

  training::TrainRun run_;
  training::RunIndex index_; ///< index of run_
  MemoryCurves memory_;
  trace::RunRecord whole_; ///< without a timeline
};

MemoryStrip strip_in_bytes(const training::TrainRun& run, std::uint32_t device) {
  const training::PlanBytes& bytes = run.plan.costs.bytes;
  MemoryStrip strip;
  for (const training::BytesLevel& level :
       training::byte_curve(run.plan.plan, bytes, run.execution, device)) {
    const training::DeviceBytes& b = level.bytes;
    strip.levels.push_back(
        {level.time + 1, {b.parameters, b.gradients, b.optimizer, b.activations, b.workspace}});
    if (b.all() <= strip.peak)
      continue;
    strip.peak = b.all();
    strip.peak_cycle = level.time + 1;
    strip.culprit = level.operation == training::kNoOperation
                        ? std::string()
                        : training::name(run.plan.plan.operations[level.operation]);
  }
  strip.room = run.plan.job->cluster.memory;
  return strip;
}

MemoryStrip strip_of_activations(const training::TrainRun& run, std::uint32_t device) {
  MemoryStrip strip;
  for (const training::ActivationLevel& level :
       training::activation_curve(run.plan.plan, run.execution, device)) {
    strip.levels.push_back({level.time + 1, {0, 0, 0, level.parts, 0}});
    if (level.parts <= strip.peak)
      continue;
    strip.peak = level.parts;
    strip.peak_cycle = level.time + 1;
  }
  const training::ActivationPeak& peak = run.peaks[device];
  if (peak.operation != training::kNoOperation)
    strip.culprit = training::name(run.plan.plan.operations[peak.operation]);
  strip.room = run.plan.most_chunks * std::uint64_t{run.plan.plan.held.all};
  return strip;
}

} // namespace

MemoryCurves memory_of(const training::TrainRun& run, const GoOn& go_on) {
  MemoryCurves curves;
  curves.bytes = run.plan.job.has_value();
  curves.per_activation = curves.bytes ? 1 : training::activation_parts(run.plan.plan);
  for (std::uint32_t device = 0; device < run.plan.plan.devices && !is_stopped(go_on); ++device) {
    curves.devices.push_back(curves.bytes ? strip_in_bytes(run, device)
                                          : strip_of_activations(run, device));
    curves.devices.back().device = fmt::format("device {}", device);
  }
  curves.sum_up();
  return curves;
}

training::PlanSource plan_source(const RunSpec& spec) {
  training::PlanSource source;
  const std::string& name = spec.program.name;
  const auto set = [&source](const std::string& key, const std::string& value) {
    source.settings.push_back({key, key, value});
  };
  if (name.ends_with(".toml"))
    source.file = name;
  else if (name.ends_with(".csv"))
    set("order", name);
  else if (spec.order.empty())
    set("schedule", name);
  for (const machine::Setting& setting : spec.settings)
    if (spec.order.empty() || setting.key != "schedule")
      set(setting.key, setting.value);
  if (!spec.order.empty())
    set("order", kOrderByHand);
  return source;
}

FileReader plan_reader(const RunSpec& spec) {
  return [spec](const std::string& name, std::size_t most, std::string_view expected,
                Streams) -> Result<std::string> {
    if (name == kOrderByHand)
      return spec.order;
    if (spec.program.text && name == spec.program.name)
      return *spec.program.text;
    return read_file(name, most, expected, Streams::refuse);
  };
}

Result<std::shared_ptr<const Course>> open_plan(const RunSpec& spec, const GoOn& go_on) {
  if (is_scenario(spec.program.name))
    return open_scenario(spec);
  training::PlanSource source = plan_source(spec);
  source.go_on = go_on;
  auto loaded = training::load_plan(source, plan_reader(spec));
  if (!loaded)
    return loaded.diagnostics();
  if (!spec.order.empty())
    loaded->plan.schedule = spec.program.name;
  if (training::lanes_of(loaded->plan) > training::kMostLanes)
    return problem({}, fmt::format("{} devices and links; a pane has at most {}",
                                   training::lanes_of(loaded->plan), training::kMostLanes));
  training::TrainRun run = training::run_plan(std::move(loaded).value(), training::kNotYet, go_on);
  if (run.execution.interrupted)
    return problem({}, kInterrupted);
  if (const auto& deadlock = run.execution.deadlock) {
    Diagnostics problems{
        problem({}, fmt::format("deadlock in tick {}; round the cycle:", deadlock->time))};
    for (const std::string& wait : deadlock->waits)
      problems.push_back(problem({}, wait));
    return problems;
  }
  const auto course = std::make_shared<const PlanCourse>(std::move(run), go_on);
  if (is_stopped(go_on))
    return problem({}, kInterrupted);
  return std::shared_ptr<const Course>(course);
}

} // namespace stallscope::gui
