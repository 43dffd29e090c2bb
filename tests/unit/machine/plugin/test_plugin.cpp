// Plug-ins in machine files: names of what has been loaded, with options.
#include "machine/plugin.hpp"
#include "unit/machine/machine_text.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::machine;

namespace {

/// A predictor that always says what its option says; counts the copies of its state.
class Stubborn final : public Plugin {
public:
  Stubborn() : Plugin("stubborn", PluginPart::predictor) {}

  struct State final : PluginState {
    State(bool says, int* copied) : taken(says), copies(copied) {}
    std::shared_ptr<PluginState> copy() const override {
      ++*copies;
      return std::make_shared<State>(taken, copies);
    }
    bool predict(const StallscopeBranch&) const override { return taken; }
    void update(const StallscopeBranch&, bool now, bool) override { taken = now; }
    std::span<const std::uint64_t> access(const StallscopeAccess&,
                                          std::span<std::uint64_t>) override {
      return {};
    }
    unsigned victim(std::uint64_t) override { return 0; }
    void touch(std::uint64_t, unsigned, bool) override {}

    bool taken;
    int* copies;
  };

  std::shared_ptr<PluginState> make(const std::string& options,
                                    const StallscopeCache*) const override {
    if (options != "says=taken" && !options.empty())
      throw PluginError("plug-in 'stubborn': there is no option '" + options + "'");
    return std::make_shared<State>(!options.empty(), &copies);
  }

  mutable int copies = 0;
};

Result<Machine> with_plugin(const std::string& text) {
  return parse_machine("test.toml", small_with("predictor = \"taken\"", "predictor = \"plugin\"") +
                                        "\n[predictor]\nplugin = \"" + text + "\"\n");
}

std::string problem_with(const std::string& text) {
  const auto machine = with_plugin(text);
  return machine ? std::string() : machine.diagnostics().front().message;
}

} // namespace

TEST_CASE("plug-ins: a machine file finds what has been registered, and is written as it was read",
          "[machine]") {
  register_plugin(std::make_shared<Stubborn>());
  CHECK(plugin_names(PluginPart::predictor) == std::vector<std::string>{"stubborn"});
  const auto machine = with_plugin("stubborn,says=taken");
  REQUIRE(machine);
  CHECK(machine->prediction.direction.plugin.text() == "stubborn,says=taken");
  const auto again = parse_machine("again.toml", dump(*machine));
  REQUIRE(again);
  CHECK(again->prediction.direction.plugin == machine->prediction.direction.plugin);
  CHECK(problem_with("stuborn") == "no plug-in 'stuborn' is loaded");
  CHECK(problem_with("") == "'predictor.plugin' names no plug-in");
  CHECK(problem_with("stubborn,says=no") == "plug-in 'stubborn': there is no option 'says=no'");
}

TEST_CASE("plug-ins: a state is copied when one of those who share it changes it", "[machine]") {
  const auto plugin = std::make_shared<const Stubborn>();
  const PluginUse use{plugin, ""};
  PluginValue one(use, nullptr);
  one.write().update({}, true, false); // nothing shares it
  CHECK(plugin->copies == 0);
  PluginValue two = one;
  CHECK(two.read().predict({}));
  CHECK(plugin->copies == 0);
  two.write().update({}, false, true);
  CHECK(plugin->copies == 1);
  CHECK(one.read().predict({}));
  CHECK_FALSE(two.read().predict({}));
}
