#include "render_target.hpp"

#include <fmt/format.h>

#include <cstring>
#include <glad/gl.h>

namespace stallscope::gui {

RenderTarget::~RenderTarget() {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  if (buffer_ != 0)
    glDeleteFramebuffers(1, &buffer_);
  if (texture_ != 0)
    glDeleteTextures(1, &texture_);
}

std::string RenderTarget::open(unsigned width, unsigned height) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  if (width > static_cast<unsigned>(largest) || height > static_cast<unsigned>(largest))
    return fmt::format("{} x {} pixels are more than OpenGL has here: {} each way", width, height,
                       largest);
  width_ = width;
  height_ = height;
  glGenTextures(1, &texture_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(width),
               static_cast<GLsizei>(height), 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glGenFramebuffers(1, &buffer_);
  glBindFramebuffer(GL_FRAMEBUFFER, buffer_);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
  return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE
             ? std::string()
             : "OpenGL gives no buffer to draw into";
}

Picture RenderTarget::read() const {
  Picture picture{width_, height_, {}};
  const std::size_t row = std::size_t{width_} * 3;
  std::vector<std::uint8_t> from_below(row * height_);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, static_cast<GLsizei>(width_), static_cast<GLsizei>(height_), GL_RGB,
               GL_UNSIGNED_BYTE, from_below.data());
  picture.pixels.resize(from_below.size());
  for (std::size_t y = 0; y < height_; ++y)
    std::memcpy(&picture.pixels[y * row], &from_below[(height_ - 1 - y) * row], row);
  return picture;
}

} // namespace stallscope::gui
