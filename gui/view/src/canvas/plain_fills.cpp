#include "view/canvas/plain_fills.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace stallscope::gui {

namespace {

/// The triangles of one draw command.
class Triangles {
public:
  Triangles(const ImDrawList& list, const ImDrawCmd& command, ImVec2 white)
      : list_(list), command_(command), white_(white) {}

  /// One colour, opaque, nothing from the texture.
  [[nodiscard]] bool is_plain(unsigned at) const {
    const auto plain = [this](const ImDrawVert& v) {
      return v.uv.x == white_.x && v.uv.y == white_.y && v.col >> IM_COL32_A_SHIFT == 0xff;
    };
    return plain(corner(at, 0)) && plain(corner(at, 1)) && plain(corner(at, 2));
  }

  /// Pixels covered within the clip rectangle; of triangles across its edge an estimate.
  [[nodiscard]] float area(unsigned at) const {
    std::array<ImVec2, 3> p;
    for (unsigned i = 0; i < 3; ++i) {
      const ImVec2 pos = corner(at, i).pos;
      const ImVec4& clip = command_.ClipRect;
      p[i] = {std::clamp(pos.x, clip.x, std::max(clip.x, clip.z)),
              std::clamp(pos.y, clip.y, std::max(clip.y, clip.w))};
    }
    return std::abs((p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (p[1].y - p[0].y)) /
           2;
  }

private:
  [[nodiscard]] const ImDrawVert& corner(unsigned at, unsigned which) const {
    const auto index = static_cast<int>(command_.IdxOffset + at + which);
    return list_.VtxBuffer[static_cast<int>(command_.VtxOffset) + list_.IdxBuffer[index]];
  }

  const ImDrawList& list_;
  const ImDrawCmd& command_;
  ImVec2 white_;
};

ImDrawCmd part_of(const ImDrawCmd& command, unsigned from, unsigned to) {
  ImDrawCmd part = command;
  part.IdxOffset += from;
  part.ElemCount = to - from;
  return part;
}

ImDrawCmd call(ImDrawCallback what, void* data) {
  ImDrawCmd command;
  command.UserCallback = what;
  command.UserCallbackData = data;
  return command;
}

} // namespace

ImVector<ImDrawCmd> with_plain_fills(const ImDrawList& list, ImVec2 white,
                                     const FillCallbacks& callbacks) {
  ImVector<ImDrawCmd> all;
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (command.UserCallback != nullptr) {
      all.push_back(command);
      continue;
    }
    const Triangles triangles(list, command, white);
    unsigned done = 0;
    for (unsigned from = 0; from + 3 <= command.ElemCount;) {
      float area = 0;
      unsigned to = from;
      for (; to + 3 <= command.ElemCount && triangles.is_plain(to); to += 3)
        area += triangles.area(to);
      if (area >= kLargeFill) {
        if (done < from)
          all.push_back(part_of(command, done, from));
        all.push_back(call(callbacks.before, callbacks.data));
        all.push_back(part_of(command, from, to));
        all.push_back(call(callbacks.after, callbacks.data));
        done = to;
      }
      from = std::max(to, from + 3);
    }
    if (done < command.ElemCount)
      all.push_back(part_of(command, done, command.ElemCount));
  }
  return all;
}

} // namespace stallscope::gui
