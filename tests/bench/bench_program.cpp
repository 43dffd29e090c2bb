#include "bench/bench_program.hpp"

#include "isa/assemble.hpp"
#include "isa/load_elf.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <vector>

namespace stallscope::bench {

namespace {

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace

isa::Program program_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  auto program = isa::program_from_elf(
      path, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, {});
  if (!program) {
    fmt::print(stderr, "{}: no program\n", path);
    std::exit(2);
  }
  return std::move(program).value();
}

isa::Program endless_loop() {
  constexpr const char* kLoop = ".text\n"
                                "main: la $s0, area\n"
                                "loop: addiu $t0, $t0, 1\n"
                                "andi $t1, $t0, 1016\n"
                                "addu $t2, $s0, $t1\n"
                                "lw $t3, 0($t2)\n"
                                "addu $t3, $t3, $t0\n"
                                "sw $t3, 0($t2)\n"
                                "andi $t4, $t3, 4\n"
                                "beq $t4, $zero, skip\n"
                                "xor $t5, $t5, $t3\n"
                                "sll $t6, $t5, 3\n"
                                "skip: slt $t7, $t5, $t6\n"
                                "bne $t0, $zero, loop\n"
                                ".data\n"
                                "area: .space 1024\n";
  return isa::assemble(isa::Isa::mips, "loop", kLoop).value();
}

double thread_seconds() {
  return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

double process_seconds() {
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

double peak_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0)
      return std::strtod(line.c_str() + 6, nullptr) / 1024;
  return 0;
}

} // namespace stallscope::bench
