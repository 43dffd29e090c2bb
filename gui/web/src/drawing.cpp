#include "drawing.hpp"

#include <cstddef>
#include <imgui.h>

namespace stallscope::gui {

static_assert(sizeof(ImDrawVert) == 20 && offsetof(ImDrawVert, uv) == 8 &&
              offsetof(ImDrawVert, col) == 16 && sizeof(ImDrawIdx) == 2);

namespace {

std::uint32_t address(const void* pointer) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pointer));
}

} // namespace

void DrawingBuilder::build(const ImDrawData& data, Drawing& drawing) {
  lists_.clear();
  commands_.clear();
  std::size_t count = 0;
  for (int i = 0; i < data.CmdListsCount; ++i)
    count += static_cast<std::size_t>(data.CmdLists[i]->CmdBuffer.Size);
  commands_.reserve(count); // must not be reallocated, since lists point into it
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& from = *data.CmdLists[i];
    const std::size_t first = commands_.size();
    for (const ImDrawCmd& command : from.CmdBuffer)
      if (command.UserCallback == nullptr)
        commands_.push_back({command.ClipRect.x, command.ClipRect.y, command.ClipRect.z,
                             command.ClipRect.w, command.IdxOffset, command.ElemCount,
                             command.VtxOffset});
    lists_.push_back(
        {address(from.VtxBuffer.Data), static_cast<std::uint32_t>(from.VtxBuffer.size_in_bytes()),
         address(from.IdxBuffer.Data), static_cast<std::uint32_t>(from.IdxBuffer.size_in_bytes()),
         address(commands_.data() + first), static_cast<std::uint32_t>(commands_.size() - first)});
  }
  drawing.width = static_cast<std::uint32_t>(data.DisplaySize.x);
  drawing.height = static_cast<std::uint32_t>(data.DisplaySize.y);
  drawing.lists = address(lists_.data());
  drawing.list_count = static_cast<std::uint32_t>(lists_.size());
}

} // namespace stallscope::gui
