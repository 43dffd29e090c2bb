#pragma once

#include "isa/executor.hpp"
#include "isa/program.hpp"
#include "sweep/grade.hpp"

#include <cstdint>
#include <string>

namespace stallscope::sweep {

/// A run that a student's program has made, and what it left behind.
struct Ran {
  const isa::Program& program;
  trace::RunRecord run;
  isa::ArchState state;
  std::string output;

  [[nodiscard]] bool ended() const {
    return run.stop.reason == "end" || run.stop.reason == "exit" || run.stop.reason == "passed";
  }
};

/// What a check is called that the rubric has no words for.
[[nodiscard]] std::string default_what(const Check& check);

/// What is wrong, in a sentence; empty: right. Of all checks but those of cycles.
[[nodiscard]] std::string judge(const Check& check, const Ran& ran);

/// Marks for cycles, when the program does what it should.
void judge_cycles(const Check& check, std::uint64_t cycles, bool others_right, Finding& finding);

} // namespace stallscope::sweep
