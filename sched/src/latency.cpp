#include "sched/latency.hpp"

#include <algorithm>

namespace stallscope::sched {

namespace {

/// Two instructions of these classes, of which the first writes register 1.
std::array<PipelineOp, 2> pair_of(isa::OpClass first, isa::OpClass second) {
  std::array<PipelineOp, 2> ops;
  ops[0].op_class = first;
  ops[0].write_count = 1;
  ops[0].writes[0] = 1;
  ops[1].op_class = second;
  for (PipelineOp& op : ops) {
    op.producers.fill(kNoNode);
    op.direct_jump = isa::is_jump(op.op_class) && op.op_class != isa::OpClass::jump_register;
  }
  return ops;
}

/// Every role in which an instruction reads a register, as bits.
std::uint8_t roles_of(const isa::MicroOp& micro_op, RegId reg) {
  std::uint8_t roles = 0;
  for (const isa::RegisterRead& read : micro_op.sources())
    if (read.reg == reg)
      roles |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(read.role));
  return roles;
}

} // namespace

LatencyTable::Measured LatencyTable::measure(const Key& key, isa::OperandRole role) {
  const auto [first, second, kind, location, roles] = key;
  std::array<PipelineOp, 2> ops = pair_of(first, second);
  const auto run = [this, &ops] {
    model_.start(ops);
    model_.place(0);
    model_.place(1);
    return std::pair{model_.of(1).issue - model_.of(0).issue, model_.of(1).last};
  };
  ops[1].read_count = 1; // a register that is there
  ops[1].roles[0] = role;
  const auto [free_distance, free_end] = run();
  if (location == LocationKind::reg && kind == DependenceKind::raw)
    ops[1].producers[0] = 0;
  if (location == LocationKind::reg && kind == DependenceKind::waw) {
    ops[1].write_count = 1;
    ops[1].writes[0] = 1;
  }
  const auto [distance, end] = run();
  const std::int32_t waits = end - free_end;
  Measured m;
  m.least = static_cast<std::uint32_t>(std::max(0, distance));
  if (waits > 0 || kind == DependenceKind::raw)
    m.latency = static_cast<std::uint32_t>(std::max(0, free_distance + waits));
  else if (kind == DependenceKind::waw)
    m.latency = static_cast<std::uint32_t>(std::clamp(free_distance, 0, 1));
  if (location != LocationKind::reg) // only their order
    m.latency = kind == DependenceKind::raw || kind == DependenceKind::waw
                    ? static_cast<std::uint32_t>(std::clamp(free_distance, 0, 1))
                    : 0;
  return m;
}

const LatencyTable::Measured& LatencyTable::measured(const Block& block, const Edge& edge) {
  std::uint8_t roles = edge.location == LocationKind::reg && edge.kind == DependenceKind::raw
                           ? roles_of(block.micro_op(edge.to), edge.reg)
                           : std::uint8_t{1};
  if (roles == 0)
    roles = 1; // an instruction that would read it
  const Key key{block.instruction(edge.from).op_class, block.instruction(edge.to).op_class,
                edge.kind, edge.location, roles};
  if (const auto found = known_.find(key); found != known_.end())
    return found->second;
  Measured worst; // of the roles
  for (unsigned role = 0; role < 3; ++role)
    if ((roles >> role & 1U) != 0) {
      const Measured m = measure(key, static_cast<isa::OperandRole>(role));
      worst.latency = std::max(worst.latency, m.latency);
      worst.least = std::max(worst.least, m.least);
    }
  return known_.emplace(key, worst).first->second;
}

std::uint32_t LatencyTable::latency(const Block& block, const Edge& edge) {
  return measured(block, edge).latency;
}

std::uint32_t LatencyTable::least_distance(const Block& block, const Edge& edge) {
  return measured(block, edge).least;
}

} // namespace stallscope::sched
