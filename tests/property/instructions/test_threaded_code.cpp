#include "isa/threaded_code.hpp"
#include "property/cases.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace stallscope;
using namespace stallscope::property;

namespace {

/// Executes one instruction after the other.
isa::Trap stepped(const isa::Program& program, isa::ArchState& state,
                  const isa::Environment& environment, std::uint64_t limit) {
  isa::Trap trap = isa::Trap::none;
  for (std::uint64_t done = state.instructions; trap == isa::Trap::none && done < limit; ++done)
    trap = isa::execute(program, state, environment, done + 1).trap;
  return trap;
}

void check_equal(const isa::ArchState& fast, const isa::ArchState& truth, const Case& c) {
  INFO(c.described());
  REQUIRE(fast.pc == truth.pc);
  REQUIRE(fast.instructions == truth.instructions);
  REQUIRE(fast.regs == truth.regs);
  REQUIRE(fast.memory == truth.memory);
  REQUIRE(fast.output_bytes == truth.output_bytes);
}

} // namespace

TEST_CASE("threaded code is execute, one instruction after the other, wherever it is left") {
  std::uint64_t instructions = 0;
  for_each_case(810'000, 1500, [&](const Case& c) {
    isa::Environment environment;
    environment.misaligned = c.seed % 2 == 0 ? isa::Misaligned::allow : isa::Misaligned::fault;
    isa::ArchState truth = isa::initial_state(c.program);
    isa::ArchState fast = truth;
    isa::ThreadedCode code(c.program, environment);
    Random random(c.seed);
    std::uint64_t limit = 0;
    isa::Trap trap = isa::Trap::none;
    while (trap == isa::Trap::none && limit < 20'000) {
      limit += 1 + random.below(random.chance(50) ? 10 : 400);
      trap = stepped(c.program, truth, environment, limit);
      const isa::Trap found = isa::advance_reference(c.program, fast, environment, limit, code);
      if (trap != isa::Trap::none || found != isa::Trap::end)
        REQUIRE(found == trap);
      check_equal(fast, truth, c);
      if (random.chance(10)) { // a copy shares all pages: the next writes must not reach it
        const isa::ArchState copy = fast;
        const std::uint64_t before = copy.memory.hash();
        (void)isa::advance_reference(c.program, fast, environment, limit + 50, code);
        (void)stepped(c.program, truth, environment, limit + 50);
        limit += 50;
        REQUIRE(copy.memory.hash() == before);
        check_equal(fast, truth, c);
      }
    }
    instructions += truth.instructions;
  });
  CHECK(instructions > random_cases(std::uint64_t{100'000}));
}

TEST_CASE("threaded code reads on where a text has declared no memory") {
  const auto program = isa::assemble(isa::Isa::riscv, "f.s",
                                     "loop: ld a0, 0(a1)\nadd a2, a2, a0\nlbu a3, 2047(a1)\n"
                                     "addi a1, a1, -8\nj loop\n");
  REQUIRE(program);
  isa::Environment environment;
  environment.undeclared = isa::Undeclared::zero;
  isa::ArchState truth = isa::initial_state(*program);
  isa::ArchState fast = truth;
  REQUIRE(isa::execute(*program, fast, environment, 1).trap == isa::Trap::none); // is kept
  isa::ThreadedCode code(*program, environment);
  code.attach(fast);
  CHECK(code.run(fast, 1000) > 900); // it stopped at every read
  REQUIRE(stepped(*program, truth, environment, fast.instructions) == isa::Trap::none);
  CHECK(fast.pc == truth.pc);
  CHECK(fast.regs == truth.regs);
  CHECK(fast.memory == truth.memory);
}
