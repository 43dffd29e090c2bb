// What compilers use beyond the plain instructions: bits, whole xmm registers, string operations,
// functions of the library.

#include "isa/registers.hpp"
#include "unit/isa/asm_testing.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

std::uint64_t rax_of(std::string_view text) {
  return run_to_end(assembled(Isa::x86, text)).regs[x86::kRax];
}

Trap end_of(std::string_view text) {
  return run_reference(assembled(Isa::x86, text), {}, 10'000).trap;
}

std::string problem(std::string_view text) {
  const std::vector<std::string> all = problems(Isa::x86, text);
  return all.empty() ? std::string() : all.front();
}

} // namespace

TEST_CASE("x86 instructions that change one bit", "[x86]") {
  CHECK(rax_of("movl $5, %eax\nbtsq $40, %rax\nret") == 0x10000000005);
  CHECK(rax_of("movl $5, %eax\nbtrl $2, %eax\nret") == 1);
  CHECK(rax_of("movl $5, %eax\nmovl $65, %ecx\nbtcq %rcx, %rax\nret") == 7); // 65 is 1 of 64
  CHECK(rax_of("movl $5, %eax\nbtsw $18, %ax\nsetc %al\nret") == 1);         // 18 is 2 of 16
  CHECK(rax_of("btsl $3, w+4(%rip)\nmovq w(%rip), %rax\nret\n.data\nw: .quad 1") == 0x800000001);
  // Zero is what it was.
  CHECK(rax_of("cmpl %eax, %eax\nmovl $1, %ecx\nbtsl $4, %ecx\nsete %al\nret") == 1);
}

TEST_CASE("shifts of two x86 registers", "[x86]") {
  CHECK(rax_of("movabsq $0x123456789abcdef0, %rax\nmovabsq $0x7edcba9876543210, %rdx\n"
               "shldq $8, %rdx, %rax\nret") == 0x3456789abcdef07e);
  CHECK(rax_of("movl $0x12345678, %eax\nmovl $0xabcd, %edx\nmovl $36, %ecx\nshrdl %cl, %edx, %eax\n"
               "ret") == 0xd1234567);
  CHECK(rax_of("movl $0x1234, %eax\nmovl $0xabcd, %edx\nshldw $4, %dx, %ax\nret") == 0x234a);
  // By nothing: the flags stay, too; without a count it is in %cl.
  CHECK(rax_of("cmpl $1, %ecx\nmovl $0, %ecx\nshldl %edx, %eax\nsetb %al\nret") == 1);
}

TEST_CASE("x86 exchanges with memory", "[x86]") {
  const std::string data = "\n.data\nw: .quad 7\n";
  CHECK(
      rax_of("movl $3, %eax\nxchgq %rax, w(%rip)\nimulq $10, w(%rip), %rcx\naddq %rcx, %rax\nret" +
             data) == 37);
  CHECK(rax_of("movb $3, %ah\nmovb w(%rip), %al\nxchgb w(%rip), %ah\nret" + data) == 0x0707);
  CHECK(rax_of("movl $3, %eax\nlock xaddl %eax, w(%rip)\naddl w(%rip), %eax\nret" + data) == 17);
  CHECK(
      rax_of("movl $7, %eax\nmovl $9, %ecx\nlock cmpxchgq %rcx, w(%rip)\nmovq w(%rip), %rax\nret" +
             data) == 9);
  CHECK(rax_of("movl $6, %eax\nlock cmpxchgq %rcx, w(%rip)\nsete %cl\nret" + data) == 7);
}

TEST_CASE("bsf and bsr with rep count zeros", "[x86]") {
  CHECK(texts(Isa::x86, "rep bsfq %rdi, %rax") == "tzcntq %rdi, %rax");
  CHECK(rax_of("movl $0, %edi\nrep bsfl %edi, %eax\nret") == 32);
  CHECK(rax_of("movl $1, %edi\nrep bsrl %edi, %eax\nret") == 31);
}

TEST_CASE("x86 string operations are the loops they stand for", "[x86]") {
  const std::string data = "\n.data\na: .quad 1, 2, 3, 4\nb: .zero 32\n";
  const std::string copy = "movl $a, %esi\nmovl $b, %edi\nmovl $3, %ecx\n";
  CHECK(rax_of(copy + "rep movsq\nmovq b+16(%rip), %rax\naddq b+24(%rip), %rax\nret" + data) == 3);
  CHECK(rax_of(copy + "rep; movsq\nmovq b+16(%rip), %rax\naddq b+24(%rip), %rax\nrep; ret" +
               data) == 3);
  CHECK(rax_of(copy + "rep movsb\nsubq $b, %rdi\nleaq (%rdi,%rcx), %rax\nret" + data) == 3);
  CHECK(rax_of(copy + "movl $-1, %eax\nrep stosl\nmovq b+8(%rip), %rax\nret" + data) == 0xffffffff);
  CHECK(rax_of(copy + "movl $0, %ecx\ncmpl $1, %ecx\nrep stosq\nsetb %al\nret" + data) == 1);
  CHECK(texts(Isa::x86, "stosw") == "stosw: store (%rdi)\nstosw: leaq 2(%rdi), %rdi");
}

TEST_CASE("both halves of an xmm register", "[x86]") {
  const std::string data = "\n.data\n.align 16\na: .quad 1, 2\nb: .quad 3, 4\nc: .zero 24\n";
  // Copied as a whole, also to where nothing is aligned.
  CHECK(rax_of("movaps a(%rip), %xmm3\nmovups %xmm3, c+4(%rip)\nmovq c+12(%rip), %rax\nret" +
               data) == 2);
  CHECK(rax_of("movdqa a(%rip), %xmm0\npaddq b(%rip), %xmm0\npsrldq $8, %xmm0\nmovq %xmm0, %rax\n"
               "ret" +
               data) == 6);
  // Loads of a part clear the rest, moves between registers and arithmetic keep it, movq does not.
  const std::string upper = "\nmovhlps %xmm0, %xmm1\nmovq %xmm1, %rax\nret" + data;
  CHECK(rax_of("movaps a(%rip), %xmm0\nmovsd b(%rip), %xmm0" + upper) == 0);
  CHECK(rax_of("movaps a(%rip), %xmm0\nmovsd %xmm5, %xmm0" + upper) == 2);
  CHECK(rax_of("movaps a(%rip), %xmm0\naddsd %xmm0, %xmm0" + upper) == 2);
  CHECK(rax_of("movaps a(%rip), %xmm0\nmovq %xmm0, %xmm0" + upper) == 0);
  CHECK(rax_of("movaps a(%rip), %xmm0\nmovhps b(%rip), %xmm0" + upper) == 3);
  CHECK(rax_of("movaps a(%rip), %xmm2\nvaddsd %xmm5, %xmm2, %xmm0" + upper) == 2);
}

TEST_CASE("accesses of 16 bytes must be aligned, but for movups and AVX", "[x86]") {
  const std::string data = "\nret\n.data\n.align 16\n.quad 0\nv: .quad 1, 2\n";
  CHECK(end_of("movaps v(%rip), %xmm0" + data) == Trap::misaligned);
  CHECK(end_of("movapd %xmm0, v(%rip)" + data) == Trap::misaligned);
  CHECK(end_of("addpd v(%rip), %xmm0" + data) == Trap::misaligned);
  CHECK(end_of("vmovdqa v(%rip), %xmm0" + data) == Trap::misaligned);
  CHECK(end_of("movups v(%rip), %xmm0" + data) == Trap::end);
  CHECK(end_of("vaddpd v(%rip), %xmm0, %xmm0" + data) == Trap::end);
  CHECK(end_of("addsd v(%rip), %xmm0" + data) == Trap::end);
}

TEST_CASE("doubles chosen without a branch", "[x86]") {
  const std::string data = "\n.section .rodata\n.align 16\na: .double 2.5, 0\nn: .double nan, 0\n"
                           "sign: .quad 0x7fffffffffffffff, 0\n";
  // xmm2 = xmm0 < xmm1 ? xmm2 : 0, as gcc does it.
  const std::string choose = "\ncmpltsd %xmm1, %xmm0\nmovsd a(%rip), %xmm2\nandpd %xmm2, %xmm0\n"
                             "cvttsd2siq %xmm0, %rax\nret" +
                             data;
  CHECK(rax_of("movsd a(%rip), %xmm1" + choose) == 2);
  CHECK(rax_of("movsd a(%rip), %xmm0" + choose) == 0);
  CHECK(rax_of("movsd n(%rip), %xmm1" + choose) == 0);
  CHECK(rax_of("movsd n(%rip), %xmm1\ncmpunordsd %xmm0, %xmm1\nmovq %xmm1, %rax\nret" + data) ==
        ~0ULL);
  CHECK(rax_of("movq $-2, %rcx\ncvtsi2sdq %rcx, %xmm0\nandpd sign(%rip), %xmm0\n"
               "cvttsd2siq %xmm0, %rax\nret" +
               data) == 2); // fabs
}

TEST_CASE("functions of the library that compute", "[x86]") {
  const auto result = [](const std::string& function) {
    return rax_of("main: movl $81, %ecx\ncvtsi2sdl %ecx, %xmm0\nmovl $2, %ecx\ncvtsi2sdl %ecx, "
                  "%xmm1\npushq %rax\ncall " +
                  function + "\npopq %rcx\ncvttsd2siq %xmm0, %rax\nret");
  };
  CHECK(result("sqrt") == 9);
  CHECK(result("pow@PLT") == 6561);
  CHECK(result("fmod") == 1);
  CHECK(rax_of("main: movl $255, %edi\ncall __popcountdi2\nret") == 8);
  // What malloc gives is aligned, zero, and another each time.
  CHECK(rax_of("main: movl $24, %edi\ncall malloc\nmovq %rax, %rbx\nmovl $1, %edi\ncall malloc\n"
               "subq %rbx, %rax\naddq 8(%rbx), %rax\nandl $15, %ebx\naddq %rbx, %rax\nret") == 32);
}

TEST_CASE("malloc gives nothing behind the end of the heap", "[x86]") {
  // The whole heap of 256 MiB, then once or twice what is left: an object of no bytes takes one.
  const auto after_all = [](const std::string& bytes, const std::string& more) {
    return rax_of("main: movl $" + bytes + ", %edi\ncall malloc\ntestq %rax, %rax\nje none\n" +
                  more + "ret\nnone: movl $1, %eax\nret");
  };
  const std::string empty = "movl $0, %edi\ncall malloc\n";
  const std::string small = "movl $8, %edi\ncall malloc\n";
  CHECK(after_all("0x10000001", "") == 1);
  CHECK(after_all("0x10000000", small) == 0);
  CHECK(after_all("0x10000000", empty) == 0);
  CHECK(after_all("0x10000000", empty + small) == 0);
  CHECK(after_all("0xfffffff", small) == 0);
  CHECK(after_all("0xffffff0", empty) != 0);
  CHECK(after_all("0xffffff0", empty + empty) == 0);
}

TEST_CASE("functions of the library that are instructions of the machine", "[x86]") {
  const std::string data = "\n.data\ns: .string \"abc, abd\"\nt: .zero 32\n";
  CHECK(rax_of("main: movl $s, %edi\ncall strlen@PLT\nret" + data) == 8);
  CHECK(rax_of("main: movl $s, %edi\nleaq s+5(%rip), %rsi\nmovl $3, %edx\ncall memcmp\nret" +
               data) == 0xffffffff);
  CHECK(rax_of("main: movl $t, %edi\nmovl $7, %esi\nmovl $19, %edx\ncall memset\n"
               "movq 15(%rax), %rax\nret" +
               data) == 0x07070707);
  CHECK(rax_of("main: movl $t, %edi\nmovl $s, %esi\nmovl $9, %edx\ncall memcpy\n"
               "movzbl 7(%rax), %eax\nret" +
               data) == 'd');
  // One byte on: what is read has not been overwritten.
  CHECK(rax_of("main: movl $s+1, %edi\nmovl $s, %esi\nmovl $8, %edx\ncall memmove\n"
               "movq s(%rip), %rax\nret" +
               data) == 0x6261202c63626161);
  CHECK(rax_of("main: movl $s, %edi\ncall strlen\nret\nstrlen: movl $1, %eax\nret" + data) == 1);
  // They stand behind the program, which still ends behind its last instruction.
  CHECK(end_of("main: jmp over\ncall strlen\nover: movl $1, %eax") == Trap::exit);
}

TEST_CASE("registers and classes of the other x86 instructions", "[x86]") {
  const auto of = [](std::string_view text) {
    const Program program = assembled(Isa::x86, text);
    return std::string(name(program.code.front().op_class)) + ": " + registers(program);
  };
  CHECK(of("btsq $3, %rax") == "integer: rax -> rax cf");
  CHECK(of("btcl %eax, %ecx") == "integer: rcx rax -> rcx cf");
  CHECK(of("shldq $3, %rax, %rcx") == "shift: rcx rax -> rcx flags cf");
  CHECK(of("shldq %cl, %rax, %rdx") == "shift: rdx rax rcx flags cf -> rdx flags cf");
  CHECK(of("shlxq %rcx, %rax, %rdx") == "shift: rax rcx -> rdx");
  CHECK(of("mulxq (%rsi), %rax, %rcx") == "load: rsi rdx -> rcx rax");
  CHECK(of("xaddq %rcx, (%rdi)") == "atomic: rdi rcx -> rcx flags cf");
  CHECK(of("cmpxchgq %rcx, (%rdi)") == "atomic: rdi rcx rax -> rax flags cf");
  CHECK(of("xchgb %cl, (%rdi)") == "atomic: rdi rcx -> rcx");
  CHECK(of("movups %xmm1, (%rax)") == "fp_store: rax xmm1!data ->");
  CHECK(of("movhps (%rax), %xmm1") == "fp_load: rax xmm1 -> xmm1");
  CHECK(of("pxor %xmm1, %xmm1") == "vector_logic: -> xmm1");
  CHECK(of("mulpd %xmm1, %xmm2") == "fp_multiply: xmm2 xmm1 -> xmm2");
  CHECK(of("cmpltsd %xmm1, %xmm2") == "fp_compare: xmm2 xmm1 -> xmm2");
  CHECK(of("pmuludq %xmm1, %xmm2") == "vector_multiply: xmm2 xmm1 -> xmm2");
  CHECK(of("vfmadd231sd (%rax,%rcx), %xmm1, %xmm2") == "fp_load: rax rcx xmm1 xmm2 -> xmm2");
  CHECK(of("vblendvpd %xmm3, %xmm2, %xmm1, %xmm0") == "fp_move: xmm1 xmm2 xmm3 -> xmm0");
  CHECK(of("pextrq $1, %xmm3, %rax") == "fp_move: xmm3 -> rax");
}

TEST_CASE("what is wrong with the other x86 instructions", "[x86]") {
  CHECK(problem("btsq %eax, (%rdi)").find("does not have the size") != std::string::npos);
  CHECK(problem("btsb $1, %al") ==
        "1:1 there is no 'btsb': 'bts' has not this size; btsw, btsl, btsq");
  CHECK(problem("shldq %dl, %rax, %rcx").find("did you mean %cl") != std::string::npos);
  CHECK(
      problem("shldq $3, %eax, %rdx").starts_with("1:11 '%eax' does not have the size of 'shldq'"));
  CHECK(problem("pushl %eax\nmovq %rax, %rcx").find("pushq") != std::string::npos);
  CHECK(problem("xaddq %rax, %rcx").find("register, memory") != std::string::npos);
  CHECK(problem("vcmpltsd %xmm0, %xmm1").find("three operands") != std::string::npos);
  CHECK(problem("cmpsd %xmm0, %xmm1").find("constant, register") != std::string::npos);
  CHECK(problem("movups (%rax), (%rcx)").find("or the reverse") != std::string::npos);
  CHECK(problem("pextrq $1, %xmm0, %eax").starts_with("1:8 these are no operands"));
  CHECK(problem("rep lodsb").find("movs and stos") != std::string::npos);
  CHECK(problem("vaesimc %xmm0, %xmm1").find("unknown instruction") != std::string::npos);
  CHECK(problem("pcmpistri $0, %xmm0, %xmm1").find("-fno-tree-vectorize") != std::string::npos);
  AssembleOptions strict;
  strict.strict = true;
  CHECK(problems(Isa::x86, "call sqr", strict).front().find("did you mean sqrt") !=
        std::string::npos);
  CHECK(problem("addb %ah, %sil").starts_with("1:6 '%ah' cannot stand beside '%sil'"));
  CHECK(problem("movzbq %ah, %rax").starts_with("1:8 '%ah' cannot stand beside '%rax'"));
  CHECK(problem("movb %ah, (%r8)").starts_with("1:6 '%ah' cannot stand beside '(%r8)'"));
  CHECK(problem("movzbl %ah, %eax").empty());
}
