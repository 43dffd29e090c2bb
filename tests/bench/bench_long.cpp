// What long runs on a machine take: how long it takes to go anywhere in one, and whether memory
// grows with its length. Prints two tables; figures depend on the host.
//
//   bench_long [--machine NAME] [--cycles MILLIONS] [--seeks N] [--lengths MILLIONS,...] [FILE.elf]

#include "bench/bench_program.hpp"
#include "machine/machine_file.hpp"
#include "property/generators/random.hpp"
#include "session/runner.hpp"
#include "session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using namespace stallscope;

namespace {

using Clock = std::chrono::steady_clock;

struct Arguments {
  std::string machine = "ooo-8";
  std::string file;                  ///< empty: a loop that never ends
  std::uint64_t cycles = 20'000'000; ///< of the run that is gone through; 0: none
  unsigned seeks = 200;
  std::vector<std::uint64_t> lengths; ///< instructions
};

Arguments arguments_of(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const char* value = i + 1 < argc ? argv[i + 1] : "";
    if (word.substr(0, 2) != "--") {
      arguments.file = word;
      continue;
    }
    ++i;
    if (word == "--machine")
      arguments.machine = value;
    else if (word == "--cycles")
      arguments.cycles = std::strtoull(value, nullptr, 10) * 1'000'000;
    else if (word == "--seeks")
      arguments.seeks = static_cast<unsigned>(std::strtoul(value, nullptr, 10));
    else if (word == "--lengths") {
      std::istringstream list(value);
      for (std::string length; std::getline(list, length, ',');)
        arguments.lengths.push_back(std::strtoull(length.c_str(), nullptr, 10) * 1'000'000);
    } else {
      fmt::print(stderr, "bench_long: unknown option {}\n", word);
      std::exit(2);
    }
  }
  return arguments;
}

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

template <class Move> double timed(const Move& move) {
  const auto start = Clock::now();
  move();
  return milliseconds_since(start);
}

/// Each of them shorter and longer than the one before: a peak that stays is no matter of length.
void measure_memory(const isa::Program& program, const machine::Machine& machine,
                    const std::vector<std::uint64_t>& lengths) {
  fmt::print("{:>16} {:>16} {:>10} {:>10}\n", "instructions", "cycles", "seconds", "peak MiB");
  for (const std::uint64_t length : lengths) {
    session::RunOptions options;
    options.limit_instructions = length;
    const trace::RunRecord run = session::run_program(program, machine, options);
    fmt::print("{:>16} {:>16} {:>10.1f} {:>10.1f}\n", run.instructions, run.cycles,
               run.host_seconds, bench::peak_mib());
    std::fflush(stdout);
  }
}

void measure_seeks(const isa::Program& program, const machine::Machine& machine,
                   const Arguments& arguments) {
  session::Session session(std::make_shared<isa::Program>(program),
                           std::make_shared<machine::Machine>(machine));
  const double first_pass = timed([&] { session.run(arguments.cycles); });
  const std::uint64_t last = session.cycle();
  fmt::print("{} cycles in {:.1f} s, {} checkpoints of {:.1f} MiB together, peak {:.1f} MiB\n",
             last, first_pass / 1e3, session.checkpoint_count(),
             static_cast<double>(session.checkpoint_bytes()) / (1 << 20), bench::peak_mib());
  const auto report = [](std::string_view what, std::vector<double> times) {
    std::sort(times.begin(), times.end());
    fmt::print("{:<28} mean {:>8.1f} ms   median {:>8.1f} ms   worst {:>8.1f} ms\n", what,
               std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size()),
               times[times.size() / 2], times.back());
    std::fflush(stdout);
  };
  property::Random random(1);
  std::vector<double> anywhere;
  std::vector<double> back;
  for (unsigned i = 0; i < arguments.seeks; ++i) {
    const std::uint64_t cycle = 1 + random.next() % last;
    anywhere.push_back(timed([&] { session.seek(cycle); }));
    back.push_back(timed([&] { session.step_back(); }));
  }
  report("seek anywhere", anywhere);
  report("step back from there", back);
  // A seek leaves checkpoints where it has been. In a session that has only run:
  std::vector<double> first;
  for (unsigned i = 0; i < std::min(arguments.seeks, 10U); ++i) {
    session::Session fresh(std::make_shared<isa::Program>(program),
                           std::make_shared<machine::Machine>(machine));
    fresh.run(arguments.cycles / 10);
    const std::uint64_t cycle = 1 + random.next() % fresh.cycle();
    first.push_back(timed([&] { fresh.seek(cycle); }));
  }
  report("first seek, a tenth as long", first);
}

} // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  const auto machine = machine::load_machine(arguments.machine);
  if (!machine) {
    fmt::print(stderr, "{}", format(machine.diagnostics()));
    return 2;
  }
  const isa::Program program =
      arguments.file.empty() ? bench::endless_loop() : bench::program_of(arguments.file);
  fmt::print("{} on {}\n", program.name, arguments.machine);
  if (!arguments.lengths.empty())
    measure_memory(program, *machine, arguments.lengths);
  if (arguments.cycles > 0 && arguments.seeks > 0)
    measure_seeks(program, *machine, arguments);
}
