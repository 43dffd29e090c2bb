#pragma once

#include "isa/program.hpp"

#include <string>

namespace stallscope::bench {

/// An executable file; says what is wrong and ends the program when it is none.
[[nodiscard]] isa::Program program_of(const std::string& path);

/// Never ends: loads, stores, arithmetic, a branch that goes either way and one that nearly always
/// does.
[[nodiscard]] isa::Program endless_loop();

/// Processor time so far, of this thread alone or of the whole process.
[[nodiscard]] double thread_seconds();
[[nodiscard]] double process_seconds();

/// Largest resident size of this process so far, in MiB.
[[nodiscard]] double peak_mib();

} // namespace stallscope::bench
