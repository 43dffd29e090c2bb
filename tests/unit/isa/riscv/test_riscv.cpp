#include "unit/isa/asm_testing.hpp"

#include <cstdint>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

std::string expand(std::string_view text) {
  return texts(Isa::riscv, text);
}
std::string expand32(std::string_view text) {
  return texts(Isa::riscv, text, with_xlen(32));
}
std::string uses(std::string_view text) {
  return registers(assembled(Isa::riscv, text));
}
std::vector<std::string> errors(std::string_view text) {
  return problems(Isa::riscv, text);
}
using Lines = std::vector<std::string>;

} // namespace

TEST_CASE("riscv: register sets come from operands, immediates and x0 never appear") {
  CHECK(uses("add a0, a1, a2") == "a1 a2 -> a0");
  CHECK(uses("addi a0, a1, 12") == "a1 -> a0"); // x12 is a2
  CHECK(uses("slli a0, a1, 5") == "a1 -> a0");
  CHECK(uses("add x0, a1, x0") == "a1 ->");
  CHECK(uses("lui a0, 0x7ffff") == "-> a0");
  CHECK(uses("auipc a0, 0x7ffff") == "-> a0");
  CHECK(uses("lw a0, 8(a1)") == "a1 -> a0");
  CHECK(uses("sw a0, 8(a1)") == "a1 a0!data ->");
  CHECK(uses("beq a0, a1, 0x10000") == "a0!branch a1!branch ->");
  CHECK(uses("beqz a0, 0x10000") == "a0!branch ->");
  CHECK(uses("jal 0x10000") == "-> ra");
  CHECK(uses("j 0x10000") == "->");
  CHECK(uses("jalr a0") == "a0!branch -> ra");
  CHECK(uses("ret") == "ra!branch ->");
  CHECK(uses("rdcycle a0") == "-> a0");
  CHECK(uses("nop") == "->");
}

TEST_CASE("riscv: operation classes are the ones machines schedule by") {
  const Program p =
      assembled(Isa::riscv, "add a0,a1,a2\nsll a0,a1,a2\nsrai a0,a1,3\nmulh a0,a1,a2\n"
                            "remu a0,a1,a2\nld a0,0(a1)\nsb a0,0(a1)\nbne a0,a1,0x10000\n"
                            "j 0x10000\necall\nnop\nli a0,1\ncsrr a0,instret\nfence");
  const std::vector<OpClass> expected = {OpClass::integer,       OpClass::shift,  OpClass::shift,
                                         OpClass::multiply_high, OpClass::divide, OpClass::load,
                                         OpClass::store,         OpClass::branch, OpClass::jump,
                                         OpClass::system,        OpClass::nop,    OpClass::integer,
                                         OpClass::csr_read,      OpClass::system};
  REQUIRE(p.code.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(p.source[i].text);
    CHECK(p.code[i].op_class == expected[i]);
    CHECK(p.micro_ops_of(p.code[i])[0].op_class == expected[i]);
  }
}

TEST_CASE("riscv: pseudo-instructions expand to what the manual says") {
  CHECK(expand("nop") == "nop");
  CHECK(expand("addi x0, x0, 0") == "nop");
  CHECK(expand("mv a0, a1") == "addi a0, a1, 0");
  CHECK(expand("not a0, a1") == "xori a0, a1, -1");
  CHECK(expand("neg a0, a1") == "sub a0, zero, a1");
  CHECK(expand("negw a0, a1") == "subw a0, zero, a1");
  CHECK(expand("sext.w a0, a1") == "addiw a0, a1, 0");
  CHECK(expand("seqz a0, a1") == "sltiu a0, a1, 1");
  CHECK(expand("snez a0, a1") == "sltu a0, zero, a1");
  CHECK(expand("sltz a0, a1") == "slt a0, a1, zero");
  CHECK(expand("sgtz a0, a1") == "slt a0, zero, a1");
  CHECK(expand("x: beqz a0, x") == "beq a0, zero, x");
  CHECK(expand("x: bnez a0, x") == "bne a0, zero, x");
  CHECK(expand("x: blez a0, x") == "bge zero, a0, x");
  CHECK(expand("x: bgez a0, x") == "bge a0, zero, x");
  CHECK(expand("x: bltz a0, x") == "blt a0, zero, x");
  CHECK(expand("x: bgtz a0, x") == "blt zero, a0, x");
  CHECK(expand("x: bgt a0, a1, x") == "blt a1, a0, x");
  CHECK(expand("x: ble a0, a1, x") == "bge a1, a0, x");
  CHECK(expand("x: bgtu a0, a1, x") == "bltu a1, a0, x");
  CHECK(expand("x: bleu a0, a1, x") == "bgeu a1, a0, x");
  CHECK(expand("x: j x") == "jal zero, x");
  CHECK(expand("x: jal x") == "jal ra, x");
  CHECK(expand("x: call x") == "jal ra, x");
  CHECK(expand("x: tail x") == "jal zero, x");
  CHECK(expand("jr a0") == "jalr zero, 0(a0)");
  CHECK(expand("jalr a0") == "jalr ra, 0(a0)");
  CHECK(expand("jalr a0, 4(a1)") == "jalr a0, 4(a1)");
  CHECK(expand("jalr a0, a1, 4") == "jalr a0, 4(a1)");
  CHECK(expand("ret") == "jalr zero, 0(ra)");
  CHECK(expand("add a0, a1, 5") == "addi a0, a1, 5");
  CHECK(expand("csrrs a0, cycle, x0") == "csrrs a0, cycle, zero");
  CHECK(expand("csrr a0, 0xc02") == "csrrs a0, instret, zero");
  CHECK(expand("fence") == "fence iorw, iorw");
  CHECK(expand("fence rw, w") == "fence rw, w");
}

TEST_CASE("riscv: li takes the shortest sequence and gives its value") {
  CHECK(expand("li a0, -2048") == "addi a0, zero, -2048");
  CHECK(expand("li a0, 2048") == "lui a0, 0x1\naddiw a0, a0, -2048");
  CHECK(expand("li a0, 0x12345000") == "lui a0, 0x12345");
  CHECK(expand32("li a0, 0x12345678") == "lui a0, 0x12345\naddi a0, a0, 1656");
  CHECK(expand32("li a0, 0xffffffff") == "addi a0, zero, -1");
  const std::int64_t values[] = {0,
                                 1,
                                 -1,
                                 2047,
                                 2048,
                                 -2048,
                                 -2049,
                                 0x7fffffff,
                                 -0x80000000LL,
                                 0x80000000LL,
                                 0xffffffffLL,
                                 0x7ffff800LL,
                                 0x123456789abcdef0LL,
                                 INT64_MAX,
                                 INT64_MIN,
                                 INT64_MIN + 1,
                                 -0x123456789abcdefLL,
                                 0x100000000LL,
                                 0x7fffffffffff8000LL,
                                 static_cast<std::int64_t>(0x8888888888888888ULL),
                                 0x0800080008000800LL};
  for (const std::int64_t value : values) {
    const Program p =
        assembled(Isa::riscv, fmt::format("li a0, {}", static_cast<std::uint64_t>(value)));
    CHECK(p.code.size() <= 8);
    CHECK(static_cast<std::int64_t>(run_to_end(p).regs[10]) == value);
  }
}

TEST_CASE("riscv: li of a 64-bit value on RV32 names the range") {
  CHECK(problems(Isa::riscv, "li a0, 0x100000000", with_xlen(32)) ==
        Lines{"1:8 4294967296 does not fit in a register; -2147483648 to 4294967295"});
}

TEST_CASE("riscv: addresses by la, %hi/%lo, %pcrel_hi/%pcrel_lo and symbols in loads agree") {
  const Program p = assembled(Isa::riscv, R"(
    .data
    .space 0x7fc
v:  .word 11, 22
    .text
    la a0, v+4
    lui a1, %hi(v+4)
    addi a1, a1, %lo(v+4)
1:  auipc a2, %pcrel_hi(v+4)
    addi a2, a2, %pcrel_lo(1b)
    lw a3, v+4
    lw a4, %lo(v+4)(a5)
    sw a3, v, t0
    lw a6, v
)");
  Program started = p;
  started.initial_registers.push_back({15, 0x10001000}); // what lui a5, %hi(v+4) gives
  const ArchState s = run_to_end(started);
  const std::uint64_t address = 0x10000000 + 0x800;
  CHECK(s.regs[10] == address);
  CHECK(s.regs[11] == address);
  CHECK(s.regs[12] == address);
  CHECK(s.regs[13] == 22);
  CHECK(s.regs[14] == 22);
  CHECK(s.regs[16] == 22);
}

TEST_CASE("riscv: RV32 runs on sign-extended 32-bit operations") {
  const Program p = assembled(Isa::riscv, R"(
    li t0, 0x7fffffff
    addi a0, t0, 1
    li t1, -1
    srli a1, t1, 28
    mulhu a2, t1, t1
    sltu a3, t0, t1
    li t2, 0x80000000
    div a4, t2, t1
    lui a5, 0x80000
    slli a6, t0, 1
)",
                              with_xlen(32));
  const ArchState s = run_to_end(p);
  CHECK(s.regs[10] == 0xffffffff80000000ULL);
  CHECK(s.regs[11] == 15);
  CHECK(s.regs[12] == 0xfffffffffffffffeULL);
  CHECK(s.regs[13] == 1);
  CHECK(s.regs[14] == 0xffffffff80000000ULL);
  CHECK(s.regs[15] == 0xffffffff80000000ULL);
  CHECK(s.regs[16] == 0xfffffffffffffffeULL);
}

TEST_CASE("riscv: instructions of the other register width are refused") {
  CHECK(problems(Isa::riscv, "addw a0, a1, a2", with_xlen(32)) ==
        Lines{"1:1 'addw' exists only with 64-bit registers; an instruction for 32-bit "
              "registers"});
  CHECK(problems(Isa::riscv, "slli a0, a1, 32", with_xlen(32)) ==
        Lines{"1:14 32 is out of range for 'slli'; 0 to 31"});
  CHECK(errors("rdcycleh a0").size() == 1);
  CHECK(expand32("rdcycleh a0") == "csrrs a0, cycleh, zero");
}

TEST_CASE("riscv: immediates out of range name the range") {
  CHECK(errors("addi a0, a1, 2048") ==
        Lines{"1:14 2048 is out of range for 'addi'; -2048 to 2047"});
  CHECK(errors("lw a0, -2049(a1)") == Lines{"1:8 -2049 is out of range for 'lw'; -2048 to 2047"});
  CHECK(errors("slli a0, a1, 64") == Lines{"1:14 64 is out of range for 'slli'; 0 to 63"});
  CHECK(errors("lui a0, 0x100000") == Lines{"1:9 1048576 is out of range for 'lui'; 0 to 1048575"});
  CHECK(errors("addi a0, a1, x\n.equ x, 5000") ==
        Lines{"1:14 5000 is out of range for 'addi'; -2048 to 2047"}); // known only later
}

TEST_CASE("riscv: a branch too far or to an odd address is refused") {
  CHECK(errors("beqz a0, far\n.space 5000\n.align 2\nfar: nop") ==
        Lines{"1:10 the target is 5004 bytes away; -4096 to 4094"});
  CHECK(errors("j odd\nnop\n.equ odd, 0x10001") ==
        Lines{"1:3 the target is no address of an instruction; a multiple of 2"});
}

TEST_CASE("riscv: mistakes in operands show the form and the nearest word") {
  CHECK(errors("addd a0, a1, a2") == Lines{"1:1 unknown instruction 'addd'; an instruction, a "
                                           "directive or a label with ':'; did you mean add"});
  CHECK(errors("add a0, a1") ==
        Lines{"1:1 'add' does not take 2 operands; add rd, rs1, rs2 or add rd, rs1, imm"});
  CHECK(errors("mul a0, a1, 5") == Lines{"1:13 operand 3 of 'mul' cannot be '5'; a register such "
                                         "as a0 or x10 (mul rd, rs1, rs2)"});
  CHECK(errors("mul a0, a11, t2") == Lines{"1:9 operand 2 of 'mul' cannot be 'a11'; a register "
                                           "such as a0 or x10 (mul rd, rs1, rs2); "
                                           "did you mean a1"});
  CHECK(errors("lw a0, 4(q1)").size() == 1);
  CHECK(errors("csrr a0, mstatuss").size() == 1);
  CHECK(errors("csrr a0, cycleh").size() == 1); // of RV32 only
  // Volume II, "CSR Address Mapping": a number whose upper two bits are set (cycle is 0xc00) is
  // read-only; writing it traps when it is executed, so the program still assembles.
  CHECK(errors("csrrs a0, cycle, a1") ==
        Lines{"1:1 cycle can only be read: writing it is an illegal instruction"});
  CHECK(attempt(Isa::riscv, "csrrs a0, cycle, a1").ok());
  CHECK(errors("csrr a0, mstatus").empty());
  CHECK(errors("1: addi a0, a0, %pcrel_lo(1b)").size() == 1);
}

TEST_CASE(
    "riscv: the program starts with a stack, a global pointer and a return address that ends it") {
  const Program p =
      assembled(Isa::riscv, "nop\nmain: addi sp, sp, -16\nsd ra, 8(sp)\nld ra, 8(sp)\nret");
  CHECK(p.entry == 0x10004);
  CHECK(p.end_pc == 0x10014);
  const ReferenceRun run = run_reference(p, {}, 100);
  CHECK(run.trap == Trap::end);
  CHECK(run.state.instructions == 4);
  CHECK(run.state.regs[2] % 16 == 0);
}
