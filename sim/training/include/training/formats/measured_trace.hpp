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

/// Kind of an event in a measured trace.
enum class MeasuredKind : std::uint8_t {
  compute,       ///< a kernel
  communication, ///< a kernel of NCCL or RCCL
  copy_in,       ///< host to device
  copy_out,      ///< device to host, or between devices
  annotation,    ///< a named range on a device
  launch,        ///< a host call that starts an operation on a device
  synchronize,   ///< a host call that waits for a device
  load,          ///< the host loads samples
  range,         ///< a range of the host, named like a pass: NVTX
};
inline constexpr std::size_t kMeasuredKindCount = 9;
[[nodiscard]] std::string_view name(MeasuredKind kind);

inline constexpr std::uint32_t kNoDevice = 0xffffffffU;

/// Interval [start, end) in ns, relative to the first event of the trace.
struct MeasuredEvent {
  MeasuredKind kind = MeasuredKind::compute;
  std::uint32_t name = 0;   ///< into MeasuredTrace::names
  std::uint32_t device = 0; ///< into MeasuredTrace::devices; 0 for host events. Of ranges that of
                            ///< their process, or kNoDevice
  std::int32_t stream = 0;  ///< of host events: number of the thread in its process
  Ticks start = 0;
  Ticks end = 0;
  std::uint64_t correlation = 0; ///< identifies a launch and the operation it starts; 0: none
  std::uint32_t rank = 0;        ///< rank of the process: index of its file among the appended ones
};

/// A trace written by a profiler: PyTorch's (Kineto), or Nsight Systems' as Chrome JSON.
struct MeasuredTrace {
  std::vector<std::string> names;
  std::vector<std::string> devices;   ///< "device 0"
  std::vector<std::uint32_t> rank_of; ///< by device
  std::vector<MeasuredEvent> events;  ///< by start
  Ticks span = 0;                     ///< end of the last device event
  Ticks first = 0;                    ///< clock at the first event, ns
  std::uint64_t skipped = 0;          ///< events of other kinds
};

/// Reads Chrome trace events: an array, or an object with `traceEvents`. Errors carry line and
/// column.
[[nodiscard]] Result<MeasuredTrace> read_measured_trace(std::string_view text,
                                                        std::string_view file);
/// How the times of two traces are aligned.
enum class Alignment : std::uint8_t {
  start,       ///< the first events of both traces coincide
  clock,       ///< by absolute time: files of one host, or of hosts with synchronised clocks
  collectives, ///< so that the median difference between the ends of corresponding collectives is 0
};
[[nodiscard]] std::string_view name(Alignment alignment);
[[nodiscard]] std::optional<Alignment> alignment_called(std::string_view name);
[[nodiscard]] std::vector<std::string_view> alignment_names();

/// Appends the devices of another trace. Returns what the alignment lacks, or an empty string.
[[nodiscard]] std::string append(MeasuredTrace& trace, MeasuredTrace other, Alignment alignment);

/// A device runs no kernel in [begin, end).
struct MeasuredIdle {
  Ticks begin = 0;
  Ticks end = 0;
  Reason why = Reason::none;
  std::uint32_t event = 0xffffffffU; ///< into MeasuredTrace::events: the event waited for;
                                     ///< 0xffffffff: none
};

/// The time of a device from 0 to the span: busy while at least one compute kernel runs.
struct MeasuredDevice {
  Ticks busy = 0;
  Ticks communication = 0; ///< time with at least one communication kernel running
  Ticks exposed = 0;       ///< part of `communication` without a running compute kernel
  std::vector<MeasuredIdle> idle;
  std::array<Ticks, kReasonCount> idle_by_reason{};
};
/// Idle reasons: a collective (barrier), a message or copy (transfer), loading of samples (input),
/// a host wait for the device (barrier), a late host launch (launch), a launched kernel that waits
/// in its stream (order). Checks that busy + idle = span.
[[nodiscard]] std::vector<MeasuredDevice> analyse(const MeasuredTrace& trace);

/// Number of streams of all devices.
[[nodiscard]] std::size_t lanes_of(const MeasuredTrace& trace);
/// A record with devices and their streams as lanes, fewer than kNoLane, in ticks of `tick` ns;
/// shorter events take one tick. The ledger counts ns. Kernels within a pass have its name and
/// colour, others their number.
[[nodiscard]] trace::RunRecord measured_record(const MeasuredTrace& trace,
                                               const std::vector<MeasuredDevice>& devices,
                                               std::uint64_t tick, const std::string& file);

/// A pipeline pass named by an annotation: "0F3", or "PP:0F3" as in torch.distributed.pipelining.
struct MeasuredPass {
  Operation operation;
  std::uint32_t device = 0;
  Ticks start = 0;
  Ticks end = 0;
  bool on_host = false; ///< times are those of the host's range: no launch in it is known
};
/// What an annotation's name says of a pass; none: it names no pass.
[[nodiscard]] std::optional<Operation> pass_called(const std::string& name);
/// Passes by start. A range on a device is a pass; one of the host is that of the kernels which its
/// thread launches in it, and has its own times if the trace has no correlated launches in it
/// but its process is that of a device.
[[nodiscard]] std::vector<MeasuredPass> passes_of(const MeasuredTrace& trace);

} // namespace stallscope::training
