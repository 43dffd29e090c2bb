#include "gif_file.hpp"

#include "base/part_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <gif_lib.h>
#include <limits>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace stallscope::gui {

namespace {

constexpr std::size_t kColours = 256;
/// Number of the most frequent colours that are kept exactly.
constexpr std::size_t kExactColours = 160;

std::uint32_t colour_at(const Picture& picture, std::size_t pixel) {
  const std::uint8_t* at = &picture.pixels[pixel * 3];
  return static_cast<std::uint32_t>(at[0]) << 16 | static_cast<std::uint32_t>(at[1]) << 8 | at[2];
}

std::uint8_t byte(std::uint32_t colour, unsigned shift) {
  return static_cast<std::uint8_t>(colour >> shift & 0xff);
}

/// Reduces the other colours; each counts once.
void add_quantized(const std::vector<std::uint32_t>& colours, std::size_t room,
                   std::vector<std::uint32_t>& palette) {
  std::vector<GifByteType> red;
  std::vector<GifByteType> green;
  std::vector<GifByteType> blue;
  for (const std::uint32_t colour : colours) {
    red.push_back(byte(colour, 16));
    green.push_back(byte(colour, 8));
    blue.push_back(byte(colour, 0));
  }
  std::vector<GifByteType> places(colours.size());
  std::array<GifColorType, kColours> made{};
  auto count = static_cast<int>(room);
  if (GifQuantizeBuffer(static_cast<unsigned>(colours.size()), 1, &count, red.data(), green.data(),
                        blue.data(), places.data(), made.data()) == GIF_ERROR)
    return; // the palette holds all colours exactly
  for (int i = 0; i < count; ++i) {
    const GifColorType& one = made.at(static_cast<std::size_t>(i));
    palette.push_back(static_cast<std::uint32_t>(one.Red) << 16 |
                      static_cast<std::uint32_t>(one.Green) << 8 | one.Blue);
  }
}

} // namespace

void ColourCount::add(const Picture& picture) {
  const std::size_t pixels = picture.pixels.size() / 3;
  for (std::size_t i = 0; i < pixels;) { // backgrounds are long runs of one colour
    const std::uint32_t colour = colour_at(picture, i);
    std::size_t end = i + 1;
    while (end < pixels && colour_at(picture, end) == colour)
      ++end;
    count_[colour] += end - i;
    i = end;
  }
}

std::vector<std::uint32_t> ColourCount::palette() const {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted;
  for (const auto& [colour, count] : count_)
    sorted.emplace_back(count, colour);
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const std::size_t exact = sorted.size() <= kColours ? sorted.size() : kExactColours;
  std::vector<std::uint32_t> palette;
  std::vector<std::uint32_t> rest;
  for (std::size_t i = 0; i < sorted.size(); ++i)
    (i < exact ? palette : rest).push_back(sorted[i].second);
  if (!rest.empty())
    add_quantized(rest, kColours - exact, palette);
  return palette;
}

struct GifFile::File {
  GifFileType* gif = nullptr;
  std::string part; ///< name of the temporary file

  ~File() {
    int ignored = 0;
    if (gif != nullptr)
      EGifCloseFile(gif, &ignored);
    std::error_code none;
    if (!part.empty())
      std::filesystem::remove(part, none);
  }
};

GifFile::GifFile() = default;
GifFile::~GifFile() = default;

std::string GifFile::failed(int error) const {
  const char* why = GifErrorString(error);
  return fmt::format("{} cannot be written: {}", name_, why != nullptr ? why : "unknown");
}

std::string GifFile::open(const std::string& file, unsigned width, unsigned height,
                          const std::vector<std::uint32_t>& palette) {
  name_ = file;
  palette_ = palette;
  width_ = width;
  height_ = height;
  if (width > std::numeric_limits<std::uint16_t>::max() ||
      height > std::numeric_limits<std::uint16_t>::max())
    return fmt::format("{} cannot be written: a GIF is at most 65535 pixels each way", file);
  file_ = std::make_unique<File>();
  int error = 0;
  std::string part;
  Descriptor opened = open_part(file, part);
  if (!opened.ok())
    return fmt::format("{} cannot be written: {}", file, std::generic_category().message(errno));
  const int handle = opened.release();
  file_->part = part;
  file_->gif = EGifOpenFileHandle(handle, &error); // closes the handle as well
  if (file_->gif == nullptr) {
    ::close(handle);
    return failed(error);
  }
  std::array<GifColorType, kColours> colours{};
  for (std::size_t i = 0; i < palette_.size(); ++i)
    colours.at(i) = {byte(palette_[i], 16), byte(palette_[i], 8), byte(palette_[i], 0)};
  ColorMapObject* map = GifMakeMapObject(static_cast<int>(kColours), colours.data());
  EGifSetGifVersion(file_->gif, true);
  const int put =
      EGifPutScreenDesc(file_->gif, static_cast<int>(width), static_cast<int>(height), 8, 0, map);
  GifFreeMapObject(map);
  // Infinite loop: the Netscape 2.0 extension, which all viewers support.
  constexpr std::array<unsigned char, 3> for_ever{1, 0, 0};
  if (put == GIF_ERROR ||
      EGifPutExtensionLeader(file_->gif, APPLICATION_EXT_FUNC_CODE) == GIF_ERROR ||
      EGifPutExtensionBlock(file_->gif, 11, "NETSCAPE2.0") == GIF_ERROR ||
      EGifPutExtensionBlock(file_->gif, static_cast<int>(for_ever.size()), for_ever.data()) ==
          GIF_ERROR ||
      EGifPutExtensionTrailer(file_->gif) == GIF_ERROR)
    return failed(file_->gif->Error);
  return {};
}

std::uint8_t GifFile::nearest(std::uint32_t colour) {
  const auto known = nearest_.find(colour);
  if (known != nearest_.end())
    return known->second;
  std::size_t best = 0;
  int least = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < palette_.size() && least > 0; ++i) {
    int distance = 0;
    for (const unsigned shift : {16U, 8U, 0U}) {
      const int apart = byte(colour, shift) - byte(palette_[i], shift);
      distance += apart * apart;
    }
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return nearest_.emplace(colour, static_cast<std::uint8_t>(best)).first->second;
}

std::string GifFile::add(const Picture& picture, unsigned centiseconds) {
  std::vector<std::uint8_t> places(std::size_t{width_} * height_);
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] = nearest(colour_at(picture, i));
  // The bounding box of all differences; one pixel when there are none.
  unsigned left = width_;
  unsigned right = 0;
  unsigned top = height_;
  unsigned bottom = 0;
  for (unsigned y = 0; y < height_; ++y)
    for (unsigned x = 0; x < width_; ++x) {
      const std::size_t i = std::size_t{y} * width_ + x;
      if (!shown_.empty() && shown_[i] == places[i])
        continue;
      left = std::min(left, x);
      right = std::max(right, x + 1);
      top = std::min(top, y);
      bottom = std::max(bottom, y + 1);
    }
  if (left >= right) {
    left = top = 0;
    right = bottom = 1;
  }
  GraphicsControlBlock control{};
  control.DisposalMode = DISPOSE_DO_NOT;
  control.DelayTime = static_cast<int>(centiseconds);
  control.TransparentColor = NO_TRANSPARENT_COLOR;
  std::array<GifByteType, 4> extension{};
  EGifGCBToExtension(&control, extension.data());
  bool good = EGifPutExtension(file_->gif, GRAPHICS_EXT_FUNC_CODE,
                               static_cast<int>(extension.size()), extension.data()) != GIF_ERROR &&
              EGifPutImageDesc(file_->gif, static_cast<int>(left), static_cast<int>(top),
                               static_cast<int>(right - left), static_cast<int>(bottom - top),
                               false, nullptr) != GIF_ERROR;
  for (unsigned y = top; good && y < bottom; ++y)
    good = EGifPutLine(file_->gif, &places[std::size_t{y} * width_ + left],
                       static_cast<int>(right - left)) != GIF_ERROR;
  shown_ = std::move(places);
  return good ? std::string() : failed(file_->gif->Error);
}

std::string GifFile::close() {
  int error = 0;
  if (EGifCloseFile(std::exchange(file_->gif, nullptr), &error) == GIF_ERROR)
    return failed(error);
  std::error_code problem;
  std::filesystem::rename(file_->part, name_, problem);
  if (problem)
    return fmt::format("{} cannot be written: {}", name_, problem.message());
  file_->part.clear();
  return {};
}

} // namespace stallscope::gui
