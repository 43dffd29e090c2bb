#pragma once

#include "loop/laid_out.hpp"
#include "session/loop.hpp"
#include "session/simulation.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::session {

/// A node: a micro-op, or on in-order machines a whole instruction.
struct LoopNode {
  std::uint32_t position = 0;               ///< position in the body
  const core::PlannedOp* planned = nullptr; ///< null: in-order machine
  std::string part;                         ///< name of the micro-op when the instruction has
                                            ///< several; otherwise empty
  unsigned operand_cycles = 0;              ///< in-order: minimum operand-dependent extra latency
};

/// A dependence edge between two operations.
struct LoopEdge {
  std::uint32_t from = 0; ///< indices of nodes
  std::uint32_t to = 0;
  std::int64_t latency = 0;   ///< minimum cycles between the starts of the two operations
  std::uint32_t distance = 0; ///< iteration distance
  RegId reg = kNoRegister;    ///< kNoRegister: through memory; kInOrder: program order
  bool writes_again = false;  ///< in-order: output dependence (WAW)
};
/// Marks an edge of in-order issue, in place of a register.
inline constexpr RegId kInOrder = kNoRegister - 1;

struct DependenceGraph {
  std::vector<LoopNode> nodes; ///< in program order
  std::vector<LoopEdge> edges;
};

/// The dependence graph of a loop body: values of registers and memory passed between operations of
/// the same iteration and to later ones. Latencies are minimal: fastest port, nearest bypass; on
/// in-order machines those of the two instructions alone in the pipeline.
[[nodiscard]] DependenceGraph dependences_of(const Simulation& simulation, const LaidOutLoop& loop,
                                             const isa::Program& program, const LoopBody& body);

/// Minimum latency of an operation over its ports.
[[nodiscard]] unsigned least_latency(const core::WindowPlan& plan, const core::PlannedOp& planned);

/// Store data that no port executes (machine::Dynamic::captures_store_data).
[[nodiscard]] bool is_captured(const core::OutOfOrderCore& core, const core::PlannedOp& planned);

/// Cycles from the operands of an instruction to its result.
[[nodiscard]] unsigned latency_of(const Simulation& simulation, std::uint32_t instruction);

} // namespace stallscope::session
