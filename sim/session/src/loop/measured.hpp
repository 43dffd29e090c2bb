#pragma once

#include "session/loop.hpp"

namespace stallscope::session {

/// Records a period of the steady state: latencies of instructions, port pressure, micro-ops per
/// iteration, and a run of `options.shown` iterations.
void measure(const isa::Program& program, const LoopBody& body, const machine::Machine& machine,
             const LoopOptions& options, LoopReport& report);

} // namespace stallscope::session
