#include "model/editor/course_text.hpp"

#include "base/read_file.hpp"
#include "graph/notation/examples.hpp"
#include "graph/study/study.hpp"
#include "model/graph/graph_course.hpp"
#include "model/language/strings.hpp"
#include "model/plan/plan_course.hpp"
#include "model/plan/scenario_course.hpp"
#include "problem.hpp"
#include "training/plan_files/load_plan.hpp"
#include "training/schedules/schedules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::gui {

namespace {

bool has_plan_ending(std::string_view name) {
  return name.ends_with(".toml") || name.ends_with(".csv");
}

const graph::ExampleInfo* find_example(std::string_view name) {
  const auto& all = graph::examples();
  const auto found =
      std::find_if(all.begin(), all.end(), [name](const auto& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

/// A value of a plan's key in TOML syntax, according to the key's type.
std::string toml_value(std::string_view key, const std::string& value) {
  for (const training::PlanKeyInfo& info : training::plan_keys())
    if (info.name == key) {
      const std::string_view type = info.type;
      if (type.find("list") != std::string_view::npos && value.find(',') != std::string::npos)
        return fmt::format("[{}]", value);
      if (type == "boolean" || type.starts_with("integer"))
        return value;
    }
  return fmt::format("\"{}\"", value);
}

std::string standard_of(std::string_view key) {
  for (const training::PlanKeyInfo& info : training::plan_keys())
    if (info.name == key)
      return info.standard;
  return {};
}

/// The keys of a named schedule: its sizes and the settings.
std::string text_of_schedule(const RunSpec& spec) {
  std::string schedule = spec.program.name;
  std::string devices = standard_of("devices");
  std::string micro_batches = standard_of("micro_batches");
  std::string others;
  for (const machine::Setting& setting : spec.settings) {
    std::string* const known = setting.key == "schedule"        ? &schedule
                               : setting.key == "devices"       ? &devices
                               : setting.key == "micro_batches" ? &micro_batches
                                                                : nullptr;
    if (known != nullptr)
      *known = setting.value;
    else
      others += fmt::format("{} = {}\n", setting.key, toml_value(setting.key, setting.value));
  }
  return fmt::format("# {}\nschedule = \"{}\"\ndevices = {}\nmicro_batches = {}\n{}",
                     tr(Text::plan_text_keys), schedule, devices, micro_batches, others);
}

} // namespace

std::string course_file_name(Subject subject, const std::string& name) {
  if (subject == Subject::plan && !has_plan_ending(name))
    return name + ".toml";
  if (subject == Subject::graph && find_example(name) != nullptr)
    return name + ".graph";
  return name;
}

bool is_named_schedule(const RunSpec& spec) {
  return spec.subject == Subject::plan && !spec.program.text &&
         training::find_schedule(spec.program.name) != nullptr;
}

Result<std::string> course_text(const RunSpec& spec) {
  const std::string& name = spec.program.name;
  if (spec.program.text)
    return *spec.program.text;
  if (spec.subject == Subject::plan && is_scenario(name))
    return problem(name, tr(Text::no_course_text));
  if (is_named_schedule(spec))
    return text_of_schedule(spec);
  if (const graph::ExampleInfo* example = find_example(name);
      spec.subject == Subject::graph && example != nullptr)
    return std::string(example->text);
  return read_source(name);
}

Diagnostics course_problems(const RunSpec& spec) {
  if (spec.subject == Subject::plan)
    return training::load_plan(plan_source(spec), plan_reader(spec)).diagnostics();
  return graph::load_graph(spec.program.name, graph_reader(spec), {}).diagnostics();
}

RunSpec with_source(RunSpec spec, Subject subject, ProgramSource source) {
  if (spec.subject != subject) {
    spec = RunSpec();
    spec.subject = subject;
  }
  if (subject == Subject::plan)
    spec.order.clear();
  if (is_named_schedule(spec))
    spec.settings.clear(); // they are contained in the text
  if (subject == Subject::plan && source.text)
    spec.settings.erase(std::remove_if(spec.settings.begin(), spec.settings.end(),
                                       [&](const machine::Setting& setting) {
                                         return sets_key(*source.text, setting.key);
                                       }),
                        spec.settings.end());
  spec.program = std::move(source);
  return spec;
}

} // namespace stallscope::gui
