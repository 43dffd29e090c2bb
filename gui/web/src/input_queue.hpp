#pragma once

#include <cstdint>
#include <deque>
#include <string>

struct ImGuiIO;

namespace stallscope::gui {

/// One thing that keyboard, pointer or wheel have done, in pixels of the canvas.
struct InputEvent {
  enum class Kind : std::uint8_t { move, button, wheel, key, text, focus };
  Kind kind = Kind::move;
  float x = 0;            ///< of a pointer; wheel: notches to the right
  float y = 0;            ///< wheel: notches upwards
  unsigned number = 0;    ///< of a button; of a key as GLFW numbers them
  bool down = false;      ///< button, key; focus: the page has it
  unsigned modifiers = 0; ///< kShift and so on
  std::string text;       ///< UTF-8
};

constexpr unsigned kShift = 1;
constexpr unsigned kControl = 2;
constexpr unsigned kAlt = 4;
constexpr unsigned kSuper = 8;

/// What has happened since the last frame. ImGui 1.86 sees of a key or button only whether it is
/// down in a frame: a press and its release, or two presses, that come between two frames are given
/// to it in frames of their own, so that no tap is lost.
class InputQueue {
public:
  void add(InputEvent event) { waiting_.push_back(std::move(event)); }
  /// Gives ImGui what fits into one frame.
  void begin_frame(ImGuiIO& io);
  [[nodiscard]] bool empty() const { return waiting_.empty(); }

private:
  std::deque<InputEvent> waiting_;
};

/// Where ImGui finds the keys that it has names for.
void name_keys(ImGuiIO& io);

} // namespace stallscope::gui
