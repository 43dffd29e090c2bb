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

/// Font files of the system; empty where none was found.
struct FontFiles {
  std::string text;
  std::string bold;
  std::string mono;
  std::string chinese;      ///< empty: Chinese cannot be shown
  std::string chinese_bold; ///< may be the same as `chinese`
  int chinese_number = 0;   ///< which of the fonts in the file has the simplified forms
  int chinese_bold_number = 0;
  /// Has no Chinese but kChineseName: stands for the others as long as no more is shown, where
  /// these are fetched when they are opened (gui/web). Empty: there is none.
  std::string chinese_name;
};

/// What the button says that switches to Chinese.
inline constexpr std::string_view kChineseName = "中";

/// What a Debian system has, the nicest first. Looks for files only, in the usual folders below
/// `root`.
[[nodiscard]] FontFiles find_fonts(const std::string& root);
/// Where fonts are: $STALLSCOPE_FONTS, or where Debian has them.
[[nodiscard]] std::string font_folder();

/// The packages that bring a Chinese font, for the message when there is none.
inline constexpr std::string_view kChineseFontPackages = "fonts-noto-cjk or fonts-wqy-microhei";

/// The sizes texts are drawn in, in pixels: a font each, so that nothing is scaled where it
/// matters.
struct TextSizes {
  float small = 13;
  float body = 16;
  float large = 20;
  float huge = 30;
};

/// The fonts of one scale, in the atlas of the present ImGui context.
class Fonts {
public:
  Fonts();
  ~Fonts();

  /// Fills the atlas anew. `chinese` holds the characters to have beside Latin ones; may be empty.
  /// Without font files ImGui's own font serves for everything.
  void build(const FontFiles& files, const TextSizes& sizes, std::string_view chinese);

  /// The font of a face that is nearest to a size: the next larger one, else the largest.
  [[nodiscard]] ImFont* at(Face face, float size) const;
  [[nodiscard]] const TextSizes& sizes() const { return sizes_; }

  /// This text is shown: characters of it that the fonts were built without (of names of files, of
  /// what is typed) are in them after the next build(). Those no font has are asked for once.
  void show(std::string_view text) const;
  /// Such have been shown since the last build().
  [[nodiscard]] bool lack_characters() const { return lack_; }

private:
  /// Characters up to U+FFFF, which are all that ImGui knows.
  using Characters = std::bitset<0x10000>;

  /// Opened once, however often the atlas is filled; null for no path.
  const MappedFile* file(const std::string& path);

  std::map<std::string, std::unique_ptr<MappedFile>> open_; ///< by path
  mutable Characters asked_; ///< by show(), beyond those that are always there
  mutable Characters built_;
  mutable bool lack_ = false;
  std::array<std::vector<ImFont*>, 3> fonts_; ///< by Face, sorted by size
  TextSizes sizes_;
};

} // namespace stallscope::gui
