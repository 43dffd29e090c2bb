#include "input_queue.hpp"

#include <algorithm>
#include <bitset>
#include <imgui.h>
#include <iterator>
#include <type_traits>
#include <utility>

namespace stallscope::gui {

void InputQueue::begin_frame(ImGuiIO& io) {
  constexpr std::size_t kKeys = std::extent_v<decltype(ImGuiIO::KeysDown)>;
  std::bitset<kKeys> keys;
  std::bitset<std::extent_v<decltype(ImGuiIO::MouseDown)>> buttons;
  bool pressed = false; // a pointer movement after a press in the same frame would be a drag
  while (!waiting_.empty()) {
    InputEvent& event = waiting_.front();
    switch (event.kind) {
    case InputEvent::Kind::move:
      if (pressed)
        return;
      io.MousePos = {event.x, event.y};
      break;
    case InputEvent::Kind::button:
      if (event.number >= buttons.size() || buttons[event.number])
        return;
      if (io.MousePos.x != event.x || io.MousePos.y != event.y) {
        io.MousePos = {event.x, event.y}; // hovering is updated in the next frame only
        return;
      }
      buttons.set(event.number);
      pressed = true;
      io.MouseDown[event.number] = event.down;
      break;
    case InputEvent::Kind::wheel:
      io.MouseWheelH += event.x;
      io.MouseWheel += event.y;
      break;
    case InputEvent::Kind::key:
      if (event.number >= kKeys || keys[event.number])
        return;
      keys.set(event.number);
      io.KeysDown[event.number] = event.down;
      io.KeyShift = (event.modifiers & kShift) != 0;
      io.KeyCtrl = (event.modifiers & kControl) != 0;
      io.KeyAlt = (event.modifiers & kAlt) != 0;
      io.KeySuper = (event.modifiers & kSuper) != 0;
      break;
    case InputEvent::Kind::text:
      io.AddInputCharactersUTF8(event.text.c_str());
      break;
    case InputEvent::Kind::focus:
      if (!event.down) { // a release outside the page is not reported
        std::fill(std::begin(io.KeysDown), std::end(io.KeysDown), false);
        std::fill(std::begin(io.MouseDown), std::end(io.MouseDown), false);
        io.KeyShift = io.KeyCtrl = io.KeyAlt = io.KeySuper = false;
      }
      break;
    }
    waiting_.pop_front();
  }
}

void name_keys(ImGuiIO& io) {
  // Key numbers as in GLFW/glfw3.h; host/keys.ts uses the same.
  io.KeyMap[ImGuiKey_Space] = 32;
  for (const auto& [key, letter] : {std::pair{ImGuiKey_A, 'A'},
                                    {ImGuiKey_C, 'C'},
                                    {ImGuiKey_V, 'V'},
                                    {ImGuiKey_X, 'X'},
                                    {ImGuiKey_Y, 'Y'},
                                    {ImGuiKey_Z, 'Z'}})
    io.KeyMap[key] = letter;
  constexpr int kEscape = 256;
  const ImGuiKey in_order[] = {ImGuiKey_Escape,     ImGuiKey_Enter,     ImGuiKey_Tab,
                               ImGuiKey_Backspace,  ImGuiKey_Insert,    ImGuiKey_Delete,
                               ImGuiKey_RightArrow, ImGuiKey_LeftArrow, ImGuiKey_DownArrow,
                               ImGuiKey_UpArrow,    ImGuiKey_PageUp,    ImGuiKey_PageDown,
                               ImGuiKey_Home,       ImGuiKey_End};
  for (std::size_t i = 0; i < std::size(in_order); ++i)
    io.KeyMap[in_order[i]] = kEscape + static_cast<int>(i);
  io.KeyMap[ImGuiKey_KeyPadEnter] = 335;
}

} // namespace stallscope::gui
