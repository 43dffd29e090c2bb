#include "isa/executor.hpp"
#include "isa/written_code.hpp"
#include "property/cases.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::property;

namespace {

void check_equal(const isa::Effect& a, const isa::Effect& b) {
  REQUIRE(a.next_pc == b.next_pc);
  REQUIRE(a.address == b.address);
  REQUIRE(a.result == b.result);
  REQUIRE(a.bytes == b.bytes);
  REQUIRE(a.taken == b.taken);
  REQUIRE(a.exception == b.exception);
  REQUIRE(a.trap == b.trap);
}

void check_equal(const isa::UndoLog& a, const isa::UndoLog& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    REQUIRE(a[i].address == b[i].address);
    REQUIRE(a[i].old_value == b[i].old_value);
    REQUIRE(a[i].bytes == b[i].bytes);
  }
}

/// Executes some wrong-path instructions from a place in the code, by both execution paths, and
/// undoes them.
void go_astray(const isa::Program& program, isa::ArchState& looked_up, isa::ArchState& plain,
               std::uint64_t pc) {
  const std::uint64_t back = plain.pc;
  looked_up.pc = plain.pc = pc;
  isa::UndoLog log;
  isa::UndoLog plain_log;
  for (int i = 0; i < 20; ++i) {
    const std::uint32_t index = isa::index_at(program, plain, plain.pc);
    if (index == isa::kNoIndex)
      break;
    isa::Effect effect;
    isa::execute_speculatively(program, looked_up, {}, 1, log, program.instruction(index), effect);
    check_equal(effect, isa::execute_speculatively(program, plain, {}, 1, plain_log));
    REQUIRE(looked_up.regs == plain.regs);
  }
  check_equal(log, plain_log);
  isa::roll_back(looked_up, log, 0);
  isa::roll_back(plain, plain_log, 0);
  looked_up.pc = plain.pc = back;
}

} // namespace

// Most instructions have a fast path for callers that have decoded them: the general path must give
// the same result, and undoing too.
TEST_CASE("an instruction behaves equally whether it was decoded before or not") {
  std::uint64_t instructions = 0;
  for_each_case(870'000, 1500, [&](const Case& c) {
    INFO(c.described());
    isa::Environment environment;
    environment.misaligned = c.seed % 2 == 0 ? isa::Misaligned::allow : isa::Misaligned::fault;
    isa::ArchState looked_up = isa::initial_state(c.program);
    isa::ArchState plain = looked_up;
    Random random(c.seed);
    for (int i = 0; i < 3000; ++i) {
      const std::uint32_t index = isa::index_at(c.program, plain, plain.pc);
      if (index == isa::kNoIndex)
        break;
      isa::Effect effect;
      isa::execute(c.program, looked_up, environment, 1, c.program.instruction(index), effect);
      check_equal(effect, isa::execute(c.program, plain, environment, 1));
      REQUIRE(looked_up.pc == plain.pc);
      REQUIRE(looked_up.regs == plain.regs);
      ++instructions;
      if (effect.trap != isa::Trap::none)
        break;
      if (random.chance(3))
        go_astray(c.program, looked_up, plain,
                  c.program.code[random.below(c.program.code.size())].pc);
    }
    REQUIRE(looked_up.instructions == plain.instructions);
    REQUIRE(looked_up.memory == plain.memory);
  });
  CHECK(instructions > random_cases(std::uint64_t{100'000}));
}
