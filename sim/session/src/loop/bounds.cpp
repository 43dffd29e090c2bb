#include "loop/bounds.hpp"

#include "base/counted.hpp"
#include "loop/critical_cycle.hpp"
#include "loop/fetch_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace stallscope::session {

namespace {

using core::PlannedOp;

class Bounds {
public:
  Bounds(const Simulation& simulation, const LaidOutLoop& loop, const isa::Program& program,
         const LoopBody& body, const DependenceGraph& graph)
      : simulation_(simulation), machine_(simulation.machine()),
        core_(simulation.out_of_order_core()), loop_(loop), program_(program), body_(body),
        graph_(graph) {}

  std::vector<LoopBound> run() {
    bounds_.push_back(fetch_bound(simulation_, loop_, program_, body_));
    if (core_ != nullptr)
      dynamic();
    else
      in_order();
    recurrences();
    std::stable_sort(bounds_.begin(), bounds_.end(),
                     [](const LoopBound& a, const LoopBound& b) { return b.cycles < a.cycles; });
    return std::move(bounds_);
  }

private:
  void add(LoopBoundKind kind, std::string name, std::string title, Fraction cycles) {
    if (cycles.numerator > 0)
      bounds_.push_back(bound(kind, std::move(name), std::move(title), cycles));
  }

  static LoopBound bound(LoopBoundKind kind, std::string name, std::string title, Fraction cycles) {
    LoopBound made;
    made.kind = kind;
    made.name = std::move(name);
    made.title = std::move(title);
    made.cycles = cycles;
    return made;
  }

  // Bounds of dynamically scheduled machines

  void dynamic() {
    const machine::Dynamic& d = core_->dynamic();
    std::uint64_t slots = 0;
    std::uint64_t executed = 0;
    std::uint64_t results = 0;
    std::uint64_t stores = 0;
    for (const LoopNode& node : graph_.nodes) {
      slots += node.planned->slots;
      executed += needs_port(node) ? 1 : 0;
      results += node.planned->op.write_count > 0 ? 1 : 0;
      stores += node.planned->writes_data ? 1 : 0;
    }
    const std::string micro_ops = counted(slots, "micro-op", "micro-ops") +
                                  (slots < graph_.nodes.size() ? " in the fused domain" : "");
    add(LoopBoundKind::dispatch, "dispatch",
        fmt::format("{}, {} dispatched a cycle", micro_ops, d.dispatch_width),
        Fraction::of(slots, d.dispatch_width));
    if (d.speculates())
      add(LoopBoundKind::retire, "retire",
          fmt::format("{}, {} retired a cycle", micro_ops, core_->plan().retire_width),
          Fraction::of(slots, core_->plan().retire_width));
    if (d.issue_width != 0)
      add(LoopBoundKind::issue, "issue",
          fmt::format("{}, {} issued a cycle", counted(executed, "operation", "operations"),
                      d.issue_width),
          Fraction::of(executed, d.issue_width));
    if (d.result_buses != 0)
      add(LoopBoundKind::issue, "result buses",
          fmt::format("{}, {} written a cycle", counted(results, "result", "results"),
                      d.result_buses),
          Fraction::of(results, d.result_buses));
    ports();
    if (core_->plan().data_cache && d.store_buffer_entries != 0)
      add(LoopBoundKind::ports, "store buffer",
          fmt::format("{}, one sent to the cache a cycle", counted(stores, "store", "stores")),
          Fraction::of(stores, 1));
    if (d.release == machine::EntryRelease::write)
      stations();
  }

  /// Reservation stations by Little's law: each operation holds an entry in the cycle of its
  /// dispatch, while it executes, and while it writes its result.
  void stations() {
    const core::WindowPlan& plan = core_->plan();
    std::vector<std::uint64_t> held(plan.station_entries.size(), 0);
    for (const LoopNode& node : graph_.nodes) {
      if (!needs_port(node))
        continue;
      const std::uint32_t ports = node.planned->ports;
      const unsigned station =
          plan.ports[static_cast<std::size_t>(std::countr_zero(ports))].station;
      if ((ports & ~plan.station_ports[station]) != 0)
        continue; // the operation can use several stations
      held[station] += 1 + std::max(1U, least_latency(plan, *node.planned)) +
                       (node.planned->op.write_count > 0 ? 1 : 0);
    }
    for (std::size_t n = 0; n < held.size(); ++n)
      add(LoopBoundKind::stations, "station " + core_->dynamic().stations[n].name,
          fmt::format("{}, {}",
                      counted(held[n], "cycle in which an entry is held",
                              "cycles in which an entry is held"),
                      counted(plan.station_entries[n], "entry", "entries")),
          Fraction::of(held[n], plan.station_entries[n]));
  }

  [[nodiscard]] bool needs_port(const LoopNode& node) const {
    return node.planned->ports != 0 && !is_captured(*core_, *node.planned);
  }

  /// Port bound by Hall's condition: operations that only the ports of a set can execute take at
  /// least their number divided by the set's size. Only unions of single operations' port sets
  /// matter.
  void ports() {
    const core::WindowPlan& plan = core_->plan();
    // By port set: issue slots of its operations, and cycles of unpipelined ones, which exclude
    // only each other.
    struct Busy {
      std::uint64_t issued = 0;
      std::uint64_t alone = 0;
    };
    std::map<std::uint32_t, Busy> busy;
    for (const LoopNode& node : graph_.nodes)
      if (needs_port(node)) {
        Busy& of = busy[node.planned->ports];
        const std::uint64_t cycles = busy_cycles(*node.planned);
        ++of.issued;
        of.alone += cycles > 1 ? cycles : 0;
      }
    std::set<std::uint32_t> unions;
    constexpr std::size_t kMost = 4096;
    for (const auto& [ports, of] : busy) {
      std::set<std::uint32_t> more{ports};
      for (const std::uint32_t other : unions)
        more.insert(other | ports);
      unions.merge(more);
      if (unions.size() > kMost)
        break;
    }
    for (const std::uint32_t ports : unions) {
      Busy all;
      for (const auto& [own, of] : busy)
        if ((own & ~ports) == 0) {
          all.issued += of.issued;
          all.alone += of.alone;
        }
      const std::uint64_t cycles = std::max(all.issued, all.alone);
      std::string names;
      for (std::uint32_t left = ports; left != 0; left &= left - 1) {
        const auto port = static_cast<std::size_t>(std::countr_zero(left));
        names += (names.empty() ? "" : " ") + plan.names[plan.ports[port].lane].name;
      }
      const auto count = static_cast<std::uint64_t>(std::popcount(ports));
      add(LoopBoundKind::ports, (count == 1 ? "port " : "ports ") + names,
          counted(cycles, "cycle of an operation", "cycles of operations") +
              " that nothing else executes",
          Fraction::of(cycles, count));
    }
    keep_greatest_ports();
  }

  /// Keeps the port sets with a larger bound than all their subsets.
  void keep_greatest_ports() {
    constexpr std::size_t kShown = 6;
    std::stable_sort(bounds_.begin(), bounds_.end(),
                     [](const LoopBound& a, const LoopBound& b) { return b.cycles < a.cycles; });
    std::size_t kept = 0;
    std::erase_if(bounds_, [&kept](const LoopBound& bound) {
      return bound.kind == LoopBoundKind::ports && kept++ >= kShown;
    });
  }

  /// The minimum cycles for which an operation occupies its port.
  [[nodiscard]] std::uint64_t busy_cycles(const PlannedOp& planned) const {
    const bool alone_on_all = planned.alone == planned.ports;
    return alone_on_all ? std::max(1U, least_latency(core_->plan(), planned)) : 1;
  }

  // Bounds of in-order machines

  void in_order() {
    const std::uint64_t length = body_.path.size();
    add(LoopBoundKind::retire, "issue",
        fmt::format("{}, {} a cycle", counted(length, "instruction", "instructions"),
                    machine_.width),
        Fraction::of(length, machine_.width));
    units();
    for (const machine::PairingLimit& limit : machine_.pairing_limits) {
      std::uint64_t count = 0;
      for (const std::uint32_t index : body_.path)
        count += limit.classes.test(static_cast<std::size_t>(program_.instruction(index).op_class))
                     ? 1
                     : 0;
      add(LoopBoundKind::issue, "issue of " + limit.name,
          fmt::format("{} of {}, {} a cycle", count, limit.name, limit.limit),
          Fraction::of(count, limit.limit));
    }
  }

  void units() {
    std::vector<std::uint64_t> busy(machine_.units.size(), 0);
    for (const LoopNode& node : graph_.nodes) {
      const isa::OpClass op_class = program_.instruction(body_.path[node.position]).op_class;
      const unsigned u = machine_.unit_for(op_class);
      if (u >= machine_.units.size())
        continue;
      const machine::Unit& unit = machine_.units[u];
      const unsigned latency =
          unit.latency_cycles[static_cast<std::size_t>(op_class)] + node.operand_cycles;
      busy[u] += unit.pipelined ? 1 : std::max(1U, latency);
    }
    for (std::size_t u = 0; u < busy.size(); ++u) {
      const machine::Unit& unit = machine_.units[u];
      add(LoopBoundKind::ports, "unit " + unit.name,
          fmt::format("{}, {} of the unit",
                      counted(busy[u], "cycle of an operation", "cycles of operations"),
                      unit.count),
          Fraction::of(busy[u], unit.count));
    }
  }

  // Bounds of both kinds

  void recurrences() {
    const auto through_registers = critical_cycle(graph_, EdgesThat::registers);
    if (through_registers)
      add_recurrence(LoopBoundKind::recurrence, "recurrence",
                     "operations of later iterations need results of earlier ones",
                     *through_registers);
    const auto all = critical_cycle(graph_, EdgesThat::memory);
    if (all && (!through_registers || through_registers->ratio < all->ratio))
      add_recurrence(LoopBoundKind::memory, "store forwarding",
                     "loads of later iterations read what earlier ones store", *all);
    if (core_ != nullptr)
      return;
    const auto ordered = critical_cycle(graph_, EdgesThat::order);
    if (ordered && (!through_registers || through_registers->ratio < ordered->ratio))
      add_recurrence(LoopBoundKind::order, "in-order issue",
                     "an operation that waits for a result delays all younger ones", *ordered);
  }

  void add_recurrence(LoopBoundKind kind, std::string name, std::string title,
                      const CriticalCycle& cycle) {
    LoopBound made = bound(kind, std::move(name), std::move(title), cycle.ratio);
    for (const LoopEdge& edge : cycle.edges) {
      const LoopNode& node = graph_.nodes[edge.from];
      made.chain.push_back(
          {.position = node.position,
           .part = node.part,
           .through = name_of(edge.reg) + (edge.writes_again ? ", which is written again" : ""),
           .latency = edge.latency,
           .distance = static_cast<std::int32_t>(edge.distance)});
    }
    bounds_.push_back(std::move(made));
  }

  [[nodiscard]] std::string name_of(RegId reg) const {
    if (reg == kNoRegister)
      return "memory";
    if (reg == kInOrder)
      return "program order";
    if (core_ != nullptr && isa::is_temporary(reg) && program_.register_names.size() <= reg)
      return "a temporary";
    return reg < program_.register_names.size() && !program_.register_names[reg].empty()
               ? program_.register_names[reg]
               : fmt::format("register {}", reg);
  }

  const Simulation& simulation_;
  const machine::Machine& machine_;
  const core::OutOfOrderCore* core_;
  const LaidOutLoop& loop_;
  const isa::Program& program_;
  const LoopBody& body_;
  const DependenceGraph& graph_;
  std::vector<LoopBound> bounds_;
};

} // namespace

std::vector<LoopBound> bounds_of(const Simulation& simulation, const LaidOutLoop& loop,
                                 const isa::Program& program, const LoopBody& body,
                                 const DependenceGraph& graph) {
  return Bounds(simulation, loop, program, body, graph).run();
}

} // namespace stallscope::session
