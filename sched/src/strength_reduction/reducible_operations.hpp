#pragma once

#include "data_flow/constants.hpp"
#include "sched/data_flow/liveness.hpp"
#include "strength_reduction/shift_sequence.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::sched {

/// A multiplication or division by a constant in a block, on a line of its own; MIPS
/// pseudo-instructions also load the constant there and fetch the result.
struct ReducibleLine {
  Reducible operation;
  Node node = 0;          ///< the operation
  std::uint32_t line = 0; ///< of the source, from 1
  RegId to = kNoRegister;
  RegId from = kNoRegister;
  RegId constant = 0;  ///< the register that holds the constant; 0: none does
  std::string to_text; ///< x86: as the line names them
  std::string from_text;
};

/// Those of a block whose other results (x86's flags, LO and HI, $at) are not read.
[[nodiscard]] std::vector<ReducibleLine> reducible_lines(const Block& block, KnownValues values,
                                                         const RegisterSet& live_out,
                                                         bool delay_slot);

/// Nothing behind this node reads the register's value before it is overwritten.
[[nodiscard]] bool dead_behind(const Block& block, Node node, RegId reg,
                               const RegisterSet& live_out);

} // namespace stallscope::sched
