#include "loop/recorded_cycle.hpp"

#include "base/counted.hpp"
#include "loop/steady.hpp"
#include "session/runner.hpp"
#include "session/summary.hpp"
#include "trace/critical_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace stallscope::session {

namespace {

using trace::EdgeKind;
using trace::PathLink;

class CycleSearch {
public:
  CycleSearch(const isa::Program& program, const LoopBody& body, const machine::Machine& machine,
              LoopAlias alias, const LoopRate& rate)
      : body_(body), rate_(rate), first_(rate.first_iteration),
        loop_(program, body, alias, copies_of(body, rate)),
        simulation_(simulation_of(loop_, machine)) {}

  std::optional<RecordedCycle> run() {
    record();
    const trace::RunGraph graph(run_);
    const std::vector<PathLink> path = graph.critical_path();
    const auto [begin, end] = shortest_cycle(path);
    if (end == begin)
      return std::nullopt;
    return described(std::vector<PathLink>(path.begin() + begin, path.begin() + end));
  }

private:
  /// Identity of an edge, apart from the period in which it lies.
  using Key = std::tuple<EdgeKind, LaneId, Reason, std::uint32_t, std::uint32_t, std::uint32_t,
                         std::uint32_t, std::int64_t, std::uint64_t>;
  struct Place {
    std::uint32_t position = 0;
    std::uint32_t part = 0; ///< index of the micro-op in its instruction
    std::int64_t copy = 0;
  };

  /// Number of iterations recorded. The path is followed from the end of the record through several
  /// iterations before it closes.
  static std::uint64_t recorded_iterations(const LoopBody& body, const LoopRate& rate) {
    constexpr std::uint64_t kInstructions = 3000;
    constexpr std::uint64_t kPeriods = 3;
    return std::max(kPeriods * rate.period_iterations,
                    std::min<std::uint64_t>(kInstructions / body.path.size() + 1, 400));
  }
  static std::uint64_t copies_of(const LoopBody& body, const LoopRate& rate) {
    return rate.first_iteration + recorded_iterations(body, rate) +
           core::kWindowSlots / body.path.size() + 4;
  }

  void record() {
    simulation_->step(std::max<std::uint64_t>(rate_.first_cycle, 1));
    const std::uint64_t until = first_ + recorded_iterations(body_, rate_);
    const Timeline timeline = recorded(*simulation_, until * loop_.length());
    run_ = summary_of(*simulation_);
    run_.timeline = timeline;
    run_.legend = make_legend(loop_.program(), run_.timeline,
                              [this](std::uint32_t i) { return simulation_->parts_of(i); });
    std::uint32_t instruction = ~0U;
    std::uint32_t part = 0;
    for (const OpRow& row : run_.timeline.rows) {
      part = row.instruction.value == instruction ? part + 1 : 0;
      instruction = row.instruction.value;
      parts_.push_back(part);
    }
  }

  [[nodiscard]] std::optional<Place> place_of(OpId op) const {
    const OpRow* const row = run_.timeline.find(op);
    if (row == nullptr)
      return std::nullopt;
    const auto at = static_cast<std::size_t>(row - run_.timeline.rows.data());
    return Place{loop_.position_of(row->instruction.value), parts_[at],
                 static_cast<std::int64_t>(loop_.copy_of(row->instruction.value))};
  }

  /// The first and the last link of the shortest stretch of the path that leads from an event to
  /// the same event some periods later.
  [[nodiscard]] std::pair<std::ptrdiff_t, std::ptrdiff_t>
  shortest_cycle(const std::vector<PathLink>& path) const {
    struct Seen {
      std::ptrdiff_t behind = 0;
      std::int64_t copy = 0;
      Cycle at;
    };
    std::map<Key, Seen> seen;
    std::pair<std::ptrdiff_t, std::ptrdiff_t> best{0, 0};
    for (std::size_t n = 0; n < path.size(); ++n) {
      const PathLink& link = path[n];
      const auto to = place_of(link.op);
      const auto from = place_of(link.from);
      if (!to || !from || link.kind == EdgeKind::drain)
        continue;
      const Key key{link.kind,
                    link.lane,
                    link.cause.why,
                    to->position,
                    to->part,
                    from->position,
                    from->part,
                    to->copy - from->copy,
                    static_cast<std::uint64_t>(to->copy) % rate_.period_iterations};
      const Seen now{static_cast<std::ptrdiff_t>(n) + 1, to->copy, link.end};
      if (const auto earlier = seen.find(key); earlier != seen.end()) {
        const Seen& then = earlier->second;
        const std::ptrdiff_t length = now.behind - then.behind;
        if (now.copy > then.copy && fits(now.copy - then.copy, link.end - then.at) &&
            (best.first == best.second || length < best.second - best.first))
          best = {then.behind, now.behind};
      }
      seen[key] = now;
    }
    return best;
  }

  [[nodiscard]] bool fits(std::int64_t iterations, std::uint64_t cycles) const {
    return Fraction::of(cycles, static_cast<std::uint64_t>(iterations)) == rate_.cycles;
  }

  RecordedCycle described(const std::vector<PathLink>& links) const {
    RecordedCycle found;
    LoopBound& bound = found.bound;
    bound.kind = LoopBoundKind::cycle;
    bound.name = "critical cycle";
    bound.cycles = rate_.cycles;
    std::uint64_t cycles = 0;
    std::int64_t iterations = 0;
    for (const PathLink& link : links) {
      const Place from = *place_of(link.from);
      const Place to = *place_of(link.op);
      cycles += link.cycles();
      iterations += to.copy - from.copy;
      const std::string through = carrier_of(link);
      if (is_operand(link) && !is_cut(found, to.position, link.cause.reg))
        found.waits.emplace_back(to.position, link.cause.reg);
      const std::vector<trace::MicroOpPart> parts =
          simulation_->parts_of(instruction_at(from.position));
      LoopLink one{.position = from.position,
                   .part =
                       parts.size() > 1 && from.part < parts.size() ? parts[from.part].text : "",
                   .through = through,
                   .latency = static_cast<std::int64_t>(link.cycles()),
                   .distance = static_cast<std::int32_t>(to.copy - from.copy)};
      const bool goes_on = !bound.chain.empty() && bound.chain.back().distance == 0 &&
                           bound.chain.back().position == one.position &&
                           bound.chain.back().part == one.part &&
                           bound.chain.back().through == one.through;
      if (goes_on) {
        bound.chain.back().latency += one.latency;
        bound.chain.back().distance = one.distance;
      } else {
        bound.chain.push_back(std::move(one));
      }
    }
    bound.title =
        fmt::format("as recorded, each event waits for the one before: {} in {}",
                    counted(cycles, "cycle", "cycles"),
                    counted(static_cast<std::uint64_t>(iterations), "iteration", "iterations"));
    return found;
  }

  static bool is_operand(const PathLink& link) {
    return (link.kind == EdgeKind::wait || link.kind == EdgeKind::data) &&
           link.cause.why == Reason::raw && link.cause.reg != kNoRegister;
  }
  static bool is_cut(const RecordedCycle& found, std::uint32_t position, RegId reg) {
    return std::find(found.waits.begin(), found.waits.end(), LoopCut{position, reg}) !=
           found.waits.end();
  }
  [[nodiscard]] std::uint32_t instruction_at(std::uint32_t position) const {
    return loop_.index_of(0, position);
  }

  /// Description of what connects one event to the next.
  [[nodiscard]] std::string carrier_of(const PathLink& link) const {
    const std::string lane = link.lane < run_.timeline.lanes.size()
                                 ? run_.timeline.lanes[link.lane].name
                                 : std::string("the pipeline");
    switch (link.kind) {
    case EdgeKind::work:
      return link.cause.why == Reason::none
                 ? lane
                 : fmt::format("{} ({})", lane, info(link.cause.why).title);
    case EdgeKind::wait:
      if (is_operand(link))
        return run_.legend.register_name(link.cause.reg);
      return fmt::format("{} ({})", lane, info(link.cause.why).title);
    case EdgeKind::fetch:
      return "fetch";
    case EdgeKind::dispatch:
      return "program order";
    case EdgeKind::retire:
      return "retirement";
    case EdgeKind::data:
      return run_.legend.register_name(link.cause.reg);
    case EdgeKind::drain:
      break;
    }
    return {};
  }

  const LoopBody& body_;
  const LoopRate& rate_;
  const std::uint64_t first_;
  const LaidOutLoop loop_;
  std::unique_ptr<Simulation> simulation_;
  trace::RunRecord run_;
  std::vector<std::uint32_t> parts_; ///< by row
};

} // namespace

std::optional<RecordedCycle> recorded_cycle(const isa::Program& program, const LoopBody& body,
                                            const machine::Machine& machine, LoopAlias alias,
                                            const LoopRate& rate) {
  return rate.exact ? CycleSearch(program, body, machine, alias, rate).run() : std::nullopt;
}

} // namespace stallscope::session
