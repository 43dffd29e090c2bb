#include "base/check.hpp"
#include "base/input_limits.hpp"
#include "base/number.hpp"
#include "training/formats/measured_trace.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace stallscope::training {

namespace {

constexpr std::array<std::string_view, kMeasuredKindCount> kKindNames{
    "compute", "communication", "copy_in", "copy_out", "annotation",
    "launch",  "synchronize",   "load",    "range"};

bool has_text(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

/// The number in a word such as "Device 3" or "stream 7"; nothing when there is none.
std::optional<std::int64_t> number_in(std::string_view word) {
  const std::size_t first = word.find_first_of("0123456789");
  if (first == std::string_view::npos)
    return std::nullopt;
  std::int64_t value = 0;
  for (std::size_t i = first; i < word.size() && word[i] >= '0' && word[i] <= '9'; ++i) {
    if (value > 1'000'000'000'000)
      return std::nullopt;
    value = 10 * value + (word[i] - '0');
  }
  return value;
}

/// Decimal microseconds as ns, truncated to whole ns. Nothing when negative or too large.
std::optional<std::uint64_t> ns_of(std::string_view us) {
  if (us.find_first_of("eE") != std::string_view::npos) {
    const double value = std::strtod(std::string(us).c_str(), nullptr) * 1000;
    if (!(value >= 0 && value < 9e18))
      return std::nullopt;
    return static_cast<std::uint64_t>(value);
  }
  std::uint64_t ns = 0;
  int fraction = -1; ///< digits after the decimal point; -1: no point yet
  for (const char c : us) {
    if (c == '.') {
      fraction = 0;
      continue;
    }
    if (c < '0' || c > '9' || ns > 900'000'000'000'000'000ULL)
      return std::nullopt;
    if (fraction == 3)
      break;
    ns = 10 * ns + static_cast<std::uint64_t>(c - '0');
    fraction += fraction >= 0 ? 1 : 0;
  }
  for (fraction = std::max(fraction, 0); fraction < 3; ++fraction) {
    if (ns > 900'000'000'000'000'000ULL)
      return std::nullopt;
    ns *= 10;
  }
  return ns;
}

/// The members of an event, as in the file.
struct RawEvent {
  std::string phase;
  std::string category;
  std::string name;
  std::string process; ///< process id, a number or a text in the file
  std::string thread;
  std::optional<std::uint64_t> start;
  std::optional<std::uint64_t> length;
  std::optional<std::int64_t> device;
  std::optional<std::int64_t> stream;
  std::uint64_t correlation = 0;
};

/// Nsight's exports name processes by their devices.
bool of_device(std::string_view process) {
  return has_text(process, "device") || has_text(process, "gpu");
}

std::optional<MeasuredKind> kind_of(const RawEvent& e) {
  const std::string_view cat = e.category;
  // Ranges on the device: PyTorch's, and those of Nsight Systems that are projected onto it.
  if (has_text(cat, "gpu_user_annotation") || has_text(cat, "nvtx-kernel"))
    return MeasuredKind::annotation;
  const bool on_device = has_text(cat, "kernel") || has_text(cat, "gpu_mem") ||
                         (cat == "cuda" && of_device(e.process));
  if (on_device) {
    if (has_text(e.name, "htod") || has_text(e.name, "h2d"))
      return MeasuredKind::copy_in;
    if (has_text(e.name, "memcpy"))
      return MeasuredKind::copy_out;
    return has_text(e.name, "nccl") || has_text(e.name, "rccl") ? MeasuredKind::communication
                                                                : MeasuredKind::compute;
  }
  // NVTX's ranges of the host, and those that PyTorch's profiler writes beside the device's.
  if ((cat == "nvtx" || cat == "user_annotation") && pass_called(e.name))
    return MeasuredKind::range;
  if (has_text(e.name, "dataloader"))
    return MeasuredKind::load;
  if (has_text(cat, "cuda_runtime") || has_text(cat, "cuda_driver") || has_text(cat, "cuda_api") ||
      has_text(cat, "cuda"))
    return has_text(e.name, "synchronize") ? MeasuredKind::synchronize : MeasuredKind::launch;
  return std::nullopt;
}

/// Processes events one by one while parsing; nothing else of the file is stored.
class EventReader final : public nlohmann::json_sax<nlohmann::json> {
public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t value) override { return word(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return word(std::to_string(value)); }
  bool number_float(number_float_t, const string_t& text) override { return word(text); }
  bool string(string_t& text) override { return word(text); }
  bool binary(binary_t&) override { return true; }
  bool key(string_t& name) override {
    key_ = name;
    return true;
  }
  bool start_object(std::size_t) override {
    ++depth_;
    if (events_depth_ != 0 && depth_ == events_depth_ + 1)
      event_ = {};
    in_args_ = in_args_ || (events_depth_ != 0 && depth_ == events_depth_ + 2 && key_ == "args");
    return not_too_deep();
  }
  bool end_object() override {
    if (events_depth_ != 0 && depth_ == events_depth_ + 1 && !take())
      return false;
    if (in_args_ && depth_ == events_depth_ + 2)
      in_args_ = false;
    --depth_;
    return true;
  }
  bool start_array(std::size_t) override {
    ++depth_;
    if (events_depth_ == 0 && (depth_ == 1 || (depth_ == 2 && key_ == "traceEvents"))) {
      events_depth_ = depth_;
      found_ = true;
    }
    return not_too_deep();
  }
  bool end_array() override {
    if (depth_ == events_depth_)
      events_depth_ = 0;
    --depth_;
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& problem) override {
    position_ = position;
    message_ = problem.what();
    return false;
  }

  [[nodiscard]] bool found() const { return found_; }
  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] const std::string& message() const { return message_; }
  /// The text is JSON but exceeds a limit.
  [[nodiscard]] bool limited() const { return limited_; }
  MeasuredTrace finish();

private:
  bool too_many(std::string message) {
    message_ = std::move(message);
    limited_ = true;
    return false;
  }
  bool not_too_deep() {
    return depth_ < InputLimits::measured_depth ||
           too_many(fmt::format("more than {} objects and arrays within each other",
                                InputLimits::measured_depth));
  }
  bool word(const std::string& text) {
    if (events_depth_ == 0) { // Kineto: ns since the epoch to which the events' times are relative
      if (depth_ == 1 && key_ == "baseTimeNanoseconds")
        base_ = parse_number(text).value_or(0);
      return true;
    }
    if (depth_ == events_depth_ + 1)
      field(text);
    else if (in_args_ && depth_ == events_depth_ + 2)
      argument(text);
    return true;
  }
  void field(const std::string& text) {
    if (key_ == "ph")
      event_.phase = text;
    else if (key_ == "cat")
      event_.category = text;
    else if (key_ == "name")
      event_.name = text.substr(0, 512);
    else if (key_ == "pid")
      event_.process = text;
    else if (key_ == "tid")
      event_.thread = text;
    else if (key_ == "ts")
      event_.start = ns_of(text);
    else if (key_ == "dur")
      event_.length = ns_of(text);
  }
  void argument(const std::string& text) {
    if (key_ == "device")
      event_.device = number_in(text);
    else if (key_ == "stream")
      event_.stream = number_in(text);
    else if (key_ == "correlation" || key_ == "correlationId")
      event_.correlation = static_cast<std::uint64_t>(number_in(text).value_or(0));
  }
  /// Adds the current event. False: the limit of events is reached.
  bool take();
  /// Keeps the begin of an event (B), or adds the event that ends (E): the innermost of its thread.
  bool begin_or_end();

  MeasuredTrace out_;
  std::unordered_map<std::string, std::uint32_t> names_;
  std::map<std::int64_t, std::uint32_t> devices_;
  RawEvent event_;
  std::map<std::string, std::vector<RawEvent>> open_; ///< begun and not ended, by thread
  std::size_t begun_ = 0;                             ///< number of them
  std::string key_;
  std::size_t depth_ = 0;
  std::size_t events_depth_ = 0; ///< nesting depth of the array of events, while within it
  bool in_args_ = false;
  bool found_ = false;
  std::uint64_t base_ = 0; ///< ns
  std::size_t position_ = 0;
  std::string message_;
  bool limited_ = false;
};

bool EventReader::begin_or_end() {
  std::vector<RawEvent>& open = open_[event_.process + '\n' + event_.thread];
  if (event_.phase == "B") {
    if (++begun_ > InputLimits::measured_events)
      return too_many(fmt::format("more than {} events", InputLimits::measured_events));
    open.push_back(std::move(event_));
    return true;
  }
  if (open.empty() || !event_.start || !open.back().start || *event_.start < *open.back().start) {
    ++out_.skipped;
    return true;
  }
  const std::uint64_t end = *event_.start;
  event_ = std::move(open.back());
  open.pop_back();
  --begun_;
  event_.phase = "X";
  event_.length = end - *event_.start;
  return take();
}

bool EventReader::take() {
  if (event_.phase == "B" || event_.phase == "E")
    return begin_or_end();
  if (event_.phase != "X" || !event_.start || !event_.length) {
    out_.skipped += event_.phase == "X" ? 1 : 0;
    return true;
  }
  const auto kind = kind_of(event_);
  if (!kind || *event_.length > ~0ULL - *event_.start) {
    ++out_.skipped;
    return true;
  }
  if (out_.events.size() >= InputLimits::measured_events)
    return too_many(fmt::format("more than {} events", InputLimits::measured_events));
  MeasuredEvent event;
  event.kind = *kind;
  event.name =
      names_.try_emplace(event_.name, static_cast<std::uint32_t>(names_.size())).first->second;
  if (event.name == out_.names.size())
    out_.names.push_back(event_.name);
  event.start = *event_.start;
  event.end = event.start + *event_.length;
  event.correlation = event_.correlation;
  if (*kind > MeasuredKind::annotation)
    event.stream = static_cast<std::int32_t>(
        std::min<std::int64_t>(number_in(event_.thread).value_or(0), 0x7fffffff));
  if (*kind == MeasuredKind::range)
    event.device = kNoDevice;
  if (*kind <= MeasuredKind::annotation ||
      (*kind == MeasuredKind::range && of_device(event_.process))) {
    const std::int64_t device =
        event_.device ? *event_.device : number_in(event_.process).value_or(0);
    event.device =
        devices_.try_emplace(device, static_cast<std::uint32_t>(devices_.size())).first->second;
    if (event.device >= InputLimits::measured_devices)
      return too_many(fmt::format("more than {} devices", InputLimits::measured_devices));
    if (event.device == out_.devices.size())
      out_.devices.push_back(fmt::format("device {}", device));
    if (*kind <= MeasuredKind::annotation)
      event.stream = static_cast<std::int32_t>(std::min<std::int64_t>(
          event_.stream ? *event_.stream : number_in(event_.thread).value_or(0), 1'000'000));
  }
  out_.events.push_back(event);
  return true;
}

MeasuredTrace EventReader::finish() {
  out_.skipped += begun_; // never ended
  std::stable_sort(
      out_.events.begin(), out_.events.end(),
      [](const MeasuredEvent& a, const MeasuredEvent& b) { return a.start < b.start; });
  // Numbers devices by the file's device number, independent of the order of events.
  std::vector<std::uint32_t> place(out_.devices.size());
  std::vector<std::string> names;
  for (const auto& [number, index] : devices_) {
    place[index] = static_cast<std::uint32_t>(names.size());
    names.push_back(out_.devices[index]);
  }
  out_.devices = std::move(names);
  out_.rank_of.assign(out_.devices.size(), 0);
  const Ticks first = out_.events.empty() ? 0 : out_.events.front().start;
  out_.first = base_ > ~0ULL - first ? first : base_ + first;
  for (MeasuredEvent& event : out_.events) {
    event.start -= first;
    event.end -= first;
    if (event.kind == MeasuredKind::range && event.device != kNoDevice)
      event.device = place[event.device];
    if (event.kind > MeasuredKind::annotation)
      continue;
    event.device = place[event.device];
    out_.span = std::max(out_.span, event.end);
  }
  return std::move(out_);
}

} // namespace

std::string_view name(MeasuredKind kind) {
  return kKindNames[static_cast<std::size_t>(kind)];
}

Result<MeasuredTrace> read_measured_trace(std::string_view text, std::string_view file) {
  EventReader reader;
  Diagnostic problem;
  problem.file = file;
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &reader)) {
    if (reader.limited()) {
      problem.message = reader.message();
      problem.expected = "a smaller trace, such as one of fewer steps";
      return problem;
    }
    const std::size_t at = std::min(reader.position() > 0 ? reader.position() - 1 : 0, text.size());
    const std::string_view before = text.substr(0, at);
    problem.line = static_cast<std::uint32_t>(1 + std::count(before.begin(), before.end(), '\n'));
    const std::size_t line = before.rfind('\n');
    problem.column =
        static_cast<std::uint32_t>(1 + at - (line == std::string_view::npos ? 0 : line + 1));
    problem.message = "this is no JSON";
    problem.expected = "trace events as PyTorch's profiler or Nsight Systems export them";
    return problem;
  }
  if (!reader.found()) {
    problem.message = "no trace events";
    problem.expected = "an array of events, or an object with \"traceEvents\"";
    return problem;
  }
  MeasuredTrace trace = reader.finish();
  const bool computes =
      std::any_of(trace.events.begin(), trace.events.end(), [](const MeasuredEvent& event) {
        return event.kind <= MeasuredKind::communication;
      });
  if (!computes) {
    problem.message =
        fmt::format("no kernel of a device among {} events", trace.events.size() + trace.skipped);
    problem.expected =
        "events with \"ph\": \"X\" and \"cat\": \"kernel\", as a profiler of devices "
        "writes them";
    return problem;
  }
  return trace;
}

} // namespace stallscope::training
