#pragma once

#include "loop/laid_out.hpp"
#include "session/loop.hpp"
#include "session/simulation.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::session {

/// An operation of the body: a micro-op, or the instruction as a whole on in-order machines.
struct LoopNode {
  std::uint32_t position = 0;               ///< in the body
  const core::PlannedOp* planned = nullptr; ///< null: in-order
  std::string part;                         ///< of several; else empty
  unsigned operand_cycles = 0; ///< in-order: what operands add to its latency, at least
};

/// One operation needs what another has made.
struct LoopEdge {
  std::uint32_t from = 0; ///< nodes
  std::uint32_t to = 0;
  std::int64_t latency = 0;   ///< from the begin of the one to that of the other, at least
  std::uint32_t distance = 0; ///< iterations
  RegId reg = kNoRegister;    ///< kNoRegister: through memory; kInOrder
  bool writes_again = false;  ///< in-order: the second writes what the first writes too (WAW)
};
/// In place of a register: in-order machines issue the one not before the other.
inline constexpr RegId kInOrder = kNoRegister - 1;

struct DependenceGraph {
  std::vector<LoopNode> nodes; ///< in program order
  std::vector<LoopEdge> edges;
};

/// Values of registers and memory, from operation to operation, in the same iteration and from one
/// to a later one. Latencies are the least there are: of the fastest port, over the bypass that is
/// nearest; on in-order machines of the two instructions alone in the pipeline.
[[nodiscard]] DependenceGraph dependences_of(const Simulation& simulation, const LaidOutLoop& loop,
                                             const isa::Program& program, const LoopBody& body);

/// The least that an operation takes on any of its ports.
[[nodiscard]] unsigned least_latency(const core::WindowPlan& plan, const core::PlannedOp& planned);

/// The data of a store that no port executes (machine::Dynamic::captures_store_data).
[[nodiscard]] bool is_captured(const core::OutOfOrderCore& core, const core::PlannedOp& planned);

/// Cycles from the operands of an instruction to its result.
[[nodiscard]] unsigned latency_of(const Simulation& simulation, std::uint32_t instruction);

} // namespace stallscope::session
