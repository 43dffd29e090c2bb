#pragma once

#include "isa/executor.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

/// Access of read calls to standard input. Both functions wait for input when the program has read
/// everything available. nullopt: the user interrupted; empty: the input has ended. The text is
/// valid until the next call of either function.
namespace stallscope::isa {

/// The available input, as a read call of Linux gets it from a terminal or a pipe.
[[nodiscard]] std::optional<std::string_view> input_for(const ArchState& state,
                                                        const Environment& environment);

/// At least a whole line or `most_bytes` of it; less only at the end of the input.
[[nodiscard]] std::optional<std::string_view>
input_line_for(const ArchState& state, const Environment& environment, std::uint64_t most_bytes);

} // namespace stallscope::isa
