#include "model/analysis/machine_options.hpp"

#include "base/ascii.hpp"
#include "base/check.hpp"
#include "machine/toml_plus_plus.hpp"
#include "model/graph/graph_options.hpp"
#include "model/language/sentences.hpp"
#include "model/plan/plan_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace stallscope::gui {

std::string MachineOption::meaning() const {
  if (described != nullptr)
    return meaning_of(*described);
  const std::string& own = words[static_cast<std::size_t>(language())];
  return own.empty() ? words.front() : own;
}

std::int64_t MachineOption::number() const {
  std::int64_t number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return number;
}

bool MachineOption::has(std::string_view choice) const {
  return value.find(fmt::format("\"{}\"", choice)) != std::string::npos;
}

namespace {

std::string text_of(const toml::node& node) {
  if (const auto* text = node.as_string())
    return text->get();
  if (const auto* flag = node.as_boolean())
    return flag->get() ? "true" : "false";
  if (const auto* number = node.as_integer())
    return std::to_string(number->get());
  if (const auto* list = node.as_array()) {
    std::string text = "[";
    for (const toml::node& item : *list)
      text += fmt::format("{}\"{}\"", text.size() > 1 ? ", " : "",
                          item.is_string() ? item.as_string()->get() : std::string());
    return text + "]";
  }
  return {};
}

/// "1 to 8": both ends; nothing for other ranges.
std::optional<std::pair<std::int64_t, std::int64_t>> range_of(std::string_view text) {
  std::int64_t least = 0;
  std::int64_t most = 0;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, least);
  if (first.ec != std::errc() || end - first.ptr < 5 || std::string_view(first.ptr, 4) != " to ")
    return std::nullopt;
  const auto last = std::from_chars(first.ptr + 4, end, most);
  if (last.ec != std::errc() || last.ptr != end)
    return std::nullopt;
  return std::pair(least, most);
}

/// "one of a, b, c": the words.
std::vector<std::string> choices_in(std::string_view type) {
  constexpr std::string_view kBegin = "one of ";
  std::vector<std::string> words;
  if (type.substr(0, kBegin.size()) != kBegin)
    return words;
  std::string word;
  for (const char c : std::string(type.substr(kBegin.size())) + ",") {
    if (c == ',') {
      words.push_back(std::exchange(word, {}));
    } else if (c != ' ') {
      word += c;
    }
  }
  return words;
}

/// All forwarding paths that the stages of a machine allow: from the execute stage or a later one
/// except the last, to a stage from operand read to memory.
std::vector<std::string> possible_paths(const machine::Machine& machine) {
  std::vector<std::string> paths;
  const unsigned execute = machine.stage_with(machine::StageRole::execute);
  const unsigned read = machine.stage_with(machine::StageRole::read);
  const unsigned memory = machine.stage_with(machine::StageRole::memory);
  for (unsigned from = execute; from + 1 < machine.stages.size(); ++from)
    for (unsigned to = read; to <= memory && to < machine.stages.size(); ++to)
      paths.push_back(machine.stages[from].name + "->" + machine.stages[to].name);
  return paths;
}

/// The control of a key; false when no control can represent it.
bool control_for(const machine::KeyInfo& key, const machine::Machine& machine,
                 MachineOption& option) {
  option.described = &key;
  option.unit = key.unit == "-" ? "" : key.unit;
  if (key.type == "boolean") {
    option.control = Control::toggle;
    return true;
  }
  if (key.type == "integer") {
    const auto range = range_of(key.range);
    option.control = Control::slider;
    if (range)
      std::tie(option.least, option.most) = *range;
    return range.has_value();
  }
  if (key.name == "forwarding.paths") {
    option.control = Control::subset;
    option.choices = possible_paths(machine);
    return true;
  }
  if (key.type == "stage name") {
    option.control = Control::choice;
    for (const machine::Stage& stage : machine.stages)
      option.choices.push_back(stage.name);
    return key.name.substr(0, 7) == "branch.";
  }
  option.control = Control::choice;
  option.choices = choices_in(key.type);
  return !option.choices.empty() && key.name != "kind";
}

/// A subset as text, in the order of the choices, so that equal subsets have equal text.
std::string in_order(const MachineOption& option) {
  std::string value = "[";
  for (const std::string& each : option.choices)
    if (option.has(each))
      value += fmt::format("{}\"{}\"", value.size() > 1 ? ", " : "", each);
  return value + "]";
}

/// Adds an option for a key in each table of the machine file that has the key.
void add_options(std::vector<MachineOption>& options, const machine::KeyInfo& key,
                 const toml::table& file, const machine::Machine& machine) {
  const std::size_t dot = key.name.find('.');
  if (dot == std::string_view::npos || key.name.find('.', dot + 1) != std::string_view::npos)
    return;
  const std::string section(key.name.substr(0, dot));
  const std::string name(key.name.substr(dot + 1));
  const toml::node* node = file.get(section);
  MachineOption option;
  if (node == nullptr || !control_for(key, machine, option))
    return;
  option.label = name;
  const auto add = [&](const toml::table& table, std::string group, std::string full_key) {
    const toml::node* value = table.get(name);
    if (value == nullptr || (value->is_array() && option.control != Control::subset))
      return;
    option.group = std::move(group);
    option.key = std::move(full_key);
    option.value = text_of(*value);
    if (option.control == Control::subset)
      option.value = in_order(option);
    options.push_back(option);
  };
  if (const toml::table* table = node->as_table())
    add(*table, section, std::string(key.name));
  else if (const toml::array* list = node->as_array())
    for (std::size_t i = 0; i < list->size(); ++i)
      if (const toml::table* entry = list->get(i)->as_table()) {
        const std::string of =
            entry->get("name") == nullptr ? std::to_string(i) : text_of(*entry->get("name"));
        add(*entry, section + " " + of, fmt::format("{}.{}.{}", section, of, name));
      }
}

std::vector<MachineOption> options_of(const machine::Machine& machine) {
  std::vector<MachineOption> options;
  const toml::parse_result parsed = toml::parse(machine::dump(machine));
  STALLSCOPE_CHECK(parsed.succeeded(), "a dump that is no TOML");
  const toml::table& file = parsed.table();
  const std::string_view kind = machine.dynamic ? "out_of_order" : "in_order";
  for (const machine::KeyInfo& key : machine::machine_keys())
    if (key.kind == "any" || key.kind == kind)
      add_options(options, key, file, machine);
  return options;
}

/// The options of a machine, plan or graph with settings.
Result<std::vector<MachineOption>> options_of(const RunSpec& spec) {
  switch (spec.subject) {
  case Subject::plan:
    return plan_options(spec);
  case Subject::graph:
    return graph_options(spec);
  case Subject::trace:
  case Subject::measured:
    return std::vector<MachineOption>(); // the machine is unknown
  case Subject::program:
    break;
  }
  const Result<machine::Machine> machine =
      machine::load_machine(spec.machine, spec.settings, Streams::refuse);
  if (!machine)
    return machine.diagnostics();
  return {options_of(*machine), machine.diagnostics()};
}

bool holds(std::string_view text, const std::string& lower_part) {
  return lower(text).find(lower_part) != std::string::npos;
}

} // namespace

void MachineOptions::open(const std::string& machine,
                          const std::vector<machine::Setting>& settings) {
  RunSpec spec;
  spec.machine = machine;
  spec.settings = settings;
  open(spec);
}

void MachineOptions::open(const RunSpec& spec) {
  spec_ = spec;
  spec_.settings.clear();
  spec_.order.clear(); // an order by hand is dropped, so that sizes can be changed
  settings_.clear();
  options_.clear();
  preset_.clear();
  const Result<std::vector<MachineOption>> plain = options_of(spec_);
  problems_ = plain.diagnostics();
  if (!plain)
    return;
  options_ = *plain;
  for (MachineOption& option : options_)
    preset_.push_back({option.key, option.preset_value = option.value});
  take(spec.settings);
}

/// The options with these settings, if valid.
bool MachineOptions::take(const std::vector<machine::Setting>& settings) {
  RunSpec changed_spec = spec_;
  changed_spec.settings = settings;
  Result<std::vector<MachineOption>> changed = options_of(changed_spec);
  problems_ = changed.diagnostics();
  if (!changed)
    return false;
  settings_ = settings;
  options_ = std::move(changed).value();
  for (MachineOption& option : options_) {
    const auto before =
        std::find_if(preset_.begin(), preset_.end(),
                     [&option](const machine::Setting& s) { return s.key == option.key; });
    option.preset_value = before == preset_.end() ? std::string() : before->value;
  }
  return true;
}

const MachineOption* MachineOptions::find(std::string_view key) const {
  const auto found = std::find_if(options_.begin(), options_.end(),
                                  [key](const MachineOption& o) { return o.key == key; });
  return found == options_.end() ? nullptr : &*found;
}

std::vector<const MachineOption*> MachineOptions::matching(std::string_view text) const {
  const std::string part = lower(text);
  std::vector<const MachineOption*> found;
  for (const MachineOption& option : options_)
    if (holds(option.key, part) || holds(option.group, part) || holds(option.meaning(), part))
      found.push_back(&option);
  return found;
}

bool MachineOptions::set(std::string_view key, const std::string& value) {
  const MachineOption* option = find(key);
  if (option == nullptr)
    return false;
  if (option->value == value)
    return true;
  std::vector<machine::Setting> settings = settings_;
  std::erase_if(settings, [key](const machine::Setting& s) { return s.key == key; });
  if (spec_.subject == Subject::plan && key == "model") {
    follow_model(settings, value);
  } else if (spec_.subject == Subject::plan && key == "schedule") {
    // The number of chunks depends on the schedule.
    std::erase_if(settings, [](const machine::Setting& s) { return s.key == "chunks"; });
  }
  const bool unset = option->control == Control::text && value.empty();
  if (value != option->preset_value && !unset)
    settings.push_back({std::string(key), value});
  return take(settings);
}

/// Sets the tick when a model is selected or removed: durations are in ns with a model, otherwise
/// in arbitrary units.
void MachineOptions::follow_model(std::vector<machine::Setting>& settings,
                                  const std::string& model) {
  constexpr const char* kMillisecond = "1000000"; // tick of 1 ms, which keeps tables of such plans
                                                  // readable
  const bool given = model.empty();
  std::erase_if(settings, [this, given](const machine::Setting& s) {
    const MachineOption* option = find(s.key);
    if (option == nullptr)
      return s.key != "order" && s.key != "older_order";
    const bool of_model =
        option->group == "model" || option->group == "spread" || option->group == "memory";
    return given ? of_model : option->group == "durations" || s.key == "transfer";
  });
  if (!given)
    settings.push_back({"tick", kMillisecond});
}

bool MachineOptions::set_number(std::string_view key, std::int64_t number) {
  const MachineOption* option = find(key);
  return option != nullptr &&
         set(key, std::to_string(std::clamp(number, option->least, option->most)));
}

bool MachineOptions::set_in(std::string_view key, std::string_view choice, bool in) {
  const MachineOption* option = find(key);
  if (option == nullptr || option->control != Control::subset)
    return false;
  std::string value = "[";
  for (const std::string& each : option->choices)
    if (each == choice ? in : option->has(each))
      value += fmt::format("{}\"{}\"", value.size() > 1 ? ", " : "", each);
  return set(key, value + "]");
}

void MachineOptions::reset() {
  take({});
}

void MachineOptions::reset(std::string_view key) {
  if (const MachineOption* option = find(key))
    set(key, std::string(option->preset_value));
}

} // namespace stallscope::gui
