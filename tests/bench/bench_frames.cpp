// What a frame of the visualiser costs with its drawing, at 1600 x 1000 pixels, in runs of 1,000,
// 100,000 and 10,000,000 instructions: models and ImGui's lists without anything that shows them,
// and these lists through OpenGL without a display, which on a machine without a graphics card is
// Mesa's software renderer. A frame at 60 a second may take 16.7 ms, at 30 33.3 ms in all.
//
//   bench_frames [--machine NAME]... [--instructions N]... [--size WxH] [--no-opengl]
//   bench_frames --plan 1024x512 [--size WxH] [--no-opengl]     a plan of devices x micro-batches

#include "gui_bench.hpp"
#include "lists.hpp"
#include "model/comparison/comparison.hpp"
#include "offscreen.hpp"
#include "render_target.hpp"
#include "view/widgets/widgets.hpp"
#include "view/window/interface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <backends/imgui_impl_opengl3.h>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <glad/gl.h>
#include <imgui.h>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

using namespace stallscope;
using namespace stallscope::gui;

namespace {

struct Options {
  std::vector<std::string> machines;
  std::vector<std::uint64_t> lengths;
  std::string plan; ///< "1024x512": devices and micro-batches; in place of programs
  int width = 1600;
  int height = 1000;
  bool opengl = true;
};

/// Off-screen OpenGL.
class Renderer {
public:
  explicit Renderer(const Options& options) {
    if (!options.opengl)
      return;
    auto opened = Offscreen::open();
    if (!opened || !ImGui_ImplOpenGL3_Init("#version 330"))
      return;
    offscreen_ = std::move(*opened);
    target_ = std::make_unique<RenderTarget>();
    if (!target_->open(static_cast<unsigned>(options.width), static_cast<unsigned>(options.height))
             .empty())
      return;
    there_ = true;
  }
  ~Renderer() {
    if (offscreen_ != nullptr)
      ImGui_ImplOpenGL3_Shutdown();
  }
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  [[nodiscard]] bool there() const { return there_; }
  [[nodiscard]] std::string name() const {
    return there_ ? reinterpret_cast<const char*>(glGetString(GL_RENDERER)) : "no OpenGL";
  }
  void begin(Interface& interface) const {
    if (there_)
      (void)begin_lists(interface);
    else
      (void)interface.prepare();
  }
  void draw(const Interface& interface) const {
    if (!there_)
      return;
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    draw_lists(interface, static_cast<int>(size.x), static_cast<int>(size.y));
    glFinish();
  }

private:
  std::unique_ptr<Offscreen> offscreen_;
  std::unique_ptr<RenderTarget> target_;
  bool there_ = false;
};

/// The interface with a run of some length, frame by frame.
class Window {
public:
  Window(const Options& options, const Renderer& renderer)
      : renderer_(renderer), interface_(runs_, Threads::background) {
    ImGui::GetIO().DisplaySize = {static_cast<float>(options.width),
                                  static_cast<float>(options.height)};
    ImGui::GetIO().MousePos = {-1000, -1000};
    interface_.looks.theme = ThemeId::dark;
  }

  /// A frame of 1/60 second. Kept are processor time of models and lists, and the time of OpenGL.
  void frame() {
    const double begin = thread_milliseconds();
    runs_.update(1.0 / 60);
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    renderer_.begin(interface_);
    ImGui::NewFrame();
    interface_.draw();
    ImGui::Render();
    lists_ = thread_milliseconds() - begin;
    const double before = process_milliseconds();
    opengl_ = milliseconds([this] { renderer_.draw(interface_); });
    opengl_cpu_ = process_milliseconds() - before;
    ImGui::GetIO().MouseWheel = 0;
  }

  /// Until nothing is simulated or recorded any more.
  void settle() {
    for (int quiet = 0; quiet < 4;) {
      frame();
      quiet = runs_.run(Side::a).busy() ? 0 : quiet + 1;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  /// Turns the wheel over the diagram, with Ctrl held down: each notch is a fifth.
  void zoom(int notches) {
    ImGuiIO& io = ImGui::GetIO();
    io.KeyCtrl = true;
    for (int i = 0; i < std::abs(notches); ++i) {
      point_at("diagram_a");
      io.MouseWheel = notches < 0 ? -1.0F : 1.0F;
      frame();
    }
    io.KeyCtrl = false;
    away();
  }
  void point_at(const char* id) const {
    const auto place = place_of(id);
    if (place)
      ImGui::GetIO().MousePos = {place->centre().x, place->centre().y};
  }
  static void away() { ImGui::GetIO().MousePos = {-1000, -1000}; }

  [[nodiscard]] Comparison& runs() { return runs_; }
  [[nodiscard]] Interface& interface() { return interface_; }
  [[nodiscard]] double lists() const { return lists_; }
  [[nodiscard]] double opengl() const { return opengl_; }
  /// Processor time of all threads.
  [[nodiscard]] double opengl_cpu() const { return opengl_cpu_; }

private:
  const Renderer& renderer_;
  Comparison runs_{Threads::background};
  Interface interface_;
  double lists_ = 0;
  double opengl_ = 0;
  double opengl_cpu_ = 0;
};

/// How often the triangles of a frame fill the window.
double times_filled() {
  const ImDrawData& data = *ImGui::GetDrawData();
  double area = 0;
  for (int l = 0; l < data.CmdListsCount; ++l) {
    const ImDrawList& list = *data.CmdLists[l];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const auto inside = [&command](ImVec2 point) {
        const ImVec4& clip = command.ClipRect;
        return ImVec2(std::clamp(point.x, clip.x, clip.z), std::clamp(point.y, clip.y, clip.w));
      };
      for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
        const auto corner = [&](unsigned k) {
          const auto at = static_cast<int>(command.IdxOffset + i + k);
          return inside(
              list.VtxBuffer[static_cast<int>(command.VtxOffset) + list.IdxBuffer[at]].pos);
        };
        const ImVec2 a = corner(0);
        const ImVec2 b = corner(1);
        const ImVec2 c = corner(2);
        area += std::abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2;
      }
    }
  }
  return area / static_cast<double>(data.DisplaySize.x * data.DisplaySize.y);
}

/// Draw calls of a frame once it has been drawn.
std::size_t draw_calls() {
  const ImDrawData& data = *ImGui::GetDrawData();
  std::size_t count = 0;
  for (int l = 0; l < data.CmdListsCount; ++l)
    for (const ImDrawCmd& command : data.CmdLists[l]->CmdBuffer)
      count += command.UserCallback == nullptr ? 1 : 0;
  return count;
}

struct Line {
  double filled = 0;
  Times lists;
  Times opengl;
  Times cpu;
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  std::size_t draws = 0; ///< draw calls, large fills' own ones included

  void add(const Window& window) {
    lists.add(window.lists());
    opengl.add(window.opengl());
    cpu.add(window.opengl_cpu());
    filled = std::max(filled, times_filled());
    const ImDrawData& data = *ImGui::GetDrawData();
    vertices = std::max(vertices, static_cast<std::size_t>(data.TotalVtxCount));
    triangles = std::max(triangles, static_cast<std::size_t>(data.TotalIdxCount / 3));
    draws = std::max(draws, draw_calls());
  }
  void print(const std::string& what) {
    fmt::print("  {:<44} {:7.2f} {:7.2f}   {:7.2f} {:7.2f} {:7.2f} {:8} {:9} {:5} {:6.1f}\n", what,
               lists.median(), lists.worst(), opengl.median(), opengl.worst(), cpu.median(),
               vertices, triangles, draws, filled);
    std::fflush(stdout);
  }
};

/// Frames until a run in pane A is open: how many milliseconds that takes.
double open_whole(Window& window, Line& opening, RunSpec what) {
  window.runs().open_a(std::move(what));
  return milliseconds([&] {
    for (bool more = true; more;) {
      window.frame();
      opening.add(window);
      more = window.runs().run(Side::a).state() == Run::State::opening;
    }
  });
}

/// Frames at places all over the run, those in which the place is still recorded among them.
void scrub(Window& window, const std::string& what, int places = 25) {
  Line line;
  std::mt19937_64 random(1);
  Run& run = window.runs().run(Side::a);
  for (int i = 0; i < places; ++i) {
    window.runs().transport().seek(1 + random() % run.last_cycle());
    for (int frame = 0; frame < 2 || (run.busy() && frame < 10'000); ++frame) {
      window.frame();
      line.add(window);
    }
  }
  line.print(what);
}

void play(Window& window, const std::string& what) {
  Line line;
  Transport& transport = window.runs().transport();
  transport.seek(window.runs().run(Side::a).last_cycle() / 2);
  window.settle();
  transport.set_speed(Transport::kFastest);
  transport.play();
  for (int i = 0; i < 60; ++i) {
    window.frame();
    line.add(window);
  }
  transport.pause();
  line.print(what);
}

/// Back a cycle at a time, each once it is there.
void step_back(Window& window, const std::string& what) {
  Line line;
  Transport& transport = window.runs().transport();
  transport.seek(window.runs().run(Side::a).last_cycle() / 3);
  window.settle();
  for (int i = 0; i < 60; ++i) {
    transport.step_back();
    window.frame();
    line.add(window);
  }
  line.print(what);
}

/// Wheel out to the whole run and in again, a notch a frame.
void zoom(Window& window, const std::string& what) {
  Line line;
  ImGuiIO& io = ImGui::GetIO();
  window.runs().transport().to_end();
  window.settle();
  io.KeyCtrl = true;
  for (const float way : {-1.0F, 1.0F})
    for (int i = 0; i < 60; ++i) {
      window.point_at("diagram_a");
      io.MouseWheel = way;
      window.frame();
      line.add(window);
    }
  io.KeyCtrl = false;
  Window::away();
  line.print(what);
}

void measure(const Options& options, const Renderer& renderer, std::uint64_t instructions,
             const std::string& machine) {
  Window window(options, renderer);
  window.frame();
  window.frame(); // fonts
  Line opening;
  const double all = open_whole(window, opening, loop_of(instructions, machine));
  const Run& run = window.runs().run(Side::a);
  fmt::print("{} instructions on {}: {} cycles, open after {:.0f} ms\n", instructions, machine,
             run.last_cycle(), all);
  fmt::print("  {:<44} {:>7} {:>7}   {:>7} {:>7} {:>7} {:>8} {:>9} {:>5} {:>6}\n", "", "lists",
             "worst", "OpenGL", "worst", "CPU", "vertices", "triangles", "draws", "filled");
  opening.print("table, while it is opened");
  scrub(window, "table, anywhere");
  play(window, "table, played");
  step_back(window, "table, back");
  window.interface().looks.panel = PanelId::processor;
  scrub(window, "processor, anywhere");
  window.interface().looks.panel = PanelId::structures;
  scrub(window, "structures, anywhere");
  window.interface().looks.panel = PanelId::ledger;
  scrub(window, "ledger, anywhere");
  window.interface().looks.panel = PanelId::diagram;
  window.runs().transport().seek(run.last_cycle() / 2);
  window.settle();
  scrub(window, "diagram, letters");
  play(window, "diagram, letters, played");
  step_back(window, "diagram, letters, back");
  // The first notches end the fit to the panel; cells are 46 x 28 pixels before them.
  window.zoom(-6);
  window.settle();
  scrub(window, "diagram, boxes of 15 x 9 pixels");
  window.zoom(-5);
  window.settle();
  scrub(window, "diagram, boxes of 6 x 4 (50,000 cells)");
  play(window, "diagram, 50,000 cells, played");
  window.zoom(-3);
  window.settle();
  scrub(window, "diagram, boxes of 3.6 x 2.2");
  window.zoom(-7);
  window.settle();
  scrub(window, "diagram, a pixel a cycle");
  zoom(window, "diagram, zoomed out and in");
}

/// A second run beside the first: their operations are numbered alike.
void measure_second(const Options& options, const Renderer& renderer, std::uint64_t instructions,
                    const std::string& machine) {
  Window window(options, renderer);
  window.frame();
  window.runs().open_a(loop_of(instructions, machine));
  window.settle();
  Line opening;
  window.runs().open_b(loop_of(instructions, "dual-5"));
  for (int quiet = 0; quiet < 10; ++quiet) {
    window.frame();
    opening.add(window);
    if (window.runs().run(Side::b).busy())
      quiet = 0;
  }
  opening.print("table, while a second run is opened");
}

/// A plan of interleaved 1f1b with two chunks a device: opened, looked at anywhere, played.
void measure_plan(const Options& options, const Renderer& renderer) {
  Window window(options, renderer);
  window.frame();
  window.frame(); // fonts
  RunSpec spec;
  spec.subject = Subject::plan;
  spec.program.name = "interleaved-1f1b";
  spec.settings = {{"devices", options.plan.substr(0, options.plan.find('x'))},
                   {"micro_batches", options.plan.substr(options.plan.find('x') + 1)},
                   {"chunks", "2"}};
  Line opening;
  const double all = open_whole(window, opening, spec);
  const Run& run = window.runs().run(Side::a);
  fmt::print("plan of {}: {} operations in {} ticks, open after {:.0f} ms\n", options.plan,
             run.op_count(), run.last_cycle(), all);
  opening.print("devices, while it is opened");
  Run& sought = window.runs().run(Side::a);
  const std::uint64_t length = std::min<std::uint64_t>(sought.window_cycles(), 100);
  double slowest = 0;
  for (std::uint64_t i = 1; i <= 20; ++i) {
    const std::uint64_t from = (run.last_cycle() - length) * i / 21 + 1;
    slowest = std::max(slowest, milliseconds([&] {
                         while (sought.window(from, from + length) == nullptr) {
                           sought.poll();
                           std::this_thread::sleep_for(std::chrono::microseconds(200));
                         }
                       }));
  }
  fmt::print("  a place that is not recorded is there after {:.1f} ms at most\n", slowest);
  scrub(window, "devices, anywhere");
  play(window, "devices, played");
  step_back(window, "devices, back");
  window.interface().looks.panel = PanelId::ledger;
  scrub(window, "ledger, anywhere");
  window.interface().looks.panel = PanelId::diagram;
  scrub(window, "diagram, anywhere");
}

Options options_of(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--no-opengl") {
      options.opengl = false;
      continue;
    }
    if (i + 1 >= argc)
      break;
    const std::string value = argv[++i];
    if (word == "--machine")
      options.machines.push_back(value);
    else if (word == "--instructions")
      options.lengths.push_back(std::strtoull(value.c_str(), nullptr, 10));
    else if (word == "--plan" && value.find('x') != std::string::npos)
      options.plan = value;
    else if (word == "--size" && value.find('x') != std::string::npos) {
      options.width = std::atoi(value.c_str());
      options.height = std::atoi(value.c_str() + value.find('x') + 1);
    }
  }
  if (options.machines.empty())
    options.machines = {"mips-5", "ooo-8"};
  if (options.lengths.empty())
    options.lengths = {1'000, 100'000, 10'000'000};
  return options;
}

} // namespace

int main(int argc, char** argv) {
  const Options options = options_of(argc, argv);
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  // As every window has it: lists of more than 65,536 vertices are drawn in parts.
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  {
    const Renderer renderer(options);
    fmt::print("{} x {} pixels, {}; milliseconds a frame, median and worst\n", options.width,
               options.height, renderer.name());
    if (!options.plan.empty())
      measure_plan(options, renderer);
    for (const std::string& machine :
         options.plan.empty() ? options.machines : std::vector<std::string>())
      for (const std::uint64_t instructions : options.lengths) {
        measure(options, renderer, instructions, machine);
        measure_second(options, renderer, instructions, machine);
      }
  }
  ImGui::DestroyContext();
}
