#include "model/processor/processor_layout.hpp"

#include "base/check.hpp"
#include "processor/figure_drawer.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace stallscope::gui {

std::optional<std::size_t> ProcessorLayout::find(PartKind kind) const {
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].kind == kind)
      return i;
  return std::nullopt;
}

namespace {

/// Groups the lanes of the execute stage by unit; the lanes of a unit are consecutive.
std::vector<std::vector<LaneId>> lanes_of_units(const machine::Machine& machine,
                                                const std::vector<Lane>& lanes) {
  std::vector<std::vector<LaneId>> of(machine.units.size());
  std::size_t lane = 0;
  while (lane < lanes.size() && !lanes[lane].is_unit)
    ++lane;
  for (std::size_t unit = 0; unit < machine.units.size(); ++unit)
    for (std::size_t i = 0;
         i < machine.units[unit].lanes.size() && lane < lanes.size() && lanes[lane].is_unit; ++i)
      of[unit].push_back(static_cast<LaneId>(lane++));
  for (; lane < lanes.size() && lanes[lane].is_unit; ++lane)
    of.back().push_back(static_cast<LaneId>(lane));
  return of;
}

constexpr double kPipelineY = 24;
constexpr double kPipelineHeight = 34;

/// Stages are placed side by side, and the units one below the other in place of the execute stage;
/// returns the part of each stage.
std::vector<std::size_t> draw_stages(Drawer& drawer, const machine::Machine& machine,
                                     const std::vector<Lane>& lanes) {
  const unsigned execute = machine.stage_with(machine::StageRole::execute);
  const std::size_t stages = machine.stages.size();
  std::vector<std::size_t> parts(stages);
  LaneId lane = 0;
  for (std::size_t s = 0; s < stages; ++s) {
    const Rectangle whole = column(s, stages, 8, 152, kPipelineY, kPipelineHeight, 6);
    if (s != execute) {
      parts[s] = drawer.add(PartKind::stage, Text::processor_operations, machine.stages[s].name,
                            whole, {lane});
      ++lane;
      continue;
    }
    const auto units = lanes_of_units(machine, lanes);
    const double gap = units.size() > 1 ? 1.2 : 0;
    const double height = (kPipelineHeight - gap * static_cast<double>(units.size() - 1)) /
                          static_cast<double>(units.size());
    for (std::size_t u = 0; u < units.size(); ++u) {
      const Rectangle at{whole.x, whole.y + static_cast<double>(u) * (height + gap), whole.width,
                         height};
      const bool alone = units.size() == 1; // drawn like the other stages
      const std::size_t part =
          drawer.add(alone ? PartKind::stage : PartKind::unit, Text::processor_units,
                     alone ? machine.stages[s].name : machine.units[u].name, at, units[u]);
      if (u == 0)
        parts[s] = part;
      lane = static_cast<LaneId>(lane + units[u].size());
    }
  }
  return parts;
}

void draw_pipeline_flows(Drawer& drawer, const machine::Machine& machine,
                         const std::vector<std::size_t>& parts) {
  const unsigned execute = machine.stage_with(machine::StageRole::execute);
  const std::size_t units = machine.units.size();
  for (std::size_t s = 0; s + 1 < parts.size(); ++s)
    for (std::size_t u = 0; u < (s == execute || s + 1 == execute ? units : 1); ++u)
      drawer.flow(FlowKind::operations, parts[s] + (s == execute ? u : 0),
                  parts[s + 1] + (s + 1 == execute ? u : 0));
  // Forwarding paths are arcs above the stages' names, each at a different height, ending at the
  // stage's left.
  const double apart =
      std::min(2.4, (kPipelineY - 10) / std::max(1.0, static_cast<double>(machine.paths.size())));
  for (std::size_t p = 0; p < machine.paths.size(); ++p) {
    const machine::ForwardingPath& path = machine.paths[p];
    const ProcessorPart& from = drawer.part(parts[path.from]);
    const ProcessorPart& to = drawer.part(parts[path.to]);
    const double y = kPipelineY - 9 - apart * static_cast<double>(p);
    const double start = from.x + from.width + 3; // position of the latch after the stage
    const double end = to.x + to.width * (0.06 + 0.07 * static_cast<double>(p % 3));
    drawer.flow_over(FlowKind::forwarding, parts[path.from], parts[path.to],
                     {{start, kPipelineY + 4}, {start, y}, {end, y}, {end, kPipelineY}},
                     static_cast<LaneId>(path.from));
  }
}

void draw_beside_pipeline(Drawer& drawer, const machine::Machine& machine,
                          const std::vector<std::size_t>& parts) {
  const auto below = [&](unsigned stage, PartKind kind, Text role) {
    const ProcessorPart& at = drawer.part(parts[stage]);
    return drawer.add(kind, role, {}, {at.x, kPipelineY + kPipelineHeight + 9, at.width, 14});
  };
  const unsigned read = machine.stage_with(machine::StageRole::read);
  const unsigned write = machine.stage_with(machine::StageRole::write);
  const unsigned memory = machine.stage_with(machine::StageRole::memory);
  if (machine.caches.first_for(true) < machine.caches.levels.size())
    drawer.flow(FlowKind::instructions, below(0, PartKind::icache, Text::processor_icache),
                parts[0]);
  if (read != 0 && read < parts.size()) {
    const std::size_t registers = below(read, PartKind::register_file, Text::processor_registers);
    drawer.flow(FlowKind::data, registers, parts[read]);
    const ProcessorPart& at = drawer.part(registers);
    const ProcessorPart& last = drawer.part(parts[std::min<std::size_t>(write, parts.size() - 1)]);
    const double y = at.y + at.height + 4;
    drawer.flow_over(FlowKind::updates, parts[std::min<std::size_t>(write, parts.size() - 1)],
                     registers,
                     {{last.x + last.width / 2, last.y + last.height},
                      {last.x + last.width / 2, y},
                      {at.x + at.width / 2, y},
                      {at.x + at.width / 2, at.y + at.height}});
  }
  if (memory != read && memory < parts.size() &&
      machine.caches.first_for(false) < machine.caches.levels.size()) {
    const std::size_t cache = below(memory, PartKind::dcache, Text::processor_dcache);
    drawer.flow(FlowKind::addresses, parts[memory], cache);
    drawer.flow(FlowKind::data, cache, parts[memory]);
  }
}

} // namespace

ProcessorLayout layout_of(const machine::Machine& machine, const std::vector<Lane>& lanes,
                          const ProcessorRoom& room) {
  Drawer drawer(lanes);
  drawer.layout().room = room;
  if (lanes.empty())
    return std::move(drawer.layout());
  if (machine.dynamic) {
    draw_dynamic(drawer, machine, lanes, room);
    drawer.layout().dynamic = true;
  } else {
    const std::vector<std::size_t> parts = draw_stages(drawer, machine, lanes);
    draw_pipeline_flows(drawer, machine, parts);
    draw_beside_pipeline(drawer, machine, parts);
  }
  return std::move(drawer.layout());
}

} // namespace stallscope::gui
