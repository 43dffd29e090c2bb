#pragma once

// The outcomes policy of an in-order core: what its timing depends on beside its state.

#include "core/in_order/state.hpp"
#include "isa/executor.hpp"

#include <cstdint>

namespace stallscope::core {

/// Results of the functional execution of an instruction at fetch that the timing model uses.
struct Executed {
  isa::Effect effect;
  std::uint8_t operand_cycles = 0; ///< extra execution cycles that depend on operand values
};

/// The outcomes policy of a pipeline that is stepped: run-time facts on which the timing depends
/// are those of the execution. The explorer of memo/in_order/ has the same functions, which also
/// record the facts, and may replay instructions that have been executed already.
struct DirectOutcomes {
  /// The right-path instruction has been executed already. Sets its results and the next pc.
  static bool replay(isa::ArchState& /*arch*/, std::uint32_t /*index*/, Executed& /*done*/) {
    return false;
  }
  /// An instruction of the right path has been executed.
  static void live(std::uint64_t /*pc*/, std::uint32_t /*index*/, const Executed& /*done*/) {}
  /// An instruction of a wrong path has been executed.
  static void wrong_path(OpId /*id*/, std::uint64_t /*pc*/, std::uint32_t /*index*/,
                         Executed& /*done*/) {}
  /// The operation is on a wrong path whose outcomes must be recorded.
  static constexpr bool records_path_of(const InFlightOp& /*op*/) { return false; }
  /// A branch or indirect jump of the wrong path is resolved.
  static void wrong_path_outcome(InFlightOp& /*op*/) {}
  /// The timing depends on a property of a wrong-path operation that facts do not express.
  static void wrong_path_unknown() {}
  /// The operations younger than `last_kept` are squashed.
  static void discarded(OpId /*last_kept*/) {}
};

} // namespace stallscope::core
