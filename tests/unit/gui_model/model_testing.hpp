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

} // namespace stallscope::gui::test
