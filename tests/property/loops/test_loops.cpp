#include "machine/machine_file.hpp"
#include "property/loops/counted_loop.hpp"
#include "session/loop.hpp"
#include "session/loop_source.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cmath>
#include <random>

using namespace stallscope;

namespace {

machine::Machine preset(const std::string& name) {
  return machine::load_machine(name, {}).value();
}

session::LoopSource loop_of(const std::string& text, isa::Isa isa) {
  auto sources = session::read_loops("loop.s", text, isa, {}, {});
  INFO(format(sources.diagnostics()));
  REQUIRE(sources);
  REQUIRE(sources->size() == 1);
  return std::move(sources->front());
}

session::LoopReport report_of(const std::string& text, isa::Isa isa, const std::string& machine,
                              const session::LoopOptions& options = {}) {
  const session::LoopSource source = loop_of(text, isa);
  auto report =
      session::analyse_loop(source.program, source.bodies.front(), preset(machine), options);
  INFO(format(report.diagnostics()));
  REQUIRE(report);
  return std::move(report).value();
}

std::string cycles(const session::LoopReport& report) {
  return report.rate.exact ? session::text_of(report.rate.cycles) : "inexact";
}

const session::LoopBound* bound_of(const session::LoopReport& report, session::LoopBoundKind kind) {
  for (const session::LoopBound& bound : report.bounds)
    if (bound.kind == kind)
      return &bound;
  return nullptr;
}

/// A random body for RISC-V: integer and FP operations, loads and stores around s0.
std::string random_body(std::mt19937& random, unsigned length) {
  const auto pick = [&random](unsigned n) {
    return static_cast<unsigned>(
        std::uniform_int_distribution<int>(0, static_cast<int>(n) - 1)(random));
  };
  const auto t = [&] { return fmt::format("a{}", pick(6)); };
  const auto f = [&] { return fmt::format("fa{}", pick(6)); };
  std::string text;
  for (unsigned n = 0; n < length; ++n)
    switch (pick(8)) {
    case 0:
      text += fmt::format("  mul {}, {}, {}\n", t(), t(), t());
      break;
    case 1:
      text += fmt::format("  ld {}, {}(s0)\n", t(), 8 * pick(4));
      break;
    case 2:
      text += fmt::format("  sd {}, {}(s0)\n", t(), 8 * pick(4));
      break;
    case 3:
      text += fmt::format("  fadd.d {}, {}, {}\n", f(), f(), f());
      break;
    case 4:
      text += fmt::format("  fmul.d {}, {}, {}\n", f(), f(), f());
      break;
    case 5:
      text += fmt::format("  fld {}, {}(s0)\n", f(), 8 * pick(4));
      break;
    default:
      text += fmt::format("  add {}, {}, {}\n", t(), t(), t());
      break;
    }
  return text;
}

/// Without initial effects: no dynamic predictor, no cold caches.
machine::Machine steady(machine::Machine machine) {
  if (machine.predictor_learns()) {
    machine.predictor = machine::PredictorKind::perfect;
    machine.prediction.return_stack = {};
    machine.prediction.indirect = {};
  }
  machine.caches.levels.clear();
  if (machine.dynamic)
    machine.dynamic->disambiguation = machine::Disambiguation::perfect;
  return machine;
}

} // namespace

TEST_CASE(
    "loops: the fraction is the rate of whole runs of the same code, and no bound exceeds it") {
  std::mt19937 random(20);
  for (const char* const name : {"ooo-4", "ooo-8", "csapp-haswell", "dual-5", "sifive-7"})
    for (unsigned round = 0; round < 6; ++round) {
      const machine::Machine machine = steady(preset(name));
      const std::string body = random_body(random, 3 + round * 3);
      const std::string text = "loop:\n" + body + "  addi t6, t6, -1\n  bnez t6, loop\n";
      INFO(name << "\n" << text);
      const session::LoopSource source = loop_of(text, isa::Isa::riscv);
      session::LoopOptions options;
      options.what_if = false;
      options.shown = 0;
      const auto report =
          session::analyse_loop(source.program, source.bodies.front(), machine, options);
      REQUIRE(report);
      REQUIRE(report->rate.exact);
      constexpr unsigned kFrom = 300;
      constexpr unsigned kTo = 1300;
      const auto measured = static_cast<double>(property::cycles_of_run(body, kTo, machine)) -
                            static_cast<double>(property::cycles_of_run(body, kFrom, machine));
      // Both ends lie anywhere in a period.
      const double slack = static_cast<double>(report->rate.period_cycles) + 2;
      CHECK(std::abs(measured - report->rate.mean * (kTo - kFrom)) <= slack);
      for (const session::LoopBound& bound : report->bounds) {
        INFO(bound.name << ": " << session::text_of(bound.cycles));
        CHECK(bound.cycles.value() <= report->rate.mean + 1e-9);
      }
    }
}

TEST_CASE("loops: CS:APP's reductions take the latency of their operation") {
  // CS:APP 3e, section 5.7: the product of the elements is bound by the latency of the
  // multiplication, 5 cycles; that of integers by 3.
  const session::LoopReport fp = report_of(
      ".L3:\n  vmulsd (%rdx), %xmm0, %xmm0\n  addq $8, %rdx\n  cmpq %rax, %rdx\n  jne .L3\n",
      isa::Isa::x86, "csapp-haswell");
  CHECK(cycles(fp) == "5");
  REQUIRE(fp.bottleneck);
  CHECK(fp.bounds[*fp.bottleneck].kind == session::LoopBoundKind::recurrence);
  REQUIRE(fp.bounds[*fp.bottleneck].chain.size() == 1);
  CHECK(fp.bounds[*fp.bottleneck].chain[0].latency == 5);
  CHECK(fp.bounds[*fp.bottleneck].chain[0].through == "xmm0");
  // Without the recurrence a taken branch ends the fetch of every iteration: a cycle.
  const auto cut = std::find_if(fp.what_if.begin(), fp.what_if.end(),
                                [](const auto& one) { return one.name == "no_recurrence"; });
  REQUIRE(cut != fp.what_if.end());
  CHECK(session::text_of(cut->rate.cycles) == "1");
  const session::LoopReport integer =
      report_of(".L3:\n  imulq (%rdx), %rax\n  addq $8, %rdx\n  cmpq %rcx, %rdx\n  jne .L3\n",
                isa::Isa::x86, "csapp-haswell");
  CHECK(cycles(integer) == "3");
}

TEST_CASE("loops: what is gained by removing a bound is measured on machines with caches too") {
  // Five instructions, four fetched a cycle: 2 cycles. With eight a cycle, one iteration is fetched
  // in a cycle, and dispatch, four micro-ops of the five a cycle, is next: 5/4.
  const session::LoopReport report =
      report_of("L: ld a5,0(a0)\nmul a5,a5,a1\nadd a2,a2,a5\naddi a0,a0,8\nbne a0,a3,L\n",
                isa::Isa::riscv, "ooo-4");
  CHECK(cycles(report) == "2");
  const auto wider = std::find_if(report.what_if.begin(), report.what_if.end(),
                                  [](const auto& one) { return one.name == "wider_fetch"; });
  REQUIRE(wider != report.what_if.end());
  CHECK(session::text_of(wider->rate.cycles) == "5/4");
  REQUIRE(report.bottleneck);
  CHECK(report.bounds[*report.bottleneck].relieved_by == std::vector<std::string>{"wider_fetch"});
}

TEST_CASE("loops: in order, the waits that delay younger operations are removed one by one") {
  // sifive-7: ld waits for the address (1), mul for the load (3), and addi is issued no earlier
  // than the cycle behind mul (1): 5. If mul does not wait for the load, add waits for mul in the
  // late ALU, which delays nothing, and fetch is next: five instructions, two a cycle with the
  // branch alone in the last one, and its target is fetched in the cycle behind it: 3.
  const session::LoopReport report =
      report_of("L: ld a5,0(a0)\nmul a5,a5,a1\nadd a2,a2,a5\naddi a0,a0,8\nbne a0,a3,L\n",
                isa::Isa::riscv, "sifive-7");
  CHECK(cycles(report) == "5");
  REQUIRE(report.bottleneck);
  CHECK(report.bounds[*report.bottleneck].kind == session::LoopBoundKind::order);
  const auto without = [&](const std::string& name) {
    const auto found = std::find_if(report.what_if.begin(), report.what_if.end(),
                                    [&](const auto& one) { return one.name == name; });
    return found == report.what_if.end() ? "" : session::text_of(found->rate.cycles);
  };
  CHECK(without("no_wait.2.a5") == "3");
  CHECK(report.bounds[*report.bottleneck].relieved_by == std::vector<std::string>{"no_wait.2.a5"});
}

TEST_CASE("loops: x86: an index that is counted by inc does not wait for the flags of the sum") {
  // CF, which inc leaves, is renamed apart: eax and rcx are recurrences of a cycle each, and the
  // three fused micro-ops (load and sum, inc, comparison and branch) fit into a cycle of four.
  CHECK(cycles(report_of("L: addl (%rdi,%rcx,4), %eax\nincq %rcx\ncmpq %rcx, %rsi\njne L\n",
                         isa::Isa::x86, "csapp-haswell")) == "1");
  // The carry goes from word to word through adc, each a micro-op, whatever inc does to the others;
  // the sum before the carry is made in another.
  CHECK(cycles(report_of("L: adcq %rax, %rdx\nincq %rcx\n", isa::Isa::x86, "csapp-haswell")) ==
        "2");
}

TEST_CASE("loops: a function that is called and not there is called, and returns") {
  // What stands for foo lies behind the end of the text, at 24. Blocks of 16 bytes, a group ends at
  // a taken branch: [lw, call] [li, ret] [add, addi] [bne]; of 32 bytes: [lw, call] [li, ret] [add,
  // addi, bne], as a run of the text takes. Repeated without a branch, copies of three instructions
  // move on by 12 bytes: of four, add, lw and call lie in one block twice and in two twice, and li
  // and ret in one three times: (2 * 1 + 2 * 2 + 3 * 1 + 2) / 4.
  const std::string loop = "L: lw a0, 0(s0)\ncall foo\nadd s1, s1, a0\naddi s0, s0, 4\n"
                           "bne s0, s2, L\n";
  CHECK(cycles(report_of(loop, isa::Isa::riscv, "ooo-4")) == "4");
  CHECK(cycles(report_of(loop, isa::Isa::riscv, "ooo-8")) == "3");
  CHECK(cycles(report_of("lw a0, 0(s0)\ncall foo\nadd s1, s1, a0\n", isa::Isa::riscv, "ooo-4")) ==
        "11/4");
  // A load of its own address, 4 cycles, and the sum: of the call no recurrence is longer.
  CHECK(cycles(report_of("L: movl (%rdi), %edi\ncall foo\naddl %eax, %ebx\naddq $4, %rdi\n"
                         "cmpq %rsi, %rdi\njne L\n",
                         isa::Isa::x86, "csapp-haswell")) == "5");
}

TEST_CASE("loops: a comparison with memory is one with its branch") {
  // The load, and what compares and branches: two micro-ops in one slot.
  const session::LoopReport report =
      report_of("L: addq $8, %rdi\ncmpq %rax, (%rdi)\njne L\n", isa::Isa::x86, "csapp-haswell");
  CHECK(cycles(report) == "1");
  REQUIRE(report.instructions.size() == 3);
  CHECK_FALSE(report.instructions[1].fused);
  CHECK(report.instructions[1].micro_ops == 2);
  CHECK(report.instructions[2].fused);
  CHECK(session::text_of(report.micro_ops) == "3");
  CHECK_FALSE(
      report_of("L: addq $8, %rdi\ncmpq $1, (%rdi)\njne L\n", isa::Isa::x86, "csapp-haswell")
          .instructions[2]
          .fused);
}

TEST_CASE("loops: a port is not busier than the cycles there are") {
  // The root has the divider of p0 for 15 cycles; multiplications begin on p0 beside it, so that it
  // is busy for 15 of 15 cycles, not 16.
  const session::LoopReport report =
      report_of("mulps %xmm1, %xmm0\nsqrtps %xmm2, %xmm3\n", isa::Isa::x86, "csapp-haswell");
  CHECK(cycles(report) == "15");
  for (const session::LoopPort& port : report.ports) {
    INFO(port.name);
    CHECK(port.busy.value() <= report.rate.mean);
    if (port.name == "p0") {
      CHECK(session::text_of(port.busy) == "15");
      CHECK(session::text_of(port.pressure) == "16"); // 15 of the root, 1 of the multiplication
    }
  }
}

TEST_CASE("loops: the address and the data of a store take one slot on csapp-haswell") {
  // Micro-fusion: of two stores and two additions four slots, not six; the port for data binds.
  const session::LoopReport report =
      report_of("movq %rax, (%rdi)\nmovq %rbx, 8(%rdi,%rsi)\naddq $1, %rcx\naddq $1, %rdx\n",
                isa::Isa::x86, "csapp-haswell");
  CHECK(cycles(report) == "2");
  const session::LoopBound* const dispatch = bound_of(report, session::LoopBoundKind::dispatch);
  REQUIRE(dispatch != nullptr);
  CHECK(session::text_of(dispatch->cycles) == "1");
}

TEST_CASE("loops: accumulating in memory is a recurrence through the store queue") {
  // Store data 4 cycles, of which the forwarded load saves its own latency less forward_cycles:
  // 4 (store data) + 2 (forwarded load) + 1 (addition).
  const session::LoopReport report =
      report_of("addq %rax, 8(%rdx)\n", isa::Isa::x86, "csapp-haswell");
  CHECK(cycles(report) == "7");
  REQUIRE(report.bottleneck);
  CHECK(report.bounds[*report.bottleneck].kind == session::LoopBoundKind::memory);
  session::LoopOptions apart;
  apart.alias = session::LoopAlias::none;
  CHECK(cycles(report_of("addq %rax, 8(%rdx)\n", isa::Isa::x86, "csapp-haswell", apart)) == "1");
}

TEST_CASE("loops: with --alias all operands with the same base overlap") {
  // As is, the load and the store of an iteration lie 8 bytes apart and never meet. With `all` the
  // load reads what the store of the iteration before has written.
  const std::string text = "loop: ld a0, 0(s0)\nadd a0, a0, a1\nsd a0, 8(s0)\naddi s0, s0, 64\n"
                           "bnez a1, loop\n";
  session::LoopOptions all;
  all.alias = session::LoopAlias::all;
  const session::LoopReport as_is = report_of(text, isa::Isa::riscv, "ooo-4");
  CHECK(bound_of(as_is, session::LoopBoundKind::memory) == nullptr);
  const session::LoopReport same = report_of(text, isa::Isa::riscv, "ooo-4", all);
  CHECK(bound_of(same, session::LoopBoundKind::memory) != nullptr);
  CHECK(as_is.rate.cycles < same.rate.cycles);
  // Other bases do not.
  const session::LoopReport apart =
      report_of("loop: ld a0, 0(s0)\nadd a0, a0, a1\nsd a0, 8(s1)\nbnez a1, loop\n",
                isa::Isa::riscv, "ooo-4", all);
  CHECK(bound_of(apart, session::LoopBoundKind::memory) == nullptr);
}

TEST_CASE("loops: reservation stations that are held bound the rate (Little's law)") {
  // Two stations; a multiplication holds one in the cycle in which it is dispatched, in 10 of
  // execution and in that of its broadcast: 12 / 2.
  const session::LoopReport multiply =
      report_of("loop: l.d $f0, 0($2)\nmul.d $f4, $f0, $f2\ns.d $f4, 0($2)\naddiu $2, $2, 8\n"
                "bne $2, $3, loop\n",
                isa::Isa::mips, "tomasulo-rob-2");
  CHECK(cycles(multiply) == "6");
  REQUIRE(multiply.bottleneck);
  CHECK(multiply.bounds[*multiply.bottleneck].name == "station mult");
  CHECK(multiply.bounds[*multiply.bottleneck].tight);
  // Two divisions (42 each) and two multiplications (12 each): 108 / 2.
  const session::LoopReport divide =
      report_of("div.d $f0, $f2, $f4\ndiv.d $f6, $f8, $f10\nmul.d $f12, $f2, $f4\n"
                "mul.d $f14, $f8, $f10\n",
                isa::Isa::mips, "tomasulo-rob-2");
  CHECK(cycles(divide) == "54");
  REQUIRE(divide.bottleneck);
  CHECK(divide.bounds[*divide.bottleneck].kind == session::LoopBoundKind::stations);
}

TEST_CASE("loops: the mean of few iterations has an interval above every bound") {
  session::LoopOptions few;
  few.iterations = 5;
  const session::LoopReport report =
      report_of("loop: l.d $f0, 0($2)\nadd.d $f4, $f0, $f2\ns.d $f4, 0($2)\naddiu $2, $2, -8\n"
                "bne $2, $3, loop\n",
                isa::Isa::mips, "ooo-4", few);
  CHECK_FALSE(report.rate.exact);
  REQUIRE_FALSE(report.bounds.empty());
  CHECK(report.rate.low >= report.bounds.front().cycles.value());
  CHECK(report.rate.low <= report.rate.mean);
  CHECK(report.rate.high < 2 * report.rate.mean);
}

TEST_CASE("loops: the break in front of a division of MIPS is skipped") {
  // bne, div, mflo, add; the break between the first two is not executed.
  const session::LoopReport report =
      report_of("DIV R1,R2,R3\nADD R4,R1,R1\n", isa::Isa::mips, "ooo-4");
  CHECK(report.instructions.size() == 4);
  CHECK(report.rate.exact);
}

TEST_CASE("loops: fractions") {
  // Five independent additions without a branch, four dispatched a cycle.
  const std::string five = "addq $1, %rax\naddq $1, %rbx\naddq $1, %rcx\naddq $1, %rdx\n"
                           "addq $1, %rsi\n";
  const session::LoopReport report = report_of(five, isa::Isa::x86, "mca-like");
  CHECK(cycles(report) == "5/4");
  CHECK(session::text_of(report.micro_ops) == "5");
  REQUIRE(report.bottleneck);
  // Two ports load: three loads take 3/2.
  const session::LoopReport loads = report_of(
      "movq (%rdi), %rax\nmovq 8(%rdi), %rbx\nmovq 16(%rdi), %rcx\n", isa::Isa::x86, "mca-like");
  CHECK(cycles(loads) == "3/2");
  REQUIRE(loads.bottleneck);
  CHECK(loads.bounds[*loads.bottleneck].name == "ports p2 p3");
}

TEST_CASE("loops: divisors are loaded") {
  const session::LoopReport report =
      report_of("cqto\nidivq (%rsi)\naddq $8, %rsi\n", isa::Isa::x86, "csapp-haswell");
  // rax goes from division to division: 30 cycles and those of cqto.
  CHECK(cycles(report) == "31");
  REQUIRE(report.bottleneck);
  CHECK(report.bounds[*report.bottleneck].kind == session::LoopBoundKind::recurrence);
}

TEST_CASE("loops: pressure adds up to the operations of an iteration") {
  const session::LoopReport report = report_of(
      "loop:\n  fld fa0, 0(a0)\n  fadd.d fa1, fa1, fa0\n  addi a0, a0, 8\n  bne a0, a2, loop\n",
      isa::Isa::riscv, "ooo-4");
  double sum = 0;
  for (const session::LoopPort& port : report.ports) {
    sum += port.pressure.value();
    CHECK(port.busy == port.pressure);
  }
  CHECK(sum == Approx(4));
  CHECK(bound_of(report, session::LoopBoundKind::recurrence) != nullptr);
}

TEST_CASE("loops: a load waits for data that is captured when the bus brings it") {
  // Addition 2 (until behind its broadcast), which the data of the store takes from the same bus;
  // then the load, at least forward_cycles, and its broadcast: 2.
  const session::LoopReport report =
      report_of("loop: ld a0, 0(s0)\nadd a0, a0, a1\nsd a0, 0(s0)\nbnez a1, loop\n",
                isa::Isa::riscv, "tomasulo-2");
  CHECK(cycles(report) == "5");
  const session::LoopBound* bound = bound_of(report, session::LoopBoundKind::memory);
  REQUIRE(bound != nullptr);
  CHECK(session::text_of(bound->cycles) == "4");
  for (const session::LoopBound& one : report.bounds)
    CHECK(one.name.find("Data") == std::string::npos); // no port executes it
}

TEST_CASE("loops: a jump to the next instruction does not end what is fetched in a cycle") {
  const session::LoopReport report =
      report_of("loop: addi a0, a0, 1\nj next\nnext: addi a1, a1, 1\nbnez a1, loop\n",
                isa::Isa::riscv, "ooo-8");
  const session::LoopBound* bound = bound_of(report, session::LoopBoundKind::fetch);
  REQUIRE(bound != nullptr);
  CHECK(session::text_of(bound->cycles) == "1");
}

TEST_CASE("loops: the latency of a division is independent of register values") {
  // Alone it would overflow in its second iteration: the remainder becomes the upper half.
  const session::LoopReport report = report_of("idivq %rcx\n", isa::Isa::x86, "csapp-haswell");
  REQUIRE(report.bottleneck);
  CHECK(report.bounds[*report.bottleneck].kind == session::LoopBoundKind::recurrence);
}

TEST_CASE("loops: straight code goes around a return, or ends in front of it") {
  const auto order = [](const std::string& text) {
    const auto loops = session::read_loops("f.s", text, isa::Isa::riscv, {}, {});
    INFO(format(loops.diagnostics()));
    REQUIRE(loops);
    const session::LoopSource& source = loops->front();
    std::string all;
    for (const std::uint32_t index : source.bodies.front().path)
      all += source.program.text_of(index) + "; ";
    return all + source.bodies.front().notes.front();
  };
  CHECK(order("add a0, a0, a1\nbeqz a0, on\nli a0, 1\nret\non: add a2, a2, a0\n") ==
        "add a0, a0, a1; beq a0, zero, on; add a2, a2, a0; 'beq a0, zero, on' (line 2) is taken");
  CHECK(
      order("add a0, a0, a1\nbeqz a0, on\non: add a2, a2, a0\nret\n") ==
      "add a0, a0, a1; beq a0, zero, on; add a2, a2, a0; 'beq a0, zero, on' (line 2) is not taken");
  CHECK(
      order("add a0, a0, a1\nret\n") ==
      "add a0, a0, a1; 'jalr zero, 0(ra)' (line 2) leaves the code: the body ends in front of it");
  CHECK(order("call f\nadd a0, a0, a1\nf: ret\n")
            .starts_with("jal ra, f; jalr zero, 0(ra); add a0, a0, a1; "));
}

TEST_CASE("loops: bodies that are none") {
  const auto problem = [](const std::string& text, const session::LoopChoice& choice = {}) {
    const auto loops = session::read_loops("f.s", text, isa::Isa::riscv, {}, choice);
    return loops ? std::string("none") : format(loops.diagnostics());
  };
  CHECK(problem("loop:\n  add a0, a0, a1\n  ret\n  bnez a0, loop\n")
            .starts_with("f.s:3:3: error: 'jalr zero, 0(ra)' leaves the loop in its middle"));
  CHECK(problem("tail f\nadd a0, a0, a1\n").find("leaves the loop in its middle") !=
        std::string::npos);
  CHECK(problem("a: addi a0, a0, 1\nbnez a0, a\n", {{}, {}, 2}).find("no loop 2 in f.s") !=
        std::string::npos);
  CHECK(problem("nop\n", {"x", {}, {}}).starts_with("f.s: error: no region 'x'"));
  CHECK(problem("# nothing\n").find("f.s: error: the program has no instructions") !=
        std::string::npos);
  CHECK(problem("nop\n", {{}, "main", {}}).find("no function 'main'") != std::string::npos);
}

TEST_CASE("loops: of a text with several the first is taken, and the others are named") {
  const auto loops =
      session::read_loops("f.s", "a: addi a0, a0, 1\nbnez a0, a\nb: addi a1, a1, 1\nbnez a1, b\n",
                          isa::Isa::riscv, {}, {});
  REQUIRE(loops.ok());
  REQUIRE(loops->size() == 1);
  const session::LoopBody& body = loops->front().bodies.at(0);
  CHECK(body.loop == 1);
  CHECK(body.loops == 2);
  REQUIRE(!body.notes.empty());
  CHECK(body.notes[0].find("there are 2 loops in f.s, of which this is number 1; --loop N takes "
                           "another: 1: lines 1 to 2") != std::string::npos);
}

TEST_CASE("loops: of few iterations there is no interval of confidence") {
  session::LoopOptions few;
  few.iterations = 4;
  const std::string text = "loop: lw a1, 0(a0)\nsb a1, 1(a0)\nbnez a5, loop\n";
  const session::LoopReport report = report_of(text, isa::Isa::riscv, "ooo-4", few);
  CHECK_FALSE(report.rate.exact);
  CHECK_FALSE(report.rate.has_interval);
  CHECK(report.rate.low <= report.rate.mean);
  CHECK(report.rate.mean <= report.rate.high);
}

TEST_CASE("loops: a body that is too long is refused where it is") {
  std::string text;
  for (std::size_t n = 0; n <= session::kMaxLoopBody; ++n)
    text += "add a0, a0, a1\n";
  const session::LoopSource source = loop_of(text, isa::Isa::riscv);
  const auto report =
      session::analyse_loop(source.program, source.bodies.front(), preset("ooo-4"), {});
  REQUIRE_FALSE(report);
  CHECK(format(report.diagnostics())
            .starts_with(
                "loop.s:20001:1: error: a body of 20001 instructions; expected at most 20000"));
}
