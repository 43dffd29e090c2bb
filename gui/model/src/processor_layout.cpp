#include "model/processor_layout.hpp"

#include "base/check.hpp"

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

struct Rectangle {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

/// Puts parts and arrows into a figure.
class Drawer {
public:
  explicit Drawer(const std::vector<Lane>& lanes) : lanes_(lanes) {
    layout_.part_of_lane.assign(lanes.size(), 0);
  }

  std::size_t add(PartKind kind, Text role, std::string name, const Rectangle& at,
                  std::vector<LaneId> of = {}) {
    ProcessorPart part;
    part.kind = kind;
    part.role = role;
    part.name = std::move(name);
    part.x = at.x;
    part.y = at.y;
    part.width = at.width;
    part.height = at.height;
    for (const LaneId lane : of) {
      layout_.part_of_lane[lane] = layout_.parts.size();
      part.capacity = static_cast<std::uint16_t>(part.capacity + lanes_[lane].slots);
    }
    part.lanes = std::move(of);
    layout_.parts.push_back(std::move(part));
    return layout_.parts.size() - 1;
  }

  /// A straight arrow between the nearest edges of two parts.
  void flow(FlowKind kind, std::size_t from, std::size_t to) {
    const ProcessorPart& a = layout_.parts[from];
    const ProcessorPart& b = layout_.parts[to];
    layout_.flows.push_back({kind, from, to, {edge(a, b), edge(b, a)}, kNoLane});
  }
  /// An arrow straight down to the part below, in the middle of one of the two.
  void flow_down(FlowKind kind, std::size_t from, std::size_t to, std::size_t middle_of) {
    const ProcessorPart& above = layout_.parts[from];
    const double x = layout_.parts[middle_of].center().first;
    flow_over(kind, from, to, {{x, above.y + above.height}, {x, layout_.parts[to].y}});
  }
  /// An arrow over corners.
  void flow_over(FlowKind kind, std::size_t from, std::size_t to,
                 std::vector<std::pair<double, double>> points, LaneId lane = kNoLane) {
    layout_.flows.push_back({kind, from, to, std::move(points), lane});
  }

  [[nodiscard]] const ProcessorPart& part(std::size_t index) const { return layout_.parts[index]; }
  ProcessorLayout& layout() { return layout_; }

private:
  /// Where the line from one middle to another leaves a box.
  static std::pair<double, double> edge(const ProcessorPart& from, const ProcessorPart& to) {
    const auto [x, y] = from.center();
    const double dx = to.center().first - x;
    const double dy = to.center().second - y;
    if (dx == 0 && dy == 0)
      return {x, y};
    const double across = dx == 0 ? 1e9 : from.width / 2 / std::abs(dx);
    const double along = dy == 0 ? 1e9 : from.height / 2 / std::abs(dy);
    const double part = std::min({across, along, 1.0});
    return {x + dx * part, y + dy * part};
  }

  const std::vector<Lane>& lanes_;
  ProcessorLayout layout_;
};

/// Column k of n in a stretch.
Rectangle column(std::size_t k, std::size_t n, double left, double right, double y, double height,
                 double gap = 3) {
  const double width = (right - left - gap * static_cast<double>(n - 1)) / static_cast<double>(n);
  return {left + static_cast<double>(k) * (width + gap), y, width, height};
}

// ---- in-order pipelines

/// The unit each lane of the execute stage belongs to: units have their lanes one behind the other.
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

/// The stages side by side, the units one below the other in the place of the execute stage; by
/// stage the part that stands for it.
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
      const bool alone = units.size() == 1; // looks like the other stages
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
  // Arcs above the names of stages, each at its own height; they come down on their left.
  const double apart =
      std::min(2.4, (kPipelineY - 10) / std::max(1.0, static_cast<double>(machine.paths.size())));
  for (std::size_t p = 0; p < machine.paths.size(); ++p) {
    const machine::ForwardingPath& path = machine.paths[p];
    const ProcessorPart& from = drawer.part(parts[path.from]);
    const ProcessorPart& to = drawer.part(parts[path.to]);
    const double y = kPipelineY - 9 - apart * static_cast<double>(p);
    const double start = from.x + from.width + 3; // the latch behind the stage
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

// ---- dynamically scheduled machines: the lecture's figure

/// Whether a port loads or stores; one that does both loads.
PartKind kind_of(const machine::Port& port) {
  bool stores = port.executes[machine::kStoreAddress] || port.executes[machine::kStoreData];
  for (std::size_t c = 0; c < isa::kOpClassCount; ++c) {
    if (port.executes[c] && isa::is_load(static_cast<isa::OpClass>(c)))
      return PartKind::load_unit;
    stores |= port.executes[c] && isa::is_store(static_cast<isa::OpClass>(c));
  }
  return stores ? PartKind::store_unit : PartKind::unit;
}

bool executes_branches(const machine::Port& port) {
  return port.executes[static_cast<std::size_t>(isa::OpClass::branch)];
}

/// The parts of the instruction control unit.
struct ControlUnit {
  std::size_t fetch = 0;
  std::size_t decode = 0;
  std::optional<std::size_t> retirement; ///< of machines that speculate
  std::size_t registers = 0;
};

ControlUnit draw_control(Drawer& drawer, const machine::Dynamic& machine,
                         const std::vector<Lane>& lanes) {
  ControlUnit control;
  drawer.add(PartKind::group, Text::processor_icu, {}, {2, 2, 156, 30});
  control.fetch = drawer.add(PartKind::fetch, Text::processor_fetch, {}, {70, 7, 30, 10}, {0});
  const std::size_t predictor =
      drawer.add(PartKind::predictor, Text::processor_predictor, {}, {72, 19, 26, 7});
  const std::size_t icache =
      drawer.add(PartKind::icache, Text::processor_icache, {}, {118, 7, 36, 9});
  std::vector<LaneId> front;
  if (machine.front_cycles > 0)
    front.push_back(1);
  control.decode =
      drawer.add(PartKind::decode, Text::processor_decode, {}, {118, 19, 36, 10}, front);
  if (machine.speculates()) { // what has been written, and retirement
    const auto last = static_cast<LaneId>(lanes.size() - 1);
    control.retirement = drawer.add(PartKind::retirement, Text::processor_retire, {}, {6, 7, 52, 9},
                                    {static_cast<LaneId>(last - 1), last});
    control.registers =
        drawer.add(PartKind::register_file, Text::processor_registers, {}, {30, 20, 28, 8});
    drawer.flow(FlowKind::updates, *control.retirement, control.registers);
  } else { // results go to the registers as they are written
    control.registers =
        drawer.add(PartKind::register_file, Text::processor_registers, {}, {6, 9, 52, 14});
  }
  drawer.flow(FlowKind::prediction, predictor, control.fetch);
  drawer.flow(FlowKind::addresses, control.fetch, icache);
  drawer.flow(FlowKind::instructions, icache, control.decode);
  return control;
}

/// Stations, and below them the ports; by station its part. Gives the ports' parts.
std::vector<std::size_t> draw_ports(Drawer& drawer, const machine::Dynamic& machine,
                                    const ControlUnit& control) {
  const std::size_t first_station = machine.front_cycles > 0 ? 2 : 1;
  const bool reads = machine.read_cycles > 0; // in a step of its own, between stations and ports
  std::vector<std::size_t> stations;
  for (std::size_t s = 0; s < machine.stations.size(); ++s) {
    stations.push_back(
        drawer.add(PartKind::station, Text::processor_operations, machine.stations[s].name,
                   column(s, machine.stations.size(), 28, 154, reads ? 38 : 40, reads ? 8.2 : 11),
                   {static_cast<LaneId>(first_station + s)}));
    drawer.flow(FlowKind::operations, control.decode, stations.back());
  }
  std::size_t count = 0;
  for (const machine::Port& port : machine.ports)
    count += port.count;
  std::size_t first_port = first_station + machine.stations.size();
  std::optional<std::size_t> reading;
  if (reads) {
    reading = drawer.add(PartKind::station, Text::processor_reading, {}, {28, 48, 126, 8.2},
                         {static_cast<LaneId>(first_port++)});
    for (const std::size_t station : stations)
      drawer.flow_down(FlowKind::operations, station, *reading, station);
  }
  std::vector<std::size_t> ports;
  std::size_t number = 0;
  for (const machine::Port& port : machine.ports)
    for (unsigned copy = 0; copy < port.count; ++copy, ++number) {
      const auto lane = static_cast<LaneId>(first_port + number);
      const std::string name = port.name + (port.count > 1 ? std::to_string(copy + 1) : "");
      ports.push_back(drawer.add(
          kind_of(port), Text::processor_units, name,
          column(number, count, 28, 154, reads ? 58.5 : 57, reads ? 11 : 12, 1.6), {lane}));
      if (reading)
        drawer.flow_down(FlowKind::operations, *reading, ports.back(), ports.back());
      else
        drawer.flow(FlowKind::operations, stations[port.station], ports.back());
    }
  return ports;
}

constexpr Rectangle kBranchQueue{4, 40, 21, 14};

void draw_execution(Drawer& drawer, const machine::Machine& machine, const std::vector<Lane>& lanes,
                    const ControlUnit& control) {
  const machine::Dynamic& dynamic = *machine.dynamic;
  drawer.add(PartKind::group, Text::processor_eu, {}, {2, 35, 156, 53});
  const std::vector<std::size_t> ports = draw_ports(drawer, dynamic, control);
  const std::size_t write_lane = lanes.size() - (dynamic.speculates() ? 3 : 1);
  const std::size_t results = drawer.add(PartKind::results, Text::processor_results, {},
                                         {28, 73, 84, 11}, {static_cast<LaneId>(write_lane)});
  const std::size_t dcache =
      drawer.add(PartKind::dcache, Text::processor_dcache, {}, {116, 73, 38, 12});
  const std::size_t branches =
      drawer.add(PartKind::branch_queue, Text::processor_branch_queue, {}, kBranchQueue);
  std::size_t number = 0;
  for (const machine::Port& port : dynamic.ports)
    for (unsigned copy = 0; copy < port.count; ++copy, ++number) {
      const std::size_t unit = ports[number];
      drawer.flow(FlowKind::results, unit, results);
      if (drawer.part(unit).kind != PartKind::unit)
        drawer.flow(FlowKind::addresses, unit, dcache);
      if (drawer.part(unit).kind == PartKind::load_unit)
        drawer.flow(FlowKind::data, dcache, unit);
      if (executes_branches(port)) { // in front of the units, not behind them
        const ProcessorPart& at = drawer.part(unit);
        const double x = at.x + at.width * 0.15;
        const double bottom = kBranchQueue.y + kBranchQueue.height;
        const double y = dynamic.read_cycles > 0 ? at.y - 1.2 : bottom - 1.5;
        const double side = kBranchQueue.x + kBranchQueue.width;
        if (y < bottom)
          drawer.flow_over(FlowKind::prediction, unit, branches, {{x, at.y}, {x, y}, {side, y}});
        else // below the part in which operands are read
          drawer.flow_over(FlowKind::prediction, unit, branches,
                           {{x, at.y}, {x, y}, {side - 4, y}, {side - 4, bottom}});
      }
    }
  const std::size_t end = control.retirement.value_or(control.registers);
  const ProcessorPart& goes_to = drawer.part(end);
  drawer.flow_over(control.retirement ? FlowKind::results : FlowKind::updates, results, end,
                   {{28, 78.5}, {26.5, 78.5}, {26.5, 34}, {26.5, goes_to.y + goes_to.height}});
  drawer.flow_over(FlowKind::prediction, branches, control.fetch,
                   {{20, 40}, {20, 33.5}, {66, 33.5}, {66, 12}, {70, 12}});
}

} // namespace

ProcessorLayout layout_of(const machine::Machine& machine, const std::vector<Lane>& lanes) {
  Drawer drawer(lanes);
  if (lanes.empty())
    return std::move(drawer.layout());
  if (machine.dynamic) {
    const ControlUnit control = draw_control(drawer, *machine.dynamic, lanes);
    draw_execution(drawer, machine, lanes, control);
    drawer.layout().dynamic = true;
  } else {
    const std::vector<std::size_t> parts = draw_stages(drawer, machine, lanes);
    draw_pipeline_flows(drawer, machine, parts);
    draw_beside_pipeline(drawer, machine, parts);
  }
  return std::move(drawer.layout());
}

} // namespace stallscope::gui
