#include "view/looks/fonts.hpp"

#include "looks/mapped_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <imgui_freetype.h>
#include <imgui_internal.h> // for ImTextCharFromUtf8
#include <utility>

namespace stallscope::gui {

namespace {

/// A candidate font file, and the index of the font in it.
struct Candidate {
  const char* file;
  int number = 0;
};

Candidate first_there(const std::string& root, std::initializer_list<Candidate> candidates) {
  for (const Candidate& candidate : candidates) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(root + "/" + candidate.file, ignored))
      return candidate;
  }
  return {""};
}

std::string path_of(const std::string& root, const Candidate& found) {
  return *found.file == '\0' ? std::string() : root + "/" + found.file;
}

/// Latin, Greek, punctuation, arrows, mathematical symbols, blocks and shapes.
constexpr std::array<ImWchar, 21> kRanges{0x0020, 0x017f, 0x0391, 0x03c9, 0x2010, 0x2027, 0x2030,
                                          0x203a, 0x2070, 0x209c, 0x2190, 0x21ff, 0x2200, 0x22ff,
                                          0x2500, 0x25ff, 0x2600, 0x27bf, 0x3000, 0x3002, 0};

/// Font sizes are line heights, which are larger in Chinese fonts: with this factor their
/// characters are as high as Latin ones.
constexpr float kChineseShare = 1.18F;
/// The smallest letters that are drawn sharp, as a share of the small ones.
constexpr float kTinyShare = 0.7F;

/// Fonts in Noto's collections, which have the forms of Japan, Korea, China, Taiwan and Hong Kong.
constexpr int kSimplified = 2;
constexpr int kTraditional = 3;

} // namespace

std::string font_folder() {
  const char* given = std::getenv("STALLSCOPE_FONTS"); // single-threaded
  return given != nullptr && *given != '\0' ? given : "/usr/share/fonts";
}

FontFiles with_traditional_forms(FontFiles files) {
  constexpr std::string_view kSimplifiedName = "NotoSansCJKsc-"; // Noto's names of single fonts
  constexpr std::string_view kTraditionalName = "NotoSansCJKtc-";
  for (std::string* file : {&files.chinese, &files.chinese_bold})
    if (const std::size_t at = file->rfind(kSimplifiedName); at != std::string::npos) {
      std::string other = *file;
      other.replace(at, kSimplifiedName.size(), kTraditionalName);
      std::error_code ignored;
      if (std::filesystem::is_regular_file(other, ignored))
        *file = std::move(other);
    }
  for (int* number : {&files.chinese_number, &files.chinese_bold_number})
    if (*number == kSimplified)
      *number = kTraditional;
  return files;
}

FontFiles find_fonts(const std::string& root) {
  FontFiles files;
  const Candidate chinese =
      first_there(root, {{"opentype/noto/NotoSansCJK-Regular.ttc", kSimplified},
                         {"opentype/noto/NotoSansCJKsc-Regular.otf"},
                         {"truetype/wqy/wqy-microhei.ttc"},
                         {"truetype/wqy/wqy-zenhei.ttc"},
                         {"truetype/arphic/uming.ttc"},
                         {"truetype/droid/DroidSansFallbackFull.ttf"}});
  const Candidate chinese_bold =
      first_there(root, {{"opentype/noto/NotoSansCJK-Bold.ttc", kSimplified},
                         {"opentype/noto/NotoSansCJKsc-Bold.otf"},
                         chinese});
  files.chinese = path_of(root, chinese);
  files.chinese_number = chinese.number;
  files.chinese_bold = path_of(root, chinese_bold);
  files.chinese_bold_number = chinese_bold.number;
  files.chinese_name = path_of(root, first_there(root, {{"opentype/noto/NotoSansCJKsc-Name.otf"}}));
  files.text =
      path_of(root, first_there(root, {{"opentype/inter/Inter-Regular.otf"},
                                       {"truetype/noto/NotoSans-Regular.ttf"},
                                       {"truetype/dejavu/DejaVuSans.ttf"},
                                       {"truetype/liberation/LiberationSans-Regular.ttf"}}));
  files.bold = path_of(root, first_there(root, {{"opentype/inter/Inter-SemiBold.otf"},
                                                {"truetype/noto/NotoSans-Bold.ttf"},
                                                {"truetype/dejavu/DejaVuSans-Bold.ttf"},
                                                {"truetype/liberation/LiberationSans-Bold.ttf"}}));
  files.mono =
      path_of(root, first_there(root, {{"truetype/dejavu/DejaVuSansMono.ttf"},
                                       {"truetype/noto/NotoSansMono-Regular.ttf"},
                                       {"truetype/liberation/LiberationMono-Regular.ttf"}}));
  if (files.bold.empty())
    files.bold = files.text;
  return files;
}

namespace {

/// Adds a font from a file that remains mapped; the default font if null.
ImFont* add_font(ImFontAtlas& atlas, const MappedFile* file, const ImFontConfig& config,
                 const ImWchar* ranges) {
  if (file == nullptr || file->data() == nullptr)
    return config.MergeMode ? nullptr : atlas.AddFontDefault(&config);
  ImFontConfig whole = config;
  whole.FontDataOwnedByAtlas = true; // avoids a copy of 20 MB for each size
  ImFont* font = atlas.AddFontFromMemoryTTF(file->data(), static_cast<int>(file->size()),
                                            config.SizePixels, &whole, ranges);
  atlas.ConfigData.back().FontDataOwnedByAtlas = false;
  return font;
}

/// Any of the characters is in a range that only Chinese fonts have.
template <std::size_t kCount> bool any_ideograph(const std::bitset<kCount>& characters) {
  constexpr std::size_t kFirst = 0x2e80; // CJK radicals
  return (characters >> kFirst).any();
}

} // namespace

const MappedFile* Fonts::file(const std::string& path) {
  if (path.empty())
    return nullptr;
  std::unique_ptr<MappedFile>& file = open_[path];
  if (file == nullptr)
    file = std::make_unique<MappedFile>(path);
  return file.get();
}

Fonts::Fonts() = default;
Fonts::~Fonts() = default;

void Fonts::build(const FontFiles& files, const TextSizes& sizes, std::string_view chinese) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
  atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
  sizes_ = sizes;
  built_.reset();
  ImVector<ImWchar> wanted; // both must live until the atlas is built
  ImVector<ImWchar> always;
  ImFontGlyphRangesBuilder characters;
  for (std::size_t code = 0; code < asked_.size(); ++code)
    if (asked_[code])
      characters.AddChar(static_cast<ImWchar>(code));
  ImFontGlyphRangesBuilder first = characters; // the subset for the Latin fonts
  first.AddRanges(kRanges.data());
  first.BuildRanges(&always);
  characters.AddText(chinese.data(), chinese.data() + chinese.size());
  characters.BuildRanges(&wanted);
  for (const ImVector<ImWchar>& ranges : {always, wanted})
    for (int i = 0; i + 1 < ranges.Size; i += 2)
      for (std::size_t code = ranges[i]; code <= ranges[i + 1]; ++code)
        built_.set(code);
  lack_ = false;
  const bool name_only =
      chinese == kChineseName && !files.chinese_name.empty() && !any_ideograph(asked_);
  FontFiles others = files;
  if (name_only) {
    others.chinese = others.chinese_bold = files.chinese_name;
    others.chinese_number = others.chinese_bold_number = 0;
  }
  const std::array<std::pair<std::string, std::pair<std::string, int>>, 3> faces{
      {{files.text, {others.chinese, others.chinese_number}},
       {files.bold, {others.chinese_bold, others.chinese_bold_number}},
       {files.mono, {others.chinese, others.chinese_number}}}};
  for (std::size_t face = 0; face < faces.size(); ++face) {
    fonts_[face].clear();
    const auto& [file, other] = faces[face];
    // The first one is for letters that are made smaller to fit: fonts lose strokes when they are
    // drawn at much less than their size.
    for (const float size :
         {std::round(sizes.small * kTinyShare), sizes.small, sizes.body, sizes.large, sizes.huge}) {
      ImFontConfig config;
      config.SizePixels = size;
      config.OversampleH = 1;
      config.PixelSnapH = true;
      ImFont* font = add_font(atlas, this->file(file), config, always.Data);
      if (!chinese.empty() && !other.first.empty() && !file.empty()) {
        config.MergeMode = true;
        config.FontNo = other.second;
        config.SizePixels = std::round(size * kChineseShare);
        add_font(atlas, this->file(other.first), config, wanted.Data);
      }
      fonts_[face].push_back(font);
    }
  }
  atlas.Build();
  ImGui::GetIO().FontDefault = at(Face::text, sizes.body);
}

void Fonts::show(std::string_view text) const {
  const char* at = text.data();
  const char* end = at + text.size();
  while (at < end) {
    if (static_cast<unsigned char>(*at) < 0x80) {
      ++at;
      continue;
    }
    unsigned code = 0;
    at += std::max(1, ImTextCharFromUtf8(&code, at, end));
    if (code >= built_.size() || built_[code])
      continue;
    built_.set(code); // requested once, whether or not a font has it
    asked_.set(code);
    lack_ = true;
  }
}

ImFont* Fonts::at(Face face, float size) const {
  const std::vector<ImFont*>& fonts = fonts_[static_cast<std::size_t>(face)];
  for (ImFont* font : fonts)
    if (font->FontSize >= size - 0.5F)
      return font;
  return fonts.back();
}

} // namespace stallscope::gui
