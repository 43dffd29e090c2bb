#include "sched/cost_model/predicted.hpp"
#include "sched/modulo/modulo.hpp"
#include "sched/report/overlap_figure.hpp"
#include "sched/software_pipelining/software_pipeline.hpp"
#include "sched/target/latency.hpp"
#include "sched/unrolling/unroll.hpp"
#include "unit/sched/sched_testing.hpp"

// Software pipelining: dependences between iterations, what bounds the interval, the schedulers,
// and the kernel that comes out. Numbers are derived by hand beside each check.

using namespace stallscope;
using isa::Isa;
using sched::Node;

namespace {

/// The loop of a program: the block with this label.
struct LoopCase {
  std::unique_ptr<isa::Program> program;
  machine::Machine machine;
  sched::Block block;

  LoopCase(Isa isa, std::string_view text, const std::string& machine_name,
           std::string_view label = "loop")
      : machine(machine::load_machine(machine_name).value()) {
    isa::AssembleOptions options;
    options.delay_slots = machine.delay_slot;
    auto assembled = isa::assemble(isa, "loop", text, options);
    INFO(format(assembled.diagnostics()));
    REQUIRE(assembled);
    program = std::make_unique<isa::Program>(std::move(assembled).value());
    for (const sched::Block& b : sched::basic_blocks(*program, machine.delay_slot))
      if (b.label == label)
        block = b;
    REQUIRE(block.count > 0);
  }

  [[nodiscard]] std::string carried(const sched::AliasHints& hints = {}) const {
    const sched::DependenceGraph graph = sched::loop_dependences(
        block, machine, hints, sched::entry_values(block, machine.delay_slot));
    std::string text;
    for (const sched::Edge& edge : graph.carried)
      text += fmt::format("{}{}->{} {}{}{} @{}", text.empty() ? "" : ", ", edge.from + 1,
                          edge.to + 1, name(edge.kind), graph.location(edge).empty() ? "" : " ",
                          graph.location(edge), edge.distance);
    return text;
  }
  [[nodiscard]] sched::PipelinedLoop
  pipelined(sched::ModuloMethod method = sched::ModuloMethod::iterative,
            std::string* text = nullptr) const {
    sched::PipelineOptions options;
    options.method = method;
    options.steps = true;
    sched::Pipelined made = sched::software_pipeline(
        *program, sched::basic_blocks(*program, machine.delay_slot), machine, options);
    REQUIRE(made.loops.size() == 1);
    if (text != nullptr)
      *text = made.text;
    return std::move(made.loops.front());
  }
};

/// Hennessy and Patterson's x[i] = x[i] + s.
constexpr const char* kXPlusS = R"(
main: la     R1, 0x10010040
      la     R2, 0x10010000
loop: L.D    F0, 0(R1)
      ADD.D  F4, F0, F2
      S.D    F4, 0(R1)
      DADDUI R1, R1, -8
      BNE    R1, R2, loop
)";

/// A problem of operations that need one of the resources each, and a branch behind them.
sched::ModuloProblem made_up(const LoopCase& loop, std::vector<std::uint32_t> copies,
                             std::vector<std::vector<ReservationTable::Use>> uses,
                             std::vector<sched::Edge> edges) {
  sched::ModuloProblem problem;
  problem.block = loop.block;
  problem.size = static_cast<Node>(uses.size()) + 1;
  problem.branch = problem.size - 1;
  problem.edges = std::move(edges);
  for (const std::uint32_t count : copies)
    problem.resources.push_back({fmt::format("r{}", problem.resources.size()), count});
  problem.uses = std::move(uses);
  problem.uses.emplace_back();
  return problem;
}

sched::Edge edge(Node from, Node to, std::uint32_t latency, std::uint32_t distance) {
  return {from, to, sched::DependenceKind::raw, sched::LocationKind::reg, 1, latency, distance};
}

} // namespace

TEST_CASE("loop dependences: registers, from an iteration to the next") {
  // 1 makes t0, 2 adds it to the sum, 3 advances: 2 reads the sum of the iteration before, 1 and 3
  // read the pointer that 3 has advanced; 1 overwrites t0 behind its reader 2.
  const LoopCase loop(Isa::riscv,
                      "loop: ld t0, 0(a0)\nadd s2, s2, t0\naddi a0, a0, 8\n"
                      "bne a0, a1, loop\n",
                      "mips-5");
  CHECK(loop.carried() == "1->1 WAW t0 @1, 2->1 WAR t0 @1, 3->1 RAW a0 @1, 2->2 RAW s2 @1, "
                          "2->2 WAW s2 @1, 3->3 RAW a0 @1, 3->3 WAW a0 @1, 4->3 WAR a0 @1");
}

TEST_CASE("loop dependences: memory, with the distance at which subscripts meet") {
  const auto memory_edges = [](const LoopCase& loop) {
    const sched::DependenceGraph graph = sched::loop_dependences(
        loop.block, loop.machine, {}, sched::entry_values(loop.block, false));
    std::string text;
    for (const std::vector<sched::Edge>* edges : {&graph.edges, &graph.carried})
      for (const sched::Edge& e : *edges)
        if (e.location == sched::LocationKind::memory)
          text += fmt::format("{}{}->{} {} @{}", text.empty() ? "" : ", ", e.from + 1, e.to + 1,
                              name(e.kind), e.distance);
    return text;
  };
  const auto loop = [](const std::string& body, const std::string& front = "") {
    return LoopCase(Isa::riscv, front + "loop: " + body + "addi a0, a0, 8\nbne a0, a1, loop\n",
                    "mips-5");
  };
  // x[i] = x[i-2]: what iteration i stores, iteration i + 2 loads.
  CHECK(memory_edges(loop("ld t0, -16(a0)\nsd t0, 0(a0)\n")) == "2->1 RAW @2");
  // x[i] = x[i+3]: iteration i + 3 overwrites what iteration i loads.
  CHECK(memory_edges(loop("ld t0, 24(a0)\nsd t0, 0(a0)\n")) == "1->2 WAR @3");
  // x[i] = x[i]: only within an iteration.
  CHECK(memory_edges(loop("ld t0, 0(a0)\nsd t0, 0(a0)\n")) == "1->2 WAR @0");
  // Words at odd halves of the step never meet.
  CHECK(memory_edges(loop("lw t0, 4(a0)\nsw t0, 0(a0)\n")).empty());
  // The same address in every iteration.
  CHECK(memory_edges(loop("ld t0, 0(a2)\nsd t0, 0(a2)\n")) ==
        "1->2 WAR @0, 2->1 RAW @1, 1->2 WAR @1, 2->2 WAW @1");
  // Another base: unknown, so it may be the next iteration already; so may two stores be.
  CHECK(memory_edges(loop("ld t0, 0(a0)\nsd t0, 0(a2)\n")) ==
        "1->2 WAR @0, 2->1 RAW @1, 1->2 WAR @1, 2->2 WAW @1");
  // Both bases known in front of the loop, 64 bytes apart: 8 iterations of 8 bytes.
  CHECK(memory_edges(loop("ld t0, 0(a0)\nsd t0, 0(a2)\naddi a2, a2, 8\n",
                          "la a0, 0x10000000\nla a2, 0x10000040\n")) == "2->1 RAW @8");
  // A subscript: base + 8 * j.
  CHECK(memory_edges(loop("slli t1, t3, 3\nadd t1, t1, s2\nld t0, -8(t1)\nsd t0, 0(t1)\n"
                          "addi t3, t3, 1\n")) == "4->3 RAW @1");
  // Of different steps: unknown.
  CHECK(memory_edges(loop("ld t0, 0(a0)\nslli t1, a0, 1\nsd t0, 0(t1)\n")) ==
        "1->3 WAR @0, 3->1 RAW @1, 1->3 WAR @1");
}

TEST_CASE("minimum interval by resources: x[i] + s issues five instructions, one a cycle") {
  // Single issue: 5 instructions need 5 issue slots, so ResMII = 5. The load and the store follow
  // the pointer by their offsets, F0 and F4 get registers of their own, so the only circuit left is
  // the decrement, which takes 1 cycle over 1 iteration: RecMII = 1.
  const LoopCase loop(Isa::mips, kXPlusS, "hp-latency");
  const sched::PipelinedLoop done = loop.pipelined();
  CHECK(done.minimum.resources == 5);
  CHECK(done.minimum.needed == 5);
  CHECK(done.problem.resources[done.minimum.bottleneck].name == "issue");
  CHECK(done.minimum.recurrences == 1);
  CHECK(done.minimum.circuit == std::vector<Node>{3});
  CHECK(done.schedule.interval == 5);
  CHECK(done.proven());
  CHECK(done.copies == 1);
}

TEST_CASE("x[i] + s software-pipelined: the textbook's 5 cycles an element") {
  // L.D to ADD.D 2 cycles, ADD.D to S.D 3, one instruction a row of 5, BNE in the last row and the
  // decrement not just in front of it (a stall): 9 cycles an element as written, 5 in the kernel.
  const LoopCase loop(Isa::mips, kXPlusS, "hp-latency");
  std::string text;
  const sched::PipelinedLoop done = loop.pipelined(sched::ModuloMethod::iterative, &text);
  CHECK(sched::loop_cycles(loop.block, loop.machine).round == 9);
  CHECK(done.main_label == "loop_pipelined");
  const LoopCase kernel(Isa::mips, text, "hp-latency", "loop_pipelined");
  CHECK(kernel.block.count == 5);
  CHECK(sched::loop_cycles(kernel.block, kernel.machine).round == 5);
  CHECK(text.find("loop_pipelined: # 1 iteration in 5 cycles") != std::string::npos);
}

TEST_CASE("minimum interval by a recurrence: a product that the next one needs") {
  // p = p * x[i] on mips-5-fp: a product is 7 cycles under way, and the next iteration's multiply
  // reads it: circuit 2 -> 2, 7 cycles over 1 iteration, RecMII = 7. Four instructions and the
  // cycle behind the taken branch take 5 issue slots: ResMII = 5.
  const char* text = "loop: fld ft0, 0(a0)\nfmul.d fs0, fs0, ft0\naddi a0, a0, 8\n"
                     "bne a0, a1, loop\n";
  const LoopCase loop(Isa::riscv, text, "mips-5-fp");
  const sched::PipelinedLoop done = loop.pipelined();
  CHECK(done.minimum.resources == 5);
  CHECK(done.minimum.recurrences == 7);
  CHECK(done.minimum.circuit == std::vector<Node>{1});
  CHECK(done.minimum.circuit_cycles == 7);
  CHECK(done.minimum.circuit_distance == 1);
  CHECK(done.schedule.interval == 7);
}

TEST_CASE("minimum interval: a circuit over memory and two iterations counts half") {
  // x[i] = x[i-2] * c: load 2 cycles to its reader, product 7 to the store's data (which a store
  // may take in MEM), store to load in order, one cycle. Two iterations on: half the sum, rounded
  // up.
  const LoopCase loop(Isa::riscv,
                      "loop: fld ft0, -16(a0)\nfmul.d ft1, ft0, fs0\nfsd ft1, 0(a0)\n"
                      "addi a0, a0, 8\nbne a0, a1, loop\n",
                      "mips-5-fp");
  const sched::PipelinedLoop done = loop.pipelined();
  CHECK(done.minimum.circuit == std::vector<Node>{0, 1, 2});
  CHECK(done.minimum.circuit_distance == 2);
  CHECK(done.minimum.recurrences == (done.minimum.circuit_cycles + 1) / 2);
  sched::LatencyTable table(loop.machine);
  std::uint32_t sum = 0;
  for (const sched::Edge& e : done.problem.edges)
    if (e.kind == sched::DependenceKind::raw && e.to != e.from && e.from < 3 && e.to < 3)
      sum += e.latency;
  CHECK(done.minimum.circuit_cycles == sum);
}

TEST_CASE("iterative modulo scheduling: conflicting operations are unscheduled and placed again") {
  // Three operations on one resource, in a circuit 1 -> 2 -> 3 -> 1 of latency 1 each over one
  // iteration: RecMII = 3 = ResMII, and with an interval of 3 all rows are taken.
  const LoopCase loop(Isa::riscv, "loop: addi a0, a0, 8\nbne a0, a1, loop\n", "mips-5");
  const sched::ModuloProblem problem =
      made_up(loop, {1}, {{{0, 0, 1}}, {{0, 0, 1}}, {{0, 0, 1}}},
              {edge(0, 1, 1, 0), edge(1, 2, 1, 0), edge(2, 0, 1, 1)});
  CHECK(sched::minimum_interval(problem).interval() == 3);
  for (const auto& schedule :
       {sched::schedule_iterative(problem), sched::schedule_swing(problem)}) {
    CAPTURE(schedule.method);
    CHECK(schedule.interval == 3);
    CHECK(sched::modulo_violation(problem, 3, schedule.times) == "");
  }
  // An operation that holds the resource two cycles and, placed last by its height, finds only
  // single rows free in an interval of 4: it displaces.
  const sched::ModuloProblem tight =
      made_up(loop, {1}, {{{0, 0, 1}}, {{0, 0, 1}}, {{0, 0, 2}}}, {edge(0, 1, 2, 0)});
  sched::ModuloOptions options;
  options.steps = true;
  const sched::ModuloSchedule schedule = sched::schedule_iterative(tight, options);
  CHECK(schedule.interval == 4);
  CHECK(sched::modulo_violation(tight, 4, schedule.times) == "");
  CHECK(std::any_of(schedule.steps.begin(), schedule.steps.end(),
                    [](const sched::ModuloStep& step) { return !step.displaced.empty(); }));
}

TEST_CASE("the search proves that an interval is impossible, or finds what heuristics missed") {
  const LoopCase loop(Isa::riscv, "loop: addi a0, a0, 8\nbne a0, a1, loop\n", "mips-5");
  // Two operations that need the resource at once and three cycles later: with an interval of 3 the
  // two needs of one fall into one row. ResMII = 4 / 1 = 4: rows r and r + 3 of each. Interval 4:
  // {0, 3} and {2, 1}: possible. With needs two cycles apart, {0, 2} and {1, 3}; with four cycles
  // apart both fall into one row of 4, so 5 is needed: {0, 4} and {1, 0}? 0 is taken; {2, 1}.
  const auto apart = [&loop](std::uint32_t way) {
    return made_up(loop, {1}, {{{0, 0, 1}, {0, way, 1}}, {{0, 0, 1}, {0, way, 1}}}, {});
  };
  CHECK(sched::minimum_interval(apart(4)).interval() == 4);
  const sched::IntervalProof four = sched::search_interval(apart(4), 4, 1000);
  CHECK(four.decided);
  CHECK(!four.times);
  const sched::IntervalProof five = sched::search_interval(apart(4), 5, 1000);
  REQUIRE(five.times);
  CHECK(sched::modulo_violation(apart(4), 5, *five.times) == "");
  CHECK(sched::search_interval(apart(2), 4, 1000).times);
  CHECK(!sched::search_interval(apart(2), 4, 1).decided);
}

TEST_CASE("the checker finds every way in which a schedule is none") {
  const LoopCase loop(Isa::riscv, "loop: addi a0, a0, 8\nbne a0, a1, loop\n", "mips-5");
  sched::ModuloProblem problem =
      made_up(loop, {1}, {{{0, 0, 1}}, {{0, 0, 1}}}, {edge(0, 1, 3, 0), edge(1, 0, 1, 2)});
  problem.separations.push_back({0, 1, 2});
  // Two rows, times 0 and 3; back after two iterations: 0 + 2 * 2 = 4 = 3 + 1.
  const auto violation = [&](std::uint32_t interval, std::int32_t first, std::int32_t second) {
    return sched::modulo_violation(problem, interval,
                                   {first, second, static_cast<std::int32_t>(interval) - 1});
  };
  CHECK(violation(3, 0, 5).empty()); // 5 - 0 >= 3; 0 + 6 >= 6; rows 0 and 2
  CHECK(violation(3, 0, 2).find("not 3 cycles behind") != std::string::npos);
  CHECK(violation(3, 0, 6).find("not 1 cycles behind") != std::string::npos);
  CHECK(violation(2, 0, 3).find("cycles behind 1, whose value") != std::string::npos);
  problem.separations.clear();
  problem.edges.pop_back();
  CHECK(violation(2, 0, 4).find("2 operations need 'r0'") != std::string::npos);
  CHECK(violation(2, -1, 4).find("before its iteration begins") != std::string::npos);
  CHECK(sched::modulo_violation(problem, 2, {0, 3, 0}).find("does not end") != std::string::npos);
  CHECK(sched::modulo_violation(problem, 0, {}) == "there is no schedule");
}

TEST_CASE("modulo variable expansion: a value that lives longer than an interval") {
  // On mips-5-fp no instruction waits for the load's value, but the product is 7 cycles in
  // flight while iterations begin more often than that: the operands of the store's address follow
  // by offset, the product needs a register for each iteration that is under way.
  const char* text = "loop: fld ft0, 0(a0)\nfmul.d ft1, ft0, fs0\nfadd.d ft2, ft1, fs1\n"
                     "fsd ft2, 0(a0)\naddi a0, a0, 8\nbne a0, a1, loop\n";
  const LoopCase loop(Isa::riscv, text, "mips-5-fp");
  std::string written;
  const sched::PipelinedLoop done = loop.pipelined(sched::ModuloMethod::iterative, &written);
  REQUIRE(done.main_label == "loop_pipelined");
  CHECK(done.schedule.interval >= done.minimum.interval());
  CHECK(done.schedule.stages() >= 2);
  const LoopCase swing(Isa::riscv, text, "mips-5-fp");
  const sched::PipelinedLoop swung = swing.pipelined(sched::ModuloMethod::swing);
  CHECK(swung.schedule.interval == done.schedule.interval);
  // Lifetimes are what swing keeps short: never more copies.
  CHECK(swung.copies <= done.copies);
}

TEST_CASE("loops that cannot be pipelined are left, with the reason") {
  const auto why = [](Isa isa, const std::string& text, const std::string& machine = "mips-5-fp") {
    const LoopCase loop(isa, text, machine);
    std::string written;
    const sched::PipelinedLoop done = loop.pipelined(sched::ModuloMethod::iterative, &written);
    CHECK(done.main_label.empty());
    CHECK(written == text);
    return done.why_not.text();
  };
  CHECK(why(Isa::riscv, "loop: ld a0, 0(a0)\nbne a0, a1, loop\n") ==
        "it does not compare a register that it advances by a constant with one that stays");
  CHECK(why(Isa::riscv, "loop: ecall\naddi a0, a0, 8\nbne a0, a1, loop\n") ==
        "ecall has effects beside its result");
  CHECK(why(Isa::riscv, "loop: mul t0, t0, t0\naddi a0, a0, 8\nbne a0, a1, loop\n", "serial") ==
        "an interval of 12 cycles holds a whole iteration, so nothing would overlap");
  CHECK(why(Isa::mips, "loop: lw $t0, 0($t1)\naddi $t1, $t1, 12\nslt $t2, $t1, $t3\n"
                       "bne $t2, $zero, loop\n") ==
        "its step is no power of two, so that its last value would take a division");
  CHECK(why(Isa::riscv, "loop_rest: nop\nloop: ld t0, 0(a0)\naddi a0, a0, 8\nbne a0, a1, loop\n") ==
        "there is a label loop_rest already");
}

TEST_CASE("registers run out: longer intervals need fewer, and the reason is reported") {
  // Every integer register holds something behind the loop, but t0 and t1: the limit takes one, and
  // nothing is left for the products in flight; FP values do not matter here.
  std::string text = "loop: ld t0, 0(a0)\nmul t1, t0, t0\nsd t1, 0(a0)\naddi a0, a0, 8\n"
                     "bne a0, a1, loop\n";
  for (const char* reg : {"t2", "t3", "t4", "t5", "t6", "a2", "a3", "a4", "a5", "a6",  "a7", "s0",
                          "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11"})
    text += fmt::format("sd {}, 0(sp)\n", reg);
  const LoopCase loop(Isa::riscv, text, "mips-5-fp");
  const sched::PipelinedLoop done = loop.pipelined();
  CHECK(done.main_label.empty());
  CHECK(done.why_not.text().find("more integer register") != std::string::npos);
  CHECK(done.registers_from == done.heuristic_interval);
}

TEST_CASE("the figure: the same iterations one behind the other and an interval apart") {
  const LoopCase loop(Isa::mips, kXPlusS, "hp-latency");
  const sched::PipelinedLoop done = loop.pipelined();
  const sched::OverlapFigure figure = sched::overlap_figure(done, loop.machine);
  // 9 cycles an iteration; the pipelined ones begin 5 cycles apart.
  REQUIRE(figure.iterations >= 3);
  for (const auto& [panel, way] : {std::pair{&figure.plain, 9U}, std::pair{&figure.pipelined, 5U}})
    for (const auto& issue : panel->issues)
      for (const auto& later : panel->issues)
        if (later.node == issue.node && later.iteration == issue.iteration + 1)
          CHECK(later.cycle == issue.cycle + way);
  CHECK(figure.kernel_begin == (done.schedule.stages() - 1) * 5 + 1);
  const std::string text = sched::overlap_text(figure);
  CHECK(text.find("1 l.d") != std::string::npos);
  CHECK(text.find("kernel") != std::string::npos);
  const std::string svg = sched::overlap_svg(figure, "x + s");
  CHECK(svg.find("class=\"kernel\"") != std::string::npos);
  CHECK(svg.find(">4 daddiu<") != std::string::npos);
}
