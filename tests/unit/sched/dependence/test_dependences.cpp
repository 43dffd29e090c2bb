#include "property/generators/random.hpp"
#include "unit/sched/sched_testing.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <string>
#include <vector>

using namespace stallscope;
using namespace stallscope::sched_testing;
using isa::Isa;
using sched::Node;

namespace {

std::string edges(Isa isa, const char* text, const std::vector<std::string>& restricted = {}) {
  const Scheduling s(isa, text, "mips-5");
  sched::AliasHints hints;
  for (const std::string& name : restricted)
    hints.restrict_registers.push_back(s.program->register_named(name));
  return text_of(s.graph(hints));
}

} // namespace

TEST_CASE("dependences: accesses of one base with disjoint offsets are independent") {
  CHECK(edges(Isa::riscv, "sw t0, 0(a0)\nlw t1, 4(a0)\n").empty());
  CHECK(edges(Isa::riscv, "sw t0, 0(a0)\nlw t1, 0(a0)\n") == "1->2 RAW memory");
  // Eight bytes from 0 reach over the word at 4.
  CHECK(edges(Isa::riscv, "sd t0, 0(a0)\nlw t1, 4(a0)\n") == "1->2 RAW memory");
  CHECK(edges(Isa::riscv, "lw t1, 4(a0)\nsw t0, 4(a0)\n") == "1->2 WAR memory");
  CHECK(edges(Isa::riscv, "sw t1, 4(a0)\nsw t0, 4(a0)\n") == "1->2 WAW memory");
  CHECK(edges(Isa::riscv, "lw t1, 4(a0)\nlw t0, 4(a0)\n").empty());
}

TEST_CASE("dependences: a base plus a constant is the same base") {
  CHECK(edges(Isa::riscv, "sw t0, 8(a0)\naddi a1, a0, 8\nlw t1, 4(a1)\n") == "2->3 RAW a1");
  CHECK(edges(Isa::riscv, "sw t0, 8(a0)\naddi a1, a0, 8\nlw t1, 0(a1)\n") ==
        "1->3 RAW memory, 2->3 RAW a1");
  // Not when the base is changed by an unknown amount.
  CHECK(edges(Isa::riscv, "sw t0, 8(a0)\nadd a0, a0, t2\nlw t1, 4(a0)\n") ==
        "1->2 WAR a0, 1->3 RAW memory, 2->3 RAW a0");
}

TEST_CASE("dependences: addresses wrap around at 2^64") {
  // Eight bytes from 2^63 - 4 of one base reach over 2^63, which is -2^63 as an offset.
  const char* far = "li a1, 0x7ffffffffffffff8\nli a2, 1\nslli a2, a2, 63\n"
                    "sd t0, 4(a1)\nlw t1, 0(a2)\n";
  CHECK(edges(Isa::riscv, far).find("RAW memory") != std::string::npos);
  // 0 is the byte behind the last one.
  CHECK(edges(Isa::riscv, "sw t0, -4(zero)\nlw t1, 0(zero)\n").empty());
  CHECK(edges(Isa::riscv, "sd t0, -4(zero)\nlw t1, 0(zero)\n") == "1->2 RAW memory");
}

TEST_CASE("dependences: unknown pointers depend, restrict pointers and the stack do not") {
  const char* two = "sw t0, 0(a0)\nlw t1, 64(a1)\n";
  CHECK(edges(Isa::riscv, two) == "1->2 RAW memory");
  CHECK(edges(Isa::riscv, two, {"a0"}).empty());
  // What is computed from the pointer is based on it.
  CHECK(edges(Isa::riscv, "sw t0, 0(a0)\nadd a1, a0, t2\nlw t1, 64(a1)\n", {"a0"}) ==
        "1->3 RAW memory, 2->3 RAW a1");
  const char* symbols = ".data\nx: .word 1\ny: .word 2\n.text\nmain: ";
  CHECK(edges(Isa::mips, (std::string(symbols) + "sw $t0, 0($sp)\nlui $t1, 0x1001\n"
                                                 "lw $t2, 0($t1)\n")
                             .c_str()) == "2->3 RAW $t1");
}

TEST_CASE("dependences: x86 operands with one base and disjoint bytes are independent") {
  const auto memory = [](const char* first, const char* second) {
    return edges(Isa::x86, (std::string(first) + "\n" + second + "\n").c_str());
  };
  CHECK(memory("movq %rax, 8(%rdi)", "movq 16(%rdi), %rcx").empty());
  CHECK(memory("movq %rax, 8(%rdi)", "movl 12(%rdi), %ecx") == "1->2 RAW memory");
  CHECK(memory("movl %eax, 8(%rdi)", "movl 12(%rdi), %ecx").empty());
  CHECK(memory("movq %rax, 8(%rdi)", "movq 16(%rsi), %rcx") == "1->2 RAW memory");
  // What a scaled index reaches, and where the stack's top is, is not known.
  CHECK(memory("movq %rax, 8(%rdi)", "movq 64(%rdi,%rsi,8), %rcx") == "1->2 RAW memory");
  CHECK(memory("movq %rax, 64(%rsp)", "pushq %rcx").find("memory") != std::string::npos);
  CHECK(edges(Isa::x86, ".data\nx: .quad 1\n.text\nmovq %rax, x(%rip)\nmovq 8(%rsp), %rcx\n")
            .empty());
  // The base has moved.
  CHECK(edges(Isa::x86, "movq %rax, 8(%rdi)\nleaq 8(%rdi), %rdi\nmovq 16(%rdi), %rcx\n")
            .find("1->3 RAW memory") != std::string::npos);
}

TEST_CASE("dependences: nothing crosses a system call or the branch at the end") {
  CHECK(edges(Isa::riscv, "add t0, t1, t2\necall\nadd t3, t4, t5\n") ==
        "1->2 side effect, 2->3 side effect");
  CHECK(edges(Isa::riscv, "l: add t0, t1, t2\nadd t3, t4, t5\nbnez a0, l\n") ==
        "1->3 control, 2->3 control");
}

TEST_CASE("dependences: latencies are those of the machine, each kind its own") {
  const auto latency = [](const char* machine, const char* text,
                          const std::vector<machine::Setting>& settings = {}) {
    const Scheduling s(Isa::mips, text, machine, settings);
    return s.graph().edges.front().latency;
  };
  const char* add_add = "add $t0, $t1, $t2\nadd $t3, $t0, $t2\n";
  CHECK(latency("lecture-4", add_add) == 3);
  CHECK(latency("mips-5", add_add) == 1);
  // Without forwarding two stalls lie between.
  CHECK(latency("mips-5", add_add, {{"forwarding.paths", "[]"}}) == 3);
  CHECK(latency("mips-5", "lw $t0, 0($t1)\nadd $t3, $t0, $t2\n") == 2);
  CHECK(latency("mips-5", "lw $t0, 0($t1)\nsw $t0, 4($t1)\n") == 1); // MEM->MEM
  CHECK(latency("mips-5-fp", "add.d $f0, $f2, $f4\nadd.d $f6, $f0, $f4\n") == 4);
  CHECK(latency("mips-5-fp", "mul.d $f0, $f2, $f4\nadd.d $f0, $f6, $f4\n") == 7); // WAW
  CHECK(latency("mips-5", "add $t3, $t0, $t2\nadd $t0, $t1, $t2\n") == 0);        // WAR
  CHECK(latency("hp-latency", "add.d $f0, $f2, $f4\nadd.d $f6, $f0, $f4\n") == 4);
  CHECK(latency("hp-latency", "add.d $f0, $f2, $f4\ns.d $f0, 0($t0)\n") == 3);
}

TEST_CASE("dependences: reduction leaves out what longer ways imply") {
  const Scheduling b6(Isa::tac, kB6, "lecture-4");
  CHECK(text_of(sched::transitive_reduction(b6.graph())) ==
        "1->2 RAW t0, 1->2 WAR t1, 2->4 RAW t1, 2->4 WAR t0, 3->5 RAW t3");
}

TEST_CASE("dependences: depth, height, slack and critical path") {
  const Scheduling b6(Isa::tac, kB6, "lecture-4");
  const sched::GraphMeasures m = sched::measure(b6.graph());
  CHECK(m.depth == std::vector<std::uint32_t>{0, 3, 0, 6, 3, 0});
  CHECK(m.height == std::vector<std::uint32_t>{6, 3, 3, 0, 0, 0});
  CHECK(m.slack == std::vector<std::uint32_t>{0, 0, 3, 0, 3, 6});
  CHECK(m.critical == 6);
  CHECK(text_of(m.critical_path) == "1 2 4");
  CHECK(m.dependents == std::vector<std::uint32_t>{2, 1, 1, 0, 0, 0});
}

TEST_CASE("dependences: legal orders are counted, or bounded where they are too many") {
  const auto count = [](const std::string& text) {
    const Scheduling s(Isa::tac, text, "lecture-4");
    return sched::count_legal_orders(s.graph());
  };
  CHECK(count("a = x + y\nb = x + y\nc = x + y\n").count == 6);
  CHECK(count("a = x + y\nb = a + y\nc = b + y\n").count == 1);
  std::string independent; // 19! = 121645100408832000 still fits, 25! does not
  for (int i = 0; i < 19; ++i)
    independent += fmt::format("v{} = x + y\n", i);
  CHECK(count(independent).exact);
  CHECK(count(independent).count == 121645100408832000ULL);
  for (int i = 19; i < 25; ++i)
    independent += fmt::format("v{} = x + y\n", i);
  const sched::LegalOrders many = count(independent);
  CHECK_FALSE(many.exact);
  CHECK(many.log10_at_least == Approx(25.1906).epsilon(0.0001)); // log10(25!)
  CHECK(many.log10_at_most == Approx(25.1906).epsilon(0.0001));
}

TEST_CASE("dependences: graph and legality check agree on every order of small blocks") {
  // Two algorithms that share nothing: edges on one side, values met on the other.
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    property::Random random(seed);
    std::string text;
    for (int i = 0; i < 6; ++i) {
      const auto reg = [&random] { return fmt::format("t{}", random.below(3)); };
      switch (random.below(4)) {
      case 0:
        text += fmt::format("lw {}, {}(a0)\n", reg(), 4 * random.below(2));
        break;
      case 1:
        text += fmt::format("sw {}, {}({})\n", reg(), 4 * random.below(2),
                            random.chance(70) ? "a0" : "a1");
        break;
      default:
        text += fmt::format("add {}, {}, {}\n", reg(), reg(), reg());
        break;
      }
    }
    INFO(text);
    const Scheduling s(Isa::riscv, text, "mips-5");
    const sched::DependenceGraph graph = s.graph();
    std::vector<Node> order(6);
    std::iota(order.begin(), order.end(), 0U);
    std::uint64_t legal = 0;
    do {
      std::vector<std::size_t> position(6);
      for (std::size_t i = 0; i < 6; ++i)
        position[order[i]] = i;
      const bool kept = std::all_of(graph.edges.begin(), graph.edges.end(), [&](const auto& edge) {
        return position[edge.from] < position[edge.to];
      });
      CHECK(kept == sched::illegality(s.block, order).empty());
      legal += kept ? 1 : 0;
    } while (std::next_permutation(order.begin(), order.end()));
    CHECK(sched::count_legal_orders(graph).count == legal);
  }
}

TEST_CASE("dependences: the legality check says what is wrong") {
  const Scheduling b6(Isa::tac, kB6, "lecture-4");
  CHECK(sched::illegality(b6.block, order_of("136254")).empty());
  CHECK(sched::illegality(b6.block, order_of("216354")) ==
        "instruction 2 (t1 = t0 + t1) reads another value of t0");
  CHECK(sched::illegality(b6.block, order_of("12345")) == "5 instructions instead of 6");
  CHECK(sched::illegality(b6.block, order_of("123455")) ==
        "instruction 5 is there twice or does not exist");
  const Scheduling call(Isa::riscv, "add t0, t1, t2\necall\n", "mips-5");
  CHECK(sched::illegality(call.block, order_of("21")) == "an instruction has crossed 2 (ecall)");
}

TEST_CASE("dependences: long blocks are no problem") {
  property::Random random(7);
  std::string text;
  for (int i = 0; i < 10'000; ++i) {
    const auto reg = [&random] { return fmt::format("t{}", random.below(7)); };
    const unsigned kind = random.below(5);
    if (kind == 0)
      text += fmt::format("lw {}, {}(a{})\n", reg(), 4 * random.below(500), random.below(8));
    else if (kind == 1)
      text += fmt::format("sw {}, {}(a{})\n", reg(), 4 * random.below(500), random.below(8));
    else
      text += fmt::format("add {}, {}, {}\n", reg(), reg(), reg());
  }
  const Scheduling s(Isa::riscv, text, "dual-5");
  const auto begin = std::chrono::steady_clock::now();
  const sched::DependenceGraph graph = s.graph();
  CHECK(graph.edges.size() < 100'000);
  const sched::Problem problem(graph, s.machine);
  const sched::Schedule schedule = sched::make_schedule(problem, "critical-path");
  CHECK(schedule.cycles <
        problem.evaluate("", sched::make_schedule(problem, "source").order).cycles);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  CHECK(took.count() < 20.0); // under a second where nothing else runs; generous for slow hosts
  WARN("graph and schedule of 10,000 instructions: " << took.count() << " s, " << graph.edges.size()
                                                     << " edges");
}

TEST_CASE("dependences: the frame a block takes itself meets no pointer that was there before") {
  const auto may_swap = [](const std::string& text) {
    const Scheduling s(Isa::riscv, text, "mips-5");
    const sched::DependenceGraph graph = s.graph();
    const bool independent =
        std::none_of(graph.edges.begin(), graph.edges.end(), [](const sched::Edge& edge) {
          return edge.location == sched::LocationKind::memory;
        });
    // The check comes to the same by itself: the last two change places.
    std::vector<sched::Node> order(s.block.count);
    std::iota(order.begin(), order.end(), 0U);
    std::swap(order[s.block.count - 2], order[s.block.count - 1]);
    CHECK(sched::illegality(s.block, order).empty() == independent);
    return independent;
  };
  CHECK(may_swap("addi sp, sp, -16\nsd ra, 8(sp)\nlw t0, 0(a0)\n"));
  CHECK_FALSE(may_swap("addi sp, sp, -16\nsd ra, 16(sp)\nlw t0, 0(a0)\n")); // the caller's
  CHECK_FALSE(may_swap("sd ra, 8(sp)\nlw t0, 0(a0)\n"));
  // What has been loaded or reckoned meanwhile may point there.
  CHECK_FALSE(may_swap("addi sp, sp, -16\nld a0, 0(a1)\nsd ra, 8(sp)\nlw t0, 0(a0)\n"));
  CHECK_FALSE(may_swap("addi sp, sp, -16\nadd a0, sp, a1\nsd ra, 8(sp)\nlw t0, 0(a0)\n"));
}

TEST_CASE("folding: accesses do not cross the stack pointer, below which others may write") {
  CHECK(sched::foldable(Scheduling(Isa::riscv, "addi a1, a1, 8\nld a0, 0(a1)\n", "mips-5").block)
            .increment(0));
  CHECK_FALSE(
      sched::foldable(Scheduling(Isa::riscv, "addi sp, sp, 8\nld a0, 0(sp)\n", "mips-5").block)
          .increment(0));
}
