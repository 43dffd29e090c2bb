#include "main_loop.hpp"

#include "animation.hpp"
#include "lists.hpp"
#include "pdf_file.hpp"
#include "picture.hpp"
#include "view/canvas/frame.hpp"
#include "view/window/remembered.hpp"
#include "view/window/window_keys.hpp"
#include "window.hpp"

#define GLFW_INCLUDE_NONE
#include <fmt/format.h>

#include <GLFW/glfw3.h>
#include <algorithm>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <imgui.h>
#include <memory>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace stallscope::gui {

namespace {

/// Seconds to wait for an event when no animation runs; results of background work are polled at
/// this interval.
constexpr double kIdleSeconds = 0.1;
/// Seconds to wait during an animation when the last frame was equal to the previous one.
constexpr double kStillSeconds = 1.0 / 60;
/// Interval at which changed settings are saved: a crash loses at most the changes of this time.
constexpr double kSaveSeconds = 5;
/// Frames drawn after each event, for panels to get their layout and elements under the pointer to
/// be highlighted.
constexpr int kFramesAfterEvent = 4;

/// Computes frames, and draws only those that differ from the one on the screen.
class Frames {
public:
  /// `scale` replaces the window's own scale.
  Frames(Window& window, Interface& interface, std::optional<float> scale)
      : window_(window), interface_(interface), scale_(scale) {}

  /// True: the frame was drawn.
  bool next();
  /// The screen's content is lost: draw the next frame in any case.
  void forget() { shown_.reset(); }

private:
  Window& window_;
  Interface& interface_;
  std::optional<float> scale_;
  std::optional<std::uint64_t> shown_;
};

bool Frames::next() {
  Window& window = window_;
  Interface& interface = interface_;
  interface.looks.scale = scale_.value_or(window.scale());
  const bool fonts_changed = begin_lists(interface);
  ImGui_ImplGlfw_NewFrame();
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(window.handle(), &width, &height);
  count_in_pixels(ImGui::GetIO(), width, height);
  ImGui::NewFrame();
  if (take_window_keys(interface) || std::exchange(interface.shared.close_wish, false))
    window.close();
  interface.draw();
  ImGui::Render();
  const std::uint64_t now = digest(*ImGui::GetDrawData());
  if (!window.take_exposed() && !fonts_changed && shown_ == now)
    return false;
  shown_ = now;
  draw_lists(interface, width, height);
  glfwSwapBuffers(window.handle());
  return true;
}

/// A run being shown is still simulated.
bool awaits(const Comparison& runs) {
  const auto records = [&runs](Side side) {
    return runs.run(side).state() == Run::State::ready && runs.run(side).busy();
  };
  return records(Side::a) || (runs.has_b() && records(Side::b));
}

/// Goes to the requested cycle as soon as the run has it; if the run ends before, shows a message
/// and goes to the end.
void go_to(std::optional<std::uint64_t>& cycle, Comparison& runs, Interface& interface) {
  if (!cycle || runs.run(Side::a).state() != Run::State::ready)
    return;
  const std::uint64_t last = runs.transport().last_cycle();
  if (*cycle > last && awaits(runs))
    return;
  if (std::string why = why_no_cycle(*cycle, last); !why.empty())
    interface.shared.message = std::move(why);
  runs.transport().seek(std::min(*cycle, last));
  cycle.reset();
}

std::string full_path(const std::string& file) {
  return std::filesystem::absolute(file).string();
}

/// Writes a requested picture, or starts a requested animation.
void export_picture(Comparison& runs, Interface& interface, std::unique_ptr<Animation>& animation) {
  if (!interface.shared.export_wish)
    return;
  const ExportWish wish = *interface.shared.export_wish;
  interface.shared.export_wish.reset();
  if (wish.format == ExportWish::Format::png) {
    const std::string file = interface.export_name("png");
    const std::string problem = save_picture(file, wish.scale, runs, interface);
    interface.shared.message = problem.empty() ? tr(Text::export_done, {full_path(file)}) : problem;
    return;
  }
  if (wish.format == ExportWish::Format::pdf) {
    const std::string file = interface.export_name("pdf");
    const Result<std::string> drawing = interface.exported(ExportFormat::svg);
    const std::string problem =
        drawing ? write_pdf(file, *drawing) : drawing.diagnostics().front().message;
    interface.shared.message = problem.empty() ? tr(Text::export_done, {full_path(file)}) : problem;
    return;
  }
  const double speed = runs.transport().speed();
  const AnimationRange range{wish.from, wish.to,
                             static_cast<unsigned>(std::clamp(100 / speed, 2.0, 400.0))};
  if (std::string why = why_no_animation(range, runs.transport().last_cycle()); !why.empty()) {
    interface.shared.message = std::move(why);
    return;
  }
  const auto kind = wish.format == ExportWish::Format::gif    ? Animation::Kind::gif
                    : wish.format == ExportWish::Format::webp ? Animation::Kind::webp
                                                              : Animation::Kind::series;
  const std::string name = kind == Animation::Kind::gif ? interface.export_name("gif")
                           : kind == Animation::Kind::webp
                               ? interface.export_name("webp")
                               : "stallscope-" + panel_name(interface.looks.panel) + ".png";
  animation = std::make_unique<Animation>(kind, name, range);
}

/// Writes the next picture of an animation.
void animate(Comparison& runs, Interface& interface, std::unique_ptr<Animation>& animation) {
  interface.export_busy.reset(); // must not appear in the pictures
  if (animation == nullptr)
    return;
  if (animation->step(runs, interface)) {
    const std::string percent = fmt::format("{:.0f}", animation->progress() * 100);
    interface.export_busy = {tr(Text::export_progress, {animation->file(), percent}), -1,
                             [&animation] { animation.reset(); }};
    return;
  }
  interface.shared.message = animation->problem().empty()
                                 ? tr(Text::export_done, {full_path(animation->file())})
                                 : animation->problem();
  animation.reset();
}

/// Prints the time since the process started, for measurements.
void say_start_time() {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  std::ifstream stat("/proc/self/stat");
  std::string word;
  for (int field = 1; field < 22; ++field) // field 22: start time in ticks since boot
    stat >> word;
  double ticks = 0;
  stat >> ticks;
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  fmt::print("first frame with a run after {:.2f} s, {:.2f} s of a processor\n",
             static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9 -
                 ticks / static_cast<double>(sysconf(_SC_CLK_TCK)),
             seconds(used.ru_utime) + seconds(used.ru_stime));
}

/// Asks about unsaved changes before closing; true if the window stays open.
bool close_or_ask(Window& window, Interface& interface) {
  if (window.closing() && !interface.document().may_close()) {
    window.stay();
    return true;
  }
  if (interface.document().closing())
    window.close();
  return false;
}

/// Saves looks, runs and window size; reports problems with the file.
void save(SettingsFile& file, Settings& kept, const Window& window, Interface& interface,
          const Comparison& runs) {
  if (!window.fullscreen())
    std::tie(kept.window_width, kept.window_height) = window.size();
  if (!file.save(settings_now(kept, interface, runs)) && interface.shared.message.empty())
    interface.shared.message = file.problem();
}

/// Opens the window with the requested or saved size; null: the reason was printed.
std::unique_ptr<Window> open_window(const Options& options, const Settings& settings,
                                    Interface& interface) {
  const auto or_kept = [](unsigned asked, int before) {
    return asked == 0 ? static_cast<unsigned>(before) : asked;
  };
  auto opened = Window::open(or_kept(options.width, settings.window_width),
                             or_kept(options.height, settings.window_height), tr(Text::app_title));
  if (!opened) {
    fmt::print(stderr, "error: {}\n", opened.diagnostics().front().message);
    return nullptr;
  }
  std::unique_ptr<Window> window = std::move(*opened);
  ImGui_ImplGlfw_InitForOpenGL(window->handle(), true);
  ImGui_ImplOpenGL3_Init("#version 330");
  window->on_drop(
      [&interface](const std::vector<std::string>& files) { interface.take_files(files); });
  return window;
}

} // namespace

int run_window(const Options& options, Comparison& runs, Interface& interface,
               const Settings& settings, SettingsFile& file) {
  const std::unique_ptr<Window> opened = open_window(options, settings, interface);
  if (opened == nullptr)
    return 2;
  Window& window = *opened;
  interface.shared.closes = true;
  Settings kept = settings;
  double saved_at = glfwGetTime();
  std::optional<std::uint64_t> cycle = options.cycle;
  std::unique_ptr<Animation> animation;
  Frames frames(window, interface, options.scale);
  int frames_left = kFramesAfterEvent;
  bool drawn = true;
  bool drew_run = false; ///< a frame with the opened run has been drawn
  double before = glfwGetTime();
  while (!window.closing()) {
    const bool moving = runs.transport().moving() || frames_left > 0 || animation != nullptr;
    const double patience = moving || awaits(runs) ? kStillSeconds : kIdleSeconds;
    const double asleep = glfwGetTime();
    if (moving && drawn) // drawing waited for vertical synchronisation
      glfwPollEvents();
    else
      glfwWaitEventsTimeout(patience);
    const double now = glfwGetTime();
    const bool woken = !moving && now - asleep < patience * 0.95;
    const bool news = runs.update(now - before);
    before = now;
    go_to(cycle, runs, interface);
    if (interface.shared.export_wish || animation != nullptr)
      frames.forget(); // pictures were drawn with the same buffers
    drawn = frames.next();
    frames_left =
        news || woken || (drawn && !moving) ? kFramesAfterEvent : std::max(frames_left - 1, 0);
    const Run& first = runs.run(Side::a);
    drew_run = drew_run || (drawn && first.state() != Run::State::opening);
    if (options.time_start && drew_run && !first.busy()) {
      say_start_time();
      window.close();
    }
    export_picture(runs, interface, animation);
    animate(runs, interface, animation);
    if (close_or_ask(window, interface))
      frames_left = kFramesAfterEvent;
    window.set_fullscreen(interface.wants_fullscreen());
    if (now - saved_at > kSaveSeconds || window.closing()) {
      saved_at = now;
      save(file, kept, window, interface, runs);
    }
  }
  if (!file.problem().empty()) // may not have been visible on the screen
    fmt::print(stderr, "warning: {}\n", file.problem());
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  return 0;
}

} // namespace stallscope::gui
