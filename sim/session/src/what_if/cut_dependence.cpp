#include "what_if/cut_dependence.hpp"

namespace stallscope::session {

void cut_dependence(isa::Instruction& seen, isa::MicroOp& micro_op, RegId reg) {
  constexpr RegId kUnread = 480; // a register that only three-address code uses
  for (RegId* source : {&seen.rs1, &seen.rs2, &seen.rs3})
    if (*source == reg)
      *source = kUnread;
  for (unsigned n = 0; n < micro_op.read_count; ++n)
    if (micro_op.reads[n].reg == reg)
      micro_op.reads[n].reg = kUnread;
}

} // namespace stallscope::session
