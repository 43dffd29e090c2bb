#include "png_file.hpp"

#include "base/part_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <png.h>
#include <system_error>

namespace stallscope::gui {

std::string write_png(const std::string& file, const Picture& picture) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = picture.width;
  image.height = picture.height;
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(image);
  const auto failed = [&](const std::string& why) {
    return fmt::format("{} cannot be written: {}", file, why);
  };
  std::string text(bytes, '\0');
  if (png_image_write_to_memory(&image, text.data(), &bytes, 0, picture.pixels.data(), 0,
                                nullptr) == 0)
    return failed(image.message);
  text.resize(bytes);
  return write_in_place_of(file, text) ? std::string()
                                       : failed(std::generic_category().message(errno));
}

} // namespace stallscope::gui
