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

/// The window in a page: computes a frame when the page requests it. No call blocks.
class Application {
public:
  Application();

  /// Information for the page on a frame.
  struct Frame {
    std::uint32_t drawn = 0;      ///< it differs from the previous one
    std::uint32_t moving = 0;     ///< the next frame is needed immediately
    std::uint32_t takes_text = 0; ///< a text field has the focus
    std::uint32_t cursor = 0;     ///< shape of the pointer: ImGuiMouseCursor
    float caret_x = 0;            ///< position of the caret, for input methods
    float caret_y = 0;
    std::uint32_t wants_file = 0;       ///< the user wants to open a file
    std::uint32_t wants_fullscreen = 0; ///< presenter mode
    std::uint32_t picture_scale = 0;    ///< a picture is requested at this scale; 0: none
    std::uint32_t unsaved = 0;          ///< there is unsaved text
    std::uint32_t wants_link = 0;       ///< a link to the scene is requested
  };
  /// `seconds` since the previous frame; canvas size in pixels, `scale` canvas pixels per design
  /// pixel.
  const Frame& frame(double seconds, unsigned width, unsigned height, float scale);
  [[nodiscard]] const Drawing& drawing() const { return drawing_; }

  /// Renders the frame at this scale into drawing().
  void draw_picture(unsigned scale);
  [[nodiscard]] std::string picture_name() const { return interface_.export_name("png"); }
  InputQueue input;
  void open_files(const std::vector<std::string>& files) { interface_.take_files(files); }

  /// The scene as the text of a link, and the inverse, which returns an error or an empty string.
  [[nodiscard]] Result<std::string> scene() const;
  std::string open_scene(const std::string& text);
  /// Shows a message in the status line.
  void say(std::string message) { interface_.shared.message = std::move(message); }
  /// The cycle, the content of every stage and the reasons, as text for screen readers.
  [[nodiscard]] std::string words();

private:
  void begin_frame(double seconds);
  void take_wishes();
  void keep_settings(double seconds);
  bool render();

  Folders folders_;
  Comparison runs_;
  std::array<TableModel, 2> tables_; ///< for runs A and B, used by words()
  Interface interface_;
  SettingsFile file_;
  Settings settings_;
  double unsaved_seconds_ = 0;
  Frame frame_;
  Drawing drawing_;
  DrawingBuilder builder_;
  std::optional<std::uint64_t> shown_;
  std::optional<std::uint64_t> cycle_; ///< to go to as soon as the run is known
  int frames_left_ = 0;
  bool fitted_ = false; ///< the arrangement was adapted to the first frame's size
};

} // namespace stallscope::gui
