// Texts as compilers write them with -fPIC, and with variables of threads: relocations that stand
// for addresses in a table, and for places in the block of a thread. Results by hand.

#include "mips/word_order.hpp"
#include "unit/isa/asm_testing.hpp"

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

constexpr RegId kA0 = 10;
constexpr const char* kVariables = "\n  .section .tdata,\"awT\",@progbits\n"
                                   "n: .long 5\nm: .long 7\n";

std::uint64_t eax(const std::string& text) {
  return run_to_end(assembled(Isa::x86, text + kVariables)).regs[x86::kRax];
}
std::uint64_t a0(const std::string& text) {
  return run_to_end(assembled(Isa::riscv, text + kVariables)).regs[kA0];
}

} // namespace

TEST_CASE("variables of threads: the four models of x86-64") {
  CHECK(eax("movl %fs:m@tpoff, %eax\nret") == 7);
  CHECK(eax("movq %fs:0, %rax\naddq $m@tpoff, %rax\nmovl (%rax), %eax\nret") == 7);
  CHECK(eax("movq %fs:0, %rax\nleaq m@tpoff(%rax), %rax\nmovl (%rax), %eax\nret") == 7);
  CHECK(eax("movq m@gottpoff(%rip), %rax\nmovl %fs:(%rax), %eax\nret") == 7);
  CHECK(eax("movq %fs:0, %rax\naddq m@GOTTPOFF(%rip), %rax\nmovl (%rax), %eax\nret") == 7);
  // The prefixes around the call are data for some compilers.
  CHECK(eax("data16 leaq m@tlsgd(%rip), %rdi\n.value 0x6666\nrex64\ncall __tls_get_addr@PLT\n"
            "movl (%rax), %eax\nret") == 7);
  CHECK(eax(".byte 0x66\nleaq m@tlsgd(%rip), %rdi\n.word 0x6666\nrex64\ncall __tls_get_addr@PLT\n"
            "movl (%rax), %eax\nret") == 7);
  CHECK(eax("leaq n@tlsld(%rip), %rdi\ncall __tls_get_addr@PLT\nmovl m@dtpoff(%rax), %ecx\n"
            "addl n@dtpoff(%rax), %ecx\nmovl %ecx, %eax\nret") == 12);
  CHECK(eax("leaq m@TLSDESC(%rip), %rax\ncall *m@TLSCALL(%rax)\naddq %fs:0, %rax\n"
            "movl (%rax), %eax\nret") == 7);
  CHECK(eax("leaq _TLS_MODULE_BASE_@TLSDESC(%rip), %rax\ncall *_TLS_MODULE_BASE_@TLSCALL(%rax)\n"
            "addq %fs:0, %rax\nmovl m@dtpoff(%rax), %eax\nret") == 7);
  // Elements behind the variable
  CHECK(eax("movl %fs:4+n@tpoff, %eax\nret") == 7);
  CHECK(eax("movl $1, %edi\nmovl %fs:n@tpoff(,%rdi,4), %eax\nret") == 7);
  // Intel syntax
  CHECK(eax("mov eax, DWORD PTR fs:m@tpoff\nret") == 7);
  CHECK(eax("lea rdi, m@tlsgd[rip]\ncall __tls_get_addr@PLT\nmov eax, DWORD PTR [rax]\nret") == 7);
}

TEST_CASE("variables of threads: 32-bit x86") {
  CHECK(eax("pushl %ebx\nmovl %gs:m@ntpoff, %eax\npopl %ebx\nret") == 7);
  CHECK(eax("pushl %ebx\nxorl %ebx, %ebx\nleal m@tlsgd(,%ebx,1), %eax\ncall ___tls_get_addr@PLT\n"
            "movl (%eax), %eax\npopl %ebx\nret") == 7);
  CHECK(eax("pushl %ebx\nxorl %ebx, %ebx\nleal n@tlsldm(%ebx), %eax\ncall ___tls_get_addr@PLT\n"
            "movl m@dtpoff(%eax), %eax\npopl %ebx\nret") == 7);
  CHECK(eax("pushl %ebx\nmovl m@gotntpoff(%ebx), %eax\nmovl %gs:(%eax), %eax\npopl %ebx\nret") ==
        7);
}

TEST_CASE("variables of threads: RISC-V") {
  CHECK(a0("lui a5, %tprel_hi(m)\nadd a5, a5, tp, %tprel_add(m)\nlw a0, %tprel_lo(m)(a5)\nret") ==
        7);
  CHECK(a0("la.tls.ie a5, m\nadd a5, a5, tp\nlw a0, 0(a5)\nret") == 7);
  CHECK(a0("1: auipc a5, %tls_ie_pcrel_hi(m)\nld a5, %pcrel_lo(1b)(a5)\nadd a5, a5, tp\n"
           "lw a0, 0(a5)\nret") == 7);
  const auto called = [](const std::string& address) {
    return "addi sp, sp, -16\nsd ra, 8(sp)\n" + address +
           "call __tls_get_addr@plt\nlw a0, 0(a0)\nld ra, 8(sp)\naddi sp, sp, 16\nret";
  };
  CHECK(a0(called("la.tls.gd a0, m\n")) == 7);
  CHECK(a0(called("1: auipc a0, %tls_gd_pcrel_hi(m)\naddi a0, a0, %pcrel_lo(1b)\n")) == 7);
  // Only a mark of this kind may be the fourth operand.
  CHECK_FALSE(attempt(Isa::riscv, "add a0, a1, a2, 5").ok());
}

TEST_CASE("names that compilers generate are never slips of each other") {
  const Program p = assembled(
      Isa::x86,
      "f: jle .L79\nmovsd .LC1(%rip), %xmm2\nmovsd .LC7(%rip), %xmm3\n.L79: ret\n.L7: ret\n");
  CHECK(p.code.size() == 5);
  CHECK(assembled(Isa::riscv, "lui a5, %hi(.LC2)\nfld fa0, %lo(.LC2)(a5)\n.L142: ret\n")
            .code.size() == 3);
  // Of four letters one may be wrong.
  CHECK(attempt(Isa::mips, "foo: addiu $t0, $t0, 1\nbnez $t0, Loop\n").ok());
  CHECK_FALSE(attempt(Isa::mips, "Lopp: addiu $t0, $t0, 1\nbnez $t0, Loop\n").ok());
}

TEST_CASE("position-independent code: RISC-V loads addresses from a table") {
  const Program p =
      assembled(Isa::riscv, "1: auipc a1, %got_pcrel_hi(x)\nld a1, %pcrel_lo(1b)(a1)\n"
                            "lw a0, 0(a1)\nret\n.data\n.globl x\nx: .word 9\n");
  CHECK(p.code[1].op_class == OpClass::load);
  CHECK(run_to_end(p).regs[kA0] == 9);
}

TEST_CASE("position-independent code: MIPS reaches its table from the address of the function") {
  // Global symbols have their address in the table, local ones its upper part.
  const ArchState o32 = run_to_end(
      assembled(Isa::mips, "main: lui $2, %hi(_gp_disp)\naddiu $2, $2, %lo(_gp_disp)\n"
                           "addu $gp, $2, $25\nlw $1, %got(g)($gp)\nlw $4, 0($1)\n"
                           "lw $1, %got(s)($gp)\nlw $5, %lo(s)($1)\nmove $16, $ra\n"
                           "lw $25, %call16(f)($gp)\njalr $25\nmove $ra, $16\njr $ra\n"
                           ".globl f\nf: .cpload $25\nlw $1, %got(g)($gp)\nlw $6, 0($1)\n"
                           "jr $ra\n.data\n.globl g\ng: .word 11\n.space 0x9000\ns: .word 12\n"));
  CHECK(o32.regs[4] == 11);
  CHECK(o32.regs[5] == 12);
  CHECK(o32.regs[6] == 11);
  const ArchState n64 = run_to_end(
      assembled(Isa::mips, "main: lui $1, %hi(%neg(%gp_rel(main)))\n"
                           "daddiu $1, $1, %lo(%neg(%gp_rel(main)))\ndaddu $gp, $1, $25\n"
                           "ld $1, %got_disp(g)($gp)\nlw $4, 0($1)\nld $1, %got_page(s)($gp)\n"
                           "lw $5, %got_ofst(s)($1)\njr $ra\n"
                           ".data\n.globl g\ng: .word 11\n.space 0x9000\ns: .word 12\n"));
  CHECK(n64.regs[4] == 11);
  CHECK(n64.regs[5] == 12);
  // .cprestore keeps the pointer for after calls; jump tables hold distances from the table.
  const ArchState kept = run_to_end(assembled(
      Isa::mips, "main: .cpload $25\naddiu $sp, $sp, -32\n.cprestore 16\nmove $4, $gp\n"
                 "move $gp, $0\nlw $gp, 16($sp)\naddiu $sp, $sp, 32\nlw $1, %got(T)($gp)\n"
                 "lw $1, %lo(T)($1)\naddu $1, $1, $gp\njr $1\nli $2, 1\nL: li $3, 3\njr $ra\n"
                 ".rdata\nT: .gpword L\n"));
  CHECK(kept.regs[28] == kept.regs[4]);
  CHECK(kept.regs[2] == 0);
  CHECK(kept.regs[3] == 3);
  // A function that is not in the text, called through the table, returns 0.
  const ArchState absent = run_to_end(
      assembled(Isa::mips, "main: .cpload $25\nmove $16, $ra\nli $2, 5\n"
                           "lw $25, %call16(elsewhere)($gp)\njalr $25\nmove $ra, $16\njr $ra\n"));
  CHECK(absent.regs[2] == 0);
  // Thread pointer and variables of threads
  CHECK(run_to_end(assembled(Isa::mips, "rdhwr $3, $29\nlui $1, %tprel_hi(v)\n"
                                        "addiu $1, $1, %tprel_lo(v)\naddu $1, $1, $3\n"
                                        "lw $2, 0($1)\n.data\nv: .word 13\n"))
            .regs[2] == 13);
}

TEST_CASE("MIPS: the words of 64-bit numbers have one order in registers and in data") {
  using isa::mips::data_words_of;
  using isa::mips::DataWords;
  const std::string data = ".data\nx: .8byte 1\ny: .8byte 0x4000000000000000\n";
  // A sum of two words each: the carry comes from the words at 4 behind a multiple of 8, or at 0.
  const auto sum = [](int low, int high) {
    return fmt::format("lw $2, {0}($sp)\nlw $4, {1}($sp)\nlw $3, {2}($sp)\nlw $1, {3}($sp)\n"
                       "addu $1, $1, $4\naddu $2, $3, $2\nsltu $3, $2, $3\naddu $1, $1, $3\n",
                       low, high, 8 + low, 8 + high);
  };
  CHECK(data_words_of(sum(4, 0) + data) == DataWords::high_first);
  CHECK(data_words_of(sum(0, 4) + data) == DataWords::low_first);
  // Arguments arrive in pairs: $4 and $5, $6 and $7.
  CHECK(data_words_of("f:\naddu $3, $5, $7\nsltu $8, $3, $5\naddu $2, $4, $6\n" + data) ==
        DataWords::high_first);
  CHECK(data_words_of("f:\naddu $2, $4, $6\nsltu $8, $2, $4\naddu $3, $5, $7\n" + data) ==
        DataWords::low_first);
  // The word of a double that is 0 is its low one, wherever it has been meanwhile.
  CHECK(data_words_of("addiu $5, $zero, 0\nsw $5, 20($fp)\njal g\nnop\nlw $7, 20($fp)\n"
                      "lui $6, 16473\njal __muldf3\nnop\n" +
                      data) == DataWords::high_first);
  // With an FPU doubles are loaded whole, and are written in hexadecimal.
  const std::string hard = sum(4, 0) + "ldc1 $f0, 0($6)\n" + data;
  CHECK(data_words_of(hard) == DataWords::high_first_of_integers);
  // 64-bit registers hold a number whole.
  CHECK(data_words_of("daddu $2, $4, $5\n" + sum(4, 0) + data) == DataWords::low_first);
  const auto bytes = [&](const std::string& text) {
    const Program p = assembled(Isa::mips, text);
    for (const DataSegment& segment : p.data)
      if (segment.name == ".data")
        return segment.bytes;
    return std::vector<std::uint8_t>{};
  };
  const auto at = [](const std::vector<std::uint8_t>& all, std::size_t byte) {
    return byte < all.size() ? all[byte] : 0;
  };
  const auto exchanged = bytes(sum(4, 0) + data);
  CHECK(at(exchanged, 4) == 1); // of x
  CHECK(at(exchanged, 8 + 3) == 0x40);
  const auto with_fpu = bytes(hard);
  CHECK(at(with_fpu, 4) == 1);
  CHECK(at(with_fpu, 8 + 7) == 0x40);
  CHECK(at(bytes(sum(0, 4) + data), 0) == 1);
}
