#pragma once

#include "model/run/run.hpp"

#include <cstdint>
#include <string>

namespace stallscope::gui {

/// What has been done to a program's text, and in which order its instructions stand, in the
/// language at hand: "by hand 3 1 2 4", "unrolled ×4 · weighted"; empty: as written.
[[nodiscard]] std::string order_in_words(const RunSpec& spec);
/// "ooo-4, reorder_buffer.entries=4"
[[nodiscard]] std::string machine_in_words(const RunSpec& spec);
/// All that tells a run from others: "lecture/p4 · weighted · mips-5,
/// register_file.write_then_read=true".
[[nodiscard]] std::string run_in_words(const RunSpec& spec);

/// "1,234,567"; numbers of up to four digits as they are.
[[nodiscard]] std::string grouped(std::uint64_t number);

} // namespace stallscope::gui
