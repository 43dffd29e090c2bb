#include "machine/limits.hpp"
#include "unit/machine/machine_text.hpp"

#include <set>

using namespace stallscope;
using namespace stallscope::machine;

namespace {

/// Adds the keys of tables within tables that stand in one line: those behind the second '{'.
void add_inner_keys(const std::string& line, const std::string& list, std::set<std::string>& keys) {
  std::string word;
  unsigned depth = 0;
  for (const char c : line) {
    depth = c == '{' ? depth + 1 : c == '}' ? depth - 1 : depth;
    if (c == '=' && depth == 2)
      keys.insert(list + "." + word);
    else if (c != ' ')
      word = c == '{' || c == ',' || c == '=' ? std::string() : word + c;
  }
}

/// Dotted names of all keys a dump writes. Knows the shape of dumps, not TOML: a key starts a line,
/// or follows '{' or
/// ',' inside a table of a list, or stands in a table within a table.
std::set<std::string> keys_in(const std::string& toml) {
  std::set<std::string> keys;
  std::string section;
  std::string list;
  bool in_string = false;
  bool in_block = false;
  std::size_t begin = 0;
  while (begin < toml.size()) {
    const std::size_t end = std::min(toml.find('\n', begin), toml.size());
    const std::string line = toml.substr(begin, end - begin);
    begin = end + 1;
    if (line.find("\"\"\"") != std::string::npos) {
      if (!in_block)
        keys.insert(line.substr(0, line.find(' ')));
      in_block = !in_block;
      continue;
    }
    if (in_block || line.empty())
      continue;
    if (line[0] == '[') {
      section =
          line.substr(line.find_first_not_of('['), line.find(']') - line.find_first_not_of('['));
      if (line[1] == '[')
        keys.insert(section);
      continue;
    }
    const std::string prefix = section.empty() ? "" : section + ".";
    if (line[0] != ' ' && line[0] != ']') {
      list = prefix + line.substr(0, line.find(' '));
      keys.insert(list);
      add_inner_keys(line, list, keys);
      continue;
    }
    std::string word;
    for (const char c : line) {
      if (c == '"')
        in_string = !in_string;
      else if (!in_string && c == '=')
        keys.insert(list + "." + word);
      else if (!in_string && c != ' ')
        word = c == '{' || c == ',' ? std::string() : word + c;
    }
  }
  return keys;
}

} // namespace

TEST_CASE("presets: in teaching order, each with the name and title of its file") {
  std::string names;
  for (const PresetInfo& preset : presets()) {
    names.append(preset.name).append("\n");
    const Result<Machine> m = load_machine(std::string(preset.name));
    INFO(format(m.diagnostics()));
    REQUIRE(m.ok());
    CHECK(m->name == preset.name);
    CHECK(m->title == preset.title);
    CHECK_FALSE(m->description.empty());
  }
  CHECK(names == R"(serial
lecture-4
lecture-4-shared
mips-5-no-forwarding
mips-5
mips-5-cache
mips-5-fp
hp-latency
dual-5
picorv32
picorv32-fast-mul
ibex-small
cv32e40p
sifive-7
scoreboard
tomasulo
tomasulo-rob-1
tomasulo-2
tomasulo-rob-2
csapp-haswell
mca-like
ooo-4
ooo-8
)");
}

TEST_CASE("presets: a dump parses to an equal machine, and to the same dump") {
  for (const PresetInfo& preset : presets()) {
    const Machine m = load_machine(std::string(preset.name)).value();
    const std::string text = dump(m);
    const Result<Machine> again = parse_machine("dump", text);
    INFO(text << format(again.diagnostics()));
    REQUIRE(again.ok());
    CHECK(*again == m);
    CHECK(dump(*again) == text);
  }
}

TEST_CASE("presets: teaching machines have a unit for every class, real cores for what they have") {
  const auto lacks = [](std::string_view preset, OpClass c) {
    const bool is_rv32imc = preset == "picorv32" || preset == "picorv32-fast-mul" ||
                            preset == "ibex-small" || preset == "cv32e40p";
    return is_rv32imc && (isa::is_floating_point(c) || c == OpClass::atomic);
  };
  // Of stores that are split, ports take the halves.
  const auto has_port = [](const Dynamic& dynamic, OpClass c) {
    PortClassSet all;
    for (const Port& port : dynamic.ports)
      all |= port.executes;
    return all[static_cast<std::size_t>(c)] ||
           (isa::is_store(c) && all[kStoreAddress] && all[kStoreData]);
  };
  for (const PresetInfo& preset : presets()) {
    const Machine m = load_machine(std::string(preset.name)).value();
    for (std::size_t i = 0; i < kOpClassCount; ++i) {
      const auto c = static_cast<OpClass>(i);
      INFO(preset.name << " " << isa::name(c));
      if (!m.dynamic)
        CHECK((m.unit_for(c) < m.units.size()) == !lacks(preset.name, c));
      else if (c != OpClass::nop && c != OpClass::atomic) // which need no port
        CHECK(has_port(*m.dynamic, c));
    }
  }
}

TEST_CASE("keys: a dump writes every key that is described, and no other") {
  std::set<std::string> written;
  for (const PresetInfo& preset : presets())
    written.merge(keys_in(dump(load_machine(std::string(preset.name)).value())));
  const Setting by_operand{"unit.div.operand_latency", "{divide={measure=quotient_bits}}"};
  written.merge(keys_in(dump(load_machine("mips-5-fp", {by_operand}).value())));
  const Setting a_cache{"cache", "[{name=L1, serves=both}]"};
  written.merge(keys_in(dump(load_machine("mips-5-fp", {a_cache}).value())));
  const Setting a_bypass{"bypass", "[{from=loads, to=integer}]"};
  written.merge(keys_in(dump(load_machine("ooo-4", {a_bypass}).value())));
  std::set<std::string> described;
  for (const KeyInfo& key : machine_keys())
    described.insert(std::string(key.name));
  CHECK(written == described);
}

TEST_CASE("keys: the description names every key with default, range, unit and meaning") {
  const std::string text = describe_keys();
  std::size_t at = 0;
  for (const KeyInfo& key : machine_keys()) {
    INFO(key.name);
    at = text.find("\n  " + std::string(key.name) + "\n", at);
    REQUIRE(at != std::string::npos); // in the order of the table
    CHECK_FALSE(key.type.empty());
    CHECK_FALSE(key.default_value.empty());
    CHECK_FALSE(key.range.empty());
    CHECK_FALSE(key.unit.empty());
    CHECK(key.meaning.size() > 10);
  }
  CHECK(text.find("in cycles; default 100000") != std::string::npos);
}

TEST_CASE("keys: the default of every key with a plain value is what a file without it gives") {
  const std::string in_order = dump(machine_of(R"(name = "least"
[pipeline]
stages = [{ name = "F", does = ["fetch", "read"] }, { name = "X", does = ["execute", "memory", "write"] }]
[[unit]]
name = "u"
operations = ["integer"]
)"));
  const std::string out_of_order = dump(machine_of(R"(name = "least"
kind = "out_of_order"
[[station]]
name = "s"
[[port]]
name = "p"
operations = ["integer"]
)"));
  for (const KeyInfo& key : machine_keys()) {
    const bool plain =
        key.type == "boolean" || key.type == "integer" || key.type.substr(0, 6) == "one of";
    if (!plain || key.name == "kind" || key.name.substr(0, 14) == "issue.latency." ||
        key.name.substr(0, 6) == "cache." || key.name.substr(0, 21) == "unit.operand_latency.")
      continue;
    const std::string name(key.name.substr(key.name.rfind('.') + 1));
    const std::string line = "\n" + name + " = " + std::string(key.default_value) + "\n";
    INFO(key.name);
    CHECK((key.kind == "out_of_order" || in_order.find(line) != std::string::npos));
    CHECK((key.kind == "in_order" || out_of_order.find(line) != std::string::npos));
  }
}

TEST_CASE("keys: a dump writes keys of its kind alone") {
  for (const PresetInfo& preset : presets()) {
    const Machine m = load_machine(std::string(preset.name)).value();
    const std::set<std::string> written = keys_in(dump(m));
    for (const KeyInfo& key : machine_keys())
      if (key.kind == (m.dynamic ? "in_order" : "out_of_order")) {
        INFO(preset.name << " " << key.name);
        CHECK(written.count(std::string(key.name)) == 0);
      }
  }
}

TEST_CASE("preset rules: the lecture's pipelines differ in the register ports alone") {
  Machine split = load_machine("lecture-4").value();
  const Machine shared = load_machine("lecture-4-shared").value();
  CHECK(split.ports == PortSharing::split);
  CHECK(shared.ports == PortSharing::shared);
  CHECK(split.operand_wait == OperandWait::before_read);
  CHECK_FALSE(split.write_then_read);
  CHECK(split.paths.empty());
  CHECK(split.stages[split.resolve_stage].name == "ALU");
  split.ports = shared.ports;
  split.name = shared.name;
  split.title = shared.title;
  split.description = shared.description;
  CHECK(split == shared);
}

TEST_CASE("preset rules: mips-5, mips-5-fp, hp-latency, dual-5 and serial") {
  const Machine mips = load_machine("mips-5").value();
  CHECK(mips.paths == std::vector<ForwardingPath>{{2, 2}, {3, 2}, {3, 3}, {2, 1}, {3, 1}});
  CHECK(mips.write_then_read);
  CHECK(mips.resolve_stage == 1);
  CHECK(mips.units[0].lanes == std::vector<std::string>{"EX"});
  const Machine fp = load_machine("mips-5-fp").value();
  CHECK(fp.units[fp.unit_for(OpClass::fp_multiply)].lanes.size() == 7);
  CHECK(fp.units[fp.unit_for(OpClass::fp_compare)].lanes.back() == "A4");
  CHECK(fp.units[fp.unit_for(OpClass::divide)]
            .latency_cycles[static_cast<std::size_t>(OpClass::divide)] == 24);
  CHECK_FALSE(fp.units[fp.unit_for(OpClass::divide)].pipelined);
  const Machine hp = load_machine("hp-latency").value();
  CHECK(hp.drain == DrainRule::excluded);
  CHECK(hp.predictor == PredictorKind::perfect);
  const auto stalls = [&hp](OpClass from, OpClass to) {
    for (const LatencyRule& rule : hp.latency_rules)
      if (rule.from[static_cast<std::size_t>(from)] && rule.to[static_cast<std::size_t>(to)])
        return rule.stall_cycles;
    return 0U;
  };
  CHECK(stalls(OpClass::fp_add, OpClass::fp_multiply) == 3);
  CHECK(stalls(OpClass::fp_add, OpClass::fp_store) == 2);
  CHECK(stalls(OpClass::fp_load, OpClass::fp_add) == 1);
  CHECK(stalls(OpClass::fp_load, OpClass::fp_store) == 0);
  CHECK(stalls(OpClass::load, OpClass::integer) == 1);
  CHECK(stalls(OpClass::integer, OpClass::branch) == 1);
  CHECK(stalls(OpClass::integer, OpClass::integer) == 0);
  const Machine dual = load_machine("dual-5").value();
  CHECK(dual.width == 2);
  CHECK(dual.units[0].count == 2);
  CHECK(dual.pairing_limits.size() == 4);
  CHECK(dual.pairing_bans.size() == 1);
  CHECK_FALSE(load_machine("serial").value().overlap);
}
