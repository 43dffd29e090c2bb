#pragma once

#include "isa/program.hpp"

#include <cstdint>

namespace stallscope::isa {

/// Bytes that the contents of files and the lists of directories take which a program has opened
/// (--sandbox): kept for as long as the program is, whichever run of it has asked.
[[nodiscard]] std::uint64_t bytes_of_file_copies(const Program& program);

} // namespace stallscope::isa
