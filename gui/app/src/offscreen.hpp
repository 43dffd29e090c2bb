#pragma once

#include "base/result.hpp"

#include <memory>

namespace stallscope::gui {

/// OpenGL without a window or display: a surfaceless EGL context without a buffer. Only one can
/// exist at a time; construction makes it current.
class Offscreen {
public:
  /// Fails, with a sentence, when the EGL platform is not available.
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
