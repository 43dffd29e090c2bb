#include "session/what_if.hpp"

#include "base/ascii.hpp"
#include "machine/limits.hpp"
#include "machine/machine_file.hpp"
#include "machine/settings_list.hpp"
#include "run/quiet_options.hpp"
#include "session/what_if_engine.hpp"
#include "what_if/perfect_caches.hpp"

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

void make_caches_perfect(Machine& m) {
  make_cache_perfect(m, machine::CacheSide::fetch);
  make_cache_perfect(m, machine::CacheSide::data);
}

Promise retired_without(std::vector<Reason> reasons) {
  return {{{LedgerPoint::retire, std::move(reasons)}}, {}, {}};
}
Promise dispatched_without(std::vector<Reason> reasons) {
  return {{{LedgerPoint::issue, std::move(reasons)}}, {}, {}};
}
/// The larger of the losses at the two ledger points.
Promise retired_or_dispatched_without(const std::vector<Reason>& reasons) {
  return {{{LedgerPoint::retire, reasons}, {LedgerPoint::issue, reasons}}, {}, {}};
}
Promise of_all(std::string what, Promise promise) {
  promise.shared_by = std::move(what);
  return promise;
}
Promise nowhere(std::string why) {
  return {{}, {}, std::move(why)};
}

class Reliefs {
public:
  explicit Reliefs(const Machine& machine)
      : machine_(machine), has_file_(can_be_written(machine)) {}

  std::vector<Relief> all() {
    add("perfect_prediction", "every branch and jump is predicted right",
        retired_without({Reason::mispredict, Reason::redirect, Reason::control}),
        [](Machine& m) { m.predictor = machine::PredictorKind::perfect; });
    if (!machine_.caches.levels.empty())
      add("perfect_caches", "every access hits its first cache",
          retired_without(
              {Reason::icache_miss, Reason::dcache_miss, Reason::memory_port, Reason::buffer_full}),
          make_caches_perfect);
    if (!machine_.caches.levels.empty())
      add("main_memory", "main memory answers in a cycle",
          of_all("all misses", retired_without({Reason::icache_miss, Reason::dcache_miss})),
          [](Machine& m) {
            m.caches.memory.latency_cycles = 1;
            m.caches.memory.line_cycles = 0;
          });
    if (machine_.dynamic)
      dynamic();
    else
      in_order();
    return std::move(reliefs_);
  }

private:
  static bool can_be_written(const Machine& machine) {
    return machine::parse_machine(machine.name, machine::dump(machine)).ok();
  }
  /// A machine whose caches always hit, as loops are analysed with, has no machine file: it is
  /// judged without its caches.
  [[nodiscard]] bool is_valid(Machine changed) const {
    if (!has_file_)
      changed.caches = {};
    return can_be_written(changed);
  }

  void add(std::string name, std::string title, Promise promise,
           std::function<void(Machine&)> change) {
    Machine changed = machine_;
    change(changed);
    if (changed == machine_ || !is_valid(changed))
      return;
    reliefs_.push_back({std::move(name), std::move(title), std::move(change), std::move(promise)});
  }
  void add_dynamic(std::string name, std::string title, Promise promise,
                   std::function<void(Dynamic&)> change) {
    add(std::move(name), std::move(title), std::move(promise),
        [change = std::move(change)](Machine& m) { change(*m.dynamic); });
  }

  void dynamic() {
    const Dynamic& d = *machine_.dynamic;
    if (!d.speculates())
      add("speculation",
          d.renaming == machine::Renaming::none
              ? "a reorder buffer of 64 with registers renamed, and every branch predicted right"
              : "a reorder buffer of 64, and every branch predicted right",
          retired_without({Reason::control}), [](Machine& m) {
            m.predictor = machine::PredictorKind::perfect;
            m.dynamic->reorder_entries = 64;
            if (m.dynamic->renaming == machine::Renaming::none) // needed for a reorder buffer
              m.dynamic->renaming = machine::Renaming::tags;
          });
    add_dynamic("execution_behind_branches", "operations behind a branch do not wait for it",
                retired_without({Reason::control}),
                [](Dynamic& c) { c.waits_behind_branches = false; });
    add_dynamic("renaming", "registers are renamed: no WAR and WAW dependences",
                retired_or_dispatched_without({Reason::war, Reason::waw}), [](Dynamic& c) {
                  if (c.renaming == machine::Renaming::none)
                    c.renaming = machine::Renaming::tags;
                });
    ports();
    widths();
    entries();
    add_dynamic("memory_order", "loads wait for the stores they need, and no others",
                retired_or_dispatched_without({Reason::memory_order}), [](Dynamic& c) {
                  c.disambiguation = machine::Disambiguation::perfect;
                  c.forwarding = machine::Forwarding::partial;
                });
    add_dynamic("serialise", "system operations and atomic accesses are as others",
                dispatched_without({Reason::serialising}), [](Dynamic& c) { c.serialise = false; });
    add_dynamic("result_buses", "any number of results a cycle",
                nowhere("the oldest micro-op has the first bus, and slots are lost to the oldest"),
                [](Dynamic& c) { c.result_buses = 0; });
    add_dynamic("bypass", "results are forwarded before they are written",
                nowhere("the cycle from a result to its use is part of what executing takes"),
                [](Dynamic& c) {
                  if (c.renaming == machine::Renaming::none)
                    return;
                  c.wakeup = machine::Wakeup::bypass;
                  // These options would have no effect.
                  c.done_without_result = c.captures_store_data = false;
                });
    add_dynamic("equal_bypass", "results take the same time to every unit",
                retired_without({Reason::bypass}), [](Dynamic& c) { c.bypasses.clear(); });
    add_dynamic("any_port", "operations begin on any port that is free",
                nowhere("the oldest micro-op has its port first, and slots are lost to the oldest"),
                [](Dynamic& c) { c.port_choice = machine::PortChoice::lowest; });
    latencies();
  }

  /// How many instructions and micro-ops are fetched, dispatched, issued and retired in a cycle.
  void widths() {
    add_dynamic("wider_fetch", "fetch twice as wide", retired_without({Reason::fetch_group}),
                [](Dynamic& c) {
                  c.fetch_width = twice(c.fetch_width, kMostWidth);
                  c.fetch_bytes = twice(c.fetch_bytes, 64);
                  c.decode_micro_ops = twice(c.decode_micro_ops, 64);
                });
    add_dynamic("taken_branches", "fetch goes on behind branches that are taken",
                retired_without({Reason::fetch_group}),
                [](Dynamic& c) { c.taken_branches = kMostWidth; });
    add_dynamic("wider_issue", "operations begin on every port in a cycle",
                nowhere("the oldest micro-op begins first, and slots are lost to the oldest"),
                [](Dynamic& c) { c.issue_width = 0; });
    add_dynamic("wider_dispatch", "dispatch and retirement twice as wide",
                nowhere("no slot is lost where all of them are used"), [](Dynamic& c) {
                  c.dispatch_width = twice(c.dispatch_width, kMostWidth);
                  c.retire_width = twice(c.retire_width, kMostWidth);
                });
  }

  /// Without renaming, a port is a functional unit with its station.
  void ports() {
    const Dynamic& d = *machine_.dynamic;
    const bool units = d.renaming == machine::Renaming::none;
    for (std::size_t p = 0; p < d.ports.size(); ++p) {
      const std::string& port = d.ports[p].name;
      Promise promise =
          units
              ? of_all("all units", dispatched_without({Reason::station_full}))
              : nowhere("the oldest micro-op has its port first, and slots are lost to the oldest");
      add_dynamic("twice." + port, fmt::format("{} {} twice", units ? "unit" : "port", port),
                  std::move(promise), [p, units](Dynamic& c) {
                    c.ports[p].count *= 2;
                    if (units)
                      c.stations[c.ports[p].station].entries *= 2;
                  });
    }
  }

  void entries() {
    add_dynamic("reorder_buffer", "reorder buffer twice as large",
                dispatched_without({Reason::reorder_full}), [](Dynamic& c) {
                  c.reorder_entries = c.reorder_entries == 0 ? 0 : twice(c.reorder_entries, 480);
                });
    add_dynamic("stations", "stations twice as large", dispatched_without({Reason::station_full}),
                [](Dynamic& c) {
                  for (machine::Station& station : c.stations)
                    station.entries = twice(station.entries, 512);
                });
    add_dynamic("branch_queue", "branch prediction queue twice as large",
                retired_without({Reason::branches_full}), [](Dynamic& c) {
                  c.branch_queue = twice(c.branch_queue, machine::kMaxBranchQueue);
                });
    add_dynamic(
        "memory_queues", "load queue, store queue and store buffer twice as large",
        retired_or_dispatched_without({Reason::load_full, Reason::store_full, Reason::buffer_full}),
        [](Dynamic& c) {
          c.load_entries = twice(c.load_entries, 512);
          c.store_entries = twice(c.store_entries, 512);
          c.store_buffer_entries = twice(c.store_buffer_entries, machine::kMaxStoreBuffer);
        });
    add_dynamic("registers", "twice as many physical registers",
                dispatched_without({Reason::no_register}), [](Dynamic& c) {
                  c.integer_registers = twice(c.integer_registers, machine::kMaxPhysicalRegisters);
                  c.fp_registers = twice(c.fp_registers, machine::kMaxPhysicalRegisters);
                });
  }

  /// A class of operations that the port executes, if it does.
  static void in_a_cycle(machine::Port& port, std::size_t port_class) {
    if (!port.executes[port_class])
      return;
    port.latency_cycles[port_class] = std::min(port.latency_cycles[port_class], 1U);
    port.alone.reset(port_class);
  }

  void latencies() {
    using isa::OpClass;
    slow_classes([this](const std::string& name, const std::string& title,
                        const std::vector<OpClass>& classes) {
      const bool loads = isa::is_load(classes.front());
      Promise promise =
          of_all("all operations", retired_without({Reason::latency, Reason::unit_busy}));
      if (loads)
        promise = retired_without({Reason::memory_latency});
      add_dynamic(name, title, std::move(promise), [classes, loads](Dynamic& c) {
        for (machine::Port& port : c.ports)
          for (const OpClass op_class : classes)
            in_a_cycle(port, static_cast<std::size_t>(op_class));
        if (loads)
          c.forward_cycles = 1;
      });
    });
    add_dynamic("fast_store", "stores take a cycle",
                of_all("all operations", retired_without({Reason::latency, Reason::unit_busy})),
                [](Dynamic& c) {
                  for (machine::Port& port : c.ports)
                    for (const std::size_t i :
                         {static_cast<std::size_t>(OpClass::store),
                          static_cast<std::size_t>(OpClass::fp_store),
                          std::size_t{machine::kStoreAddress}, std::size_t{machine::kStoreData}})
                      in_a_cycle(port, i);
                });
  }

  void in_order() {
    add("forwarding", "results are forwarded to the execute stage from every stage behind it",
        retired_without({Reason::raw}), [](Machine& m) {
          const unsigned execute = m.stage_with(machine::StageRole::execute);
          for (unsigned from = execute; from + 1 < m.stages.size(); ++from)
            if (std::none_of(m.paths.begin(), m.paths.end(), [&](const auto& path) {
                  return path.from == from && path.to == execute;
                }))
              m.paths.push_back({from, execute});
        });
    targets();
    for (std::size_t u = 0; u < machine_.units.size(); ++u) {
      const std::string& unit = machine_.units[u].name;
      add("twice." + unit, fmt::format("unit {} twice", unit),
          of_all("all units", retired_without({Reason::unit_busy})),
          [u](Machine& m) { m.units[u].count *= 2; });
    }
    add("wider", "the pipeline twice as wide",
        nowhere("no slot is lost where all of them are used"),
        [](Machine& m) { m.width = twice(m.width, kMostWidth); });
    add("issue_limits", "any instructions issue together, as many as the width takes",
        retired_without({Reason::pairing}), [](Machine& m) {
          m.pairing_limits.clear();
          m.pairing_bans.clear();
        });
    add("waw", "only those wait that would write before an older writer",
        retired_without({Reason::waw}), [](Machine& m) { m.waw = machine::WawRule::overtake; });
    add("memory_latency", "data accesses take a cycle", retired_without({Reason::memory_latency}),
        [](Machine& m) { m.data_latency_cycles = 1; });
    add("fetch_latency", "fetches take a cycle", retired_without({Reason::fetch_latency}),
        [](Machine& m) { m.fetch_latency_cycles = 1; });
    add("register_ports", "any number of registers read and written a cycle",
        retired_without({Reason::read_port, Reason::write_port}), [](Machine& m) {
          m.read_ports = m.write_ports = 0;
          m.ports = machine::PortSharing::split;
        });
    for (std::size_t u = 0; u < machine_.units.size(); ++u) {
      const std::string& unit = machine_.units[u].name;
      add("fast." + unit, fmt::format("unit {} takes a cycle", unit),
          of_all("all units",
                 retired_without({Reason::latency, Reason::unit_busy, Reason::raw, Reason::waw})),
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

  /// A machine that always fetches sequentially predicts no target, not even of jumps: there the
  /// direction must be known as well.
  void targets() {
    const auto known_at_fetch = [](Machine& m) {
      m.predict_stage = 0;
      m.prediction.btb.entries = 0; // would have no effect
    };
    if (machine_.predictor == machine::PredictorKind::not_taken)
      add("targets",
          "every jump and branch is predicted right, with its target, when it is fetched",
          retired_without({Reason::redirect, Reason::mispredict, Reason::control}),
          [known_at_fetch](Machine& m) {
            known_at_fetch(m);
            m.predictor = machine::PredictorKind::perfect;
          });
    else
      add("targets", "the target of a jump, or branch predicted taken, is known when it is fetched",
          retired_without({Reason::redirect}), known_at_fetch);
  }

  template <class Add> void slow_classes(Add add_one) {
    using isa::OpClass;
    add_one("fast_load", "loads take a cycle", {OpClass::load, OpClass::fp_load});
    add_one("fast_multiply", "multiplications take a cycle",
            {OpClass::multiply, OpClass::multiply_high});
    add_one("fast_divide", "divisions take a cycle", {OpClass::divide, OpClass::divide_word});
    add_one("fast_fp_add", "FP additions take a cycle", {OpClass::fp_add, OpClass::fp_add_single});
    add_one("fast_fp_multiply", "FP multiplications take a cycle",
            {OpClass::fp_multiply, OpClass::fp_multiply_single, OpClass::fp_fused,
             OpClass::fp_fused_single, OpClass::vector_multiply});
    add_one("fast_fp_divide", "FP divisions and square roots take a cycle",
            {OpClass::fp_divide, OpClass::fp_divide_single, OpClass::fp_sqrt,
             OpClass::fp_sqrt_single, OpClass::fp_divide_wide});
  }

  const Machine& machine_;
  const bool has_file_;
  std::vector<Relief> reliefs_;
};

/// Slots divided by width, rounded.
std::uint64_t cycles_of(const trace::LedgerAccount& account, std::uint64_t slots) {
  return (slots + account.width / 2) / account.width;
}

std::optional<std::uint64_t> promised(const trace::Ledger& ledger, const Promise& promise) {
  std::optional<std::uint64_t> most;
  for (const Charge& charge : promise.charges) {
    const trace::LedgerAccount& account = ledger.at(charge.point);
    std::uint64_t slots = 0;
    for (const Reason reason : charge.reasons)
      slots += account.slots[static_cast<std::size_t>(reason)];
    most = std::max(most.value_or(0), cycles_of(account, slots));
  }
  return most;
}

WhatIf compared(const trace::RunRecord& base, const trace::RunRecord& run) {
  WhatIf result;
  result.cycles = run.cycles;
  result.cycles_saved = base.cycles - std::min(base.cycles, run.cycles);
  result.cycles_more = run.cycles - std::min(base.cycles, run.cycles);
  result.complete = run.stop.reason == base.stop.reason;
  return result;
}

/// All compatible changes together, in order.
Machine changed_by_all(const Machine& machine, const std::vector<Relief>& reliefs) {
  Machine all = machine;
  for (const Relief& relief : reliefs) {
    Machine next = all;
    relief.change(next);
    if (machine::parse_machine(machine.name, machine::dump(next)))
      all = std::move(next);
  }
  return all;
}

} // namespace

std::vector<Relief> reliefs_of(const Machine& machine) {
  return Reliefs(machine).all();
}

/// A word that --set accepts without quotes.
static std::string bare(const std::string& value) {
  const bool word = value.size() > 2 && value.front() == '"' &&
                    std::all_of(value.begin() + 1, value.end() - 1,
                                [](char c) { return is_letter(c) || c == '_'; });
  return word ? value.substr(1, value.size() - 2) : value;
}

std::vector<std::string> change_of(const Machine& machine, const Machine& changed) {
  std::vector<std::string> settings;
  for (const machine::Setting& setting : machine::settings_between(machine, changed))
    settings.push_back(setting.key + "=" + bare(setting.value));
  return settings;
}

WhatIfReport what_if(const isa::Program& program, const Machine& machine,
                     const RunOptions& options) {
  const RunOptions only_cycles = quiet(options);
  WhatIfReport report;
  report.base = run_program(program, machine, only_cycles);
  WhatIfEngine<WhatIf> engine;
  if (report.base.stop.reason == "interrupted")
    engine.interrupt();
  const auto measure = [&](const std::string& name, std::string title, const Machine& changed) {
    return engine.measure(name, [&] {
      const trace::RunRecord run = run_program(program, changed, only_cycles);
      if (run.stop.reason == "interrupted")
        engine.interrupt();
      WhatIf result = compared(report.base, run);
      result.name = name;
      result.title = std::move(title);
      result.settings = change_of(machine, changed);
      return std::optional(std::move(result));
    });
  };
  const std::vector<Relief> reliefs = reliefs_of(machine);
  for (const Relief& relief : reliefs) {
    Machine changed = machine;
    relief.change(changed);
    if (WhatIf* result = measure(relief.name, relief.title, changed)) {
      result->promise = relief.promise;
      result->promised_cycles = promised(report.base.ledger, relief.promise);
    }
  }
  report.changes =
      engine.ranked([](const WhatIf& a, const WhatIf& b) { return a.cycles < b.cycles; });
  if (reliefs.size() > 1)
    if (const WhatIf* all =
            measure("everything", "all of these at once", changed_by_all(machine, reliefs))) {
      report.everything = *all;
      const trace::LedgerAccount& retirement = report.base.ledger.at(LedgerPoint::retire);
      report.everything->promised_cycles = cycles_of(retirement, retirement.lost());
    }
  report.interrupted = engine.interrupted();
  return report;
}

} // namespace stallscope::session
