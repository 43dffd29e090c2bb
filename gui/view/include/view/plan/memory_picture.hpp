#pragma once

#include "model/run/course.hpp"
#include "view/plan/device_picture.hpp"

#include <cstddef>
#include <string>

namespace stallscope::gui {

/// An amount of memory as text: bytes as "12.3 GiB", activations as "3" or "3.5".
[[nodiscard]] std::string amount_words(const MemoryCurves& curves, std::uint64_t amount);

/// "16.98 GiB / 80 GiB": a peak and the device's capacity, if that is known.
[[nodiscard]] std::string peak_words(const MemoryCurves& curves, std::uint64_t peak,
                                     std::uint64_t room);

/// Height of a device's curve in pixels.
[[nodiscard]] float memory_row_height(const Style& style);
/// Draws the curve of a device in a row below the table, on the table's time scale: categories
/// stacked, with peak and capacity marked.
void draw_memory(Canvas& canvas, const Style& style, const DeviceLayout& layout, const Rect& row,
                 const MemoryCurves& curves, std::size_t device, const DeviceFrame& frame);
/// Colour of a category, for the legend.
[[nodiscard]] std::uint8_t color_of_part(std::size_t part);

} // namespace stallscope::gui
