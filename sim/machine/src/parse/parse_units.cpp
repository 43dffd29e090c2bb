#include "keys/op_classes.hpp"
#include "parse/draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace stallscope::machine {

namespace {

constexpr std::size_t kInteger = static_cast<std::size_t>(OpClass::integer);
constexpr std::size_t kNop = static_cast<std::size_t>(OpClass::nop);

/// nop has neither a unit nor a latency.
void settle_nop(const Section& table, Unit& unit) {
  if (unit.operations[kNop] && !unit.operations[kInteger])
    table.report().error(table.place("operations"),
                         fmt::format("unit '{}' executes nop without integer", unit.name),
                         "integer: nop runs where integer runs");
  unit.operations[kNop] = unit.operations[kInteger];
  unit.latency_cycles[kNop] = unit.latency_cycles[kInteger];
}

/// A class of a set that is not included as a refinement of another member.
bool names_itself(const OpClassSet& set, std::size_t i) {
  const OpClass c = static_cast<OpClass>(i);
  const OpClass base = isa::base_of(c);
  return set[i] && (base == c || !set[static_cast<std::size_t>(base)]);
}

/// The classes of a unit with an operand measure.
std::vector<std::string_view> measured_classes(const OpClassSet& operations) {
  std::vector<std::string_view> names;
  for (const OpClass base : {OpClass::shift, OpClass::multiply, OpClass::divide})
    for (std::size_t i = 0; i < kOpClassCount; ++i)
      if (is_or_refines(base, i) && names_itself(operations, i))
        names.push_back(isa::name(static_cast<OpClass>(i)));
  return names;
}

std::vector<std::string_view> measures_of(OpClass op_class) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < kOperandMeasureCount; ++i)
    if (class_of(static_cast<OperandMeasure>(i)) == isa::base_of(op_class))
      names.push_back(measure_names()[i]);
  return names;
}

constexpr unsigned kMostOperandCycles = 255; // cores store the cycles in a byte

/// The maximum extra cycles for a measure.
unsigned longest(const OperandLatency& latency) {
  unsigned most = 0;
  for (unsigned bits = 0;
       bits <= (latency.measure == OperandMeasure::divisor_nonzero ? 1 : kMaxMeasure); ++bits)
    most = std::max(most, latency.cycles_for(bits));
  return most;
}

/// One class of unit.operand_latency; nothing when invalid.
OperandLatency read_measure(const Value& value, OpClass op_class, Report& report) {
  const Section table(&value, "unit.operand_latency", report);
  if (value.kind != Value::Kind::table)
    return {};
  const std::size_t problems = report.count();
  OperandLatency latency;
  table.read_fields(latency);
  if (table.find("measure") == nullptr)
    table.missing("measure");
  if (latency.rest_bits_per_cycle >= latency.bits_per_cycle)
    report.error(table.place("rest_bits_per_cycle"),
                 fmt::format("the rest goes {} bits a cycle, whole steps are of {}",
                             latency.rest_bits_per_cycle, latency.bits_per_cycle),
                 "less than 'bits_per_cycle': the rest is smaller than a step");
  else if (const unsigned most = longest(latency); most > kMostOperandCycles)
    report.error(table.place("step_cycles"),
                 fmt::format("operands can make an operation take {} cycles longer", most),
                 fmt::format("at most {}: larger or shorter steps", kMostOperandCycles));
  if (report.count() == problems && class_of(latency.measure) != isa::base_of(op_class)) {
    const auto names = measures_of(op_class);
    report.error(table.place("measure"),
                 fmt::format("{} is no measure of a {}",
                             in_quotes(measure_names()[static_cast<std::size_t>(latency.measure)]),
                             isa::name(op_class)),
                 (names.size() > 1 ? "one of " : "") + joined(names));
  }
  return report.count() == problems ? latency : OperandLatency{};
}

void read_operand_latency(const Section& table, Unit& unit) {
  Report& report = table.report();
  const auto names = measured_classes(unit.operations);
  const std::vector<Member>& members = table.members("operand_latency");
  OpClassSet own; // refinements with a separate latency
  for (const Member& member : members) {
    const auto op_class = isa::op_class_from_name(member.name);
    const bool executed = op_class && unit.operations[static_cast<std::size_t>(*op_class)];
    if (executed && !measures_of(*op_class).empty()) {
      const OperandLatency latency = read_measure(member.value, *op_class, report);
      own[static_cast<std::size_t>(*op_class)] = isa::base_of(*op_class) != *op_class;
      for (std::size_t i = 0; i < kOpClassCount; ++i)
        if (is_or_refines(*op_class, i) && unit.operations[i] && !own[i])
          unit.operand_latency[i] = latency;
      unit.operand_latency[static_cast<std::size_t>(*op_class)] = latency;
    } else
      report.unknown(
          member.place,
          executed ? fmt::format("the latency of {} cannot depend on operands", member.name)
                   : fmt::format("unit '{}' executes no {}", unit.name, in_quotes(member.name)),
          names.empty() ? "in a unit that executes shift, multiply or divide"
                        : (names.size() > 1 ? "one of " : "") + joined(names),
          member.name, names);
  }
  if (unit.pipelined && !members.empty())
    report.error(
        table.place("operand_latency"),
        fmt::format("the latency of the pipelined unit '{}' depends on operands", unit.name),
        "pipelined = false: operations pass a pipelined unit one step a cycle, all in the "
        "same number of steps");
}

/// The single latency of a pipelined unit; reports several.
std::uint32_t pipeline_depth(const Section& table, const Unit& unit) {
  std::uint32_t depth = 0;
  OpClass first = OpClass::nop;
  for (std::size_t i = 0; i < kOpClassCount; ++i) {
    if (!unit.operations[i])
      continue;
    const auto op_class = static_cast<OpClass>(i);
    if (depth == 0) {
      depth = unit.latency_cycles[i];
      first = op_class;
    } else if (unit.latency_cycles[i] != depth) {
      table.report().error(
          table.place("latencies"),
          fmt::format("the pipelined unit '{}' takes {} cycles for {} and {} for {}", unit.name,
                      depth, isa::name(first), unit.latency_cycles[i], isa::name(op_class)),
          "one latency for all its operations, pipelined = false, or two units");
      break;
    }
  }
  return depth == 0 ? 1 : depth;
}

std::vector<std::string> numbered(const std::string& name, std::size_t count) {
  if (count == 1)
    return {name};
  std::vector<std::string> lanes;
  for (std::size_t i = 1; i <= count; ++i)
    lanes.push_back(fmt::format("{}{}", name, i));
  return lanes;
}

std::string upper(std::string text) {
  for (char& c : text)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// Lane names as given, or derived from the unit's name.
void read_lanes(const Section& table, const Draft& draft, bool only_unit, Unit& unit) {
  const std::size_t count = unit.pipelined ? pipeline_depth(table, unit) : 1;
  const Value* value = table.find("lanes");
  if (value == nullptr) {
    const Machine& m = draft.machine;
    const unsigned execute = m.stage_with(StageRole::execute);
    unit.lanes = only_unit && unit.takes_one_cycle() && execute < m.stages.size()
                     ? std::vector{m.stages[execute].name}
                     : numbered(upper(unit.name), count);
    return;
  }
  if (value->kind == Value::Kind::text) {
    unit.lanes = numbered(table.identifier("lanes", kLaneSigns, kMaxLaneBytes), count);
    return;
  }
  for (const Value& item : table.list("lanes")) {
    if (item.kind == Value::Kind::text && is_identifier(item.text, kLaneSigns, kMaxLaneBytes))
      unit.lanes.push_back(item.text);
    else
      table.report().error(
          item.place, fmt::format("{} is no column name", shown(item)),
          fmt::format("1 to {} letters, digits and {}", kMaxLaneBytes, kLaneSigns));
  }
  if (value->kind == Value::Kind::array && value->items.size() != count)
    table.report().error(
        value->place, fmt::format("unit '{}' has {} column names", unit.name, value->items.size()),
        unit.pipelined ? fmt::format("{}, one a cycle of its latency", count)
                       : std::string("1, as it is not pipelined"));
}

Unit read_unit(const Value& item, const Draft& draft, bool only_unit,
               const OpClassSet& named_elsewhere, Report& report) {
  Unit unit;
  const Section table(&item, "unit", report);
  if (item.kind != Value::Kind::table)
    return unit;
  table.read_fields(unit);
  unit.operations = table.op_classes("operations") & ~(named_elsewhere & ~named_refinements(item));
  PortClassSet classes = port_classes(unit.operations);
  classes.reset(kNop); // executes like integer
  const PortLatencies cycles = read_latencies(table, "unit", unit.name, classes);
  std::copy_n(cycles.begin(), kOpClassCount, unit.latency_cycles.begin());
  read_operand_latency(table, unit);
  settle_nop(table, unit);
  unit.result_stage =
      read_stage(table, "result", draft.machine.stage_with(StageRole::execute), draft);
  read_lanes(table, draft, only_unit, unit);
  return unit;
}

/// A class has exactly one unit, so that the unit of an operation is unambiguous.
void check_claims(const Unit& unit, const Place& place, const std::vector<Unit>& earlier,
                  Report& report) {
  for (const Unit& other : earlier) {
    if (!unit.name.empty() && other.name == unit.name)
      report.error(place, fmt::format("a second unit is named '{}'", unit.name),
                   "a name of its own for every unit");
    OpClassSet both = unit.operations & other.operations;
    if (both.count() > 1)
      both[kNop] = false;
    if (both.any())
      report.error(place,
                   fmt::format("units '{}' and '{}' both execute {}", other.name, unit.name,
                               joined(words_for(both))),
                   "every class in one unit only; count = 2 gives a unit two copies");
  }
}

/// The position of a table's key, or of the table when it has no such key.
Place place_in(const Value& table, std::string_view key) {
  const Member* member = table.find(key);
  return member == nullptr ? table.place : member->value.place;
}

void read_latency_rules(const Section& issue, Machine& m) {
  std::array<OpClassSet, kOpClassCount> ruled;
  for (const Value& item : issue.list("latency")) {
    const Section table(&item, "issue.latency", issue.report());
    if (item.kind != Value::Kind::table)
      continue;
    LatencyRule rule;
    rule.from = table.op_classes("from");
    rule.to = table.op_classes("to");
    table.read_fields(rule);
    for (std::size_t from = 0; from < kOpClassCount; ++from) {
      if (!rule.from[from])
        continue;
      const OpClassSet twice = ruled[from] & rule.to;
      ruled[from] |= rule.to;
      if (twice.none())
        continue;
      issue.report().error(item.place,
                           fmt::format("two rules of 'issue.latency' name the pair {} -> {}",
                                       isa::name(static_cast<OpClass>(from)),
                                       words_for(twice).front()),
                           "a pair of classes in one rule at most");
      break;
    }
    m.latency_rules.push_back(rule);
  }
}

} // namespace

void read_units(const Section& file, Draft& draft) {
  Report& report = file.report();
  const std::size_t problems = report.count();
  if (file.find("unit") == nullptr)
    file.missing("unit");
  const auto& items = file.list("unit");
  OpClassSet named;
  for (const Value& item : items)
    named |= named_refinements(item);
  for (const Value& item : items) {
    Unit unit = read_unit(item, draft, items.size() == 1, named, report);
    check_claims(unit, place_in(item, "operations"), draft.machine.units, report);
    draft.machine.units.push_back(std::move(unit));
    draft.units.push_back(item.place);
    draft.unit_lanes.push_back(place_in(item, "lanes"));
    draft.unit_results.push_back(place_in(item, "result"));
  }
  draft.units_ok = report.count() == problems;
  if (draft.units_ok && draft.machine.unit_for(OpClass::integer) == draft.machine.units.size()) {
    report.error(file.place("unit"), "no unit executes integer",
                 "one that does: every program needs it");
    draft.units_ok = false;
  }
}

void read_issue(Draft& draft) {
  Machine& m = draft.machine;
  const Section& issue = draft.tables["issue"];
  Report& report = issue.report();
  for (const Member& member : issue.members("limits")) {
    PairingLimit limit;
    limit.name = member.name;
    if (!parse_op_classes(member.name, limit.classes))
      report.unknown(
          member.place,
          fmt::format("unknown operation class {} in 'issue.limits'", in_quotes(member.name)),
          "one of " + joined(op_class_words()), member.name, op_class_words());
    if (member.value.kind == Value::Kind::integer && member.value.integer >= 1 &&
        member.value.integer <= 8)
      limit.limit = static_cast<unsigned>(member.value.integer);
    else
      issue.wrong_type("limits." + member.name, member.value, "an integer from 1 to 8");
    m.pairing_limits.push_back(std::move(limit));
  }
  for (const Value& item : issue.list("forbid")) {
    if (item.kind != Value::Kind::array || item.items.size() != 2) {
      report.error(item.place, fmt::format("{} in 'issue.forbid'", shown(item)),
                   "a pair such as [\"branch\", \"any\"]");
      continue;
    }
    const OpClassSet first = read_op_classes(item.items[0], "issue.forbid", report);
    const OpClassSet second = read_op_classes(item.items[1], "issue.forbid", report);
    m.pairing_bans.push_back({first, second});
  }
  read_latency_rules(issue, m);
}

} // namespace stallscope::machine
