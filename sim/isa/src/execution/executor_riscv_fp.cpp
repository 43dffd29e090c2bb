#include "execution/executor_riscv_fp.hpp"

#include "riscv/fp_operation.hpp"

namespace stallscope::isa::riscv {

std::uint64_t fp_result(Op op, const FpSources& sources, std::uint8_t rounding,
                        std::uint8_t& flags) {
  return operation::result(op, sources, rounding, flags);
}

} // namespace stallscope::isa::riscv
