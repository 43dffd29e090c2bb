#pragma once

#include "base/result.hpp"
#include "graph/evaluate/evaluate.hpp"
#include "graph/structure/graph.hpp"
#include "timeline/reason.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stallscope::graph {

using Ticks = std::uint64_t;

/// Eager: the host launches kernels one by one in program order. Whole: the host launches the
/// complete graph once.
enum class Style : std::uint8_t { eager, whole };

/// A place in a named text.
struct TextPlace {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// Durations in ticks. A kernel takes max(FLOP / flop_per_tick, bytes / bytes_per_tick), rounded
/// up, at least 1 (the roofline model of Williams, Waterman and Patterson 2009), unless its time
/// was measured. Kernels on different streams do not slow each other down.
struct DeviceModel {
  std::uint64_t launch = 2;       ///< host time to launch a kernel or a copy
  std::uint64_t graph_launch = 2; ///< host time to launch a whole graph
  std::uint64_t flop_per_tick = 1000;
  std::uint64_t bytes_per_tick = 1000;
  std::uint64_t vector_lanes = 1; ///< for convolutions: vector lanes along the innermost dimension
                                  ///< of the result
  std::uint64_t copy_bytes_per_tick = 0;   ///< between host and device; 0: inputs are on the device
                                           ///< from the start
  std::uint64_t link_bytes_per_tick = 500; ///< between devices
  bool pinned = true;                      ///< page-locked host memory: the host does not wait for
                                           ///< copies
  std::map<std::string, Ticks> measured;   ///< by node name, otherwise by operator
  std::map<std::string, TextPlace> measured_at; ///< where a file says a measured time
};

struct ExecuteOptions {
  Style style = Style::whole;
  std::uint32_t devices = 1;
  std::uint32_t streams = 1;       ///< per device
  bool list_order = true;          ///< whole graph: list scheduling; false: program order
  std::vector<NodeId> fixed_order; ///< whole graph: all kernels, in the order in which they are
                                   ///< placed; empty: as `list_order` says
  std::uint64_t memory_limit = 0;  ///< bytes per device; 0: unlimited
  DeviceModel model;
};
inline constexpr std::uint32_t kMostLanesOfGraph = 200; ///< limit for one run
inline constexpr Ticks kMostTicks = Ticks{1} << 40;

enum class TaskKind : std::uint8_t { launch, kernel, copy_in, copy_out, transfer, collective };

using TaskIndex = std::uint32_t;
inline constexpr TaskIndex kNoTask = 0xffffffffU;

/// An operation that occupies a lane for a time.
struct Task {
  TaskKind kind = TaskKind::kernel;
  NodeId node = kNoNode; ///< the kernel's node, or the node whose result is copied; launch: the
                         ///< node launched
  std::uint32_t lane = 0;
  Ticks start = 0;
  Ticks end = 0;
  TaskIndex launched_by = kNoTask;
  std::vector<TaskIndex> needs;         ///< tasks whose results it reads: kernels, copies and
                                        ///< transfers
  TaskIndex waits_for_memory = kNoTask; ///< the task whose end freed the memory for its result
  Ticks memory_from = 0;                ///< time from which memory for its result is available
};

enum class LaneKind : std::uint8_t { host, stream, copy_in, copy_out, link, network };
struct GraphLane {
  LaneKind kind = LaneKind::host;
  std::uint32_t device = 0;
  std::uint32_t stream = 0; ///< link: the destination device
  std::string name;
  std::vector<TaskIndex> tasks; ///< in execution order
};

struct Execution {
  std::vector<GraphLane> lanes;
  std::vector<Task> tasks;
  std::vector<TaskIndex> kernel_of; ///< by node; kNoTask: no kernel
  Ticks makespan = 0;
  std::uint64_t launches = 0; ///< number of launches by the host
};

/// Ticks of a collective of all devices on a ring of links, from the steps of sim/training.
[[nodiscard]] Ticks collective_ticks(Op op, std::uint64_t bytes, std::uint32_t devices,
                                     const DeviceModel& model);
/// Ticks of a node's kernel.
[[nodiscard]] Ticks kernel_ticks(const Graph& graph, NodeId id, const DeviceModel& model,
                                 int device = -1);
/// Measured times and where each one is said, both by entry.
struct MeasuredTimes {
  std::map<std::string, Ticks> ticks;
  std::map<std::string, TextPlace> at;
};
/// Parses lines "operator or name,ticks"; a header line is skipped.
[[nodiscard]] Result<MeasuredTimes> read_times(std::string_view text, std::string_view file);

/// Runs a graph. `values` determines the branches taken in eager execution; it may be empty for a
/// graph without branches. Fails if the memory limit is exceeded.
[[nodiscard]] Result<Execution> execute(const Graph& graph, const ExecuteOptions& options,
                                        const Values& values);

/// An interval in which a lane is idle.
struct IdleStretch {
  Ticks begin = 0;
  Ticks end = 0;
  Reason why = Reason::none;
  TaskIndex culprit = kNoTask;
};
[[nodiscard]] std::vector<IdleStretch> idle_stretches(const Execution& run, std::uint32_t lane,
                                                      Style style);

/// A run as a run record: lanes are the host, streams, copy engines and links.
[[nodiscard]] trace::RunRecord run_record(const Graph& graph, const Execution& run,
                                          const ExecuteOptions& options, bool timeline);

/// Kernels whose results a node reads, directly or through views, in order.
[[nodiscard]] std::vector<NodeId> kernels_behind(const Graph& graph, NodeId id);

} // namespace stallscope::graph
