#pragma once

#include <cstdint>
#include <string>

namespace stallscope {

/// "1 cycle", "2 cycles".
[[nodiscard]] inline std::string counted(std::uint64_t count, const char* singular,
                                         const char* plural) {
  return std::to_string(count) + " " + (count == 1 ? singular : plural);
}

} // namespace stallscope
