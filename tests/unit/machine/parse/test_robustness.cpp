#include "unit/machine/machine_text.hpp"

#include <fmt/format.h>

#include <random>

using namespace stallscope;
using namespace stallscope::machine;

namespace {

/// Whatever parses must dump to a text that parses to the same machine; whatever does not must say
/// why.
void check_survives(const std::string& text) {
  const Result<Machine> result = parse_machine("fuzz.toml", text);
  if (!result.ok()) {
    if (!has_errors(result.diagnostics()) || format(result.diagnostics()).empty())
      FAIL("no reason given for: " << text);
    return;
  }
  const Result<Machine> again = parse_machine("dump.toml", dump(*result));
  if (!again.ok() || *again != *result)
    FAIL("a dump that does not parse to the same machine, of: " << text);
}

} // namespace

TEST_CASE("robustness: changed, cut and joined machine files never crash the reader") {
  std::mt19937 random(20240607); // NOLINT: the same inputs every time
  const auto below = [&random](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::string alphabet("\"'[]{}=.,#\n\r\t \\0123456789-_truefalsnEXM>\x80\xC3\xA9\xE2\xFF");
  std::vector<std::string> seeds{std::string(kSmall)};
  for (const PresetInfo& preset : presets()) {
    seeds.emplace_back(preset.toml);
    seeds.push_back(dump(load_machine(std::string(preset.name)).value()));
  }
  seeds.push_back(
      dump(load_machine("mips-5-fp", {{"unit.div.operand_latency",
                                       "{divide={measure=quotient_bits, bits_per_cycle=2}}"},
                                      {"hazards.unit_reuse", "next_cycle"}})
               .value()));
  for (int round = 0; round < 3000; ++round) {
    std::string text = seeds[below(seeds.size())];
    for (std::size_t edits = 1 + below(6); edits > 0 && !text.empty(); --edits) {
      const std::size_t at = below(text.size());
      switch (below(4)) {
      case 0:
        text[at] = alphabet[below(alphabet.size())];
        break;
      case 1:
        text.erase(at, 1 + below(20));
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), below(60)));
        break;
      default:
        text.insert(at, 1, alphabet[below(alphabet.size())]);
        break;
      }
    }
    check_survives(text);
  }
}

TEST_CASE("robustness: texts that broke the TOML reader underneath") {
  for (const char* text : {"[=", "[[", "[#", "[é]", "[[aҘ]]\n", "、 = 1", "a = 、", "\xEF\xBB\xBF",
                           "\xEF\xBB\xBF[=", "[a.\nb]"})
    problems_of(text);
}

TEST_CASE("robustness: tables nested deep in every way TOML has are refused, not followed") {
  std::string dotted = "a";
  for (int i = 0; i < 100'000; ++i)
    dotted += i % 5'000 == 0 ? "\n.a" : ".a";
  check_survives(fmt::format("{} = 1\n", dotted));
  check_survives(fmt::format("x = {}\n", std::string(8'000, '[')));
  std::string tables = "x = ";
  for (int i = 0; i < 2'000; ++i)
    tables += "{a=";
  check_survives(tables);
  // As deep as is let through: dots on every line, tables inside lists inside tables.
  std::string key = "a";
  for (int i = 0; i < 98; ++i)
    key += ".a";
  std::string allowed = fmt::format("[{}]\n{} = [", key, key);
  for (int i = 0; i < 15; ++i)
    allowed += fmt::format("\n{{{} = [", key);
  for (int i = 0; i < 15; ++i)
    allowed += "]}";
  const Diagnostics problems = problems_of(allowed + "]\n");
  CHECK(problems.front().message.find("not TOML") == std::string::npos); // read to its end
  CHECK(problems.front().message == "unknown key 'a'");
}

TEST_CASE("robustness: a file of many problems is answered quickly and whole") {
  std::string text;
  for (int i = 0; i < 20'000; ++i)
    text += fmt::format("k{}=1\n", i);
  const Diagnostics problems = problems_of(text);
  CHECK(problems.size() >= 20'000);
  CHECK(format(problems).size() < 20'000); // 20 are shown
}

TEST_CASE("robustness: settings of any bytes never crash the reader") {
  std::mt19937 random(7);
  const std::string alphabet("pipelinewdthu.=[]{}\"'#,->EX \\\n0123456789\xC3\xA9");
  const std::vector<std::string> keys{"pipeline.width", "unit.alu", "unit.alu.latency",
                                      "forwarding.paths", "name"};
  for (int round = 0; round < 3000; ++round) {
    std::string value;
    for (std::size_t n = random() % 12; n > 0; --n)
      value += alphabet[random() % alphabet.size()];
    std::string key = keys[random() % keys.size()];
    if (random() % 3 == 0)
      key += value;
    const Result<Machine> result = parse_machine("fuzz.toml", kSmall, {{key, value}});
    if (!result.ok())
      REQUIRE(has_errors(result.diagnostics()));
  }
}
