#include "base/check.hpp"
#include "dump/dump_text.hpp"
#include "keys/op_classes.hpp"
#include "machine/machine_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

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
    items.push_back(
        inline_table("pipeline.stages", stage, [&roles](std::string_view) { return list(roles); }));
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
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", isa::name(static_cast<OpClass>(i)),
                        inline_table("unit.operand_latency", latency, no_other_key));
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

std::string of_unit(const Machine& m, const Unit& u, std::string_view key) {
  if (key == "operations") {
    OpClassSet operations = u.operations;
    if (!operations.all()) // nop is implied by integer, except in the set of all classes
      operations.reset(static_cast<std::size_t>(OpClass::nop));
    return op_classes(operations);
  }
  if (key == "latency" || key == "latencies") {
    PortClassSet timed = port_classes(u.operations);
    timed.reset(static_cast<std::size_t>(OpClass::nop));
    std::array<std::uint32_t, kPortClassCount> cycles{};
    std::copy(u.latency_cycles.begin(), u.latency_cycles.end(), cycles.begin());
    return key == "latency" ? latency(timed, cycles) : latencies(timed, cycles);
  }
  if (key == "operand_latency")
    return operand_latency(u);
  if (key == "result")
    return string(m.stages[u.result_stage].name);
  STALLSCOPE_CHECK(key == "lanes", kUnwritten);
  return unit_lanes(u);
}

std::string of_cache(const Caches& caches, const Cache& c, std::string_view key) {
  if (key == "next")
    return string(c.next < caches.levels.size() ? caches.levels[c.next].name : "memory");
  if (key == "replacement_plugin")
    return string(c.replacement_plugin.text());
  STALLSCOPE_CHECK(key == "prefetch_plugin", kUnwritten);
  return string(c.prefetch_plugin.text());
}

std::string issue_limits(const Machine& m) {
  std::string limits;
  for (const PairingLimit& limit : m.pairing_limits)
    limits += fmt::format("{}{} = {}", limits.empty() ? "" : ", ", limit.name, limit.limit);
  return fmt::format("{{{}}}", limits.empty() ? "" : " " + limits + " ");
}

std::string issue_bans(const Machine& m) {
  std::vector<std::string> bans;
  for (const PairingBan& ban : m.pairing_bans)
    bans.push_back(fmt::format("[{}, {}]", op_classes(ban.first), op_classes(ban.second)));
  return lines(bans);
}

std::string issue_latencies(const Machine& m) {
  std::vector<std::string> rules;
  for (const LatencyRule& rule : m.latency_rules)
    rules.push_back(inline_table("issue.latency", rule, [&rule](std::string_view key) {
      return op_classes(key == "from" ? rule.from : rule.to);
    }));
  return lines(rules);
}

/// The keys of the machine itself that have no field, by their full names.
std::string of_machine(const Machine& m, std::string_view key) {
  struct Writer {
    std::string_view key;
    std::string (*write)(const Machine& machine);
  };
  static constexpr auto stage = [](const Machine& of, unsigned index) {
    return string(of.stages[index].name);
  };
  static constexpr std::array kWriters{
      Writer{"title", [](const Machine& of) { return string(of.title); }},
      Writer{"description", [](const Machine& of) { return text_block(of.description); }},
      Writer{"kind", [](const Machine& of) { return word("kind", of.dynamic ? 1 : 0); }},
      Writer{"pipeline.stages", stages},
      Writer{"forwarding.paths", paths},
      Writer{"late_alu.stage",
             [](const Machine& of) {
               return of.late_stage == 0 ? string("") : stage(of, of.late_stage);
             }},
      Writer{"late_alu.operations",
             [](const Machine& of) { return op_classes(of.late_operations); }},
      Writer{"issue.limits", issue_limits},
      Writer{"issue.forbid", issue_bans},
      Writer{"issue.latency", issue_latencies},
      Writer{"branch.resolve", [](const Machine& of) { return stage(of, of.resolve_stage); }},
      Writer{"branch.jump_register_resolve",
             [](const Machine& of) { return stage(of, of.jump_register_stage); }},
      Writer{"branch.jump_resolve",
             [](const Machine& of) { return stage(of, of.jump_resolve_stage); }},
      Writer{"branch.predict_in", [](const Machine& of) { return stage(of, of.predict_stage); }},
      Writer{"predictor.plugin",
             [](const Machine& of) { return string(of.prediction.direction.plugin.text()); }},
  };
  for (const auto& [name, write] : kWriters)
    if (name == key)
      return write(m);
  STALLSCOPE_CHECK(false, kUnwritten);
  return {};
}

/// All tables of a list: [[unit]], [[cache]] or one of a dynamically scheduled machine.
std::string list_of_tables(const Machine& m, std::string_view name) {
  std::string out;
  if (name == "unit")
    for (const Unit& u : m.units)
      out += "\n[[unit]]\n" +
             table(name, u, kAnyKind, [&](std::string_view key) { return of_unit(m, u, key); });
  else if (name == "cache")
    for (const Cache& c : m.caches.levels)
      out += "\n[[cache]]\n" + table(name, c, kAnyKind, [&](std::string_view key) {
               return of_cache(m.caches, c, key);
             });
  else
    out += dynamic_tables(*m.dynamic, name);
  return out;
}

} // namespace

std::string dump(const Machine& m) {
  const std::string_view kind = m.dynamic ? kOutOfOrder : kInOrder;
  const auto table_of = [&](std::string_view name) {
    return table(name, m, kind, [&](std::string_view key) {
      return of_machine(m, name.empty() ? std::string(key) : fmt::format("{}.{}", name, key));
    });
  };
  std::string out = table_of("");
  std::set<std::string_view> written;
  for (const KeySpec& spec : key_specs()) {
    const std::string_view name = std::string_view(spec.name).substr(0, spec.name.find('.'));
    if (!spec.is_for(kind) || (spec.table().empty() && !is_list_of_tables(name)) ||
        !written.insert(name).second)
      continue;
    out += is_list_of_tables(name) ? list_of_tables(m, name)
                                   : fmt::format("\n[{}]\n", name) + table_of(name);
  }
  return out;
}

} // namespace stallscope::machine
