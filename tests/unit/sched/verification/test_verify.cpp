#include "sched/verification/verify.hpp"
#include "unit/isa/asm_testing.hpp"
#include "unit/sched/sched_testing.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace stallscope;

namespace {

/// Prints 64 KiB of 'x' 20 times, then the first letter of `last`.
isa::Program printing(const std::string& last) {
  auto program = isa::assemble(isa::Isa::riscv, "a.s",
                               "f: li t0, 20\nli a7, 64\nloop: li a0, 1\nla a1, text\n"
                               "li a2, 65536\necall\naddi t0, t0, -1\nbnez t0, loop\n"
                               "li a0, 1\nla a1, last\nli a2, 1\necall\nli a7, 93\n"
                               "li a0, 0\necall\n.data\nlast: .ascii \"" +
                                   last + "\"\ntext: .fill 65536, 1, 120\n");
  REQUIRE(program);
  return std::move(program).value();
}

} // namespace

TEST_CASE("verify: all that is printed is compared, and little of it shown") {
  CHECK(sched::verify(printing("a"), printing("a")).equal());
  const std::string difference = sched::verify(printing("a"), printing("b")).difference;
  CHECK(difference == "the original and the result print other things behind \"" +
                          std::string(200, 'x') + "...\", with the program's own input");
  CHECK(sched::verify_code(printing("a"), printing("b"), {}).difference ==
        "the two print other things");
}

TEST_CASE("verify: drawn registers that print without end say nothing") {
  const auto program =
      isa::assemble(isa::Isa::riscv, "a.s", "f: li a7, 64\nli a0, 1\necall\nret\n");
  REQUIRE(program);
  const sched::Verification found = sched::verify(*program, *program);
  CHECK(found.equal());
  CHECK(found.compared < found.inputs);
}
