#pragma once

#include "session/loop.hpp"

namespace stallscope::session {

/// Records a period of the steady state: instructions with their latencies and their pressure on
/// ports, micro-ops an iteration, and a run of `options.shown` iterations from there.
void measure(const isa::Program& program, const LoopBody& body, const machine::Machine& machine,
             const LoopOptions& options, LoopReport& report);

} // namespace stallscope::session
