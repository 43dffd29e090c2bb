#pragma once

#include "trace/render.hpp"

#include <cstdint>
#include <string>

namespace stallscope::trace {

/// Bytes that table and diagram of a report may take.
inline constexpr std::uint64_t kMostPictureBytes = 128ULL << 20;
/// About so many a cell takes for each operation in it, beside the operation's text: of a picture,
/// and of a list.
inline constexpr std::uint64_t kPictureCellBytes = 220;
inline constexpr std::uint64_t kListCellBytes = 90;

/// Which parts of a report have something for each operation and cycle.
enum class CellsOf : std::uint8_t { table, table_and_diagram };

/// About the bytes that the table and the diagram of a view take: a few operations with long texts,
/// or many that wait side by side, make far more of it than they are. Saturates.
[[nodiscard]] std::uint64_t picture_bytes(const RunRecord& run, const View& view, CellsOf cells);

/// Why they are not written: more than kMostPictureBytes, in a sentence that names the options that
/// choose less. Empty when they can be.
[[nodiscard]] std::string why_too_long(std::uint64_t picture_bytes);

} // namespace stallscope::trace
