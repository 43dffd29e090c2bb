#pragma once

#include "drawing.hpp"
#include "input_queue.hpp"
#include "model/cells/table_model.hpp"
#include "model/comparison/comparison.hpp"
#include "model/files/settings.hpp"
#include "view/window/interface.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace stallscope::gui {

/// The window in a page: a frame whenever the page asks for one. Nothing here waits.
class Application {
public:
  Application();

  /// What the page is told about a frame.
  struct Frame {
    std::uint32_t drawn = 0;      ///< it differs from the one before
    std::uint32_t moving = 0;     ///< another one is wanted at once
    std::uint32_t takes_text = 0; ///< a field has the keyboard
    std::uint32_t cursor = 0;     ///< of the pointer: ImGuiMouseCursor
    float caret_x = 0;            ///< where input methods show what they are about
    float caret_y = 0;
    std::uint32_t wants_file = 0;       ///< the user wants to open a file
    std::uint32_t wants_fullscreen = 0; ///< the presenter's look
    std::uint32_t picture_scale = 0;    ///< a picture is wanted, in so many times its size
    std::uint32_t unsaved = 0;          ///< text would be lost with the page
    std::uint32_t wants_link = 0;       ///< a link to what is on screen
  };
  /// `seconds` since the frame before; the canvas has so many pixels, `scale` for one of the
  /// design.
  const Frame& frame(double seconds, unsigned width, unsigned height, float scale);
  [[nodiscard]] const Drawing& drawing() const { return drawing_; }

  /// The frame in so many times its size, in drawing().
  void draw_picture(unsigned scale);
  [[nodiscard]] std::string picture_name() const { return interface_.export_name("png"); }
  InputQueue input;
  void open_files(const std::vector<std::string>& files) { interface_.take_files(files); }

  /// What is on screen, as a text that a link carries; and back: an empty string, or what is wrong.
  [[nodiscard]] Result<std::string> scene() const;
  std::string open_scene(const std::string& text);
  /// Said at the foot of the window.
  void say(std::string message) { interface_.shared.message = std::move(message); }
  /// The cycle, what is in every stage then and why, in words, for screen readers.
  [[nodiscard]] std::string words();

private:
  void begin_frame(double seconds);
  void take_wishes();
  void keep_settings(double seconds);
  bool render();

  Folders folders_;
  Comparison runs_;
  std::array<TableModel, 2> tables_; ///< of runs A and B, for words()
  Interface interface_;
  SettingsFile file_;
  Settings settings_;
  double unsaved_seconds_ = 0;
  Frame frame_;
  Drawing drawing_;
  DrawingBuilder builder_;
  std::optional<std::uint64_t> shown_;
  std::optional<std::uint64_t> cycle_; ///< gone to as soon as the run is known
  int frames_left_ = 0;
  bool fitted_ = false; ///< panes to the first frame's size
};

} // namespace stallscope::gui
