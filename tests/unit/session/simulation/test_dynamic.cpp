// Runs and sessions on a dynamically scheduled machine: everything that they promise of pipelines
// holds there too.

#include "isa/commit_log.hpp"
#include "property/generators/random_dynamic.hpp"
#include "unit/session/session_testing.hpp"

#include <algorithm>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

machine::Machine dynamic_machine() {
  machine::Machine machine;
  machine.name = "wide";
  machine.predictor = machine::PredictorKind::two_bit;
  machine.dynamic = property::wide_machine();
  machine.dynamic->serialise = false; // the loops print: their time would go into nothing else
  return machine;
}

/// The registers that `text` has at its end on the reference machine, with those of a run.
void check_as_on_reference(const isa::Program& program, const trace::RunRecord& run) {
  const trace::RunRecord reference = run_on_reference(program, dynamic_machine(), {});
  CHECK(run.instructions == reference.instructions);
  CHECK(run.output == reference.output);
  CHECK(run.stop.reason == reference.stop.reason);
  CHECK(run.stop.exit_code == reference.stop.exit_code);
  REQUIRE(run.registers.size() == reference.registers.size());
  for (std::size_t i = 0; i < run.registers.size(); ++i) {
    INFO(run.registers[i].name);
    CHECK(run.registers[i].value == reference.registers[i].value);
  }
}

std::string lines_of_commits(const isa::Program& program, bool reference, std::uint64_t limit) {
  std::string text;
  isa::CommitLog log([&text](std::string_view lines) { text += lines; });
  RunOptions options;
  options.commit_log = &log;
  options.limit_instructions = limit;
  (void)(reference ? run_on_reference(program, dynamic_machine(), options)
                   : run_program(program, dynamic_machine(), options));
  return text;
}

/// Everything a user can see of a moment.
std::vector<std::uint64_t> moment_of(const Session& session) {
  const Simulation& now = session.simulation();
  const isa::ArchState& arch = now.arch();
  std::vector<std::uint64_t> all{now.cycle(),         arch.pc,
                                 arch.instructions,   now.retired(),
                                 arch.output_bytes,   arch.memory.hash(),
                                 now.next_op().value, now.oldest_op().value};
  all.insert(all.end(), arch.regs.begin(), arch.regs.end());
  all.insert(all.end(), now.committed().begin(), now.committed().end());
  for (const trace::LedgerAccount& account : now.totals().ledger.accounts)
    all.insert(all.end(), account.slots.begin(), account.slots.end());
  for (const char c : now.dump())
    all.push_back(static_cast<unsigned char>(c));
  for (const char c : session.output())
    all.push_back(static_cast<unsigned char>(c));
  return all;
}

} // namespace

TEST_CASE("dynamic: a run ends as on the reference machine, and its ledger balances") {
  const isa::Program program = tac(counting_loop(30));
  RunOptions options;
  options.record = true;
  const trace::RunRecord run = run_program(program, dynamic_machine(), options);
  check_as_on_reference(program, run);
  CHECK(run.instructions == 181);
  CHECK(run.micro_ops > run.instructions); // stores are two
  CHECK(run.ipc() > 1.0);
  CHECK(run.ledger.balanced());
  CHECK(run.ledger.at(trace::LedgerPoint::retire).used() == run.micro_ops);
  CHECK(run.timeline.end_cycle.value == run.cycles + 1);
}

TEST_CASE("dynamic: limits and conditions stop a run where they say") {
  const isa::Program program = tac(counting_loop(200));
  RunOptions options;
  options.limit_cycles = 77;
  trace::RunRecord run = run_program(program, dynamic_machine(), options);
  CHECK(run.stop.reason == "limit");
  CHECK(run.cycles == 77);
  CHECK(run.ledger.balanced());
  options.limit_cycles = kNever.value;
  options.limit_instructions = 100;
  run = run_program(program, dynamic_machine(), options);
  CHECK(run.stop.reason == "limit");
  CHECK(run.instructions >= 100);
  CHECK(run.instructions < 104); // four micro-ops retire a cycle
  options.limit_instructions = kNever.value;
  options.until = condition(program, "n == 150");
  run = run_program(program, dynamic_machine(), options);
  CHECK(run.stop.reason == "condition");
  const auto n = std::find_if(run.registers.begin(), run.registers.end(),
                              [](const trace::RegisterValue& r) { return r.name == "n"; });
  REQUIRE(n != run.registers.end());
  CHECK(n->value == 150);
}

TEST_CASE("dynamic: a condition on code or memory holds in one cycle of the right path") {
  const isa::Program program = tac(counting_loop(20));
  const auto cycles_until = [&](std::string_view text) {
    RunOptions options;
    options.until = condition(program, text);
    const trace::RunRecord run = run_program(program, dynamic_machine(), options);
    CHECK(run.stop.reason == "condition");
    return run.cycles;
  };
  CHECK(cycles_until("line 1") == 1);
  CHECK(cycles_until("label loop") == 1); // fetched together with it
  // The store of the first round (n = 19) is to 19 * 8 + 64. It cannot be done before it has come
  // through the front end of 5 cycles, its station and the read of its operands.
  CHECK(cycles_until("write 216 8") >= 8);
}

TEST_CASE("dynamic: a guest fault ends the run precisely") {
  const isa::Program program = tac("a = 5\nb = a + 1\nc = a / z\nd = 9\n");
  const trace::RunRecord run = run_program(program, dynamic_machine(), {});
  CHECK(run.stop.reason == "fault");
  CHECK(run.instructions == 2);
  CHECK(run.stop.detail.find("c = a / z") != std::string::npos);
  for (const trace::RegisterValue& reg : run.registers)
    CHECK(reg.value == (reg.name == "a" ? 5U : reg.name == "b" ? 6U : 0U));
}

TEST_CASE("dynamic: no progress stops with what is in the window, the stations and the queues") {
  machine::Machine machine = dynamic_machine();
  for (machine::Port& port : machine.dynamic->ports)
    port.latency_cycles[static_cast<std::size_t>(isa::OpClass::load)] = 100;
  machine.no_progress_cycles = 20;
  const trace::RunRecord run = run_program(tac("x = mem[8]\ny = x + 1\n"), machine, {});
  INFO(run.stop.detail << '\n' << run.stop.dump);
  CHECK(run.stop.reason == "no_progress");
  for (const char* words :
       {"2 micro-ops in the window", "station all: 1 of 48", "reorder buffer: 2 of 128",
        "loads: 1 of 32", "stores: 0 of 24", "#1 x = mem[8]: executes in p3 to cycle",
        "#2 y = x + 1: all, waits: raw x by #1"}) {
    INFO(words);
    CHECK(run.stop.dump.find(words) != std::string::npos);
  }
  CHECK(run.ledger.balanced());
}

TEST_CASE("dynamic: the commit log has a line for every instruction that has retired, in order") {
  const isa::Program program = assembled(isa::Isa::riscv, "li t0, 40\n"
                                                          "loop: sw t0, 0(gp)\n"
                                                          "lw t1, 0(gp)\n"
                                                          "add t2, t2, t1\n"
                                                          "addi t0, t0, -1\n"
                                                          "bnez t0, loop\n");
  const std::string whole = lines_of_commits(program, true, kNever.value);
  CHECK(std::count(whole.begin(), whole.end(), '\n') == 1 + 5 * 40);
  CHECK(lines_of_commits(program, false, kNever.value) == whole);
  const std::string part = lines_of_commits(program, false, 50);
  const auto lines = std::count(part.begin(), part.end(), '\n');
  CHECK(lines >= 50);
  CHECK(lines < 54);
  CHECK(whole.starts_with(part));
}

TEST_CASE("dynamic: a session steps, seeks and goes back to the same moments") {
  const std::string source = counting_loop(60);
  CheckpointBudget budget;
  budget.first_distance_cycles = 16;
  const auto s = session_of(source, dynamic_machine(), {}, budget);
  std::vector<std::vector<std::uint64_t>> moments{moment_of(*s)};
  while (s->step())
    moments.push_back(moment_of(*s));
  const std::uint64_t last = s->cycle();
  REQUIRE(moments.size() == last + 1);
  CHECK(s->checkpoint_count() > 3);
  for (std::uint64_t i = 0, cycle = last; i < 40; ++i) {
    cycle = (cycle * 7919 + 13) % moments.size();
    s->seek(cycle);
    INFO("cycle " << cycle);
    REQUIRE(moment_of(*s) == moments[cycle]);
  }
  s->seek(100);
  while (s->cycle() > 80) {
    REQUIRE(s->step_back());
    REQUIRE(moment_of(*s) == moments[s->cycle()]);
  }
}

TEST_CASE("dynamic: an edit changes what is fetched later, and a replay does it again") {
  const auto s = session_of(counting_loop(60), dynamic_machine());
  s->seek(50);
  s->set_register(reg(*s, "sum"), 1000);
  s->run();
  const std::int64_t sum = value(*s, "sum");
  CHECK(sum > 1000);
  CHECK(sum < 1000 + 60 * 59 / 2);
  s->seek(20);
  CHECK(committed(*s, "sum") < 1000);
  s->run();
  CHECK(value(*s, "sum") == sum);
}

TEST_CASE("dynamic: a session leaves breakpoint instructions") {
  const isa::Program program = assembled(isa::Isa::riscv, "li t0, 1\nebreak\nli t0, 2\n");
  Session s(std::make_shared<isa::Program>(program),
            std::make_shared<machine::Machine>(dynamic_machine()));
  CHECK(s.run() == Pause::stopped);
  CHECK(s.simulation().stop() == core::StopReason::breakpoint);
  CHECK(value(s, "t0") == 1);
  CHECK(s.run() == Pause::stopped);
  CHECK(s.simulation().stop() == core::StopReason::end);
  CHECK(value(s, "t0") == 2);
}
