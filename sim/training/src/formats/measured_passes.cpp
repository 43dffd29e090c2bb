#include "training/formats/measured_trace.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <tuple>
#include <unordered_map>

namespace stallscope::training {

namespace {

/// Launches of a host thread, by rank and thread, in the order of their starts.
using Thread = std::pair<std::uint32_t, std::int32_t>;
using Launches = std::map<Thread, std::vector<std::uint32_t>>;

/// From the first to the last kernel that a host range launches; false: no launch with its kernel.
bool take_kernels(const MeasuredTrace& trace, const MeasuredEvent& range, const Launches& launches,
                  const std::unordered_map<std::uint64_t, std::uint32_t>& kernels,
                  MeasuredPass& pass) {
  const auto thread = launches.find({range.rank, range.stream});
  if (thread == launches.end())
    return false;
  const std::vector<std::uint32_t>& all = thread->second;
  auto launch =
      std::lower_bound(all.begin(), all.end(), range.start,
                       [&trace](std::uint32_t i, Ticks t) { return trace.events[i].start < t; });
  bool found = false;
  for (; launch != all.end() && trace.events[*launch].start < range.end; ++launch) {
    const auto kernel = kernels.find(trace.events[*launch].correlation);
    if (kernel == kernels.end())
      continue;
    const MeasuredEvent& run = trace.events[kernel->second];
    if (!found) {
      pass.device = run.device;
      pass.start = run.start;
      pass.end = run.end;
    } else if (run.device == pass.device) {
      pass.start = std::min(pass.start, run.start);
      pass.end = std::max(pass.end, run.end);
    }
    found = true;
  }
  return found;
}

} // namespace

std::optional<Operation> pass_called(const std::string& name) {
  // Stage, pass letter and micro-batch, at the start or after a space or colon.
  static const std::regex pattern("(?:^|.*[: ])([0-9]{1,5})(F|B|I|W|BW)([0-9]{1,7})$");
  std::smatch parts;
  if (name.size() > 64 || !std::regex_match(name, parts, pattern) ||
      std::stoul(parts[1]) >= kMostStages)
    return std::nullopt;
  Operation operation;
  operation.stage = static_cast<StageId>(std::stoul(parts[1]));
  operation.micro_batch = static_cast<MicroBatch>(std::stoul(parts[3]));
  const std::string letter = parts[2];
  operation.kind = letter == "F"   ? Kind::forward
                   : letter == "I" ? Kind::input_gradient
                   : letter == "W" ? Kind::weight_gradient
                                   : Kind::backward;
  return operation;
}

std::vector<MeasuredPass> passes_of(const MeasuredTrace& trace) {
  std::vector<std::optional<Operation>> called;
  for (const std::string& name : trace.names)
    called.push_back(pass_called(name));
  Launches launches;
  std::unordered_map<std::uint64_t, std::uint32_t> kernels;    // by correlation
  std::set<std::pair<std::uint32_t, std::uint32_t>> on_device; // rank and name
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const MeasuredEvent& event = trace.events[i];
    if (event.kind == MeasuredKind::launch)
      launches[{event.rank, event.stream}].push_back(i);
    else if (event.kind < MeasuredKind::annotation && event.correlation != 0)
      kernels.emplace(event.correlation, i);
    else if (event.kind == MeasuredKind::annotation)
      on_device.emplace(event.rank, event.name);
  }
  std::vector<MeasuredPass> passes;
  for (const MeasuredEvent& event : trace.events) {
    const bool is_range = event.kind == MeasuredKind::range;
    if ((!is_range && event.kind != MeasuredKind::annotation) || !called[event.name] ||
        (is_range && on_device.contains({event.rank, event.name})))
      continue;
    MeasuredPass pass{*called[event.name], event.device, event.start, event.end, false};
    if (is_range)
      pass.on_host = !take_kernels(trace, event, launches, kernels, pass);
    if (pass.device != kNoDevice)
      passes.push_back(pass);
  }
  std::stable_sort(passes.begin(), passes.end(),
                   [](const MeasuredPass& a, const MeasuredPass& b) { return a.start < b.start; });
  return passes;
}

} // namespace stallscope::training
