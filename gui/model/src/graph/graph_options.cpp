#include "model/graph/graph_options.hpp"

#include "base/number.hpp"
#include "graph/passes/passes.hpp"
#include "language/translation.hpp"
#include "model/graph/graph_course.hpp"
#include "problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace stallscope::gui {

namespace {

using graph::StudyOptions;

/// A key with its meaning, control and effect.
struct GraphKey {
  std::string_view name;
  std::string_view group;
  std::string_view meaning;
  Control control;
  std::int64_t least;
  std::int64_t most;
  std::vector<std::string> choices;
  std::function<std::string(const StudyOptions&)> value;
  std::function<bool(StudyOptions&, const std::string&)> set;
};

GraphKey text_key(std::string_view name, std::string_view group, std::string_view meaning,
                  std::string StudyOptions::*member) {
  return {name,
          group,
          meaning,
          Control::text,
          0,
          0,
          {},
          [member](const StudyOptions& o) { return o.*member; },
          [member](StudyOptions& o, const std::string& value) {
            o.*member = value;
            return true;
          }};
}

GraphKey choice_key(std::string_view name, std::string_view group, std::string_view meaning,
                    std::string StudyOptions::*member, std::vector<std::string> choices) {
  GraphKey key = text_key(name, group, meaning, member);
  key.control = Control::choice;
  key.choices = choices;
  key.set = [member, list = std::move(choices)](StudyOptions& o, const std::string& value) {
    o.*member = value;
    return std::find(list.begin(), list.end(), value) != list.end();
  };
  return key;
}

template <class Number>
GraphKey number_key(std::string_view name, std::string_view group, std::string_view meaning,
                    Number StudyOptions::*member, std::int64_t least, std::int64_t most) {
  return {name,
          group,
          meaning,
          Control::slider,
          least,
          most,
          {},
          [member](const StudyOptions& o) { return std::to_string(o.*member); },
          [member, least, most](StudyOptions& o, const std::string& value) {
            const auto number = parse_number(value);
            if (!number || *number < static_cast<std::uint64_t>(least) ||
                *number > static_cast<std::uint64_t>(most))
              return false;
            o.*member = static_cast<Number>(*number);
            return true;
          }};
}

std::vector<std::string> pass_choices() {
  std::vector<std::string> names{"", "all"};
  for (const graph::PassInfo& pass : graph::passes())
    names.emplace_back(pass.name);
  return names;
}

/// One pass, or several with commas.
GraphKey passes_key() {
  GraphKey key = choice_key("passes", "passes",
                            "Passes to a fixed point, with commas; all: those that go together",
                            &StudyOptions::passes, pass_choices());
  key.set = [list = pass_choices()](StudyOptions& o, const std::string& value) {
    o.passes = value;
    for (std::size_t begin = 0; begin < value.size();) {
      const std::size_t end = std::min(value.find(',', begin), value.size());
      if (std::find(list.begin() + 1, list.end(), value.substr(begin, end - begin)) == list.end())
        return false;
      begin = end + 1;
    }
    return true;
  };
  return key;
}

constexpr std::int64_t kMostTicks = 1'000'000'000'000;
constexpr std::int64_t kMostLanes = 100;

/// What becomes of the graph before it is executed.
std::vector<GraphKey> transformation_keys() {
  return {
      text_key("differentiate", "derivatives", "Results whose derivatives are computed",
               &StudyOptions::differentiate),
      text_key("wrt", "derivatives", "With respect to these; empty: all params and inputs",
               &StudyOptions::wrt),
      choice_key("mode", "derivatives", "How derivatives are computed", &StudyOptions::mode,
                 {"reverse", "forward", "symbolic", "numeric"}),
      passes_key(),
      text_key("rules", "passes", "File with rules of replacement; empty: those of the program",
               &StudyOptions::rules),
      number_key("vector_lanes", "passes", "Lanes of a vector: what the pass layout pays for",
                 &StudyOptions::vector_lanes, 1, 1024),
      number_key("fast_memory", "passes",
                 "Bytes on the chip for fused attention; 0: keys and values are read once",
                 &StudyOptions::fast_memory, 0, kMostTicks),
      {"rewrites",
       "passes",
       "At most so many replacements, to step through them; empty: all",
       Control::text,
       0,
       0,
       {},
       [](const StudyOptions& o) {
         return o.rewrites ? std::to_string(*o.rewrites) : std::string();
       },
       [](StudyOptions& o, const std::string& value) {
         o.rewrites = parse_number(value);
         return value.empty() || o.rewrites.has_value();
       }},
      choice_key("checkpoint", "passes", "Results of the forward graph that are computed again",
                 &StudyOptions::checkpoint, {"", "sqrt", "optimal"}),
      number_key("slots", "passes", "Results that an optimal checkpointing keeps at once",
                 &StudyOptions::slots, 1, 1000),
  };
}

std::vector<GraphKey> execution_keys() {
  return {
      choice_key("style", "execution", "Kernel by kernel, or the whole graph at once",
                 &StudyOptions::style, {"static", "eager"}),
      choice_key("order", "execution", "Order of kernels of a whole graph", &StudyOptions::order,
                 {"list", "program", "optimal"}),
      number_key("devices", "execution", "Devices", &StudyOptions::devices, 1, kMostLanes),
      number_key("streams", "execution", "Streams of a device", &StudyOptions::streams, 1,
                 kMostLanes),
      text_key("distribute", "execution", "Values split over the devices, with their axes: x:0,A:1",
               &StudyOptions::distribute),
      number_key("memory_limit", "execution", "Bytes of a device; 0: no limit",
                 &StudyOptions::memory_limit, 0, kMostTicks),
      number_key("page", "execution", "Bytes of a page of the page-stitching allocator",
                 &StudyOptions::page, 1, kMostTicks),
      text_key("tune", "tuning", "A product whose loops are tuned on a machine; empty: none",
               &StudyOptions::tune),
      text_key("machine", "tuning", "The machine that its cycles are measured on",
               &StudyOptions::machine),
      choice_key("search", "tuning", "How schedules of its loops are searched",
                 &StudyOptions::search, {"evolutionary", "random", "grid"}),
      number_key("budget", "tuning", "Schedules that are measured", &StudyOptions::budget, 1, 1000),
  };
}

std::vector<GraphKey> time_keys() {
  return {
      text_key("times", "times", "File with measured times of kernels; empty: by FLOP and bytes",
               &StudyOptions::times),
      number_key("launch", "times", "Ticks of a launch on the host", &StudyOptions::launch, 0,
                 kMostTicks),
      number_key("graph_launch", "times", "Ticks of the launch of a whole graph",
                 &StudyOptions::graph_launch, 0, kMostTicks),
      number_key("flop_per_tick", "times", "Operations of a device in a tick",
                 &StudyOptions::flop_per_tick, 1, kMostTicks),
      number_key("bytes_per_tick", "times", "Bytes a device reads and writes in a tick",
                 &StudyOptions::bytes_per_tick, 1, kMostTicks),
      number_key("copy_bytes_per_tick", "times",
                 "Bytes between host and device in a tick; 0: inputs are on the device",
                 &StudyOptions::copy_bytes_per_tick, 0, kMostTicks),
      number_key("link_bytes_per_tick", "times", "Bytes between devices in a tick",
                 &StudyOptions::link_bytes_per_tick, 1, kMostTicks),
  };
}

const std::vector<GraphKey>& graph_keys() {
  static const std::vector<GraphKey> kAll = [] {
    std::vector<GraphKey> all = transformation_keys();
    for (const std::vector<GraphKey>& keys : {execution_keys(), time_keys()})
      all.insert(all.end(), keys.begin(), keys.end());
    return all;
  }();
  return kAll;
}

} // namespace

Result<StudyOptions> study_options(const RunSpec& spec) {
  StudyOptions options;
  Diagnostics problems;
  std::vector<std::string_view> names;
  for (const GraphKey& key : graph_keys())
    names.push_back(key.name);
  for (const machine::Setting& setting : spec.settings) {
    const auto key = std::find_if(graph_keys().begin(), graph_keys().end(),
                                  [&](const GraphKey& k) { return k.name == setting.key; });
    if (key != graph_keys().end() && key->set(options, setting.value))
      continue;
    Diagnostic wrong = problem({}, key == graph_keys().end()
                                       ? fmt::format("unknown key '{}'", setting.key)
                                       : fmt::format("{}: '{}'", setting.key, setting.value));
    if (key == graph_keys().end())
      wrong.suggestion = nearest_word(setting.key, names);
    else if (key->choices.empty())
      wrong.expected = fmt::format("a whole number from {} to {}", key->least, key->most);
    else
      wrong.expected = fmt::format("{}", fmt::join(key->choices, ", "));
    problems.push_back(std::move(wrong));
  }
  if (!problems.empty())
    return problems;
  return options;
}

Result<std::vector<MachineOption>> graph_options(const RunSpec& spec) {
  const Result<StudyOptions> options = study_options(spec);
  if (!options)
    return options.diagnostics();
  std::vector<MachineOption> list;
  for (const GraphKey& key : graph_keys()) {
    MachineOption option;
    option.key = key.name;
    option.group = key.group;
    option.label = key.name;
    option.words = in_all_languages(
        key.meaning, [&](const Translation& in) { return std::string(in.graph_key(key.name)); });
    option.control = key.control;
    option.least = key.least;
    option.most = key.most;
    option.choices = key.choices;
    option.value = key.value(*options);
    list.push_back(std::move(option));
  }
  return list;
}

} // namespace stallscope::gui
