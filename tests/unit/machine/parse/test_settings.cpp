#include "machine/settings_list.hpp"
#include "sanitized.hpp"
#include "unit/machine/machine_text.hpp"

using namespace stallscope;
using namespace stallscope::machine;

namespace {

std::vector<Setting> settings(const std::vector<std::string_view>& texts) {
  std::vector<Setting> list;
  for (const std::string_view text : texts)
    list.push_back(parse_setting(text).value());
  return list;
}

Machine preset(const std::string& name, const std::vector<std::string_view>& texts) {
  const Result<Machine> result = load_machine(name, settings(texts));
  INFO(format(result.diagnostics()));
  REQUIRE(result.ok());
  return *result;
}

std::string preset_problem(const std::string& name, const std::vector<std::string_view>& texts) {
  const Result<Machine> result = load_machine(name, settings(texts));
  REQUIRE_FALSE(result.ok());
  INFO(format(result.diagnostics()));
  CHECK(result.diagnostics().size() == 1);
  return format(result.diagnostics()[0]);
}

} // namespace

TEST_CASE("settings: key=value is split at the first '='") {
  const Result<Setting> setting = parse_setting(" unit.alu.latencies = {divide=4} ");
  REQUIRE(setting.ok());
  CHECK(setting->key == "unit.alu.latencies");
  CHECK(setting->value == "{divide=4}");
  CHECK_FALSE(parse_setting("pipeline.width").ok());
  CHECK_FALSE(parse_setting("=3").ok());
  CHECK_FALSE(parse_setting("pipeline.width=").ok());
}

TEST_CASE("settings: numbers, booleans, quoted and bare words") {
  const Machine m = preset("mips-5", {"pipeline.width=2", "branch.delay_slot=true",
                                      "branch.predictor=backward_taken", "title='two words'",
                                      "name=my-5", "memory.data_latency=3"});
  CHECK(m.width == 2);
  CHECK(m.delay_slot);
  CHECK(m.predictor == PredictorKind::backward_taken);
  CHECK(m.title == "two words");
  CHECK(m.name == "my-5");
  CHECK(m.data_latency_cycles == 3);
}

TEST_CASE("settings: bare words stand for several words and look like no number") {
  CHECK(preset("mips-5", {"title=Two words, one title"}).title == "Two words, one title");
  CHECK(preset("mips-5", {"name=2wide"}).name == "2wide");
}

TEST_CASE("settings: lists with and without quotes") {
  CHECK(preset("mips-5", {"forwarding.paths=[]"}).paths.empty());
  const auto quoted = preset("mips-5", {"forwarding.paths=[\"EX->EX\", 'MEM->EX']"}).paths;
  CHECK(quoted.size() == 2);
  CHECK(preset("mips-5", {"forwarding.paths=[EX->EX, MEM->EX]"}).paths == quoted);
  CHECK(preset("mips-5", {"pipeline.stages.IF.name=FETCH"}).stages[0].name == "FETCH");
}

TEST_CASE("settings: units are addressed by name") {
  const Machine m = preset(
      "mips-5-fp", {"unit.mul.latency=3", "unit.div.latencies.fp_divide=30", "unit.add.count=2"});
  CHECK(m.units[1].lanes == std::vector<std::string>{"M1", "M2", "M3"});
  CHECK(m.units[2].count == 2);
  CHECK(m.units[3].latency_cycles[static_cast<std::size_t>(OpClass::fp_divide)] == 30);
  CHECK(m.units[3].latency_cycles[static_cast<std::size_t>(OpClass::divide)] == 24);
}

TEST_CASE(
    "settings: sections that the file leaves out can be set, and the last setting of a key wins") {
  const Machine m = preset(
      "serial", {"limits.no_progress=5000", "limits.no_progress=6000", "hazards.waw=overtake"});
  CHECK(m.no_progress_cycles == 6000);
  CHECK(m.waw == WawRule::overtake);
}

TEST_CASE("settings: a setting replaces a value of the file that was wrong") {
  CHECK(machine_of(small_with("width = 2", "width = 20"), settings({"pipeline.width=3"})).width ==
        3);
}

TEST_CASE("settings: problems name the setting") {
  CHECK(preset_problem("mips-5", {"pipeline.widht=2"}) ==
        "error: in the setting 'pipeline.widht=2': unknown key 'widht' in 'pipeline'; expected one "
        "of stages, width, "
        "overlap, group; did you mean 'width'?");
  CHECK(preset_problem("mips-5", {"branch.predictor=taken_"}) ==
        "error: in the setting 'branch.predictor=taken_': 'taken_' is no value of "
        "'branch.predictor'; expected one of "
        "not_taken, taken, backward_taken, perfect, never_right, one_bit, two_bit, local, gshare, "
        "tournament, perceptron, tage, bimode, plugin; did you mean 'taken'?");
  CHECK(preset_problem("mips-5", {"unit.alx.latency=2"}) ==
        "error: in the setting 'unit.alx.latency=2': 'unit' has no entry named 'alx'; expected one "
        "of alu; did you "
        "mean 'alu'?");
  CHECK(preset_problem("mips-5", {"unit.alu.latency=many"})
            .find("'unit.alu.latency' is the string 'many'") != std::string::npos);
  // The key is named as it is written, also where it stands for another one.
  CHECK(preset_problem("ibex-small", {"unit.div.latency=x"})
            .find("'unit.div.latency' is the string 'x'; expected an integer") !=
        std::string::npos);
  CHECK(preset_problem("ooo-4", {"cache.L1D.replacement=x"})
            .find("'x' is no value of 'cache.L1D.replacement'") != std::string::npos);
  CHECK(preset_problem("mips-5", {"unit=[{name=alu, operations=any, latency=x}]"})
            .find("'unit.latency' is the string 'x'") != std::string::npos);
  CHECK(preset_problem("mips-5", {"unit.alu=3"}).find("'unit.alu' is a table") !=
        std::string::npos);
  CHECK(preset_problem("mips-5", {"pipeline.width.x=3"})
            .find("'pipeline.width' is an integer and has no key 'x'") != std::string::npos);
  CHECK(preset_problem("mips-5", {"pipeline..width=3"}).find("a part of the key is empty") !=
        std::string::npos);
  CHECK(preset_problem("mips-5", {"forwarding.paths=[EX->EX"}).find("is not a TOML value") !=
        std::string::npos);
  CHECK(preset_problem("mips-5", {"name=\"a\"\nwidth=3"}).find("has several lines") !=
        std::string::npos);
}

TEST_CASE("settings: tables without names are addressed by number") {
  CHECK(
      preset("csapp-haswell", {"bypass=[{from=[integer], to=[fp], cycles=1}]", "bypass.0.cycles=7"})
          .dynamic->bypasses[0]
          .cycles == 7);
  CHECK(preset("hp-latency", {"issue.latency.1.stalls=9"}).latency_rules[1].stall_cycles == 9);
  CHECK(preset_problem("hp-latency", {"issue.latency.99.stalls=9"})
            .find("'issue.latency' has no entry '99'; expected a number from 0 to ") !=
        std::string::npos);
  CHECK(preset_problem("hp-latency", {"issue.latency.first.stalls=9"})
            .find("'issue.latency' has no entry 'first'") != std::string::npos);
  CHECK(preset_problem("mips-5", {"issue.latency.0.stalls=9"})
            .find("the machine has no [[issue.latency]]; expected the whole list, such as "
                  "issue.latency=[{from = ...}]") != std::string::npos);
  CHECK(preset_problem("mips-5", {"cache.L1.ways=2"})
            .find("the machine has no [[cache]]; expected the whole list, such as "
                  "cache=[{name = ...}]") != std::string::npos);
  // What executes has another name on machines of the other kind.
  const std::string of_port = preset_problem("ooo-4", {"unit.div.latency=37"});
  INFO(of_port);
  CHECK(of_port.find("the machine has no [[unit]]: what executes is called [[port]] there; "
                     "expected port.NAME with one of alu") != std::string::npos);
  CHECK(of_port.find("did you mean 'port.") != std::string::npos);
  CHECK(preset_problem("mips-5-fp", {"port.div.latency=37"})
            .find("is called [[unit]] there; expected unit.NAME with one of ") !=
        std::string::npos);
}

TEST_CASE("settings: every other list of tables by name") {
  const Machine m = preset("ooo-4", {"cache.L1D.ways=4", "station.mem.entries=9"});
  CHECK(m.caches.levels[m.caches.first_for(false)].ways == 4);
  CHECK(preset_problem("ooo-4", {"cache.L1.ways=4"}).find("'cache' has no entry named 'L1'") !=
        std::string::npos);
}

TEST_CASE("settings: a class in place of the only unit that executes it is its latency there") {
  const auto of_divide = [](const char* machine, const char* setting) {
    const Machine m = preset(machine, {setting});
    const auto divide = static_cast<std::size_t>(isa::OpClass::divide);
    for (const Unit& unit : m.units)
      if (unit.operations[divide])
        return std::pair(unit.latency_cycles[divide],
                         unit.operand_latency[divide].bits_per_cycle == 0
                             ? 0U
                             : unit.operand_latency[divide].step_cycles);
    return std::pair(0U, 0U);
  };
  // Whatever the operands are: the shipped 2 and 35 more become 37.
  CHECK(of_divide("ibex-small", "branch.predictor=not_taken") == std::pair(2U, 35U));
  CHECK(of_divide("ibex-small", "unit.div.latency=37") == std::pair(37U, 0U));
  CHECK(of_divide("ibex-small", "unit.divide.latency=37") == std::pair(37U, 0U));
  CHECK(of_divide("picorv32", "unit.div.latency=9") == std::pair(9U, 0U));
  CHECK(preset_problem("mips-5", {"unit.div.latency=9"})
            .find("the pipelined unit 'alu' takes 1 cycles for integer and 9 for divide") !=
        std::string::npos);
  // A unit of that name comes first.
  CHECK(of_divide("mips-5-fp", "unit.div.latency=9") == std::pair(9U, 0U));
  // Divisions of 32 bits, which take other cycles there, as well.
  CHECK(dump(preset("ooo-4", {"port.div.latency=9"})).find("divide_word") == std::string::npos);
  CHECK(dump(preset("ooo-4", {})).find("divide_word = 12") != std::string::npos);
  // Several ports add integers.
  CHECK(preset_problem("csapp-haswell", {"port.integer.latency=9"})
            .find("'port' has no entry named 'integer'") != std::string::npos);
}

TEST_CASE("settings: for a class of operations in place of a unit the unit is suggested") {
  CHECK(preset_problem("sifive-7", {"unit.fp.latency=37"})
            .find("'unit' has no entry named 'fp'; expected one of ") != std::string::npos);
  CHECK(preset_problem("ibex-small", {"unit.mul.pipelined=true"})
            .find("did you mean 'unit.core.pipelined'?") != std::string::npos);
  for (const char* misspelt : {"unit.div.latncy=37", "unit.dvi.latency=37"})
    CHECK(preset_problem("ibex-small", {misspelt})
              .find("did you mean 'unit.core.latencies.divide'?") != std::string::npos);
  CHECK(preset_problem("ibex-small", {"unit.core.latncy=37"}).find("did you mean 'latency'?") !=
        std::string::npos);
}

TEST_CASE("settings: the list of a machine's settings holds what they are") {
  const auto value_of = [](const char* machine, std::string_view key) {
    for (const SettingInfo& setting : settings_of(preset(machine, {})))
      if (setting.key == key)
        return setting.value;
    return std::string("none");
  };
  CHECK(value_of("ibex-small", "unit.core.latencies.divide") == "2");
  CHECK(value_of("ibex-small", "unit.core.operand_latency.divide.step_cycles") == "35");
  CHECK(value_of("mips-5", "pipeline.stages.EX.does") == "[\"execute\"]");
  CHECK(value_of("mips-5", "forwarding.paths") ==
        "[\"EX->EX\", \"MEM->EX\", \"MEM->MEM\", \"EX->ID\", \"MEM->ID\"]");
  CHECK(value_of("hp-latency", "issue.latency.0.stalls") == "3");
  CHECK(value_of("mips-5", "name") == "none");
  const std::vector<SettingInfo> all = settings_of(preset("mips-5", {}));
  const auto predictor = std::find_if(
      all.begin(), all.end(), [](const SettingInfo& s) { return s.key == "branch.predictor"; });
  REQUIRE(predictor != all.end());
  CHECK(predictor->words.size() == 14);
}

TEST_CASE("settings: each of a preset's settings with its own value changes nothing") {
  for (const PresetInfo& info : listed_cases(presets())) {
    const Machine m = preset(std::string(info.name), {});
    const std::string text = dump(m);
    std::vector<Setting> all;
    for (const SettingInfo& setting : settings_of(m)) {
      INFO(info.name << ": " << setting.key << "=" << setting.value);
      // As it is written on a command line, onto the dump, where every key is.
      const Result<Machine> same =
          parse_machine("dump", text, {parse_setting(setting.key + "=" + setting.value).value()});
      REQUIRE(same.ok());
      CHECK(*same == m);
      all.push_back({setting.key, setting.value});
    }
    CHECK(parse_machine("dump", text, all).value() == m);
  }
}

TEST_CASE("settings: contradictions with the file are found") {
  CHECK(preset_problem("mips-5", {"branch.resolve=IF", "branch.predict_in=IF"})
            .find("before registers are read") != std::string::npos);
}

TEST_CASE("settings: problems of the file come first, then those of the settings in order") {
  const Result<Machine> result = parse_machine("test.toml", small_with("width = 2", "width = 20"),
                                               settings({"title=1", "kind=x"}));
  REQUIRE(result.diagnostics().size() == 3);
  CHECK(result.diagnostics()[0].line == 11);
  CHECK(result.diagnostics()[1].message.find("'title=1'") != std::string::npos);
  CHECK(result.diagnostics()[2].message.find("'kind=x'") != std::string::npos);
}

TEST_CASE("further settings act as --set does: on the file, not on what it comes to") {
  // In the file of sifive-7 `latency` stands for the class without one of its own, in the dump for
  // the most frequent one; keys that are not given follow others.
  for (const char* name : {"sifive-7", "csapp-haswell", "mips-5", "ooo-4"}) {
    const Machine machine = preset(name, {});
    for (const Setting& setting : faster_settings(machine)) {
      const Result<Machine> asked = load_machine(name, {setting});
      const Result<Machine> made = with_settings(machine, {setting});
      INFO(name << ": " << setting.key << "=" << setting.value);
      REQUIRE(asked.ok() == made.ok());
      if (asked.ok())
        CHECK(*asked == *made);
    }
  }
}

TEST_CASE("a class more for the late ALU is among the settings that may be faster") {
  const std::vector<Setting> tried = faster_settings(preset("sifive-7", {}));
  CHECK(std::any_of(tried.begin(), tried.end(), [](const Setting& setting) {
    return setting.key == "late_alu.operations" &&
           setting.value.find("\"multiply\"") != std::string::npos &&
           setting.value.find("\"integer\"") != std::string::npos;
  }));
  for (const Setting& setting : faster_settings(preset("mips-5", {})))
    CHECK(setting.key != "late_alu.operations");
}

TEST_CASE("further settings come behind those there are, and keep what has been changed since") {
  const Result<Machine> again = with_settings(preset("ooo-4", {"reorder_buffer.entries=16"}),
                                              settings({"reorder_buffer.entries=8"}));
  REQUIRE(again.ok());
  CHECK(again->dynamic->reorder_entries == 8);
  Machine machine = preset("mips-5", {});
  machine.no_progress_cycles = 12'345;
  const Result<Machine> made = with_settings(machine, settings({"branch.predictor=taken"}));
  REQUIRE(made.ok());
  CHECK(made->no_progress_cycles == 12'345);
}
