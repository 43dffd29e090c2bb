#pragma once

#include "model/comparison/comparison.hpp"
#include "model/files/settings.hpp"
#include "view/widgets/widgets.hpp"
#include "view/window/interface.hpp"

#include <cstddef>
#include <imgui.h>
#include <string>

namespace stallscope::gui {

/// The interface without a window or a graphics card: everything is laid out and drawn into
/// ImGui's draw lists, which are not rasterised.
class Headless {
public:
  /// With a background thread only draw() leaves what it simulates alone; all else waits for it.
  explicit Headless(float width = 1280, float height = 720, Threads threads = Threads::none,
                    const Folders& folders = {});
  ~Headless();
  Headless(const Headless&) = delete;
  Headless& operator=(const Headless&) = delete;

  /// Opens runs; an empty second program: one run.
  void open(const std::string& program, const std::string& machine,
            const std::string& against = {});
  /// A frame as the window's loop draws it, which waits for nothing.
  void draw(float seconds = 1.0F / 60);
  void frame(int count = 1, float seconds = 1.0F / 60);
  /// Two frames that show the pointer there, then down, then up.
  void click(Point point);
  /// In the middle of something that can be touched; fails the test when it is not there.
  void click(const std::string& id);
  void move(Point point);
  void press(ImGuiKey key, bool shift = false);
  void press_with_ctrl(ImGuiKey key);
  void press_with_alt(ImGuiKey key);
  void type(const std::string& text);
  /// Presses Tab until something has the keyboard; fails the test when it never has.
  void tab_to(const std::string& id);
  /// Something that opens over a panel is open.
  [[nodiscard]] static bool popup();

  /// All texts of a frame, a line each: of widgets and of canvases.
  [[nodiscard]] std::string texts();
  /// Where the cells of run A's table are, of one run, from the first cycle on.
  [[nodiscard]] TableLayout table_a() const;
  /// Vertices of the last frame.
  [[nodiscard]] std::size_t vertices() const;

  Comparison runs;
  // After the context, which its members need.
private:
  struct Context {
    Context();
    ~Context();
  } context_;

public:
  Interface interface;
};

} // namespace stallscope::gui
