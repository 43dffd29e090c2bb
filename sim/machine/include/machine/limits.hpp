#pragma once

#include <cstddef>

namespace stallscope::machine {

// Limits of every parsed machine, which determine the sizes of the cores' state.

inline constexpr std::size_t kMaxStages = 32; ///< maximum number of stages of an in-order machine
/// Maximum number of lanes of all stages and units.
inline constexpr std::size_t kMaxLanes = 250;
/// Maximum number of operations in flight: `width` for each stage (except execute), `count` for
/// each unit lane.
inline constexpr std::size_t kMaxInFlight = 256;

// Limits of dynamically scheduled machines.

/// Maximum number of micro-ops between fetch and retirement: fetch queue, one more instruction, and
/// the reorder buffer, or without one the stations.
inline constexpr unsigned kMaxWindow = 1024;
/// Maximum number of cycles from fetch to dispatch.
inline constexpr unsigned kMaxFrontCycles = 63;
inline constexpr unsigned kMaxStations = 16;
inline constexpr unsigned kMaxBranchQueue = 512; ///< maximum number of branches and jumps from
                                                 ///< fetch to retirement
inline constexpr unsigned kMaxPorts = 32;        ///< maximum number of ports, copies included
inline constexpr unsigned kMaxStoreBuffer = 64;
inline constexpr unsigned kMaxPhysicalRegisters = 1024; ///< maximum number of physical registers of
                                                        ///< each kind

} // namespace stallscope::machine
