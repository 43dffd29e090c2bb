#include "superblock/superblock_order.hpp"

#include "base/check.hpp"
#include "dependence/memory_places.hpp"
#include "sched/dependence/dependence.hpp"
#include "target/class_index.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace stallscope::sched {

namespace {

constexpr LineUnit kNoLineUnit = ~0U;
/// Beam width: this many candidate lines of the highest priority are tried on the pipeline model.
constexpr std::size_t kTried = 24;
/// Compensation code is inserted only on side exits with at most this probability.
constexpr double kRare = 0.3;

bool raises_flags(isa::OpClass op_class) {
  switch (isa::base_of(op_class)) {
  case isa::OpClass::fp_add:
  case isa::OpClass::fp_multiply:
  case isa::OpClass::fp_divide:
  case isa::OpClass::fp_compare:
  case isa::OpClass::fp_convert:
  case isa::OpClass::fp_fused:
    return true;
  default:
    return false;
  }
}

/// Memory that is accessible at the entry of any trace: a data segment, or the stack above the
/// stack pointer.
bool always_accessible(const Place& place) {
  return place.in_data || (place.on_stack && place.offset >= 0);
}

} // namespace

TraceBlock trace_block(const Trace& trace, const std::vector<Block>& blocks,
                       const std::vector<BlockExit>& exits, const Liveness& live) {
  TraceBlock made;
  const Block& first = blocks[trace.blocks.front()];
  made.block.program = first.program;
  made.block.label = first.label;
  std::uint32_t line = 0;
  for (std::size_t i = 0; i < trace.blocks.size(); ++i) {
    const Block& block = blocks[trace.blocks[i]];
    for (const std::uint32_t index : block.indices) {
      const Node node = made.block.count++;
      made.block.indices.push_back(index);
      const std::uint32_t here = first.program->source[index].line;
      if (here != line)
        made.units.emplace_back();
      made.units.back().push_back(node);
      line = here;
    }
    if (i + 1 == trace.blocks.size() || trace.skips_line[i] ||
        block.instruction(block.count - 1).op_class != isa::OpClass::branch)
      continue;
    SideExit exit;
    exit.branch = made.block.count - 1;
    exit.unit = static_cast<LineUnit>(made.units.size() - 1);
    exit.leaves = trace.leaves[i];
    exit.probability = made.end_probability * exit.leaves;
    made.end_probability -= exit.probability;
    const std::uint64_t target = block.instruction(block.count - 1).target;
    exit.live.set(); // unknown target: all registers are live
    for (const std::size_t next : exits[trace.blocks[i]].to)
      if (blocks[next].instruction(0).pc == target)
        exit.live = live.in[next];
    made.exits.push_back(exit);
  }
  const Block& last = blocks[trace.blocks.back()];
  made.ends_with_control = isa::is_control(last.instruction(last.count - 1).op_class);
  made.folding = foldable(made.block);
  return made;
}

TraceScheduler::TraceScheduler(const TraceBlock& trace, const Target& target,
                               const AliasHints& hints)
    : trace_(trace), model_(target.model()), ops_(pipeline_ops(trace.block, trace.folding)) {
  const std::size_t count = trace.units.size();
  reads_.resize(count);
  writes_.resize(count);
  stores_.assign(count, false);
  raises_.assign(count, false);
  conditional_.assign(count, false);
  stays_single_.assign(count, false);
  may_fault_.assign(count, false);
  proven_behind_.assign(count, kNoLineUnit);
  const std::vector<Place> places = memory_places(trace.block, hints);
  for (LineUnit unit = 0; unit < count; ++unit)
    for (const Node node : trace.units[unit]) {
      const isa::Instruction& instruction = trace.block.instruction(node);
      const isa::MicroOp& micro_op = trace.block.micro_op(node);
      for (const isa::RegisterRead& read : micro_op.sources())
        if (!writes_[unit].test(read.reg))
          reads_[unit].set(read.reg);
      for (const RegId reg : micro_op.destinations())
        writes_[unit].set(reg);
      stores_[unit] = stores_[unit] || isa::writes_memory(instruction);
      raises_[unit] = raises_[unit] || raises_flags(instruction.op_class);
      conditional_[unit] = conditional_[unit] || isa::is_control(instruction.op_class);
      // Part of a pc-relative address.
      const isa::Program& program = *trace.block.program;
      if (const std::uint32_t line = program.source[trace.block.index_of(node)].line; line > 0)
        stays_single_[unit] = stays_single_[unit] ||
                              program.source_lines[line - 1].find("%pcrel_hi") != std::string::npos;
      if (!places[node].accesses() || always_accessible(places[node]))
        continue;
      may_fault_[unit] = true;
      for (LineUnit earlier = 0; earlier < unit && proven_behind_[unit] == kNoLineUnit; ++earlier)
        for (const Node other : trace.units[earlier])
          if (const Place& place = places[other]; place.accesses() &&
                                                  place.root == places[node].root &&
                                                  place.root != ~0U && covers(place, places[node]))
            proven_behind_[unit] = earlier;
    }
  const machine::Machine& machine = model_.machine();
  if (machine.late_stage != 0 && machine.late_operations[at(isa::OpClass::branch)])
    late_cycles_ = machine.late_stage - machine.stage_with(machine::StageRole::execute);
  find_dependences(target, hints);
}

void TraceScheduler::find_dependences(const Target& target, const AliasHints& hints) {
  std::vector<LineUnit> unit_of(trace_.block.count);
  for (LineUnit unit = 0; unit < trace_.units.size(); ++unit)
    for (const Node node : trace_.units[unit])
      unit_of[node] = unit;
  const DependenceGraph graph = dependences(trace_.block, target, hints, trace_.folding);
  for (const Edge& edge : graph.edges)
    if (edge.kind != DependenceKind::control && unit_of[edge.from] != unit_of[edge.to]) {
      // A side exit whose operands are available in time is resolved before the late ALU, which
      // shortens its misprediction penalty.
      const bool decides =
          edge.kind == DependenceKind::raw && edge.location == LocationKind::reg &&
          std::any_of(trace_.exits.begin(), trace_.exits.end(),
                      [&edge](const SideExit& exit) { return exit.branch == edge.to; });
      data_.push_back(
          {unit_of[edge.from], unit_of[edge.to], edge.latency + (decides ? late_cycles_ : 0)});
    }
}

bool TraceScheduler::may_go_up(LineUnit unit, const SideExit& exit) const {
  if (stores_[unit] || raises_[unit] || (writes_[unit] & exit.live).any())
    return false;
  return !may_fault_[unit] || proven_behind_[unit] < exit.unit;
}

std::vector<bool> TraceScheduler::may_go_down(const SideExit& exit, bool copies) const {
  std::vector<bool> may(exit.unit, false);
  RegisterSet needed = exit.live;
  for (LineUnit unit = exit.unit; unit-- > 0;) {
    if (!stores_[unit] && !raises_[unit] && (writes_[unit] & needed).none()) {
      may[unit] = true;
    } else if (copies && !conditional_[unit] && !stays_single_[unit]) {
      may[unit] = true;
      needed |= reads_[unit]; // read by the copy
    }
  }
  return may;
}

std::vector<TraceScheduler::Dependence> TraceScheduler::with_branches(const Motion& motion) const {
  std::vector<Dependence> all = data_;
  const auto count = static_cast<LineUnit>(trace_.units.size());
  std::vector<bool> leaves(count, false);
  for (const SideExit& exit : trace_.exits)
    leaves[exit.unit] = true;
  for (const SideExit& exit : trace_.exits) {
    const std::vector<bool> down = may_go_down(exit, motion.copies && exit.leaves <= kRare);
    for (LineUnit unit = 0; unit < count; ++unit)
      if (unit < exit.unit) {
        if (!motion.down || leaves[unit] || !down[unit])
          all.push_back({unit, exit.unit, 0});
      } else if (unit > exit.unit) {
        const bool last = trace_.ends_with_control && unit + 1 == count;
        if (!motion.up || leaves[unit] || last || !may_go_up(unit, exit))
          all.push_back({exit.unit, unit, 0});
      }
  }
  for (LineUnit branch = 0; branch < count && !motion.lines; ++branch)
    for (LineUnit unit = 0; unit < count && conditional_[branch]; ++unit)
      if (unit != branch)
        all.push_back({std::min(unit, branch), std::max(unit, branch), 0});
  if (trace_.ends_with_control)
    for (LineUnit unit = 0; unit + 1 < count; ++unit)
      all.push_back({unit, count - 1, 0});
  return all;
}

std::vector<LineUnit> TraceScheduler::list_order(const Motion& motion) {
  const auto count = static_cast<LineUnit>(trace_.units.size());
  std::vector<Dependence> all = with_branches(motion);
  std::vector<std::uint32_t> in_front(count, 0);
  std::vector<std::vector<const Dependence*>> out(count);
  for (const Dependence& d : all) {
    ++in_front[d.to];
    out[d.from].push_back(&d);
  }
  std::vector<std::uint32_t> height(count, 0);
  for (LineUnit unit = count; unit-- > 0;)
    for (const Dependence* d : out[unit])
      height[unit] = std::max(height[unit], height[d->to] + d->latency);
  std::vector<std::uint32_t> part(count, 0); // block index, as separated by branches
  if (motion.blocks_first)
    for (const SideExit& exit : trace_.exits)
      for (LineUnit unit = exit.unit + 1; unit < count; ++unit)
        ++part[unit];
  const auto priority = [&](LineUnit unit) { return std::tuple{part[unit], ~height[unit], unit}; };
  std::vector<LineUnit> ready;
  for (LineUnit unit = 0; unit < count; ++unit)
    if (in_front[unit] == 0)
      ready.push_back(unit);
  std::vector<LineUnit> order;
  model_.start(ops_);
  while (!ready.empty()) {
    std::sort(ready.begin(), ready.end(),
              [&](LineUnit a, LineUnit b) { return priority(a) < priority(b); });
    std::size_t best = 0;
    std::int32_t earliest = 0;
    for (std::size_t i = 0; i < std::min(ready.size(), kTried); ++i) {
      const std::int32_t issue = model_.place(trace_.units[ready[i]].front()).issue;
      model_.take_back();
      if (i == 0 || issue < earliest) {
        best = i;
        earliest = issue;
      }
    }
    const LineUnit unit = ready[best];
    ready.erase(ready.begin() + static_cast<std::ptrdiff_t>(best));
    for (const Node node : trace_.units[unit])
      (void)model_.place(node);
    order.push_back(unit);
    for (const Dependence* d : out[unit])
      if (--in_front[d->to] == 0)
        ready.push_back(d->to);
  }
  STALLSCOPE_CHECK(order.size() == count, "the dependences of a trace have a cycle");
  return order;
}

std::vector<LineUnit> TraceScheduler::copies_for(const SideExit& exit,
                                                 const std::vector<LineUnit>& units) const {
  std::vector<LineUnit> sunk;
  const auto branch = std::find(units.begin(), units.end(), exit.unit);
  for (auto at = branch; at != units.end(); ++at)
    if (*at < exit.unit)
      sunk.push_back(*at);
  std::sort(sunk.begin(), sunk.end());
  // Backwards: registers live at the side exit, and those read by copies.
  RegisterSet needed = exit.live;
  std::vector<LineUnit> copies;
  for (std::size_t i = sunk.size(); i-- > 0;) {
    const LineUnit unit = sunk[i];
    if (!stores_[unit] && !raises_[unit] && (writes_[unit] & needed).none())
      continue;
    if (!conditional_[unit])
      needed &= ~writes_[unit];
    needed |= reads_[unit];
    copies.push_back(unit);
  }
  std::reverse(copies.begin(), copies.end());
  return copies;
}

TraceOrder TraceScheduler::evaluated(std::vector<LineUnit> units) {
  TraceOrder order;
  model_.start(ops_);
  std::int32_t ready = 0; // cycle in which the last result is available
  std::int32_t last = 0;
  for (const LineUnit unit : units)
    for (const Node node : trace_.units[unit]) {
      const PipelineModel::Placed& placed = model_.place(node);
      last = placed.issue;
      if (placed.op.write_count > 0)
        ready = std::max(
            ready, placed.issue + static_cast<std::int32_t>(model_.latency_of(placed.op.op_class)));
    }
  order.cycles = trace_.end_probability * std::max(last + 1, ready);
  for (const SideExit& exit : trace_.exits) {
    order.copies.push_back(copies_for(exit, units));
    const std::size_t copies = order.copies.back().size();
    const double behind = copies == 0 ? 0.0 : static_cast<double>(copies) + 1; // including a jump
    // The side exit is usually mispredicted.
    const PipelineModel::Placed& branch = model_.of(exit.branch);
    order.cycles += exit.probability * (std::max(branch.issue, branch.resolved) + 1 + behind);
  }
  order.units = std::move(units);
  return order;
}

TraceOrder TraceScheduler::block_by_block() {
  std::vector<LineUnit> source(trace_.units.size());
  std::iota(source.begin(), source.end(), 0U);
  TraceOrder best = evaluated(std::move(source));
  TraceOrder listed = evaluated(list_order({}));
  return listed.cycles < best.cycles ? listed : best;
}

TraceOrder TraceScheduler::best(bool room_for_copies) {
  TraceOrder best = block_by_block();
  const auto try_with = [&](const Motion& motion) {
    TraceOrder order = evaluated(list_order(motion));
    if (order.cycles < best.cycles - 1e-9)
      best = std::move(order);
  };
  try_with({true, false, false, false, false});
  for (const bool blocks_first : {false, true}) {
    try_with({true, true, false, false, blocks_first});
    try_with({true, true, true, false, blocks_first});
    if (room_for_copies)
      try_with({true, true, true, true, blocks_first});
  }
  return best;
}

} // namespace stallscope::sched
