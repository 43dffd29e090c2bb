// x86 text as compilers, NASM and books have it.
#include "unit/isa/asm_testing.hpp"

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

ArchState ran(std::string_view text) {
  Environment environment;
  environment.undeclared = Undeclared::zero;
  const ReferenceRun run = run_reference(assembled(Isa::x86, text), environment, 1000);
  INFO(text);
  CHECK(run.trap == Trap::end);
  return run.state;
}

std::uint64_t eax_of(std::string_view text) {
  return ran(text).regs[x86::kRax] & 0xffffffff;
}

} // namespace

TEST_CASE("pasted x86: loop, loope and loopne count down without touching flags") {
  CHECK(eax_of("movl $5, %ecx\nxorl %eax, %eax\n.L: addl %ecx, %eax\nloop .L\nret") == 15);
  CHECK(eax_of("mov ecx, 5\nxor eax, eax\nL1:\nadd eax, ecx\nloop L1\nret") == 15);
  // 32 bits: pushl says so, and the count is ecx.
  CHECK(eax_of("pushl %ebx\nmovl $5, %ecx\nxorl %eax, %eax\n.L: addl %ecx, %eax\nloop .L\n"
               "popl %ebx\nret") == 15);
  // The first of 1, 2, 3 ... that is 4: not equal three times, and the count runs out elsewhere.
  CHECK(eax_of("movl $9, %ecx\nxorl %eax, %eax\n.L: incl %eax\ncmpl $4, %eax\nloopne .L\nret") ==
        4);
  CHECK(eax_of("movl $3, %ecx\nxorl %eax, %eax\n.L: incl %eax\ncmpl $4, %eax\nloopnz .L\nret") ==
        3);
  CHECK(eax_of("movl $9, %ecx\nxorl %eax, %eax\n.L: incl %eax\ncmpl %eax, %eax\nloope .L\nret") ==
        9);
  CHECK(eax_of("movl $2, %ecx\nmovl $1, %eax\nstc\n.L: adcl $0, %eax\nstc\nloop .L\nret") == 3);
  CHECK(problems(Isa::x86, "loop %rax") ==
        std::vector<std::string>{"1:6 'loop' takes a label; loop label"});
}

TEST_CASE("pasted x86: the stack protector finds its canary in the thread block") {
  CHECK(eax_of("movq %fs:40, %rax\nmovq %rax, -8(%rsp)\nmovq -8(%rsp), %rax\nsubq %fs:40, %rax\n"
               "ret") == 0);
  CHECK(ran("movq %fs:40, %rax\nret").regs[x86::kRax] == 0x9e3779b97f4a7c00);
  CHECK(ran("mov rax, QWORD PTR fs:40\nret").regs[x86::kRax] == 0x9e3779b97f4a7c00);
  CHECK(ran("mov rax, qword ptr fs:[0x28]\nret").regs[x86::kRax] == 0x9e3779b97f4a7c00);
  CHECK(ran("mov rax, [fs:0x28]\nret").regs[x86::kRax] == 0x9e3779b97f4a7c00);
  CHECK(eax_of("pushl %ebp\nmovl %gs:20, %eax\npopl %ebp\nret") == 0x7f4a7c00);
  CHECK(eax_of("movq %fs:0, %rcx\nmovl 40(%rcx), %eax\nret") == 0x7f4a7c00);
}

TEST_CASE("pasted x86: position-independent code of clang -m32, and its jumps") {
  CHECK(eax_of("f: calll .L0$pb\n.L0$pb:\npopl %eax\n.Ltmp0:\n"
               "addl $_GLOBAL_OFFSET_TABLE_+(.Ltmp0-.L0$pb), %eax\nmovl x@GOTOFF(%eax), %eax\n"
               "retl\n.data\nx: .long 7") == 7);
  CHECK(eax_of("pushl %ebp\nmovl $.A, %eax\njmpl *%eax\nud2\n.A: popl %ebp\nmovl $3, %eax\nretl") ==
        3);
}

TEST_CASE("pasted x86: NASM's data and names") {
  CHECK(eax_of("section .data\nx: dd 5, 0FFh\ny db 'A', \"bc\", 10, 0\nw dw 7\nlen equ $-y\n"
               "arr times 3 dd 4\nsection .bss\nbuf: resd 4\nsection .text\nglobal _start\n"
               "_start:\nmov eax, [x+4]\nadd eax, 10h\nmov ecx, len\nadd eax, ecx\n"
               "mov rsi, arr\nadd eax, [rsi+8]\nmov dword [buf+12], 1\nadd eax, [buf+12]\n"
               "movzx edx, byte [y+2]\nadd eax, edx\nret\n") == 255 + 16 + 7 + 4 + 1 + 'c');
  CHECK(eax_of("section .data\narr times 4 dd 7\nsection .text\nmov ecx, 4\nmov esi, arr\n"
               "xor eax, eax\nL1: add eax, [esi]\nadd esi, 4\nloop L1\n") == 28);
  CHECK(problems(Isa::x86, "section .text\nmov eax, 1\ntimes 9 times 9 nop\n").size() == 1);
  // Elsewhere a name alone is memory, as in MASM and GNU's Intel syntax.
  CHECK(eax_of("mov eax, x\nret\n.data\nx: .long 9") == 9);
}

TEST_CASE("pasted x86: bits of a string in memory, up and down from the operand") {
  // Bit 70 of the words at x is bit 6 of the third word of 4 bytes, bit -1 the last of the one
  // before.
  const std::string data = "\nret\n.data\n.long 0, 0x80000000\nx: .long 0, 0, 64, 0";
  CHECK(eax_of("movl $70, %ecx\nbtl %ecx, x(%rip)\nsbbl %eax, %eax" + data) == 0xffffffff);
  CHECK(eax_of("movl $71, %ecx\nbtl %ecx, x(%rip)\nsbbl %eax, %eax" + data) == 0);
  CHECK(eax_of("movl $-1, %ecx\nbtl %ecx, x(%rip)\nsbbl %eax, %eax" + data) == 0xffffffff);
  CHECK(eax_of("movq $-1, %rcx\nlock btrq %rcx, x(%rip)\nmovl x-4(%rip), %eax" + data) == 0);
  CHECK(eax_of("movw $33, %cx\nbtsw %cx, x(%rip)\nmovl x+4(%rip), %eax" + data) == 2);
  CHECK(eax_of("mov ecx, 64\nbtc DWORD PTR x[rip], ecx\nmov eax, DWORD PTR x[rip+8]" + data) == 65);
  CHECK(problems(Isa::x86, "btl %cx, (%rax)").size() == 1);
}

TEST_CASE("pasted x86: rotations through CF") {
  // 0x80000001 with CF 0 to the left: CF 1, 2; again: CF 0, 5.
  CHECK(eax_of("movl $0x80000001, %eax\nclc\nrcll %eax\nrcll $1, %eax\nret") == 5);
  CHECK(eax_of("movl $1, %eax\nstc\nrcrl %eax\nret") == 0x80000000);
  CHECK(eax_of("movb $0x81, %al\nmovb $9, %cl\nstc\nrclb %cl, %al\nmovzbl %al, %eax\nret") == 0x81);
  CHECK(ran("movq $3, %rax\nstc\nrcrq $2, %rax\nret").regs[x86::kRax] == 0xc000000000000000);
  CHECK(eax_of("movl $1, -4(%rsp)\nclc\nrcrl -4(%rsp)\nmovl $0, %eax\nadcl $0, %eax\nret") == 1);
}

TEST_CASE("pasted x86: flags on the stack, tables of bytes, MXCSR") {
  // CF, PF, ZF, the bit that is always set, and interrupts enabled
  CHECK(eax_of("xorl %eax, %eax\nstc\npushfq\npopq %rax\nret") == (1 | 4 | 0x40 | 2 | 0x200));
  CHECK(eax_of("pushq $0x41\npopfq\nsete %al\nsetc %cl\naddb %cl, %al\nmovzbl %al, %eax\nret") ==
        2);
  CHECK(eax_of("pushl %ebp\npushfl\npopl %eax\npopl %ebp\nret") % 4 == 2);
  CHECK(eax_of("leaq t(%rip), %rbx\nmovl $2, %eax\nxlatb\nret\n.data\nt: .byte 5, 6, 7") == 7);
  CHECK(eax_of("stmxcsr -8(%rsp)\nldmxcsr -8(%rsp)\nmovl -8(%rsp), %eax\nret") == 0x1f80);
  const ReferenceRun run = run_reference(
      assembled(Isa::x86, "movl $0x9fc0, -8(%rsp)\nldmxcsr -8(%rsp)\nret"), Environment{}, 100);
  CHECK(run.trap == Trap::illegal); // denormals as zeros
  CHECK(problems(Isa::x86, "pushfl").size() == 1);
  CHECK(problems(Isa::x86, "stmxcsr %eax").size() == 1);
}

TEST_CASE("pasted x86: pairs of words are compared and exchanged") {
  const std::string equal = "leaq x(%rip), %rdi\nmovq $1, %rax\nmovq $2, %rdx\nmovq $3, %rbx\n"
                            "movq $4, %rcx\nlock cmpxchg16b (%rdi)\nsetne %al\nmovzbl %al, %eax\n"
                            "shlq $8, %rax\naddq x(%rip), %rax\naddq x+8(%rip), %rax\nret\n.data\n"
                            ".balign 16\nx: .quad ";
  CHECK(eax_of(equal + "1, 2") == 7);
  CHECK(eax_of(equal + "1, 9") == 256 + 10);
  const std::string other = "movl $1, %eax\nmovl $2, %edx\nlock cmpxchg8b x(%rip)\n"
                            "leal (%rax,%rdx,8), %eax\nret\n.data\nx: .long ";
  CHECK(eax_of(other + "5, 6") == 5 + 48);
  CHECK(eax_of(other + "1, 2") == 17);
}

TEST_CASE("pasted x86: sums with CF and OF apart") {
  CHECK(
      eax_of("movq $-1, %rax\nmovq $1, %rdx\nxorl %ecx, %ecx\nadcxq %rdx, %rax\nadoxq %rdx, %rax\n"
             "adcxq %rcx, %rax\nret") == 2);
}

TEST_CASE("pasted x86: segments that hold everything are named in vain") {
  CHECK(eax_of("nopw %cs:0(%rax,%rax,1)\nmovl %ds:x, %eax\nret\n.data\nx: .long 4") == 4);
  CHECK(eax_of("push ebp\nmov eax, DWORD PTR ds:x\npop ebp\nret\n.data\nx: .long 4") == 4);
  CHECK(eax_of("push ebp\ncall .A\n.A:\npop ecx\nadd ecx, OFFSET FLAT:_GLOBAL_OFFSET_TABLE_\n"
               "mov eax, DWORD PTR x@GOTOFF[ecx+4]\npop ebp\nret\n.data\nx: .long 4") == 4);
}

TEST_CASE("pasted x86: 32-bit code divides 64 bits as the compiler's library does") {
  struct Division {
    const char* function;
    std::int64_t a, b;
    std::uint64_t result;
  };
  const std::vector<Division> list{
      {"__udivdi3", 1'000'000'000'007, 10, 100'000'000'000},
      {"__umoddi3", 1'000'000'000'007, 10, 7},
      {"__udivdi3", -1, 0x1'0000'0001, 0xffffffff},
      {"__umoddi3", -1, 0x1'0000'0001, 0}, // (2^32 - 1)(2^32 + 1) = 2^64 - 1
      {"__udivdi3", -1, -1, 1},
      {"__udivdi3", -2, -1, 0},
      {"__umoddi3", -2, -1, ~std::uint64_t{1}},
      {"__divdi3", -1'000'000'000'007, 10, ~std::uint64_t{99'999'999'999}},
      {"__divdi3", -1'000'000'000'007, -0x1'0000'0000, 232}, // 232.83
      {"__moddi3", -1'000'000'000'007, 10, ~std::uint64_t{6}},
      {"__moddi3", 7, -0x1'0000'0000, 7},
      {"__popcountdi2", -1, 0, 64},
      {"__popcountdi2", 1LL << 40, 0, 1},
      {"__paritydi2", 0x1'0000'0007, 0, 0},
      {"__paritydi2", 0x1'0000'0003, 0, 1}};
  for (const Division& one : list) {
    INFO(one.function << " " << one.a << " " << one.b);
    const auto low = [](std::int64_t x) { return static_cast<std::int32_t>(x & 0xffffffff); };
    const ArchState state = ran(fmt::format(
        "f: pushl %ebp\nmovl %esp, %ebp\npushl ${}\npushl ${}\npushl ${}\npushl ${}\ncall {}\n"
        "leave\nret",
        low(one.b >> 32), low(one.b), low(one.a >> 32), low(one.a), one.function));
    const bool counts = std::string_view(one.function).find("di2") != std::string_view::npos;
    CHECK((state.regs[x86::kRax] | (counts ? 0 : state.regs[x86::kRdx] << 32)) == one.result);
  }
}

TEST_CASE("pasted x86: implied operands of string operations, sizes of conversions") {
  CHECK(eax_of("leaq x(%rip), %rdi\nmovl $4, %ecx\nmovl $3, %eax\nrep stosl %eax, %es:(%rdi)\n"
               "movl x+12(%rip), %eax\nret\n.data\nx: .zero 16") == 3);
  CHECK(eax_of("lea rdi, x[rip]\nlea rsi, y[rip]\nmov ecx, 2\n"
               "rep movsd dword ptr es:[rdi], dword ptr [rsi]\nmov eax, dword ptr x[rip+4]\nret\n"
               ".data\nx: .zero 8\ny: .long 5, 6") == 6);
  // 2^40 + 1, of which 32 bits would be 1
  CHECK(eax_of("cvtsi2sd xmm0, qword ptr x[rip]\ncvttsd2si rax, xmm0\nshr rax, 32\nret\n.data\n"
               "x: .quad 0x10000000001") == 256);
  CHECK(eax_of("f: movl $5, %eax\nretl") == 5);
  CHECK(ran("f: pushl %ebp\nleal 8(%esp), %eax\npopl %ebp\nret").regs[x86::kRax] % 16 == 0);
}

TEST_CASE("pasted x86: calll of a name that is an instruction as well, or a routine, is a call") {
  CHECK(eax_of("f: calll add\nretl\nadd: movl $6, %eax\nretl") == 6);
  CHECK(eax_of("f: pushl $0\npushl $10\npushl $0\npushl $77\ncalll __umoddi3\naddl $16, %esp\n"
               "retl") == 7);
}

TEST_CASE("pasted x86: a function called like an instruction of another notation") {
  CHECK(
      isa_from_text("max(int, int): # @max\n cmp edi, esi\n mov eax, esi\n cmovg eax, edi\n ret") ==
      Isa::x86);
  CHECK(isa_from_text("min(int, int):\n slt $2,$5,$4\n movz $5,$4,$2\n jr $31\n move $2,$5") ==
        Isa::mips);
}

TEST_CASE("pasted x86: a function that is not there leaves 0 where its caller takes it from") {
  // pow(x) + 1, converted: on the stack of the x87 unit, which was empty before the call
  CHECK(eax_of("f: subl $8, %esp\nfld1\nfstpl (%esp)\ncall pow\nfadds one\nfistpl (%esp)\n"
               "movl (%esp), %eax\naddl $8, %esp\nret\n.data\none: .float 1") == 1);
  CHECK(eax_of("f: subl $8, %esp\ncall sqrt\nfld1\nfaddp %st, %st(1)\nfistpl (%esp)\n"
               "movl (%esp), %eax\naddl $8, %esp\nret") == 1);
  // One that returns an integer leaves nothing there.
  CHECK(eax_of("f: subl $8, %esp\ncall g\nfld1\nfistpl (%esp)\nmovl (%esp), %eax\n"
               "addl $8, %esp\nret") == 1);
}
