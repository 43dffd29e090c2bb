#pragma once

#include <cstdint>
#include <deque>
#include <string>

struct ImGuiIO;

namespace stallscope::gui {

/// An event of keyboard, pointer or wheel, with positions in canvas pixels.
struct InputEvent {
  enum class Kind : std::uint8_t { move, button, wheel, key, text, focus };
  Kind kind = Kind::move;
  float x = 0;            ///< position of the pointer; for the wheel: notches to the right
  float y = 0;            ///< position of the pointer; for the wheel: notches upwards
  unsigned number = 0;    ///< number of a button; number of a key as in GLFW
  bool down = false;      ///< for buttons and keys; for focus: the page has the focus
  unsigned modifiers = 0; ///< bit set of kShift etc.
  std::string text;       ///< UTF-8
};

constexpr unsigned kShift = 1;
constexpr unsigned kControl = 2;
constexpr unsigned kAlt = 4;
constexpr unsigned kSuper = 8;

/// The events since the last frame. ImGui 1.86 samples keys and buttons once per frame: a press and
/// its release, or two presses, between two frames are therefore delivered in separate frames, so
/// that no tap is lost.
class InputQueue {
public:
  void add(InputEvent event) { waiting_.push_back(std::move(event)); }
  /// Passes the events for one frame to ImGui.
  void begin_frame(ImGuiIO& io);
  [[nodiscard]] bool empty() const { return waiting_.empty(); }

private:
  std::deque<InputEvent> waiting_;
};

/// Sets ImGui's key map.
void name_keys(ImGuiIO& io);

} // namespace stallscope::gui
