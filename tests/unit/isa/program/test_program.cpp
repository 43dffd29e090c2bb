#include "isa/assemble.hpp"
#include "isa/program.hpp"
#include "isa/registers.hpp"

#include <catch2/catch.hpp>

#include <set>
#include <utility>

using namespace stallscope;
using namespace stallscope::isa;

namespace {

using Reads = std::set<std::pair<RegId, OperandRole>>;

Reads reads_of(const MicroOp& m) {
  Reads reads;
  for (const RegisterRead& read : m.sources())
    reads.insert({read.reg, read.role});
  return reads;
}

std::set<RegId> writes_of(const MicroOp& m) {
  return {m.destinations().begin(), m.destinations().end()};
}

Instruction make(Op op, RegId rd, RegId rs1, RegId rs2, OpClass op_class = OpClass::integer) {
  Instruction i;
  i.op = op;
  i.op_class = op_class;
  i.rd = rd;
  i.rs1 = rs1;
  i.rs2 = rs2;
  return i;
}

Instruction make_immediate(Op op, RegId rd, RegId rs1, std::int64_t imm) {
  Instruction i = make(op, rd, rs1, 9); // rs2 holds stray bits, which are no operand
  i.has_immediate = true;
  i.imm = imm;
  return i;
}

constexpr OperandRole kExecute = OperandRole::execute;
constexpr OperandRole kStoreData = OperandRole::store_data;
constexpr OperandRole kBranch = OperandRole::branch;

Program three_instructions() {
  Program p;
  for (std::uint64_t pc : {0x1000, 0x1004, 0x1008}) {
    Instruction i;
    i.op = Op::nop;
    i.pc = pc;
    p.append(i, micro_op_for(i), {"nop", 1, 1});
  }
  p.end_pc = 0x100c;
  p.finish();
  return p;
}

} // namespace

TEST_CASE("names: every notation and operation class is found by its name") {
  for (const Isa isa : {Isa::tac, Isa::mips, Isa::riscv})
    CHECK(isa_from_name(name(isa)) == isa);
  CHECK_FALSE(isa_from_name("arm"));
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kOpClassCount; ++i) {
    const auto op_class = static_cast<OpClass>(i);
    CHECK(op_class_from_name(name(op_class)) == op_class);
    names.insert(name(op_class));
  }
  CHECK(names.size() == kOpClassCount);
  CHECK(name(OpClass::fp_multiply) == "fp_multiply");
  CHECK(name(OpClass::nop) == "nop");
  CHECK_FALSE(op_class_from_name("fp"));
}

TEST_CASE("micro-op: an immediate is never a source register") {
  CHECK(reads_of(micro_op_for(make(Op::add, 3, 1, 2))) == Reads{{1, kExecute}, {2, kExecute}});
  CHECK(reads_of(micro_op_for(make_immediate(Op::add, 3, 1, 2))) == Reads{{1, kExecute}});
  CHECK(reads_of(micro_op_for(make_immediate(Op::load_immediate, 3, 8, 2))).empty());
  CHECK(reads_of(micro_op_for(make_immediate(Op::csr_read, 3, 0, 0xC00))).empty());
  CHECK(reads_of(micro_op_for(make_immediate(Op::beq, 0, 4, 5))) == Reads{{4, kBranch}});
}

TEST_CASE("micro-op: the zero register and the sink never appear") {
  const MicroOp m = micro_op_for(make(Op::add, kSinkRegister, 0, 0));
  CHECK(m.sources().empty());
  CHECK(m.destinations().empty());
  CHECK(micro_op_for(make(Op::sub, 0, 0, 7)).destinations().empty());
  const MicroOp call = micro_op_for(make(Op::jump_link, kSinkRegister, 0, 0, OpClass::jump));
  CHECK(call.destinations().empty());
}

TEST_CASE("micro-op: a register read twice in one role is listed once") {
  CHECK(micro_op_for(make(Op::add, 3, 5, 5)).read_count == 1);
  // A store of the address register itself needs it in two roles.
  CHECK(reads_of(micro_op_for(make(Op::sw, kSinkRegister, 5, 5, OpClass::store))) ==
        Reads{{5, kExecute}, {5, kStoreData}});
}

TEST_CASE("micro-op: memory operations read the base to execute and the value as store data") {
  for (const Op op :
       {Op::lb, Op::lbu, Op::lh, Op::lhu, Op::lw, Op::lwu, Op::ld, Op::flw, Op::fld}) {
    const MicroOp m = micro_op_for(make(op, 6, 5, 9, OpClass::load));
    CHECK(reads_of(m) == Reads{{5, kExecute}});
    CHECK(writes_of(m) == std::set<RegId>{6});
    CHECK(m.op_class == OpClass::load);
  }
  for (const Op op : {Op::sb, Op::sh, Op::sw, Op::sd, Op::fsw, Op::fsd}) {
    const MicroOp m = micro_op_for(make(op, kSinkRegister, 5, 9, OpClass::store));
    CHECK(reads_of(m) == Reads{{5, kExecute}, {9, kStoreData}});
    CHECK(m.destinations().empty());
  }
}

TEST_CASE("micro-op: branches and indirect jumps read in the branch role") {
  for (const Op op : {Op::beq, Op::bne, Op::blt, Op::bge, Op::bltu, Op::bgeu, Op::ble, Op::bgt}) {
    const MicroOp m = micro_op_for(make(op, 7, 3, 4, OpClass::branch));
    CHECK(reads_of(m) == Reads{{3, kBranch}, {4, kBranch}});
    CHECK(m.destinations().empty());
  }
  CHECK(reads_of(micro_op_for(make(Op::branch_flag_set, 7, kFirstFlag, 4))) ==
        Reads{{kFirstFlag, kBranch}});
  const MicroOp call = micro_op_for(make(Op::jump_link_register, 1, 5, 9, OpClass::jump));
  CHECK(reads_of(call) == Reads{{5, kBranch}});
  CHECK(writes_of(call) == std::set<RegId>{1});
  CHECK(reads_of(micro_op_for(make(Op::jump, 7, 3, 4))).empty());
}

TEST_CASE("micro-op: multiply and divide of MIPS write LO and HI") {
  for (const Op op : {Op::mult, Op::multu, Op::multw, Op::multuw, Op::divmod, Op::divmodu,
                      Op::divmodw, Op::divmoduw}) {
    Instruction i = make(op, kLo, 8, 9, OpClass::multiply);
    i.rd2 = kHi;
    CHECK(writes_of(micro_op_for(i)) == std::set<RegId>{kLo, kHi});
    CHECK(reads_of(micro_op_for(i)) == Reads{{8, kExecute}, {9, kExecute}});
  }
  // Other operations leave rd2 alone whatever it holds.
  Instruction add = make(Op::add, 1, 8, 9);
  add.rd2 = kHi;
  CHECK(writes_of(micro_op_for(add)) == std::set<RegId>{1});
}

TEST_CASE("micro-op: a conditional move reads its destination") {
  CHECK(reads_of(micro_op_for(make(Op::movz, 3, 1, 2))) ==
        Reads{{1, kExecute}, {2, kExecute}, {3, kExecute}});
}

TEST_CASE("micro-op: what is merged into a destination is read") {
  for (const Op op : {Op::insert, Op::insert_w, Op::lwl, Op::lwr, Op::ldl, Op::ldr}) {
    Instruction i = make(op, 3, 1, 2);
    i.has_immediate = true;
    CHECK(reads_of(micro_op_for(i)) == Reads{{1, kExecute}, {3, kExecute}});
    CHECK(writes_of(micro_op_for(i)) == std::set<RegId>{3});
  }
  for (const Op op : {Op::madd_w, Op::maddu_w, Op::msub_w, Op::msubu_w}) {
    Instruction i = make(op, kLo, 8, 9, OpClass::multiply);
    i.rd2 = kHi;
    CHECK(writes_of(micro_op_for(i)) == std::set<RegId>{kLo, kHi});
    CHECK(reads_of(micro_op_for(i)) ==
          Reads{{8, kExecute}, {9, kExecute}, {kLo, kExecute}, {kHi, kExecute}});
  }
}

TEST_CASE("micro-op: unary operations read one register") {
  for (const Op op :
       {Op::move, Op::clz_w, Op::clo_w, Op::fsqrt_d, Op::fabs_s, Op::fneg_d, Op::cvt_d_w,
        Op::cvt_w_d, Op::trunc_w_s, Op::ceil_w_s, Op::move_to_fp_w, Op::move_from_fp_w})
    CHECK(reads_of(micro_op_for(make(op, 3, 40, 41))) == Reads{{40, kExecute}});
  CHECK(reads_of(micro_op_for(make(Op::fadd_d, 42, 40, 41))) ==
        Reads{{40, kExecute}, {41, kExecute}});
  const MicroOp compare = micro_op_for(make(Op::fcmp_lt_d, kFirstFlag, 40, 41));
  CHECK(writes_of(compare) == std::set<RegId>{kFirstFlag});
}

TEST_CASE("micro-op: a system call lists all registers it may read and write") {
  Instruction i = make(Op::syscall, mips::kV0, mips::kV0, mips::kA0, OpClass::system);
  i.imm = mips::kF12;
  i.rd2 = mips::kF0;
  const MicroOp m = micro_op_for(i);
  CHECK(reads_of(m) == Reads{{mips::kV0, kExecute},
                             {mips::kA0, kExecute},
                             {mips::kA0 + 1, kExecute},
                             {mips::kF12, kExecute}});
  CHECK(writes_of(m) == std::set<RegId>{mips::kV0, mips::kF0});

  Instruction print = make_immediate(Op::syscall, kSinkRegister, 0, 1); // three-address code
  print.rs2 = 12;
  CHECK(reads_of(micro_op_for(print)) == Reads{{12, kExecute}});
}

TEST_CASE("program: addresses lead to instructions, anything else to none") {
  const Program p = three_instructions();
  CHECK(p.index_of(0x1000) == 0);
  CHECK(p.index_of(0x1008) == 2);
  for (const std::uint64_t pc :
       {std::uint64_t{0}, std::uint64_t{0xfff}, std::uint64_t{0x1001}, std::uint64_t{0x1002},
        std::uint64_t{0x100a}, std::uint64_t{0x100c}, std::uint64_t{0x100e}, ~std::uint64_t{0}})
    CHECK(p.index_of(pc) == kNoIndex);
  CHECK(p.code[2].first_micro_op == 2);
  CHECK(p.micro_ops_of(p.code[2]).size() == 1);

  Program empty;
  empty.finish();
  CHECK(empty.index_of(0) == kNoIndex);
}

TEST_CASE("program: an address is shown as the label before it") {
  Program p = three_instructions();
  CHECK(p.symbolic(0x1000).empty());
  p.symbols["loop"] = {0x1004, true, false};
  p.symbols["count"] = {0x1008, false, false};
  p.symbols["SIZE"] = {0x1008, true, true};
  CHECK(p.symbolic(0x1000).empty());
  CHECK(p.symbolic(0x1004) == "loop");
  CHECK(p.symbolic(0x1008) == "loop+4");
  CHECK(p.symbolic(0x100c).empty());
  CHECK(p.symbolic(0x5000).empty());
  p.symbols["done"] = {0x100c, true, false};
  CHECK(p.symbolic(0x100c) == "done");
}

TEST_CASE("program: registers answer to all their names") {
  Program p;
  p.isa = Isa::mips;
  p.register_names.resize(kHi + 2);
  p.register_names[0] = "$zero";
  p.register_names[8] = "$t0";
  p.register_names[30] = "$fp";
  p.register_names[kFirstFpRegister + 2] = "$f2";
  p.register_names[kHi] = "hi";
  for (const char* text : {"$t0", "t0", "T0", "$8", "R8", "r8", "x8", "$r8"})
    CHECK(p.register_named(text) == 8);
  for (const char* text : {"$f2", "F2", "f2"})
    CHECK(p.register_named(text) == kFirstFpRegister + 2);
  CHECK(p.register_named("$0") == 0);
  CHECK(p.register_named("zero") == 0);
  CHECK(p.register_named("HI") == kHi);
  CHECK(p.register_named("$s8") == 30);
  for (const char* text : {"", "$", "r", "8", "$08", "r32", "r9", "f3", "$f32", "t00", "$t0 "})
    CHECK(p.register_named(text) == kNoRegister);

  Program tac;
  tac.register_names = {"", "x8", "R8"};
  CHECK(tac.register_named("x8") == 1);
  CHECK(tac.register_named("R8") == 2);
  CHECK(tac.register_named("r8") == kNoRegister); // variables differ by case
  CHECK(tac.register_named("") == kNoRegister);
}

TEST_CASE("operation classes: refinements by what is computed, of their own class alone") {
  CHECK(refined_class(Op::mulhsuw, OpClass::multiply) == OpClass::multiply_high);
  CHECK(refined_class(Op::mulw, OpClass::multiply) == OpClass::multiply);
  CHECK(refined_class(Op::remuw, OpClass::divide) == OpClass::divide_word);
  CHECK(refined_class(Op::remu, OpClass::divide) == OpClass::divide);
  CHECK(refined_class(Op::jump_link_register, OpClass::jump) == OpClass::jump_register);
  CHECK(refined_class(Op::jump_link, OpClass::jump) == OpClass::jump);
  CHECK(refined_class(Op::csr_read, OpClass::integer) == OpClass::csr_read);
  CHECK(refined_class(Op::csr_set, OpClass::system) == OpClass::csr_write);
  CHECK(refined_class(Op::rv_fmadd_s, OpClass::fp_fused) == OpClass::fp_fused_single);
  CHECK(refined_class(Op::rv_fsqrt_s, OpClass::fp_divide) == OpClass::fp_sqrt_single);
  CHECK(refined_class(Op::rv_fdiv_s, OpClass::fp_divide) == OpClass::fp_divide_single);
  CHECK(refined_class(Op::rv_fdiv_d, OpClass::fp_divide) == OpClass::fp_divide);
  CHECK(refined_class(Op::csr_read, OpClass::system) == OpClass::system); // not of that class
  for (std::size_t i = 0; i < kOpClassCount; ++i) {
    const auto c = static_cast<OpClass>(i);
    CHECK(base_of(base_of(c)) == base_of(c));
    CHECK(is_floating_point(c) == is_floating_point(base_of(c)));
    CHECK(is_control(c) == is_control(base_of(c)));
  }
}

TEST_CASE("program: a register is named as operands name it") {
  const auto number = [](Isa isa, const char* text, const char* name) {
    const Result<Program> program = assemble(isa, "test", text);
    REQUIRE(program.ok());
    return program->register_named(name);
  };
  for (const char* name : {"rcx", "%rcx", "ecx", "%ecx", "ECX", "cl", "%cx"}) {
    INFO(name);
    CHECK(number(Isa::x86, "addq %rax, %rcx", name) == x86::kRcx);
  }
  CHECK(number(Isa::x86, "addq %rax, %rcx", "ch") == kNoRegister);
  for (const char* name : {"R8", "r8", "$8", "$t0", "t0"}) {
    INFO(name);
    CHECK(number(Isa::mips, "ADD R8,R9,R10", name) == 8);
    CHECK(number(Isa::mips, "addu $t0,$t1,$t2", name) == 8);
  }
  for (const char* name : {"x8", "s0", "fp", "X8"})
    CHECK(number(Isa::riscv, "add x8,x9,x10", name) == 8);
  CHECK(number(Isa::riscv, "add x8,x9,x10", "y8") == kNoRegister);
}
