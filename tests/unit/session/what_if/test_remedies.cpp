// What would shorten a wait, for every reason an operation is held for, and that the promise is
// kept: the change, applied, saves exactly so many cycles.

#include "session/explain.hpp"
#include "unit/session/session_testing.hpp"

#include <algorithm>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

/// mips-5 with a unit of its own for branches and jumps, which takes 4 cycles, resolved at its end.
constexpr const char* kSlowBranch = R"(
name = "slow-branch"
kind = "in_order"
[pipeline]
stages = [
  { name = "IF", does = ["fetch"] },
  { name = "ID", does = ["decode", "read"] },
  { name = "EX", does = ["execute"] },
  { name = "MEM", does = ["memory"] },
  { name = "WB", does = ["write"] },
]
[[unit]]
name = "alu"
operations = ["integer", "shift", "memory", "multiply", "divide", "system"]
[[unit]]
name = "br"
operations = ["control"]
latency = 4
[branch]
resolve = "EX"
jump_resolve = "EX"
predict_in = "IF"
)";

machine::Machine from_text(const char* toml, const std::vector<machine::Setting>& settings = {}) {
  Result<machine::Machine> machine = machine::parse_machine("test.toml", toml, settings);
  INFO(format(machine.diagnostics()));
  REQUIRE(machine.ok());
  return std::move(machine).value();
}

std::uint64_t end_of(const isa::Program& program, const machine::Machine& machine, OpId op) {
  RunOptions options;
  options.record = true;
  const trace::RunRecord run = run_program(program, machine, options);
  const OpRow* row = run.timeline.find(op);
  REQUIRE(row != nullptr);
  return row->end.value;
}

/// The stretches of an operation in which it is held for a reason; at least one.
std::vector<OpExplanation> waits(const isa::Program& program, const machine::Machine& machine,
                                 std::uint64_t op, Reason reason) {
  const auto e = explain_op(program, machine, {}, op, true);
  REQUIRE(e.has_value());
  std::vector<OpExplanation> held;
  std::string said;
  for (const OpExplanation& part : e->ops) {
    said += part.sentence + '\n';
    if (part.cause.why == reason)
      held.push_back(part);
  }
  INFO(e->headline << '\n' << said);
  REQUIRE_FALSE(held.empty());
  return held;
}

/// The operation is held for the reason, `setting` is among the remedies, and every remedy, applied
/// to the machine, lets the operation end as much earlier as promised.
void check_remedy(const isa::Program& program, const machine::Machine& machine, std::uint64_t op,
                  Reason reason, std::string_view setting) {
  const std::string toml = machine::dump(machine);
  const std::uint64_t before = end_of(program, machine, OpId{op});
  bool found = false;
  std::string offered;
  for (const OpExplanation& part : waits(program, machine, op, reason)) {
    CHECK(std::is_sorted(part.remedies.begin(), part.remedies.end(),
                         [](const Remedy& a, const Remedy& b) {
                           return a.total_cycles_saved > b.total_cycles_saved;
                         }));
    for (const Remedy& remedy : part.remedies) {
      found |= remedy.setting == setting;
      offered += remedy.setting + '\n';
      INFO(remedy.setting);
      CHECK(remedy.total_cycles_saved > 0);
      CHECK(remedy.waits_cycles < remedy.waited_cycles);
      const machine::Machine changed =
          from_text(toml.c_str(), {machine::parse_setting(remedy.setting).value()});
      CHECK(end_of(program, changed, OpId{op}) + remedy.total_cycles_saved == before);
    }
  }
  INFO("offered:\n" << offered << "missing: " << setting);
  CHECK(found);
}

} // namespace

TEST_CASE("remedies: RAW, a forwarding path or a register file that is read as it is written") {
  const isa::Program program = tac("a = b + c\nd = a + a\n");
  const machine::Machine plain = preset("mips-5", {"forwarding.paths=[]"});
  check_remedy(program, plain, 2, Reason::raw, "forwarding.paths=[\"EX->EX\"]");
  check_remedy(program, preset("lecture-4"), 2, Reason::raw, "register_file.write_then_read=true");
}

TEST_CASE("remedies: WAW, letting only those wait that would overtake") {
  const isa::Program program =
      assembled(isa::Isa::mips, "mul.d $f0, $f2, $f4\nadd.d $f0, $f2, $f4\n");
  check_remedy(program, preset("mips-5-fp"), 2, Reason::waw, "hazards.waw=overtake");
}

TEST_CASE("remedies: a busy unit, another copy, pipelining or a shorter latency") {
  const isa::Program program =
      assembled(isa::Isa::mips, "div.d $f0, $f2, $f4\ndiv.d $f6, $f2, $f4\n");
  for (const char* setting : {"unit.div.count=2", "unit.div.pipelined=true", "unit.div.latency=1"})
    check_remedy(program, preset("mips-5-fp"), 2, Reason::unit_busy, setting);
}

TEST_CASE("remedies: a long pipelined unit, a shorter latency") {
  const isa::Program program =
      assembled(isa::Isa::mips, "mul.d $f0, $f2, $f4\nadd.d $f6, $f0, $f4\n");
  check_remedy(program, preset("mips-5-fp"), 2, Reason::raw, "unit.mul.latency=1");
}

TEST_CASE("remedies: a slow branch that holds back what has finished behind it") {
  const isa::Program program = tac("if a != a goto L\nx = 1\nL: y = 2\n");
  check_remedy(program, from_text(kSlowBranch), 2, Reason::latency, "unit.br.latency=1");
}

TEST_CASE("remedies: pairing rules, without the limit") {
  const isa::Program program = tac("a = mem[0]\nb = mem[8]\n");
  check_remedy(program, preset("dual-5"), 2, Reason::pairing, "issue.limits={}");
}

TEST_CASE("remedies: the shared register port of the lecture, split") {
  const isa::Program program = tac("t2 = t0 + t1\nt7 = t5 + t6\nt4 = t3 + t2\nt0 = t0 + t7\n");
  check_remedy(program, preset("lecture-4-shared"), 3, Reason::read_port,
               "register_file.ports=split");
}

TEST_CASE("remedies: register write ports, without a limit") {
  const isa::Program program = tac("a = 1\nb = 2\n");
  check_remedy(program, preset("dual-5", {"register_file.write_ports=1"}), 2, Reason::write_port,
               "register_file.write_ports=0");
}

TEST_CASE("remedies: a slow data access holds what is behind it, a fast memory does not") {
  const isa::Program program = tac("a = mem[0]\nb = 1\n");
  check_remedy(program, preset("mips-5", {"memory.data_latency=5"}), 2, Reason::memory_latency,
               "memory.data_latency=1");
}

TEST_CASE("remedies: an operation that is not held, and one on the wrong path, get none") {
  const isa::Program program = tac("x = mem[8]\nif x == 0 goto L\ny = 1\nL: z = 1\n");
  const auto first = explain_op(program, preset("mips-5"), {}, 1, true);
  for (const OpExplanation& part : first->ops)
    CHECK(part.remedies.empty());
  const auto wrong = explain_op(program, preset("mips-5"), {}, 3, true);
  for (const OpExplanation& part : wrong->ops)
    CHECK(part.remedies.empty());
}

TEST_CASE("remedies: without asking for them there are none") {
  const isa::Program program = tac("a = b + c\nd = a + a\n");
  const auto e = explain_op(program, preset("lecture-4"), {}, 2, false);
  for (const OpExplanation& part : e->ops)
    CHECK(part.remedies.empty());
}

TEST_CASE("explain: the program prints nothing while it is simulated again") {
  class Silent final : public isa::OutputSink {
  public:
    void write(std::uint64_t, std::string_view) override { ++writes; }
    unsigned writes = 0;
  };
  Silent silent;
  RunOptions options;
  options.live_output = &silent;
  const isa::Program program = tac("a = b + c\nprint a\nd = a + a\n");
  CHECK(explain_cycle(program, preset("lecture-4"), options, 3, true).has_value());
  CHECK(explain_op(program, preset("lecture-4"), options, 2, true).has_value());
  CHECK(silent.writes == 0);
}

TEST_CASE("explain: cycle 0 and operation 0 are none") {
  const isa::Program program = tac("a = 1\n");
  CHECK_FALSE(explain_cycle(program, preset("mips-5"), {}, 0, true).has_value());
  CHECK_FALSE(explain_op(program, preset("mips-5"), {}, 0, true).has_value());
}

TEST_CASE("explain: where operands come from, register file or forwarding path") {
  const isa::Program program = tac("a = 1\nb = a\n");
  const auto has = [](const std::optional<Explanation>& e, std::string_view text) {
    return std::any_of(e->notes.begin(), e->notes.end(), [&](const std::string& note) {
      return note.find(text) != std::string::npos;
    });
  };
  CHECK(has(explain_op(program, preset("mips-5"), {}, 2, false),
            "takes a from instruction 1 in cycle 4, forwarded from the end of EX"));
  CHECK(has(explain_op(program, preset("lecture-4"), {}, 2, false),
            "takes a from instruction 1 in cycle 5, through the register file"));
}

TEST_CASE(
    "explain: an operation far into a long run is found; its remedies are left out, said so") {
  const isa::Program program = tac("i = 0\nloop: x = mem[8]\ni = i + x\ngoto loop\n");
  // Operations are numbered with the one of the wrong path: 4 a pass in 5 cycles. Held are the
  // adds.
  std::optional<Explanation> e;
  for (std::uint64_t op = 200'000; op < 200'004; ++op) {
    e = explain_op(program, preset("mips-5"), {}, op, true);
    REQUIRE(e.has_value());
    if (e->headline.find("i = i + x") != std::string::npos)
      break;
  }
  REQUIRE_FALSE(e->notes.empty());
  CHECK(e->notes.back().find("200000 cycles") != std::string::npos);
  for (const OpExplanation& part : e->ops)
    CHECK(part.remedies.empty());
}
