#include "dynamic_settings.hpp"

#include "isa/crack.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::session {

namespace {

using machine::Dynamic;
using machine::Machine;
using machine::Port;

class Settings {
public:
  Settings(const isa::Program& program, const Machine& machine, const trace::RunRecord& run)
      : program_(program), machine_(machine), m_(*machine.dynamic), run_(run) {}

  std::vector<std::string> against(const std::vector<ChainLink>& chain) {
    for (const ChainLink& link : chain)
      add_for(link);
    return std::move(settings_);
  }

private:
  void add(std::string setting) {
    if (std::find(settings_.begin(), settings_.end(), setting) == settings_.end())
      settings_.push_back(std::move(setting));
  }
  /// Twice as many, of what there is a limited number.
  void twice(std::string_view key, unsigned now) {
    if (now != 0)
      add(fmt::format("{}={}", key, 2 * now));
  }

  void add_for(const ChainLink& link) {
    switch (link.cause.why) {
    case Reason::none:
      add_faster(link);
      break;
    case Reason::raw:
      add("results.wakeup=bypass");
      add("scheduler.read_cycles=0");
      break;
    case Reason::bypass:
      add("bypass=[]");
      break;
    case Reason::war:
    case Reason::waw:
      add("rename.scheme=tags");
      break;
    case Reason::unit_busy:
      for (const Port* port : ports_of(link.op)) {
        add(fmt::format("port.{}.count={}", port->name, port->count + 1));
        add(fmt::format("port.{}.alone=[]", port->name));
        add(fmt::format("port.{}.pipelined=true", port->name));
      }
      break;
    case Reason::pairing:
      add("scheduler.width=0");
      break;
    case Reason::write_port:
      add("results.buses=0");
      break;
    case Reason::memory_order:
      add("load_store.disambiguation=perfect");
      add("load_store.forwarding=partial");
      break;
    case Reason::serialising:
      add("dispatch.serialise=false");
      break;
    case Reason::control:
      if (m_.waits_behind_branches)
        add("scheduler.wait_behind_branches=false");
      break;
    case Reason::memory_port:
    case Reason::dcache_miss:
      for (const machine::Cache& level : machine_.caches.levels)
        twice(fmt::format("cache.{}.mshrs", level.name), level.mshrs);
      break;
    default:
      add_room(link.cause.why);
      break;
    }
  }

  /// Room for more in flight.
  void add_room(Reason why) {
    switch (why) {
    case Reason::queue_full:
      twice("front_end.queue", m_.fetch_queue);
      break;
    case Reason::branches_full:
      twice("front_end.branch_queue", m_.branch_queue);
      break;
    case Reason::reorder_full:
      twice("reorder_buffer.entries", m_.reorder_entries);
      break;
    case Reason::station_full:
      for (const machine::Station& station : m_.stations)
        twice(fmt::format("station.{}.entries", station.name), station.entries);
      break;
    case Reason::load_full:
      twice("load_store.load_entries", m_.load_entries);
      break;
    case Reason::store_full:
      twice("load_store.store_entries", m_.store_entries);
      break;
    case Reason::buffer_full:
      twice("load_store.store_buffer", m_.store_buffer_entries);
      break;
    case Reason::no_register:
      twice("rename.integer_registers", m_.integer_registers);
      twice("rename.fp_registers", m_.fp_registers);
      break;
    default:
      break;
    }
  }

  /// The root of a chain: it executes, or comes through the front end.
  void add_faster(const ChainLink& link) {
    const auto lane =
        std::find_if(run_.timeline.lanes.begin(), run_.timeline.lanes.end(),
                     [&](const Lane& candidate) { return candidate.name == link.lane; });
    if (lane == run_.timeline.lanes.end() || !lane->is_unit)
      return;
    for (const Port* port : ports_of(link.op)) {
      add(fmt::format("port.{}.latency=1", port->name));
      add(fmt::format("port.{}.latencies={{}}", port->name));
    }
  }

  /// The ports that execute an operation.
  std::vector<const Port*> ports_of(OpId op) const {
    const OpRow* row = run_.timeline.find(op);
    const std::uint32_t index =
        row != nullptr ? program_.index_of(run_.legend.instruction_pc[row->instruction.value])
                       : isa::kNoIndex;
    std::vector<const Port*> ports;
    if (index == isa::kNoIndex || index >= program_.code.size())
      return ports;
    const auto executes = [this](std::size_t what) {
      return std::any_of(m_.ports.begin(), m_.ports.end(),
                         [what](const Port& port) { return port.executes[what]; });
    };
    isa::CrackRules rules;
    rules.split_store = executes(machine::kStoreAddress);
    const isa::CrackedOps parts = isa::crack(program_.code[index], rules);
    auto wanted = static_cast<std::size_t>(program_.code[index].op_class);
    std::size_t number = 0;
    for (const isa::CrackedOp& part : parts)
      if (number++ == row->part)
        wanted = part.kind == isa::CrackedKind::store_address ? machine::kStoreAddress
                 : part.kind == isa::CrackedKind::store_data
                     ? machine::kStoreData
                     : static_cast<std::size_t>(part.op_class);
    for (const Port& port : m_.ports)
      if (port.executes[wanted])
        ports.push_back(&port);
    return ports;
  }

  const isa::Program& program_;
  const Machine& machine_;
  const Dynamic& m_;
  const trace::RunRecord& run_;
  std::vector<std::string> settings_;
};

} // namespace

std::vector<std::string> settings_against(const isa::Program& program, const Machine& machine,
                                          const trace::RunRecord& run,
                                          const std::vector<ChainLink>& chain) {
  return Settings(program, machine, run).against(chain);
}

} // namespace stallscope::session
