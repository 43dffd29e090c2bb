#pragma once

#include "base/result.hpp"
#include "timeline/reason.hpp"
#include "trace/run_record.hpp"
#include "training/plan/plan.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// What an event of a measured trace is.
enum class MeasuredKind : std::uint8_t {
  compute,       ///< a kernel
  communication, ///< a kernel of NCCL or RCCL
  copy_in,       ///< host to device
  copy_out,      ///< device to host, or between devices
  annotation,    ///< a named range of a device
  launch,        ///< a call of the host that starts something on a device
  synchronize,   ///< a call of the host that waits for a device
  load,          ///< the host gets samples
};
inline constexpr std::size_t kMeasuredKindCount = 8;
[[nodiscard]] std::string_view name(MeasuredKind kind);

/// [start, end) in ns from the first event of the trace on.
struct MeasuredEvent {
  MeasuredKind kind = MeasuredKind::compute;
  std::uint32_t name = 0;   ///< into MeasuredTrace::names
  std::uint32_t device = 0; ///< into MeasuredTrace::devices; of the host 0
  std::int32_t stream = 0;
  Ticks start = 0;
  Ticks end = 0;
  std::uint64_t correlation = 0; ///< of a launch and what it starts; 0: none
  std::uint32_t rank = 0;        ///< of the process: the place of its file among those appended
};

/// What profilers write: PyTorch's (Kineto), and Nsight Systems' as Chrome JSON.
struct MeasuredTrace {
  std::vector<std::string> names;
  std::vector<std::string> devices;   ///< "device 0"
  std::vector<std::uint32_t> rank_of; ///< by device
  std::vector<MeasuredEvent> events;  ///< by start
  Ticks span = 0;                     ///< to the end of the last one on a device
  Ticks first = 0;                    ///< the clock at the first event, ns
  std::uint64_t skipped = 0;          ///< events of other kinds
};

/// Reads Chrome trace events: an array, or an object with `traceEvents`. Errors have their line and
/// column.
[[nodiscard]] Result<MeasuredTrace> read_measured_trace(std::string_view text,
                                                        std::string_view file);
/// How the times of two traces are compared.
enum class Alignment : std::uint8_t {
  start,       ///< each from its own first event on
  clock,       ///< by what their clocks say: files of one host, or of hosts whose clocks agree
  collectives, ///< so that collectives of both end at the same time, in the median
};
[[nodiscard]] std::string_view name(Alignment alignment);
[[nodiscard]] std::optional<Alignment> alignment_called(std::string_view name);
[[nodiscard]] std::vector<std::string_view> alignment_names();

/// The devices of another trace behind those of the first. What is missing for the alignment;
/// empty: nothing.
[[nodiscard]] std::string append(MeasuredTrace& trace, MeasuredTrace other, Alignment alignment);

/// A device computes nothing in [begin, end).
struct MeasuredIdle {
  Ticks begin = 0;
  Ticks end = 0;
  Reason why = Reason::none;
  const char* what = "";             ///< of Reason::other: "host launch"
  std::uint32_t event = 0xffffffffU; ///< into MeasuredTrace::events: who is waited for; none
};

/// The time of a device from 0 to the span: busy while at least one kernel computes.
struct MeasuredDevice {
  Ticks busy = 0;
  Ticks communication = 0; ///< with at least one kernel of it running
  Ticks exposed = 0;       ///< of that, while nothing computes
  std::vector<MeasuredIdle> idle;
  std::array<Ticks, kReasonCount> idle_by_reason{};
};
/// Idle because of: a collective (barrier), a message or copy (transfer), samples on their way
/// (input), a wait of the host for the device (barrier), a host that launches late (other), a
/// kernel that was launched and waits for its turn (order). busy + idle = span is checked.
[[nodiscard]] std::vector<MeasuredDevice> analyse(const MeasuredTrace& trace);

/// Streams of all devices.
[[nodiscard]] std::size_t lanes_of(const MeasuredTrace& trace);
/// Devices and their streams as lanes, fewer than kNoLane, a tick of `tick` ns; what is shorter
/// than a tick takes one. The ledger counts ns.
[[nodiscard]] trace::RunRecord measured_record(const MeasuredTrace& trace,
                                               const std::vector<MeasuredDevice>& devices,
                                               std::uint64_t tick, const std::string& file);

/// A pass of a pipeline that an annotation names: "0F3", "PP:0F3" as torch.distributed.pipelining
/// does.
struct MeasuredPass {
  Operation operation;
  std::uint32_t device = 0;
  Ticks start = 0;
  Ticks end = 0;
};
[[nodiscard]] std::vector<MeasuredPass> passes_of(const MeasuredTrace& trace);

} // namespace stallscope::training
