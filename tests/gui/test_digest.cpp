#include "headless.hpp"
#include "view/frame_digest.hpp"

#include <catch2/catch.hpp>

#include <cstdint>

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

} // namespace
} // namespace stallscope::gui
