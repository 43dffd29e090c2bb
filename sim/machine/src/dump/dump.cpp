#include "dump/dump_text.hpp"
#include "keys/op_classes.hpp"
#include "machine/machine_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stallscope::machine {

namespace {

using namespace dumped;

std::string op_classes(const OpClassSet& set) {
  return list(words_for(set));
}

std::string stages(const Machine& m) {
  std::vector<std::string> items;
  for (const Stage& stage : m.stages) {
    std::vector<std::string_view> roles;
    for (std::size_t i = 0; i < kStageRoleCount; ++i)
      if (stage.roles[i])
        roles.push_back(role_names()[i]);
    items.push_back(fmt::format("{{ name = {}, does = {} }}", string(stage.name), list(roles)));
  }
  return lines(items);
}

std::string paths(const Machine& m) {
  std::vector<std::string> items;
  for (const ForwardingPath& path : m.paths)
    items.push_back(string(m.stages[path.from].name + "->" + m.stages[path.to].name));
  return lines(items);
}

/// The class whose settings a refinement inherits; nop when the unit has none.
OpClass inherits_from(const Unit& u, std::size_t i) {
  const OpClass base = isa::base_of(static_cast<OpClass>(i));
  return static_cast<std::size_t>(base) != i && u.operations[static_cast<std::size_t>(base)]
             ? base
             : OpClass::nop;
}

std::string operand_latency(const Unit& u) {
  std::string text;
  for (std::size_t i = 0; i < kOpClassCount; ++i) {
    const OperandLatency& latency = u.operand_latency[i];
    const OpClass base = inherits_from(u, i);
    if (latency.bits_per_cycle == 0 ||
        (base != OpClass::nop && latency == u.operand_latency[static_cast<std::size_t>(base)]))
      continue;
    text += fmt::format("{}{} = {{ measure = {}, bits_per_cycle = {}, rest_bits_per_cycle = {}, "
                        "step_cycles = {} }}",
                        text.empty() ? "" : ", ", isa::name(static_cast<OpClass>(i)),
                        word("unit.operand_latency.measure", latency.measure),
                        latency.bits_per_cycle, latency.rest_bits_per_cycle, latency.step_cycles);
  }
  return text.empty() ? "{}" : "{ " + text + " }";
}

/// A single name when the lanes have that name with numbers, so that the latency of a dumped
/// machine can be changed; otherwise the list.
std::string unit_lanes(const Unit& u) {
  if (u.lanes.size() == 1)
    return string(u.lanes[0]);
  const std::string prefix = u.lanes[0].substr(0, u.lanes[0].size() - 1);
  for (std::size_t i = 0; i < u.lanes.size(); ++i)
    if (prefix.empty() || u.lanes[i] != fmt::format("{}{}", prefix, i + 1))
      return list(u.lanes);
  return string(prefix);
}

std::string unit(const Machine& m, const Unit& u) {
  OpClassSet operations = u.operations;
  if (!operations.all()) // nop is implied by integer, except in the set of all classes
    operations.reset(static_cast<std::size_t>(OpClass::nop));
  PortClassSet timed = port_classes(u.operations);
  timed.reset(static_cast<std::size_t>(OpClass::nop));
  std::array<std::uint32_t, kPortClassCount> cycles{};
  std::copy(u.latency_cycles.begin(), u.latency_cycles.end(), cycles.begin());
  return fmt::format("\n[[unit]]\nname = {}\ncount = {}\noperations = {}\n{}"
                     "operand_latency = {}\nresult = {}\npipelined = {}\nlanes = {}\n",
                     string(u.name), u.count, op_classes(operations), latencies(timed, cycles),
                     operand_latency(u), string(m.stages[u.result_stage].name), u.pipelined,
                     unit_lanes(u));
}

std::string issue(const Machine& m) {
  std::string limits;
  for (const PairingLimit& limit : m.pairing_limits)
    limits += fmt::format("{}{} = {}", limits.empty() ? "" : ", ", limit.name, limit.limit);
  std::vector<std::string> bans;
  for (const PairingBan& ban : m.pairing_bans)
    bans.push_back(fmt::format("[{}, {}]", op_classes(ban.first), op_classes(ban.second)));
  std::vector<std::string> rules;
  for (const LatencyRule& rule : m.latency_rules)
    rules.push_back(fmt::format("{{ from = {}, to = {}, stalls = {} }}", op_classes(rule.from),
                                op_classes(rule.to), rule.stall_cycles));
  return fmt::format("\n[issue]\nlimits = {{{}}}\nforbid = {}\nlatency = {}\n",
                     limits.empty() ? "" : " " + limits + " ", lines(bans), lines(rules));
}

std::string plugin(std::string_view key, const PluginUse& use) {
  return fmt::format("{} = {}\n", key, string(use.text()));
}

std::string prediction(const Machine& m) {
  const DirectionTables& d = m.prediction.direction;
  std::string out = fmt::format(
      "\n[predictor]\nentries = {}\ncounter_bits = {}\ninitial = {}\nhistory_bits = {}\n"
      "local_entries = {}\nlocal_history_bits = {}\nchooser_entries = {}\ntables = {}\n"
      "table_entries = {}\ntag_bits = {}\nmin_history = {}\nmax_history = {}\n"
      "loop_entries = {}\nhistory_update = {}\n",
      d.entries, d.counter_bits, word("predictor.initial", d.initial), d.history_bits,
      d.local_entries, d.local_history_bits, d.chooser_entries, d.tables, d.table_entries,
      d.tag_bits, d.min_history, d.max_history, d.loop_entries,
      word("predictor.history_update", d.history_update));
  out += plugin("plugin", d.plugin);
  out += fmt::format("\n[btb]\nentries = {}\nways = {}\n", m.prediction.btb.entries,
                     m.prediction.btb.ways);
  out += fmt::format("\n[return_stack]\ndepth = {}\nrepair = {}\n", m.prediction.return_stack.depth,
                     word("return_stack.repair", m.prediction.return_stack.repair));
  const IndirectTables& i = m.prediction.indirect;
  out +=
      fmt::format("\n[indirect]\npredictor = {}\nentries = {}\ntables = {}\nhistory_targets = {}\n",
                  word("indirect.predictor", i.predictor), i.entries, i.tables, i.history_targets);
  return out;
}

std::string cache(const Caches& caches, const Cache& c) {
  const std::string out = fmt::format(
      "\n[[cache]]\nname = {}\nserves = {}\nnext = {}\nsize = {}\nways = {}\nline = {}\n"
      "latency = {}\nreplacement = {}\nwrite = {}\nports = {}\nbanks = {}\nbank_bytes = {}\n"
      "mshrs = {}\nline_cycles = {}\ninclusive = {}\nprefetcher = {}\nprefetch_degree = {}\n"
      "prefetch_entries = {}\nseed = {}\n",
      string(c.name), word("cache.serves", c.serves),
      string(c.next < caches.levels.size() ? caches.levels[c.next].name : "memory"), c.size_bytes,
      c.ways, c.line_bytes, c.latency_cycles, word("cache.replacement", c.replacement),
      word("cache.write", c.write), c.ports, c.banks, c.bank_bytes, c.mshrs, c.line_cycles,
      c.inclusive, word("cache.prefetcher", c.prefetcher), c.prefetch_degree, c.prefetch_entries,
      c.seed);
  return out + plugin("replacement_plugin", c.replacement_plugin) +
         plugin("prefetch_plugin", c.prefetch_plugin);
}

std::string hierarchy(const Caches& caches) {
  std::string out;
  for (const Cache& c : caches.levels)
    out += cache(caches, c);
  out += fmt::format("\n[main_memory]\nlatency = {}\nline_cycles = {}\nwarm = {}\n",
                     caches.memory.latency_cycles, caches.memory.line_cycles, caches.warm);
  for (const bool fetch : {true, false}) {
    const Tlb& tlb = fetch ? caches.fetch_tlb : caches.data_tlb;
    out += fmt::format("\n[{}_tlb]\nentries = {}\nways = {}\npage = {}\nwalk = {}\n",
                       fetch ? "fetch" : "data", tlb.entries, tlb.ways, tlb.page_bytes,
                       tlb.walk_cycles);
  }
  return out;
}

std::string in_order_tables(const Machine& m) {
  std::string out = fmt::format("\n[pipeline]\nstages = {}\nwidth = {}\noverlap = {}\ngroup = {}\n",
                                stages(m), m.width, m.overlap, word("pipeline.group", m.group));
  out += fmt::format("\n[register_file]\nwrite_then_read = {}\nwait = {}\nports = {}\nread_ports = "
                     "{}\nwrite_ports = {}\nsecond_operand_cycles = {}\n",
                     m.write_then_read, word("register_file.wait", m.operand_wait),
                     word("register_file.ports", m.ports), m.read_ports, m.write_ports,
                     m.second_operand_cycles);
  out += fmt::format("\n[forwarding]\npaths = {}\n", paths(m));
  for (const Unit& u : m.units)
    out += unit(m, u);
  out += fmt::format("\n[late_alu]\nstage = {}\noperations = {}\n",
                     string(m.late_stage == 0 ? "" : m.stages[m.late_stage].name),
                     op_classes(m.late_operations));
  out += fmt::format("\n[hazards]\nwaw = {}\nunit_reuse = {}\n", word("hazards.waw", m.waw),
                     word("hazards.unit_reuse", m.unit_reuse));
  return out + issue(m);
}

std::string in_order_branch(const Machine& m) {
  return fmt::format(
      "\n[branch]\nresolve = {}\njump_register_resolve = {}\njump_resolve = {}\npredict_in = "
      "{}\npredictor = {}\n"
      "taken_cycles = {}\nto_next = {}\ndelay_slot = {}\n",
      string(m.stages[m.resolve_stage].name), string(m.stages[m.jump_register_stage].name),
      string(m.stages[m.jump_resolve_stage].name), string(m.stages[m.predict_stage].name),
      word("branch.predictor", m.predictor), m.taken_cycles, word("branch.to_next", m.to_next),
      m.delay_slot);
}

std::string in_order_memory(const Machine& m) {
  return fmt::format(
      "\n[memory]\ndata_latency = {}\nfetch_latency = {}\nfetch_bytes = {}\nport = {}\n"
      "misaligned = {}\nundeclared = {}\naccess_bytes = {}\nsplit_cycles = {}\n\n[counting]\ndrain "
      "= {}\n",
      m.data_latency_cycles, m.fetch_latency_cycles, m.fetch_bytes,
      word("memory.port", m.memory_port), word("memory.misaligned", m.misaligned),
      word("memory.undeclared", m.undeclared), m.access_bytes, m.split_cycles,
      word("counting.drain", m.drain));
}

} // namespace

std::string dump(const Machine& m) {
  const bool is_dynamic = m.dynamic.has_value();
  std::string out = fmt::format(
      "name = {}\ntitle = {}\ndescription = {}\nkind = {}\nxlen = {}\nmissing_unit = {}\n",
      string(m.name), string(m.title), text_block(m.description), word("kind", is_dynamic ? 1 : 0),
      m.xlen, word("missing_unit", m.missing_unit));
  out += is_dynamic ? dynamic_tables(*m.dynamic) : in_order_tables(m);
  out += is_dynamic
             ? fmt::format("\n[branch]\npredictor = {}\n", word("branch.predictor", m.predictor))
             : in_order_branch(m);
  out += prediction(m) + hierarchy(m.caches);
  out += is_dynamic ? fmt::format("\n[memory]\nmisaligned = {}\nundeclared = {}\n",
                                  word("memory.misaligned", m.misaligned),
                                  word("memory.undeclared", m.undeclared))
                    : in_order_memory(m);
  return out + fmt::format("\n[limits]\nno_progress = {}\n", m.no_progress_cycles);
}

} // namespace stallscope::machine
