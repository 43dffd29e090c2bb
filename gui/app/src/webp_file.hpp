#pragma once

#include "render_target.hpp"

#include <memory>
#include <string>

namespace stallscope::gui {

/// An endlessly repeated animated WebP with lossless compression; only the differences to the
/// previous picture are stored. The file appears when it is complete.
class WebpFile {
public:
  WebpFile();
  ~WebpFile();
  WebpFile(const WebpFile&) = delete;
  WebpFile& operator=(const WebpFile&) = delete;

  // Each function returns the error as a sentence, or an empty string. open() fails in a build
  // without libwebp.

  /// All pictures have the size of the first one.
  [[nodiscard]] std::string open(const std::string& file, unsigned width, unsigned height);
  /// Adds a picture, displayed for this many milliseconds.
  [[nodiscard]] std::string add(const Picture& picture, unsigned milliseconds);
  [[nodiscard]] std::string close();

private:
  struct Encoder;
  std::unique_ptr<Encoder> encoder_;
  std::string name_;
};

} // namespace stallscope::gui
