#include "differential/tools.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "property/generators/random.hpp"
#include "sanitized.hpp"
#include "sched/optimal/optimal.hpp"
#include "sched/schedule.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

// The optimum of blocks by another exact method: an integer linear program, solved by CBC. It knows
// the machines by its own rules, not by the pipeline model: when each instruction issues is a
// variable, the rules are inequalities.

using namespace stallscope;
using property::Random;
using sched::Node;

namespace {

/// A machine as the linear programs state it; its preset's description in words.
struct Rules {
  std::string machine;
  std::vector<machine::Setting> settings{};
  unsigned width = 1;        ///< issues a cycle
  unsigned alu = 1;          ///< cycles from an operation's issue to that of one which needs it
  unsigned load = 2;         ///< likewise, of loads
  unsigned early_data = 1;   ///< a store needs what it stores so many cycles later
  unsigned branch_early = 1; ///< a branch needs its operands so many cycles sooner
  unsigned first_issue = 3;  ///< cycle
  unsigned behind = 2;       ///< cycles in the pipeline behind the one of the issue
};

isa::Program assembled(const std::string& text) {
  auto program = isa::assemble(isa::Isa::riscv, "block", text);
  INFO(text << format(program.diagnostics()));
  REQUIRE(program);
  return std::move(program).value();
}

/// Fewest cycles between two issues.
unsigned distance(const Rules& rules, const sched::Block& block, const sched::Edge& edge) {
  const isa::Instruction& from = block.instruction(edge.from);
  const isa::Instruction& to = block.instruction(edge.to);
  if (edge.kind != sched::DependenceKind::raw || edge.location != sched::LocationKind::reg)
    return 0; // their order alone
  const unsigned latency = isa::is_load(from.op_class) ? rules.load : rules.alu;
  if (isa::is_control(to.op_class))
    return latency + rules.branch_early;
  const bool as_data = isa::is_store(to.op_class) && to.rs2 == edge.reg && to.rs1 != edge.reg;
  return as_data ? std::max(1U, latency - rules.early_data) : latency;
}

/// x[i][t] is 1 when instruction i issues in cycle t, counted from 0. In which order the
/// instructions of one cycle stand is not said: their dependences have no circle.
std::string linear_program(const Rules& rules, const sched::DependenceGraph& graph,
                           unsigned horizon) {
  std::string text = "Minimize\n obj: last\nSubject To\n";
  const auto x = [](Node node, unsigned t) { return fmt::format("x{}_{}", node, t); };
  const auto when = [&](Node node, const char* sign) {
    std::string sum;
    for (unsigned t = 1; t <= horizon; ++t)
      sum += fmt::format(" {} {} {}", sign, t, x(node, t));
    return sum;
  };
  for (Node node = 0; node < graph.size(); ++node) {
    for (unsigned t = 0; t <= horizon; ++t)
      text += fmt::format(" + {}", x(node, t));
    text += " = 1\n last" + when(node, "-") + " >= 0\n";
  }
  for (const sched::Edge& edge : graph.edges)
    text += when(edge.to, "+") + when(edge.from, "-") +
            fmt::format(" >= {}\n", distance(rules, graph.block, edge));
  const auto at_most = [&](unsigned limit, auto&& counts) {
    for (unsigned t = 0; t <= horizon; ++t) {
      std::string sum;
      for (Node node = 0; node < graph.size(); ++node)
        if (counts(graph.block.instruction(node)))
          sum += " + " + x(node, t);
      if (!sum.empty())
        text += sum + fmt::format(" <= {}\n", limit);
    }
  };
  at_most(rules.width, [](const isa::Instruction&) { return true; });
  if (rules.width > 1) {
    at_most(1, [](const isa::Instruction& i) { return isa::is_memory(i.op_class); });
    at_most(1, [](const isa::Instruction& i) {
      return isa::base_of(i.op_class) == isa::OpClass::multiply;
    });
  }
  text += "Binary\n";
  for (Node node = 0; node < graph.size(); ++node)
    for (unsigned t = 0; t <= horizon; ++t)
      text += " " + x(node, t) + "\n";
  return text + "End\n";
}

/// Length of the best schedule in issue cycles, from the first to the last; nothing when CBC says
/// something else than that it is optimal.
std::optional<unsigned> solved(const std::string& program) {
  const TemporaryFolder folder;
  const std::string name = folder.file("block.lp", program);
  const std::string answer = folder.file("block.sol");
  const int code = differential::run({"cbc", name, "solve", "solution", answer});
  std::ifstream file(answer);
  std::string line;
  std::getline(file, line);
  const std::size_t at = line.find("objective value");
  if (code != 0 || !line.starts_with("Optimal") || at == std::string::npos)
    return std::nullopt;
  return static_cast<unsigned>(std::stod(line.substr(at + 15)) + 0.5);
}

std::string random_block(Random& random, unsigned length) {
  std::string text;
  const auto reg = [&random] { return fmt::format("t{}", random.below(6)); };
  for (unsigned i = 0; i < length; ++i)
    switch (random.below(5)) {
    case 0:
      text += fmt::format("lw {}, {}(a0)\n", reg(), 4 * random.below(6));
      break;
    case 1:
      text += fmt::format("sw {}, {}(a0)\n", reg(), 4 * random.below(6));
      break;
    default:
      text +=
          fmt::format("{} {}, {}, {}\n", random.pick({"add", "xor", "sub"}), reg(), reg(), reg());
      break;
    }
  return text;
}

// In dual-5 without a path to store data, which is awaited in EX: with it a store could issue
// beside what makes its data, and wait behind its issue, of which the inequalities know nothing.
const std::vector<machine::Setting> kAwaitedBefore{
    {"forwarding.paths", R"(["EX->EX", "MEM->EX", "EX->ID", "MEM->ID"])"}};
const std::vector<Rules> kRules{
    {"mips-5"}, {"dual-5", kAwaitedBefore, 2, 1, 2, 0}, {"lecture-4", {}, 1, 3, 3, 0, 0, 3, 1}};

/// The cycles `optimal` proves, in issues, and those of the linear program.
void compare(const Rules& rules, const sched::Block& block) {
  const machine::Machine machine = machine::load_machine(rules.machine, rules.settings).value();
  const sched::Problem problem(sched::dependences(block, machine), machine);
  std::vector<Node> source(block.count);
  std::iota(source.begin(), source.end(), 0U);
  const sched::SearchResult found = sched::search_optimal(problem, {source}, 10);
  REQUIRE(found.proven);
  const sched::Schedule best = problem.evaluate("", found.order);
  const unsigned horizon = best.issue_cycles.back() - best.issue_cycles.front() + 1;
  const auto fewest = solved(linear_program(rules, problem.graph(), horizon));
  REQUIRE(fewest.has_value());
  // All of these instructions leave the pipeline as long after their issue.
  CHECK(found.lower_bound == rules.first_issue + *fewest + rules.behind);
}

} // namespace

TEST_CASE("an integer linear program confirms the optimum of random blocks") {
  if (!differential::installed_or_skipped("cbc"))
    return;
  for (const Rules& rules : kRules)
    for (unsigned seed = 0; seed < random_cases(40U); ++seed) {
      Random random(4000 + seed);
      const std::string text = random_block(random, 6 + random.below(9));
      INFO(rules.machine << "\n" << text);
      const isa::Program program = assembled(text);
      compare(rules, sched::basic_blocks(program).front());
    }
}

TEST_CASE("an integer linear program confirms the optimum of compiled blocks") {
  if (!differential::installed_or_skipped("cbc"))
    return;
  const auto loaded = isa::load_program(std::string(STALLSCOPE_SOURCE_DIR) +
                                            "/programs/kernels/bin/rv32imac-htif/json.elf",
                                        std::nullopt);
  REQUIRE(loaded);
  const isa::Program& program = loaded.value();
  unsigned compared = 0;
  for (const sched::Block& block : sched::basic_blocks(program)) {
    bool plain = block.count >= 4 && block.count <= 14;
    for (Node node = 0; node < block.count && plain; ++node)
      plain = !sched::has_side_effects(block.instruction(node));
    if (!plain || compared == random_cases(100U))
      continue;
    ++compared;
    INFO(block.label << ", " << block.count << " instructions");
    compare(kRules[compared % kRules.size()], block);
  }
  CHECK(compared == random_cases(100U));
}
