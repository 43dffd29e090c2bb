#include "view/window/window_keys.hpp"

#include <imgui.h>

namespace stallscope::gui {

namespace {

// As in GLFW/glfw3.h.
constexpr int kF1 = 290;
constexpr int kF11 = 300;
constexpr int kKeyPadMinus = 333;
constexpr int kKeyPadPlus = 334;

} // namespace

bool take_window_keys(Interface& interface) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsKeyPressed(kF11, false))
    interface.looks.presenter = !interface.looks.presenter;
  if (ImGui::IsKeyPressed(kF1, false))
    interface.toggle_what_is();
  if (!io.KeyCtrl)
    return false;
  if (ImGui::IsKeyPressed('P', false))
    interface.open_palette();
  if (ImGui::IsKeyPressed('O', false))
    interface.shared.file_wish = FileWish::open;
  if (ImGui::IsKeyPressed('S', false))
    interface.shared.file_wish = io.KeyShift ? FileWish::save_as : FileWish::save;
  if (ImGui::IsKeyPressed('N', false))
    interface.new_program();
  if (ImGui::IsKeyPressed('=') || ImGui::IsKeyPressed(kKeyPadPlus))
    interface.larger_letters(1.1F);
  if (ImGui::IsKeyPressed('-') || ImGui::IsKeyPressed(kKeyPadMinus))
    interface.larger_letters(1 / 1.1F);
  return ImGui::IsKeyPressed('Q', false);
}

} // namespace stallscope::gui
