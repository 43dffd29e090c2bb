#pragma once

#include "gif_file.hpp"
#include "model/comparison/comparison.hpp"
#include "view/window/interface.hpp"
#include "webp_file.hpp"

#include <cstdint>
#include <string>

namespace stallscope::gui {

/// Settings of an animation of a run.
struct AnimationRange {
  std::uint64_t from = 1; ///< cycles, inclusive
  std::uint64_t to = 1;
  unsigned centiseconds = 50; ///< display time of a cycle in moving pictures

  /// Limit of pictures in one animation.
  static constexpr std::uint64_t kMost = 2000;
};

/// Why a cycle cannot be shown for a run of this length, as a sentence; empty: it can. Cycles count
/// from 1.
[[nodiscard]] std::string why_no_cycle(std::uint64_t cycle, std::uint64_t last_cycle);
/// Why a range cannot be shown for runs of this length, as a sentence; empty: it can.
[[nodiscard]] std::string why_no_animation(const AnimationRange& range, std::uint64_t last_cycle);

/// Renders a picture for each cycle of a range, as an animated GIF or WebP or as a series of PNGs,
/// one with each step(), so that a window stays responsive. A GIF is rendered twice: first to
/// compute its palette, then to write its pictures.
class Animation {
public:
  enum class Kind : std::uint8_t { gif, webp, series };

  /// `file`: for a series "walk.png" becomes walk-0001.png, walk-0002.png ... by cycle.
  Animation(Kind kind, std::string file, const AnimationRange& range);

  /// Renders and writes the next picture; the runs' positions are restored. True: more pictures
  /// follow.
  bool step(Comparison& runs, Interface& interface);
  /// The error as a sentence; empty: none so far.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// 0 to 1.
  [[nodiscard]] double progress() const;
  /// The files written, as text for a message.
  [[nodiscard]] const std::string& file() const { return file_; }

private:
  [[nodiscard]] std::string take(const Picture& picture);
  [[nodiscard]] std::string take_webp(const Picture& picture);
  [[nodiscard]] std::uint64_t count() const { return range_.to - range_.from + 1; }
  [[nodiscard]] std::string numbered(std::uint64_t cycle) const;

  Kind kind_;
  std::string file_;
  AnimationRange range_;
  std::uint64_t next_;    ///< cycle
  bool counting_ = false; ///< first pass: counts colours
  ColourCount colours_;
  GifFile gif_;
  WebpFile webp_;
  std::string problem_;
};

} // namespace stallscope::gui
