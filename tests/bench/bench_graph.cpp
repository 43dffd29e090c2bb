// How fast computation graphs are: scheduled and drawn, through all passes, a large product
// computed, schedules of a product measured.
//   bench_graph

#include "graph/evaluate/evaluate.hpp"
#include "graph/execute/execute.hpp"
#include "graph/passes/passes.hpp"
#include "graph/report/dot.hpp"
#include "graph/tune/tune.hpp"
#include "machine/machine_file.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <ctime>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// The shortest of three.
template <class Work> double seconds_of(const Work& work) {
  double least = 1e9;
  for (unsigned i = 0; i < 3; ++i) {
    const double begin = processor_seconds();
    work();
    least = std::min(least, processor_seconds() - begin);
  }
  return least;
}

void line(const char* what, double seconds, double goal) {
  fmt::print("{:<52} {:>8.3f} s   goal {:.3f} s   {}\n", what, seconds, goal,
             seconds < goal ? "met" : "MISSED");
}

/// So many operations, each of two results before it, near and far.
Graph operations(std::size_t count) {
  Graph g;
  g.name = "bench.graph";
  for (std::size_t i = 0; i < 8; ++i) {
    Node node;
    node.op = Op::input;
    node.type = Type::f64;
    node.shape = {4, 4};
    node.name = fmt::format("x{}", i);
    node.named = true;
    node.value = std::make_shared<const Tensor>(random_tensor(Type::f64, {4, 4}, i));
    append(g, std::move(node));
  }
  std::uint64_t random = 1;
  constexpr Op kOps[] = {Op::add, Op::mul, Op::sub, Op::maximum, Op::tanh, Op::sigmoid};
  while (g.operation_count() < count) {
    for (std::size_t i = 0; i < 100; ++i) {
      random = random * 6364136223846793005ULL + 1442695040888963407ULL;
      const auto size = static_cast<NodeId>(g.nodes.size());
      const NodeId a = size - 1 - static_cast<NodeId>((random >> 33) % std::min<NodeId>(size, 40));
      const NodeId b = size - 1 - static_cast<NodeId>((random >> 43) % std::min<NodeId>(size, 40));
      const Op op = kOps[(random >> 53) % 6];
      append(g, op, info(op).most == 1 ? std::vector<NodeId>{a} : std::vector<NodeId>{a, b});
    }
  }
  const NodeId last = static_cast<NodeId>(g.nodes.size()) - 1;
  g.outputs.push_back({"y", last});
  return g;
}

void schedule_and_draw(const Graph& g, const Values& values) {
  ExecuteOptions options;
  options.streams = 4;
  const Result<Execution> run = execute(g, options, values);
  const trace::RunRecord record = run_record(g, *run, options, true);
  trace::View view;
  view.table = view.ledger = true;
  (void)trace::svg_report(record, view);
  (void)svg_of(g, values);
}

} // namespace

int main() {
  const Graph g = operations(10'000);
  const Result<Values> values = evaluate(g, {false, true, {}});
  line("10,000 operations scheduled and drawn", seconds_of([&] { schedule_and_draw(g, *values); }),
       1);
  line("all passes on 10,000 operations, verified",
       seconds_of([&] { (void)optimize(g, {"all"}, shipped_rules()).ok(); }), 1);

  Graph product;
  for (const char* const name : {"a", "b"}) {
    Node node;
    node.op = Op::input;
    node.type = Type::f32;
    node.shape = {512, 512};
    node.name = name;
    node.value = std::make_shared<const Tensor>(random_tensor(Type::f32, {512, 512}, 7));
    append(product, std::move(node));
  }
  append(product, Op::matmul, {0, 1});
  line("product of 512 x 512 evaluated", seconds_of([&] { (void)evaluate(product).ok(); }), 0.05);

  const Result<machine::Machine> machine = machine::load_machine("ooo-4");
  const MatmulSize size{32, 32, 32};
  const Tensor a = random_tensor(Type::f64, {32, 32}, 1);
  const Tensor b = random_tensor(Type::f64, {32, 32}, 2);
  const MatmulSchedule schedule{{32, 32, 32}, 4, 4, 4, {'i', 'j', 'k'}, true};
  line("10 schedules of a 32 x 32 product measured, naive", seconds_of([&] {
         for (unsigned i = 0; i < 10; ++i)
           (void)measure(size, naive_schedule(size), *machine, a, b).ok();
       }),
       0.2);
  line("10 schedules of a 32 x 32 product measured, in blocks", seconds_of([&] {
         for (unsigned i = 0; i < 10; ++i)
           (void)measure(size, schedule, *machine, a, b).ok();
       }),
       0.2);
  return 0;
}
