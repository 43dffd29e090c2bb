#include "graph/tune/tune.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "session/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace stallscope::graph {

namespace {

constexpr std::uint64_t kMostTuneCycles = 2'000'000'000;

Diagnostic tune_problem(std::string message, std::string expected = {}) {
  Diagnostic out;
  out.message = std::move(message);
  out.expected = std::move(expected);
  return out;
}

/// Describes the first element of the product that differs from the expected value; none: all
/// agree. The tolerance covers fused multiply-adds, which round once where the evaluator rounds
/// twice.
std::optional<std::string> wrong_element(const MatmulSize& size, const Tensor& a, const Tensor& b,
                                         const std::vector<double>& found) {
  for (std::uint32_t i = 0; i < size.m; ++i)
    for (std::uint32_t j = 0; j < size.n; ++j) {
      double sum = 0;
      double magnitude = 0;
      for (std::uint32_t k = 0; k < size.k; ++k) {
        const double product = a.values[i * size.k + k] * b.values[k * size.n + j];
        sum += product;
        magnitude += std::abs(product);
      }
      if (!(std::abs(found[i * size.n + j] - sum) <= 1e-13 * (magnitude + 1)))
        return fmt::format("element {},{} of the product is {}, not {}", i, j,
                           found[i * size.n + j], sum);
    }
  return std::nullopt;
}

} // namespace

Result<TunePoint> measure(const MatmulSize& size, const MatmulSchedule& schedule,
                          const machine::Machine& machine, const Tensor& a, const Tensor& b) {
  const Result<isa::Program> program =
      isa::load_program_text("matmul.s", program_of(size, schedule, a, b), isa::Isa::riscv);
  if (!program)
    return program.diagnostics();
  if (const Diagnostics problems = machine::check_runs(machine, *program); has_errors(problems))
    return problems;
  std::vector<double> product(std::size_t{size.m} * size.n, 0);
  const std::uint64_t at = program->symbols.find("C")->second.address;
  session::RunOptions options;
  options.limit_cycles = kMostTuneCycles;
  options.limit_kind = session::LimitKind::safety;
  options.stop_at_repeats = false;
  options.keep_output = false;
  options.at_end = [&](const isa::ArchState& state) {
    for (std::size_t i = 0; i < product.size(); ++i)
      product[i] = std::bit_cast<double>(state.memory.load(at + 8 * i, 8));
  };
  const trace::RunRecord run = session::run_program(*program, machine, options);
  if (run.stop.reason != "exit")
    return tune_problem(fmt::format("the program of {} ended by {}: {}", text_of(schedule),
                                    run.stop.reason, run.stop.detail));
  if (const auto wrong = wrong_element(size, a, b, product))
    return tune_problem(fmt::format("{}: {}", text_of(schedule), *wrong));
  TunePoint out{schedule, run.cycles, run.instructions, 0};
  for (const trace::UnitCount& count : run.unit_counts)
    if (count.name.starts_with("cache.L1D") && count.name.ends_with(".misses"))
      out.misses = count.count;
  return out;
}

MeasurePoints measured_here(std::function<bool()> keep_going) {
  return [keep_going = std::move(keep_going)](
             const TuneSubject& subject,
             const std::vector<MatmulSchedule>& schedules) -> Result<std::vector<TunePoint>> {
    std::vector<TunePoint> points;
    for (const MatmulSchedule& schedule : schedules) {
      if (keep_going && !keep_going())
        break;
      Result<TunePoint> point =
          measure(subject.size, schedule, *subject.machine, subject.a, subject.b);
      if (!point)
        return point.diagnostics();
      points.push_back(*point);
    }
    return points;
  };
}

std::uint64_t cycle_bound(const MatmulSize& size, const machine::Machine& machine) {
  const auto fused = static_cast<std::size_t>(isa::OpClass::fp_fused);
  std::uint64_t units = 0;
  std::uint64_t width = machine.width;
  if (machine.dynamic) {
    width = machine.dynamic->dispatch_width;
    for (const machine::Port& port : machine.dynamic->ports)
      units += port.executes.test(fused) ? port.count : 0;
  } else {
    for (const machine::Unit& unit : machine.units)
      units += unit.operations.test(fused) ? unit.count : 0;
  }
  const std::uint64_t products = std::uint64_t{size.m} * size.n * size.k;
  const std::uint64_t rate = std::max<std::uint64_t>(1, std::min(units, width));
  return (products + rate - 1) / rate;
}

} // namespace stallscope::graph
