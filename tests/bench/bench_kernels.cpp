// How fast compiled programs run: each file given, on the reference machine and on each machine
// named; with --record also the first million instructions with everything told to a sink, and with
// a timeline of everything. Prints
// instructions a second, in processor time of this thread, and host instructions per simulated one,
// the latter where the host counts them; at the end the same of all files together. With
// --only-steps the core steps every cycle, without fast forward and without looking at a clock: the
// host instructions of such a run are the same every time.
//
//   bench_kernels [--instructions MILLIONS] [--record | --only-steps] [--machine NAME]...
//   FILE.elf...

#include "bench/bench_program.hpp"
#include "bench/host_instructions.hpp"
#include "isa/executor.hpp"
#include "machine/machine_file.hpp"
#include "session/runner.hpp"
#include "session/simulation.hpp"
#include "trace/sinks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace stallscope;

namespace {

struct Arguments {
  std::uint64_t instructions = 100'000'000;
  bool record = false;
  bool only_steps = false;
  std::vector<std::string> machines;
  std::vector<std::string> files;
};

Arguments arguments_of(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--machine" && i + 1 < argc)
      arguments.machines.emplace_back(argv[++i]);
    else if (word == "--instructions" && i + 1 < argc)
      arguments.instructions =
          static_cast<std::uint64_t>(std::strtod(argv[++i], nullptr) * 1'000'000);
    else if (word == "--record")
      arguments.record = true;
    else if (word == "--only-steps")
      arguments.only_steps = true;
    else
      arguments.files.emplace_back(word);
  }
  return arguments;
}

void print(std::string_view what, std::uint64_t instructions, double seconds,
           std::optional<std::uint64_t> host, std::string_view ending) {
  fmt::print(
      "  {:<20} {:>12} {:>9.1f} {:>10}  {}\n", what, instructions,
      static_cast<double>(instructions) / seconds / 1e6,
      host ? fmt::format("{:.1f}", static_cast<double>(*host) / static_cast<double>(instructions))
           : std::string("-"),
      ending);
}

/// What has been run of all files on a machine.
struct Total {
  std::string name;
  std::uint64_t instructions = 0;
  double seconds = 0;
};

void add(std::vector<Total>& totals, const std::string& name, std::uint64_t instructions,
         double seconds) {
  auto total = std::find_if(totals.begin(), totals.end(),
                            [&name](const Total& t) { return t.name == name; });
  if (total == totals.end())
    total = totals.insert(totals.end(), {name});
  total->instructions += instructions;
  total->seconds += seconds;
}

/// A recording sink whose events are discarded, as when an export or a timeline takes
/// them chunk by chunk.
void tell_all(const isa::Program& program, const machine::Machine& machine, const std::string& name,
              std::uint64_t instructions, std::vector<Total>& totals) {
  constexpr std::uint64_t kStretch = 1024; // cycles
  const bench::HostInstructions host;
  const double start = bench::thread_seconds();
  const auto simulation = session::Simulation::of(program, machine, {});
  trace::RecordingSink sink;
  std::uint64_t events = 0;
  simulation->begin_record(sink);
  while (!simulation->stopped() && simulation->retired() < instructions) {
    simulation->record(simulation->cycle() + kStretch, sink);
    events += sink.log().size();
    sink.clear();
  }
  const double seconds = bench::thread_seconds() - start;
  const std::string what = name + ", told";
  print(what, simulation->retired(), seconds, host.count(), fmt::format("{} events", events));
  add(totals, what, simulation->retired(), seconds);
}

/// Every cycle stepped by the core itself, and nothing recorded.
void step_all(const isa::Program& program, const machine::Machine& machine, const std::string& name,
              std::uint64_t instructions, std::vector<Total>& totals) {
  constexpr std::uint64_t kStretch = 1024; // cycles
  const bench::HostInstructions host;
  const double start = bench::thread_seconds();
  const auto simulation = session::Simulation::of(program, machine, {});
  while (!simulation->stopped() && simulation->retired() < instructions)
    simulation->step(simulation->cycle() + kStretch);
  const double seconds = bench::thread_seconds() - start;
  const std::string what = name + ", stepped";
  print(what, simulation->retired(), seconds, host.count(),
        fmt::format("{} cycles", simulation->cycle()));
  add(totals, what, simulation->retired(), seconds);
}

machine::Machine machine_of(const std::string& name) {
  auto machine = machine::load_machine(name);
  if (!machine) {
    fmt::print(stderr, "{}", format(machine.diagnostics()));
    std::exit(2);
  }
  return std::move(machine).value();
}

void run_on(const isa::Program& program, const std::string& name, std::uint64_t instructions,
            bool record, std::vector<Total>& totals) {
  const machine::Machine machine = machine_of(name);
  if (record)
    tell_all(program, machine, name, instructions, totals);
  session::RunOptions options;
  options.limit_instructions = instructions;
  options.record = record;
  options.max_events = kNever.value; // or only the beginning would be recorded
  const bench::HostInstructions host;
  const double start = bench::thread_seconds();
  const trace::RunRecord run = session::run_program(program, machine, options);
  const double seconds = bench::thread_seconds() - start;
  const std::string what = record ? name + ", timeline" : name;
  print(what, run.instructions, seconds, host.count(), fmt::format("{} cycles", run.cycles));
  add(totals, what, run.instructions, seconds);
}

} // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  if (arguments.files.empty()) {
    fmt::print(
        stderr,
        "usage: bench_kernels [--instructions MILLIONS] [--record | --only-steps] [--machine "
        "NAME]... FILE.elf...\n");
    return 2;
  }
  fmt::print("                       instructions  M a s.  host/instr\n");
  std::vector<Total> totals;
  for (const std::string& path : arguments.files) {
    fmt::print("{}\n", path);
    const isa::Program program = bench::program_of(path);
    {
      const bench::HostInstructions host;
      const double start = bench::thread_seconds();
      const isa::ReferenceRun run = isa::run_reference(program, {}, arguments.instructions);
      const double seconds = bench::thread_seconds() - start;
      print("reference", run.state.instructions, seconds, host.count(), name(run.trap));
      add(totals, "reference", run.state.instructions, seconds);
    }
    for (const std::string& name : arguments.machines) {
      if (name == "reference")
        continue; // has run
      if (arguments.only_steps) {
        step_all(program, machine_of(name), name, arguments.instructions, totals);
        continue;
      }
      run_on(program, name, arguments.instructions, false, totals);
      if (arguments.record)
        run_on(program, name, std::min<std::uint64_t>(arguments.instructions, 1'000'000), true,
               totals);
    }
  }
  if (arguments.files.size() < 2)
    return 0;
  fmt::print("all {} programs together\n", arguments.files.size());
  for (const Total& total : totals)
    print(total.name, total.instructions, total.seconds, std::nullopt, "");
}
