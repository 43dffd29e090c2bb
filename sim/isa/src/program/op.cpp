#include "isa/op.hpp"

#include <array>

namespace stallscope::isa {

namespace {

constexpr std::array<std::string_view, 4> kIsaNames{"tac", "mips", "riscv", "x86"};

constexpr std::array<std::string_view, kOpClassCount> kOpClassNames{"integer",
                                                                    "shift",
                                                                    "multiply",
                                                                    "divide",
                                                                    "load",
                                                                    "store",
                                                                    "branch",
                                                                    "jump",
                                                                    "fp_add",
                                                                    "fp_multiply",
                                                                    "fp_divide",
                                                                    "fp_compare",
                                                                    "fp_convert",
                                                                    "fp_move",
                                                                    "fp_load",
                                                                    "fp_store",
                                                                    "fp_fused",
                                                                    "atomic",
                                                                    "multiply_high",
                                                                    "divide_word",
                                                                    "jump_register",
                                                                    "csr_read",
                                                                    "csr_write",
                                                                    "bit_count",
                                                                    "slow_lea",
                                                                    "fp_add_single",
                                                                    "fp_multiply_single",
                                                                    "fp_divide_single",
                                                                    "fp_sqrt",
                                                                    "fp_sqrt_single",
                                                                    "fp_fused_single",
                                                                    "fp_divide_wide",
                                                                    "vector_integer",
                                                                    "vector_logic",
                                                                    "vector_shift",
                                                                    "vector_shuffle",
                                                                    "vector_cross",
                                                                    "vector_mask",
                                                                    "vector_multiply",
                                                                    "system",
                                                                    "nop"};

template <class Enum, std::size_t N>
std::optional<Enum> find_name(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == name)
      return static_cast<Enum>(i);
  return std::nullopt;
}

} // namespace

std::string_view name(Isa isa) {
  return kIsaNames[static_cast<std::size_t>(isa)];
}

std::optional<Isa> isa_from_name(std::string_view name) {
  return find_name<Isa>(kIsaNames, name);
}

std::string_view name(OpClass op_class) {
  return kOpClassNames[static_cast<std::size_t>(op_class)];
}

std::optional<OpClass> op_class_from_name(std::string_view name) {
  return find_name<OpClass>(kOpClassNames, name);
}

namespace {

/// The refined class of the operation, used if its class is the base of that refinement.
OpClass refinement_of(Op op) {
  switch (op) {
  case Op::mulh:
  case Op::mulhu:
  case Op::mulhsu:
  case Op::mulhw:
  case Op::mulhuw:
  case Op::mulhsuw:
    return OpClass::multiply_high;
  case Op::divw:
  case Op::divuw:
  case Op::remw:
  case Op::remuw:
  case Op::divmodw:
  case Op::divmoduw:
    return OpClass::divide_word;
  case Op::jump_register:
  case Op::jump_link_register:
    return OpClass::jump_register;
  case Op::csr_read:
    return OpClass::csr_read;
  case Op::csr_write:
  case Op::csr_set:
  case Op::csr_clear:
    return OpClass::csr_write;
  case Op::fadd_s:
  case Op::fsub_s:
  case Op::fabs_s:
  case Op::fneg_s:
  case Op::rv_fadd_s:
  case Op::rv_fsub_s:
    return OpClass::fp_add_single;
  case Op::fmul_s:
  case Op::rv_fmul_s:
    return OpClass::fp_multiply_single;
  case Op::fdiv_s:
  case Op::rv_fdiv_s:
    return OpClass::fp_divide_single;
  case Op::fsqrt_d:
  case Op::rv_fsqrt_d:
    return OpClass::fp_sqrt;
  case Op::fsqrt_s:
  case Op::rv_fsqrt_s:
    return OpClass::fp_sqrt_single;
  case Op::rv_fmadd_s:
  case Op::rv_fmsub_s:
  case Op::rv_fnmsub_s:
  case Op::rv_fnmadd_s:
    return OpClass::fp_fused_single;
  default:
    return OpClass::nop;
  }
}

} // namespace

OpClass refined_class(Op op, OpClass op_class) {
  const OpClass refinement = refinement_of(op);
  return refinement != OpClass::nop && base_of(refinement) == op_class ? refinement : op_class;
}

} // namespace stallscope::isa
