#include "view/canvas/frame.hpp"

#include <functional>
#include <imgui.h>
#include <string_view>

namespace stallscope::gui {

namespace {

void add(std::uint64_t& sum, const void* bytes, std::size_t size) {
  const std::size_t part = std::hash<std::string_view>()({static_cast<const char*>(bytes), size});
  sum = (sum ^ part) * 0x9e3779b97f4a7c15ULL; // multiplication by the golden ratio makes the hash
                                              // depend on the order of parts
  sum ^= sum >> 29;
}

template <class T> void add(std::uint64_t& sum, const ImVector<T>& list) {
  add(sum, list.Data, static_cast<std::size_t>(list.size_in_bytes()));
}

} // namespace

void count_in_pixels(ImGuiIO& io, int width, int height) {
  if (width <= 0 || height <= 0 || io.DisplaySize.x <= 0 || io.DisplaySize.y <= 0)
    return; // minimised
  const ImVec2 times(static_cast<float>(width) / io.DisplaySize.x,
                     static_cast<float>(height) / io.DisplaySize.y);
  if (ImGui::IsMousePosValid(&io.MousePos))
    io.MousePos = {io.MousePos.x * times.x, io.MousePos.y * times.y};
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DisplayFramebufferScale = {1, 1};
}

std::uint64_t digest(const ImDrawData& data) {
  std::uint64_t sum = 0;
  add(sum, &data.DisplaySize, sizeof data.DisplaySize);
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    add(sum, list.VtxBuffer);
    add(sum, list.IdxBuffer);
    for (const ImDrawCmd& command : list.CmdBuffer) {
      add(sum, &command.ClipRect, sizeof command.ClipRect);
      add(sum, &command.TextureId, sizeof command.TextureId);
      add(sum, &command.ElemCount, sizeof command.ElemCount);
    }
  }
  return sum;
}

} // namespace stallscope::gui
