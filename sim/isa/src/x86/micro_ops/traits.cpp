#include "x86/micro_ops/form.hpp"
#include "x86/micro_ops/x87.hpp"

#include <optional>

namespace stallscope::isa::x86 {

namespace {

constexpr bool is_rotation(Op op) {
  return op == Op::x86_rol || op == Op::x86_ror || op == Op::x86_rcl || op == Op::x86_rcr;
}
/// Rotations through CF.
constexpr bool rotates_carry(Op op) {
  return op == Op::x86_rcl || op == Op::x86_rcr;
}

/// The count of a shift by a constant; nullopt for a shift by %cl.
std::optional<unsigned> constant_count(const Instruction& i, const Form& form) {
  if (is_shift_by_register(i, form))
    return std::nullopt;
  return static_cast<unsigned>(i.imm & (form.width == 3 ? 63 : 31));
}

/// OF, which a rotation by 1 defines, is not changed by other constants: only CF changes.
bool shift_writes_flags(const Instruction& i, const Form& form) {
  const std::optional<unsigned> count = constant_count(i, form);
  return !is_rotation(i.op) || !count || *count <= 1;
}

/// A count of 0 does not change flags; rotations change only CF and OF.
FlagReads flags_read_by_shift(const Instruction& i, const Form& form) {
  const std::optional<unsigned> count = constant_count(i, form);
  const bool nothing = !count || *count == 0;
  return {.flags = nothing || (is_rotation(i.op) && *count == 1),
          .carry = nothing || rotates_carry(i.op)};
}

FlagReads flags_of(Condition condition) {
  switch (condition) {
  case Condition::b:
  case Condition::ae:
    return {.carry = true};
  case Condition::be:
  case Condition::a:
    return {.flags = true, .carry = true};
  default:
    return {.flags = true};
  }
}

/// Packed operations store to memory operands on the left, and read those on the right.
Traits packed_traits(const Instruction& i) {
  const Packed packed = Form::of(i).packed;
  if (packed >= Packed::zero_upper)
    return {};
  if (packed == Packed::test || packed == Packed::test_signs)
    return {.left = true, .right = true, .writes_flags = true, .writes_carry = true};
  return {.left = reads_left(packed), .right = true, .result = true};
}

Traits x87_traits(const Instruction& i) {
  switch (x87_of(i)) {
  case X87::load:
  case X87::load_integer:
  case X87::load_constant:
  case X87::copy:
  case X87::store:
  case X87::store_lower:
  case X87::store_upper:
  case X87::store_integer:
  case X87::store_truncated:
  case X87::store_control:
  case X87::store_status:
  case X87::status_to_ax:
  case X87::load_control:
    return {.right = true, .result = true};
  case X87::compare:
    return {.left = true, .right = true, .writes_flags = true, .writes_carry = true};
  case X87::change_sign:
  case X87::absolute:
  case X87::square_root:
  case X87::round:
  case X87::test_zero:
  case X87::examine:
    return {.left = true, .result = true};
  case X87::default_control:
    return {.result = true};
  case X87::exchange: // micro_op_for and crack set its registers
  case X87::nothing:
    return {};
  default:
    return {.left = true, .right = true, .result = true};
  }
}

} // namespace

Traits find_traits(const Instruction& i) {
  switch (i.op) {
  case Op::x86_mov:
  case Op::x86_movzx:
  case Op::x86_movsx:
  case Op::x86_lea:
  case Op::x86_sign:
  case Op::x86_movbe:
  case Op::x86_cvt_trunc:
  case Op::x86_cvt_round:
    return {.right = true, .result = true};
  case Op::x86_blsi:
  case Op::x86_blsr:
  case Op::x86_blsmsk:
  case Op::x86_tzcnt:
  case Op::x86_lzcnt:
  case Op::x86_popcnt:
    return {.right = true, .result = true, .writes_flags = true, .writes_carry = true};
  case Op::x86_add:
  case Op::x86_sub:
  case Op::x86_and:
  case Op::x86_or:
  case Op::x86_xor:
  case Op::x86_imul:
  case Op::x86_andn:
  case Op::x86_bzhi:
  case Op::x86_bextr:
  case Op::x86_bsf: // for 0 the destination does not change
  case Op::x86_bsr:
  case Op::x86_adc:
  case Op::x86_sbb:
  case Op::x86_shld:
  case Op::x86_shrd:
    return {
        .left = true, .right = true, .result = true, .writes_flags = true, .writes_carry = true};
  case Op::x86_bts:
  case Op::x86_btr:
  case Op::x86_btc:
    return {.left = true, .right = true, .result = true, .writes_carry = true};
  case Op::x86_cmp:
  case Op::x86_test:
  case Op::x86_fcompare:
    return {.left = true, .right = true, .writes_flags = true, .writes_carry = true};
  case Op::x86_bt:
    return {.left = true, .right = true, .writes_carry = true};
  case Op::x86_stc:
  case Op::x86_clc:
  case Op::x86_cmc:
    return {.writes_carry = true};
  case Op::x86_lahf:
  case Op::x86_read_flags:
    return {.result = true};
  case Op::x86_write_flags:
    return {.right = true, .writes_flags = true, .writes_carry = true};
  case Op::x86_set_mxcsr:
    return {.right = true};
  case Op::x86_equal_pair:
    return {.left = true, .right = true, .writes_flags = true};
  case Op::x86_adcx:
    return {.left = true, .right = true, .result = true, .writes_carry = true};
  case Op::x86_adox:
    return {.left = true, .right = true, .result = true, .writes_flags = true};
  case Op::x86_sahf:
    return {.right = true, .writes_flags = true, .writes_carry = true};
  case Op::x86_inc:
  case Op::x86_dec:
    return {.left = true, .result = true, .writes_flags = true};
  case Op::x86_neg:
    return {.left = true, .result = true, .writes_flags = true, .writes_carry = true};
  case Op::x86_not:
  case Op::x86_bswap:
    return {.left = true, .result = true};
  case Op::x86_shl:
  case Op::x86_shr:
  case Op::x86_sar:
  case Op::x86_rol:
  case Op::x86_ror:
  case Op::x86_rcl:
  case Op::x86_rcr:
    return {.left = true,
            .right = true,
            .result = true,
            .writes_flags = shift_writes_flags(i, Form::of(i)),
            .writes_carry = true};
  case Op::x86_shlx:
  case Op::x86_shrx:
  case Op::x86_sarx:
  case Op::x86_rorx:
  case Op::x86_pdep:
  case Op::x86_pext:
  case Op::x86_crc32:
  case Op::x86_bit_word:
  case Op::x86_differ:
  case Op::x86_cmov:
    return {.left = true, .right = true, .result = true};
  case Op::x86_packed:
    return packed_traits(i);
  case Op::x86_x87:
    return x87_traits(i);
  case Op::x86_set:
    return {.result = true};
  case Op::x86_fmerge:
  case Op::x86_fadd:
  case Op::x86_fsub:
  case Op::x86_fmul:
  case Op::x86_fdiv:
  case Op::x86_fmin:
  case Op::x86_fmax:
  case Op::x86_freciprocal:
  case Op::x86_freciprocal_root:
  case Op::x86_fsqrt: // these keep the upper part of the destination, so they depend on it
  case Op::x86_cvt_integer:
  case Op::x86_cvt_float:
    return {.left = true, .right = true, .result = true};
  default: // control, stack and operations with two results: micro_op_for and crack set their
           // registers
    return {};
  }
}

FlagReads flags_read(const Instruction& i) {
  const Form form = Form::of(i);
  switch (i.op) {
  case Op::x86_adc:
  case Op::x86_sbb:
  case Op::x86_cmc:
  case Op::x86_adcx:
    return {.carry = true};
  case Op::x86_lahf:
  case Op::x86_read_flags:
    return {.flags = true, .carry = true};
  case Op::x86_sahf: // OF does not change
  case Op::x86_adox:
  case Op::x86_equal_pair:
    return {.flags = true};
  case Op::x86_x87:
    return x87_of(i) == X87::move_if ? flags_of(form.condition) : FlagReads{};
  case Op::x86_branch:
  case Op::x86_set:
  case Op::x86_cmov:
    return flags_of(form.condition);
  default:
    return is_legacy_shift(i.op) ? flags_read_by_shift(i, form) : FlagReads{};
  }
}

} // namespace stallscope::isa::x86
