#pragma once

#include "base/result.hpp"

#include <memory>

namespace stallscope::gui {

/// OpenGL without a window or a display: a context of EGL's surfaceless platform, without anything
/// to draw into. One at a time; made current where it is made.
class Offscreen {
public:
  /// Fails, in a sentence, where there is no such platform.
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
