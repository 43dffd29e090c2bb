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

TEST_CASE("pasted x86: x87 is refused with what to do") {
  for (const char* const text : {"fldl 8(%rsp)", "flds x", "fldt 8(%rsp)", "fildl 4(%esp)", "faddp",
                                 "fstpl 8(%rsp)", "fxch %st(1)", "fmulp %st, %st(1)"}) {
    const std::vector<std::string> all = problems(Isa::x86, text);
    INFO(text);
    REQUIRE_FALSE(all.empty());
    CHECK(all.front().find("x87 (80-bit floating point)") != std::string::npos);
    CHECK(all.front().find("-mfpmath=sse") != std::string::npos);
  }
}
