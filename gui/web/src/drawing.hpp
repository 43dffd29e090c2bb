#pragma once

#include <cstdint>
#include <vector>

struct ImDrawData;

namespace stallscope::gui {

// ImGui's lists in the layout that the page's renderer reads from our memory (host/renderer.ts):
// every field has 32 bits, including pointers.

struct DrawCommand {
  float left, top, right, bottom; ///< clip rectangle in pixels
  std::uint32_t first_index;
  std::uint32_t index_count;
  std::uint32_t first_vertex; ///< base of the indices
};

struct DrawList {
  std::uint32_t vertices; ///< array of ImDrawVert: position, texture coordinates, colour; 20 bytes
                          ///< each
  std::uint32_t vertex_bytes;
  std::uint32_t indices; ///< array of 16-bit indices
  std::uint32_t index_bytes;
  std::uint32_t commands; ///< array of DrawCommand
  std::uint32_t command_count;
};

struct Drawing {
  std::uint32_t width = 0; ///< pixels
  std::uint32_t height = 0;
  std::uint32_t background = 0; ///< red in the lowest byte
  std::uint32_t lists = 0;      ///< array of DrawList
  std::uint32_t list_count = 0;
  std::uint32_t texture = 0; ///< font texture, one byte per pixel; 0: unchanged
  std::uint32_t texture_width = 0;
  std::uint32_t texture_height = 0;
};

/// Owns the data that a Drawing refers to until the next frame.
class DrawingBuilder {
public:
  /// Fills in the lists of a Drawing.
  void build(const ImDrawData& data, Drawing& drawing);

private:
  std::vector<DrawList> lists_;
  std::vector<DrawCommand> commands_;
};

} // namespace stallscope::gui
