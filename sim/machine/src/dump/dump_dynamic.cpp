#include "dump/dump_text.hpp"
#include "keys/op_classes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::machine::dumped {

namespace {

/// Refinements that must be listed explicitly: a port executes them without their class, or the
/// class without them. When a port names a refinement, only ports that name it execute it.
PortClassSet named_refinements(const Dynamic& d) {
  PortClassSet named;
  for (std::size_t i = 0; i < kOpClassCount; ++i) {
    const auto base = static_cast<std::size_t>(isa::base_of(static_cast<OpClass>(i)));
    for (const Port& port : d.ports)
      if (base != i && port.executes[base] != port.executes[i])
        named.set(i);
  }
  return named;
}

std::string operations(const Port& port, const PortClassSet& named) {
  std::vector<std::string_view> words = words_for(port.executes);
  for (std::size_t i = 0; i < kOpClassCount; ++i)
    if (const std::string_view name = port_class_name(i);
        named[i] && port.executes[i] && std::find(words.begin(), words.end(), name) == words.end())
      words.push_back(name);
  return list(words);
}

std::string port(const Dynamic& d, const Port& p, const PortClassSet& named) {
  const bool is_pipelined = p.alone != p.executes;
  return fmt::format("\n[[port]]\nname = {}\ncount = {}\nstation = {}\noperations = {}\n{}"
                     "pipelined = {}\nalone = {}\n",
                     string(p.name), p.count, string(d.stations[p.station].name),
                     operations(p, named), latencies(p.executes, p.latency_cycles), is_pipelined,
                     is_pipelined ? list(words_for(p.alone)) : "[]");
}

} // namespace

std::string dynamic_tables(const Dynamic& d) {
  std::string out = fmt::format(
      "\n[front_end]\nwidth = {}\nfetch_bytes = {}\ncycles = {}\nqueue = {}\nredirect_cycles = {}\n"
      "decode_cycles = {}\ntaken_branches = {}\nbranch_queue = {}\npairs_count_once = {}\n",
      d.fetch_width, d.fetch_bytes, d.front_cycles, d.fetch_queue, d.redirect_cycles,
      d.decode_cycles, d.taken_branches, d.branch_queue, d.pairs_count_once);
  out += fmt::format("\n[decode]\nmicro_ops = {}\nfuse_compare_branch = {}\nfuse_lui_addi = {}\n"
                     "fuse_load_op = {}\nfuse_store = {}\n",
                     d.decode_micro_ops, d.fuse_compare_branch, d.fuse_lui_addi, d.fuse_load_op,
                     d.fuse_store);
  out += fmt::format("\n[dispatch]\nwidth = {}\nserialise = {}\n", d.dispatch_width, d.serialise);
  out += fmt::format("\n[rename]\nscheme = {}\ninteger_registers = {}\nfp_registers = {}\n",
                     word("rename.scheme", d.renaming), d.integer_registers, d.fp_registers);
  for (const Station& station : d.stations)
    out += fmt::format("\n[[station]]\nname = {}\nentries = {}\n", string(station.name),
                       station.entries);
  out += fmt::format(
      "\n[scheduler]\nrelease = {}\nwidth = {}\nport_choice = {}\nreuse_same_cycle = {}\n"
      "read_cycles = {}\nwait_behind_branches = {}\n",
      word("scheduler.release", d.release), d.issue_width,
      word("scheduler.port_choice", d.port_choice), d.reuse_same_cycle, d.read_cycles,
      d.waits_behind_branches);
  const PortClassSet named = named_refinements(d);
  for (const Port& p : d.ports)
    out += port(d, p, named);
  out += fmt::format("\n[results]\nwakeup = {}\nbuses = {}\ndone_without_result = {}\n",
                     word("results.wakeup", d.wakeup), d.result_buses, d.done_without_result);
  for (const Bypass& bypass : d.bypasses)
    out += fmt::format("\n[[bypass]]\nfrom = {}\nto = {}\ncycles = {}\n", list(bypass.from),
                       list(bypass.to), bypass.cycles);
  out += fmt::format("\n[reorder_buffer]\nentries = {}\nwidth = {}\n", d.reorder_entries,
                     d.retire_width);
  return out +
         fmt::format("\n[load_store]\ndisambiguation = {}\nforwarding = {}\ncapture_data = {}\n"
                     "store_set_cycles = {}\nload_entries = {}\n"
                     "store_entries = {}\nstore_buffer = {}\nforward_cycles = {}\n",
                     word("load_store.disambiguation", d.disambiguation),
                     word("load_store.forwarding", d.forwarding), d.captures_store_data,
                     d.store_set_cycles, d.load_entries, d.store_entries, d.store_buffer_entries,
                     d.forward_cycles);
}

} // namespace stallscope::machine::dumped
