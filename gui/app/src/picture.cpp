#include "picture.hpp"

#include "animation.hpp"
#include "lists.hpp"
#include "model/language/strings.hpp"
#include "offscreen.hpp"
#include "png_file.hpp"
#include "render_target.hpp"

#include <fmt/format.h>

#include <backends/imgui_impl_opengl3.h>
#include <cstdio>
#include <imgui.h>

namespace stallscope::gui {

namespace {

/// Renders frames until panels have their layout and data.
constexpr int kFrames = 6;

void draw_frame(Comparison& runs, Interface& interface) {
  ImGui::GetIO().DeltaTime = 1.0F; // all animations have ended
  (void)begin_lists(interface);
  ImGui::NewFrame();
  interface.draw();
  ImGui::Render();
  runs.wait();
  runs.update(1.0);
}

} // namespace

std::string draw_picture(unsigned scale, Comparison& runs, Interface& interface, Picture& picture) {
  ImGuiIO& io = ImGui::GetIO();
  const ImVec2 size = io.DisplaySize;
  const ImVec2 pointer = io.MousePos;
  const float scale_before = interface.looks.scale;
  const auto times = static_cast<float>(scale);
  io.DisplaySize = {size.x * times, size.y * times};
  io.MousePos = {-1000, -1000};
  interface.looks.scale = scale_before * times;
  for (int frame = 0; frame < kFrames; ++frame)
    draw_frame(runs, interface);
  const auto width = static_cast<unsigned>(io.DisplaySize.x);
  const auto height = static_cast<unsigned>(io.DisplaySize.y);
  RenderTarget target;
  std::string problem = target.open(width, height);
  if (problem.empty()) {
    draw_lists(interface, static_cast<int>(width), static_cast<int>(height));
    picture = target.read();
  }
  io.DisplaySize = size;
  io.MousePos = pointer;
  interface.looks.scale = scale_before;
  return problem;
}

std::string save_picture(const std::string& file, unsigned scale, Comparison& runs,
                         Interface& interface) {
  Picture picture;
  const std::string problem = draw_picture(scale, runs, interface, picture);
  return problem.empty() ? write_png(file, picture) : problem;
}

namespace {

/// Renders each cycle of the requested range; returns the error as a sentence, or an empty string.
std::string animate(const Options& options, Comparison& runs, Interface& interface) {
  const std::uint64_t last = runs.transport().last_cycle();
  AnimationRange range{options.from, options.to.value_or(last), options.centiseconds()};
  if (std::string why = why_no_animation(range, last); !why.empty())
    return why;
  using Kind = Animation::Kind;
  Animation animation(!options.gif.empty()    ? Kind::gif
                      : !options.webp.empty() ? Kind::webp
                                              : Kind::series,
                      options.gif + options.webp + options.series, range); // only one is given
  while (animation.step(runs, interface)) {
  }
  return animation.problem();
}

} // namespace

int write_pictures(const Options& options, Comparison& runs, Interface& interface) {
  auto offscreen = Offscreen::open();
  if (!offscreen) {
    fmt::print(stderr, "error: {}\n",
               tr(Text::no_offscreen, {offscreen.diagnostics().front().message}));
    return 2;
  }
  ImGui::GetIO().DisplaySize = {static_cast<float>(options.width == 0 ? 1280 : options.width),
                                static_cast<float>(options.height == 0 ? 720 : options.height)};
  if (!ImGui_ImplOpenGL3_Init("#version 330")) {
    fmt::print(stderr, "error: {}\n", tr(Text::no_offscreen, {"OpenGL 3.3 does not start"}));
    return 2;
  }
  const std::string problem = options.animates()
                                  ? animate(options, runs, interface)
                                  : save_picture(options.screenshot, 1, runs, interface);
  ImGui_ImplOpenGL3_Shutdown();
  if (problem.empty())
    return 0;
  fmt::print(stderr, "error: {}\n", problem);
  return 2;
}

} // namespace stallscope::gui
