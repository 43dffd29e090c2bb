#pragma once

#include "isa/executor.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

/// How calls that read get at the standard input. Both wait for it when the program has read all
/// that has come. nullopt: the user interrupted; empty: the input has ended. The text is valid
/// until the next of these calls.
namespace stallscope::isa {

/// What there is, as a read call of Linux gets it from a terminal or a pipe.
[[nodiscard]] std::optional<std::string_view> input_for(const ArchState& state,
                                                        const Environment& environment);

/// At least a whole line, or `most_bytes` of it; less only at the end of the input.
[[nodiscard]] std::optional<std::string_view>
input_line_for(const ArchState& state, const Environment& environment, std::uint64_t most_bytes);

} // namespace stallscope::isa
