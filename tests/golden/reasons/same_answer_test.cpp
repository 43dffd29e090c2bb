// A wait has one reason, whether a cycle is asked about or an operation: of the textbooks' programs
// on every machine, what `explain --cycle` and `explain --op` say of the same held cell.

#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "programs/shipped.hpp"
#include "sanitized.hpp"
#include "session/explain.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

using namespace stallscope;
using session::BehindObstacle;
using session::OpExplanation;

namespace {

constexpr std::size_t kProgramsOfMachine = kSanitized ? 1 : 3;
constexpr std::uint64_t kCyclesAsked[] = {5, 14, 33};
constexpr unsigned kOpsAsked = 3; ///< of those held in a cycle

std::optional<isa::Program> textbook_program(const programs::ShippedProgram& shipped,
                                             const machine::Machine& machine) {
  const auto isa = isa::isa_from_file_name(shipped.file);
  if (!isa || !shipped.name.starts_with("textbook/"))
    return std::nullopt;
  isa::AssembleOptions options;
  options.delay_slots = machine.delay_slot;
  Result<isa::Program> program =
      isa::assemble(*isa, std::string(shipped.name), shipped.text, options);
  if (!program.ok() || !machine::check_runs(machine, program.value()).empty())
    return std::nullopt;
  return std::move(program).value();
}

/// What is behind the obstacle in a cycle.
Cause behind_in_cycle(const OpExplanation& op, Cycle cycle) {
  const auto part = std::find_if(
      op.behind_by_cycle.begin(), op.behind_by_cycle.end(),
      [cycle](const BehindObstacle& one) { return one.begin <= cycle && cycle < one.end; });
  return part != op.behind_by_cycle.end() ? part->cause : Cause{};
}

/// Checks the first held operations of a cycle; gives how many there were.
unsigned check_cycle(const isa::Program& program, const machine::Machine& machine, Cycle cycle) {
  const auto of_cycle = session::explain_cycle(program, machine, {}, cycle.value, false);
  unsigned checked = 0;
  for (const OpExplanation& op : of_cycle ? of_cycle->ops : std::vector<OpExplanation>{}) {
    if (op.cause.why == Reason::none || checked == kOpsAsked)
      continue;
    ++checked;
    INFO(fmt::format("{} on {}, #{} in cycle {}: {}", program.name, machine.name, op.op.value,
                     cycle.value, op.sentence));
    const auto of_op = session::explain_op(program, machine, {}, op.op.value, false);
    REQUIRE(of_op.has_value());
    const auto same =
        std::find_if(of_op->ops.begin(), of_op->ops.end(), [&](const OpExplanation& part) {
          return part.begin <= cycle && cycle < part.end;
        });
    REQUIRE(same != of_op->ops.end());
    CHECK(same->cause == op.cause);
    CHECK(same->lane == op.lane);
    CHECK(same->begin == op.begin);
    CHECK(same->end == op.end);
    CHECK(behind_in_cycle(*same, cycle) == behind_in_cycle(op, cycle));
  }
  return checked;
}

} // namespace

TEST_CASE("explain: a cycle and an operation have the same reasons") {
  unsigned checked = 0;
  std::size_t turn = 0; // so that machines have different programs
  for (const machine::PresetInfo& preset : machine::presets()) {
    machine::Machine machine = machine::load_machine(std::string(preset.name)).value();
    machine.undeclared = isa::Undeclared::zero;
    const auto& shipped = programs::shipped();
    std::size_t found = 0;
    for (std::size_t i = 0; i < shipped.size() && found < kProgramsOfMachine; ++i) {
      const auto program = textbook_program(shipped[(7 * i + turn) % shipped.size()], machine);
      if (!program)
        continue;
      ++found;
      for (const std::uint64_t cycle : kCyclesAsked)
        checked += check_cycle(*program, machine, Cycle{cycle});
    }
    ++turn;
    CHECK(found > 0);
  }
  CHECK(checked > (kSanitized ? 20 : 100));
}

TEST_CASE("explain: the next obstacle is listed by cycle when it changes", "[out_of_order]") {
  // tomasulo: the product is executed in 2 to 11 and written in 12. The last addition (4) is
  // dispatched in 4 and waits for it from 5 on. In 5 the integer unit is taken by 3, which is older
  // and has waited for 2 until then; from 6 on no other could use it.
  isa::AssembleOptions options;
  const isa::Program program =
      isa::assemble(isa::Isa::riscv, "behind.s",
                    "mul a3, a1, a2\n addi t0, a1, 1\n addi t1, t0, 1\n add a6, a3, a3\n", options)
          .value();
  const machine::Machine machine = machine::load_machine("tomasulo").value();
  const auto said = session::explain_op(program, machine, {}, 4, false);
  REQUIRE(said.has_value());
  std::string text;
  for (const OpExplanation& part : said->ops)
    for (const BehindObstacle& one : part.behind_by_cycle)
      text +=
          fmt::format("{}-{} {} {} behind {}\n", one.begin.value, one.end.value - 1,
                      info(one.cause.why).name, one.cause.culprit.value, info(part.cause.why).name);
  CHECK(text == "5-5 unit_busy 3 behind raw\n6-12 none 0 behind raw\n");
}
