#pragma once

#include "isa/program.hpp"

#include <string>

namespace stallscope::property {

/// One of programs/kernels/bin: "rv64gc-htif/sorts.elf". Fails the running test when it cannot be
/// read.
[[nodiscard]] isa::Program kernel_program(const std::string& name);

} // namespace stallscope::property
