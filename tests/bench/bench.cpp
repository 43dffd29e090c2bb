// How fast the simulator is: instructions a second on the reference machine and on every preset,
// without a record and with one, and how long it takes to go anywhere in a long run. Prints a
// table; figures depend on the host.

#include "bench/bench_program.hpp"
#include "bench/host_instructions.hpp"
#include "isa/assemble.hpp"
#include "isa/executor.hpp"
#include "machine/machine_file.hpp"
#include "property/generators/random.hpp"
#include "session/runner.hpp"
#include "session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace stallscope;

namespace {

using Clock = std::chrono::steady_clock;

/// Never ends: stores all over 1 MiB, so that hardly a page stays the same between two
/// checkpoints: the hardest case for keeping many of them.
constexpr const char* kScatter = ".text\n"
                                 "main: la $s0, area\n"
                                 "li $s1, 1103515245\n"
                                 "loop: mul $t0, $t0, $s1\n"
                                 "addiu $t0, $t0, 12345\n"
                                 "srl $t1, $t0, 10\n"
                                 "sll $t1, $t1, 12\n"
                                 "srl $t1, $t1, 12\n"
                                 "andi $t2, $t1, 3\n"
                                 "subu $t1, $t1, $t2\n"
                                 "addu $t1, $s0, $t1\n"
                                 "sw $t0, 0($t1)\n"
                                 "b loop\n"
                                 ".data\n"
                                 "area: .space 1048576\n";

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Host instructions a simulated one took, or "-" where the host does not count them.
std::string cost(std::optional<std::uint64_t> host, std::uint64_t simulated) {
  return host && simulated != 0
             ? fmt::format("{:.0f}", static_cast<double>(*host) / static_cast<double>(simulated))
             : std::string("-");
}

void bench_reference(const isa::Program& program) {
  constexpr std::uint64_t kInstructions = 50'000'000;
  const bench::HostInstructions host;
  const auto start = Clock::now();
  const isa::ReferenceRun run = isa::run_reference(program, {}, kInstructions);
  const double seconds = seconds_since(start);
  fmt::print("{:<18} {:>12.1f} {:>12} {:>12} {:>8} {:>14}\n", "reference",
             static_cast<double>(run.state.instructions) / seconds / 1e6, "-", "-", "-",
             cost(host.count(), run.state.instructions));
}

void bench_machine(const isa::Program& program, const machine::Machine& machine) {
  session::RunOptions plain;
  plain.limit_instructions = 5'000'000;
  const bench::HostInstructions host;
  const trace::RunRecord quick = session::run_program(program, machine, plain);
  const std::string host_cost = cost(host.count(), quick.instructions);
  session::RunOptions recorded;
  recorded.limit_instructions = 300'000;
  recorded.record = true;
  const trace::RunRecord slow = session::run_program(program, machine, recorded);
  const auto rate = [](std::uint64_t n, double s) { return static_cast<double>(n) / s / 1e6; };
  fmt::print("{:<18} {:>12.1f} {:>12.1f} {:>12.2f} {:>8.2f} {:>14}\n", machine.name,
             rate(quick.instructions, quick.host_seconds), rate(quick.cycles, quick.host_seconds),
             rate(slow.instructions, slow.host_seconds), quick.ipc(), host_cost);
}

void bench_seek(const isa::Program& program, const std::string& preset, std::uint64_t cycles) {
  const std::string label = fmt::format("{} {}", program.name, preset);
  constexpr unsigned kSeeks = 200;
  session::Session session(
      std::make_shared<isa::Program>(program),
      std::make_shared<machine::Machine>(machine::load_machine(preset).value()));
  auto start = Clock::now();
  session.run(cycles);
  const double first_pass = seconds_since(start);
  property::Random random(1);
  std::vector<double> times;
  for (unsigned i = 0; i < kSeeks; ++i) {
    const std::uint64_t cycle = random.next() % cycles;
    start = Clock::now();
    session.seek(cycle);
    times.push_back(seconds_since(start) * 1e3);
  }
  std::sort(times.begin(), times.end());
  start = Clock::now();
  session.step_back();
  const double back = seconds_since(start) * 1e3;
  fmt::print("{:<18} {:>12.1f} {:>12.1f} {:>12.1f} {:>12.1f} {:>12} {:>12.1f} {:>12.1f}\n", label,
             first_pass, times[kSeeks / 2], times.back(), back, session.checkpoint_count(),
             static_cast<double>(session.checkpoint_bytes()) / (1 << 20), bench::peak_mib());
}

} // namespace

int main(int argc, char** argv) {
  const std::uint64_t millions = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100;
  if (millions == 0) {
    fmt::print(stderr, "usage: bench [cycles of the long run in millions, at least 1]\n");
    return 2;
  }
  // The long runs first: what they keep is the peak of the whole process then.
  const isa::Program program = bench::endless_loop();
  const isa::Program scatter = isa::assemble(isa::Isa::mips, "scatter", kScatter).value();
  fmt::print("anywhere in {} million cycles\n"
             "                   first pass s    median ms     worst ms      back ms  checkpoints "
             "         MiB     peak MiB\n",
             millions);
  for (const char* preset :
       {"lecture-4", "mips-5", "mips-5-fp", "dual-5", "tomasulo", "ooo-4", "ooo-8"})
    bench_seek(program, preset, millions * 1'000'000);
  bench_seek(scatter, "mips-5", millions * 1'000'000);

  fmt::print(
      "\nmillions a second  instructions       cycles     recorded      IPC  host per instr\n");
  bench_reference(program);
  for (const machine::PresetInfo& preset : machine::presets())
    bench_machine(program, machine::load_machine(std::string(preset.name)).value());
}
