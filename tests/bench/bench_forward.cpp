// What fast forward of a machine gains over stepping it: each program given, on each machine named
// (ooo-4), stepped and fast forwarded. Times are those of this thread alone.
// Of fast forward also how the cycles went, and what is remembered at the end.
//
//   bench_forward [--cycles MILLIONS] [--only-steps | --only-forward] [--machine NAME]...
//   FILE.elf...

#include "bench/bench_program.hpp"
#include "core/memo/fast_forward.hpp"
#include "machine/machine_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace stallscope;

namespace {

struct Arguments {
  std::uint64_t cycles = 20'000'000;
  bool everything = false;
  bool gives_up = true;
  bool only_steps = false;
  bool only_forward = false;
  std::vector<std::string> machines;
  std::vector<std::string> files;
};

Arguments arguments_of(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--machine" && i + 1 < argc)
      arguments.machines.emplace_back(argv[++i]);
    else if (word == "--everything")
      arguments.everything = true;
    else if (word == "--never-gives-up")
      arguments.gives_up = false;
    else if (word == "--only-steps")
      arguments.only_steps = true;
    else if (word == "--only-forward")
      arguments.only_forward = true;
    else if (word == "--cycles" && i + 1 < argc)
      arguments.cycles = static_cast<std::uint64_t>(std::strtod(argv[++i], nullptr) * 1e6);
    else
      arguments.files.emplace_back(word);
  }
  if (arguments.machines.empty())
    arguments.machines.emplace_back("ooo-4");
  return arguments;
}

/// Millions of instructions a second that `run` takes up to the end or `cycles`, in stretches as
/// long as those of a run on the command line.
template <class Core, class Run>
double speed_of(const Core& core, std::uint64_t cycles, const Run& run) {
  constexpr std::uint64_t kStretch = 1'000'000;
  const auto state = std::make_unique<typename Core::State>(core.initial_state());
  const double start = bench::thread_seconds();
  while (state->stop == core::StopReason::running && state->cycle < cycles)
    run(*state, std::min(cycles, state->cycle + kStretch));
  return static_cast<double>(state->counters.retired) / (bench::thread_seconds() - start) / 1e6;
}

template <class Core>
void compare(const isa::Program& program, const machine::Machine& machine, const std::string& name,
             const Arguments& arguments) {
  using Forward = core::FastForward<Core>;
  using State = typename Core::State;
  const Core core(program, machine, {});
  trace::NullSink nothing;
  const double stepping =
      arguments.only_forward
          ? 0.0
          : speed_of(core, arguments.cycles,
                     [&](State& state, std::uint64_t until) { core.run(state, nothing, until); });
  if (arguments.only_steps) {
    fmt::print("  {:<14} {:>8.2f}\n", name, stepping);
    return;
  }
  typename Forward::Limits limits;
  limits.gives_up = arguments.gives_up;
  limits.everything = limits.everything || arguments.everything;
  Forward fast(core, limits);
  const double forward = speed_of(
      core, arguments.cycles, [&](State& state, std::uint64_t until) { fast.run(state, until); });
  const typename Forward::Statistics& s = fast.statistics();
  const auto share = [&](std::uint64_t n) {
    return 100.0 * static_cast<double>(n) /
           static_cast<double>(std::max<std::uint64_t>(s.cycles, 1));
  };
  fmt::print(
      "  {:<14} {:>8.2f} {:>8.2f} {:>7.2f} {:>11} {:>8.2f} {:>8.2f} {:>8.2f} {:>9} {:>7} {:>5}\n",
      name, stepping, forward, arguments.only_forward ? 0.0 : forward / stepping, s.cycles,
      share(s.stepped_cycles - s.explored), share(s.explored), share(s.missed), s.states,
      s.bytes >> 20, s.forgotten);
}

void compare(const isa::Program& program, const std::string& name, const Arguments& arguments) {
  const auto machine = machine::load_machine(name);
  if (!machine) {
    fmt::print(stderr, "bench_forward: {}\n{}", name, format(machine.diagnostics()));
    std::exit(2);
  }
  if (machine->dynamic)
    compare<core::OutOfOrderCore>(program, *machine, name, arguments);
  else
    compare<core::InOrderCore>(program, *machine, name, arguments);
}

} // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  if (arguments.files.empty()) {
    fmt::print(stderr, "usage: bench_forward [--cycles MILLIONS] [--only-steps | --only-forward] "
                       "[--machine NAME]... FILE.elf...\n");
    return 2;
  }
  fmt::print("  {:<14} {:>8} {:>8} {:>7} {:>11} {:>8} {:>8} {:>8} {:>9} {:>7} {:>5}\n", "M instr/s",
             "stepping", "forward", "times", "cycles", "stepped%", "explor.%", "missed%", "states",
             "MiB", "full");
  for (const std::string& path : arguments.files) {
    fmt::print("{}\n", path);
    const isa::Program program = bench::program_of(path);
    for (const std::string& name : arguments.machines)
      compare(program, name, arguments);
    std::fflush(stdout);
  }
}
