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

/// Eager: the host launches kernel by kernel in the order of the program. Static: the whole graph
/// is known and launched once.
enum class Style : std::uint8_t { eager, whole };

/// What takes how long, in ticks. A kernel takes max(FLOP / flop_per_tick, bytes / bytes_per_tick),
/// rounded up, at least 1 (the roofline of Williams, Waterman and Patterson 2009), unless its time
/// was measured. Kernels of different streams do not slow each other down.
struct DeviceModel {
  std::uint64_t launch = 2;       ///< of a kernel or a copy, on the host
  std::uint64_t graph_launch = 2; ///< of a whole graph, on the host
  std::uint64_t flop_per_tick = 1000;
  std::uint64_t bytes_per_tick = 1000;
  std::uint64_t vector_lanes = 1; ///< of convolutions, along the innermost dimension of the result
  std::uint64_t copy_bytes_per_tick = 0;   ///< between host and device; 0: inputs are on the device
  std::uint64_t link_bytes_per_tick = 500; ///< between devices
  bool pinned = true;                      ///< memory of the host: copies need not be waited for
  std::map<std::string, Ticks> measured;   ///< by node, else by operator
};

struct ExecuteOptions {
  Style style = Style::whole;
  std::uint32_t devices = 1;
  std::uint32_t streams = 1; ///< a device
  bool list_order = true;    ///< whole graph: list scheduling; false: in the order of the program
  std::uint64_t memory_limit = 0; ///< bytes of a device; 0: none
  DeviceModel model;
};
inline constexpr std::uint32_t kMostLanesOfGraph = 200; ///< of one picture
inline constexpr Ticks kMostTicks = Ticks{1} << 40;

enum class TaskKind : std::uint8_t { launch, kernel, copy_in, copy_out, transfer, collective };

using TaskIndex = std::uint32_t;
inline constexpr TaskIndex kNoTask = 0xffffffffU;

/// Something that occupies a lane for a time.
struct Task {
  TaskKind kind = TaskKind::kernel;
  NodeId node = kNoNode; ///< kernel, or what is copied; launch: what is launched
  std::uint32_t lane = 0;
  Ticks start = 0;
  Ticks end = 0;
  TaskIndex launched_by = kNoTask;
  std::vector<TaskIndex> needs;         ///< results it reads: kernels, copies and transfers
  TaskIndex waits_for_memory = kNoTask; ///< the task whose end has freed what it needed last
  Ticks memory_from = 0;                ///< before this there was no memory for it
};

enum class LaneKind : std::uint8_t { host, stream, copy_in, copy_out, link, network };
struct GraphLane {
  LaneKind kind = LaneKind::host;
  std::uint32_t device = 0;
  std::uint32_t stream = 0; ///< link: the device it leads to
  std::string name;
  std::vector<TaskIndex> tasks; ///< in order
};

struct Execution {
  std::vector<GraphLane> lanes;
  std::vector<Task> tasks;
  std::vector<TaskIndex> kernel_of; ///< by node; kNoTask: it has none
  Ticks makespan = 0;
  std::uint64_t launches = 0; ///< the host asks the device for something
};

/// Ticks of a collective of all devices on a ring of links: sim/training runs its steps.
[[nodiscard]] Ticks collective_ticks(Op op, std::uint64_t bytes, std::uint32_t devices,
                                     const DeviceModel& model);
/// Ticks of a node's kernel.
[[nodiscard]] Ticks kernel_ticks(const Graph& graph, NodeId id, const DeviceModel& model);
/// "operator or name,ticks" a line; a heading is skipped.
[[nodiscard]] Result<std::map<std::string, Ticks>> read_times(std::string_view text,
                                                              std::string_view file);

/// Runs a graph. `values` decides branches of eager execution; they may be empty when there are
/// none. An error: more memory is needed than there is.
[[nodiscard]] Result<Execution> execute(const Graph& graph, const ExecuteOptions& options,
                                        const Values& values);

/// A stretch in which a lane stands empty.
struct IdleStretch {
  Ticks begin = 0;
  Ticks end = 0;
  Reason why = Reason::none;
  TaskIndex culprit = kNoTask;
};
[[nodiscard]] std::vector<IdleStretch> idle_stretches(const Execution& run, std::uint32_t lane,
                                                      Style style);

/// As a record of the product's timeline: lanes are the host, streams, copy engines and links.
[[nodiscard]] trace::RunRecord run_record(const Graph& graph, const Execution& run,
                                          const ExecuteOptions& options, bool timeline);

/// Kernels whose results a node reads, through views, in order.
[[nodiscard]] std::vector<NodeId> kernels_behind(const Graph& graph, NodeId id);

} // namespace stallscope::graph
