#pragma once

#include <cstddef>

namespace stallscope::machine {

// What every machine that was parsed stays within; cores size their state by it.

/// Lanes of all stages and units together.
inline constexpr std::size_t kMaxLanes = 250;
/// Operations in flight: stages hold `width` each (the execute stage none of its own), unit lanes
/// `count` each.
inline constexpr std::size_t kMaxInFlight = 256;

// Dynamically scheduled machines.

/// Micro-ops between fetch and retirement: the fetch queue, one instruction more, and the reorder
/// buffer, or without one the stations.
inline constexpr unsigned kMaxWindow = 1024;
/// From the fetch of an instruction to its dispatch.
inline constexpr unsigned kMaxFrontCycles = 63;
inline constexpr unsigned kMaxStations = 16;
inline constexpr unsigned kMaxBranchQueue = 512; ///< branches and jumps from fetch to retirement
inline constexpr unsigned kMaxPorts = 32;        ///< copies count
inline constexpr unsigned kMaxStoreBuffer = 64;
inline constexpr unsigned kMaxPhysicalRegisters = 1024; ///< of each kind

} // namespace stallscope::machine
