// Registers of 32 bytes: AVX, AVX2 and FMA; what SSE3 to SSE4.1 add. That every instruction
// computes what a processor computes is tested in tests/differential.

#include "isa/registers.hpp"
#include "unit/isa/asm_testing.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

std::uint64_t result_of(std::string_view text) {
  return run_to_end(assembled(Isa::x86, text)).regs[x86::kRax];
}

std::string vector_problem(std::string_view text) {
  const std::vector<std::string> all = problems(Isa::x86, text);
  return all.empty() ? std::string() : all.front();
}

const std::string kWords = "\nret\n.data\nw: .long 1, 2, 3, 4, 5, 6, 7, 8\nr: .zero 32\n";

} // namespace

TEST_CASE("AVX writes all of a ymm register, SSE its lower half", "[x86]") {
  // Words 4 to 7 of the register are in the upper half; of the sum the last one is 8 + 8.
  const std::string sum = "vmovdqu w(%rip), %ymm0\nvpaddd %ymm0, %ymm0, %ymm1\n";
  const std::string last = "vmovdqu %ymm1, r(%rip)\nmovl r+28(%rip), %eax" + kWords;
  CHECK(result_of(sum + last) == 16);
  CHECK(result_of(sum + "paddd %xmm0, %xmm1\n" + last) == 16);        // stays
  CHECK(result_of(sum + "vpaddd %xmm0, %xmm1, %xmm1\n" + last) == 0); // zeros
  CHECK(result_of(sum + "vmovd %eax, %xmm1\n" + last) == 0);
  CHECK(result_of(sum + "vzeroupper\n" + last) == 0);
  CHECK(result_of(sum + "vzeroupper\nvmovdqu %ymm1, r(%rip)\nmovl r+12(%rip), %eax" + kWords) == 8);
  CHECK(result_of(sum + "vzeroall\nvmovdqu %ymm1, r(%rip)\nmovl r+12(%rip), %eax" + kWords) == 0);
}

TEST_CASE("operations between the halves of ymm registers", "[x86]") {
  const auto word = [](std::string_view code, int n) {
    return result_of("vmovdqu w(%rip), %ymm0\n" + std::string(code) +
                     "\nvmovdqu %ymm1, r(%rip)\nmovl r+" + std::to_string(4 * n) + "(%rip), %eax" +
                     kWords);
  };
  CHECK(word("vextractf128 $1, %ymm0, %xmm1", 0) == 5);
  CHECK(word("vinserti128 $1, %xmm0, %ymm0, %ymm1", 5) == 2);
  CHECK(word("vperm2f128 $0x01, %ymm0, %ymm0, %ymm1", 0) == 5); // the halves change places
  CHECK(word("vperm2f128 $0x81, %ymm0, %ymm0, %ymm1", 4) == 0);
  CHECK(word("vpermq $0x1b, %ymm0, %ymm1", 0) == 7); // quads 3 2 1 0
  CHECK(word("vbroadcastss w+8(%rip), %ymm1", 7) == 3);
  CHECK(word("vbroadcastf128 w+16(%rip), %ymm1", 4) == 5);
  CHECK(word("vpbroadcastd %xmm0, %ymm1", 6) == 1);
  CHECK(word("vpshufd $0x1b, %ymm0, %ymm1", 4) == 8); // within each half
  CHECK(word("vphaddd %ymm0, %ymm0, %ymm1", 4) == 11);
  CHECK(word("vpmovzxbd w(%rip), %ymm1", 4) == 2);
  CHECK(word("vpslld $4, %ymm0, %ymm1", 7) == 128);
  CHECK(word("vpcmpeqd %ymm1, %ymm1, %ymm1\nvpmaskmovd w(%rip), %ymm1, %ymm1", 7) == 8);
  CHECK(word("vpxor %ymm1, %ymm1, %ymm1\nvpmaskmovd (%rax), %ymm1, %ymm1", 7) == 0); // no access
  CHECK(result_of("vpcmpeqd %ymm1, %ymm1, %ymm1\nvpmovmskb %ymm1, %eax\nret") == 0xffffffff);
}

TEST_CASE("a dot product in one instruction", "[x86]") {
  // 1*1 + 2*2 + 3*3 + 4*4, as floats.
  CHECK(result_of("cvtdq2ps w(%rip), %xmm0\ndpps $0xf1, %xmm0, %xmm0\ncvttss2si %xmm0, %eax" +
                  kWords) == 30);
}

TEST_CASE("ymm registers in Intel syntax, and sizes that only memory tells", "[x86]") {
  CHECK(result_of(".intel_syntax noprefix\nvmovdqu ymm0, YMMWORD PTR w[rip]\nvpaddd ymm1, ymm0, "
                  "ymm0\nvmovdqu YMMWORD PTR r[rip], ymm1\nmov eax, DWORD PTR r[rip+28]" +
                  kWords) == 16);
  for (const char* text : {".intel_syntax noprefix\nvcvtpd2ps xmm0, YMMWORD PTR [rdi]\n",
                           "vcvtpd2psy (%rdi), %xmm0\n"}) {
    const Program program = assembled(Isa::x86, text);
    CHECK(access_bytes(program.code.front()) == 32);
  }
}

TEST_CASE("accesses of vector operations", "[x86]") {
  const auto bytes = [](const char* text) {
    return access_bytes(assembled(Isa::x86, text).code.front());
  };
  CHECK(bytes("vmovaps (%rdi), %ymm0") == 32);
  CHECK(bytes("vmovups %ymm0, (%rdi)") == 32);
  CHECK(bytes("vbroadcastss (%rdi), %ymm0") == 4);
  CHECK(bytes("vbroadcastf128 (%rdi), %ymm0") == 16);
  CHECK(bytes("vcvtps2pd (%rdi), %ymm0") == 16);
  CHECK(bytes("vpmovzxbd (%rdi), %ymm0") == 8);
  CHECK(bytes("vextracti128 $1, %ymm0, (%rdi)") == 16);
  CHECK(bytes("vpslld (%rdi), %ymm0, %ymm0") == 16);
  CHECK(bytes("vfmadd231ps (%rdi), %ymm0, %ymm1") == 32);
}

TEST_CASE("what is wrong with ymm registers", "[x86]") {
  CHECK(vector_problem("vaddpd %xmm0, %ymm1, %ymm2") ==
        "1:8 '%xmm0' does not have the size that 'vaddpd' needs here; a register of 32 bytes, ymm");
  CHECK(vector_problem("addps %ymm0, %ymm1") ==
        "1:7 'addps' has no form for '%ymm0'; vaddps, of AVX, or xmm registers");
  CHECK(vector_problem("vmovhps (%rax), %ymm1, %ymm2").find("has no form") != std::string::npos);
  CHECK(vector_problem("vpermq $1, %xmm0, %xmm1") == "1:19 'vpermq' is of 32 bytes; ymm registers");
  CHECK(vector_problem("vcvtps2pd %ymm0, %ymm1").find("16 bytes, xmm") != std::string::npos);
  CHECK(vector_problem("movq (%ymm0), %rax").find("cannot be part of an address") !=
        std::string::npos);
}
