#pragma once

#include <cstdint>

struct ImDrawData;
struct ImGuiIO;

namespace stallscope::gui {

/// What the lists of a frame draw, as one number: equal frames have equal ones, and frames that
/// differ in anything have, but for one case in 2^64, others. Takes a tenth of what rasterising
/// them does, so that a frame that shows nothing new need not be.
[[nodiscard]] std::uint64_t digest(const ImDrawData& data);

/// Between a backend's new frame and ImGui's: from here on lengths are pixels of the buffer that is
/// drawn into. Some systems count windows and pointers in units of several pixels each; letters are
/// made for pixels.
void count_in_pixels(ImGuiIO& io, int width, int height);

} // namespace stallscope::gui
