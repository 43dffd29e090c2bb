#include "offscreen.hpp"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <array>
#include <cstring>
#include <glad/gl.h>

namespace stallscope::gui {

struct Offscreen::Context {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  ~Context() {
    if (display == EGL_NO_DISPLAY)
      return;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context != EGL_NO_CONTEXT)
      eglDestroyContext(display, context);
    eglTerminate(display);
  }

  /// Opens the EGL display; returns the error, or an empty string.
  std::string open_display();
};

std::string Offscreen::Context::open_display() {
  const auto platform_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
      eglGetProcAddress("eglGetPlatformDisplayEXT"));
  const char* known = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (platform_display == nullptr || known == nullptr ||
      std::strstr(known, "EGL_MESA_platform_surfaceless") == nullptr)
    return "EGL has no surfaceless platform here";
  display = platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) == EGL_FALSE) {
    display = EGL_NO_DISPLAY;
    return "EGL cannot be started";
  }
  constexpr std::array<EGLint, 3> wanted_config{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  constexpr std::array<EGLint, 7> wanted{EGL_CONTEXT_MAJOR_VERSION,
                                         3,
                                         EGL_CONTEXT_MINOR_VERSION,
                                         3,
                                         EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                         EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                         EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  eglBindAPI(EGL_OPENGL_API);
  if (eglChooseConfig(display, wanted_config.data(), &config, 1, &count) == EGL_FALSE || count == 0)
    config = nullptr; // a context without surface needs no configuration
  context = eglCreateContext(display, config, EGL_NO_CONTEXT, wanted.data());
  if (context == EGL_NO_CONTEXT ||
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_FALSE)
    return "there is no OpenGL 3.3";
  if (gladLoadGL(reinterpret_cast<GLADloadfunc>(eglGetProcAddress)) == 0)
    return "OpenGL's functions cannot be loaded";
  return {};
}

Result<std::unique_ptr<Offscreen>> Offscreen::open() {
  std::unique_ptr<Offscreen> offscreen(new Offscreen);
  offscreen->context_ = std::make_unique<Context>();
  const std::string problem = offscreen->context_->open_display();
  if (problem.empty())
    return offscreen;
  Diagnostic diagnostic;
  diagnostic.message = problem;
  return diagnostic;
}

Offscreen::~Offscreen() = default;

} // namespace stallscope::gui
