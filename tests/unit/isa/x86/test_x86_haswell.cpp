// Gathers, numbers of 16 bits, deposits of bits, checksums, hints and the time stamp; code for 32
// bits. That instructions compute what a processor computes is tested in tests/differential.

#include "isa/crack.hpp"
#include "isa/registers.hpp"
#include "unit/isa/asm_testing.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

std::uint64_t value_of(std::string_view text) {
  return run_to_end(assembled(Isa::x86, text)).regs[x86::kRax];
}

std::string first_of(std::string_view text) {
  const std::vector<std::string> all = problems(Isa::x86, text);
  return all.empty() ? std::string() : all.front();
}

/// The classes of an instruction's micro-ops.
std::string parts_of(std::string_view text) {
  std::string out;
  for (const CrackedOp& op : crack(assembled(Isa::x86, text).code.front()))
    out += (out.empty() ? "" : " ") + std::string(name(op.op_class));
  return out;
}

} // namespace

TEST_CASE("deposits and extractions of bits", "[x86]") {
  // Bits 0, 1, 2 of 5 (101) to places 4, 8 and 12 of the mask, and back.
  CHECK(value_of("movl $5, %ecx\nmovl $0x1110, %edx\npdepq %rdx, %rcx, %rax\nret") == 0x1010);
  CHECK(value_of("movl $0x1010, %ecx\nmovl $0x1110, %edx\npextq %rdx, %rcx, %rax\nret") == 5);
  CHECK(value_of("movq $-1, %rcx\nmovq $-1, %rdx\npdepl %edx, %ecx, %eax\nret") == 0xffffffff);
}

TEST_CASE("crc32 is that of Castagnoli", "[x86]") {
  // Of "123456789", begun with ones and inverted at the end, it is e3069283 (RFC 3720, B.4).
  CHECK(value_of("movl $-1, %eax\ncrc32q s(%rip), %rax\ncrc32b s+8(%rip), %eax\nnotl %eax\nret\n"
                 ".data\ns: .ascii \"123456789\"") == 0xe3069283);
  CHECK(first_of("crc32q %rax, %ecx").starts_with("1:14 '%ecx' does not have the size"));
  CHECK(first_of("crc32w %ax, %rcx").starts_with("1:13 '%rcx' does not have the size"));
}

TEST_CASE("a gather reads the elements that its mask names and clears the mask", "[x86]") {
  const std::string data = "\nret\n.data\nw: .long 10, 11, 12, 13, 14, 15, 16, 17\n"
                           "i: .long 7, 0, 3, 1, 1, 2, 5, 6\nm: .long -1, 0, -1, 0, 0, 0, 0, -1\n"
                           "r: .zero 32\n";
  const std::string code =
      "vmovdqu i(%rip), %ymm1\nvmovdqu m(%rip), %ymm2\nleaq w(%rip), %rcx\n"
      "vpcmpeqd %ymm0, %ymm0, %ymm0\nvpgatherdd %ymm2, (%rcx,%ymm1,4), %ymm0\n";
  const auto lane = [&](int n) {
    return value_of(code + "vmovdqu %ymm0, r(%rip)\nmovl r+" + std::to_string(4 * n) +
                    "(%rip), %eax" + data);
  };
  CHECK(lane(0) == 17);
  CHECK(lane(1) == 0xffffffff); // kept
  CHECK(lane(2) == 13);
  CHECK(lane(7) == 16);
  CHECK(value_of(code + "vptest %ymm2, %ymm2\nsete %al\nmovzbl %al, %eax" + data) == 1);
  // What is not named may lie nowhere; what is named may not.
  const std::string far = "movl $0x70000000, %edx\nvmovd %edx, %xmm1\n";
  CHECK(value_of(far +
                 "leaq w(%rip), %rcx\nvpgatherdd %xmm2, (%rcx,%xmm1,8), %xmm0\nmovl $3, %eax" +
                 data) == 3);
  CHECK(run_reference(assembled(Isa::x86, far +
                                              "vpcmpeqd %xmm2, %xmm2, %xmm2\nleaq w(%rip), %rcx\n"
                                              "vpgatherdd %xmm2, (%rcx,%xmm1,8), %xmm0" +
                                              data),
                      {}, 100)
            .trap == Trap::unmapped);
}

TEST_CASE("registers of gathers", "[x86]") {
  CHECK(registers(assembled(Isa::x86, "vgatherqpd %ymm2, 8(%rcx,%ymm1,8), %ymm0")) ==
        "rcx xmm1 xmm0 xmm2 -> xmm0 xmm2");
  CHECK(first_of("vpgatherdd %ymm2, (%rcx,%ymm1,4), %ymm2").find("one register twice") !=
        std::string::npos);
  CHECK(first_of("vpgatherdd %ymm2, (%rcx,%xmm1,4), %ymm0").find("a register of 32 bytes, ymm") !=
        std::string::npos);
  CHECK(first_of("vpgatherqd %ymm2, (%rcx,%ymm1,4), %xmm0").find("a register of 16 bytes, xmm") !=
        std::string::npos);
  CHECK(first_of("vpgatherdd %ymm2, (%rcx,%rax,4), %ymm0").find("register of indices") !=
        std::string::npos);
  CHECK(first_of("movl (%rcx,%xmm1,4), %eax").find("a vector of indices") != std::string::npos);
}

TEST_CASE("micro-ops of vector operations are Haswell's", "[x86]") {
  CHECK(parts_of("vpaddd %ymm0, %ymm1, %ymm2") == "vector_integer");
  CHECK(parts_of("vpmulld %ymm0, %ymm1, %ymm2") == "vector_multiply vector_multiply");
  CHECK(parts_of("vperm2i128 $1, %ymm0, %ymm1, %ymm2") == "vector_cross");
  CHECK(parts_of("vpand (%rax), %ymm1, %ymm2") == "fp_load vector_logic");
  CHECK(parts_of("andps %xmm0, %xmm1") == "vector_shuffle");
  CHECK(parts_of("haddpd %xmm0, %xmm1") == "vector_shuffle vector_shuffle fp_add");
  CHECK(parts_of("psllw $3, %xmm1") == "vector_shift");
  CHECK(parts_of("vpsllw %xmm0, %ymm1, %ymm1") == "vector_cross vector_shift");
  CHECK(parts_of("vdivpd %ymm0, %ymm1, %ymm1") == "vector_cross fp_divide_wide vector_cross");
  CHECK(parts_of("pextrd $1, %xmm0, (%rax)") == "vector_shuffle fp_store fp_store");
  CHECK(parts_of("popcntq %rax, %rcx") == "bit_count");
  CHECK(parts_of("leaq 8(%rax,%rbx,4), %rcx") == "slow_lea");
  CHECK(parts_of("leaq (%rax,%rbx,4), %rcx") == "integer");
  CHECK(parts_of("leaq 8(,%rbx,4), %rcx") == "integer");
  CHECK(parts_of("leaq 8(%rax), %rcx") == "integer");
  CHECK(parts_of("leaq (%rbp,%rbx), %rcx") == "slow_lea"); // encoded with a displacement of 0
  CHECK(parts_of("leaq (%r13,%rbx), %rcx") == "slow_lea");
  CHECK(parts_of("leaq (%rbx,%rbp), %rcx") == "integer"); // rbp as an index is not
  CHECK(parts_of("vgatherdpd %ymm0, (%rax,%xmm1,8), %ymm2") ==
        "fp_load vector_shuffle fp_load vector_shuffle fp_load vector_shuffle fp_load "
        "vector_shuffle");
}

TEST_CASE("numbers of 16 bits", "[x86]") {
  const auto half = [](const std::string& single, int mode) {
    return value_of("vmovss s(%rip), %xmm0\nvcvtps2ph $" + std::to_string(mode) +
                    ", %xmm0, %xmm1\nvmovd %xmm1, %eax\nret\n.data\ns: .long " + single);
  };
  CHECK(half("0x3f800000", 0) == 0x3c00); // 1
  CHECK(half("0x3f801000", 0) == 0x3c00); // 1 + 2^-11: a tie, to even
  CHECK(half("0x3f803000", 0) == 0x3c02); // 1 + 3 * 2^-11: a tie, to even
  CHECK(half("0x3f801000", 2) == 0x3c01); // up
  CHECK(half("0xbf801000", 2) == 0xbc00); // up is towards zero
  CHECK(half("0x477ff000", 0) == 0x7c00); // 65520 is half way to 65536: infinity
  CHECK(half("0x477ff000", 3) == 0x7bff); // towards zero: 65504
  CHECK(half("0x33800000", 0) == 1);      // 2^-24, the least
  CHECK(half("0x33000000", 0) == 0);      // half of it: a tie, to even
  CHECK(half("0x33000001", 0) == 1);
  CHECK(half("0x00000001", 2) == 1); // the least single, up
  CHECK(value_of("movl $0x7c010001, %ecx\nvmovd %ecx, %xmm0\nvcvtph2ps %xmm0, %xmm0\n"
                 "vmovq %xmm0, %rax\nret") == 0x7fc0200033800000);
}

TEST_CASE("hints do nothing and do not fault; the time stamp is the cycle", "[x86]") {
  CHECK(value_of("movl $4, %eax\nprefetcht0 (%rcx)\nprefetchnta 64(%rsp,%rax,8)\nmfence\nsfence\n"
                 "lfence\nret") == 4);
  CHECK(registers(assembled(Isa::x86, "prefetcht0 8(%rcx,%rax)")) == "rcx rax ->");
  // One instruction a cycle on the reference machine: one lies between them.
  CHECK(value_of("rdtsc\nmovl %eax, %ebx\nrdtscp\nsubl %ebx, %eax\naddl %ecx, %eax\nret") == 2);
  CHECK(registers(assembled(Isa::x86, "rdtscp")) == "-> rax rdx rcx");
  CHECK(first_of("prefetcht0 %rax").find("one memory operand") != std::string::npos);
}

TEST_CASE("code for 32 bits runs", "[x86]") {
  // f(int, int) with its arguments on the stack, as CS:APP (edition 2) has it.
  const std::string call = "pushl $7\npushl $35\ncall f\naddl $8, %esp\nret\n"
                           "f: pushl %ebp\nmovl %esp, %ebp\nmovl 8(%ebp), %eax\naddl 12(%ebp), "
                           "%eax\npopl %ebp\nret";
  CHECK(value_of(call) == 42);
  const Program program = assembled(Isa::x86, call);
  CHECK(program.xlen == 32);
  CHECK(registers(program, 5) == "ebp!data esp -> esp");
  CHECK(access_bytes(program.code.front()) == 4);
  CHECK(value_of("push ebp\nmov ebp, esp\npush 5\nmov eax, [ebp-4]\nleave\nret") == 5);
  // Addresses go round: an index of -1.
  CHECK(
      value_of("leal w+4, %ebx\nmovl $-1, %ecx\nmovl (%ebx,%ecx,4), %eax\nret\n.data\nw: .long 9, "
               "8") == 9);
  CHECK(value_of("movl $1, %ecx\njmp *t(,%ecx,4)\na: ret\nb: pushl $3\npopl %eax\nret\n.data\n"
                 "t: .long a, b") == 3);
  CHECK(value_of("pushl %eax\nmovl $f, %edx\ncall *%edx\npopl %ecx\nret\nf: movl $6, %eax\nret") ==
        6);
  AssembleOptions strict;
  strict.strict = true;
  CHECK(problems(Isa::x86, "pushl %eax\ncall printf\nret", strict)
            .front()
            .find("has them on the stack") != std::string::npos);
  CHECK(first_of("pushl %eax\nmovq %rax, %rcx").find("pushq") != std::string::npos);
  CHECK(first_of("pushl %eax\nmovl (%ecx,%dx), %eax").find("of 32 bits such as %eax") !=
        std::string::npos);
}
