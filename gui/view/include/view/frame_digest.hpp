#pragma once

#include <cstdint>

struct ImDrawData;

namespace stallscope::gui {

/// What the lists of a frame draw, as one number: equal frames have equal ones, and frames that
/// differ in anything have, but for one case in 2^64, others. Takes a tenth of what rasterising
/// them does, so that a frame that shows nothing new need not be.
[[nodiscard]] std::uint64_t digest(const ImDrawData& data);

} // namespace stallscope::gui
