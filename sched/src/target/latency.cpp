#include "sched/target/latency.hpp"

#include "sched/dependence/dependence.hpp"
#include "target/class_index.hpp"

#include <algorithm>

namespace stallscope::sched {

namespace {

/// Two instructions of these classes; the first writes register 1.
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

/// All roles in which an instruction reads a register, as bits.
std::uint8_t roles_of(const isa::MicroOp& micro_op, RegId reg) {
  std::uint8_t roles = 0;
  for (const isa::RegisterRead& read : micro_op.sources())
    if (read.reg == reg)
      roles |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(read.role));
  return roles;
}

/// Roles in which an instruction reads one register, as bits.
constexpr std::size_t kRoleSets = 8;

/// Index of a dependence in the cache: register RAW by roles; the others by kind and location.
constexpr std::size_t kPlaces = kRoleSets + 5 * 3;
std::size_t place_of(const Edge& edge, std::uint8_t roles) {
  return edge.location == LocationKind::reg && edge.kind == DependenceKind::raw
             ? roles
             : kRoleSets + static_cast<std::size_t>(edge.kind) * 3 +
                   static_cast<std::size_t>(edge.location);
}

} // namespace

LatencyTable::Measured LatencyTable::measure(isa::OpClass first, isa::OpClass second,
                                             const Edge& edge, isa::OperandRole role) {
  const DependenceKind kind = edge.kind;
  const LocationKind location = edge.location;
  std::array<PipelineOp, 2> ops = pair_of(first, second);
  const auto run = [this, &ops] {
    model_.start(ops);
    model_.place(0);
    model_.place(1);
    return std::pair{model_.of(1).issue - model_.of(0).issue, model_.of(1).last};
  };
  ops[1].read_count = 1; // an available register
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
  if (location != LocationKind::reg) // memory, control and side effects: for their order only
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
    roles = 1; // a reader in any role
  const isa::OpClass first = block.instruction(edge.from).op_class;
  const isa::OpClass second = block.instruction(edge.to).op_class;
  std::vector<Measured>& row = known_[at(first)];
  if (row.empty())
    row.resize(machine::kOpClassCount * kPlaces);
  Measured& known = row[at(second) * kPlaces + place_of(edge, roles)];
  if (known.known)
    return known;
  Measured worst; // the maximum over the roles
  for (unsigned role = 0; role < 3; ++role)
    if ((roles >> role & 1U) != 0) {
      const Measured m = measure(first, second, edge, static_cast<isa::OperandRole>(role));
      worst.latency = std::max(worst.latency, m.latency);
      worst.least = std::max(worst.least, m.least);
    }
  worst.known = true;
  return known = worst;
}

std::uint32_t LatencyTable::latency(const Block& block, const Edge& edge) {
  return measured(block, edge).latency;
}

std::uint32_t LatencyTable::least_distance(const Block& block, const Edge& edge) {
  return measured(block, edge).least;
}

} // namespace stallscope::sched
