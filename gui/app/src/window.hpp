#pragma once

#include "base/result.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct GLFWwindow;

namespace stallscope::gui {

/// A window with OpenGL 3.3.
class Window {
public:
  /// Fails, with a sentence, without a display or OpenGL 3.3.
  [[nodiscard]] static Result<std::unique_ptr<Window>> open(unsigned width, unsigned height,
                                                            const std::string& title);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] GLFWwindow* handle() const { return window_; }
  /// Display scale: display pixels per design pixel.
  [[nodiscard]] float scale() const;
  [[nodiscard]] bool closing() const;
  void close();
  /// Cancels the request to close.
  void stay();
  /// Width and height in the unit of open(): design pixels.
  [[nodiscard]] std::pair<int, int> size() const;
  /// Enters or leaves full screen.
  void set_fullscreen(bool fullscreen);
  [[nodiscard]] bool fullscreen() const { return fullscreen_; }
  /// The window's content was damaged or resized since the last call.
  [[nodiscard]] bool take_exposed();
  /// Called with the names of files dropped on the window.
  void on_drop(std::function<void(const std::vector<std::string>&)> receiver);

private:
  Window() = default;

  GLFWwindow* window_ = nullptr;
  bool exposed_ = true;
  bool fullscreen_ = false;
  int x_ = 0; ///< position before full screen
  int y_ = 0;
  int width_ = 0;
  int height_ = 0;
  std::function<void(const std::vector<std::string>&)> dropped_;
};

} // namespace stallscope::gui
