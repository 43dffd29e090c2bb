#include "headless.hpp"
#include "view/canvas/frame.hpp"
#include "view/canvas/plain_fills.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <imgui.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

// What the window's loop goes by: frames like the one before are not drawn again.
namespace stallscope::gui {
namespace {

std::uint64_t digest_now() {
  return digest(*ImGui::GetDrawData());
}

TEST_CASE("frames in which nothing happens are alike", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
  for (const std::string& name : panel_names()) {
    INFO(name);
    window.interface.looks.panel = *panel_named(name);
    window.runs.transport().to_end();
    window.frame(20, 0.1F); // until everything that glides or folds has arrived
    const std::uint64_t before = digest_now();
    window.frame(5);
    CHECK(digest_now() == before);
  }
}

TEST_CASE("a frame that shows anything else has another digest", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.frame(5);
  const std::uint64_t start = digest_now();
  window.runs.transport().step();
  window.frame(20, 0.1F);
  const std::uint64_t stepped = digest_now();
  CHECK(stepped != start);
  window.runs.transport().step_back();
  window.frame(20, 0.1F);
  CHECK(digest_now() == start); // and the same again
  const auto place = place_of("table_a");
  REQUIRE(place.has_value());
  window.runs.transport().to_end();
  window.frame(20, 0.1F);
  const std::uint64_t end = digest_now();
  window.move(place->centre()); // what is under the pointer shows
  CHECK(digest_now() != end);
  window.interface.looks.theme = ThemeId::light;
  window.move({-1000, -1000});
  CHECK(digest_now() != end);
}

TEST_CASE("a slow play has few frames to draw", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.runs.transport().set_speed(Transport::kSlowest);
  window.runs.transport().play();
  int different = 0;
  std::uint64_t before = 0;
  for (int frame = 0; frame < 240; ++frame) { // four seconds: a cycle
    window.frame();
    different += digest_now() != before ? 1 : 0;
    before = digest_now();
  }
  CHECK(different >= 2);
  CHECK(different <= 40); // those of one way from stage to stage
}

TEST_CASE("where windows are counted in units of two pixels, everything is drawn in pixels",
          "[gui]") {
  Headless window;
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {640, 360}; // as the system says
  io.DisplayFramebufferScale = {2, 2};
  io.MousePos = {100, 50};
  count_in_pixels(io, 1280, 720);
  CHECK(io.DisplaySize.x == 1280);
  CHECK(io.DisplaySize.y == 720);
  CHECK(io.DisplayFramebufferScale.x == 1);
  CHECK(io.MousePos.x == 200);
  CHECK(io.MousePos.y == 100);
  count_in_pixels(io, 0, 0); // minimised: as it was
  CHECK(io.DisplaySize.x == 1280);
}

TEST_CASE("at every scale the window is laid out alike, with thicker lines", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
  const std::vector<std::pair<std::string, std::string>> panels{
      {"table", "table_b"}, {"diagram", "diagram_a"}, {"schedule", "graph"}, {"editor", "scrub"}};
  for (const auto& [name, own] : panels) {
    window.interface.looks.panel = *panel_named(name);
    std::map<std::string, Rect> plain;
    for (const float scale : {1.0F, 1.5F, 2.0F, 3.0F}) {
      INFO(name << " at " << scale);
      window.interface.looks.scale = scale;
      ImGui::GetIO().DisplaySize = {1280 * scale, 720 * scale};
      window.frame(4);
      CHECK(ImGui::GetFontSize() == Approx(17 * scale).margin(0.51)); // no stretched letters
      for (const std::string& id :
           {std::string("panel_table"), std::string("scrub"), std::string("language"), own}) {
        const auto place = place_of(id);
        INFO(id);
        REQUIRE(place.has_value());
        if (scale == 1) {
          plain[id] = *place;
          continue;
        }
        const Rect& before = plain.at(id);
        // Letters are whole pixels high: what stands behind them moves a little.
        CHECK(place->left / scale == Approx(before.left).margin(8));
        CHECK(place->top / scale == Approx(before.top).margin(4));
        CHECK(place->right / scale == Approx(before.right).margin(8));
        CHECK(place->bottom / scale == Approx(before.bottom).margin(4));
      }
    }
  }
  window.interface.looks.scale = 1;
}

/// What a renderer is asked for with large fills apart.
struct SplitList {
  std::vector<ImDrawIdx> indices; ///< of all commands, in order
  std::vector<ImDrawIdx> plain;   ///< of those between the callbacks
  float textured = 0;             ///< pixels of the triangles that are not
};

void before_fills(const ImDrawList*, const ImDrawCmd*) {}
void after_fills(const ImDrawList*, const ImDrawCmd*) {}

SplitList split(const ImDrawList& list) {
  SplitList result;
  bool plain = false;
  for (const ImDrawCmd& command :
       with_plain_fills(list, ImGui::GetIO().Fonts->TexUvWhitePixel, {before_fills, after_fills})) {
    if (command.UserCallback != nullptr) {
      CHECK(plain == (command.UserCallback == after_fills));
      plain = command.UserCallback == before_fills;
      continue;
    }
    const auto clipped = [&](unsigned i) {
      const int at = list.IdxBuffer[static_cast<int>(command.IdxOffset + i)];
      const ImVec2 p = list.VtxBuffer[static_cast<int>(command.VtxOffset) + at].pos;
      return ImVec2(std::clamp(p.x, command.ClipRect.x, command.ClipRect.z),
                    std::clamp(p.y, command.ClipRect.y, command.ClipRect.w));
    };
    for (unsigned i = 0; i < command.ElemCount; ++i) {
      const ImDrawIdx index = list.IdxBuffer[static_cast<int>(command.IdxOffset + i)];
      result.indices.push_back(index);
      if (plain)
        result.plain.push_back(index);
      if (plain || i % 3 != 0)
        continue;
      const ImVec2 a = clipped(i);
      const ImVec2 b = clipped(i + 1);
      const ImVec2 c = clipped(i + 2);
      result.textured += std::abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2;
    }
  }
  CHECK_FALSE(plain);
  return result;
}

TEST_CASE("large opaque fills are drawn apart, in their order", "[gui]") {
  Headless window;
  window.frame();
  ImDrawList list(ImGui::GetDrawListSharedData());
  list._ResetForNewFrame();
  list.PushClipRect({0, 0}, {500, 500});
  list.PushTextureID(ImGui::GetIO().Fonts->TexID);
  list.AddRectFilled({0, 0}, {10, 10}, IM_COL32(1, 2, 3, 255));    // small
  list.AddText({20, 20}, IM_COL32_WHITE, "text");                  // from the texture
  list.AddRectFilled({0, 0}, {100, 100}, IM_COL32(1, 2, 3, 255));  // large
  list.AddRectFilled({100, 0}, {110, 10}, IM_COL32(1, 2, 3, 255)); // directly behind it
  list.AddLine({0, 0}, {99, 99}, IM_COL32_WHITE, 1);
  list.AddRectFilled({0, 0}, {100, 100}, IM_COL32(1, 2, 3, 254));    // not opaque
  list.AddRectFilled({490, 0}, {5000, 100}, IM_COL32(1, 2, 3, 255)); // little of it visible
  const int first = 4 + 4 * 4; // vertices of the small rectangle and of four letters
  const SplitList apart = split(list);
  CHECK(apart.indices == std::vector<ImDrawIdx>(list.IdxBuffer.begin(), list.IdxBuffer.end()));
  REQUIRE(apart.plain.size() == 12); // two rectangles of two triangles
  CHECK(apart.plain.front() == first);
  CHECK(*std::max_element(apart.plain.begin(), apart.plain.end()) == first + 7);
  list.PopTextureID();
  list.PopClipRect();
}

TEST_CASE("little of a frame of 1600 x 1000 pixels is drawn from the texture", "[gui]") {
  // A software renderer's time goes by these pixels: llvmpipe takes about 5 ns of a core for each.
  Headless window(1600, 1000);
  window.open("textbook/daxpy", "ooo-8");
  for (const char* panel : {"table", "diagram", "processor"}) {
    INFO(panel);
    window.interface.looks.panel = *panel_named(panel);
    window.runs.transport().seek(240);
    window.frame(20, 0.1F);
    float textured = 0;
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i)
      textured += split(*data.CmdLists[i]).textured;
    CHECK(textured < 0.5F * 1600 * 1000);
  }
}

} // namespace
} // namespace stallscope::gui
