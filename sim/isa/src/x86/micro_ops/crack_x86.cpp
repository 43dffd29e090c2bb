#include "x86/micro_ops/crack_x86.hpp"

#include "x86/micro_ops/form.hpp"
#include "x86/micro_ops/handed_x86.hpp"
#include "x86/micro_ops/packed_steps.hpp"
#include "x86/micro_ops/x87.hpp"

#include <algorithm>

namespace stallscope::isa::x86 {

namespace {

class Cracker {
public:
  Cracker(CrackedOps& ops, const Instruction& i, const CrackRules& rules)
      : ops_(ops), i_(i), rules_(rules), form_(Form::of(i)) {}

  void run() {
    switch (i_.op) {
    case Op::x86_branch:
      read_flags(ops_.add(CrackedKind::branch, OpClass::branch), OperandRole::branch);
      return;
    case Op::x86_branch_rcx:
      ops_.add(CrackedKind::branch, OpClass::branch).read(kRcx, OperandRole::branch);
      return;
    case Op::x86_jump_indirect:
      return jump(target());
    case Op::x86_call:
      push(kNoRegister);
      ops_.add(CrackedKind::branch, OpClass::jump);
      return;
    case Op::x86_call_indirect:
      return call_indirect();
    case Op::x86_ret:
      pop(kLoaded);
      jump(kLoaded);
      return;
    case Op::x86_push:
      push(loads_operand(i_, form_) ? load(kLoaded) : right_register(i_, form_));
      return;
    case Op::x86_pop:
      return pop_operand();
    case Op::x86_leave: // rsp = rbp; pop rbp
      ops_.add(CrackedKind::compute, OpClass::integer).read(kRbp).write(kRsp);
      ops_.add(CrackedKind::load, OpClass::load).read(kRbp).write(kRbp);
      return;
    case Op::x86_xchg:
      return form_.memory == InMemory::nothing ? exchange() : exchange_with_memory();
    case Op::x86_x87:
      return x87_of(i_) == X87::exchange ? exchange_stack() : ordinary();
    case Op::x86_xadd:
    case Op::x86_cmpxchg:
      return update_memory();
    case Op::x86_mulx:
      return long_product();
    case Op::x86_mul_wide:
    case Op::x86_imul_wide:
    case Op::x86_div:
    case Op::x86_idiv:
      return two_results();
    case Op::x86_prefetch:
      load(kNoRegister);
      return;
    case Op::x86_rdtsc:
      return read_time_stamp();
    case Op::x86_library:
      return call_library();
    default:
      ordinary();
    }
  }

private:
  CrackedOp& address(CrackedOp& op) { return op.read(i_.rs1).read(i_.rs3); }

  RegId load(RegId into) {
    address(ops_.add(CrackedKind::load, load_class(i_))).write(into);
    return into;
  }

  void call_library() {
    CrackedOp& op = ops_.add(CrackedKind::compute, OpClass::system);
    op.read(kRdi).read(kRsi).read(kRdx).read(kXmm0).write(kRax).write(kXmm0);
  }

  void read_time_stamp() {
    CrackedOp& op = ops_.add(CrackedKind::compute, compute_class(i_));
    op.write(kRax).write(kRdx);
    if (i_.imm != 0)
      op.write(kRcx);
  }

  /// Where an indirect jump or call goes, in a register.
  RegId target() { return loads_operand(i_, form_) ? load(kLoaded) : right_register(i_, form_); }
  void jump(RegId to) {
    ops_.add(CrackedKind::branch, OpClass::jump_register).read(to, OperandRole::branch);
  }

  /// A call through rsp, which the push changes, uses the old value.
  void call_indirect() {
    RegId to = target();
    if (to == kRsp)
      ops_.add(CrackedKind::compute, OpClass::integer).read(kRsp).write(to = kLoaded);
    push(kNoRegister);
    jump(to);
  }

  /// First the stack pointer changes, then the value, a register or a constant, is stored there.
  void push(RegId value) {
    const bool itself = value == kRsp; // pushes the old value of rsp
    if (itself)
      ops_.add(CrackedKind::compute, OpClass::integer).read(kRsp).write(value = kLoaded);
    if (!rules_.stack_engine)
      ops_.add(CrackedKind::compute, OpClass::integer).read(kRsp).write(kRsp);
    if (!rules_.split_store) {
      CrackedOp& store = ops_.add(CrackedKind::store, OpClass::store);
      store.read(kRsp).read(value, OperandRole::store_data);
      if (rules_.stack_engine)
        store.write(kRsp);
      return;
    }
    CrackedOp& at = ops_.add(CrackedKind::store_address, OpClass::store);
    at.read(kRsp);
    if (rules_.stack_engine)
      at.write(kRsp);
    CrackedOp& data = ops_.add(CrackedKind::store_data, OpClass::store);
    data.read(value, OperandRole::store_data).fused = rules_.fuse_store;
  }

  void pop(RegId into) {
    CrackedOp& op = ops_.add(CrackedKind::load, OpClass::load);
    op.read(kRsp).write(into);
    if (into == kRsp) // the popped value is the final value of rsp
      return;
    if (rules_.stack_engine)
      op.write(kRsp);
    else
      ops_.add(CrackedKind::compute, OpClass::integer).read(kRsp).write(kRsp);
  }

  void pop_operand() {
    const bool merges = merges_result(i_, form_);
    const bool stores = form_.memory == InMemory::left;
    pop(merges || stores ? kLoaded : i_.rd);
    if (merges)
      ops_.add(CrackedKind::compute, OpClass::integer).read(kLoaded).read(i_.rd).write(i_.rd);
    if (stores)
      store(kLoaded);
  }

  /// Stores to the memory operand; `value` is a register, kNoRegister means a constant, kFlags is
  /// for setcc. `control`: the control word that determines the rounding of an x87 number;
  /// kNoRegister: no rounding.
  void store(RegId value, RegId control = kNoRegister) {
    if (rules_.split_store)
      address(ops_.add(CrackedKind::store_address, store_class(i_)));
    CrackedOp& data = rules_.split_store ? ops_.add(CrackedKind::store_data, store_class(i_))
                                         : address(ops_.add(CrackedKind::store, store_class(i_)));
    data.read(value, OperandRole::store_data);
    if (control != kNoRegister)
      data.read(control, OperandRole::store_data);
    data.fused = rules_.split_store && rules_.fuse_store;
  }

  /// With 8 and 16 bits the rest of both registers is kept, so they are sources too.
  void exchange() {
    const bool merges = form_.width < 2;
    ops_.add(CrackedKind::compute, OpClass::integer).read(i_.rs1).write(kResult);
    CrackedOp& second = ops_.add(CrackedKind::compute, OpClass::integer);
    second.read(i_.rs2).write(i_.rd2);
    CrackedOp& third = ops_.add(CrackedKind::compute, OpClass::integer);
    third.read(kResult).write(i_.rd);
    if (merges) {
      second.read(i_.rd2);
      third.read(i_.rd);
    }
  }

  void exchange_stack() {
    ops_.add(CrackedKind::compute, OpClass::fp_move).read(i_.rs1).write(kResult);
    ops_.add(CrackedKind::compute, OpClass::fp_move).read(i_.rs2).write(i_.rd);
    ops_.add(CrackedKind::compute, OpClass::fp_move).read(kResult).write(i_.rd2);
  }
  /// Real numbers are converted to or from 80 bits when loaded or stored.
  [[nodiscard]] bool moves_x87() const {
    const X87 operation = x87_of(i_);
    return i_.op == Op::x86_x87 &&
           (operation == X87::load || operation == X87::store || operation == X87::store_lower ||
            operation == X87::store_upper || operation == X87::store_control ||
            operation == X87::store_status);
  }

  /// The old memory value is written to the register after the register has been stored.
  void exchange_with_memory() {
    load(kLoaded);
    store(i_.rs2);
    move_loaded();
  }
  void move_loaded() {
    CrackedOp& op = ops_.add(CrackedKind::compute, OpClass::integer);
    op.read(kLoaded).write(i_.rd2);
    if (form_.width < 2)
      op.read(i_.rd2);
  }

  /// xadd and cmpxchg: xadd writes the old value to its register, cmpxchg compares it with rax and
  /// writes it there.
  void update_memory() {
    load(kLoaded);
    CrackedOp& op = ops_.add(CrackedKind::compute, OpClass::integer);
    op.read(kLoaded).write(kFlags).write(kCarryFlag).fused = rules_.fuse_load_op;
    if (i_.op == Op::x86_xadd) {
      op.read(i_.rs2).write(kResult);
      store(kResult);
      move_loaded();
      return;
    }
    op.read(kRax).write(kStep);
    CrackedOp& chosen = ops_.add(CrackedKind::compute, OpClass::integer);
    chosen.read(kStep).read(kLoaded).read(i_.rs2).read(kRax).write(kResult).write(kRax);
    store(kResult);
  }

  /// mulx: the two halves of rdx * right.
  void long_product() {
    const bool loads = loads_operand(i_, form_);
    const RegId right = loads ? load(kLoaded) : right_register(i_, form_);
    CrackedOp& op = ops_.add(CrackedKind::compute, OpClass::multiply);
    op.read(kRdx).read(right).write(i_.rd2).write(kResult).fused = loads && rules_.fuse_load_op;
    ops_.add(CrackedKind::compute, OpClass::integer).read(kResult).write(i_.rd);
  }

  /// rdx:rax. The second micro-op transfers the second result, because there is one result bus.
  void two_results() {
    const bool loads = loads_operand(i_, form_);
    const RegId right = loads ? load(kLoaded) : right_register(i_, form_);
    const bool divides = i_.op == Op::x86_div || i_.op == Op::x86_idiv;
    const bool one_register = form_.width == 0; // ax
    CrackedOp& op = ops_.add(CrackedKind::compute, compute_class(i_));
    op.read(kRax).read(right).write(kRax).fused = loads && rules_.fuse_load_op;
    if (divides && !one_register)
      op.read(kRdx);
    if (one_register) {
      if (!divides)
        op.write(kFlags).write(kCarryFlag);
      return;
    }
    op.write(kResult);
    CrackedOp& second = ops_.add(CrackedKind::compute, OpClass::integer);
    second.read(kResult).write(kRdx);
    if (!divides) // CF and OF show whether the upper half is significant
      second.write(kFlags).write(kCarryFlag);
    if (form_.width == 1)
      second.read(kRdx);
  }

  /// One load per element, which inserts it into the result; with eight elements each load
  /// represents two, because an instruction has at most eight micro-ops.
  void gather() {
    const RegId mask = third_register(i_, form_);
    const unsigned loads = std::min(gathered_lanes(form_), 4U);
    for (unsigned n = 0; n < loads; ++n) {
      address(ops_.add(CrackedKind::load, OpClass::fp_load)).read(mask).write(kLoaded);
      CrackedOp& op = ops_.add(CrackedKind::compute, OpClass::vector_shuffle);
      op.read(kLoaded).read(n == 0 ? i_.rs2 : kStep);
      if (n + 1 < loads)
        op.write(kStep);
      else
        op.write(i_.rd).write(mask);
    }
  }

  void ordinary() {
    if (is_gather(i_, form_))
      return gather();
    const Traits traits = traits_of(i_);
    const bool stores = stores_result(i_, form_) && traits.result;
    const bool loads = loads_operand(i_, form_);
    const bool moves =
        i_.op == Op::x86_mov || i_.op == Op::x86_movzx || i_.op == Op::x86_movsx || moves_x87() ||
        (i_.op == Op::x86_packed && (form_.packed <= Packed::high_out || is_copied_by_load(form_)));
    const bool merges = traits.result && merges_result(i_, form_);
    if (moves && loads && !merges) {
      load(i_.rd);
      return;
    }
    if (moves && stores) {
      store(right_register(i_, form_), third_register(i_, form_));
      return;
    }
    if (loads)
      load(kLoaded);
    if (const PackedSteps steps = steps_of(i_, form_); is_shift_by_register(i_, form_))
      shift_by_register(steps, loads, stores, merges);
    else
      compute(steps, loads, stores, merges);
    if (stores)
      store(kResult);
  }

  void compute(const PackedSteps& steps, bool loads, bool stores, bool merges) {
    CrackedOp& first = ops_.add(CrackedKind::compute, steps.classes[0]);
    first.fused = loads && rules_.fuse_load_op;
    read_sources(first, loads);
    // One micro-op adds the left and right operands of adc, and the next one CF; a condition is
    // evaluated first.
    const bool adds_carry = i_.op == Op::x86_adc || i_.op == Op::x86_sbb;
    if (!adds_carry)
      read_flags(first, OperandRole::execute);
    for (unsigned n = 1; n < steps.count; ++n) {
      ops_.back().write(kStep);
      ops_.add(CrackedKind::compute, steps.classes.at(n)).read(kStep);
    }
    CrackedOp& last = ops_.back();
    if (adds_carry)
      read_flags(last, OperandRole::execute);
    if (merges)
      last.read(i_.rd);
    write_result(last, stores);
    write_flags(last);
  }

  /// First the count, then the shift; the last micro-op combines the flags, which a count of 0 does
  /// not change.
  void shift_by_register(const PackedSteps& steps, bool loads, bool stores, bool merges) {
    const RegId count = form_.third ? third_register(i_, form_) : right_register(i_, form_);
    ops_.add(CrackedKind::compute, steps.classes[0]).read(count).write(kStep);
    CrackedOp& shift = ops_.add(CrackedKind::compute, steps.classes[1]);
    shift.read(kStep).read(loads ? kLoaded : left_register(i_, form_));
    if (form_.third)
      shift.read(right_register(i_, form_));
    if (merges)
      shift.read(i_.rd);
    write_result(shift.write(kStep), stores);
    CrackedOp& flags = ops_.add(CrackedKind::compute, steps.classes[2]).read(kStep);
    read_flags(flags, OperandRole::execute);
    write_flags(flags);
  }

  void write_result(CrackedOp& op, bool stores) {
    if (traits_of(i_).result)
      op.write(stores ? kResult : i_.rd);
  }
  void write_flags(CrackedOp& op) {
    const Traits traits = traits_of(i_);
    if (traits.writes_flags)
      op.write(kFlags);
    if (traits.writes_carry)
      op.write(kCarryFlag);
  }
  void read_flags(CrackedOp& op, OperandRole role) {
    const FlagReads reads = flags_read(i_);
    if (reads.flags)
      op.read(kFlags, role);
    if (reads.carry)
      op.read(kCarryFlag, role);
  }

  void read_sources(CrackedOp& op, bool loads) {
    const Traits traits = traits_of(i_);
    if (i_.op == Op::x86_lea)
      address(op);
    if (loads)
      op.read(kLoaded);
    if (traits.left && !form_.zero_idiom)
      op.read(left_register(i_, form_));
    if (traits.right && !form_.zero_idiom)
      op.read(right_register(i_, form_));
    if (const RegId third = third_register(i_, form_); third != kNoRegister)
      op.read(third);
  }

  CrackedOps& ops_;
  const Instruction& i_;
  const CrackRules& rules_;
  Form form_;
};

} // namespace

void crack_into(CrackedOps& ops, const Instruction& i, const CrackRules& rules) {
  Cracker(ops, i, rules).run();
}

bool fuses(const Instruction& first, const Instruction& second) {
  const Form form = Form::of(first);
  const bool stores = stores_result(first, form) && traits_of(first).result;
  if (second.op != Op::x86_branch || stores ||
      (form.memory != InMemory::nothing && first.has_immediate))
    return false;
  const Condition c = Form::of(second).condition;
  const bool carry =
      c == Condition::b || c == Condition::ae || c == Condition::be || c == Condition::a;
  const bool zero_or_signed = c == Condition::e || c == Condition::ne || c >= Condition::l;
  switch (first.op) {
  case Op::x86_test:
  case Op::x86_and:
    return true;
  case Op::x86_cmp:
  case Op::x86_add:
  case Op::x86_sub:
    return carry || zero_or_signed;
  case Op::x86_inc:
  case Op::x86_dec:
    return zero_or_signed;
  default:
    return false;
  }
}

} // namespace stallscope::isa::x86
