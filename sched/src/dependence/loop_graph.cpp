#include "dependence/affine.hpp"
#include "dependence/memory_places.hpp"
#include "isa/registers.hpp"
#include "sched/dependence/loop.hpp"
#include "sched/target/latency.hpp"

#include <algorithm>
#include <tuple>

namespace stallscope::sched {

namespace {

bool is_return_address(const isa::Program& program, RegId reg) {
  return (program.isa == isa::Isa::riscv && reg == isa::riscv::kRa) ||
         (program.isa == isa::Isa::mips && reg == isa::mips::kRa);
}

} // namespace

EntryValues entry_values(const Block& loop, bool delay_slot) {
  EntryValues entry;
  const isa::Program& program = *loop.program;
  const std::uint64_t begin = loop.instruction(0).pc;
  const std::uint32_t last = loop.index_of(loop.count - 1);
  for (std::uint32_t i = 0; i < program.code.size(); ++i) {
    const isa::Instruction& other = program.code[i];
    const bool own = i >= loop.index_of(0) && i <= last;
    const bool indirect = other.op_class == isa::OpClass::jump_register && other.rs1 != 0 &&
                          !is_return_address(program, other.rs1);
    if (indirect || (isa::is_control(other.op_class) && !own && other.target == begin))
      return entry; // another predecessor exists, or may
  }
  const Block* before = nullptr;
  const std::vector<Block> blocks = basic_blocks(program, delay_slot);
  for (const Block& block : blocks)
    if (block.index_of(block.count - 1) + 1 == loop.index_of(0))
      before = &block;
  const Node behind = delay_slot ? 2 : 1;
  if (before == nullptr || program.decoded)
    return entry;
  for (Node node = before->count - std::min(before->count, behind); node < before->count; ++node)
    if (isa::is_control(before->instruction(node).op_class))
      return entry;
  AffineTracker tracker(*before);
  for (Node node = 0; node < before->count; ++node)
    tracker.step(node);
  for (RegId reg = 0; reg < kMaxRegisters; ++reg)
    if (const auto& value = tracker.value(reg); value && value->factors.empty())
      entry[reg] = value->constant;
  return entry;
}

namespace {

/// Finds the loop-carried dependences.
class CarriedFinder {
public:
  CarriedFinder(const Block& block, const AliasHints& hints, const EntryValues& entry)
      : block_(block), places_(memory_places(block, hints)),
        addresses_(loop_addresses(block, entry)), stay_(pointers_stay(block, hints)),
        narrow_(has_narrow_registers(*block.program)) {}

  /// Register dependences with distance 1.
  void registers(std::vector<Edge>& carried) const {
    for (RegId reg = 1; reg < kMaxRegisters; ++reg) {
      const auto [first, last] = writers(reg);
      if (last == kNoNode)
        continue;
      for (Node node = 0; node < block_.count; ++node) {
        if (!reads(node, reg))
          continue;
        if (node <= first) // before it is redefined
          carried.push_back({last, node, DependenceKind::raw, LocationKind::reg, reg, 0, 1});
        if (node > last)
          carried.push_back({node, first, DependenceKind::war, LocationKind::reg, reg, 0, 1});
      }
      carried.push_back({last, first, DependenceKind::waw, LocationKind::reg, reg, 0, 1});
    }
  }

  /// Memory dependences of any distance.
  void memory(std::vector<Edge>& edges, std::vector<Edge>& carried) const {
    for (Node a = 0; a < block_.count; ++a)
      for (Node b = 0; b < block_.count; ++b) {
        const Place& first = places_[a];
        const Place& second = places_[b];
        if (!first.accesses() || !second.accesses() || (!first.writes && !second.writes))
          continue;
        const DependenceKind kind = !first.writes                    ? DependenceKind::war
                                    : second.reads && !second.writes ? DependenceKind::raw
                                                                     : DependenceKind::waw;
        if (a < b && may_conflict(first, second))
          if (const Encounter m = encounter(addresses_[a], addresses_[b], 0, narrow_);
              !m.known || m.distance == std::optional<std::uint32_t>(0))
            edges.push_back({a, b, kind, LocationKind::memory, kNoRegister, 0, 0});
        if (const auto distance = later(a, b))
          carried.push_back({a, b, kind, LocationKind::memory, kNoRegister, 0, *distance});
      }
  }

private:
  /// The smallest iteration distance, 1 or more, at which the second access may conflict with the
  /// first.
  [[nodiscard]] std::optional<std::uint32_t> later(Node a, Node b) const {
    const Place& first = places_[a];
    const Place& second = places_[b];
    if (const Encounter m = encounter(addresses_[a], addresses_[b], 1, narrow_); m.known)
      return m.distance;
    const bool known_pointers = first.pointer != kAnyPointer && second.pointer != kAnyPointer;
    if (stay_ && ((first.on_stack && second.in_data) || (first.in_data && second.on_stack) ||
                  (known_pointers && first.pointer != second.pointer)))
      return std::nullopt;
    return 1;
  }

  [[nodiscard]] bool reads(Node node, RegId reg) const {
    const auto sources = block_.micro_op(node).sources();
    return std::any_of(sources.begin(), sources.end(),
                       [reg](const isa::RegisterRead& read) { return read.reg == reg; });
  }
  /// The first and the last instruction that write a register.
  [[nodiscard]] std::pair<Node, Node> writers(RegId reg) const {
    std::pair<Node, Node> found{kNoNode, kNoNode};
    for (Node node = 0; node < block_.count; ++node)
      for (const RegId written : block_.micro_op(node).destinations())
        if (written == reg) {
          found.first = std::min(found.first, node);
          found.second = node;
        }
    return found;
  }

  const Block& block_;
  std::vector<Place> places_;
  std::vector<std::optional<LoopAddress>> addresses_;
  bool stay_ = false;
  bool narrow_ = false;
};

} // namespace

DependenceGraph loop_dependences(const Block& block, const Target& target, const AliasHints& hints,
                                 const EntryValues& entry) {
  DependenceGraph graph = dependences(block, target, hints);
  std::erase_if(graph.edges,
                [](const Edge& edge) { return edge.location == LocationKind::memory; });
  const CarriedFinder finder(block, hints, entry);
  finder.registers(graph.carried);
  finder.memory(graph.edges, graph.carried);
  LatencyTable& latencies = target.latencies();
  for (std::vector<Edge>* edges : {&graph.edges, &graph.carried})
    for (Edge& edge : *edges)
      edge.latency = latencies.latency(block, edge);
  std::stable_sort(graph.carried.begin(), graph.carried.end(), [](const Edge& a, const Edge& b) {
    return std::tie(a.to, a.from, a.distance, a.kind) < std::tie(b.to, b.from, b.distance, b.kind);
  });
  graph.index();
  return graph;
}

} // namespace stallscope::sched
