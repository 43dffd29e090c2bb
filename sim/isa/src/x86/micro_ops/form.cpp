#include "x86/micro_ops/form.hpp"

#include "x86/micro_ops/packed_steps.hpp"
#include "x86/micro_ops/x87.hpp"

namespace stallscope::isa::x86 {

namespace {

/// Operations with FP registers as sources.
bool has_fp_source(Op op) {
  return op == Op::x86_fmerge || (op >= Op::x86_fadd && op <= Op::x86_fcompare) ||
         (op >= Op::x86_cvt_trunc && op <= Op::x86_packed);
}

/// For a single micro-op the class of its unit; otherwise the class that takes most of the time.
OpClass class_of_packed(const Instruction& i, const Form& form) {
  const PackedSteps steps = steps_of(i, form);
  const OpClass whole = packed_class(form.packed, form.width);
  const OpClass only = steps.classes[0];
  return steps.count == 1 && base_of(only) == base_of(whole) ? only : whole;
}

OpClass class_of_x87(const Instruction& i) {
  switch (x87_of(i)) {
  case X87::load_integer:
  case X87::store_integer:
  case X87::store_truncated:
    return OpClass::fp_convert;
  case X87::add:
  case X87::subtract:
  case X87::subtract_from:
  case X87::round:
    return OpClass::fp_add;
  case X87::multiply:
    return OpClass::fp_multiply;
  case X87::divide:
  case X87::divide_into:
    return OpClass::fp_divide;
  case X87::square_root:
    return OpClass::fp_sqrt;
  case X87::compare:
  case X87::compare_status:
  case X87::test_zero:
  case X87::examine:
    return OpClass::fp_compare;
  case X87::load_control:
  case X87::status_to_ax:
  case X87::default_control:
    return OpClass::integer;
  default:
    return OpClass::fp_move;
  }
}

/// The address has three terms: base, index and displacement. As a base, rbp and r13 are encoded
/// with a displacement always, if of 0 (Intel 64 Software Developer's Manual, volume 2, 2.1.5).
bool adds_three_terms(const Instruction& i) {
  const bool always_displaced = i.rs1 == kRbp || i.rs1 == kR13;
  return i.rs1 != 0 && i.rs3 != 0 && (i.target != 0 || always_displaced);
}

OpClass by_width(const Form& form, OpClass double_class, OpClass single_class) {
  return form.width == 3 ? double_class : single_class;
}

} // namespace

bool accesses_operand(const Instruction& i, const Form& form) {
  return form.memory != InMemory::nothing && i.op != Op::x86_lea;
}

bool loads_operand(const Instruction& i, const Form& form) {
  if (!accesses_operand(i, form) || i.op == Op::x86_pop)
    return false;
  if (i.op == Op::x86_xchg || i.op == Op::x86_xadd || i.op == Op::x86_cmpxchg)
    return true;
  return form.memory == InMemory::right || traits_of(i).left;
}

RegId right_register(const Instruction& i, const Form& form) {
  if (i.has_immediate || form.memory == InMemory::right)
    return kNoRegister;
  return form.memory == InMemory::left ? i.rs2 : i.rs1;
}

RegId left_register(const Instruction& i, const Form& form) {
  return form.memory == InMemory::left ? kNoRegister : i.rs2;
}

unsigned full_operand_bytes(const Form& form) {
  constexpr unsigned kAll = 32;
  switch (form.packed) {
  case Packed::sign_extend:
  case Packed::zero_extend:
    return kAll >> (form.width - form.source_width);
  case Packed::from_int:
    return form.width == 3 ? kAll / 2 : kAll;
  case Packed::from_half:
  case Packed::to_half:
  case Packed::widen:
  case Packed::insert_half:
  case Packed::extract_half:
  case Packed::broadcast_half:
  case Packed::shift_left: // one count for all lanes
  case Packed::shift_right:
  case Packed::shift_arithmetic:
    return kAll / 2;
  case Packed::broadcast:
    return 1U << form.width;
  default:
    return kAll;
  }
}

unsigned access_bytes(const Instruction& i) {
  const Form form = Form::of(i);
  switch (i.op) {
  case Op::x86_push:
  case Op::x86_pop:
  case Op::x86_call:
  case Op::x86_call_indirect:
  case Op::x86_ret:
  case Op::x86_leave:
    return 1U << form.width;
  default:
    return accesses_operand(i, form) ? operand_bytes(form) : 0;
  }
}

OpClass compute_class(const Instruction& i) {
  const Form form = Form::of(i);
  if (is_legacy_shift(i.op))
    return OpClass::shift;
  switch (i.op) {
  case Op::x86_shlx:
  case Op::x86_shrx:
  case Op::x86_sarx:
  case Op::x86_rorx:
    return OpClass::shift;
  case Op::x86_mulx:
  case Op::x86_imul:
  case Op::x86_mul_wide:
  case Op::x86_imul_wide:
    return OpClass::multiply;
  case Op::x86_div:
  case Op::x86_idiv:
    return form.width == 3 ? OpClass::divide : OpClass::divide_word;
  case Op::x86_branch:
  case Op::x86_branch_rcx:
    return OpClass::branch;
  case Op::x86_jump_indirect:
  case Op::x86_call_indirect:
  case Op::x86_ret:
    return OpClass::jump_register;
  case Op::x86_call:
    return OpClass::jump;
  case Op::x86_library:
    return OpClass::system;
  case Op::x86_fadd:
  case Op::x86_fsub:
  case Op::x86_fmin:
  case Op::x86_fmax:
    return by_width(form, OpClass::fp_add, OpClass::fp_add_single);
  case Op::x86_fmul:
    return by_width(form, OpClass::fp_multiply, OpClass::fp_multiply_single);
  case Op::x86_fdiv:
    return by_width(form, OpClass::fp_divide, OpClass::fp_divide_single);
  case Op::x86_fsqrt:
    return by_width(form, OpClass::fp_sqrt, OpClass::fp_sqrt_single);
  case Op::x86_fcompare:
    return OpClass::fp_compare;
  case Op::x86_cvt_integer:
  case Op::x86_cvt_trunc:
  case Op::x86_cvt_round:
  case Op::x86_cvt_float:
    return OpClass::fp_convert;
  case Op::x86_freciprocal:
  case Op::x86_freciprocal_root:
    return OpClass::vector_multiply;
  case Op::x86_bsf:
  case Op::x86_bsr:
  case Op::x86_tzcnt:
  case Op::x86_lzcnt:
  case Op::x86_popcnt:
  case Op::x86_pdep:
  case Op::x86_pext:
  case Op::x86_crc32:
    return OpClass::bit_count;
  case Op::x86_lea:
    return adds_three_terms(i) ? OpClass::slow_lea : OpClass::integer;
  case Op::x86_rdtsc:
    return OpClass::csr_read;
  case Op::x86_fmerge:
    return OpClass::fp_move;
  case Op::x86_packed:
    return class_of_packed(i, form);
  case Op::x86_x87:
    return class_of_x87(i);
  case Op::x86_mov:
    return is_xmm(i.rd) || is_xmm(i.rs1) || is_xmm(i.rs2) ? OpClass::fp_move : OpClass::integer;
  default:
    return OpClass::integer;
  }
}

OpClass load_class(const Instruction& i) {
  return has_fp_source(i.op) || (i.op == Op::x86_mov && is_xmm(i.rd)) ? OpClass::fp_load
                                                                      : OpClass::load;
}

OpClass store_class(const Instruction& i) {
  return i.op == Op::x86_x87 || ((i.op == Op::x86_mov || i.op == Op::x86_packed) && is_xmm(i.rs2))
             ? OpClass::fp_store
             : OpClass::store;
}

OpClass whole_class(const Instruction& i) {
  const Form form = Form::of(i);
  const OpClass computed = compute_class(i);
  if (is_control(computed) || computed == OpClass::system)
    return computed;
  if (i.op == Op::x86_push)
    return form.memory == InMemory::nothing ? OpClass::store : OpClass::atomic;
  if (i.op == Op::x86_pop)
    return form.memory == InMemory::nothing ? OpClass::load : OpClass::atomic;
  if (i.op == Op::x86_leave)
    return OpClass::load;
  if (i.op == Op::x86_xchg || i.op == Op::x86_xadd || i.op == Op::x86_cmpxchg)
    return form.memory == InMemory::nothing ? computed : OpClass::atomic;
  if (!accesses_operand(i, form))
    return computed;
  if (stores_result(i, form) && traits_of(i).result)
    return traits_of(i).left ? OpClass::atomic : store_class(i);
  return load_class(i);
}

namespace {

void add_stack(MicroOp& m) {
  m.add_read(kRsp, OperandRole::execute);
  m.add_write(kRsp);
}

void add_all_flags(MicroOp& m) {
  m.add_write(kFlags);
  m.add_write(kCarryFlag);
}
void add_flag_reads(MicroOp& m, const Instruction& i, OperandRole role) {
  const FlagReads reads = flags_read(i);
  if (reads.flags)
    m.add_read(kFlags, role);
  if (reads.carry)
    m.add_read(kCarryFlag, role);
}

void add_right(MicroOp& m, const Instruction& i, const Form& form, OperandRole role) {
  if (const RegId reg = right_register(i, form); reg != kNoRegister)
    m.add_read(reg, role);
}

void add_reads(MicroOp& m, std::initializer_list<RegId> registers) {
  for (const RegId reg : registers)
    m.add_read(reg, OperandRole::execute);
}

void add_writes(MicroOp& m, std::initializer_list<RegId> registers) {
  for (const RegId reg : registers)
    m.add_write(reg);
}

/// Branches, and what moves rsp; false: it is none of them.
bool add_control_or_stack(MicroOp& m, const Instruction& i, const Form& form) {
  switch (i.op) {
  case Op::x86_branch:
    add_flag_reads(m, i, OperandRole::branch);
    return true;
  case Op::x86_branch_rcx:
    m.add_read(kRcx, OperandRole::branch);
    return true;
  case Op::x86_jump_indirect:
    add_right(m, i, form, OperandRole::branch);
    return true;
  case Op::x86_call_indirect:
    add_right(m, i, form, OperandRole::branch);
    add_stack(m);
    return true;
  case Op::x86_call:
  case Op::x86_ret:
    add_stack(m);
    return true;
  case Op::x86_push:
    add_right(m, i, form, OperandRole::store_data);
    add_stack(m);
    return true;
  case Op::x86_pop:
    add_stack(m);
    m.add_write(i.rd);
    if (merges_result(i, form))
      m.add_read(i.rd, OperandRole::execute);
    return true;
  case Op::x86_leave:
    add_reads(m, {kRbp});
    add_writes(m, {kRsp, kRbp});
    return true;
  default:
    return false;
  }
}

/// A product or quotient in rdx and rax; of bytes in ax. Where only 16 bits are written, dx keeps
/// the rest of rdx.
void add_wide_result(MicroOp& m, const Instruction& i, const Form& form) {
  const bool divides = i.op == Op::x86_div || i.op == Op::x86_idiv;
  add_reads(m, {kRax});
  if (divides && form.width != 0)
    add_reads(m, {kRdx});
  add_right(m, i, form, OperandRole::execute);
  if (!divides && form.width == 1)
    add_reads(m, {kRdx});
  add_writes(m, {kRax});
  if (form.width != 0)
    add_writes(m, {kRdx});
  if (!divides)
    add_all_flags(m);
}

/// Operations whose registers are not all operands.
bool add_special(MicroOp& m, const Instruction& i, const Form& form) {
  switch (i.op) {
  case Op::x86_x87:
    if (x87_of(i) != X87::exchange)
      return false;
    [[fallthrough]];
  case Op::x86_xchg:
    add_reads(m, {i.rs1, i.rs2});
    add_writes(m, {i.rd, i.rd2});
    return true;
  case Op::x86_xadd:
    add_reads(m, {i.rs2});
    add_writes(m, {i.rd2});
    add_all_flags(m);
    return true;
  case Op::x86_cmpxchg:
    add_reads(m, {i.rs2, kRax});
    add_writes(m, {kRax});
    add_all_flags(m);
    return true;
  case Op::x86_mulx:
    add_reads(m, {kRdx});
    add_right(m, i, form, OperandRole::execute);
    add_writes(m, {i.rd, i.rd2});
    return true;
  case Op::x86_mul_wide:
  case Op::x86_imul_wide:
  case Op::x86_div:
  case Op::x86_idiv:
    add_wide_result(m, i, form);
    return true;
  case Op::x86_rdtsc:
    add_writes(m, {kRax, kRdx});
    if (i.imm != 0)
      add_writes(m, {kRcx});
    return true;
  case Op::x86_library:
    add_reads(m, {kRdi, kRsi, kRdx, kXmm0});
    add_writes(m, {kRax, kXmm0});
    return true;
  default:
    return add_control_or_stack(m, i, form);
  }
}

} // namespace

MicroOp micro_op_for(const Instruction& i) {
  const Form form = Form::of(i);
  MicroOp m;
  m.op_class = i.op_class;
  if (form.memory != InMemory::nothing) {
    m.add_read(i.rs1, OperandRole::execute);
    m.add_read(i.rs3, OperandRole::execute);
  }
  if (add_special(m, i, form))
    return m;
  const Traits traits = traits_of(i);
  const bool stores = stores_result(i, form) && traits.result;
  const bool plain_store = stores && !traits.left;
  if (traits.left && !form.zero_idiom)
    if (const RegId reg = left_register(i, form); reg != kNoRegister)
      m.add_read(reg, OperandRole::execute);
  if (traits.right && !form.zero_idiom)
    add_right(m, i, form, plain_store ? OperandRole::store_data : OperandRole::execute);
  if (traits.result && merges_result(i, form))
    m.add_read(i.rd, OperandRole::execute);
  if (const RegId reg = third_register(i, form); reg != kNoRegister)
    m.add_read(reg, OperandRole::execute);
  add_flag_reads(m, i, plain_store ? OperandRole::store_data : OperandRole::execute);
  if (traits.result)
    m.add_write(i.rd);
  if (traits.writes_flags)
    m.add_write(kFlags);
  if (traits.writes_carry)
    m.add_write(kCarryFlag);
  if (is_gather(i, form))
    m.add_write(third_register(i, form));
  return m;
}

} // namespace stallscope::isa::x86
