#include "isa/crack.hpp"

#include "base/check.hpp"
#include "isa/registers.hpp"
#include "x86/micro_ops/crack_x86.hpp"

namespace stallscope::isa {

CrackedOp& CrackedOp::read(RegId reg, OperandRole role) {
  if (reg == 0 || reg >= kSinkRegister)
    return *this;
  for (const RegisterRead& source : sources())
    if (source.reg == reg && source.role == role)
      return *this;
  STALLSCOPE_CHECK(read_count < kMaxCrackedReads,
                   "a micro-op reads at most kMaxCrackedReads registers");
  reads[read_count++] = {reg, role};
  return *this;
}

CrackedOp& CrackedOp::write(RegId reg) {
  if (reg == 0 || reg >= kSinkRegister)
    return *this;
  for (const RegId written : destinations())
    if (written == reg)
      return *this;
  STALLSCOPE_CHECK(write_count < kMaxCrackedWrites,
                   "a micro-op writes at most kMaxCrackedWrites registers");
  writes[write_count++] = reg;
  return *this;
}

CrackedOp& CrackedOps::add(CrackedKind kind, OpClass op_class) {
  STALLSCOPE_CHECK(count_ < kMaxCracked, "an instruction has at most kMaxCracked micro-ops");
  CrackedOp& op = ops_.at(count_++);
  op.kind = kind;
  op.op_class = op_class;
  op.writes.fill(kNoRegister);
  return op;
}

void CrackedOps::finish() {
  STALLSCOPE_CHECK(count_ > 0, "an instruction has at least one micro-op");
  ops_.front().first = true;
  back().last = true;
}

namespace {

CrackedKind kind_of(OpClass c) {
  return is_control(c) ? CrackedKind::branch
         : is_load(c)  ? CrackedKind::load
         : is_store(c) ? CrackedKind::store
                       : CrackedKind::compute;
}

/// A single micro-op for the whole instruction.
void add_whole(CrackedOps& ops, const MicroOp& m) {
  CrackedOp& op = ops.add(kind_of(m.op_class), m.op_class);
  for (const RegisterRead& read : m.sources())
    op.read(read.reg, read.role);
  for (const RegId reg : m.destinations())
    op.write(reg);
}

void add_split_store(CrackedOps& ops, const MicroOp& m, const CrackRules& rules) {
  CrackedOp& address = ops.add(CrackedKind::store_address, m.op_class);
  for (const RegId reg : m.destinations())
    address.write(reg);
  for (const RegisterRead& read : m.sources())
    if (read.role != OperandRole::store_data)
      address.read(read.reg, read.role);
  CrackedOp& data = ops.add(CrackedKind::store_data, m.op_class);
  for (const RegisterRead& read : m.sources())
    if (read.role == OperandRole::store_data)
      data.read(read.reg, read.role);
  data.fused = rules.fuse_store;
}

/// `result`: a register that is known together with the address; kSinkRegister: none.
void add_store(CrackedOps& ops, OpClass op_class, RegId base, RegId value, const CrackRules& rules,
               RegId result = kSinkRegister) {
  MicroOp m;
  m.op_class = op_class;
  if (result != kSinkRegister)
    m.add_write(result);
  m.add_read(base, OperandRole::execute);
  m.add_read(value, OperandRole::store_data);
  if (rules.split_store)
    add_split_store(ops, m, rules);
  else
    add_whole(ops, m);
}

/// Atomic memory operations: the value read is written to rd; the value computed with it is stored.
void add_atomic(CrackedOps& ops, const Instruction& i, const CrackRules& rules) {
  constexpr RegId kOld = kFirstTemporary;
  constexpr RegId kNew = kFirstTemporary + 1;
  if (i.op == Op::lr_w || i.op == Op::lr_d) {
    ops.add(CrackedKind::load, OpClass::load).read(i.rs1).write(i.rd);
    return;
  }
  if (i.op == Op::sc_w || i.op == Op::sc_d) { // known together with its address: whether it stores
    add_store(ops, OpClass::store, i.rs1, i.rs2, rules, kOld);
    ops.add(CrackedKind::compute, OpClass::integer).read(kOld).write(i.rd);
    return;
  }
  ops.add(CrackedKind::load, OpClass::load).read(i.rs1).write(kOld);
  CrackedOp& compute = ops.add(CrackedKind::compute, OpClass::integer);
  compute.read(kOld).read(i.rs2).write(kNew).fused = rules.fuse_load_op;
  add_store(ops, OpClass::store, i.rs1, kNew, rules);
  if (i.rd != kSinkRegister) // last, because rd may be the address
    ops.add(CrackedKind::compute, OpClass::integer).read(kOld).write(i.rd);
}

/// The constant that a lui or auipc writes, which the assembler has computed.
bool is_upper_immediate(const Instruction& i) {
  if (i.op != Op::load_immediate)
    return false;
  if (i.raw == 0) // mips: no other instruction has this operation
    return true;
  constexpr std::uint32_t kLui = 0x37;
  constexpr std::uint32_t kAuipc = 0x17;
  if (i.size == 2) // c.lui: quadrant 1, function 3
    return (i.raw & 3) == 1 && i.raw >> 13 == 3;
  return (i.raw & 0x7f) == kLui || (i.raw & 0x7f) == kAuipc;
}

bool completes_constant(const Instruction& upper, const Instruction& i) {
  return is_upper_immediate(upper) && i.has_immediate && i.rs1 == upper.rd && i.rd == upper.rd &&
         upper.rd != kSinkRegister && (i.op == Op::add || i.op == Op::addw || i.op == Op::or_);
}

/// slt t, a, b; bnez t: the branch depends only on the comparison.
bool branches_on(const Instruction& compare, const Instruction& branch) {
  const bool compares = compare.op == Op::slt || compare.op == Op::sltu;
  const bool tests = branch.op == Op::beq || branch.op == Op::bne;
  const bool with_zero = branch.has_immediate ? branch.imm == 0 : branch.rs2 == 0;
  return compares && tests && with_zero && compare.rd != kSinkRegister && branch.rs1 == compare.rd;
}

} // namespace

CrackedOps crack(const Instruction& i, const CrackRules& rules) {
  CrackedOps ops;
  if (is_x86(i.op)) {
    x86::crack_into(ops, i, rules);
  } else if (i.op_class == OpClass::atomic) {
    add_atomic(ops, i, rules);
  } else {
    const MicroOp m = micro_op_for(i);
    if (is_store(m.op_class) && rules.split_store)
      add_split_store(ops, m, rules);
    else
      add_whole(ops, m);
  }
  ops.finish();
  return ops;
}

bool fuses(const Instruction& first, const Instruction& second, const CrackRules& rules) {
  if (is_x86(first.op))
    return rules.fuse_compare_branch && x86::fuses(first, second);
  return (rules.fuse_lui_addi && completes_constant(first, second)) ||
         (rules.fuse_compare_branch && branches_on(first, second));
}

CrackedOps crack_pair(const Instruction& first, const Instruction& second,
                      const CrackRules& rules) {
  STALLSCOPE_CHECK(fuses(first, second, rules), "two instructions that fuse");
  CrackedOps ops = crack(first, rules);
  CrackedOp& op = ops.back();
  const MicroOp m = micro_op_for(second);
  if (is_control(m.op_class)) {
    op.op_class = m.op_class;
    op.kind = CrackedKind::branch;
  }
  const CrackedOp before = op;
  const auto made_here = [&](RegId reg) {
    for (const RegId written : before.destinations())
      if (written == reg)
        return true;
    return false;
  };
  for (const RegisterRead& read : m.sources())
    if (!made_here(read.reg))
      op.read(read.reg, read.role);
  for (const RegId reg : m.destinations())
    op.write(reg);
  return ops;
}

} // namespace stallscope::isa
