#include "isa/crack.hpp"
#include "isa/registers.hpp"
#include "unit/isa/asm_testing.hpp"

#include <catch2/catch.hpp>

#include <set>
#include <string>

using namespace stallscope;
using namespace stallscope::isa;
using testing::assembled;

namespace {

/// "load r2 > t0; compute t0 r3 > t1": kind, registers read, registers written; f: fused.
std::string shape(const CrackedOps& ops) {
  const auto reg = [](RegId r) {
    return is_temporary(r) ? "t" + std::to_string(r - kFirstTemporary) : std::to_string(r);
  };
  std::string text;
  for (const CrackedOp& op : ops) {
    text += text.empty() ? "" : "; ";
    text += op.fused ? "+" : "";
    switch (op.kind) {
    case CrackedKind::compute:
      text += "compute";
      break;
    case CrackedKind::load:
      text += "load";
      break;
    case CrackedKind::store_address:
      text += "address";
      break;
    case CrackedKind::store_data:
      text += "data";
      break;
    case CrackedKind::store:
      text += "store";
      break;
    case CrackedKind::branch:
      text += "branch";
      break;
    }
    for (const RegisterRead& read : op.sources())
      text += " " + reg(read.reg);
    text += op.write_count > 0 ? " >" : "";
    for (const RegId written : op.destinations())
      text += " " + reg(written);
  }
  return text;
}

std::string cracked(Isa isa, std::string_view text, const CrackRules& rules = {}) {
  const Program program = assembled(isa, text);
  return shape(crack(program.code.front(), rules));
}

bool pair_fuses(Isa isa, std::string_view text, const CrackRules& rules) {
  const Program program = assembled(isa, text);
  return fuses(program.code.at(0), program.code.at(1), rules);
}

} // namespace

TEST_CASE("instructions of a load-store machine are one micro-op, stores two", "[crack]") {
  CHECK(cracked(Isa::riscv, "add x3, x4, x5") == "compute 4 5 > 3");
  CHECK(cracked(Isa::riscv, "ld x3, 8(x4)") == "load 4 > 3");
  CHECK(cracked(Isa::riscv, "sd x3, 8(x4)") == "address 4; data 3");
  CHECK(cracked(Isa::riscv, "fsd f3, 8(x4)") == "address 4; data 35");
  CHECK(cracked(Isa::riscv, "l: beq x3, x4, l") == "branch 3 4");
  CHECK(cracked(Isa::riscv, "jalr x1, 0(x5)") == "branch 5 > 1");
  CHECK(cracked(Isa::mips, "mult $4, $5") == "compute 4 5 > 65 64");
  CHECK(cracked(Isa::mips, "sw $4, 8($5)") == "address 5; data 4");
  CHECK(cracked(Isa::tac, "a = b + c") == "compute 1 2 > 3");
  CHECK(cracked(Isa::tac, "mem[a] = b") == "address 1; data 2");

  CrackRules whole;
  whole.split_store = false;
  CHECK(cracked(Isa::riscv, "sd x3, 8(x4)", whole) == "store 4 3");
  CrackRules fused;
  fused.fuse_store = true;
  CHECK(cracked(Isa::riscv, "sd x3, 8(x4)", fused) == "address 4; +data 3");
}

TEST_CASE("atomic operations load, compute and store", "[crack]") {
  CHECK(cracked(Isa::riscv, "amoadd.d x3, x5, (x4)") ==
        "load 4 > t0; compute t0 5 > t1; address 4; data t1; compute t0 > 3");
  CHECK(cracked(Isa::riscv, "amoadd.d x0, x5, (x4)") ==
        "load 4 > t0; compute t0 5 > t1; address 4; data t1");
  CHECK(cracked(Isa::riscv, "lr.d x3, (x4)") == "load 4 > 3");
  CHECK(cracked(Isa::riscv, "sc.d x3, x5, (x4)") == "address 4 > t0; data 5; compute t0 > 3");
}

TEST_CASE("first and last frame an instruction", "[crack]") {
  const Program program = assembled(Isa::riscv, "amoadd.d x3, x5, (x4)");
  const CrackedOps ops = crack(program.code.front());
  REQUIRE(ops.size() == 5);
  for (std::size_t i = 0; i < ops.size(); ++i) {
    CHECK(ops[i].first == (i == 0));
    CHECK(ops[i].last == (i + 1 == ops.size()));
  }
}

TEST_CASE("pairs that build a constant fuse", "[crack]") {
  CrackRules rules;
  rules.fuse_lui_addi = true;
  const char* const pair = "lui x5, 0x12345\naddi x5, x5, 0x678";
  CHECK(pair_fuses(Isa::riscv, pair, rules));
  CHECK_FALSE(pair_fuses(Isa::riscv, pair, {}));
  CHECK(pair_fuses(Isa::riscv, "auipc x5, 1\naddi x5, x5, 4", rules));
  CHECK(pair_fuses(Isa::mips, "lui $5, 0x1234\nori $5, $5, 0x678", rules));
  CHECK_FALSE(pair_fuses(Isa::riscv, "lui x5, 1\naddi x6, x5, 4", rules)); // x5 stays visible
  CHECK_FALSE(pair_fuses(Isa::riscv, "lui x5, 1\naddi x5, x6, 4", rules));
  CHECK_FALSE(pair_fuses(Isa::riscv, "lui x5, 1\nadd x5, x5, x6", rules));
  const Program program = assembled(Isa::riscv, pair);
  const CrackedOps ops = crack_pair(program.code[0], program.code[1], rules);
  CHECK(shape(ops) == "compute > 5");
  CHECK(ops[0].first);
  CHECK(ops[0].last);
}

TEST_CASE("a comparison with memory and the branch on it fuse, but for constants", "[crack]") {
  // Intel's optimization manual, macro-fusion: cmp and test with a register and memory, either way
  // round; not memory and a constant. Arithmetic fuses where it reads memory and not where it
  // writes it.
  CrackRules rules;
  rules.fuse_compare_branch = true;
  const auto fuses_with = [&rules](std::string_view text) {
    return pair_fuses(Isa::x86, "l: " + std::string(text) + "\njne l", rules);
  };
  CHECK(fuses_with("cmpq %rax, (%rdi)"));
  CHECK(fuses_with("cmpq (%rdi), %rax"));
  CHECK(fuses_with("cmpb %al, 8(%rdi,%rsi)"));
  CHECK(fuses_with("testl %eax, (%rdi)"));
  CHECK(fuses_with("addq (%rdi), %rax"));
  CHECK_FALSE(fuses_with("cmpq $1, (%rdi)"));
  CHECK_FALSE(fuses_with("testb $1, (%rdi)"));
  CHECK_FALSE(fuses_with("addq %rax, (%rdi)"));
  CHECK_FALSE(fuses_with("decq (%rdi)"));
}

TEST_CASE("a comparison and the branch on it fuse", "[crack]") {
  CrackRules rules;
  rules.fuse_compare_branch = true;
  CHECK(pair_fuses(Isa::riscv, "l: slt x5, x6, x7\nbnez x5, l", rules));
  CHECK(pair_fuses(Isa::riscv, "l: sltiu x5, x6, 7\nbeqz x5, l", rules));
  CHECK_FALSE(pair_fuses(Isa::riscv, "l: slt x5, x6, x7\nbne x5, x8, l", rules));
  CHECK_FALSE(pair_fuses(Isa::riscv, "l: slt x5, x6, x7\nbnez x6, l", rules));
  CHECK_FALSE(pair_fuses(Isa::riscv, "l: add x5, x6, x7\nbnez x5, l", rules));
  const Program program = assembled(Isa::riscv, "l: slt x5, x6, x7\nbnez x5, l");
  CHECK(shape(crack_pair(program.code[0], program.code[1], rules)) == "branch 6 7 > 5");
}

// Registers of x86: rax 1, rcx 2, rdx 3, rbx 4, rsp 5, rbp 6, flags 17, xmm0 32.

TEST_CASE("x86 instructions with an operand in memory load, compute and store", "[crack][x86]") {
  const auto x86 = [](std::string_view text, const CrackRules& rules = {}) {
    return cracked(Isa::x86, text, rules);
  };
  CHECK(x86("addq %rax, %rdx") == "compute 3 1 > 3 17 96");
  CHECK(x86("addq 8(%rcx), %rdx") == "load 2 > t0; compute t0 3 > 3 17 96");
  CHECK(x86("addq %rax, 8(%rdx)") == "load 3 > t0; compute t0 1 > t1 17 96; address 3; data t1");
  CHECK(x86("movq 8(%rcx,%rdx,8), %rax") == "load 2 3 > 1");
  CHECK(x86("movq %rax, 8(%rcx,%rdx,8)") == "address 2 3; data 1");
  CHECK(x86("movb (%rcx), %al") == "load 2 > t0; compute t0 1 > 1"); // keeps the rest of rax
  CHECK(x86("movl %ecx, %eax") == "compute 2 > 1");
  CHECK(x86("movw %cx, %ax") == "compute 2 1 > 1");
  CHECK(x86("leaq 8(%rcx,%rdx,8), %rax") == "compute 2 3 > 1");
  CHECK(x86("cmpq $5, (%rcx)") == "load 2 > t0; compute t0 > 17 96");
  CHECK(x86("incq %rax") == "compute 1 > 1 17"); // not CF, which is 96
  CHECK(x86("sete (%rcx)") == "compute 17 > t1; address 2; data t1");
  CHECK(x86("xorl %eax, %eax") == "compute > 1 17 96"); // waits for nothing
  CHECK(x86("mulsd (%rcx), %xmm0") == "load 2 > t0; compute t0 32 > 32");
  CHECK(x86("movsd (%rcx), %xmm0") == "load 2 > 32");
  CHECK(x86("movsd %xmm0, (%rcx)") == "address 2; data 32");
  CHECK(x86("movups (%rcx), %xmm0") == "load 2 > 32"); // all 16 bytes
  CHECK(x86("movups %xmm0, (%rcx)") == "address 2; data 32");
  CHECK(x86("movhps (%rcx), %xmm0") == "load 2 > t0; compute t0 32 > 32");
  CHECK(x86("addpd (%rcx), %xmm0") == "load 2 > t0; compute t0 32 > 32");
  CHECK(x86("pextrq $1, %xmm0, (%rcx)") == "compute 32 > t1; address 2; data t1");
  CHECK(x86("btsq $3, (%rcx)") == "load 2 > t0; compute t0 > t1 96; address 2; data t1");
  CHECK(x86("shldq %cl, %rax, (%rdx)") ==
        "load 3 > t0; compute 2 > t2; compute t2 t0 1 > t2 t1; compute t2 17 96 > 17 96; "
        "address 3; data t1"); // the flags stay when the count is 0
  CHECK(x86("mulxq (%rcx), %rax, %rbx") == "load 2 > t0; compute 3 t0 > 1 t1; compute t1 > 4");
  CHECK(x86("xchgq %rax, (%rcx)") == "load 2 > t0; address 2; data 1; compute t0 > 1");
  CHECK(x86("xaddq %rax, (%rcx)") ==
        "load 2 > t0; compute t0 1 > 17 96 t1; address 2; data t1; compute t0 > 1");
  CHECK(x86("cmpxchgq %rdx, (%rcx)") ==
        "load 2 > t0; compute t0 1 > 17 96 t2; compute t2 t0 3 1 > t1 1; address 2; data t1");
  CHECK(x86("cvtsi2sdq %rax, %xmm0") == "compute 32 1 > t2; compute t2 > 32"); // keeps the rest
  CHECK(x86("vmulsd %xmm1, %xmm2, %xmm0") == "compute 34 33 > 32");

  CrackRules fused;
  fused.fuse_load_op = true;
  fused.fuse_store = true;
  CHECK(x86("addq %rax, 8(%rdx)", fused) ==
        "load 3 > t0; +compute t0 1 > t1 17 96; address 3; +data t1");
}

TEST_CASE("x86 instructions that use the stack move its pointer", "[crack][x86]") {
  const auto x86 = [](std::string_view text, const CrackRules& rules = {}) {
    return cracked(Isa::x86, text, rules);
  };
  CHECK(x86("pushq %rax") == "compute 5 > 5; address 5; data 1");
  CHECK(x86("pushq $7") == "compute 5 > 5; address 5; data");
  CHECK(x86("pushq (%rcx)") == "load 2 > t0; compute 5 > 5; address 5; data t0");
  CHECK(x86("pushq %rsp") == "compute 5 > t0; compute 5 > 5; address 5; data t0");
  CHECK(x86("popq %rax") == "load 5 > 1; compute 5 > 5");
  CHECK(x86("popq %rsp") == "load 5 > 5");
  CHECK(x86("main: call main") == "compute 5 > 5; address 5; data; branch");
  CHECK(x86("call *%rax") == "compute 5 > 5; address 5; data; branch 1");
  CHECK(x86("call *8(%rax)") == "load 1 > t0; compute 5 > 5; address 5; data; branch t0");
  CHECK(x86("ret") == "load 5 > t0; compute 5 > 5; branch t0");
  CHECK(x86("leave") == "compute 6 > 5; load 6 > 6");
  CrackRules engine;
  engine.stack_engine = true;
  CHECK(x86("pushq %rax", engine) == "address 5 > 5; data 1");
  CHECK(x86("popq %rax", engine) == "load 5 > 1 5");
  CHECK(x86("ret", engine) == "load 5 > t0 5; branch t0");
}

TEST_CASE("x86 instructions with two results take a micro-op for the second", "[crack][x86]") {
  const auto x86 = [](std::string_view text) { return cracked(Isa::x86, text); };
  CHECK(x86("mulq %rcx") == "compute 1 2 > 1 t1; compute t1 > 3 17 96");
  CHECK(x86("imulq (%rcx)") == "load 2 > t0; compute 1 t0 > 1 t1; compute t1 > 3 17 96");
  CHECK(x86("mulb %cl") == "compute 1 2 > 1 17 96");
  CHECK(x86("idivq %rcx") == "compute 1 2 3 > 1 t1; compute t1 > 3");
  CHECK(x86("xchgq %rax, %rcx") == "compute 1 > t1; compute 2 > 1; compute t1 > 2");
}

TEST_CASE("compares and tests fuse with conditional jumps", "[crack][x86]") {
  CrackRules rules;
  rules.fuse_compare_branch = true;
  const auto fuse = [&](std::string_view text) { return pair_fuses(Isa::x86, text, rules); };
  CHECK(fuse("l: cmpq %rax, %rcx\njl l"));
  CHECK(fuse("l: cmpq (%rax), %rcx\nja l"));
  CHECK_FALSE(fuse("l: cmpq %rax, %rcx\njs l"));
  CHECK(fuse("l: testq %rax, %rax\njs l"));
  CHECK_FALSE(fuse("l: cmpq $5, (%rax)\nje l")); // both a constant and an address
  CHECK(fuse("l: decl %eax\njne l"));
  CHECK_FALSE(fuse("l: decl %eax\njb l")); // CF is older
  CHECK_FALSE(fuse("l: addq %rax, (%rcx)\nje l"));
  CHECK_FALSE(fuse("l: movq %rax, %rcx\nje l"));
  CHECK_FALSE(fuse("l: cmpq %rax, %rcx\nsete %al"));
  const Program program = assembled(Isa::x86, "l: cmpq (%rax), %rcx\nja l");
  CHECK(shape(crack_pair(program.code[0], program.code[1], rules)) ==
        "load 1 > t0; branch t0 2 > 17 96");
}
