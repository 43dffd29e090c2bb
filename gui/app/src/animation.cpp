#include "animation.hpp"

#include "base/part_file.hpp"
#include "model/language/strings.hpp"
#include "picture.hpp"
#include "png_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stallscope::gui {

std::string why_no_cycle(std::uint64_t cycle, std::uint64_t last_cycle) {
  if (cycle == 0)
    return tr(Text::cycle_zero);
  return cycle <= last_cycle ? std::string()
                             : tr(Text::cycle_behind_end,
                                  {fmt::format("{}", cycle), fmt::format("{}", last_cycle)});
}

std::string why_no_animation(const AnimationRange& range, std::uint64_t last_cycle) {
  if (range.from == 0 || range.to < range.from)
    return fmt::format(
        "cycles {} to {} are no range: the first is 1, the last not before the first", range.from,
        range.to);
  if (std::string why = why_no_cycle(range.to, last_cycle); !why.empty())
    return why;
  if (range.to - range.from >= AnimationRange::kMost)
    return fmt::format("{} pictures are too many: choose at most {} cycles",
                       range.to - range.from + 1, AnimationRange::kMost);
  return {};
}

Animation::Animation(Kind kind, std::string file, const AnimationRange& range)
    : kind_(kind), file_(std::move(file)), range_(range), next_(range.from),
      counting_(kind == Kind::gif) {}

double Animation::progress() const {
  const auto done = static_cast<double>(next_ - range_.from) / static_cast<double>(count());
  return kind_ != Kind::gif ? done : counting_ ? done / 2 : 0.5 + done / 2;
}

std::string Animation::numbered(std::uint64_t cycle) const {
  const std::filesystem::path path(file_);
  const std::string name = fmt::format("{}-{:04}.png", path.stem().string(), cycle);
  return (path.parent_path() / name).string();
}

namespace {

/// Checks that the file can be written before minutes are spent on rendering.
std::string why_not_writable(const std::string& file) {
  std::string part;
  if (!open_part(file, part).ok())
    return fmt::format("{} cannot be written: {}", file, std::generic_category().message(errno));
  std::error_code ignored;
  std::filesystem::remove(part, ignored);
  return {};
}

} // namespace

std::string Animation::take_webp(const Picture& picture) {
  std::string why;
  if (next_ == range_.from) {
    why = why_not_writable(file_);
    if (why.empty())
      why = webp_.open(file_, picture.width, picture.height);
  }
  if (why.empty())
    why = webp_.add(picture, range_.centiseconds * 10);
  return why.empty() && next_ == range_.to ? webp_.close() : why;
}

std::string Animation::take(const Picture& picture) {
  if (kind_ == Kind::series)
    return write_png(numbered(next_), picture);
  if (kind_ == Kind::webp)
    return take_webp(picture);
  if (counting_) {
    if (next_ == range_.from)
      if (std::string why = why_not_writable(file_); !why.empty())
        return why;
    colours_.add(picture);
    if (next_ < range_.to)
      return {};
    counting_ = false;
    next_ = range_.from - 1; // second pass
    return gif_.open(file_, picture.width, picture.height, colours_.palette());
  }
  std::string why = gif_.add(picture, range_.centiseconds);
  if (why.empty() && next_ == range_.to)
    why = gif_.close();
  return why;
}

bool Animation::step(Comparison& runs, Interface& interface) {
  const std::uint64_t before = runs.transport().cycle();
  runs.transport().pause();
  runs.transport().seek(next_);
  Picture picture;
  problem_ = draw_picture(1, runs, interface, picture);
  runs.transport().seek(before);
  if (problem_.empty())
    problem_ = take(picture);
  ++next_;
  return problem_.empty() && next_ <= range_.to;
}

} // namespace stallscope::gui
