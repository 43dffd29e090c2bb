// The loops of Bryant and O'Hallaron, Computer Systems: A Programmer's Perspective (3rd edition),
// chapter 5, on their reference machine. An element costs what the slowest of these allows:
//
// - the latency bound: operations that wait for each other;
// - the throughput bound: micro-ops that want the same functional units;
// - what the book leaves out: instructions fetched in a cycle, up to a taken branch, and micro-ops
//   dispatched. A comparison and the branch behind it count once. It decides for the sums of
//   integers that are reassociated and, as loads are instructions of their own there, for more of
//   the RISC-V loops: sum_int_2x1a of x86 has 6 instructions, 5 with the pair as one, which are
//   fetched in 2 cycles; so an element takes 1.00, not 0.50. sum_int_2x2 has 5, 4 with the pair as
//   one, which are fetched in one: 0.50.

#include "core/out_of_order/out_of_order_core.hpp"
#include "isa/assemble.hpp"
#include "isa/executor.hpp"
#include "machine/machine_file.hpp"
#include "programs/shipped.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

using namespace stallscope;
using isa::OpClass;

namespace {

/// One of the ways of chapter 5.
struct Way {
  const char* name;
  unsigned elements; ///< an iteration
  unsigned chained;  ///< operations of an iteration that wait for the one before it
};
constexpr std::initializer_list<Way> kWays{{"memory", 1, 1}, {"register", 1, 1}, {"2x1", 2, 2},
                                           {"2x2", 2, 1},    {"2x1a", 2, 1},     {"10x10", 10, 1}};

struct Kind {
  const char* name;
  OpClass operation;
};
constexpr std::initializer_list<Kind> kKinds{{"sum_int", OpClass::integer},
                                             {"product_int", OpClass::multiply},
                                             {"sum_double", OpClass::fp_add},
                                             {"product_double", OpClass::fp_multiply}};

/// A reduction that is called with fewer elements than it has.
isa::Program reduction(isa::Isa isa, const std::string& name, unsigned length) {
  const bool x86 = isa == isa::Isa::x86;
  const std::string path = fmt::format("{}/programs/{}/reduce/{}{}", STALLSCOPE_SOURCE_DIR,
                                       x86 ? "x86" : "riscv", name, x86 ? ".x86.s" : ".s");
  std::ifstream file(path);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  // The argument of the call, whose place is the last of these.
  const std::string full = x86 ? "$4000, %esi" : "addi\ta1,a1,-96"; // 4096 - 96
  const std::size_t at = text.rfind(full);
  REQUIRE(at != std::string::npos);
  text.replace(at, full.size(),
               x86 ? fmt::format("${}, %esi", length)
                   : fmt::format("addi\ta1,a1,{}", static_cast<int>(length) - 4096));
  Result<isa::Program> program = isa::assemble(isa, path, text, {});
  REQUIRE(program.ok());
  return std::move(program).value();
}

std::uint64_t cycles_of(const isa::Program& program, const machine::Machine& machine) {
  const core::OutOfOrderCore core(program, machine, {});
  const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
  trace::NullSink sink;
  core.run(*state, sink, 1'000'000);
  REQUIRE(state->stop == core::StopReason::end);
  return state->cycle;
}

/// The first loop of reduce(): instructions from the target of its branch to the branch.
std::pair<std::size_t, std::size_t> loop_of(const isa::Program& program) {
  const std::uint64_t begin = program.symbols.find("reduce")->second.address;
  for (std::size_t last = 0; last < program.code.size(); ++last) {
    const isa::Instruction& branch = program.code[last];
    if (branch.pc < begin || branch.op_class != OpClass::branch || branch.target > branch.pc)
      continue;
    std::size_t first = last;
    while (program.code[first].pc != branch.target)
      --first;
    return {first, last};
  }
  FAIL("no loop");
  return {};
}

/// Cycles an iteration takes at least, by one resource each.
struct Bounds {
  double latency = 0;
  double fetch = 0;    ///< the branch ends a group
  double dispatch = 0; ///< and retirement
  double units = 0;
  double most() const { return std::max({latency, fetch, dispatch, units}); }
};

unsigned latency_of(const machine::Dynamic& m, std::size_t port_class) {
  for (const machine::Port& port : m.ports)
    if (port.executes[port_class])
      return port.latency_cycles[port_class];
  return 0;
}

Bounds bounds_of(const isa::Program& program, const core::OutOfOrderCore& core, const Way& way,
                 OpClass operation) {
  const machine::Dynamic& m = core.dynamic();
  Bounds bounds;
  bounds.latency = way.chained * latency_of(m, static_cast<std::size_t>(operation));
  if (std::string_view(way.name) == "memory") // stored, and loaded again
    bounds.latency += latency_of(m, machine::kStoreData) + m.forward_cycles;
  const auto [first, last] = loop_of(program);
  unsigned fetched = 0;             // places of the width
  std::vector<std::uint32_t> ports; // that execute each micro-op
  unsigned places = 0;
  for (std::size_t i = first; i <= last; ++i) {
    const auto index = static_cast<std::uint32_t>(i);
    const bool pair = i + 1 == last && !core.micro_ops_of_pair(index).empty();
    for (const core::PlannedOp& op :
         pair ? core.micro_ops_of_pair(index) : core.micro_ops_of(index)) {
      places += op.op.fused ? 0 : 1;
      ports.push_back(op.ports);
    }
    i += pair ? 1 : 0;
    ++fetched;
  }
  bounds.fetch = std::ceil(static_cast<double>(fetched) / m.fetch_width);
  bounds.dispatch = static_cast<double>(places) / std::min(m.dispatch_width, m.retire_width);
  for (std::uint32_t some = 1; some < 1U << m.ports.size(); ++some) {
    const auto here = std::count_if(ports.begin(), ports.end(), [some](std::uint32_t of) {
      return of != 0 && (of & ~some) == 0;
    });
    bounds.units = std::max(bounds.units, static_cast<double>(here) / std::popcount(some));
  }
  return bounds;
}

/// What 1000 more elements cost, for each: beginning and end do not count.
double cycles_per_element(isa::Isa isa, const std::string& name, const machine::Machine& machine) {
  return static_cast<double>(cycles_of(reduction(isa, name, 3500), machine) -
                             cycles_of(reduction(isa, name, 2500), machine)) /
         1000;
}

void check_reductions(isa::Isa isa) {
  const machine::Machine machine = machine::load_machine("csapp-haswell").value();
  for (const Kind& kind : kKinds)
    for (const Way& way : kWays) {
      const std::string name = fmt::format("{}_{}", kind.name, way.name);
      INFO(name);
      const isa::Program program = reduction(isa, name, 4000);
      const core::OutOfOrderCore core(program, machine, {});
      const Bounds bounds = bounds_of(program, core, way, kind.operation);
      const double bound = bounds.most() / way.elements;
      const double cycles = cycles_per_element(isa, name, machine);
      INFO(fmt::format("{:.2f} cycles, bound {:.2f}; an iteration: latency {}, units {:.2f}, fetch "
                       "{}, dispatch {:.2f}",
                       cycles, bound, bounds.latency, bounds.units, bounds.fetch, bounds.dispatch));
      CHECK(cycles >= bound * 0.999);
      CHECK(cycles <= bound * 1.03);
    }
}

} // namespace

TEST_CASE("csapp-haswell: reductions in x86 take what the slowest resource allows",
          "[out_of_order]") {
  check_reductions(isa::Isa::x86);
}

TEST_CASE("csapp-haswell: reductions in RISC-V take what the slowest resource allows",
          "[out_of_order]") {
  check_reductions(isa::Isa::riscv);
}

TEST_CASE("csapp-haswell: the book's latency and throughput bounds", "[out_of_order]") {
  // Sections 5.7 and 5.9: an accumulator in a register meets the latency bound, and ten of them
  // the throughput bound.
  struct Published {
    const char* kind;
    double latency;
    double throughput;
  };
  const machine::Machine machine = machine::load_machine("csapp-haswell").value();
  for (const auto& [kind, latency, throughput] :
       {Published{"sum_int", 1.00, 0.50}, Published{"product_int", 3.00, 1.00},
        Published{"sum_double", 3.00, 1.00}, Published{"product_double", 5.00, 0.50}}) {
    INFO(kind);
    const std::string name = kind;
    CHECK(cycles_per_element(isa::Isa::x86, name + "_register", machine) ==
          Approx(latency).epsilon(0.03));
    CHECK(cycles_per_element(isa::Isa::x86, name + "_10x10", machine) ==
          Approx(throughput).epsilon(0.03));
  }
}

namespace {

/// Cycles an element in the order of kKinds: sum and product of integers, sum and product of
/// doubles.
struct Combine {
  int number; ///< of the book's combine
  const char* way;
  const char* figure;
  std::array<double, 4> book;
  std::array<double, 4> ours;
};

} // namespace

TEST_CASE("csapp-haswell: combine1 to combine7 beside the book's numbers", "[out_of_order]") {
  // 3rd edition, chapter 5, compiled with -O1. The book measures with a Haswell and rounds; its
  // numbers are above ours by what starting and ending costs there. They differ by more
  //   in combine1 of short operations: a call costs the Haswell more than ours, whose returns are
  //     predicted and whose instructions all come at the full width (7.25, 9, 9, 11 for 10.1
  //     to 11.1): of integer sums 23 instructions fill 29 slots of dispatch, four a cycle: a call
  //     has three, its store one of them, and a return three; four pairs fuse, one with memory;
  //   in combine4 of integer sums, 1.27, which the book does not explain by its bounds either;
  //   in combine6 of integer sums: 2 loads with their additions, the index, and a comparison with
  //   its branch are 4 micro-ops, and every unit is free for them: 0.50 for 0.81, which the book
  //   does not explain by its bounds either.
  constexpr std::array<Combine, 8> kTable{{
      {1, "calls", "5.5", {10.12, 10.12, 10.17, 11.14}, {7.25, 9, 9, 11}},
      {2, "length", "5.6", {7.02, 9.03, 9.02, 11.03}, {7, 9, 9, 11}},
      {3, "memory", "5.9", {7.17, 9.02, 9.02, 11.03}, {7, 9, 9, 11}},
      {4, "register", "5.10", {1.27, 3.01, 3.01, 5.01}, {1, 3, 3, 5}},
      {5, "2x1", "5.16", {1.01, 3.01, 3.01, 5.01}, {1, 3, 3, 5}},
      {6, "2x2", "5.21", {0.81, 1.51, 1.51, 2.51}, {0.5, 1.5, 1.5, 2.5}},
      {7, "2x1a", "5.26", {1.01, 1.51, 1.51, 2.51}, {1, 1.5, 1.5, 2.5}},
      {6, "10x10", "5.21", {0.55, 1.00, 1.01, 0.52}, {0.5, 1, 1, 0.5}},
  }};
  const machine::Machine machine = machine::load_machine("csapp-haswell").value();
  for (const Combine& combine : kTable) {
    std::size_t column = 0;
    for (const Kind& kind : kKinds) {
      INFO("combine" << combine.number << ", figure " << combine.figure << ", " << kind.name);
      const double cycles =
          cycles_per_element(isa::Isa::x86, fmt::format("{}_{}", kind.name, combine.way), machine);
      CHECK(cycles == Approx(combine.ours.at(column)).margin(0.01));
      const bool is_explained = combine.number == 1 || (column == 0 && combine.number >= 4);
      CHECK(std::abs(cycles - combine.book.at(column)) < (combine.number == 1 && column == 0 ? 2.9
                                                          : is_explained                     ? 1.7
                                                                         : 0.18));
      ++column;
    }
  }
}

namespace {

/// The text of a function in what gcc has written.
std::string function_in(std::string_view text, const std::string& name) {
  const std::size_t begin = text.find("\n" + name + ":\n");
  const std::size_t end = text.find("\t.size\t" + name + ",");
  REQUIRE(begin != std::string_view::npos);
  REQUIRE(end != std::string_view::npos);
  return std::string(text.substr(begin, end - begin));
}

/// A shipped program of min and max with 300 pairs in place of 40, of which it orders fewer.
isa::Program minmax_of(std::string_view name, unsigned pairs) {
  const programs::ShippedProgram* shipped = programs::find_shipped(name);
  REQUIRE(shipped != nullptr);
  std::string text(shipped->text);
  const auto replace = [&text](std::string_view piece, const std::string& by) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(piece, at)) != std::string::npos; at += by.size()) {
      text.replace(at, piece.size(), by);
      ++found;
    }
    REQUIRE(found > 0);
  };
  replace("$40, %edx", fmt::format("${}, %edx", pairs)); // argument of the call
  replace("$40, ", "$300, ");                            // ends of loops
  replace(",320,32", ",2400,32");                        // bytes of the arrays
  return isa::assemble(isa::Isa::x86, shipped->file, text, {}).value();
}

} // namespace

TEST_CASE("the shipped combine1 to combine7 are the products of doubles of the table") {
  int number = 0;
  for (const char* way : {"calls", "length", "memory", "register", "2x1", "2x2", "2x1a"}) {
    const std::string name = fmt::format("textbook/combine{}", ++number);
    INFO(name);
    const programs::ShippedProgram* shipped = programs::find_shipped(name);
    REQUIRE(shipped != nullptr);
    std::ifstream file(
        fmt::format("{}/programs/x86/reduce/product_double_{}.x86.s", STALLSCOPE_SOURCE_DIR, way));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    CHECK(function_in(shipped->text, "reduce") == function_in(text, "reduce"));
  }
}

TEST_CASE("csapp-haswell: min and max by branches and by conditional moves", "[out_of_order]") {
  // 3rd edition, section 5.11.2: with branches 2.5 to 3.5 cycles a pair that is predictable and
  // 13.5 of random ones; with conditional moves 4 of either. Ours fill 12 slots of dispatch, four a
  // cycle: two each of the two conditional moves, and two loads, two stores, a move, an addition
  // and two comparisons, one of them with its branch.
  struct MinMax {
    const char* program;
    double cycles;
    double least_wrong; ///< of 300 pairs, mispredictions
    double most_wrong;
  };
  const machine::Machine machine = machine::load_machine("csapp-haswell").value();
  for (const MinMax& m : {MinMax{"textbook/minmax_branches", 2.0, 0, 10},
                          MinMax{"textbook/minmax_branches_random", 14.63, 120, 180},
                          MinMax{"textbook/minmax_moves", 3.0, 0, 10},
                          MinMax{"textbook/minmax_moves_random", 3.0, 0, 10}}) {
    INFO(m.program);
    const auto cycles = [&](unsigned pairs) {
      return static_cast<double>(cycles_of(minmax_of(m.program, pairs), machine));
    };
    CHECK((cycles(250) - cycles(50)) / 200 == Approx(m.cycles).margin(0.05));
    const isa::Program program = minmax_of(m.program, 300);
    const core::OutOfOrderCore core(program, machine, {});
    const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
    trace::NullSink sink;
    core.run(*state, sink, 1'000'000);
    const auto wrong = static_cast<double>(state->counters.mispredictions);
    CHECK(wrong >= m.least_wrong);
    CHECK(wrong <= m.most_wrong);
  }
}

TEST_CASE("sums and products of RISC-V, in all their ways, come out right") {
  for (const Kind& kind : kKinds)
    for (const Way& way : kWays) {
      INFO(kind.name << "_" << way.name);
      const isa::Program program =
          reduction(isa::Isa::riscv, fmt::format("{}_{}", kind.name, way.name), 4000);
      const isa::ReferenceRun run = isa::run_reference(program, {}, 1'000'000);
      CHECK(run.trap == isa::Trap::end);
      CHECK(run.state.regs[10] == 0); // main compares with the number it must be
    }
}
