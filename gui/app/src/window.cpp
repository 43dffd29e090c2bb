#include "window.hpp"

#include "model/language/strings.hpp"

#include <glad/gl.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <algorithm>
#include <cmath>
#include <utility>

namespace stallscope::gui {

namespace {

std::string last_problem() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text != nullptr ? text : "unknown";
}

Diagnostic sentence(std::string message) {
  Diagnostic diagnostic;
  diagnostic.message = std::move(message);
  return diagnostic;
}

/// The largest window size that fits the display, before scaling by GLFW_SCALE_TO_MONITOR;
/// unlimited when unknown.
std::pair<int, int> room_on_display() {
  constexpr int kNoLimit = 1 << 16;
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  float scale_x = 1;
  float scale_y = 1;
  if (monitor != nullptr) {
    glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
    glfwGetMonitorContentScale(monitor, &scale_x, &scale_y);
  }
  if (width < 320 || height < 240)
    return {kNoLimit, kNoLimit};
  return {static_cast<int>(static_cast<float>(width) / std::max(scale_x, 1.0F)),
          static_cast<int>(static_cast<float>(height) / std::max(scale_y, 1.0F))};
}

} // namespace

Result<std::unique_ptr<Window>> Window::open(unsigned width, unsigned height,
                                             const std::string& title) {
  if (glfwInit() == GLFW_FALSE)
    return sentence(tr(Text::no_display, {last_problem()}));
  std::unique_ptr<Window> window(new Window);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  const auto [room_x, room_y] = room_on_display();
  window->window_ =
      glfwCreateWindow(std::min(static_cast<int>(width), room_x),
                       std::min(static_cast<int>(height), room_y), title.c_str(), nullptr, nullptr);
  if (window->window_ == nullptr)
    return sentence(tr(Text::no_opengl, {last_problem()}));
  glfwSetWindowUserPointer(window->window_, window.get());
  glfwMakeContextCurrent(window->window_);
  if (gladLoadGL(reinterpret_cast<GLADloadfunc>(glfwGetProcAddress)) == 0)
    return sentence(tr(Text::no_opengl, {"its functions cannot be loaded"}));
  glfwSwapInterval(1);
  const auto expose = [](GLFWwindow* handle) {
    static_cast<Window*>(glfwGetWindowUserPointer(handle))->exposed_ = true;
  };
  glfwSetWindowRefreshCallback(window->window_, expose);
  glfwSetFramebufferSizeCallback(window->window_, [](GLFWwindow* handle, int, int) {
    static_cast<Window*>(glfwGetWindowUserPointer(handle))->exposed_ = true;
  });
  return window;
}

Window::~Window() {
  if (window_ != nullptr)
    glfwDestroyWindow(window_);
  glfwTerminate();
}

float Window::scale() const {
  float x = 1;
  float y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  return std::clamp(std::max(x, y), 0.5F, 8.0F);
}

bool Window::take_exposed() {
  return std::exchange(exposed_, false);
}

bool Window::closing() const {
  return glfwWindowShouldClose(window_) == GLFW_TRUE;
}

void Window::close() {
  glfwSetWindowShouldClose(window_, GLFW_TRUE);
}

void Window::stay() {
  glfwSetWindowShouldClose(window_, GLFW_FALSE);
}

std::pair<int, int> Window::size() const {
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  const auto plain = [this](int pixels) {
    return static_cast<int>(std::lround(static_cast<float>(pixels) / scale()));
  };
  return {plain(width), plain(height)};
}

void Window::set_fullscreen(bool fullscreen) {
  if (fullscreen == fullscreen_)
    return;
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  if (mode == nullptr)
    return;
  fullscreen_ = fullscreen;
  if (fullscreen) {
    glfwGetWindowPos(window_, &x_, &y_);
    glfwGetWindowSize(window_, &width_, &height_);
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  } else {
    glfwSetWindowMonitor(window_, nullptr, x_, y_, width_, height_, GLFW_DONT_CARE);
  }
}

void Window::on_drop(std::function<void(const std::vector<std::string>&)> receiver) {
  dropped_ = std::move(receiver);
  glfwSetDropCallback(window_, [](GLFWwindow* handle, int count, const char** files) {
    const auto* window = static_cast<const Window*>(glfwGetWindowUserPointer(handle));
    window->dropped_(std::vector<std::string>(files, files + count));
  });
}

} // namespace stallscope::gui
