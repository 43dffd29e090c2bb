#pragma once

#include "render_target.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace stallscope::gui {

/// Histogram of the colours of some pictures, as 0xRRGGBB.
class ColourCount {
public:
  void add(const Picture& picture);
  /// The 256-colour palette: the most frequent colours exactly, so that backgrounds and bars are
  /// exact, and the remaining entries for the shades of antialiased text.
  [[nodiscard]] std::vector<std::uint32_t> palette() const;

private:
  std::unordered_map<std::uint32_t, std::uint64_t> count_;
};

/// An endlessly repeated animated GIF, written picture by picture; only the differences to the
/// previous picture are stored. The file appears when it is complete.
class GifFile {
public:
  GifFile();
  ~GifFile();
  GifFile(const GifFile&) = delete;
  GifFile& operator=(const GifFile&) = delete;

  // Each function returns the error as a sentence, or an empty string.

  /// `palette` has at most 256 colours; all pictures have the size of the first one.
  [[nodiscard]] std::string open(const std::string& file, unsigned width, unsigned height,
                                 const std::vector<std::uint32_t>& palette);
  /// Adds a picture, displayed for this many hundredths of a second.
  [[nodiscard]] std::string add(const Picture& picture, unsigned centiseconds);
  [[nodiscard]] std::string close();

private:
  struct File;
  [[nodiscard]] std::uint8_t nearest(std::uint32_t colour);
  [[nodiscard]] std::string failed(int error) const;

  std::unique_ptr<File> file_;
  std::string name_;
  std::vector<std::uint32_t> palette_;
  std::unordered_map<std::uint32_t, std::uint8_t> nearest_; ///< cache of nearest palette entries
  unsigned width_ = 0;
  unsigned height_ = 0;
  std::vector<std::uint8_t> shown_; ///< the previous picture, as palette indices
};

} // namespace stallscope::gui
