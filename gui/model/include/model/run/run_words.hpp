#pragma once

#include "model/run/run.hpp"

#include <cstdint>
#include <string>

namespace stallscope::gui {

/// Transformations of a program's text and the order of its instructions, in the current language:
/// "by hand 3 1 2 4", "unrolled ×4 · weighted"; empty: source order.
[[nodiscard]] std::string order_in_words(const RunSpec& spec);
/// "ooo-4, reorder_buffer.entries=4"
[[nodiscard]] std::string machine_in_words(const RunSpec& spec);
/// Full identification of a run: "lecture/p4 · weighted · mips-5,
/// register_file.write_then_read=true".
[[nodiscard]] std::string run_in_words(const RunSpec& spec);

/// The source line of the instruction at an address; 0: unknown.
[[nodiscard]] std::uint32_t source_line_of(const Run& run, std::uint64_t pc);

/// An instant on an axis up to `last`, all in ns: "1.5 ms". The unit is that of `last`, the
/// decimals are those of the axis' step.
[[nodiscard]] std::string time_mark(std::uint64_t at, std::uint64_t step, std::uint64_t last);
/// "94.71 ms": four digits.
[[nodiscard]] std::string time_words(std::uint64_t nanoseconds);

/// "1,234,567"; numbers with up to four digits have no separator.
[[nodiscard]] std::string grouped(std::uint64_t number);

} // namespace stallscope::gui
