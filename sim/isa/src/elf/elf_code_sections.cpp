#include "elf/elf_parts.hpp"

#include <algorithm>

namespace stallscope::isa::elf {

void read_code_sections(const Image& image, ElfFile& elf) {
  for (const SectionHeader& s : image.sections) {
    if ((s.flags & kSectionExecutable) == 0 || s.type == kSectionNoBits || s.size == 0)
      continue;
    const auto bytes = image.slice(s.offset, s.size);
    const auto name = text_at(image.section_names, s.name_offset, kMaxElfNameBytes + 1);
    if (bytes && s.address + s.size > s.address)
      elf.code_sections.push_back({name.value_or(std::string_view{}), s.address, *bytes});
  }
  std::stable_sort(elf.code_sections.begin(), elf.code_sections.end(),
                   [](const auto& a, const auto& b) { return a.address < b.address; });
  // For overlapping sections only the first is used: the code cannot become larger than the file.
  std::uint64_t end = 0;
  std::erase_if(elf.code_sections, [&end](const ElfCodeSection& s) {
    if (s.address < end)
      return true;
    end = s.address + s.bytes.size();
    return false;
  });
}

} // namespace stallscope::isa::elf
