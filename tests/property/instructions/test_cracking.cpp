#include "isa/assemble.hpp"
#include "property/cracking.hpp"
#include "property/generators/random_program.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::property;

TEST_CASE("micro-ops of random programs name the registers of their instructions") {
  for (const isa::Isa isa : {isa::Isa::tac, isa::Isa::mips, isa::Isa::riscv})
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      Random random(seed);
      const std::string text = random_program(isa, random, {});
      const Result<isa::Program> program = isa::assemble(isa, "random", text);
      REQUIRE(program.ok());
      INFO(name(isa) << " seed " << seed);
      CHECK(cracking_problem(*program) == "");
    }
}
