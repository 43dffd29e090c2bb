#include "elf/elf_parts.hpp"

#include <algorithm>

namespace stallscope::isa {

const ElfSegment* ElfFile::segment_at(std::uint64_t address) const {
  auto after =
      std::upper_bound(segments.begin(), segments.end(), address,
                       [](std::uint64_t at, const ElfSegment& s) { return at < s.address; });
  if (after == segments.begin())
    return nullptr;
  const ElfSegment& s = *--after;
  return s.contains(address) ? &s : nullptr;
}

bool ElfFile::may_use(char extension) const {
  constexpr std::size_t kWidth = 4; // "rv32"
  if (arch.size() <= kWidth)
    return true;
  bool is_version = false; // 2p1 behind a letter
  for (const char c : arch.substr(kWidth)) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit || (is_version && c == 'p')) {
      is_version = true;
      continue;
    }
    is_version = false;
    if (c == 'z' || c == 's' || c == 'x') // longer names follow
      return false;
    if (c == extension ||
        (c == 'g' && std::string_view("imafd").find(extension) != std::string_view::npos))
      return true;
  }
  return false;
}

const ElfSymbol* ElfFile::symbol_named(std::string_view name) const {
  const ElfSymbol* found = nullptr;
  for (const ElfSymbol& s : symbols)
    if (s.name == name && (found == nullptr || (s.global && !found->global)))
      found = &s;
  return found;
}

const ElfSymbol* ElfFile::function_at(std::uint64_t address) const {
  auto after =
      std::upper_bound(symbols.begin(), symbols.end(), address,
                       [](std::uint64_t at, const ElfSymbol& s) { return at < s.address; });
  const ElfSymbol* found = nullptr;
  while (after != symbols.begin()) {
    const ElfSymbol& s = *--after;
    if (found != nullptr && s.address != found->address)
      break;
    if (s.kind == ElfSymbolKind::function && (found == nullptr || (s.global && !found->global)))
      found = &s;
  }
  if (found != nullptr && found->size > 0 && address - found->address >= found->size)
    return nullptr;
  return found;
}

bool looks_like_elf(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= 4 && bytes[0] == 0x7f && bytes[1] == 'E' && bytes[2] == 'L' &&
         bytes[3] == 'F';
}

Result<ElfFile> read_elf(std::string_view name, std::span<const std::uint8_t> bytes) {
  elf::Image image;
  image.name = name;
  image.bytes = bytes;
  if (!elf::read_header(image) || !elf::read_segment_headers(image))
    return std::move(image.problems);
  elf::check_static(image);
  if (has_errors(image.problems))
    return std::move(image.problems); // for other types of files the segments have a different
                                      // meaning
  ElfFile file;
  file.xlen = image.header.xlen;
  file.entry = image.header.entry;
  file.compressed = (image.header.flags & elf::kFlagCompressed) != 0;
  file.embedded = (image.header.flags & elf::kFlagEmbedded) != 0;
  file.float_abi = static_cast<FloatAbi>((image.header.flags & elf::kFlagFloatAbi) / 2);
  elf::read_segments(image, file);
  elf::read_section_headers(image);
  if (has_errors(image.problems))
    return std::move(image.problems);
  elf::read_code_sections(image, file);
  elf::read_attributes(image, file);
  elf::read_symbols(image, file);
  elf::read_lines(image, file);
  elf::guess_environment(image, file);
  return {std::move(file), std::move(image.problems)};
}

} // namespace stallscope::isa
