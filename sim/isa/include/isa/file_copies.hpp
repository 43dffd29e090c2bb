#pragma once

#include "isa/program.hpp"

#include <cstdint>

namespace stallscope::isa {

/// Total size of the file contents and directory lists that a program has opened (--sandbox): kept
/// for the lifetime of the program, across runs.
[[nodiscard]] std::uint64_t bytes_of_file_copies(const Program& program);

} // namespace stallscope::isa
