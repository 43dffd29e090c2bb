#include "session/explain.hpp"
#include "unit/session/session_testing.hpp"

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

constexpr std::string_view kLoadUse = "x = mem[8]\ny = x + 1\nz = y + y\n";

/// The cycle behind the last of an operation, run with more settings.
std::uint64_t end_of(const isa::Program& program, std::initializer_list<const char*> settings,
                     std::uint64_t op, const std::string& machine) {
  RunOptions options;
  options.record = true;
  const trace::RunRecord run = run_program(program, preset(machine, settings), options);
  const OpRow* row = run.timeline.find(OpId{op});
  REQUIRE(row != nullptr);
  return row->end.value;
}

} // namespace

TEST_CASE("explain: a wait names register, producer, where it is, and until when") {
  const isa::Program program = tac(kLoadUse);
  const auto e = explain_op(program, preset("mips-5"), {}, 2, false);
  REQUIRE(e.has_value());
  const OpExplanation* wait = nullptr;
  for (const OpExplanation& part : e->ops)
    if (part.cause.why != Reason::none)
      wait = &part;
  REQUIRE(wait != nullptr);
  INFO(wait->sentence);
  CHECK(wait->cause.why == Reason::raw);
  CHECK(wait->cause.culprit == OpId{1});
  CHECK(wait->begin == Cycle{4}); // IF 2, ID 3, held in ID 4, EX 5
  CHECK(wait->end == Cycle{5});
  CHECK(wait->sentence.find("x") != std::string::npos);
  CHECK(wait->sentence.find("x = mem[8]") != std::string::npos);
  CHECK(wait->sentence.find("goes on in cycle 5") != std::string::npos);
}

TEST_CASE("explain: one cycle lists every operation in flight, oldest first") {
  const isa::Program program = tac(kLoadUse);
  const auto e = explain_cycle(program, preset("mips-5"), {}, 4, false);
  REQUIRE(e.has_value());
  REQUIRE(e->ops.size() == 3);
  CHECK(e->ops[0].lane == "MEM");
  CHECK(e->ops[1].lane == "ID");
  CHECK(e->ops[2].lane == "IF");
  CHECK(e->ops[0].cause.why == Reason::none);
  CHECK(e->headline.find("1 instruction at work, 2 held") != std::string::npos);
  CHECK_FALSE(e->empty.empty()); // EX and WB
}

TEST_CASE("explain: nothing beyond the end of the run") {
  const isa::Program program = tac(kLoadUse);
  CHECK_FALSE(explain_cycle(program, preset("mips-5"), {}, 1'000, true).has_value());
  CHECK_FALSE(explain_op(program, preset("mips-5"), {}, 4, true).has_value());
}

TEST_CASE("explain: every remedy keeps its promise") {
  const char* fp =
      "l.d $f0, 0($sp)\nmul.d $f2, $f0, $f0\nadd.d $f4, $f2, $f2\ndiv.d $f6, $f4, $f2\n"
      "div.d $f8, $f4, $f0\nadd.d $f8, $f0, $f0\n";
  struct Example {
    isa::Isa isa;
    const char* text;
    const char* machine;
    unsigned ops;
  };
  unsigned remedies = 0;
  for (const Example& example :
       {Example{isa::Isa::tac, "a = b + c\nd = a + a\ne = d + d\n", "lecture-4", 3},
        Example{isa::Isa::tac, "a = b + c\nd = a + a\ne = d + d\n", "lecture-4-shared", 3},
        Example{isa::Isa::tac, "x = mem[8]\ny = x + 1\nmem[16] = y\n", "mips-5", 3},
        Example{isa::Isa::tac, "x = mem[8]\ny = mem[16]\nz = x * y\n", "dual-5", 3},
        Example{isa::Isa::mips, fp, "mips-5-fp", 6}}) {
    isa::Program program = assembled(example.isa, example.text);
    for (unsigned op = 1; op <= example.ops; ++op) {
      const auto e = explain_op(program, preset(example.machine), {}, op, true);
      REQUIRE(e.has_value());
      const std::uint64_t now = end_of(program, {}, op, example.machine);
      for (const OpExplanation& part : e->ops)
        for (const Remedy& remedy : part.remedies) {
          INFO(example.machine << ", op " << op << ": " << remedy.setting);
          CHECK(remedy.waits_cycles < remedy.waited_cycles);
          CHECK(end_of(program, {remedy.setting.c_str()}, op, example.machine) ==
                now - remedy.total_cycles_saved);
          ++remedies;
        }
    }
  }
  CHECK(remedies >= 8);
}

TEST_CASE("explain: forwarding is found as the remedy where there is none") {
  const isa::Program program = tac("a = b + c\nd = a + a\n");
  const machine::Machine plain = preset("mips-5", {"forwarding.paths=[]"});
  const auto e = explain_op(program, plain, {}, 2, true);
  REQUIRE(e.has_value());
  bool found = false;
  for (const OpExplanation& part : e->ops)
    for (const Remedy& remedy : part.remedies)
      found |= remedy.setting.find("EX->EX") != std::string::npos && remedy.waits_cycles == 0;
  CHECK(found);
}

TEST_CASE("explain: a wrong-path operation names the branch that squashes it") {
  const isa::Program program = tac("if a == a goto L\nx = 1\nL: y = 2\n");
  const auto e = explain_op(program, preset("mips-5"), {}, 2, true);
  REQUIRE(e.has_value());
  CHECK(e->ops.back().sentence.find("wrong path") != std::string::npos);
  CHECK(e->ops.back().sentence.find("instruction 1") != std::string::npos);
}

TEST_CASE("explain: far into a long run the remedies are left out, with a note") {
  const isa::Program program = tac("i = 0\nloop: x = mem[8]\ni = i + x\ngoto loop\n");
  RunOptions options;
  options.limit_cycles = 300'000;
  std::uint64_t cycle = 250'000;
  std::optional<Explanation> e;
  do
    e = explain_cycle(program, preset("mips-5"), options, ++cycle, true);
  while (e && e->notes.empty() && cycle < 250'010);
  REQUIRE(e.has_value());
  REQUIRE_FALSE(e->notes.empty());
  CHECK(e->notes[0].find("200000") != std::string::npos);
}

TEST_CASE("explain: an instruction fetched late says what fetch waited for") {
  // One port: the load of cycle 1 is in MEM in cycle 4, so the fourth is fetched in cycle 5.
  const isa::Program program = tac("x = mem[8]\ny = 1\nz = 2\nw = 3\n");
  const auto machine = preset("mips-5", {"memory.port=shared"});
  const auto late = explain_op(program, machine, {}, 4, false);
  REQUIRE(late.has_value());
  REQUIRE_FALSE(late->notes.empty());
  CHECK(late->notes[0] == "fetched late because in cycle 4 fetch waits for the memory port, taken "
                          "by instruction 1 (x = mem[8])");
  const auto early = explain_op(program, machine, {}, 3, false);
  REQUIRE(early.has_value());
  for (const std::string& note : early->notes)
    CHECK(note.find("fetched late") == std::string::npos);
}

TEST_CASE("explain: only the units a held instruction needs stand empty because of it") {
  // mips-5-fp: the add waits in ID for the product of the long multiply; it needs the FP adder.
  const isa::Program program =
      assembled(isa::Isa::mips, "mul.d $f2, $f0, $f0\nadd.d $f4, $f2, $f2\n");
  const auto e = explain_cycle(program, preset("mips-5-fp"), {}, 5, false);
  REQUIRE(e.has_value());
  // Held since cycle 4: the bubble is in A1 and, a cycle later, in A2 as well. MEM and WB, behind
  // the units, are empty because of the long execution.
  std::vector<std::string> waiting;
  for (const std::string& line : e->empty)
    if (line.find("waits for") != std::string::npos && line.find("MEM") == std::string::npos &&
        line.find("WB") == std::string::npos)
      waiting.push_back(line.substr(0, line.find(':')));
  CHECK(waiting == std::vector<std::string>{"A1 and A2 are empty"});
}

TEST_CASE("explain: a bubble whose wait is over is described in the past tense") {
  // The load-use bubble is in EX in cycle 4, in MEM in cycle 5 and in WB in cycle 6.
  const isa::Program program = tac(kLoadUse);
  const auto now = explain_cycle(program, preset("mips-5"), {}, 4, false);
  const auto later = explain_cycle(program, preset("mips-5"), {}, 5, false);
  REQUIRE(now.has_value());
  REQUIRE(later.has_value());
  const auto has = [](const std::vector<std::string>& lines, const std::string& begin) {
    for (const std::string& line : lines)
      if (line.compare(0, begin.size(), begin) == 0)
        return true;
    return false;
  };
  CHECK(has(now->empty, "EX is empty: the instruction that would be here waits for x"));
  CHECK(has(later->empty, "MEM is empty: the instruction that would be here waited for x"));
}

TEST_CASE("explain: an interrupted explanation gives what it has and says what is missing") {
  const isa::Program program = tac(kLoadUse);
  RunOptions options;
  options.progress = [](const Progress& p) { return p.cycle != 0; }; // during the remedies
  const auto e = explain_op(program, preset("mips-5"), options, 2, true);
  REQUIRE(e.has_value());
  CHECK_FALSE(e->ops.empty());
  for (const OpExplanation& part : e->ops)
    CHECK_FALSE(part.remedies_sought);
  REQUIRE_FALSE(e->notes.empty());
  CHECK(e->notes.back().find("interrupted: which machine options") == 0);
}
