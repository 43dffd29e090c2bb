// Parts of a machine as shared libraries: those of programs/plugins do what the built-in ones do,
// and what goes wrong in one ends the run with its name.
#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace stallscope::smoke;

namespace {

const std::string kFolder = STALLSCOPE_PLUGINS "/";
constexpr const char* kTrees =
    STALLSCOPE_SOURCE_DIR "/programs/kernels/bin/rv32imac-htif/trees.elf";

Outcome run(std::vector<std::string> more, const std::string& machine = "ooo-4") {
  std::vector<std::string> words{"run",   kTrees, "-q", "-m", machine, "--limit-instructions",
                                 "300000"};
  words.insert(words.end(), more.begin(), more.end());
  return run_cli(words);
}

std::uint64_t cycles(const std::vector<std::string>& more, const std::string& machine = "ooo-4") {
  std::vector<std::string> words = more;
  words.insert(words.end(), {"--stats", "--format", "json"});
  const Outcome outcome = run(words, machine);
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  return nlohmann::json::parse(outcome.out).at("cycles").get<std::uint64_t>();
}

std::string plugin(const std::string& name, const std::string& options = {}) {
  return kFolder + name + ".so" + options;
}

} // namespace

TEST_CASE("the gshare of a plug-in predicts as the built-in one, also behind wrong paths") {
  for (const char* machine : {"mips-5", "sifive-7", "ooo-4"}) {
    INFO(machine);
    CHECK(cycles({"--plugin", plugin("gshare", ",entries=256,history=8")}, machine) ==
          cycles({"--set", "branch.predictor=gshare", "--set", "predictor.entries=256", "--set",
                  "predictor.history_bits=8"},
                 machine));
  }
  // --set stands above what --plugin sets, wherever it is written.
  CHECK(cycles({"--set", "predictor.plugin=gshare,entries=256,history=8", "--plugin",
                plugin("gshare", ",entries=4,history=1")}) ==
        cycles({"--plugin", plugin("gshare", ",entries=256,history=8")}));
  CHECK(cycles({"--plugin", plugin("gshare", ",entries=4,history=1")}) !=
        cycles({"--plugin", plugin("gshare", ",entries=256,history=8")}));
}

TEST_CASE("prefetcher and replacement policy of plug-ins do as the built-in ones") {
  const std::vector<std::string> small{"--set", "cache.L1D.size=1024", "--set", "cache.L1D.ways=4"};
  const auto with = [&small](std::vector<std::string> more) {
    more.insert(more.end(), small.begin(), small.end());
    return cycles(more);
  };
  const std::uint64_t srrip = with({"--set", "cache.L1D.replacement=srrip"});
  CHECK(with({"--plugin", "L1D=" + plugin("srrip")}) == srrip);
  CHECK(with({}) != srrip); // it matters here
  CHECK(with({"--plugin", "L1D=" + plugin("stride", ",degree=2")}) ==
        with({"--set", "cache.L1D.prefetcher=stride", "--set", "cache.L1D.prefetch_degree=2"}));
  CHECK(with({"--plugin", "L1D=" + plugin("srrip"), "--plugin", "L1D=" + plugin("stride")}) ==
        with({"--set", "cache.L1D.replacement=srrip", "--set", "cache.L1D.prefetcher=stride"}));
}

TEST_CASE("a predictor with longer histories is worth cycles") {
  CHECK(cycles({"--plugin", plugin("tage")}) < cycles({"--set", "branch.predictor=two_bit"}));
}

TEST_CASE("what-if, explain and seeking copy the state of plug-ins") {
  const Outcome whatif =
      run_cli({"whatif", "textbook/load_use", "-q", "-m", "ooo-4", "--plugin", plugin("gshare")});
  INFO(whatif.err);
  CHECK(whatif.exit_code == 0);
  const Outcome explain = run_cli({"explain", kTrees, "-q", "-m", "ooo-4", "--plugin",
                                   plugin("gshare"), "--cycle", "20000", "--no-whatif"});
  INFO(explain.err);
  CHECK(explain.exit_code == 0);
  CHECK(has(explain.out, "20000"));
}

TEST_CASE("a plug-in that throws or answers nonsense ends the run with its name") {
  const Outcome thrown = run({"--plugin", plugin("throws")});
  CHECK(thrown.exit_code == 2);
  CHECK(has(thrown.err, "plug-in 'throws' ("));
  CHECK(has(thrown.err, "lost its way at 1"));
  const Outcome made = run({"--plugin", plugin("throws", ",throw_first=1")});
  CHECK(made.exit_code == 2);
  CHECK(has(made.err, "there is no table"));
  const Outcome way =
      run({"--plugin", "L1D=" + plugin("wrong_way"), "--set", "cache.L1D.size=4096"});
  CHECK(way.exit_code == 2);
  CHECK(has(way.err, "victim answers way 8 of set"));
  CHECK(has(way.err, "expected 0 to 7"));
  const Outcome lines = run({"--plugin", "L1D=" + plugin("greedy")});
  CHECK(lines.exit_code == 2);
  CHECK(has(lines.err, "asks for more than 16 lines at one access"));
}

TEST_CASE("what is no plug-in, or does not fit, says so") {
  const auto problem = [](const std::vector<std::string>& more) {
    const Outcome outcome = run(more);
    CHECK(outcome.exit_code == 2);
    return outcome.err;
  };
  CHECK(has(problem({"--plugin", plugin("nowhere")}), "there is no such file"));
  CHECK(has(problem({"--plugin", kTrees}), "ELF"));
  CHECK(has(problem({"--plugin", plugin("no_plugin")}), "no function 'stallscope_plugin'"));
  CHECK(has(problem({"--plugin", plugin("other_version")}),
            "version 2 of the interface; expected version 1"));
  CHECK(has(problem({"--plugin", plugin("stride")}), "--plugin L1D="));
  CHECK(has(problem({"--plugin", "L1D=" + plugin("gshare")}), "belongs to no cache"));
  CHECK(has(problem({"--plugin", "L9=" + plugin("srrip")}), "L9"));
  CHECK(has(problem({"--plugin", plugin("gshare", ",entires=64")}),
            "there is no option 'entires'; expected entries, history, shift"));
  CHECK(has(problem({"--plugin", plugin("gshare", ",entries=100")}), "expected a power of two"));
  CHECK(has(problem({"--set", "branch.predictor=plugin"}), "'predictor.plugin' names no plug-in"));
  CHECK(has(problem({"--set", "branch.predictor=plugin", "--set", "predictor.plugin=gshare"}),
            "no plug-in 'gshare' is loaded; expected --plugin FILE with a predictor"));
}
