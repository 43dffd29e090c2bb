#include "processor/processor_flows.hpp"

#include "processor/micro_op_facts.hpp"

#include <algorithm>

namespace stallscope::gui {

bool decides_in(const machine::Machine& machine, const Timeline& part, const OpRow& row,
                std::uint64_t cycle) {
  for (const Span& span : part.spans_of(row)) {
    const Lane& lane = part.lanes[span.lane];
    const bool decides =
        machine.dynamic ? lane.is_unit
                        : lane.name == machine.stages[machine.resolve_stage].name ||
                              (lane.is_unit && machine.resolve_stage ==
                                                   machine.stage_with(machine::StageRole::execute));
    if (decides && span.cause.why == Reason::none && span.end.value == cycle + 1)
      return true;
  }
  return false;
}

bool decides_control(const Run& run, const RunWindow& window, const Timeline& part,
                     const OpRow& row, std::uint64_t cycle) {
  const auto what = class_of(run, window, row);
  return what && isa::is_control(*what) && decides_in(*run.machine(), part, row, cycle);
}

namespace {

class Lights {
public:
  explicit Lights(const FlowScene& scene) : s_(scene) {}

  [[nodiscard]] bool lit(const ProcessorFlow& flow, const ProcessorView& view) const {
    switch (flow.kind) {
    case FlowKind::forwarding:
      return forwarded(flow);
    case FlowKind::prediction:
      return view.prediction_ok.has_value() && told(flow.from);
    case FlowKind::instructions:
      return s_.layout.dynamic ? leaves_fetch() : works_in(flow.to);
    case FlowKind::addresses:
      return addressed(flow);
    case FlowKind::data:
      return kind(flow.from) == PartKind::dcache ? loaded(flow.to) : works_in(flow.to);
    case FlowKind::updates:
      return updated(flow.from);
    case FlowKind::operations:
    case FlowKind::results:
      break;
    }
    const ProcessorPart& from = s_.layout.parts[flow.from];
    // With a decoder of zero cycles operations move from fetch to the stations directly.
    return moved(from.kind == PartKind::decode && from.lanes.empty()
                     ? s_.layout.find(PartKind::fetch).value_or(flow.from)
                     : flow.from,
                 flow.to);
  }

private:
  [[nodiscard]] PartKind kind(std::size_t index) const { return s_.layout.parts[index].kind; }
  /// A condition holds for an operation in the figure, given its token in the previous cycle (null:
  /// none).
  template <class Holds> [[nodiscard]] bool any_now(const Holds& holds) const {
    return std::any_of(s_.now.begin(), s_.now.end(), [&](const auto& entry) {
      const auto was = s_.before.find(entry.first);
      return holds(entry.second, was == s_.before.end() ? nullptr : &was->second);
    });
  }
  [[nodiscard]] bool moved(std::size_t from, std::size_t to) const {
    return any_now([&](const ProcessorToken& is, const ProcessorToken* was) {
      return was != nullptr && is.part == to && was->part == from;
    });
  }
  [[nodiscard]] bool works_in(std::size_t index) const {
    return any_now([&](const ProcessorToken& is, const ProcessorToken* /*was*/) {
      return is.part == index && is.cause.why == Reason::none;
    });
  }
  [[nodiscard]] bool leaves_fetch() const {
    const auto fetch = s_.layout.find(PartKind::fetch);
    return fetch && any_now([&](const ProcessorToken& is, const ProcessorToken* was) {
             return is.part != *fetch && was != nullptr && was->part == *fetch;
           });
  }
  /// The outcome is shown at the unit that resolves the branch; the arrow from predictor to fetch
  /// control is not lit then.
  [[nodiscard]] bool told(std::size_t from) const {
    if (kind(from) == PartKind::predictor || kind(from) == PartKind::branch_queue)
      return kind(from) == PartKind::branch_queue;
    return any_now([&](const ProcessorToken& is, const ProcessorToken* /*was*/) {
      const OpRow* row = is.part == from ? s_.part.find(is.op) : nullptr;
      return row != nullptr && decides_control(s_.run, s_.window, s_.part, *row, s_.cycle);
    });
  }
  [[nodiscard]] bool forwarded(const ProcessorFlow& flow) const {
    return std::any_of(s_.part.arrows.begin(), s_.part.arrows.end(), [&](const Arrow& arrow) {
      const auto consumer = s_.now.find(arrow.consumer);
      return arrow.cycle.value == s_.cycle && arrow.from != kNoLane &&
             s_.layout.part_of_lane[arrow.from] == flow.from && consumer != s_.now.end() &&
             consumer->second.part == flow.to;
    });
  }
  [[nodiscard]] trace::DataAccess access(OpId op) const {
    const OpRow* row = s_.part.find(op);
    return row == nullptr ? trace::DataAccess::none : data_access(s_.run, s_.window, *row);
  }
  /// The operation has been on one of a part's lanes.
  [[nodiscard]] bool was_on(OpId op, std::size_t index) const {
    const OpRow* row = s_.part.find(op);
    if (row == nullptr)
      return false;
    const auto spans = s_.part.spans_of(*row);
    return std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
      return s_.layout.part_of_lane[span.lane] == index && s_.part.lanes[span.lane].is_unit;
    });
  }
  /// Fetch accesses its cache in the cycle of fetching. Loads access in the first cycle on their
  /// unit; stores after retirement, if the machine has a reorder buffer.
  [[nodiscard]] bool addressed(const ProcessorFlow& flow) const {
    const bool fetches = kind(flow.from) == PartKind::fetch;
    const bool speculates = s_.run.machine()->dynamic && s_.run.machine()->dynamic->speculates();
    return any_now([&](const ProcessorToken& is, const ProcessorToken* was) {
      const bool comes = is.part == flow.from && (was == nullptr || was->part != flow.from);
      if (fetches)
        return comes;
      switch (access(is.op)) {
      case trace::DataAccess::load:
        return comes;
      case trace::DataAccess::store:
        return speculates ? retires(is) && was_on(is.op, flow.from) : comes;
      case trace::DataAccess::none:
        break;
      }
      return false;
    });
  }
  /// The data of a load arrive in its last cycle on the unit.
  [[nodiscard]] bool loaded(std::size_t unit) const {
    return any_now([&](const ProcessorToken& is, const ProcessorToken* /*was*/) {
      if (is.part != unit || access(is.op) != trace::DataAccess::load)
        return false;
      const auto spans = s_.part.spans_of(*s_.part.find(is.op));
      return std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
        return span.end.value == s_.cycle + 1 && s_.layout.part_of_lane[span.lane] == unit;
      });
    });
  }
  /// The operation is on the last lane, where it retires.
  [[nodiscard]] bool retires(const ProcessorToken& token) const {
    const OpRow* row = s_.part.find(token.op);
    if (row == nullptr)
      return false;
    const auto spans = s_.part.spans_of(*row);
    return std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
      return span.begin.value <= s_.cycle && s_.cycle < span.end.value &&
             static_cast<std::size_t>(span.lane) + 1 == s_.part.lanes.size() &&
             span.cause.why == Reason::none;
    });
  }
  /// A register is written from this part.
  [[nodiscard]] bool updated(std::size_t from) const {
    return any_now([&](const ProcessorToken& is, const ProcessorToken* /*was*/) {
      if (is.part != from || is.cause.why != Reason::none ||
          (kind(from) == PartKind::retirement && !retires(is)))
        return false;
      const OpRow* row = s_.part.find(is.op);
      return row != nullptr && writes_register(s_.run, s_.window, *row);
    });
  }

  const FlowScene& s_;
};

} // namespace

void light_flows(const FlowScene& scene, ProcessorView& view) {
  const Lights lights(scene);
  for (std::size_t f = 0; f < scene.layout.flows.size(); ++f)
    view.lit[f] = lights.lit(scene.layout.flows[f], view);
}

} // namespace stallscope::gui
