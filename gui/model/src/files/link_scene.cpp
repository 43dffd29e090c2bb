#include "model/files/link_scene.hpp"

#include "graph/notation/examples.hpp"
#include "isa/op.hpp"
#include "machine/machine_file.hpp"
#include "model/files/settings.hpp"
#include "model/plan/scenario_course.hpp"
#include "programs/shipped.hpp"
#include "training/models/model_file.hpp"
#include "training/plan_files/plan_keys.hpp"
#include "training/schedules/schedules.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace stallscope::gui {

using Json = nlohmann::json;

namespace {

constexpr int kVersion = 1;

Diagnostic sentence(std::string message) {
  Diagnostic diagnostic;
  diagnostic.message = std::move(message);
  return diagnostic;
}

bool is_preset(std::string_view name) {
  const auto& presets = machine::presets();
  return std::any_of(presets.begin(), presets.end(),
                     [name](const auto& preset) { return preset.name == name; });
}

Json run_json(const RunSpec& spec) {
  const RememberedRun run = remember(spec);
  Json json{{"program", run.program}, {"machine", run.machine}};
  if (!run.settings.empty())
    json["settings"] = run.settings;
  if (!run.scheduler.empty())
    json["scheduler"] = run.scheduler;
  if (spec.subject != Subject::program)
    json["subject"] = spec.subject == Subject::plan ? "plan" : "graph";
  if (!spec.order.empty())
    json["order"] = spec.order;
  if (spec.program.text)
    json["text"] = *spec.program.text;
  if (spec.program.isa)
    json["isa"] = isa::name(*spec.program.isa);
  if (spec.program.xlen)
    json["xlen"] = *spec.program.xlen;
  if (!spec.input.empty())
    json["input"] = spec.input;
  return json;
}

bool is_known_model(std::string_view name) {
  return std::any_of(training::models().begin(), training::models().end(),
                     [name](const auto& model) { return model.name == name; });
}

bool names_a_file(std::string_view cluster) {
  return cluster.find_first_of("/.") != std::string_view::npos;
}

/// Why the text of a plan or graph cannot be in a link: it names files, which the recipient may not
/// have.
std::string why_no_text(const RunSpec& spec) {
  const std::string& text = *spec.program.text;
  std::string file;
  if (spec.subject == Subject::graph) {
    file = text.find("npy") == std::string::npos ? std::string() : "npy";
  } else if (!spec.program.name.ends_with(".csv")) {
    training::PlanInput input;
    if (!spec.program.name.ends_with(".toml") ||
        !training::take_plan_text(text, spec.program.name, input).empty())
      return fmt::format("the text of '{}' is no plan", spec.program.name);
    file = !input.order.empty()                                   ? input.order
           : !input.model.empty() && !is_known_model(input.model) ? input.model
           : names_a_file(input.cluster)                          ? input.cluster
                                                                  : std::string();
  }
  return file.empty() ? std::string()
                      : fmt::format("the text of '{}' names a file ({}), which a link cannot carry",
                                    spec.program.name, file);
}

/// Why a plan or graph cannot be in a link. Named schedules, included graphs and texts can, unless
/// their settings name files.
std::string why_no_course(const RunSpec& spec) {
  const std::string& name = spec.program.name;
  if (spec.program.text) {
    if (std::string why = why_no_text(spec); !why.empty())
      return why;
  } else if (!(spec.subject == Subject::plan
                   ? training::find_schedule(name) != nullptr || is_scenario(name)
                   : std::any_of(graph::examples().begin(), graph::examples().end(),
                                 [&](const auto& e) { return e.name == name; }))) {
    return fmt::format("'{}' is a file, which a link cannot carry", name);
  }
  for (const machine::Setting& setting : spec.settings) {
    const bool file = setting.key == "order" ||
                      (setting.key == "model" && !is_known_model(setting.value)) ||
                      (setting.key == "cluster" && names_a_file(setting.value));
    if (file)
      return fmt::format("{}={} is a file, which a link cannot carry", setting.key, setting.value);
  }
  return {};
}

/// The reason why a run cannot be in a link; empty: it can.
std::string why_not(const RunSpec& spec) {
  if (is_recorded(spec.subject))
    return fmt::format("'{}' is a trace, which a link cannot carry", spec.program.name);
  if (spec.subject != Subject::program)
    return why_no_course(spec);
  if (!spec.program.text && programs::find_shipped(spec.program.name) == nullptr)
    return fmt::format("'{}' is a file, which a link cannot carry; open its text in the editor",
                       spec.program.name);
  if (!is_preset(spec.machine))
    return fmt::format("the machine '{}' is a file, which a link cannot carry", spec.machine);
  return {};
}

/// Reads members of a JSON object, and records the first problem.
class Reader {
public:
  explicit Reader(const Json& json) : json_(json) {}

  std::string text(const char* name) {
    const Json* found = member(name);
    if (found == nullptr)
      return {};
    if (!found->is_string())
      return fail(fmt::format("'{}' is no text", name));
    return found->get<std::string>();
  }
  std::uint64_t number(const char* name, std::uint64_t most) {
    const Json* found = member(name);
    if (found == nullptr)
      return 0;
    if (!found->is_number_unsigned() || found->get<std::uint64_t>() > most) {
      fail(fmt::format("'{}' is no whole number from 0 to {}", name, most));
      return 0;
    }
    return found->get<std::uint64_t>();
  }
  std::vector<std::string> texts(const char* name) {
    std::vector<std::string> all;
    const Json* found = member(name);
    if (found == nullptr)
      return all;
    if (!found->is_array() || found->size() > kMaxSceneEntries) {
      fail(fmt::format("'{}' is no list of at most {} texts", name, kMaxSceneEntries));
      return all;
    }
    for (const Json& one : *found)
      if (one.is_string())
        all.push_back(one.get<std::string>());
      else
        fail(fmt::format("'{}' has something in it that is no text", name));
    return all;
  }
  /// Null if missing.
  const Json* object(const char* name) {
    const Json* found = member(name);
    if (found != nullptr && !found->is_object()) {
      fail(fmt::format("'{}' is no object", name));
      return nullptr;
    }
    return found;
  }
  [[nodiscard]] bool has(const char* name) const { return json_.contains(name); }
  std::string fail(std::string why) {
    if (problem.empty())
      problem = std::move(why);
    return {};
  }

  std::string problem;

private:
  const Json* member(const char* name) {
    const auto found = json_.find(name);
    return found == json_.end() ? nullptr : &*found;
  }

  const Json& json_;
};

Result<RunSpec> run_of(const Json& json) {
  Reader reader(json);
  RunSpec spec;
  spec.program.name = reader.text("program");
  spec.machine = reader.text("machine");
  spec.scheduler = reader.text("scheduler");
  spec.input = reader.text("input");
  spec.order = reader.text("order");
  const std::string subject = reader.text("subject");
  if (!subject.empty() && subject != "plan" && subject != "graph")
    reader.fail(fmt::format("'{}' is neither a plan nor a graph", subject));
  spec.subject = subject == "plan"    ? Subject::plan
                 : subject == "graph" ? Subject::graph
                                      : Subject::program;
  for (const std::string& text : reader.texts("settings")) {
    Result<machine::Setting> setting = machine::parse_setting(text);
    if (!setting)
      return setting.diagnostics();
    spec.settings.push_back(*std::move(setting));
  }
  if (reader.has("text"))
    spec.program.text = reader.text("text");
  if (const std::string isa = reader.text("isa"); !isa.empty()) {
    spec.program.isa = isa::isa_from_name(isa);
    if (!spec.program.isa)
      reader.fail(fmt::format("'{}' is no notation", isa));
  }
  if (const std::uint64_t xlen = reader.number("xlen", 64); xlen != 0) {
    if (xlen != 32 && xlen != 64)
      reader.fail("'xlen' is neither 32 nor 64");
    spec.program.xlen = static_cast<unsigned>(xlen);
  }
  if (spec.program.name.empty())
    reader.fail("a program's name is missing");
  if (const std::string why = why_not(spec); !why.empty())
    reader.fail(why);
  if (!reader.problem.empty())
    return sentence(reader.problem);
  return spec;
}

} // namespace

Result<std::string> to_text(const LinkScene& scene) {
  for (const RunSpec* run : {&scene.run_a, scene.run_b ? &*scene.run_b : nullptr})
    if (run != nullptr)
      if (const std::string why = why_not(*run); !why.empty())
        return sentence(why);
  Json json{{"version", kVersion}, {"a", run_json(scene.run_a)}, {"cycle", scene.cycle}};
  if (scene.run_b)
    json["b"] = run_json(*scene.run_b);
  if (!scene.panels.empty())
    json["panels"] = scene.panels;
  if (!scene.language.empty())
    json["language"] = scene.language;
  if (!scene.theme.empty())
    json["theme"] = scene.theme;
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > kMaxSceneBytes)
    return sentence(fmt::format("it has {} bytes; a link carries {}", text.size(), kMaxSceneBytes));
  return text;
}

Result<LinkScene> scene_of_text(std::string_view text) {
  if (text.size() > kMaxSceneBytes)
    return sentence(fmt::format("it has more than {} bytes", kMaxSceneBytes));
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object())
    return sentence("it is not whole");
  Reader reader(json);
  const std::uint64_t version = reader.number("version", 1'000'000);
  if (version != kVersion)
    return sentence(
        fmt::format("it is of version {}, and this page knows version {}", version, kVersion));
  LinkScene scene;
  const Json* a = reader.object("a");
  const Json* b = reader.object("b");
  if (a == nullptr)
    return sentence(reader.problem.empty() ? std::string("there is no run in it") : reader.problem);
  Result<RunSpec> run_a = run_of(*a);
  if (!run_a)
    return run_a.diagnostics();
  scene.run_a = *std::move(run_a);
  if (b != nullptr) {
    Result<RunSpec> run_b = run_of(*b);
    if (!run_b)
      return run_b.diagnostics();
    scene.run_b = *std::move(run_b);
  }
  scene.cycle = reader.number("cycle", scene.run_a.limit_cycles);
  scene.panels = reader.texts("panels");
  scene.language = reader.text("language");
  scene.theme = reader.text("theme");
  if (!reader.problem.empty())
    return sentence(reader.problem);
  return scene;
}

} // namespace stallscope::gui
