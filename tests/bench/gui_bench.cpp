#include "gui_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>

using namespace stallscope;
using namespace stallscope::gui;

double milliseconds(const std::function<void()>& what) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  what();
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

namespace {

double milliseconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

} // namespace

double thread_milliseconds() {
  return milliseconds_of(CLOCK_THREAD_CPUTIME_ID);
}

double process_milliseconds() {
  return milliseconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

RunSpec loop_of(std::uint64_t instructions, const std::string& machine) {
  constexpr std::uint64_t kLoop = 8;
  RunSpec spec;
  spec.program.name = "bench";
  spec.program.isa = isa::Isa::riscv;
  spec.program.text = fmt::format("        .data\ncells:  .space 4096\n        .text\n"
                                  "        la s0, cells\n        li s1, {}\n"
                                  "loop:   andi t0, s1, 1023\n        add t1, s0, t0\n"
                                  "        lbu t2, 0(t1)\n        addi t2, t2, 3\n"
                                  "        sb t2, 0(t1)\n        mul s2, t2, s1\n"
                                  "        addi s1, s1, -1\n        bnez s1, loop\n",
                                  instructions / kLoop);
  spec.machine = machine;
  return spec;
}

double Times::median() {
  std::sort(times_.begin(), times_.end());
  return times_.empty() ? 0 : times_[times_.size() / 2];
}

double Times::worst() {
  return times_.empty() ? 0 : *std::max_element(times_.begin(), times_.end());
}
