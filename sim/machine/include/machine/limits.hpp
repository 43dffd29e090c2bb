#pragma once

#include <cstddef>

namespace stallscope::machine {

// Limits of every parsed machine; cores size their state by them.

/// Lanes of all stages and units.
inline constexpr std::size_t kMaxLanes = 250;
/// Operations in flight: `width` for each stage (except execute), `count` for each unit lane.
inline constexpr std::size_t kMaxInFlight = 256;

// Dynamically scheduled machines.

/// Micro-ops between fetch and retirement: fetch queue, one more instruction, and the reorder
/// buffer, or without one the stations.
inline constexpr unsigned kMaxWindow = 1024;
/// Cycles from fetch to dispatch.
inline constexpr unsigned kMaxFrontCycles = 63;
inline constexpr unsigned kMaxStations = 16;
inline constexpr unsigned kMaxBranchQueue = 512; ///< branches and jumps from fetch to retirement
inline constexpr unsigned kMaxPorts = 32;        ///< copies included
inline constexpr unsigned kMaxStoreBuffer = 64;
inline constexpr unsigned kMaxPhysicalRegisters = 1024; ///< of each kind

} // namespace stallscope::machine
