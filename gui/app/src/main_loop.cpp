#include "main_loop.hpp"

#include "animation.hpp"
#include "lists.hpp"
#include "picture.hpp"
#include "remembered.hpp"
#include "window.hpp"

#define GLFW_INCLUDE_NONE
#include <fmt/format.h>

#include <GLFW/glfw3.h>
#include <algorithm>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <cstdio>
#include <imgui.h>
#include <memory>
#include <tuple>
#include <utility>

namespace stallscope::gui {

namespace {

/// Seconds to wait for something to happen when nothing moves by itself.
constexpr double kIdleSeconds = 0.25;
/// What is remembered is written so often, when it has changed: a crash loses no more.
constexpr double kSaveSeconds = 5;
/// Frames that are drawn after each event: panels settle, what is under the pointer shows.
constexpr int kFramesAfterEvent = 4;

/// Those that ImGui has no names for.
void take_window_keys(Window& window, Interface& interface) {
  if (ImGui::IsKeyPressed(GLFW_KEY_F11, false))
    interface.looks.presenter = !interface.looks.presenter;
  if (!ImGui::GetIO().KeyCtrl)
    return;
  if (ImGui::IsKeyPressed(GLFW_KEY_P, false))
    interface.open_palette();
  if (ImGui::IsKeyPressed(GLFW_KEY_Q, false))
    window.close();
  if (ImGui::IsKeyPressed(GLFW_KEY_O, false))
    interface.shared.file_wish = FileWish::open;
  if (ImGui::IsKeyPressed(GLFW_KEY_S, false))
    interface.shared.file_wish = ImGui::GetIO().KeyShift ? FileWish::save_as : FileWish::save;
  if (ImGui::IsKeyPressed(GLFW_KEY_N, false))
    interface.new_program();
  if (ImGui::IsKeyPressed(GLFW_KEY_EQUAL) || ImGui::IsKeyPressed(GLFW_KEY_KP_ADD))
    interface.larger_letters(1.1F);
  if (ImGui::IsKeyPressed(GLFW_KEY_MINUS) || ImGui::IsKeyPressed(GLFW_KEY_KP_SUBTRACT))
    interface.larger_letters(1 / 1.1F);
}

void draw_frame(Window& window, Interface& interface) {
  interface.looks.scale = window.scale();
  begin_lists(interface);
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  take_window_keys(window, interface);
  interface.draw();
  ImGui::Render();
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(window.handle(), &width, &height);
  draw_lists(interface, width, height);
  glfwSwapBuffers(window.handle());
}

/// When a picture of what is shown is wanted; moving ones are begun.
void export_picture(Comparison& runs, Interface& interface, std::unique_ptr<Animation>& animation) {
  if (!interface.shared.export_wish)
    return;
  const ExportWish wish = *interface.shared.export_wish;
  interface.shared.export_wish.reset();
  if (wish.format == ExportWish::Format::png) {
    const std::string file = interface.export_name("png");
    const std::string problem = save_picture(file, wish.scale, runs, interface);
    interface.shared.message = problem.empty() ? tr(Text::export_done, {file}) : problem;
    return;
  }
  const double speed = runs.transport().speed();
  const AnimationRange range{wish.from, wish.to,
                             static_cast<unsigned>(std::clamp(100 / speed, 2.0, 400.0))};
  if (std::string why = why_no_animation(range, runs.transport().last_cycle()); !why.empty()) {
    interface.shared.message = std::move(why);
    return;
  }
  const bool gif = wish.format == ExportWish::Format::gif;
  animation =
      std::make_unique<Animation>(gif ? Animation::Kind::gif : Animation::Kind::series,
                                  gif ? interface.export_name("gif")
                                      : "stallscope-" + panel_name(interface.looks.panel) + ".png",
                                  range);
}

/// The next of moving pictures that are being written.
void animate(Comparison& runs, Interface& interface, std::unique_ptr<Animation>& animation) {
  if (animation == nullptr)
    return;
  const bool more = animation->step(runs, interface);
  const std::string percent = fmt::format("{:.0f}", animation->progress() * 100);
  interface.shared.message = !animation->problem().empty() ? animation->problem()
                             : more ? tr(Text::export_progress, {animation->file(), percent})
                                    : tr(Text::export_done, {animation->file()});
  if (!more)
    animation.reset();
}

} // namespace

int run_window(const Options& options, Comparison& runs, Interface& interface,
               const Settings& settings, SettingsFile& file) {
  auto opened = Window::open(
      options.width == 0 ? static_cast<unsigned>(settings.window_width) : options.width,
      options.height == 0 ? static_cast<unsigned>(settings.window_height) : options.height,
      tr(Text::app_title));
  if (!opened) {
    fmt::print(stderr, "error: {}\n", opened.diagnostics().front().message);
    return 2;
  }
  Window& window = **opened;
  ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
  ImGui_ImplOpenGL3_Init("#version 330");
  window.on_drop(
      [&interface](const std::vector<std::string>& files) { interface.take_files(files); });
  Settings kept = settings;
  double saved_at = glfwGetTime();
  std::unique_ptr<Animation> animation;
  int frames_left = kFramesAfterEvent;
  double before = glfwGetTime();
  while (!window.closing()) {
    const bool moving = runs.transport().moving() || frames_left > 0 || animation != nullptr;
    if (moving)
      glfwPollEvents();
    else
      glfwWaitEventsTimeout(kIdleSeconds);
    const double now = glfwGetTime();
    const bool news = runs.update(now - before);
    frames_left = news || !moving ? kFramesAfterEvent : frames_left - 1;
    before = now;
    draw_frame(window, interface);
    export_picture(runs, interface, animation);
    animate(runs, interface, animation);
    if (window.closing() && !interface.document().may_close()) {
      window.stay();
      frames_left = kFramesAfterEvent;
    } else if (interface.document().closing()) {
      window.close();
    }
    window.set_fullscreen(interface.wants_fullscreen());
    if (now - saved_at > kSaveSeconds || window.closing()) {
      saved_at = now;
      if (!window.fullscreen())
        std::tie(kept.window_width, kept.window_height) = window.size();
      if (!file.save(settings_now(kept, interface, runs)) && interface.shared.message.empty())
        interface.shared.message = file.problem();
    }
  }
  if (!file.problem().empty()) // who has not seen it on the screen sees it here
    fmt::print(stderr, "warning: {}\n", file.problem());
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  return 0;
}

} // namespace stallscope::gui
