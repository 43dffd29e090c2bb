#include "isa/assemble.hpp"
#include "isa/executor.hpp"
#include "isa/registers.hpp"

#include <catch2/catch.hpp>

#include <filesystem>

using namespace stallscope;

// The reductions are not built in: they run for longer than a recorded lesson should.
TEST_CASE("sums and products of x86, in all their ways, come out right") {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(STALLSCOPE_REDUCTIONS)) {
    INFO(entry.path());
    const Result<isa::Program> program = isa::load_program(entry.path().string(), std::nullopt);
    REQUIRE(program.ok());
    CHECK(program->isa == isa::Isa::x86);
    const isa::ReferenceRun run = isa::run_reference(*program, {}, 1'000'000);
    CHECK(run.trap == isa::Trap::end);
    CHECK(run.state.regs[isa::x86::kRax] == 0); // main compares with the number it must be
    ++count;
  }
  CHECK(count == 32); // of two types, two operations, eight ways
}
