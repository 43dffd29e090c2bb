#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::gui {

/// Pixels of a picture, rows from the top, three bytes each: red, green, blue.
struct Picture {
  unsigned width = 0;
  unsigned height = 0;
  std::vector<std::uint8_t> pixels;
};

/// A buffer of OpenGL to draw into instead of a window. Needs a current context while it lives.
class RenderTarget {
public:
  RenderTarget() = default;
  ~RenderTarget();
  RenderTarget(const RenderTarget&) = delete;
  RenderTarget& operator=(const RenderTarget&) = delete;

  /// From now on everything is drawn into it. What went wrong, in a sentence; empty: nothing.
  [[nodiscard]] std::string open(unsigned width, unsigned height);
  /// What has been drawn.
  [[nodiscard]] Picture read() const;

private:
  unsigned buffer_ = 0;
  unsigned texture_ = 0;
  unsigned width_ = 0;
  unsigned height_ = 0;
};

} // namespace stallscope::gui
