#include "lists.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>
#include <imgui.h>

namespace stallscope::gui {

bool begin_lists(Interface& interface) {
  const bool fonts_changed = interface.prepare();
  if (fonts_changed) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  ImGui_ImplOpenGL3_NewFrame();
  return fonts_changed;
}

void draw_lists(const Interface& interface, int width, int height) {
  const Colour ground = interface.background();
  const auto part = [](std::uint8_t value) { return static_cast<float>(value) / 255.0F; };
  glViewport(0, 0, width, height);
  glClearColor(part(ground.red), part(ground.green), part(ground.blue), 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

} // namespace stallscope::gui
