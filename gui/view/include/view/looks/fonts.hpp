#pragma once

#include "view/canvas/canvas.hpp"

#include <array>
#include <bitset>
#include <imgui.h>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

class MappedFile;

/// Font files of the system; empty if not found.
struct FontFiles {
  std::string text;
  std::string bold;
  std::string mono;
  std::string chinese;      ///< empty: Chinese cannot be shown
  std::string chinese_bold; ///< may be the same as `chinese`
  int chinese_number = 0;   ///< index of the font with the simplified forms in its file
  int chinese_bold_number = 0;
  /// A font with only the characters of kChineseName, used until Chinese text is shown, on
  /// platforms that fetch fonts on demand (gui/web). Empty: none.
  std::string chinese_name;
};

/// Label of the button that switches from English to Chinese.
inline constexpr std::string_view kChineseName = "中";

/// The same files with the fonts of Noto's collections that have the traditional forms of
/// characters.
[[nodiscard]] FontFiles with_traditional_forms(FontFiles files);

/// Finds the fonts of a Debian system in order of preference, in the usual folders below `root`.
[[nodiscard]] FontFiles find_fonts(const std::string& root);
/// The folder of fonts: $STALLSCOPE_FONTS, or the one used by Debian.
[[nodiscard]] std::string font_folder();

/// Packages that contain a Chinese font, for the message when there is none.
inline constexpr std::string_view kChineseFontPackages = "fonts-noto-cjk or fonts-wqy-microhei";

/// Text sizes in pixels; each has its own font, so that glyphs are not scaled.
struct TextSizes {
  float small = 13;
  float body = 16;
  float large = 20;
  float huge = 30;
};

/// The fonts for one scale, in the atlas of the current ImGui context.
class Fonts {
public:
  Fonts();
  ~Fonts();

  /// Rebuilds the atlas. `chinese`: the characters needed besides Latin ones; may be empty. Without
  /// font files ImGui's own font is used for all texts.
  void build(const FontFiles& files, const TextSizes& sizes, std::string_view chinese);

  /// The font of a face with the nearest size: the next larger one, otherwise the largest.
  [[nodiscard]] ImFont* at(Face face, float size) const;
  [[nodiscard]] const TextSizes& sizes() const { return sizes_; }

  /// Registers a displayed text: its characters that are missing in the fonts (in file names, in
  /// typed text) are added by the next build(). Characters that no font has are requested only
  /// once.
  void show(std::string_view text) const;
  /// Missing characters have been registered since the last build().
  [[nodiscard]] bool lack_characters() const { return lack_; }

private:
  /// Set of characters up to U+FFFF, the range of ImGui.
  using Characters = std::bitset<0x10000>;

  /// The file, mapped once for all builds; null for an empty path.
  const MappedFile* file(const std::string& path);

  std::map<std::string, std::unique_ptr<MappedFile>> open_; ///< by path
  mutable Characters asked_; ///< characters registered by show(), in addition to the default ranges
  mutable Characters built_;
  mutable bool lack_ = false;
  std::array<std::vector<ImFont*>, 3> fonts_; ///< by Face, sorted by size
  TextSizes sizes_;
};

} // namespace stallscope::gui
