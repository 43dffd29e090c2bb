#pragma once

#include "data_flow/constants.hpp"
#include "sched/data_flow/liveness.hpp"
#include "strength_reduction/shift_sequence.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::sched {

/// A multiplication or division by a constant, on a separate line; MIPS pseudo-instructions include
/// loading the constant and moving the result.
struct ReducibleLine {
  Reducible operation;
  Node node = 0;          ///< the operation
  std::uint32_t line = 0; ///< source line, from 1
  RegId to = kNoRegister;
  RegId from = kNoRegister;
  RegId constant = 0;  ///< the register that holds the constant; 0: none
  std::string to_text; ///< x86: operand names in the text
  std::string from_text;
};

/// The reducible operations of a block whose other results (x86's flags, LO and HI, $at) are dead.
[[nodiscard]] std::vector<ReducibleLine> reducible_lines(const Block& block, KnownValues values,
                                                         const RegisterSet& live_out,
                                                         bool delay_slot);

/// The register's value is dead after this node.
[[nodiscard]] bool dead_behind(const Block& block, Node node, RegId reg,
                               const RegisterSet& live_out);

} // namespace stallscope::sched
