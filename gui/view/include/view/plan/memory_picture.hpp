#pragma once

#include "model/run/course.hpp"
#include "view/plan/device_picture.hpp"

#include <cstddef>
#include <string>

namespace stallscope::gui {

/// Bytes in words, "12.3 GiB"; of activations "3" or "3.5".
[[nodiscard]] std::string amount_words(const MemoryCurves& curves, std::uint64_t amount);

/// Pixels of the curve of a device.
[[nodiscard]] float memory_row_height(const Style& style);
/// The curve of a device in a row below the table, on its time scale: the parts above each other,
/// peak and room marked.
void draw_memory(Canvas& canvas, const Style& style, const DeviceLayout& layout, const Rect& row,
                 const MemoryCurves& curves, std::size_t device, const DeviceFrame& frame);
/// Colour of a part, for the key.
[[nodiscard]] std::uint8_t color_of_part(std::size_t part);

} // namespace stallscope::gui
