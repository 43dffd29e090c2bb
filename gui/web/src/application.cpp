#include "application.hpp"

#include "model/files/link_scene.hpp"
#include "model/language/strings.hpp"
#include "view/canvas/frame.hpp"
#include "view/canvas/imgui_canvas.hpp"
#include "view/window/remembered.hpp"
#include "view/window/window_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <imgui.h>
#include <imgui_internal.h> // for the position of the caret
#include <utility>

namespace stallscope::gui {

namespace {

/// Frames drawn after an event, as in the desktop window (gui/app, main_loop.cpp), for panels to
/// get their layout.
constexpr int kFramesAfterEvent = 4;
/// Interval at which changed settings are saved.
constexpr double kSaveSeconds = 2;
/// Width in design pixels below which the page starts with one pane.
constexpr float kNarrow = 720;

} // namespace

Application::Application()
    : folders_(user_folders()), runs_(Threads::slices), interface_(runs_, Threads::none, folders_),
      file_(folders_), settings_(file_.load()) {
  restore_looks(settings_, interface_, runs_);
  interface_.shared.message = file_.problem();
  interface_.shared.makes_links = true;
  set_language(interface_.looks.language);
  if (settings_.run_a) {
    runs_.open_a(recall(*settings_.run_a));
    if (settings_.run_b)
      runs_.open_b(recall(*settings_.run_b));
    return;
  }
  RunSpec first; // the lecture's example, before and after scheduling
  RunSpec second;
  second.program.name = "lecture/p4_swapped";
  runs_.open_a(std::move(first));
  runs_.open_b(std::move(second));
}

void Application::begin_frame(double seconds) {
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = static_cast<float>(std::clamp(seconds, 1e-4, 0.25));
  if (interface_.prepare()) {
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    drawing_.texture = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pixels));
    drawing_.texture_width = static_cast<std::uint32_t>(width);
    drawing_.texture_height = static_cast<std::uint32_t>(height);
    shown_.reset();
  }
  ImGui::NewFrame();
}

/// Renders a frame. True: drawing() has changed.
bool Application::render() {
  ImGui::Render();
  const std::uint64_t now = digest(*ImGui::GetDrawData());
  if (shown_ == now)
    return false;
  shown_ = now;
  builder_.build(*ImGui::GetDrawData(), drawing_);
  drawing_.background = packed(interface_.background());
  return true;
}

const Application::Frame& Application::frame(double seconds, unsigned width, unsigned height,
                                             float scale) {
  ImGuiIO& io = ImGui::GetIO();
  const bool happened = !input.empty();
  const bool news = runs_.update(seconds);
  if (cycle_ && runs_.run(Side::a).state() == Run::State::ready) {
    runs_.transport().seek(std::min(*cycle_, runs_.transport().last_cycle()));
    cycle_.reset();
  }
  interface_.looks.scale = scale;
  if (!fitted_ && static_cast<float>(width) < kNarrow * scale)
    interface_.shared.arrangement = Arrangement::single;
  fitted_ = true;
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  drawing_.texture = 0;
  input.begin_frame(io);
  begin_frame(seconds);
  (void)take_window_keys(interface_); // the browser closes the page
  if (interface_.shared.file_wish == FileWish::open) {
    interface_.shared.file_wish.reset();
    frame_.wants_file = 1;
  } else {
    frame_.wants_file = 0;
  }
  interface_.draw();
  take_wishes();
  frame_.drawn = render() ? 1 : 0;
  const bool simulating = runs_.run(Side::a).busy() || runs_.run(Side::b).busy();
  const bool moving = runs_.transport().moving() || simulating || !input.empty();
  frames_left_ = happened || news || (frame_.drawn != 0 && !moving) ? kFramesAfterEvent
                                                                    : std::max(frames_left_ - 1, 0);
  frame_.moving = moving || frames_left_ > 0 ? 1 : 0;
  frame_.takes_text = io.WantTextInput ? 1 : 0;
  frame_.cursor = static_cast<std::uint32_t>(std::max(ImGui::GetMouseCursor(), 0));
  const ImVec2 caret = ImGui::GetCurrentContext()->PlatformImePos;
  frame_.caret_x = caret.x;
  frame_.caret_y = caret.y;
  frame_.wants_fullscreen = interface_.wants_fullscreen() ? 1 : 0;
  frame_.unsaved = interface_.document().editor().changed() ? 1 : 0;
  keep_settings(seconds);
  return frame_;
}

/// Handles requests that need OpenGL or files.
void Application::take_wishes() {
  frame_.picture_scale = 0;
  frame_.wants_link = std::exchange(interface_.shared.link_wish, false) ? 1 : 0;
  std::optional<ExportWish>& wish = interface_.shared.export_wish;
  if (!wish)
    return;
  if (wish->format == ExportWish::Format::png)
    frame_.picture_scale = std::max(wish->scale, 1U);
  else
    say(tr(Text::not_in_a_page));
  wish.reset();
}

void Application::keep_settings(double seconds) {
  unsaved_seconds_ += seconds;
  if (unsaved_seconds_ < kSaveSeconds)
    return;
  unsaved_seconds_ = 0;
  if (!file_.save(settings_now(settings_, interface_, runs_)) && interface_.shared.message.empty())
    say(file_.problem());
}

void Application::draw_picture(unsigned scale) {
  constexpr int kSettlingFrames = 6; // as in gui/app, picture.cpp
  ImGuiIO& io = ImGui::GetIO();
  const ImVec2 size = io.DisplaySize;
  const ImVec2 pointer = io.MousePos;
  const float before = interface_.looks.scale;
  const auto times = static_cast<float>(scale);
  io.DisplaySize = {size.x * times, size.y * times};
  io.MousePos = {-1000, -1000};
  interface_.looks.scale = before * times;
  for (int i = 0; i < kSettlingFrames; ++i) {
    begin_frame(1.0);
    interface_.draw();
    shown_.reset();
    (void)render();
    runs_.wait();
    runs_.update(1.0);
  }
  io.DisplaySize = size;
  io.MousePos = pointer;
  interface_.looks.scale = before;
  shown_.reset();
}

Result<std::string> Application::scene() const {
  LinkScene scene;
  scene.run_a = runs_.run(Side::a).spec();
  if (runs_.has_b())
    scene.run_b = runs_.run(Side::b).spec();
  scene.cycle = runs_.transport().cycle();
  for (const PanelId panel : interface_.split().panels())
    scene.panels.push_back(panel_name(panel));
  scene.language = table_of(interface_.looks.language).code;
  scene.theme = theme(interface_.looks.theme).code;
  return to_text(scene);
}

std::string Application::open_scene(const std::string& text) {
  const Result<LinkScene> read = scene_of_text(text);
  if (!read)
    return tr(Text::bad_link, {read.diagnostics().front().message});
  const LinkScene& scene = *read;
  Looks& looks = interface_.looks;
  if (!scene.language.empty())
    looks.language = language_from_code(scene.language);
  if (!scene.theme.empty())
    looks.theme = theme_from_code(scene.theme);
  std::vector<PanelId> panels;
  for (const std::string& name : scene.panels)
    panels.push_back(panel_named(name).value_or(PanelId::table));
  if (!panels.empty()) {
    looks.panel = panels.front();
    interface_.split().set(std::move(panels));
  }
  runs_.open_a(scene.run_a);
  if (scene.run_b)
    runs_.open_b(*scene.run_b);
  else
    runs_.close_b();
  cycle_ = scene.cycle;
  return {};
}

std::string Application::words() {
  const Transport& transport = runs_.transport();
  std::string words =
      tr(Text::page_words,
         {runs_.run(Side::a).spec().program.name, runs_.run(Side::a).spec().machine,
          fmt::format("{}", transport.cycle()), fmt::format("{}", transport.last_cycle())});
  for (const Side side : {Side::a, Side::b}) {
    if (side == Side::b && !runs_.has_b())
      continue;
    const std::string row = tables_[side == Side::a ? 0 : 1].row_words(
        runs_.run(side), std::min(transport.cycle(), runs_.run(side).last_cycle()));
    if (!row.empty())
      words += fmt::format("\n{}: {}", side == Side::a ? 'A' : 'B', row);
  }
  return words;
}

} // namespace stallscope::gui
