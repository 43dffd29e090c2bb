#include "elf/dwarf_line.hpp"
#include "elf/elf_parts.hpp"

#include <fmt/format.h>

#include <array>

namespace stallscope::isa::elf {

namespace {

constexpr std::array<std::string_view, 3> kSections{".debug_line", ".debug_line_str", ".debug_str"};

/// Compressed sections have a flag; before its standardization, a special name.
bool is_compressed(const Image& image) {
  return image.section_named(".zdebug_line") != nullptr ||
         std::any_of(kSections.begin(), kSections.end(), [&](std::string_view name) {
           const SectionHeader* section = image.section_named(name);
           return section != nullptr && (section->flags & kSectionCompressed) != 0;
         });
}

std::span<const std::uint8_t> content(Image& image, std::string_view name) {
  const SectionHeader* section = image.section_named(name);
  if (section == nullptr || section->type == kSectionNoBits)
    return {};
  const auto bytes = image.slice(section->offset, section->size);
  if (!bytes)
    image.warning(fmt::format("the section {} lies outside the file", name));
  return bytes.value_or(std::span<const std::uint8_t>{});
}

} // namespace

void read_lines(Image& image, ElfFile& elf) {
  if (is_compressed(image)) {
    image.note("the debug information is compressed, so that no source lines are shown",
               "a program linked without -gz, or treated with objcopy --decompress-debug-sections");
    return;
  }
  const LineSections sections{content(image, kSections[0]), content(image, kSections[1]),
                              content(image, kSections[2])};
  const auto is_code = [&elf](std::uint64_t begin, std::uint64_t end) {
    const ElfSegment* s = elf.segment_at(begin);
    return s != nullptr && elf.has_code(*s) && s->contains(end - 1);
  };
  LineTableRead read = read_line_sections(sections, is_code);
  if (!read.limit.empty())
    image.warning(
        fmt::format("no source lines are shown: the line table is too large, {}", read.limit));
  else if (read.damaged_units > 0)
    image.warning(fmt::format("some source lines are missing: {} units of .debug_line cannot be "
                              "read, the first {}",
                              read.damaged_units, read.problem));
  elf.lines = std::move(read.table);
}

} // namespace stallscope::isa::elf
