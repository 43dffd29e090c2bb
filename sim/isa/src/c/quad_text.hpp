#pragma once

#include <cstdint>
#include <string>

namespace stallscope::isa {

/// A number of 128 bits as RISC-V has a long double (binary128 of IEEE 754), rounded to 34 decimal
/// digits, without zeros at their end.
[[nodiscard]] std::string quad_text(std::uint64_t low, std::uint64_t high);

} // namespace stallscope::isa
