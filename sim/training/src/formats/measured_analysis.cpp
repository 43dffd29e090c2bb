#include "base/check.hpp"
#include "base/counted.hpp"
#include "training/formats/measured_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>

namespace stallscope::training {

namespace {

constexpr std::uint32_t kNoEvent = 0xffffffffU;

struct Interval {
  Ticks begin = 0;
  Ticks end = 0;
  std::uint32_t event = kNoEvent; ///< the event that ends last
};

/// Union of intervals sorted by begin.
std::vector<Interval> united(const std::vector<Interval>& list) {
  std::vector<Interval> out;
  for (const Interval& one : list) {
    if (one.begin >= one.end)
      continue;
    if (out.empty() || one.begin > out.back().end) {
      out.push_back(one);
    } else if (one.end > out.back().end) {
      out.back().end = one.end;
      out.back().event = one.event;
    }
  }
  return out;
}

Ticks length_of(const std::vector<Interval>& list) {
  Ticks sum = 0;
  for (const Interval& one : list)
    sum += one.end - one.begin;
  return sum;
}

/// Intervals with at least one event of a kind, by kind.
using Activity = std::array<std::vector<Interval>, kMeasuredKindCount>;

class DeviceAnalysis {
public:
  /// `events`: those of the device, by start; `host`: activity of the device's process.
  DeviceAnalysis(const MeasuredTrace& trace, const std::vector<std::uint32_t>& events,
                 const Activity& host,
                 const std::unordered_map<std::uint64_t, std::uint32_t>& launches)
      : trace_(trace), host_(host), launches_(launches) {
    std::vector<Interval> compute;
    std::vector<Interval> communication;
    for (const std::uint32_t i : events) {
      const MeasuredEvent& event = trace.events[i];
      const Interval own{event.start, event.end, i};
      if (event.kind == MeasuredKind::compute) {
        compute.push_back(own);
        if (event.end > event.start)
          starts_.push_back(i);
      } else if (event.kind == MeasuredKind::communication) {
        communication.push_back(own);
      }
      by_kind_[static_cast<std::size_t>(event.kind)].push_back(own);
    }
    compute_ = united(compute);
    communication_ = united(communication);
    for (std::vector<Interval>& list : by_kind_)
      list = united(list);
  }

  MeasuredDevice analyse() {
    out_.busy = length_of(compute_);
    out_.communication = length_of(communication_);
    Ticks free = 0;
    bool begun = false;
    for (const Interval& busy : compute_) {
      gap(free, busy.begin, begun);
      free = busy.end;
      begun = true;
    }
    add(free, trace_.span, Reason::drain, kNoEvent);
    Ticks idle = 0;
    for (const MeasuredIdle& span : out_.idle) {
      out_.idle_by_reason[static_cast<std::size_t>(span.why)] += span.end - span.begin;
      idle += span.end - span.begin;
    }
    out_.exposed = exposed();
    STALLSCOPE_CHECK(out_.busy + idle == trace_.span, "a device computes or is idle");
    return std::move(out_);
  }

private:
  void add(Ticks begin, Ticks end, Reason why, std::uint32_t event) {
    if (begin >= end)
      return;
    if (!out_.idle.empty() && out_.idle.back().end == begin && out_.idle.back().why == why &&
        out_.idle.back().event == event)
      out_.idle.back().end = end;
    else
      out_.idle.push_back({begin, end, why, event});
  }

  [[nodiscard]] Reason reason_of(MeasuredKind kind, std::uint32_t event) const {
    switch (kind) {
    case MeasuredKind::communication: {
      const std::string& name = trace_.names[trace_.events[event].name];
      return name.find("SendRecv") != std::string::npos ? Reason::transfer : Reason::barrier;
    }
    case MeasuredKind::copy_out:
      return Reason::transfer;
    case MeasuredKind::copy_in:
    case MeasuredKind::load:
      return Reason::input;
    default:
      return Reason::barrier; // synchronize: the host waits for the device
    }
  }

  /// The first interval of a kind that ends after `at`.
  [[nodiscard]] const Interval* from(MeasuredKind kind, Ticks at) const {
    const Activity& all = kind > MeasuredKind::annotation ? host_ : by_kind_;
    const std::vector<Interval>& list = all[static_cast<std::size_t>(kind)];
    const auto found = std::upper_bound(list.begin(), list.end(), at,
                                        [](Ticks t, const Interval& i) { return t < i.end; });
    return found == list.end() ? nullptr : &*found;
  }

  /// Explains an idle interval: by activity of the device first, then of the host, then by the
  /// launch time of the next kernel.
  void gap(Ticks begin, Ticks end, bool begun) {
    if (!begun)
      return add(begin, end, Reason::fill, kNoEvent);
    while (begin < end) {
      Ticks next = end;
      bool explained = false;
      for (const MeasuredKind kind :
           {MeasuredKind::communication, MeasuredKind::copy_in, MeasuredKind::copy_out,
            MeasuredKind::load, MeasuredKind::synchronize}) {
        const Interval* own = from(kind, begin);
        if (own == nullptr || own->begin >= next)
          continue;
        if (own->begin > begin) {
          next = own->begin;
          continue;
        }
        const Ticks until = std::min(own->end, next);
        add(begin, until, reason_of(kind, own->event), own->event);
        begin = until;
        explained = true;
        break;
      }
      if (explained)
        continue;
      without_activity(begin, next, end);
      begin = next;
    }
  }

  /// Explains [begin, until), without known activity, by whether the kernel starting at `start` had
  /// been launched.
  void without_activity(Ticks begin, Ticks until, Ticks start) {
    const auto kernel =
        std::lower_bound(starts_.begin(), starts_.end(), start,
                         [this](std::uint32_t i, Ticks t) { return trace_.events[i].start < t; });
    const std::uint32_t next = kernel == starts_.end() ? kNoEvent : *kernel;
    const auto launch =
        next == kNoEvent ? launches_.end() : launches_.find(trace_.events[next].correlation);
    const Ticks launched = launch == launches_.end() ? until : trace_.events[launch->second].end;
    const Ticks cut = std::clamp(launched, begin, until);
    add(begin, cut, Reason::launch, launch == launches_.end() ? kNoEvent : launch->second);
    add(cut, until, Reason::order, next);
  }

  [[nodiscard]] Ticks exposed() const {
    Ticks hidden = 0;
    std::size_t c = 0;
    for (const Interval& own : communication_) {
      while (c < compute_.size() && compute_[c].end <= own.begin)
        ++c;
      for (std::size_t k = c; k < compute_.size() && compute_[k].begin < own.end; ++k)
        hidden += std::min(own.end, compute_[k].end) - std::max(own.begin, compute_[k].begin);
    }
    return length_of(communication_) - hidden;
  }

  const MeasuredTrace& trace_;
  const Activity& host_;
  const std::unordered_map<std::uint64_t, std::uint32_t>& launches_;
  Activity by_kind_;
  std::vector<Interval> compute_;
  std::vector<Interval> communication_;
  std::vector<std::uint32_t> starts_; ///< kernels by start
  MeasuredDevice out_;
};

/// Those that no pass of a plan has.
std::uint8_t color_of(MeasuredKind kind) {
  constexpr std::array<std::uint8_t, kMeasuredKindCount> kColors{8, 7, 5, 5, 5, 8, 8, 8, 5};
  return kColors[static_cast<std::size_t>(kind)];
}

/// Colours of plans, for kernels of passes.
std::uint8_t color_of(Kind pass) {
  switch (pass) {
  case Kind::forward:
    return 1;
  case Kind::weight_gradient:
    return 3;
  case Kind::input_gradient:
    return 4;
  default:
    return 2;
  }
}

/// The passes of each device, to find that of a kernel.
class PassFinder {
public:
  explicit PassFinder(const MeasuredTrace& trace) : passes_(trace.devices.size()) {
    for (const MeasuredPass& pass : passes_of(trace)) // by start
      if (!pass.on_host && pass.device < passes_.size())
        passes_[pass.device].push_back(pass);
  }

  /// The pass that begins last of those that the kernel may be part of, the one under way when it
  /// begins; nothing: none.
  [[nodiscard]] const MeasuredPass* of(const MeasuredEvent& event) const {
    const std::vector<MeasuredPass>& own = passes_[event.device];
    const auto behind =
        std::upper_bound(own.begin(), own.end(), event.start,
                         [](Ticks t, const MeasuredPass& pass) { return t < pass.start; });
    return behind == own.begin() || std::prev(behind)->end < event.end ? nullptr
                                                                       : &*std::prev(behind);
  }

private:
  std::vector<std::vector<MeasuredPass>> passes_; ///< by device
};

/// Makes streams into lanes; the idle time of a device is on its stream with the most compute time.
class MeasuredRecorder {
public:
  MeasuredRecorder(const MeasuredTrace& trace, const std::vector<MeasuredDevice>& devices,
                   std::uint64_t tick)
      : trace_(trace), devices_(devices), tick_(tick), passes_(trace) {}

  trace::RunRecord build(const std::string& file) {
    record_.training = true;
    record_.program = file;
    record_.machine = counted(devices_.size(), "device", "devices");
    record_.stop.reason = "end";
    record_.cycles = (trace_.span + tick_ - 1) / tick_;
    record_.timeline.end_cycle = Cycle{record_.cycles + 1};
    place_streams();
    add_rows();
    add_idle();
    return std::move(record_);
  }

private:
  void place_streams() {
    std::map<std::pair<std::uint32_t, std::int32_t>, Ticks> streams;
    for (const MeasuredEvent& event : trace_.events)
      if (event.kind < MeasuredKind::annotation)
        streams[{event.device, event.stream}] +=
            event.kind == MeasuredKind::compute ? event.end - event.start : 0;
    std::map<std::uint32_t, Ticks> most;
    for (const auto& [key, computed] : streams) {
      const auto lane = static_cast<LaneId>(record_.timeline.lanes.size());
      lanes_[key] = lane;
      if (!main_lane_.contains(key.first) || computed > most[key.first]) {
        main_lane_[key.first] = lane;
        most[key.first] = computed;
      }
      Lane shown;
      shown.name = fmt::format("{} stream {}", trace_.devices[key.first], key.second);
      shown.mark = fmt::format("{}.{}", key.first, key.second);
      record_.timeline.lanes.push_back(shown);
    }
  }

  void add_rows() {
    Timeline& timeline = record_.timeline;
    numbers_.assign(trace_.events.size(), kNoOp);
    std::vector<std::uint64_t> taken(timeline.lanes.size(), 0); // ticks used, by lane
    for (std::size_t i = 0; i < trace_.events.size(); ++i) {
      const MeasuredEvent& event = trace_.events[i];
      if (event.kind >= MeasuredKind::annotation)
        continue;
      const LaneId lane = lanes_.at({event.device, event.stream});
      const std::uint64_t begin = std::max(event.start / tick_, taken[lane]);
      const std::uint64_t end = std::max((event.end + tick_ - 1) / tick_, begin);
      if (begin == end)
        continue; // the tick is taken by the previous event
      taken[lane] = end;
      OpRow row;
      row.op = OpId{timeline.rows.size() + 1};
      numbers_[i] = row.op;
      row.instruction = InstructionIndex{static_cast<std::uint32_t>(timeline.rows.size())};
      row.begin = Cycle{begin + 1};
      row.end = Cycle{end + 1};
      row.first_span = static_cast<std::uint32_t>(timeline.spans.size());
      row.span_count = 1;
      timeline.rows.push_back(row);
      timeline.spans.push_back({row.begin, row.end, row.op, lane, 0, {}});
      record_.legend.instruction_text.push_back(trace_.names[event.name]);
      const MeasuredPass* pass = event.kind == MeasuredKind::compute ? passes_.of(event) : nullptr;
      record_.legend.cell_text.push_back(pass == nullptr ? fmt::format("{}", row.op.value)
                                                         : training::name(pass->operation));
      record_.legend.color.push_back(pass == nullptr ? color_of(event.kind)
                                                     : color_of(pass->operation.kind));
    }
    record_.instructions = timeline.rows.size();
  }

  void add_idle() {
    trace::Ledger& ledger = record_.ledger;
    ledger.of_devices = true;
    ledger.cycles = trace_.span;
    for (trace::LedgerAccount& account : ledger.accounts)
      account.width = 0;
    trace::LedgerAccount& account = ledger.at(trace::LedgerPoint::issue);
    account.width = static_cast<std::uint32_t>(devices_.size());
    for (std::uint32_t device = 0; device < devices_.size(); ++device) {
      account.slots[0] += devices_[device].busy;
      for (const MeasuredIdle& idle : devices_[device].idle) {
        account.slots[static_cast<std::size_t>(idle.why)] += idle.end - idle.begin;
        add_gap(device, idle);
      }
    }
    record_.work.push_back({"compute", account.used()});
    STALLSCOPE_CHECK(ledger.balanced(), "devices x span is what they computed and waited");
  }

  void add_gap(std::uint32_t device, const MeasuredIdle& idle) {
    const auto lane = main_lane_.find(device);
    const std::uint64_t begin = (idle.begin + tick_ - 1) / tick_;
    const std::uint64_t end = idle.end / tick_;
    if (lane == main_lane_.end() || begin >= end)
      return;
    record_.timeline.gaps.push_back(
        {Cycle{begin + 1}, Cycle{end + 1}, lane->second,
         Cause{idle.why, kNoRegister, idle.event == kNoEvent ? kNoOp : numbers_[idle.event]}});
  }

  const MeasuredTrace& trace_;
  const std::vector<MeasuredDevice>& devices_;
  std::uint64_t tick_; ///< ns
  PassFinder passes_;
  trace::RunRecord record_;
  std::map<std::pair<std::uint32_t, std::int32_t>, LaneId> lanes_;
  std::map<std::uint32_t, LaneId> main_lane_; ///< by device
  std::vector<OpId> numbers_;                 ///< by event
};

} // namespace

std::vector<MeasuredDevice> analyse(const MeasuredTrace& trace) {
  std::unordered_map<std::uint64_t, std::uint32_t> launches;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) // correlation numbers of different files
                                                          // are unrelated
    if (trace.events[i].kind == MeasuredKind::launch && trace.events[i].correlation != 0)
      launches.try_emplace(trace.events[i].correlation, i);
  // Events by device, distributed in one pass over the trace.
  std::vector<std::vector<std::uint32_t>> of_device(trace.devices.size());
  std::map<std::uint32_t, Activity> hosts; // by rank
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const MeasuredEvent& event = trace.events[i];
    if (event.kind <= MeasuredKind::annotation)
      of_device[event.device].push_back(i);
    else
      hosts[event.rank][static_cast<std::size_t>(event.kind)].push_back(
          {event.start, event.end, i});
  }
  for (auto& [rank, activity] : hosts)
    for (std::vector<Interval>& list : activity)
      list = united(list);
  std::vector<MeasuredDevice> devices;
  for (std::uint32_t device = 0; device < trace.devices.size(); ++device)
    devices.push_back(
        DeviceAnalysis(trace, of_device[device], hosts[trace.rank_of[device]], launches).analyse());
  return devices;
}

std::size_t lanes_of(const MeasuredTrace& trace) {
  std::set<std::pair<std::uint32_t, std::int32_t>> streams;
  for (const MeasuredEvent& event : trace.events)
    if (event.kind < MeasuredKind::annotation)
      streams.emplace(event.device, event.stream);
  return streams.size();
}

trace::RunRecord measured_record(const MeasuredTrace& measured,
                                 const std::vector<MeasuredDevice>& devices, std::uint64_t tick,
                                 const std::string& file) {
  return MeasuredRecorder(measured, devices, tick).build(file);
}

} // namespace stallscope::training
