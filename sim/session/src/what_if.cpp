#include "session/what_if.hpp"

#include "machine/machine_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::session {

namespace {

using machine::Dynamic;
using machine::Machine;
using trace::LedgerPoint;

constexpr unsigned kMostWidth = 8;

unsigned twice(unsigned value, unsigned most) {
  return std::min(2 * value, std::max(value, most));
}

/// A cache that always hits is no cache, with the latency of a hit.
void make_caches_perfect(Machine& m) {
  const auto hit = [&m](bool fetch) {
    const std::size_t first = m.caches.first_for(fetch);
    return first < m.caches.levels.size() ? m.caches.levels[first].latency_cycles : 0U;
  };
  // Front end and ports of a dynamically scheduled machine contain the cycles of a hit.
  if (!m.dynamic) {
    m.fetch_latency_cycles = std::max(m.fetch_latency_cycles, hit(true));
    m.data_latency_cycles = std::max(m.data_latency_cycles, hit(false));
  }
  m.caches.levels.clear();
  m.caches.fetch_tlb.entries = m.caches.data_tlb.entries = 0;
}

class Reliefs {
public:
  explicit Reliefs(const Machine& machine) : machine_(machine) {}

  std::vector<Relief> all() {
    add("perfect_prediction", "every branch and jump is predicted right",
        {Reason::mispredict, Reason::redirect, Reason::control}, LedgerPoint::retire,
        [](Machine& m) { m.predictor = machine::PredictorKind::perfect; });
    if (!machine_.caches.levels.empty())
      add("perfect_caches", "every access hits its first cache",
          {Reason::icache_miss, Reason::dcache_miss, Reason::memory_port, Reason::store_full},
          LedgerPoint::retire, make_caches_perfect);
    if (machine_.dynamic)
      dynamic();
    else
      in_order();
    return std::move(reliefs_);
  }

private:
  void add(std::string name, std::string title, std::vector<Reason> reasons, LedgerPoint point,
           std::function<void(Machine&)> change) {
    Machine changed = machine_;
    change(changed);
    if (changed == machine_ ||
        !machine::parse_machine(machine_.name, machine::dump(changed))) // it cannot be built
      return;
    reliefs_.push_back(
        {std::move(name), std::move(title), std::move(change), point, std::move(reasons)});
  }
  void add_dynamic(std::string name, std::string title, std::vector<Reason> reasons,
                   LedgerPoint point, std::function<void(Dynamic&)> change) {
    add(std::move(name), std::move(title), std::move(reasons), point,
        [change = std::move(change)](Machine& m) { change(*m.dynamic); });
  }

  void dynamic() {
    for (std::size_t p = 0; p < machine_.dynamic->ports.size(); ++p) {
      const std::string& port = machine_.dynamic->ports[p].name;
      add_dynamic("twice." + port, fmt::format("port {} twice", port), {Reason::unit_busy},
                  LedgerPoint::retire, [p](Dynamic& d) { d.ports[p].count *= 2; });
    }
    add_dynamic("wider_fetch", "fetch twice as wide", {Reason::fetch_group}, LedgerPoint::retire,
                [](Dynamic& d) {
                  d.fetch_width = twice(d.fetch_width, kMostWidth);
                  d.fetch_bytes = twice(d.fetch_bytes, 64);
                });
    add_dynamic("wider_dispatch", "dispatch and retirement twice as wide", {}, LedgerPoint::issue,
                [](Dynamic& d) {
                  d.dispatch_width = twice(d.dispatch_width, kMostWidth);
                  d.retire_width = twice(d.retire_width, kMostWidth);
                });
    add_dynamic("reorder_buffer", "reorder buffer twice as large", {Reason::reorder_full},
                LedgerPoint::issue, [](Dynamic& d) {
                  d.reorder_entries = d.reorder_entries == 0 ? 0 : twice(d.reorder_entries, 480);
                });
    add_dynamic("stations", "stations twice as large", {Reason::station_full}, LedgerPoint::issue,
                [](Dynamic& d) {
                  for (machine::Station& station : d.stations)
                    station.entries = twice(station.entries, 512);
                });
    add_dynamic("memory_queues", "load queue, store queue and store buffer twice as large",
                {Reason::load_full, Reason::store_full}, LedgerPoint::issue, [](Dynamic& d) {
                  d.load_entries = twice(d.load_entries, 512);
                  d.store_entries = twice(d.store_entries, 512);
                  d.store_buffer_entries = twice(d.store_buffer_entries, 64);
                });
    add_dynamic("registers", "twice as many physical registers", {Reason::no_register},
                LedgerPoint::issue, [](Dynamic& d) {
                  d.integer_registers = twice(d.integer_registers, 1024);
                  d.fp_registers = twice(d.fp_registers, 1024);
                });
    add_dynamic("memory_order", "loads wait for the stores they need, and no others",
                {Reason::memory_order}, LedgerPoint::retire, [](Dynamic& d) {
                  d.disambiguation = machine::Disambiguation::perfect;
                  d.forwarding = machine::Forwarding::partial;
                });
    add_dynamic("serialise", "system operations and atomic accesses are as others",
                {Reason::serialising}, LedgerPoint::issue, [](Dynamic& d) { d.serialise = false; });
    add_dynamic("result_buses", "any number of results a cycle", {Reason::write_port},
                LedgerPoint::retire, [](Dynamic& d) { d.result_buses = 0; });
    add_dynamic("bypass", "results are forwarded before they are written", {}, LedgerPoint::retire,
                [](Dynamic& d) {
                  if (d.renaming != machine::Renaming::none)
                    d.wakeup = machine::Wakeup::bypass;
                });
    add_dynamic("any_port", "operations begin on any port that is free", {}, LedgerPoint::retire,
                [](Dynamic& d) { d.port_choice = machine::PortChoice::lowest; });
    add_dynamic("equal_bypass", "results take the same time to every unit", {Reason::bypass},
                LedgerPoint::retire, [](Dynamic& d) { d.bypasses.clear(); });
    slow_classes([this](const std::string& name, const std::string& title,
                        const std::vector<isa::OpClass>& classes) {
      add_dynamic(name, title, {}, LedgerPoint::retire, [classes](Dynamic& d) {
        for (machine::Port& port : d.ports)
          for (const isa::OpClass c : classes) {
            const auto i = static_cast<std::size_t>(c);
            port.latency_cycles[i] = std::min(port.latency_cycles[i], 1U);
            port.alone.reset(i);
          }
      });
    });
  }

  void in_order() {
    add("forwarding", "results are forwarded to the execute stage from every stage behind it",
        {Reason::raw}, LedgerPoint::retire, [](Machine& m) {
          const unsigned execute = m.stage_with(machine::StageRole::execute);
          for (unsigned from = execute; from + 1 < m.stages.size(); ++from)
            if (std::none_of(m.paths.begin(), m.paths.end(), [&](const auto& path) {
                  return path.from == from && path.to == execute;
                }))
              m.paths.push_back({from, execute});
        });
    for (std::size_t u = 0; u < machine_.units.size(); ++u) {
      const std::string& unit = machine_.units[u].name;
      add("twice." + unit, fmt::format("unit {} twice", unit), {Reason::unit_busy},
          LedgerPoint::retire, [u](Machine& m) { m.units[u].count *= 2; });
    }
    add("wider", "the pipeline twice as wide", {}, LedgerPoint::issue,
        [](Machine& m) { m.width = twice(m.width, kMostWidth); });
    add("memory_latency", "data accesses take a cycle", {Reason::memory_latency},
        LedgerPoint::retire, [](Machine& m) { m.data_latency_cycles = 1; });
    add("fetch_latency", "fetches take a cycle", {Reason::fetch_latency}, LedgerPoint::retire,
        [](Machine& m) { m.fetch_latency_cycles = 1; });
    add("register_ports", "any number of registers read and written a cycle",
        {Reason::read_port, Reason::write_port}, LedgerPoint::retire, [](Machine& m) {
          m.read_ports = m.write_ports = 0;
          m.ports = machine::PortSharing::split;
        });
    for (std::size_t u = 0; u < machine_.units.size(); ++u) {
      const std::string& unit = machine_.units[u].name;
      add("fast." + unit, fmt::format("unit {} takes a cycle", unit), {}, LedgerPoint::retire,
          [u](Machine& m) {
            machine::Unit& fast = m.units[u];
            fast.pipelined = true;
            for (std::uint32_t& latency : fast.latency_cycles)
              latency = std::min(latency, 1U);
            fast.operand_latency = {};
            fast.lanes.resize(std::min<std::size_t>(fast.lanes.size(), 1));
          });
    }
  }

  template <class Add> void slow_classes(Add add_one) {
    using isa::OpClass;
    add_one("fast_multiply", "multiplications take a cycle",
            {OpClass::multiply, OpClass::multiply_high});
    add_one("fast_divide", "divisions take a cycle", {OpClass::divide, OpClass::divide_word});
    add_one("fast_fp_add", "FP additions take a cycle", {OpClass::fp_add, OpClass::fp_add_single});
    add_one("fast_fp_multiply", "FP multiplications take a cycle",
            {OpClass::fp_multiply, OpClass::fp_multiply_single, OpClass::fp_fused,
             OpClass::fp_fused_single});
    add_one(
        "fast_fp_divide", "FP divisions and square roots take a cycle",
        {OpClass::fp_divide, OpClass::fp_divide_single, OpClass::fp_sqrt, OpClass::fp_sqrt_single});
  }

  const Machine& machine_;
  std::vector<Relief> reliefs_;
};

std::optional<std::uint64_t> promised(const trace::Ledger& ledger, const Relief& relief) {
  if (relief.reasons.empty())
    return std::nullopt;
  const trace::LedgerAccount& account = ledger.at(relief.point);
  std::uint64_t slots = 0;
  for (const Reason reason : relief.reasons)
    slots += account.slots[static_cast<std::size_t>(reason)];
  return (slots + account.width / 2) / account.width;
}

} // namespace

std::vector<Relief> reliefs_of(const Machine& machine) {
  return Reliefs(machine).all();
}

WhatIfReport what_if(const isa::Program& program, const Machine& machine,
                     const RunOptions& options) {
  RunOptions quiet = options;
  quiet.record = false;
  quiet.live_output = nullptr;
  quiet.commit_log = nullptr;
  WhatIfReport report;
  report.base = run_program(program, machine, quiet);
  for (const Relief& relief : reliefs_of(machine)) {
    if (report.base.stop.reason == "interrupted") {
      report.interrupted = true;
      break;
    }
    Machine changed = machine;
    relief.change(changed);
    const trace::RunRecord run = run_program(program, changed, quiet);
    if (run.stop.reason == "interrupted") {
      report.interrupted = true;
      break;
    }
    WhatIf& result = report.changes.emplace_back();
    result.name = relief.name;
    result.title = relief.title;
    result.cycles = run.cycles;
    result.cycles_saved = report.base.cycles - std::min(report.base.cycles, run.cycles);
    result.cycles_more = run.cycles - std::min(report.base.cycles, run.cycles);
    result.promised_cycles = promised(report.base.ledger, relief);
    result.complete = run.stop.reason == report.base.stop.reason;
  }
  std::stable_sort(report.changes.begin(), report.changes.end(),
                   [](const WhatIf& a, const WhatIf& b) { return a.cycles < b.cycles; });
  return report;
}

} // namespace stallscope::session
