#include "isa/registers.hpp"
#include "unit/isa/asm_testing.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

/// rax behind a program that ends, and what it printed.
std::uint64_t rax_after(std::string_view text) {
  return run_to_end(assembled(Isa::x86, text)).regs[x86::kRax];
}

std::string printed(std::string_view text, std::string_view input = {}) {
  Environment environment;
  environment.input = input;
  const Program program = assembled(Isa::x86, text);
  const ReferenceRun run = run_reference(program, environment, 10'000);
  INFO(name(run.trap));
  REQUIRE(!is_fault(run.trap));
  return run.output;
}

Trap trap_of(std::string_view text) {
  return run_reference(assembled(Isa::x86, text), {}, 10'000).trap;
}

std::vector<std::string> x86_problems(std::string_view text, const AssembleOptions& options = {}) {
  return problems(Isa::x86, text, options);
}

std::string first_problem(std::string_view text, const AssembleOptions& options = {}) {
  const std::vector<std::string> all = x86_problems(text, options);
  return all.empty() ? std::string() : all.front();
}

} // namespace

TEST_CASE("returning from the entry function ends an x86 program", "[x86]") {
  const Program program = assembled(Isa::x86, "f: movl $1, %eax\nret\nmain: movl $42, %eax\nret");
  CHECK(program.entry == program.symbols.at("main").address);
  const ReferenceRun run = run_reference(program, {}, 100);
  CHECK(run.trap == Trap::end);
  CHECK(run.state.pc == program.return_pc);
  CHECK(run.state.regs[x86::kRax] == 42);
  CHECK(run.state.instructions == 2);
  // As behind a call: a multiple of 16 above the return address.
  const ArchState start = initial_state(program);
  CHECK(start.regs[x86::kRsp] % 16 == 8);
  CHECK(start.memory.load(start.regs[x86::kRsp], 8) == program.return_pc);
}

TEST_CASE("parts of x86 registers", "[x86]") {
  CHECK(rax_after("movq $-1, %rax\nmovl $5, %eax\nret") == 5); // the upper half is cleared
  CHECK(rax_after("movq $-1, %rax\nmovw $5, %ax\nret") == 0xffffffffffff0005);
  CHECK(rax_after("movq $-1, %rax\nmovb $5, %al\nret") == 0xffffffffffffff05);
  CHECK(rax_after("movq $-1, %rax\nmovb $5, %ah\nret") == 0xffffffffffff05ff);
  CHECK(rax_after("movl $0x1234, %ecx\nmovzbl %ch, %eax\nret") == 0x12);
  CHECK(rax_after("movq $-1, %rax\naddl $1, %eax\nret") == 0);
  CHECK(rax_after("movl $0x80, %ecx\nmovsbq %cl, %rax\nret") == 0xffffffffffffff80);
  CHECK(rax_after("movl $0x80000000, %eax\ncltq\nret") == 0xffffffff80000000);
  CHECK(rax_after("movabsq $0x123456789abcdef0, %rax\nret") == 0x123456789abcdef0);
}

TEST_CASE("x86 addresses", "[x86]") {
  const std::string data = "\n.data\nbefore: .quad 3\nv: .quad 5, 7, 11, 13\n";
  CHECK(rax_after("movq v(%rip), %rax\nret" + data) == 5);
  CHECK(rax_after("movq v+8, %rax\nret" + data) == 7);
  CHECK(rax_after("movl $2, %ecx\nmovq v(,%rcx,8), %rax\nret" + data) == 11);
  CHECK(rax_after("leaq v(%rip), %rdx\nmovl $3, %ecx\nmovq (%rdx,%rcx,8), %rax\nret" + data) == 13);
  CHECK(rax_after("leaq v(%rip), %rdx\nmovq -8(%rdx), %rax\nret" + data) == 3);
  CHECK(rax_after("movl $v, %edx\naddq $4, 8(%rdx)\nmovq 8(%rdx), %rax\nret" + data) == 11);
  CHECK(rax_after("movq v@GOTPCREL(%rip), %rax\nmovq (%rax), %rax\nret" + data) == 5);
  CHECK(trap_of("movq 0(%rax), %rax") == Trap::unmapped);
  CHECK(trap_of("movq %rax, c(%rip)\n.section .rodata\nc: .quad 1") == Trap::read_only);
  // No access need be aligned.
  CHECK(rax_after("movl $v+1, %edx\nmovq (%rdx), %rax\nret" + data) == 0x0700000000000000);
}

TEST_CASE("shifts by nothing keep the flags", "[x86]") {
  CHECK(rax_after("stc_: cmpl $1, %ecx\nmovl $0, %ecx\nshll %cl, %edx\nsetb %al\nret") == 1);
  CHECK(rax_after("cmpl $1, %ecx\nmovl $32, %ecx\nshll %cl, %edx\nsetb %al\nret") == 1);
  CHECK(rax_after("cmpl $1, %ecx\nincl %edx\nsetb %al\nret") == 1); // neither does inc change CF
}

TEST_CASE("x86 divisions without a quotient fault", "[x86]") {
  CHECK(trap_of("movl $1, %eax\ncltd\nidivl %ecx") == Trap::divide_by_zero);
  CHECK(trap_of("movl $0x80000000, %eax\ncltd\nmovl $-1, %ecx\nidivl %ecx") ==
        Trap::divide_by_zero);
  CHECK(trap_of("movl $1, %edx\nmovl $1, %ecx\ndivl %ecx") == Trap::divide_by_zero);
  CHECK(rax_after("movl $-7, %eax\ncltd\nmovl $2, %ecx\nidivl %ecx\nret") == 0xfffffffd);
  CHECK(rax_after("movl $-7, %eax\ncltd\nmovl $2, %ecx\nidivl %ecx\nmovl %edx, %eax\nret") ==
        0xffffffff);
}

TEST_CASE("calls, jumps through registers and tables", "[x86]") {
  CHECK(rax_after("main: movl $1, %eax\ncall f\naddl $1, %eax\nret\nf: addl $40, %eax\nret") == 42);
  CHECK(rax_after("main: leaq f(%rip), %rcx\ncall *%rcx\nret\nf: movl $9, %eax\nret") == 9);
  CHECK(rax_after("main: movl $1, %ecx\njmp *t(,%rcx,8)\na: movl $1, %eax\nret\nb: movl $2, %eax\n"
                  "ret\n.section .rodata\nt: .quad a, b") == 2);
  CHECK(rax_after("main: pushq $6\npopq %rax\nret") == 6);
  CHECK(rax_after("main: pushq %rbp\nmovq %rsp, %rbp\nsubq $32, %rsp\nmovl $3, %eax\nleave\nret") ==
        3);
}

TEST_CASE("scalar floating point of x86", "[x86]") {
  const std::string data = "\n.section .rodata\na: .double 2.5\nb: .double 4\nf: .float 1.5\n"
                           ".align 16\nsign: .quad 0x8000000000000000, 0\n";
  const auto truncated = [&](const std::string& code) {
    return rax_after(code + "\ncvttsd2siq %xmm0, %rax\nret" + data);
  };
  CHECK(truncated("movsd a(%rip), %xmm0\nmulsd b(%rip), %xmm0") == 10);
  CHECK(truncated("movsd b(%rip), %xmm1\nsqrtsd %xmm1, %xmm0") == 2);
  CHECK(truncated("movsd b(%rip), %xmm0\nxorpd sign(%rip), %xmm0") ==
        static_cast<std::uint64_t>(-4));
  CHECK(truncated("movss f(%rip), %xmm0\ncvtss2sd %xmm0, %xmm0\naddsd %xmm0, %xmm0") == 3);
  CHECK(truncated("vmovsd a(%rip), %xmm1\nvmulsd b(%rip), %xmm1, %xmm0") == 10);
  CHECK(rax_after("pxor %xmm0, %xmm0\nucomisd %xmm0, %xmm0\nsete %al\nret") == 1);
  CHECK(rax_after("divsd %xmm0, %xmm0\nucomisd %xmm0, %xmm0\nsetp %al\nret") == 1); // 0 / 0
  CHECK(rax_after("divsd %xmm0, %xmm0\nmovq %xmm0, %rax\nret") == 0xfff8000000000000);
}

TEST_CASE("functions of the C library that the platform has", "[x86]") {
  CHECK(printed(
            "main: leaq s(%rip), %rdi\ncall puts@PLT\nret\n.section .rodata\ns: .string \"hi\"") ==
        "hi\n");
  CHECK(printed("main: movl $'x', %edi\njmp putchar@PLT") == "x"); // returns for main
  const std::string formats = "\n.section .rodata\nf: .string \"%d %5.2f|%-4s|%c%%%lx\\n\"\n"
                              "s: .string \"ab\"\nr: .double 2.5\n";
  CHECK(
      printed("main: leaq f(%rip), %rdi\nmovl $-3, %esi\nmovsd r(%rip), %xmm0\nleaq s(%rip), %rdx\n"
              "movl $'z', %ecx\nmovq $255, %r8\nmovl $1, %eax\ncall printf@PLT\nret" +
              formats) == "-3  2.50|ab  |z%ff\n");
  // Width and precision as arguments; less than 0 they mean to the left, and none.
  const std::string stars = "\n.section .rodata\nf: .string \"%*d|%-*d|%*d|%.*f|%.*f|%p %8p\"\n"
                            "r: .double 2.5\n";
  CHECK(printed("main: leaq f(%rip), %rdi\nmovl $4, %esi\nmovl $-3, %edx\nmovl $3, %ecx\n"
                "movl $7, %r8d\nmovl $-3, %r9d\npushq $0\npushq $16\npushq $-1\npushq $1\n"
                "pushq $8\nmovsd r(%rip), %xmm0\nmovapd %xmm0, %xmm1\ncall printf\n"
                "addq $40, %rsp\nret" +
                stars) == "  -3|7  |8  |2.5|2.500000|0x10    (nil)");
  CHECK(trap_of("main: movl $f, %edi\nmovl $1001, %esi\ncall printf\nret" + stars) ==
        Trap::bad_syscall);
  CHECK(trap_of("main: movl $f, %edi\nmovl $7, %esi\nmovl $1, %edx\ncall printf\nret\n"
                ".section .rodata\nf: .string \"%*5d\"\n") == Trap::bad_syscall);
  CHECK(printed("main: leaq f(%rip), %rdi\nmovl $255, %esi\nmovl $255, %edx\ncall printf\nret\n"
                ".section .rodata\nf: .string \"%010p %.5p\"\n") == "0x000000ff 0x000ff");
  CHECK(printed("main: ret\nputs: ret\nf: call puts").empty()); // the file's own comes first
  CHECK(run_reference(assembled(Isa::x86, "movl $3, %edi\ncall exit"), {}, 10).state.exit_code ==
        3);
}

TEST_CASE("system calls of x86 programs", "[x86]") {
  CHECK(printed("movl $1, %eax\nmovl $1, %edi\nleaq s(%rip), %rsi\nmovl $3, %edx\nsyscall\n"
                "movl $60, %eax\nmovl $0, %edi\nsyscall\n.data\ns: .ascii \"abc\"") == "abc");
  CHECK(printed("main: movl $0, %eax\nmovl $0, %edi\nleaq b(%rip), %rsi\nmovl $8, %edx\nsyscall\n"
                "movq %rax, %rdx\nmovl $1, %eax\nmovl $1, %edi\nsyscall\nret\n.bss\nb: .zero 8",
                "word") == "word");
  CHECK(trap_of("movl $999, %eax\nsyscall") == Trap::bad_syscall);
}

TEST_CASE("directives of gcc", "[x86]") {
  const Program program = assembled(Isa::x86, R"(
	.file	"a.c"
	.text
	.p2align 4
	.globl	main
	.type	main, @function
main:
.LFB0:
	.cfi_startproc
	endbr64
	movzwl	w(%rip), %eax
	.loc 1 2 3
	jmp	.L2
	.p2align 4,,10
	.p2align 3
.L2:
	addl	$1, %eax
	ret
	.cfi_endproc
.LFE0:
	.size	main, .-main
	.local	hidden
	.comm	hidden,16,16
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
	.long	-1
	.value	513
w:	.word	258
	.set	alias, w+0
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
	.section	.note.gnu.property,"a"
	.align 8
	.long	 1f - 0f
	.long	 4f - 1f
	.long	 5
0:
	.string	 "GNU"
1:
4:
)");
  CHECK(run_to_end(program).regs[x86::kRax] == 259);
  CHECK(program.symbolic(program.entry) == "main"); // not .LFB0
  // One long nop fills the gap before .L2: three instructions of 4 bytes stand at 0, 4, 8.
  REQUIRE(program.code.size() == 6);
  CHECK(program.code[3].op == Op::nop);
  CHECK(program.code[3].size == 4);
  CHECK(program.code[4].pc % 16 == 0);
}

TEST_CASE("registers of x86 micro-ops", "[x86]") {
  const auto of = [](std::string_view text) { return registers(assembled(Isa::x86, text)); };
  CHECK(of("addq %rax, 8(%rdx,%rcx,8)") == "rdx rcx rax -> flags cf");
  CHECK(of("movq %rax, 8(%rdx)") == "rdx rax!data ->");
  CHECK(of("movq 8(%rdx), %rax") == "rdx -> rax");
  CHECK(of("movb %al, %cl") == "rax rcx -> rcx");
  CHECK(of("adcq %rax, %rcx") == "rcx rax cf -> rcx flags cf");
  CHECK(of("l: jne l") == "flags!branch ->");
  CHECK(of("mulq %rcx") == "rax rcx -> rax rdx flags cf");
  CHECK(of("pushq %rax") == "rax!data rsp -> rsp");
  CHECK(of("subl %eax, %eax") == "-> rax flags cf");
  CHECK(of("shlq $3, %rax") == "rax -> rax flags cf");
  CHECK(of("shlq %cl, %rax") == "rax rcx flags cf -> rax flags cf");
}

TEST_CASE("classes of x86 instructions", "[x86]") {
  const auto of = [](std::string_view text) {
    return std::string(name(assembled(Isa::x86, text).code.front().op_class));
  };
  CHECK(of("addq %rax, %rdx") == "integer");
  CHECK(of("addq (%rax), %rdx") == "load");
  CHECK(of("addq %rdx, (%rax)") == "atomic");
  CHECK(of("movq %rdx, (%rax)") == "store");
  CHECK(of("cmpq %rdx, (%rax)") == "load");
  CHECK(of("addsd (%rax), %xmm0") == "fp_load");
  CHECK(of("addsd %xmm1, %xmm0") == "fp_add");
  CHECK(of("addss %xmm1, %xmm0") == "fp_add_single");
  CHECK(of("sqrtsd %xmm1, %xmm0") == "fp_sqrt");
  CHECK(of("movsd %xmm1, (%rax)") == "fp_store");
  CHECK(of("imulq %rax, %rdx") == "multiply");
  CHECK(of("idivl %ecx") == "divide_word");
  CHECK(of("ret") == "jump_register");
}

TEST_CASE("what is wrong with x86 text", "[x86]") {
  AssembleOptions strict;
  strict.strict = true;
  CHECK(first_problem("adq $1, %rax") ==
        "1:1 unknown instruction 'adq'; an instruction, a directive or a label with ':'; "
        "did you mean adc");
  CHECK(first_problem("addq $1, %eax").starts_with("1:10 '%eax' does not have the size of 'addq'"));
  CHECK(first_problem("movq %rxx, %rax").starts_with("1:7 '%rxx' is no register"));
  // A text of Intel syntax alone is read; among registers with % it is a mistake.
  CHECK(first_problem("movl $1, %ecx\nmov eax, 5").find("this looks like Intel syntax") !=
        std::string::npos);
  CHECK(first_problem("movl [rax], %eax").find("this looks like Intel syntax") !=
        std::string::npos);
  CHECK(first_problem("movl DWORD PTR [rbp-4], %eax").find("Intel syntax") != std::string::npos);
  CHECK(first_problem("incl").starts_with("1:1 'incl' without operands; incl one"));
  CHECK(first_problem("addq (%rax), (%rcx)").starts_with("1:6 these are no operands of 'addq'"));
  CHECK(first_problem("addq %rax, $5").starts_with("1:6 these are no operands of 'addq'"));
  CHECK(first_problem("add $1, (%rax)") ==
        "1:1 the operands do not tell the size of 'add'; a suffix: addb, addw, addl or "
        "addq");
  CHECK(first_problem("movq (%eax), %rax").starts_with("1:8 '%eax' cannot be part of an address"));
  CHECK(first_problem("leaq (%rax,%rcx,3), %rax").starts_with("1:17 '3' is no scale"));
  CHECK(first_problem("leaq (%rax,%rsp), %rax").find("%rsp cannot be an index") !=
        std::string::npos);
  CHECK(first_problem("addb $300, %al") == "1:6 300 does not fit in 8 bits; -128 to 255");
  CHECK(first_problem("addq $0x80000000, %rax").find("movabsq loads 64 bits") != std::string::npos);
  CHECK(first_problem("shll %dl, %eax").find("cannot be the count of a shift") !=
        std::string::npos);
  CHECK(first_problem("jmp %rax").find("did you mean *%rax") != std::string::npos);
  CHECK(first_problem("call nothing", strict)
            .starts_with("1:6 'nothing' is not defined; a label of this file, or a function there "
                         "is: puts, putchar, printf, exit, abort, "));
  CHECK(first_problem("call print", strict).find("did you mean printf") != std::string::npos);
  CHECK(first_problem("je nothing").find("nothing") != std::string::npos);
  CHECK(first_problem("movl %fs:x, %eax").find("the block of the thread") != std::string::npos);
  CHECK(first_problem("movw %fs, %ax").find("only what it points to") != std::string::npos);
  CHECK(first_problem("vaddsd %ymm0, %ymm1, %ymm2") ==
        "1:8 'vaddsd' has no form for '%ymm0'; registers of 16 bytes, xmm");
  for (const char* const packed : {"pcmpistrm $0, %xmm0, %xmm1", "vpermb %ymm0, %ymm1, %ymm2",
                                   "vpcmpestri $1, %xmm0, %xmm1"}) {
    INFO(packed);
    CHECK(first_problem(packed).find("-fno-tree-vectorize") != std::string::npos);
  }
  CHECK(first_problem("repne stosb").find("movs and stos") != std::string::npos);
  CHECK(first_problem("vaddsd %xmm0, %xmm1").find("three operands") != std::string::npos);
  CHECK(first_problem("movq $1, %rax,").find("an operand") != std::string::npos);
  CHECK(first_problem("movzbl %ax, %eax").find("does not have the size") != std::string::npos);
  CHECK(first_problem("fsin").find("x87") != std::string::npos);
  // Legal, and nearly always a slip.
  CHECK(first_problem("movq 5, %rax\nret").find("the constant is $5") != std::string::npos);
}

TEST_CASE("x86: NASM's sizes without ptr, and relative names") {
  CHECK(texts(Isa::x86, "mov eax, dword [rdi]\nadd eax, 1") == "mov eax, dword [rdi]\nadd eax, 1");
  const Program nasm = assembled(Isa::x86, "mov eax, dword [rdi]\nmov byte [rdi+1], 5");
  const Program masm = assembled(Isa::x86, "mov eax, DWORD PTR [rdi]\nmov BYTE PTR [rdi+1], 5");
  REQUIRE(nasm.code.size() == masm.code.size());
  for (std::size_t n = 0; n < nasm.code.size(); ++n) {
    CHECK(nasm.code[n].op == masm.code[n].op);
    CHECK(nasm.code[n].raw == masm.code[n].raw);
    CHECK(nasm.code[n].rs1 == masm.code[n].rs1);
  }
}

TEST_CASE("x86: NASM's directives without a dot") {
  CHECK(texts(Isa::x86, "bits 64\ndefault rel\nextern puts\nsection .text\nglobal _start\n"
                        "_start:\n  mov eax, 1\n") == "mov eax, 1");
  CHECK(first_problem("mov rax, fs:x\nret").find("the block of the thread") != std::string::npos);
}

TEST_CASE("x86: vectors of 512 bits are told with what there is, in both syntaxes") {
  for (const char* text : {"vmovups (%rdi), %zmm0", "vmovups zmm0, zmmword ptr [rdi]",
                           "vmovups ZMM0, [rdi]", "vaddps %zmm0, %zmm0, %zmm1"}) {
    INFO(text);
    const std::string problem = first_problem(text);
    CHECK(problem.find("AVX-512") != std::string::npos);
    CHECK(problem.find("and there are those of 128 and 256") != std::string::npos);
  }
}

TEST_CASE("x86 text is known by its registers", "[x86]") {
  CHECK(looks_like_x86("main:\n\tmovl $1, %eax\n"));
  CHECK(looks_like_x86("lea x(%rip), %rdi"));
  CHECK_FALSE(looks_like_x86("# %eax is a register of x86\n lui a0, %hi(x)\n"));
  CHECK_FALSE(looks_like_x86("main: li a0, 1\n ret"));
  const auto isa_of = [](std::string_view file, std::string_view text) {
    const Result<Program> program = load_program_text(file, text, std::nullopt);
    REQUIRE(program.ok());
    return program->isa;
  };
  CHECK(isa_of("a.s", "movl $1, %eax\nret") == Isa::x86);
  CHECK(isa_of("a.s", "li a0, 1\nret") == Isa::riscv);
  CHECK(isa_of("a.x86.s", "nop\nret") == Isa::x86);
}
