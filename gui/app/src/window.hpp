#pragma once

#include "base/result.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct GLFWwindow;

namespace stallscope::gui {

/// A window with OpenGL 3.3 in it.
class Window {
public:
  /// Fails, in a sentence, where there is no display or no OpenGL 3.3.
  [[nodiscard]] static Result<std::unique_ptr<Window>> open(unsigned width, unsigned height,
                                                            const std::string& title);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] GLFWwindow* handle() const { return window_; }
  /// Pixels of the display for each that a picture would have on a plain one.
  [[nodiscard]] float scale() const;
  [[nodiscard]] bool closing() const;
  void close();
  /// Takes back that it was to be closed.
  void stay();
  /// Width and height as open() takes them: pixels of a plain display.
  [[nodiscard]] std::pair<int, int> size() const;
  /// Covers the display, or goes back to what it was.
  void set_fullscreen(bool fullscreen);
  [[nodiscard]] bool fullscreen() const { return fullscreen_; }
  /// What it showed has been lost or has another size since this was asked last.
  [[nodiscard]] bool take_exposed();
  /// Called with the names of files that are dropped on the window.
  void on_drop(std::function<void(const std::vector<std::string>&)> receiver);

private:
  Window() = default;

  GLFWwindow* window_ = nullptr;
  bool exposed_ = true;
  bool fullscreen_ = false;
  int x_ = 0; ///< where it was before it was made to cover the display
  int y_ = 0;
  int width_ = 0;
  int height_ = 0;
  std::function<void(const std::vector<std::string>&)> dropped_;
};

} // namespace stallscope::gui
