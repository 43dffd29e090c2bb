// How fast compiled programs run: each file given, on the reference machine and on each machine
// named; with --record also the first million instructions with everything recorded. Prints
// instructions a second and host instructions per simulated one, the latter where
// the host counts them.
//
//   bench_kernels [--instructions MILLIONS] [--record] [--machine NAME]... FILE.elf...

#include "bench/bench_program.hpp"
#include "bench/host_instructions.hpp"
#include "isa/executor.hpp"
#include "machine/machine_file.hpp"
#include "session/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

using namespace stallscope;

namespace {

using Clock = std::chrono::steady_clock;

struct Arguments {
  std::uint64_t instructions = 100'000'000;
  bool record = false;
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
      arguments.instructions = std::strtoull(argv[++i], nullptr, 10) * 1'000'000;
    else if (word == "--record")
      arguments.record = true;
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

void run_on(const isa::Program& program, const std::string& name, std::uint64_t instructions,
            bool record) {
  const auto machine = machine::load_machine(name);
  if (!machine) {
    fmt::print(stderr, "{}", format(machine.diagnostics()));
    std::exit(2);
  }
  session::RunOptions options;
  options.limit_instructions = instructions;
  options.record = record;
  const bench::HostInstructions host;
  const trace::RunRecord run = session::run_program(program, machine.value(), options);
  print(record ? name + ", recorded" : name, run.instructions, run.host_seconds, host.count(),
        fmt::format("{} cycles", run.cycles));
}

} // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  if (arguments.files.empty()) {
    fmt::print(stderr,
               "usage: bench_kernels [--instructions MILLIONS] [--record] [--machine NAME]... "
               "FILE.elf...\n");
    return 2;
  }
  fmt::print("                       instructions  M a s.  host/instr\n");
  for (const std::string& path : arguments.files) {
    fmt::print("{}\n", path);
    const isa::Program program = bench::program_of(path);
    {
      const bench::HostInstructions host;
      const auto start = Clock::now();
      const isa::ReferenceRun run = isa::run_reference(program, {}, arguments.instructions);
      const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
      print("reference", run.state.instructions, seconds, host.count(), name(run.trap));
    }
    for (const std::string& name : arguments.machines) {
      if (name == "reference")
        continue; // has run
      run_on(program, name, arguments.instructions, false);
      if (arguments.record)
        run_on(program, name, std::min<std::uint64_t>(arguments.instructions, 1'000'000), true);
    }
  }
}
