#include "training/plan_files/plan_keys.hpp"

#include "base/number.hpp"
#include "machine/toml_reader.hpp"
#include "machine/toml_report.hpp"
#include "training/schedules/schedules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <utility>

namespace stallscope::training {

namespace {

using machine::Value;

constexpr std::uint64_t kMostCopies = 1'000'000;

/// Stores a value; returns a description of the expected value, or an empty string on success.
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
      if (const std::string expected = whole(item, 0, kMostTicks, ticks); !expected.empty())
        return expected + ", or a list of one a stage";
      list.push_back(ticks);
    }
    if (list.empty())
      return std::string("at least one duration");
    plan.*member = std::move(list);
    plan.has_durations = true;
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
  for (const ScheduleInfo& info : schedules())
    names.push_back(info.name);
  if (value.kind != Value::Kind::text || find_schedule(value.text) == nullptr) {
    const std::string_view near = nearest_word(value.text, names);
    return fmt::format("{}{}", fmt::join(names, ", "),
                       near.empty() ? std::string() : fmt::format("; did you mean '{}'?", near));
  }
  plan.schedule = value.text;
  return {};
}

std::string take_links(PlanInput& plan, const Value& value) {
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

std::string take_topology(PlanInput& plan, const Value& value) {
  const auto found = value.kind == Value::Kind::text ? topology_called(value.text) : std::nullopt;
  if (!found)
    return fmt::format("{}", fmt::join(topology_names(), ", "));
  plan.topology = found;
  return {};
}

/// "1", "1/2" or "32/74".
std::string take_held(PlanInput& plan, const Value& value) {
  constexpr std::uint64_t kMostParts = 1'000'000;
  const std::string share =
      value.kind == Value::Kind::integer ? std::to_string(value.integer) : value.text;
  const std::size_t slash = std::min(share.find('/'), share.size());
  const auto kept = parse_number(std::string_view(share).substr(0, slash));
  const auto all = slash == share.size() ? std::optional<std::uint64_t>(1)
                                         : parse_number(std::string_view(share).substr(slash + 1));
  if (!kept || !all || *all == 0 || *all > kMostParts || *kept > *all)
    return "a share from 0 to 1, such as \"1/2\" or \"32/74\"";
  const std::uint64_t common = std::gcd(*kept, *all);
  plan.held = {static_cast<std::uint32_t>(*all / common),
               static_cast<std::uint32_t>(*kept / common)};
  return {};
}

std::string take_transfer(PlanInput& plan, const Value& value) {
  return whole(value, 0, kMostTicks, plan.transfer);
}

/// A numeric key stored in a member of Spread.
Take spread_number(std::uint64_t Spread::*member, std::uint64_t most) {
  return [member, most](PlanInput& plan, const Value& value) {
    return whole(value, 1, most, plan.spread.*member);
  };
}

Take spread_flag(bool Spread::*member) {
  return [member](PlanInput& plan, const Value& value) {
    if (value.kind != Value::Kind::boolean)
      return std::string("true or false");
    plan.spread.*member = value.boolean;
    return std::string();
  };
}

std::string take_zero(PlanInput& plan, const Value& value) {
  std::uint64_t stage = 0;
  std::string expected = whole(value, 0, 3, stage);
  if (expected.empty())
    plan.spread.zero = static_cast<unsigned>(stage);
  return expected;
}

std::string take_recompute(PlanInput& plan, const Value& value) {
  const auto found = value.kind == Value::Kind::text ? recompute_called(value.text) : std::nullopt;
  if (!found)
    return fmt::format("{}", fmt::join(recompute_names(), ", "));
  plan.spread.recompute = *found;
  return {};
}

std::string take_state_bytes(PlanInput& plan, const Value& value) {
  std::string words = value.text;
  if (value.kind == Value::Kind::array)
    for (const Value& item : value.items)
      words += (words.empty() ? "" : ",") + std::to_string(item.integer);
  const auto bytes = state_bytes_of(words);
  if (!bytes)
    return "zero, megatron, or three numbers from 0 to 64 such as 2,2,12";
  plan.state_bytes = *bytes;
  return {};
}

struct PlanKey {
  PlanKeyInfo info;
  Take take;
};

/// Keys for the passes and their order on each device.
std::vector<PlanKey> schedule_keys() {
  return {
      {{"schedule", "text", "1f1b", "Named schedule ('stallscope train --list' lists them)",
        "--schedule", "NAME"},
       take_schedule},
      {{"order", "text", "",
        "File with the order of every device, a row a device, as torch.distributed.pipelining "
        "writes it: cells such as 0F2, 1I0, 1W0, 0B2, (0F7;7B3)OVERLAP_F_B; instead of a named "
        "schedule",
        "--order", "FILE"},
       text(&PlanInput::order)},
      {{"older_order", "boolean", "false",
        "B of the order file is the input gradient, BW the whole backward pass, as older files "
        "have it",
        "--older-order", ""},
       yes_or_no(&PlanInput::older_order)},
      {{"devices", "integer", "4", "Pipeline devices; of an order file its rows", "--devices", "P"},
       number(&PlanInput::devices, kMostDevices)},
      {{"micro_batches", "integer", "8", "Micro-batches; of an order file those that it names",
        "--micro-batches", "M"},
       number(&PlanInput::micro_batches, kMostMicroBatches)},
      {{"chunks", "integer", "by schedule", "Stages a device", "--chunks", "V"},
       number(&PlanInput::chunks, 64)},
      {{"per_chunk", "boolean", "false",
        "Durations are those of a device's whole part of the model: a chunk takes its share. "
        "Otherwise every chunk takes the durations as given",
        "--per-chunk", ""},
       yes_or_no(&PlanInput::per_chunk)},
  };
}

/// Keys for durations of passes and transfers, and the limit of activations.
std::vector<PlanKey> duration_keys() {
  return {
      {{"forward", "integer or list", "1", "Ticks of a forward pass; of a list one a stage",
        "--forward", "TICKS"},
       durations(&PlanInput::forward)},
      {{"backward", "integer or list", "input_gradient + weight_gradient",
        "Ticks of a whole backward pass", "--backward", "TICKS"},
       durations(&PlanInput::backward)},
      {{"input_gradient", "integer or list", "half of backward, or 1",
        "Ticks of an input gradient, where the backward pass is split", "--input-grad", "TICKS"},
       durations(&PlanInput::input_gradient)},
      {{"weight_gradient", "integer or list", "the rest of backward, or 1",
        "Ticks of a weight gradient", "--weight-grad", "TICKS"},
       durations(&PlanInput::weight_gradient)},
      {{"overlapped", "integer or list", "forward + backward",
        "Ticks of a forward and a backward pass that overlap", "--overlapped", "TICKS"},
       durations(&PlanInput::overlapped)},
      {{"unshard", "integer or list", "0",
        "Ticks of UNSHARD, for which its device gathers parameters; of an order file that has it",
        "", ""},
       durations(&PlanInput::unshard)},
      {{"reduce_gradient", "integer or list", "0",
        "Ticks of REDUCE_GRAD on its device; of an order file that has it", "", ""},
       durations(&PlanInput::reduce_gradient)},
      {{"optimizer_step", "integer or list", "0",
        "Ticks of OPTIMIZER on its device; of an order that has it", "", ""},
       durations(&PlanInput::optimizer_step)},
      {{"transfer", "integer", "0, or by the model's cluster",
        "Ticks an activation or gradient takes to another device, also of a model", "--transfer",
        "TICKS"},
       take_transfer},
      {{"links", "text", "full-duplex",
        "unlimited: any number of transfers between two devices at once; full-duplex: one in each "
        "direction; half-duplex: one",
        "--links", "SHARING"},
       take_links},
      {{"devices_per_node", "integer", "none",
        "Devices of a node: transfers between nodes share the adapters of both nodes, one transfer "
        "at a time, or one in each direction if full-duplex. Otherwise each pair of devices has a "
        "link of its own. Not with a model, whose cluster says it",
        "--devices-per-node", "N"},
       number(&PlanInput::devices_per_node, kMostDevices)},
      {{"accumulation", "integer", "devices",
        "Micro-batches an update of the weights, of pipedream-2bw", "--accumulation", "N"},
       number(&PlanInput::accumulation, kMostMicroBatches)},
      {{"activation_limit", "integer", "none",
        "Activations of micro-batches that a device has memory for", "--activation-limit", "N"},
       number(&PlanInput::activation_limit, kMostMicroBatches)},
      {{"weight_held", "text", "1",
        "Share of an activation that is held for its weight gradient once the input gradient is "
        "there: of a transformer's layer 32/(34 + 5as/h). Bytes of a model are held whole until "
        "then",
        "--weight-held", "SHARE"},
       take_held},
  };
}

/// Keys for the model and the cluster.
std::vector<PlanKey> model_keys() {
  return {
      {{"model", "text", "",
        "A model ('stallscope train memory --list' lists them) or its file: durations are those of "
        "its layers, in nanoseconds, and memory is counted in bytes",
        "--model", "MODEL"},
       text(&PlanInput::model)},
      {{"cluster", "text", "a100",
        "Devices and links of the model's: a name or a file, and behind it xN for N devices",
        "--cluster", "CLUSTER"},
       text(&PlanInput::cluster)},
      {{"micro_batch_size", "integer", "the model's", "Samples of a micro-batch",
        "--micro-batch-size", "B"},
       number(&PlanInput::micro_batch_size, 1'000'000'000)},
      {{"reached_percent", "integer", "the cluster's", "Share of a device's FLOP/s that is reached",
        "--reached-percent", "N"},
       number(&PlanInput::reached_percent, 100)},
      {{"topology", "text", "the cluster's",
        "Network between nodes: islands, without bottlenecks; fat-tree, whose leaves are the "
        "nodes; or links from device to device: full-mesh, ring, torus",
        "--topology", "NETWORK"},
       take_topology},
      {{"oversubscription", "integer", "the cluster's",
        "Devices of a node for each uplink, of a fat tree", "--oversubscription", "N"},
       number(&PlanInput::oversubscription, 1024)},
      {{"link_percent", "integer", "100",
        "Bytes per second of all links between devices, in percent of the cluster's",
        "--link-percent", "N"},
       number(&PlanInput::link_percent, 1'000'000)},
      {{"tick", "integer", "1",
        "Nanoseconds a tick, of a model: durations are rounded up to whole ticks, and tables can "
        "be "
        "drawn",
        "--tick", "NS"},
       number(&PlanInput::tick, 1'000'000'000'000)},
  };
}

/// Keys for parallelism and the placement of model states.
std::vector<PlanKey> spread_keys() {
  return {
      {{"data_parallel", "integer", "1", "Copies of the model", "--data-parallel", "D"},
       spread_number(&Spread::data_parallel, kMostCopies)},
      {{"tensor_parallel", "integer", "1", "Devices that share each layer", "--tensor-parallel",
        "T"},
       spread_number(&Spread::tensor_parallel, kMostCopies)},
      {{"sequence_parallel", "boolean", "false",
        "Also share what lies between the parts that tensor parallelism shares",
        "--sequence-parallel", ""},
       spread_flag(&Spread::sequence_parallel)},
      {{"zero", "integer", "0",
        "ZeRO stage: 1 shares optimizer states between the copies, 2 also gradients, 3 also "
        "parameters",
        "--zero", "N"},
       take_zero},
      {{"recompute", "text", "none",
        "none; selective, of a model: attention scores are computed again; full: only inputs of "
        "layers are kept, and a forward pass is computed again in front of its backward pass",
        "--recompute", "WHAT"},
       take_recompute},
      {{"state_bytes", "text or list", "zero",
        "Bytes a parameter, as parameter, gradient and optimizer state: zero (2,2,12), megatron "
        "(2,4,12), or three numbers",
        "--state-bytes", "BYTES"},
       take_state_bytes},
      {{"overlap_gradients", "boolean", "true",
        "Gradients of a layer are reduced while those of others are computed",
        "--no-overlap-gradients", "", "false",
        "Gradients are reduced behind the last backward pass"},
       yes_or_no(&PlanInput::overlap_gradients)},
      {{"offload_optimizer", "boolean", "false", "Optimizer states and step on the host",
        "--offload-optimizer", ""},
       spread_flag(&Spread::offload_optimizer)},
      {{"offload_activations", "boolean", "false",
        "Activations are swapped out to the host, but for one layer's", "--offload-activations",
        ""},
       spread_flag(&Spread::offload_activations)},
      {{"show_out_of_memory", "boolean", "false",
        "Devices that are too small are only told of, and the plan runs", "--show-out-of-memory",
        ""},
       yes_or_no(&PlanInput::show_out_of_memory)},
  };
}

/// All keys, in the order of their listing.
const std::vector<PlanKey>& keys() {
  static const std::vector<PlanKey> list = [] {
    std::vector<PlanKey> all;
    for (const auto& group : {schedule_keys(), duration_keys(), model_keys(), spread_keys()})
      all.insert(all.end(), group.begin(), group.end());
    return all;
  }();
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

/// Parses a typed value: TOML, several numbers separated by commas, or a text without quotes.
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

} // namespace

std::optional<StateBytes> state_bytes_of(std::string_view text) {
  if (const auto named = state_bytes_called(text))
    return named;
  std::vector<std::uint64_t> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto number = parse_number(text.substr(begin, end - begin));
    if (!number || *number > 64)
      return std::nullopt;
    numbers.push_back(*number);
    begin = end + 1;
  }
  if (numbers.size() != 3)
    return std::nullopt;
  return StateBytes{numbers[0], numbers[1], numbers[2]};
}

const std::vector<PlanKeyInfo>& plan_keys() {
  static const std::vector<PlanKeyInfo> list = [] {
    std::vector<PlanKeyInfo> infos;
    for (const PlanKey& key : keys())
      infos.push_back(key.info);
    return infos;
  }();
  return list;
}

std::vector<std::string_view> given_model_keys(const PlanInput& input) {
  std::vector<std::string_view> given;
  for (const auto& group : {model_keys(), spread_keys()})
    for (const PlanKey& key : group) {
      const std::string_view name = key.info.name;
      const bool said = input.places.contains(name) || input.settings.contains(name);
      const bool full = name == "recompute" && input.spread.recompute != Recompute::selective;
      if (said && name != "model" && !full)
        given.push_back(name);
    }
  return given;
}

Diagnostics take_plan_text(std::string_view text, const std::string& file, PlanInput& input) {
  const std::vector<machine::Setting> none;
  machine::Report report(file, text, none);
  machine::TomlResult toml = machine::read_toml(text, "a plan file");
  if (!toml.tree) {
    report.error(toml.place, toml.message, toml.expected);
    return report.take();
  }
  for (const machine::Member& member : toml.tree->members) {
    const PlanKey* key = find_key(member.name);
    if (key == nullptr) {
      report.unknown(member.place, fmt::format("unknown key {}", machine::in_quotes(member.name)),
                     "a key of a plan ('stallscope train --describe' lists them)", member.name,
                     key_names());
      continue;
    }
    if (const std::string expected = key->take(input, member.value); !expected.empty()) {
      report.error(member.value.place,
                   fmt::format("{} is {}", member.name, machine::shown(member.value)), expected);
      continue;
    }
    machine::Report place(file, text, none);
    place.error(member.value.place, {});
    input.places[member.name] = place.take().front();
  }
  return report.take();
}

Diagnostics take_plan_settings(const std::vector<PlanSetting>& settings, PlanInput& input) {
  Diagnostics problems;
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
      if (setting.key == "schedule" && input.places.erase("order") > 0)
        input.order.clear(); // the file's: a setting goes over it
      else if (setting.key == "order")
        input.places.erase("schedule");
      input.places.erase(setting.key);
      input.settings.insert(setting.key);
      continue;
    }
    problems.push_back(std::move(problem));
  }
  return problems;
}

} // namespace stallscope::training
