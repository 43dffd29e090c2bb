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

/// An off-screen OpenGL buffer. Needs a current context during its lifetime.
class RenderTarget {
public:
  RenderTarget() = default;
  ~RenderTarget();
  RenderTarget(const RenderTarget&) = delete;
  RenderTarget& operator=(const RenderTarget&) = delete;

  /// Directs all drawing to this buffer. Returns the error as a sentence; empty: none.
  [[nodiscard]] std::string open(unsigned width, unsigned height);
  /// The rendered picture.
  [[nodiscard]] Picture read() const;

private:
  unsigned buffer_ = 0;
  unsigned texture_ = 0;
  unsigned width_ = 0;
  unsigned height_ = 0;
};

} // namespace stallscope::gui
