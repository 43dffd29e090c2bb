#include "elf/elf_image.hpp"

#include "program/load_check.hpp"

#include <fmt/format.h>

namespace stallscope::isa::elf {

namespace {

void add(Image& image, Severity severity, std::string message, std::string expected) {
  Diagnostic d = problem_with_file(image.name, std::move(message));
  d.severity = severity;
  d.expected = std::move(expected);
  image.problems.push_back(std::move(d));
}

SegmentHeader read_segment_header(ByteReader& reader, unsigned xlen) {
  SegmentHeader s;
  const unsigned word = xlen / 8;
  s.type = reader.u32();
  if (xlen == 64)
    s.flags = reader.u32();
  s.offset = reader.unsigned_of(word);
  s.address = reader.unsigned_of(word);
  s.load_address = reader.unsigned_of(word);
  s.file_bytes = reader.unsigned_of(word);
  s.memory_bytes = reader.unsigned_of(word);
  if (xlen == 32)
    s.flags = reader.u32();
  reader.skip(word); // alignment
  return s;
}

SectionHeader read_section_header(ByteReader& reader, unsigned xlen) {
  SectionHeader s;
  const unsigned word = xlen / 8;
  s.name_offset = reader.u32();
  s.type = reader.u32();
  s.flags = reader.unsigned_of(word);
  s.address = reader.unsigned_of(word);
  s.offset = reader.unsigned_of(word);
  s.size = reader.unsigned_of(word);
  s.link = reader.u32();
  reader.skip(4 + word); // info, alignment
  s.entry_size = reader.unsigned_of(word);
  return s;
}

/// Valid positions of the segment table: after the header, aligned to its words.
bool check_segment_table_place(Image& image) {
  const Header& h = image.header;
  const unsigned xlen = h.xlen;
  const std::uint64_t header_size = xlen == 64 ? 64 : 52;
  const std::uint64_t entry_size = xlen == 64 ? 56 : 32;
  if (h.segment_count == 0) {
    image.error("the program has no program headers, so nothing says what belongs into memory",
                "a linked executable");
    return false;
  }
  if (h.segment_count == 0xffff) {
    image.error("the program has 65,535 program headers or more", "at most 65,534");
    return false;
  }
  if (h.segment_entry_size != entry_size)
    image.error(fmt::format("a program header takes {} bytes", h.segment_entry_size),
                fmt::format("{} bytes in ELF{}", entry_size, xlen));
  if (h.segments_offset < header_size)
    image.error(fmt::format("the program header table at offset {} overlaps the ELF header, which "
                            "takes {} bytes",
                            h.segments_offset, header_size));
  if (h.segments_offset % (xlen / 8) != 0)
    image.error(
        fmt::format("the program header table is misaligned, at offset {}", h.segments_offset),
        fmt::format("a multiple of {} in ELF{}", xlen / 8, xlen));
  return !has_errors(image.problems);
}

/// Numbers too large for the header are stored in the first section header (System V ABI,
/// "Sections").
void resolve_extended_numbers(Header& h, std::span<const std::uint8_t> first_header) {
  ByteReader reader(first_header);
  const SectionHeader first = read_section_header(reader, h.xlen);
  if (h.section_count == 0)
    h.section_count = first.size;
  if (h.section_names_index == 0xffff)
    h.section_names_index = first.link;
}

void find_section_names(Image& image) {
  const std::uint64_t index = image.header.section_names_index;
  if (index == 0)
    return; // the file has no section names
  if (index < image.sections.size()) {
    const SectionHeader& names = image.sections[static_cast<std::size_t>(index)];
    if (const auto bytes = image.slice(names.offset, names.size)) {
      image.section_names = *bytes;
      return;
    }
  }
  image.warning("the names of the sections are not in the file, so that its symbols and its source "
                "lines are not shown");
  image.sections.clear();
}

} // namespace

void Image::error(std::string message, std::string expected) {
  add(*this, Severity::error, std::move(message), std::move(expected));
}

void Image::warning(std::string message, std::string expected) {
  add(*this, Severity::warning, std::move(message), std::move(expected));
}

void Image::note(std::string message, std::string expected) {
  add(*this, Severity::note, std::move(message), std::move(expected));
}

std::optional<std::span<const std::uint8_t>> Image::slice(std::uint64_t offset,
                                                          std::uint64_t size) const {
  if (offset > bytes.size() || size > bytes.size() - offset)
    return std::nullopt;
  return bytes.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

std::optional<std::span<const std::uint8_t>> Image::need(std::string_view what,
                                                         std::uint64_t offset, std::uint64_t size) {
  auto found = slice(offset, size);
  if (!found)
    error(fmt::format("the file is cut off: {} begins at byte {} and takes {} bytes, but the file "
                      "has {} bytes",
                      what, offset, size, bytes.size()),
          "the whole file");
  return found;
}

const SectionHeader* Image::section_named(std::string_view section) const {
  for (const SectionHeader& s : sections)
    if (text_at(section_names, s.name_offset, section.size() + 1) == section)
      return &s;
  return nullptr;
}

bool read_segment_headers(Image& image) {
  if (!check_segment_table_place(image))
    return false;
  const Header& h = image.header;
  const auto bytes = image.need("the program header table", h.segments_offset,
                                h.segment_count * h.segment_entry_size);
  if (!bytes)
    return false;
  ByteReader reader(*bytes);
  for (std::uint64_t i = 0; i < h.segment_count; ++i)
    image.segments.push_back(read_segment_header(reader, h.xlen));
  return true;
}

void read_section_headers(Image& image) {
  const Header& h = image.header;
  if (h.sections_offset == 0)
    return;
  const std::uint64_t entry_size = h.xlen == 64 ? 64 : 40;
  if (h.section_entry_size != entry_size) {
    image.warning(fmt::format("a section header takes {} bytes, so that symbols and source lines "
                              "are not shown",
                              h.section_entry_size),
                  fmt::format("{} bytes in ELF{}", entry_size, h.xlen));
    return;
  }
  constexpr std::string_view table = "the section header table";
  const auto first = image.need(table, h.sections_offset, entry_size);
  if (!first)
    return;
  resolve_extended_numbers(image.header, *first);
  const std::uint64_t most = image.bytes.size() / entry_size + 1;
  const auto bytes =
      image.need(table, h.sections_offset, std::min(h.section_count, most) * entry_size);
  if (!bytes)
    return;
  ByteReader reader(*bytes);
  while (reader.remaining() > 0)
    image.sections.push_back(read_section_header(reader, h.xlen));
  find_section_names(image);
}

} // namespace stallscope::isa::elf
