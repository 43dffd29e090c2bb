#pragma once

#include <cstdint>
#include <vector>

struct ImDrawData;

namespace stallscope::gui {

// ImGui's lists as the page's renderer reads them out of our memory (host/renderer.ts): every field
// has 32 bits, pointers as well.

struct DrawCommand {
  float left, top, right, bottom; ///< clipped to this, in pixels
  std::uint32_t first_index;
  std::uint32_t index_count;
  std::uint32_t first_vertex; ///< indices count from it
};

struct DrawList {
  std::uint32_t vertices; ///< of ImDrawVert: position, texture place, colour; 20 bytes
  std::uint32_t vertex_bytes;
  std::uint32_t indices; ///< 16 bits each
  std::uint32_t index_bytes;
  std::uint32_t commands; ///< of DrawCommand
  std::uint32_t command_count;
};

struct Drawing {
  std::uint32_t width = 0; ///< pixels
  std::uint32_t height = 0;
  std::uint32_t background = 0; ///< red in the lowest byte
  std::uint32_t lists = 0;      ///< of DrawList
  std::uint32_t list_count = 0;
  std::uint32_t texture = 0; ///< of the letters: a byte a pixel; 0: as before
  std::uint32_t texture_width = 0;
  std::uint32_t texture_height = 0;
};

/// Holds what a Drawing points at until the next frame.
class DrawingBuilder {
public:
  /// The lists' part of a Drawing.
  void build(const ImDrawData& data, Drawing& drawing);

private:
  std::vector<DrawList> lists_;
  std::vector<DrawCommand> commands_;
};

} // namespace stallscope::gui
