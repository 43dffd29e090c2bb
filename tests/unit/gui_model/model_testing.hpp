#pragma once

#include "model/comparison/comparison.hpp"
#include "model/run/run.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <utility>

namespace stallscope::gui::test {

inline RunSpec spec_of(std::string program, std::string machine) {
  RunSpec spec;
  spec.program.name = std::move(program);
  spec.machine = std::move(machine);
  return spec;
}

inline RunSpec text_of(std::string text, isa::Isa isa, std::string machine) {
  RunSpec spec;
  spec.program.name = "test";
  spec.program.text = std::move(text);
  spec.program.isa = isa;
  spec.machine = std::move(machine);
  return spec;
}

/// An opened run, simulated in wait(), so that every step is seen.
struct OpenRun {
  explicit OpenRun(RunSpec spec, Threads threads = Threads::none) : run(threads) {
    run.open(std::move(spec));
    run.wait();
    INFO(format(run.problems()));
    REQUIRE(run.state() == Run::State::ready);
  }
  Run run;
};

/// A plan, graph or trace by name, with settings.
inline RunSpec course_spec(Subject subject, std::string name,
                           std::vector<machine::Setting> settings = {}) {
  RunSpec spec;
  spec.subject = subject;
  spec.program.name = std::move(name);
  spec.settings = std::move(settings);
  return spec;
}

/// The problems, a line each, of a run that cannot be opened.
inline std::string failure(const RunSpec& spec) {
  Run run(Threads::none);
  run.open(spec);
  run.wait();
  CHECK(run.state() == Run::State::failed);
  std::string all;
  for (const Diagnostic& problem : run.problems())
    all += format(problem) + "\n";
  return all;
}

} // namespace stallscope::gui::test
