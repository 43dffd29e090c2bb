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

/// How often the colours of some pictures are there, as 0xRRGGBB.
class ColourCount {
public:
  void add(const Picture& picture);
  /// The 256 colours that stand for all: those that are there most as they are, so that grounds and
  /// bars are exact, and some for the many shades of the letters' edges.
  [[nodiscard]] std::vector<std::uint32_t> palette() const;

private:
  std::unordered_map<std::uint32_t, std::uint64_t> count_;
};

/// An animated GIF that is repeated for ever, picture by picture; of each only what differs from
/// the one before is kept. Nothing is under the file's name before it is whole.
class GifFile {
public:
  GifFile();
  ~GifFile();
  GifFile(const GifFile&) = delete;
  GifFile& operator=(const GifFile&) = delete;

  // Each: what went wrong in a sentence, or nothing.
  /// `palette` has at most 256 colours; all pictures are as large as the first.
  [[nodiscard]] std::string open(const std::string& file, unsigned width, unsigned height,
                                 const std::vector<std::uint32_t>& palette);
  /// Shown for so many hundredths of a second.
  [[nodiscard]] std::string add(const Picture& picture, unsigned centiseconds);
  [[nodiscard]] std::string close();

private:
  struct File;
  [[nodiscard]] std::uint8_t nearest(std::uint32_t colour);
  [[nodiscard]] std::string failed(int error) const;

  std::unique_ptr<File> file_;
  std::string name_;
  std::vector<std::uint32_t> palette_;
  std::unordered_map<std::uint32_t, std::uint8_t> nearest_; ///< colours that were looked up
  unsigned width_ = 0;
  unsigned height_ = 0;
  std::vector<std::uint8_t> shown_; ///< the picture before, as places in the palette
};

} // namespace stallscope::gui
