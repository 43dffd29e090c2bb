// How fast blocks are list-scheduled: graph, order, check and cycles of every basic block of the
// programs named, by critical path. Times are those of the processor.
//   bench_schedule [--machine NAME] [--rounds N] FILE...

#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "sched/schedule.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

using namespace stallscope;

int main(int argc, char** argv) {
  std::string machine_name = "dual-5";
  int rounds = 1;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--machine" && i + 1 < argc)
      machine_name = argv[++i];
    else if (word == "--rounds" && i + 1 < argc)
      rounds = std::atoi(argv[++i]);
    else
      files.emplace_back(word);
  }
  const auto machine = machine::load_machine(machine_name);
  if (!machine || files.empty()) {
    std::fputs("usage: bench_schedule [--machine NAME] [--rounds N] FILE...\n", stderr);
    return 2;
  }
  const sched::Target target(machine.value());
  std::uint64_t instructions = 0;
  std::uint64_t blocks = 0;
  std::uint64_t cycles = 0;
  double seconds = 0;
  for (const std::string& file : files) {
    const auto program = isa::load_program(file, std::nullopt);
    if (!program) {
      std::fprintf(stderr, "%s cannot be read\n", file.c_str());
      return 2;
    }
    const std::vector<sched::Block> all = sched::basic_blocks(program.value());
    const std::clock_t begin = std::clock(); // of this process: others do not count
    for (int round = 0; round < rounds; ++round)
      for (const sched::Block& block : all) {
        const sched::Problem problem(sched::dependences(block, target), target);
        cycles += sched::make_schedule(problem, "critical-path").cycles;
        instructions += block.count;
        ++blocks;
      }
    seconds += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  }
  fmt::print("{} instructions in {} blocks, {} cycles, {:.3f} s: {:.0f} instructions a second\n",
             instructions, blocks, cycles, seconds, static_cast<double>(instructions) / seconds);
  return 0;
}
