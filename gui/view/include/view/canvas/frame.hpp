#pragma once

#include <cstdint>

struct ImDrawData;
struct ImGuiIO;

namespace stallscope::gui {

/// Hash of a frame's draw lists: frames with equal hashes are equal, except with probability 2^-64.
/// Computing it takes a tenth of the time of rasterising, which is skipped for unchanged frames.
[[nodiscard]] std::uint64_t digest(const ImDrawData& data);

/// Call between a backend's new frame and ImGui's: converts lengths to pixels of the frame buffer.
/// Some systems use larger units for windows and pointers; fonts are built for pixels.
void count_in_pixels(ImGuiIO& io, int width, int height);

} // namespace stallscope::gui
