#include "train/train_plan.hpp"

#include "base/read_file.hpp"
#include "input_output/console.hpp"
#include "machine/toml_reader.hpp"
#include "machine/toml_report.hpp"
#include "training/memory/activations.hpp"
#include "training/schedules/schedules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace stallscope::cli {

namespace {

using machine::Value;
using training::Ticks;

/// What the keys of a plan say.
struct PlanInput {
  std::string schedule = "1f1b";
  std::string order; ///< file; empty: the schedule's
  bool older_order = false;
  std::optional<std::uint64_t> devices;
  std::optional<std::uint64_t> micro_batches;
  std::optional<std::uint64_t> chunks;
  bool per_chunk = false;
  std::vector<Ticks> forward{1}; ///< of one value, or of one a part of the model
  std::vector<Ticks> backward;   ///< empty: not said
  std::vector<Ticks> input_gradient;
  std::vector<Ticks> weight_gradient;
  std::vector<Ticks> overlapped;
  Ticks transfer = 0;
  training::LinkSharing links = training::LinkSharing::full_duplex;
  std::optional<std::uint64_t> accumulation;
  std::optional<std::uint64_t> activation_limit;
};

/// Takes a value; what was expected when it is wrong.
using Take = std::function<std::string(PlanInput&, const Value&)>;

std::string whole(const Value& value, std::uint64_t least, std::uint64_t most, std::uint64_t& to) {
  if (value.kind != Value::Kind::integer || value.integer < 0 ||
      static_cast<std::uint64_t>(value.integer) < least ||
      static_cast<std::uint64_t>(value.integer) > most)
    return fmt::format("a whole number from {} to {}", least, most);
  to = static_cast<std::uint64_t>(value.integer);
  return {};
}

Take number(std::optional<std::uint64_t> PlanInput::*member, std::uint64_t most) {
  return [member, most](PlanInput& plan, const Value& value) {
    std::uint64_t found = 0;
    std::string expected = whole(value, 1, most, found);
    if (expected.empty())
      plan.*member = found;
    return expected;
  };
}

Take durations(std::vector<Ticks> PlanInput::*member) {
  return [member](PlanInput& plan, const Value& value) {
    std::vector<Ticks> list;
    const std::vector<Value> one{value};
    for (const Value& item : value.kind == Value::Kind::array ? value.items : one) {
      Ticks ticks = 0;
      if (const std::string expected = whole(item, 0, training::kMostTicks, ticks);
          !expected.empty())
        return expected + ", or a list of one a stage";
      list.push_back(ticks);
    }
    if (list.empty())
      return std::string("at least one duration");
    plan.*member = std::move(list);
    return std::string();
  };
}

Take text(std::string PlanInput::*member) {
  return [member](PlanInput& plan, const Value& value) {
    if (value.kind != Value::Kind::text || value.text.empty())
      return std::string("a text");
    plan.*member = value.text;
    return std::string();
  };
}

Take yes_or_no(bool PlanInput::*member) {
  return [member](PlanInput& plan, const Value& value) {
    if (value.kind != Value::Kind::boolean)
      return std::string("true or false");
    plan.*member = value.boolean;
    return std::string();
  };
}

std::string take_schedule(PlanInput& plan, const Value& value) {
  std::vector<std::string_view> names;
  for (const training::ScheduleInfo& info : training::schedules())
    names.push_back(info.name);
  if (value.kind != Value::Kind::text || training::find_schedule(value.text) == nullptr) {
    const std::string_view near = nearest_word(value.text, names);
    return fmt::format("{}{}", fmt::join(names, ", "),
                       near.empty() ? std::string() : fmt::format("; did you mean '{}'?", near));
  }
  plan.schedule = value.text;
  return {};
}

std::string take_links(PlanInput& plan, const Value& value) {
  using training::LinkSharing;
  constexpr std::array kWords{std::pair{"unlimited", LinkSharing::unlimited},
                              std::pair{"full-duplex", LinkSharing::full_duplex},
                              std::pair{"half-duplex", LinkSharing::half_duplex}};
  for (const auto& [word, sharing] : kWords)
    if (value.kind == Value::Kind::text && value.text == word) {
      plan.links = sharing;
      return {};
    }
  return "unlimited, full-duplex or half-duplex";
}

std::string take_transfer(PlanInput& plan, const Value& value) {
  return whole(value, 0, training::kMostTicks, plan.transfer);
}

struct PlanKey {
  PlanKeyInfo info;
  Take take;
};

const std::vector<PlanKey>& keys() {
  static const std::vector<PlanKey> list{
      {{"schedule", "text", "1f1b", "Named schedule ('stallscope train --list' lists them)"},
       take_schedule},
      {{"order", "text", "",
        "File with the order of every device, in the CSV of torch.distributed.pipelining, instead "
        "of a named schedule"},
       text(&PlanInput::order)},
      {{"older_order", "boolean", "false",
        "B of the order file is the input gradient, BW the whole backward pass, as older files "
        "have it"},
       yes_or_no(&PlanInput::older_order)},
      {{"devices", "integer", "4", "Pipeline devices; of an order file its rows"},
       number(&PlanInput::devices, training::kMostDevices)},
      {{"micro_batches", "integer", "8", "Micro-batches; of an order file those that it names"},
       number(&PlanInput::micro_batches, training::kMostMicroBatches)},
      {{"chunks", "integer", "by schedule", "Stages a device"}, number(&PlanInput::chunks, 64)},
      {{"per_chunk", "boolean", "false",
        "Durations are those of a device's whole part of the model: a chunk takes its share. "
        "Otherwise every chunk takes the durations as given"},
       yes_or_no(&PlanInput::per_chunk)},
      {{"forward", "integer or list", "1", "Ticks of a forward pass; of a list one a stage"},
       durations(&PlanInput::forward)},
      {{"backward", "integer or list", "input_gradient + weight_gradient",
        "Ticks of a whole backward pass"},
       durations(&PlanInput::backward)},
      {{"input_gradient", "integer or list", "half of backward, or 1",
        "Ticks of an input gradient, where the backward pass is split"},
       durations(&PlanInput::input_gradient)},
      {{"weight_gradient", "integer or list", "the rest of backward, or 1",
        "Ticks of a weight gradient"},
       durations(&PlanInput::weight_gradient)},
      {{"overlapped", "integer or list", "forward + backward",
        "Ticks of a forward and a backward pass that overlap"},
       durations(&PlanInput::overlapped)},
      {{"transfer", "integer", "0", "Ticks an activation or gradient takes to another device"},
       take_transfer},
      {{"links", "text", "full-duplex",
        "unlimited: any number of transfers between two devices at once; full-duplex: one in each "
        "direction; half-duplex: one"},
       take_links},
      {{"accumulation", "integer", "devices",
        "Micro-batches an update of the weights, of pipedream-2bw"},
       number(&PlanInput::accumulation, training::kMostMicroBatches)},
      {{"activation_limit", "integer", "none",
        "Activations of micro-batches that a device has memory for"},
       number(&PlanInput::activation_limit, training::kMostMicroBatches)},
  };
  return list;
}

const PlanKey* find_key(std::string_view name) {
  for (const PlanKey& key : keys())
    if (name == key.info.name)
      return &key;
  return nullptr;
}

std::vector<std::string_view> key_names() {
  std::vector<std::string_view> names;
  for (const PlanKey& key : keys())
    names.emplace_back(key.info.name);
  return names;
}

/// False, with everything wrong printed.
bool take_file(const std::string& file, PlanInput& input) {
  auto text = read_file(file, machine::kMaxFileBytes, "a plan file", Streams::wait);
  print(text.diagnostics());
  if (!text)
    return false;
  const std::vector<machine::Setting> none;
  machine::Report report(file, *text, none);
  machine::TomlResult toml = machine::read_toml(*text, "a plan file");
  if (!toml.tree) {
    report.error(toml.place, toml.message, toml.expected);
    print_all(report.take());
    return false;
  }
  for (const machine::Member& member : toml.tree->members) {
    const PlanKey* key = find_key(member.name);
    if (key == nullptr) {
      report.unknown(member.place, fmt::format("unknown key {}", machine::in_quotes(member.name)),
                     "a key of a plan ('stallscope train --describe' lists them)", member.name,
                     key_names());
      continue;
    }
    if (const std::string expected = key->take(input, member.value); !expected.empty())
      report.error(member.value.place,
                   fmt::format("{} is {}", member.name, machine::shown(member.value)), expected);
  }
  if (report.count() == 0)
    return true;
  print_all(report.take());
  return false;
}

/// A value as typed: TOML, several numbers between commas, or a text without quotes.
Value typed_value(const std::string& typed) {
  const std::string list =
      typed.find(',') != std::string::npos && typed.front() != '[' ? "[" + typed + "]" : typed;
  if (list.find('\n') == std::string::npos)
    if (machine::TomlResult toml = machine::read_toml("v = " + list); toml.tree)
      if (const machine::Member* member = toml.tree->find("v"); member != nullptr)
        return member->value;
  Value text;
  text.kind = Value::Kind::text;
  text.text = typed;
  return text;
}

bool take_settings(const std::vector<PlanSetting>& settings, PlanInput& input) {
  bool good = true;
  for (const PlanSetting& setting : settings) {
    const PlanKey* key = find_key(setting.key);
    Diagnostic problem;
    if (key == nullptr) {
      problem.message = fmt::format("{}: unknown key '{}'", setting.option, setting.key);
      problem.expected = "a key of a plan ('stallscope train --describe' lists them)";
      problem.suggestion = nearest_word(setting.key, key_names());
    } else if (std::string expected = key->take(input, typed_value(setting.value));
               !expected.empty()) {
      problem.message = fmt::format("{}: '{}'", setting.option, setting.value);
      problem.expected = std::move(expected);
    } else {
      continue;
    }
    good = false;
    print({problem});
  }
  return good;
}

void complain(std::string message, std::string expected) {
  Diagnostic problem;
  problem.message = std::move(message);
  problem.expected = std::move(expected);
  print({problem});
}

/// The orders, from a file or a generator.
std::optional<training::Plan> order_plan(const PlanInput& input,
                                         std::optional<training::OrderFile>& order,
                                         std::string& order_text) {
  if (input.order.empty()) {
    training::ScheduleSize size;
    size.devices = static_cast<std::uint32_t>(input.devices.value_or(4));
    size.micro_batches = static_cast<std::uint32_t>(input.micro_batches.value_or(8));
    size.chunks = static_cast<std::uint32_t>(input.chunks.value_or(0));
    auto made = training::make_plan(input.schedule, size);
    print(made.diagnostics());
    return made ? std::optional(std::move(made).value()) : std::nullopt;
  }
  auto text = input.order == "-"
                  ? Result<std::string>(standard_input())
                  : read_file(input.order, InputLimits::program, "an order file", Streams::wait);
  print(text.diagnostics());
  if (!text)
    return std::nullopt;
  order_text = std::move(text).value();
  auto read = training::read_order_file(order_text, input.order,
                                        input.older_order ? training::OrderNotation::older
                                                          : training::OrderNotation::current);
  print(read.diagnostics());
  if (!read)
    return std::nullopt;
  order = std::move(read).value();
  const training::Plan& plan = order->plan;
  for (const auto& [what, given, found] :
       {std::tuple{"devices", input.devices, plan.devices},
        {"micro-batches", input.micro_batches, plan.micro_batches},
        {"chunks", input.chunks, plan.chunks}})
    if (given && *given != found) {
      complain(fmt::format("{}: it has {} {}, not {}", input.order, found, what, *given),
               "the number of the order file, or none");
      return std::nullopt;
    }
  return plan;
}

/// One value for every part of the model.
bool spread(const char* key, const std::vector<Ticks>& values, std::size_t parts,
            std::vector<Ticks>& out) {
  if (values.size() != 1 && values.size() != parts) {
    complain(fmt::format("{}: {} durations for {} stages", key, values.size(), parts),
             fmt::format("one, or {}", parts));
    return false;
  }
  out.resize(parts);
  for (std::size_t i = 0; i < parts; ++i)
    out[i] = values.size() == 1 ? values[0] : values[i];
  return true;
}

/// The durations of the parts of the model, as given.
bool part_durations(const PlanInput& input, bool split, std::size_t parts,
                    std::vector<training::Durations>& out) {
  const bool no_parts = input.input_gradient.empty() && input.weight_gradient.empty();
  std::vector<Ticks> forward;
  std::vector<Ticks> backward;
  std::vector<Ticks> gradient;
  std::vector<Ticks> weight;
  std::vector<Ticks> overlapped;
  const auto or_one = [](const std::vector<Ticks>& list, Ticks value) {
    return list.empty() ? std::vector<Ticks>{value} : list;
  };
  if (!spread("forward", input.forward, parts, forward) ||
      !spread("backward", or_one(input.backward, 0), parts, backward) ||
      !spread("input_gradient", or_one(input.input_gradient, 1), parts, gradient) ||
      !spread("weight_gradient", or_one(input.weight_gradient, 1), parts, weight) ||
      !spread("overlapped", or_one(input.overlapped, 0), parts, overlapped))
    return false;
  for (std::size_t i = 0; i < parts; ++i) {
    if (input.backward.empty()) {
      backward[i] = gradient[i] + weight[i];
    } else if (no_parts) {
      if (split && backward[i] % 2 != 0) {
        complain(fmt::format("a backward pass of {} is split, and has no half", backward[i]),
                 "input_gradient and weight_gradient (--input-grad, --weight-grad)");
        return false;
      }
      gradient[i] = backward[i] - backward[i] / 2;
      weight[i] = backward[i] / 2;
    } else if (input.input_gradient.empty() || input.weight_gradient.empty()) {
      Ticks& missing = input.weight_gradient.empty() ? weight[i] : gradient[i];
      const Ticks given = input.weight_gradient.empty() ? gradient[i] : weight[i];
      if (given > backward[i]) {
        complain(fmt::format("a part of {} of a backward pass of {}", given, backward[i]),
                 "no more than the whole");
        return false;
      }
      missing = backward[i] - given;
    }
    out.push_back({forward[i], backward[i], gradient[i], weight[i], 0, overlapped[i]});
  }
  return true;
}

/// Chunks take their share of the durations of a device; a unit becomes several ticks where that is
/// no whole number.
void share_among_chunks(training::Plan& plan) {
  const Ticks v = plan.chunks;
  const auto all = [&plan](const auto& act) {
    for (training::Stage& stage : plan.stages)
      for (Ticks* ticks :
           {&stage.durations.forward, &stage.durations.backward, &stage.durations.input_gradient,
            &stage.durations.weight_gradient, &stage.durations.overlapped})
        act(*ticks);
  };
  bool whole_shares = true;
  all([&](Ticks ticks) { whole_shares = whole_shares && ticks % v == 0; });
  if (whole_shares) {
    all([v](Ticks& ticks) { ticks /= v; });
    return;
  }
  plan.ticks_per_unit = v;
  plan.transfer *= v;
}

/// Everything fits in 64 bits.
bool fits(const training::Plan& plan) {
  long double work = 0;
  for (const training::Stage& stage : plan.stages) {
    const training::Durations& d = stage.durations;
    work += static_cast<long double>(d.forward) + static_cast<long double>(d.backward) +
            static_cast<long double>(d.input_gradient) +
            static_cast<long double>(d.weight_gradient) + static_cast<long double>(d.overlapped) +
            2 * static_cast<long double>(plan.transfer);
  }
  constexpr long double kMost = 4e18L;
  const long double most = work * plan.micro_batches * plan.devices;
  if (most > kMost)
    complain("the durations of all operations on all devices are more than 64 bits hold",
             "shorter durations");
  return most <= kMost;
}

bool within_memory(const training::Plan& plan, std::uint64_t limit) {
  const std::vector<training::ActivationPeak> peaks = training::activation_peaks(plan);
  bool good = true;
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    if (peaks[device].chunks <= limit * plan.chunks)
      continue;
    good = false;
    complain(fmt::format("out of memory: device {} holds {} activations{} with {}", device,
                         peaks[device].chunks, plan.chunks > 1 ? " of chunks" : "",
                         training::name(plan.operations[peaks[device].operation])),
             fmt::format("at most {}", limit * plan.chunks));
  }
  return good;
}

} // namespace

const std::vector<PlanKeyInfo>& plan_keys() {
  static const std::vector<PlanKeyInfo> list = [] {
    std::vector<PlanKeyInfo> infos;
    for (const PlanKey& key : keys())
      infos.push_back(key.info);
    return infos;
  }();
  return list;
}

std::optional<TrainPlan> load_plan(const std::string& file,
                                   const std::vector<PlanSetting>& settings, bool order_counts) {
  PlanInput input;
  const bool file_good = file.empty() || take_file(file, input);
  if (!take_settings(settings, input) || !file_good)
    return std::nullopt;
  std::optional<training::OrderFile> order;
  std::string order_text;
  std::optional<training::Plan> plan = order_plan(input, order, order_text);
  if (!plan)
    return std::nullopt;
  const bool split =
      !order_counts ||
      std::any_of(plan->operations.begin(), plan->operations.end(),
                  [](const auto& op) { return op.kind == training::Kind::input_gradient; });
  std::vector<training::Durations> parts;
  if (!part_durations(input, split, plan->pipelines[0].stages, parts))
    return std::nullopt;
  for (training::Stage& stage : plan->stages)
    stage.durations = parts[stage.part];
  plan->transfer = input.transfer;
  plan->links = input.links;
  if (input.accumulation && plan->update == training::WeightUpdate::buffered)
    plan->accumulation = static_cast<std::uint32_t>(*input.accumulation);
  if (input.per_chunk && plan->chunks > 1)
    share_among_chunks(*plan);
  if (!fits(*plan))
    return std::nullopt;
  TrainPlan out{std::move(*plan), {}, 0};
  out.verified = training::verify(out.plan);
  if (out.verified.problem_count > 0) {
    if (order) {
      print(training::placed(out.verified, *order, order_text, input.order));
      if (out.verified.problem_count > out.verified.problems.size())
        print_error(fmt::format("{}: {} problems in all", input.order, out.verified.problem_count));
    } else { // a generator's orders are good
      for (const training::PlanProblem& problem : out.verified.problems)
        complain(problem.message, problem.expected);
    }
    return std::nullopt;
  }
  if (input.activation_limit)
    out.most_chunks = static_cast<std::uint32_t>(*input.activation_limit) * out.plan.chunks;
  if (order_counts && input.activation_limit && !within_memory(out.plan, *input.activation_limit))
    return std::nullopt;
  return out;
}

} // namespace stallscope::cli
