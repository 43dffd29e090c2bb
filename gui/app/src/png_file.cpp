#include "png_file.hpp"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <png.h>

namespace stallscope::gui {

std::string write_png(const std::string& file, const Picture& picture) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = picture.width;
  image.height = picture.height;
  image.format = PNG_FORMAT_RGB;
  const std::string part = file + ".part"; // the final name appears only for a complete file
  if (png_image_write_to_file(&image, part.c_str(), 0, picture.pixels.data(), 0, nullptr) == 0) {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    return fmt::format("{} cannot be written: {}", file, image.message);
  }
  std::error_code problem;
  std::filesystem::rename(part, file, problem);
  return problem ? fmt::format("{} cannot be written: {}", file, problem.message()) : std::string();
}

} // namespace stallscope::gui
