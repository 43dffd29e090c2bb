#pragma once

#include "base/result.hpp"

#include <memory>

namespace stallscope::gui {

/// OpenGL without a window or display: a surfaceless EGL context without a buffer. One at a time;
/// made current on construction.
class Offscreen {
public:
  /// Fails, with a sentence, when the platform does not exist.
  [[nodiscard]] static Result<std::unique_ptr<Offscreen>> open();
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

private:
  Offscreen() = default;

  struct Context;
  std::unique_ptr<Context> context_;
};

} // namespace stallscope::gui
