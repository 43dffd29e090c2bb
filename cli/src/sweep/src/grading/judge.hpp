#pragma once

#include "isa/executor.hpp"
#include "isa/program.hpp"
#include "sweep/grade.hpp"

#include <cstdint>
#include <string>

namespace stallscope::sweep {

/// A run of a student's program, with its final state.
struct Ran {
  const isa::Program& program;
  trace::RunRecord run;
  isa::ArchState state;
  std::string output;

  [[nodiscard]] bool ended() const {
    return run.stop.reason == "end" || run.stop.reason == "exit" || run.stop.reason == "passed";
  }
};

/// Default description of a check.
[[nodiscard]] std::string default_what(const Check& check);

/// The error as a sentence; empty: correct. For all checks except cycles.
[[nodiscard]] std::string judge(const Check& check, const Ran& ran);

/// Marks for cycles, if the program is correct.
void judge_cycles(const Check& check, std::uint64_t cycles, bool others_right, Finding& finding);

} // namespace stallscope::sweep
