#pragma once

#include "trace/render.hpp"

#include <cstdint>
#include <string>

namespace stallscope::trace {

/// Size limit of the table and the diagram of a report.
inline constexpr std::uint64_t kMostPictureBytes = 128ULL << 20;
/// Estimated bytes of a cell for each operation in it, in addition to its text: in a picture, and
/// in a list.
inline constexpr std::uint64_t kPictureCellBytes = 220;
inline constexpr std::uint64_t kListCellBytes = 90;

/// The parts of a report whose size grows with operations and cycles.
enum class CellsOf : std::uint8_t { table, table_and_diagram };

/// Estimated size in bytes of the table and the diagram of a view, from the length of texts and the
/// number of operations per cell. Saturates.
[[nodiscard]] std::uint64_t picture_bytes(const RunRecord& run, const View& view, CellsOf cells);

/// Why table and diagram are not written: larger than kMostPictureBytes, in a sentence that names
/// the options to reduce the size. Empty when they can be written.
[[nodiscard]] std::string why_too_long(std::uint64_t picture_bytes,
                                       const Terms& terms = kProgramTerms);

} // namespace stallscope::trace
