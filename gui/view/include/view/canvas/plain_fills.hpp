#pragma once

#include <imgui.h>

namespace stallscope::gui {

/// Area in pixels from which a fill is worth a draw call of its own.
inline constexpr float kLargeFill = 3000;

/// What a renderer does before and after large fills.
struct FillCallbacks {
  ImDrawCallback before = nullptr;
  ImDrawCallback after = nullptr;
  void* data = nullptr; ///< UserCallbackData of both
};

/// The commands of a draw list, in the same order, with runs of triangles that are opaque, take
/// nothing from the texture and cover at least kLargeFill pixels in commands of their own: these
/// can be drawn without texture and blending, with the same pixels. `white` is the texture
/// coordinate of fills (ImFontAtlas::TexUvWhitePixel).
[[nodiscard]] ImVector<ImDrawCmd> with_plain_fills(const ImDrawList& list, ImVec2 white,
                                                   const FillCallbacks& callbacks);

} // namespace stallscope::gui
