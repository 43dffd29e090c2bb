// CF is a register apart from the other flags; instructions on flags; what few of them are made of.
// That instructions compute what a processor computes is tested in tests/differential.

#include "isa/crack.hpp"
#include "isa/registers.hpp"
#include "unit/isa/asm_testing.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

std::uint64_t rax_of(std::string_view text) {
  return run_to_end(assembled(Isa::x86, text)).regs[x86::kRax];
}

std::string flags_of(std::string_view text) {
  return registers(assembled(Isa::x86, text));
}

std::string problem_of(std::string_view text) {
  const std::vector<std::string> all = problems(Isa::x86, text);
  return all.empty() ? std::string() : all.front();
}

std::string classes_of(std::string_view text) {
  std::string out;
  for (const CrackedOp& op : crack(assembled(Isa::x86, text).code.front()))
    out += (out.empty() ? "" : " ") + std::string(name(op.op_class));
  return out;
}

} // namespace

// Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, "Flags Affected".
TEST_CASE("x86: instructions name the flags that they read and write", "[x86]") {
  CHECK(flags_of("addl %eax, %ecx") == "rcx rax -> rcx flags cf");
  CHECK(flags_of("incq %rcx") == "rcx -> rcx flags"); // CF stays, and is not waited for
  CHECK(flags_of("decl %ecx") == "rcx -> rcx flags");
  CHECK(flags_of("adcq %rax, %rcx") == "rcx rax cf -> rcx flags cf");
  CHECK(flags_of("btl $3, %ecx") == "rcx -> cf");
  CHECK(flags_of("btsl $3, %ecx") == "rcx -> rcx cf");
  CHECK(flags_of("stc") == "-> cf");
  CHECK(flags_of("cmc") == "cf -> cf");
  CHECK(flags_of("sahf") == "rax flags -> flags cf");
  CHECK(flags_of("lahf") == "rax flags cf -> rax");
  // A count of 0 leaves all flags, a rotation all but CF and, by 1, OF.
  CHECK(flags_of("shll $3, %ecx") == "rcx -> rcx flags cf");
  CHECK(flags_of("shll %cl, %edx") == "rdx rcx flags cf -> rdx flags cf");
  CHECK(flags_of("roll $5, %ecx") == "rcx -> rcx cf");
  CHECK(flags_of("roll %ecx") == "rcx flags -> rcx flags cf");
  CHECK(flags_of("mulq %rcx") == "rax rcx -> rax rdx flags cf");
  CHECK(flags_of("shldq %cl, %rax, 8(%rdx,%rbx)") == "rdx rbx rax rcx flags cf -> flags cf");
}

TEST_CASE("x86: conditions name the flags that they look at", "[x86]") {
  for (const std::string condition : {"b", "ae", "c", "nc"})
    CHECK(flags_of("set" + condition + " (%rdx)") == "rdx cf!data ->");
  for (const std::string condition : {"a", "be"})
    CHECK(flags_of("cmov" + condition + "q (%rdx,%rbx), %rcx") == "rdx rbx rcx flags cf -> rcx");
  for (const std::string condition : {"e", "l", "g", "s", "o", "p", "ne"})
    CHECK(flags_of("l: j" + condition + " l") == "flags!branch ->");
  CHECK(flags_of("l: jb l") == "cf!branch ->");
  CHECK(flags_of("l: ja l") == "flags!branch cf!branch ->");
}

TEST_CASE("x86: CF lives through inc and dec, the others through bt", "[x86]") {
  // Additions of many words count with them between.
  CHECK(rax_of("xorl %eax, %eax\nstc\nincq %rcx\nadcl $0, %eax\nret") == 1);
  CHECK(rax_of("xorl %eax, %eax\nmovl $1, %ecx\nclc\ndecq %rcx\nadcl $5, %eax\nret") == 5);
  CHECK(rax_of("xorl %eax, %eax\nstc\ncmc\nsetc %al\nret") == 0);
  // ZF of the comparison, CF of the bit: not above.
  CHECK(rax_of("xorl %eax, %eax\nmovl $8, %ecx\ncmpl %ecx, %ecx\nbtl $3, %ecx\nsete %al\nsetc %ah\n"
               "ret") == 0x101);
  // SF, ZF, AF, PF and CF as they stand in ah: 2 is always set.
  CHECK(rax_of("xorl %eax, %eax\nstc\nlahf\nret") == 0x4700);
  CHECK(rax_of("movl $0x4100, %eax\nsahf\nmovl $0, %eax\nsetbe %al\nsete %ah\nret") == 0x101);
}

TEST_CASE("x86: what instructions are several micro-ops of", "[x86]") {
  // Fog, Instruction tables (2022), "Haswell".
  CHECK(classes_of("adcq %rax, %rcx") == "integer integer");
  CHECK(classes_of("adcq $0, %rcx") == "integer");
  CHECK(classes_of("cmoveq %rax, %rcx") == "integer integer");
  CHECK(classes_of("cmovaq %rax, %rcx") == "integer integer integer");
  CHECK(classes_of("bswapq %rax") == "integer integer");
  CHECK(classes_of("bswapl %eax") == "integer");
  CHECK(classes_of("shlq $3, %rax") == "shift");
  CHECK(classes_of("shlq %cl, %rax") == "integer shift integer");
  CHECK(classes_of("shldq $3, %rax, %rcx") == "bit_count");
  CHECK(classes_of("cvtsi2sdl %eax, %xmm0") == "vector_shuffle fp_convert");
  CHECK(classes_of("movdqa %xmm0, %xmm1") == "vector_logic");
  CHECK(classes_of("movapd %xmm0, %xmm1") == "fp_move");
  CHECK(classes_of("cvttsd2si %xmm0, %eax") == "fp_convert vector_shift");
}

TEST_CASE("x86: string operations, single and repeated", "[x86]") {
  const std::string data = "\n.data\ns: .asciz \"stall\"\nt: .asciz \"stare\"\n";
  // repne scasb finds the zero: rcx counts down from -1, once more than there are letters.
  CHECK(rax_of("leaq s(%rip), %rdi\nxorl %eax, %eax\nmovq $-1, %rcx\nrepne scasb\nnotq %rcx\n"
               "leaq -1(%rcx), %rax\nret" +
               data) == 5);
  // repe cmpsb stops behind the first difference, the fourth letters, of which 'l' is less.
  const std::string compare = "leaq s(%rip), %rsi\nleaq t(%rip), %rdi\nmovl $6, %ecx\nrepe cmpsb\n";
  CHECK(rax_of(compare + "movq %rcx, %rax\nret" + data) == 2);
  CHECK(rax_of(compare + "setb %al\nmovzbl %al, %eax\nret" + data) == 1);
  CHECK(rax_of("leaq s(%rip), %rsi\nmovq $-1, %rax\nlodsb\nlodsb\nmovzbl %al, %eax\nret" + data) ==
        't');
  // A count of 0 leaves flags as they were.
  CHECK(rax_of("xorl %ecx, %ecx\nmovl $1, %eax\ncmpl %eax, %eax\nrepne scasl\nsete %al\nret") == 1);
  CHECK(problem_of("repne movsb").find("cannot stand before") != std::string::npos);
  CHECK(problem_of("rep lodsb").find("cannot stand before") != std::string::npos);
  CHECK(problem_of("stosb %cl, (%rdi)").find("implied") != std::string::npos);
}

TEST_CASE("x86: frames by enter, and all registers of 32-bit code", "[x86]") {
  CHECK(rax_of("movq %rsp, %rax\nenter $24, $0\nsubq %rsp, %rax\nleave\nret") == 32);
  CHECK(problem_of("enter $24, $1").find("nested functions") != std::string::npos);
  CHECK(problem_of("pusha\nmovq %rax, %rcx").find("32-bit code") != std::string::npos);
  // The fifth is the stack pointer of before, popa passes over it.
  CHECK(rax_of(".code32\nmovl $7, %eax\nmovl %esp, %ebp\npusha\nmovl 12(%esp), %ecx\n"
               "subl %ecx, %ebp\nmovl $1, %eax\npopa\nret") == 7);
}

TEST_CASE("x86: branches on a count of 32 and 16 bits", "[x86]") {
  CHECK(
      rax_of("xorl %eax, %eax\nmovabsq $0x500000000, %rcx\njecxz l\nret\nl: movl $1, %eax\nret") ==
      1);
  CHECK(rax_of(".code32\nxorl %eax, %eax\nmovl $0x10000, %ecx\njcxz l\nret\nl: movl $1, %eax\n"
               "ret") == 1);
  CHECK(problem_of("l: jcxz l\nmovq %rax, %rcx").find("32-bit code") != std::string::npos);
}

TEST_CASE("x86: calls of Linux with 32-bit registers", "[x86]") {
  const Program program = assembled(
      Isa::x86, ".code32\nmovl $4, %eax\nmovl $1, %ebx\nmovl $s, %ecx\nmovl $3, %edx\nint $0x80\n"
                "movl $1, %eax\nmovl $5, %ebx\nint $0x80\n.data\ns: .ascii \"abc\"");
  const ReferenceRun run = run_reference(program, {}, 100);
  CHECK(run.trap == Trap::exit);
  CHECK(run.output == "abc");
  CHECK(run.state.exit_code == 5);
  CHECK(problem_of("int $0x21").find("nothing serves interrupt 33") != std::string::npos);
}

TEST_CASE("x86: position-independent 32-bit code", "[x86]") {
  CHECK(rax_of(".code32\ncall thunk\naddl $_GLOBAL_OFFSET_TABLE_, %ebx\n"
               "movl w@GOTOFF(%ebx), %eax\nmovl w@GOT(%ebx), %ecx\naddl (%ecx), %eax\nret\n"
               "thunk: movl (%esp), %ebx\nret\n.data\nw: .long 21") == 42);
  CHECK(problem_of(".code32\ncall __divti3\nret").find("division of 128 bits of libgcc") !=
        std::string::npos);
}

TEST_CASE("x86: sums of neighbours that saturate, and masked bytes", "[x86]") {
  const std::string data = "\nret\n.data\n.p2align 4\nw: .short 32767, 1, -32768, -1, 5, 6, 7, -9\n"
                           "m: .byte -1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
                           "r: .zero 16";
  CHECK(rax_of("movaps w(%rip), %xmm0\nphaddsw %xmm0, %xmm0\nmovd %xmm0, %eax" + data) ==
        0x80007fff);
  CHECK(rax_of("movaps w(%rip), %xmm0\nphsubsw %xmm0, %xmm0\nmovd %xmm0, %eax" + data) ==
        0x80017ffe);
  CHECK(rax_of("movaps w(%rip), %xmm0\nmovaps m(%rip), %xmm1\nleaq r(%rip), %rdi\n"
               "maskmovdqu %xmm1, %xmm0\nmovl r(%rip), %eax" +
               data) == 0xff);
}
