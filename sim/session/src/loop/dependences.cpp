#include "loop/dependences.hpp"

#include "core/units/operand_latency.hpp"
#include "isa/executor.hpp"
#include "loop/steady.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace stallscope::session {

namespace {

using core::PlannedOp;

unsigned least_bypass(const core::WindowPlan& plan, const PlannedOp& from, const PlannedOp& to) {
  if (!plan.bypass.any || from.ports == 0)
    return 0;
  unsigned least = ~0U;
  for (std::uint32_t ports = from.ports; ports != 0; ports &= ports - 1)
    for (unsigned stations = to.stations; stations != 0; stations &= stations - 1) {
      const auto port = static_cast<std::size_t>(std::countr_zero(ports));
      const auto station = static_cast<std::size_t>(std::countr_zero(stations));
      least = std::min<unsigned>(least,
                                 plan.bypass.cycles[plan.bypass.made_in[port][from.port_class]]
                                                   [plan.bypass.used_in[station][to.port_class]]);
    }
  return least == ~0U ? 0 : least;
}

/// Minimum cycles from the start of an operation to the start of a consumer of its result.
std::int64_t result_after(const core::OutOfOrderCore& core, const PlannedOp& from,
                          std::int64_t latency) {
  const machine::Dynamic& d = core.dynamic();
  if (d.wakeup == machine::Wakeup::bypass)
    return latency;
  if (is_captured(core, from)) // store data: available in the cycle in which the register is
                               // written
    return 0;
  const bool written_behind = from.op.write_count > 0 || !d.done_without_result;
  return latency + d.read_cycles + (written_behind ? 1 : 0);
}

class Dependences {
public:
  Dependences(const Simulation& simulation, const LaidOutLoop& loop, const isa::Program& program,
              const LoopBody& body)
      : simulation_(simulation), core_(simulation.out_of_order_core()), loop_(loop),
        program_(program), body_(body) {}

  DependenceGraph run() {
    add_nodes();
    add_operand_cycles();
    through_memory();
    through_registers();
    if (core_ == nullptr)
      in_order();
    // In the order in which longest paths settle: nodes are in program order.
    std::stable_sort(graph_.edges.begin(), graph_.edges.end(),
                     [](const LoopEdge& a, const LoopEdge& b) { return a.to < b.to; });
    return std::move(graph_);
  }

private:
  [[nodiscard]] std::uint32_t length() const {
    return static_cast<std::uint32_t>(body_.path.size());
  }
  [[nodiscard]] std::uint32_t index_of(std::uint32_t position) const {
    return loop_.index_of(0, position);
  }

  void add_nodes() {
    // In a repeated body the last instruction can fuse with the first of the next iteration.
    const bool wraps = core_ != nullptr && !body_.closed && length() > 1 &&
                       !core_->micro_ops_of_pair(index_of(length() - 1)).empty();
    for (std::uint32_t n = wraps ? 1 : 0; n < length(); ++n) {
      if (core_ == nullptr) {
        graph_.nodes.push_back({n, nullptr, {}, 0});
        continue;
      }
      const std::uint32_t index = index_of(n);
      const auto pair = core_->micro_ops_of_pair(index);
      const auto parts = pair.empty() ? core_->micro_ops_of(index) : pair;
      const std::vector<trace::MicroOpPart> known = simulation_.parts_of(index);
      for (std::size_t k = 0; k < parts.size(); ++k)
        graph_.nodes.push_back(
            {n, &parts[k], k < known.size() && parts.size() > 1 ? known[k].text : std::string(),
             0});
      n += pair.empty() ? 0 : 1;
    }
  }

  /// Minimum over the values of all iterations, for units with operand-dependent latency.
  void add_operand_cycles() {
    const machine::Machine& machine = simulation_.machine();
    const bool any = std::any_of(machine.units.begin(), machine.units.end(),
                                 [](const machine::Unit& u) { return u.depends_on_operands(); });
    if (core_ != nullptr || !any)
      return;
    std::vector<unsigned> least(length(), ~0U);
    isa::ArchState state = isa::initial_state(loop_.program());
    const isa::Environment environment = loop_.environment(machine.misaligned);
    for (std::uint64_t iteration = 0; iteration < loop_.copies(); ++iteration)
      for (std::uint32_t n = 0; n < length(); ++n) {
        const isa::Instruction& i = loop_.program().instruction(loop_.index_of(iteration, n));
        if (state.pc != i.pc) // skipped by a branch, or at the end
          continue;
        const auto op_class = static_cast<std::size_t>(i.op_class);
        if (const unsigned u = machine.unit_for(i.op_class); u < machine.units.size())
          least[n] = std::min<unsigned>(
              least[n],
              core::operand_cycles(machine.units[u].operand_latency[op_class], i, state.regs));
        isa::execute(loop_.program(), state, environment, state.instructions);
      }
    for (LoopNode& node : graph_.nodes)
      node.operand_cycles = least[node.position] == ~0U ? 0 : least[node.position];
  }

  [[nodiscard]] std::vector<RegId> reads(const LoopNode& node) const {
    std::vector<RegId> regs;
    const auto take = [&regs](const auto& op) {
      for (const isa::RegisterRead& read : op.sources())
        if (std::find(regs.begin(), regs.end(), read.reg) == regs.end())
          regs.push_back(read.reg);
    };
    if (node.planned != nullptr)
      take(node.planned->op);
    else
      take(micro_op(node));
    return regs;
  }
  [[nodiscard]] std::span<const RegId> writes(const LoopNode& node) const {
    return node.planned != nullptr ? node.planned->op.destinations()
                                   : micro_op(node).destinations();
  }
  [[nodiscard]] const isa::MicroOp& micro_op(const LoopNode& node) const {
    const isa::Program& laid_out = loop_.program();
    return laid_out.micro_op(laid_out.instruction(index_of(node.position)).first_micro_op);
  }

  void through_registers() {
    struct Writer {
      std::uint32_t node = 0;
      std::uint32_t iteration = 0;
      bool exists = false;
    };
    std::vector<Writer> last(kMaxRegisters);
    for (std::uint32_t iteration = 0; iteration < 2; ++iteration)
      for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
        for (const RegId reg : reads(graph_.nodes[n]))
          if (const Writer& writer = last[reg]; writer.exists && iteration == 1)
            add_edge(writer.node, n, iteration - writer.iteration, reg);
        for (const RegId reg : writes(graph_.nodes[n])) {
          if (const Writer& writer = last[reg]; writer.exists && iteration == 1 && core_ == nullptr)
            add_edge(writer.node, n, iteration - writer.iteration, reg, true);
          last[reg] = {n, iteration, true};
        }
      }
  }

  /// In-order issue: edges of program order, at most the issue width a cycle.
  void in_order() {
    const auto count = static_cast<std::uint32_t>(graph_.nodes.size());
    const unsigned width = simulation_.machine().width;
    for (std::uint32_t n = 0; n < count; ++n) {
      graph_.edges.push_back(
          {n, (n + 1) % count, width == 1 ? 1 : 0, (n + 1) / count, kInOrder, false});
      if (width > 1)
        graph_.edges.push_back({n, (n + width) % count, 1, (n + width) / count, kInOrder, false});
    }
  }

  void add_edge(std::uint32_t from, std::uint32_t to, std::uint32_t distance, RegId reg,
                bool writes_again = false) {
    graph_.edges.push_back({from, to, latency_between(from, to, reg), distance, reg, writes_again});
  }

  std::int64_t latency_between(std::uint32_t from, std::uint32_t to, RegId reg) {
    const LoopNode& producer = graph_.nodes[from];
    const LoopNode& consumer = graph_.nodes[to];
    if (core_ == nullptr)
      return issue_distance(producer.position, consumer.position, reg);
    if (producer.planned->ports == 0)
      return 0;
    std::int64_t latency = least_latency(core_->plan(), *producer.planned);
    if (producer.planned->is_load && forwarded_.contains(producer.position))
      latency = std::min<std::int64_t>(latency, core_->dynamic().forward_cycles);
    return result_after(*core_, *producer.planned, latency) +
           least_bypass(core_->plan(), *producer.planned, *consumer.planned);
  }

  /// Distance between the starts of execution of two dependent instructions, alone in an in-order
  /// pipeline. Only the part due to the register: compared with the same pair without the
  /// dependence.
  std::int64_t issue_distance(std::uint32_t from, std::uint32_t to, RegId reg) {
    const auto key = std::tuple(from, to, reg);
    if (const auto known = distances_.find(key); known != distances_.end())
      return known->second;
    const std::int64_t distance = measure(from, to);
    return distances_[key] = distance;
  }

  /// The machine with the minimum latency that an operation has for its operands.
  [[nodiscard]] machine::Machine with_latency_of(const LoopNode& node) const {
    machine::Machine machine = simulation_.machine();
    const isa::OpClass op_class = program_.instruction(body_.path[node.position]).op_class;
    for (machine::Unit& unit : machine.units)
      unit.operand_latency = {};
    if (const unsigned u = machine.unit_for(op_class); u < machine.units.size())
      machine.units[u].latency_cycles.at(static_cast<std::size_t>(op_class)) += node.operand_cycles;
    return machine;
  }

  std::int64_t measure(std::uint32_t from, std::uint32_t to) {
    LoopBody pair;
    isa::Program two;
    two.name = program_.name;
    two.isa = program_.isa;
    two.xlen = program_.xlen;
    two.compressed = program_.compressed;
    two.regions = loop_.program().regions;
    two.initial_registers = loop_.program().initial_registers;
    std::uint64_t pc = loop_.place(0).pc;
    two.entry = pc;
    for (const std::uint32_t position : {from, to}) {
      isa::Instruction i = loop_.program().instruction(index_of(position));
      const isa::MicroOp m = loop_.program().micro_op(i.first_micro_op);
      i.pc = pc;
      pc += i.size;
      if (isa::is_control(i.op_class)) {
        if (position == from)
          return 0;
        i.target = pc;
      }
      two.append(i, m, {});
    }
    two.end_pc = pc;
    two.finish();
    const machine::Machine machine = with_latency_of(graph_.nodes[from]);
    const auto simulation = Simulation::of(two, machine, isa::Environment{});
    const Timeline timeline = recorded(*simulation, two.code.size());
    std::array<std::uint64_t, 2> begins{};
    for (const OpRow& row : timeline.rows) {
      if (row.instruction.value > 1 || row.wrong_path)
        continue;
      for (const Span& span : timeline.spans_of(row))
        if (timeline.lanes[span.lane].is_unit) {
          begins.at(row.instruction.value) = span.begin.value;
          break;
        }
    }
    if (begins[0] == 0 || begins[1] == 0)
      return 0;
    return static_cast<std::int64_t>(begins[1]) - static_cast<std::int64_t>(begins[0]);
  }

  /// The stores that a load reads from, over the iterations.
  struct Source {
    std::uint32_t store = 0; ///< position of the youngest such store
    std::uint64_t distance = 0;
    bool exists = false;
    bool always = true; ///< the same store in every iteration
  };

  /// Finds the store that each load reads from, by functional execution of more iterations than are
  /// in flight; uses the second half.
  void through_memory() {
    if (core_ == nullptr) // in-order pipelines access memory in order
      return;
    constexpr std::uint64_t kLeast = 64;
    const std::uint64_t copies = std::min(
        loop_.copies(), std::max<std::uint64_t>(kLeast, 2 * core::kWindowSlots / length()));
    isa::ArchState state = isa::initial_state(loop_.program());
    const isa::Environment environment = loop_.environment(simulation_.machine().misaligned);
    std::vector<Source> sources(length());
    std::unordered_map<std::uint64_t, Written> by_byte;
    for (std::uint64_t iteration = 0; iteration < copies; ++iteration)
      for (std::uint32_t n = 0; n < length(); ++n) {
        const isa::Effect effect =
            isa::execute(loop_.program(), state, environment, state.instructions);
        if (effect.trap != isa::Trap::none && effect.trap != isa::Trap::end)
          return;
        if (effect.bytes == 0)
          continue;
        if (iteration >= copies / 2 && has_load(n))
          note_source(sources[n], youngest_write(by_byte, effect), iteration);
        if (isa::writes_memory(program_.instruction(body_.path[n])) || writes_data(n))
          for (std::uint64_t b = 0; b < effect.bytes; ++b)
            by_byte[effect.address + b] = {n, iteration, true};
      }
    for (std::uint32_t n = 0; n < length(); ++n)
      if (sources[n].exists) {
        forwarded_.insert(n);
        if (sources[n].always)
          add_memory_edge(sources[n].store, n, static_cast<std::uint32_t>(sources[n].distance));
      }
  }

  struct Written {
    std::uint32_t position = 0;
    std::uint64_t iteration = 0;
    bool exists = false;
  };
  static Written youngest_write(const std::unordered_map<std::uint64_t, Written>& by_byte,
                                const isa::Effect& effect) {
    const std::uint64_t read = effect.two_places ? effect.read_address : effect.address;
    Written youngest;
    for (std::uint64_t b = 0; b < effect.bytes; ++b)
      if (const auto at = by_byte.find(read + b); at != by_byte.end())
        if (!youngest.exists || std::pair(at->second.iteration, at->second.position) >
                                    std::pair(youngest.iteration, youngest.position))
          youngest = at->second;
    return youngest;
  }

  static void note_source(Source& source, const Written& written, std::uint64_t iteration) {
    const std::uint64_t distance = iteration - written.iteration;
    if (!written.exists)
      source.always = false;
    else if (!source.exists)
      source = {written.position, distance, true, source.always};
    else if (source.store != written.position || source.distance != distance)
      source.always = false;
  }

  /// The nodes of an instruction, which are contiguous.
  [[nodiscard]] std::span<const LoopNode> nodes_of(std::uint32_t position) const {
    const auto of = std::equal_range(
        graph_.nodes.begin(), graph_.nodes.end(), LoopNode{position, nullptr, {}, 0},
        [](const LoopNode& a, const LoopNode& b) { return a.position < b.position; });
    return {of.first, of.second};
  }
  [[nodiscard]] bool has_load(std::uint32_t position) const {
    const auto nodes = nodes_of(position);
    return std::any_of(nodes.begin(), nodes.end(),
                       [](const LoopNode& node) { return node.planned->is_load; });
  }
  [[nodiscard]] bool writes_data(std::uint32_t position) const {
    const auto nodes = nodes_of(position);
    return std::any_of(nodes.begin(), nodes.end(),
                       [](const LoopNode& node) { return node.planned->writes_data; });
  }
  [[nodiscard]] std::uint32_t number_of(const LoopNode& node) const {
    return static_cast<std::uint32_t>(&node - graph_.nodes.data());
  }

  /// A forwarded load begins when the store has its data.
  void add_memory_edge(std::uint32_t store, std::uint32_t load, std::uint32_t distance) {
    for (const LoopNode& data : nodes_of(store))
      for (const LoopNode& reader : nodes_of(load)) {
        if (!data.planned->writes_data || !reader.planned->is_load)
          continue;
        const std::int64_t latency = least_latency(core_->plan(), *data.planned);
        graph_.edges.push_back({number_of(data), number_of(reader),
                                result_after(*core_, *data.planned, latency), distance, kNoRegister,
                                false});
      }
  }

  const Simulation& simulation_;
  const core::OutOfOrderCore* core_;
  const LaidOutLoop& loop_;
  const isa::Program& program_;
  const LoopBody& body_;
  DependenceGraph graph_;
  std::set<std::uint32_t> forwarded_; ///< positions of loads that may be forwarded from a store in
                                      ///< flight
  std::map<std::tuple<std::uint32_t, std::uint32_t, RegId>, std::int64_t> distances_;
};

} // namespace

unsigned least_latency(const core::WindowPlan& plan, const core::PlannedOp& planned) {
  if (planned.latency != 0)
    return planned.latency;
  unsigned least = ~0U;
  for (std::uint32_t ports = planned.ports; ports != 0; ports &= ports - 1)
    least = std::min(
        least, plan.latency[static_cast<unsigned>(std::countr_zero(ports))][planned.port_class]);
  return least == ~0U ? 0 : least;
}

bool is_captured(const core::OutOfOrderCore& core, const core::PlannedOp& planned) {
  return core.dynamic().captures_store_data && planned.writes_data && !planned.writes_address;
}

DependenceGraph dependences_of(const Simulation& simulation, const LaidOutLoop& loop,
                               const isa::Program& program, const LoopBody& body) {
  return Dependences(simulation, loop, program, body).run();
}

unsigned latency_of(const Simulation& simulation, std::uint32_t instruction) {
  const core::OutOfOrderCore* const core = simulation.out_of_order_core();
  if (core == nullptr) {
    const core::PipelinePlan& plan = simulation.in_order_core()->plan();
    const auto op_class =
        static_cast<std::size_t>(simulation.program().instruction(instruction).op_class);
    return plan.latency_of.at(op_class) + plan.result_stage_of.at(op_class) - plan.execute_stage;
  }
  // Cycles of the longest path through the instruction's micro-ops.
  std::unordered_map<RegId, unsigned> known;
  unsigned most = 0;
  for (const PlannedOp& part : core->micro_ops_of(instruction)) {
    unsigned begin = 0;
    for (const isa::RegisterRead& read : part.op.sources())
      if (isa::is_temporary(read.reg) && known.contains(read.reg))
        begin = std::max(begin, known[read.reg]);
    const unsigned end = begin + (part.ports != 0 ? least_latency(core->plan(), part) : 0U);
    for (const RegId reg : part.op.destinations())
      known[reg] = end;
    most = std::max(most, end);
  }
  return most;
}

} // namespace stallscope::session
