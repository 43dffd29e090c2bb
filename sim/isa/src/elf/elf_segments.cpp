#include "elf/elf_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::isa::elf {

namespace {

std::string range(const ElfSegment& s) {
  return fmt::format("{:#x} to {:#x}", s.address, s.address + (s.memory_bytes - 1));
}

/// One loadable segment; nullopt if it takes no memory or is invalid, which is reported. `index` is
/// its number in readelf -l.
std::optional<ElfSegment> read_segment(Image& image, const SegmentHeader& h, std::size_t index) {
  if (h.file_bytes > h.memory_bytes) {
    image.error(fmt::format("segment {} takes {} bytes from the file, but only {} in memory", index,
                            h.file_bytes, h.memory_bytes),
                "at least as many in memory");
    return std::nullopt;
  }
  if (h.memory_bytes == 0)
    return std::nullopt;
  const unsigned xlen = image.header.xlen;
  const std::uint64_t top = xlen == 64 ? ~std::uint64_t{0} : 0xffff'ffffU;
  if (h.memory_bytes - 1 > top - h.address) {
    image.error(fmt::format("segment {} is {} bytes at {:#x} and reaches beyond the {}-bit address "
                            "space",
                            index, h.memory_bytes, h.address, xlen));
    return std::nullopt;
  }
  // A segment of zeros has no position in the file, whatever its offset is.
  const std::uint64_t offset = h.file_bytes > 0 ? h.offset : 0;
  const auto bytes = image.need(fmt::format("segment {}", index), offset, h.file_bytes);
  if (!bytes)
    return std::nullopt;
  ElfSegment s;
  s.address = h.address;
  s.load_address = h.load_address;
  s.memory_bytes = h.memory_bytes;
  s.bytes = *bytes;
  s.readable = (h.flags & kSegmentRead) != 0;
  s.writable = (h.flags & kSegmentWrite) != 0;
  s.executable = (h.flags & kSegmentExecute) != 0;
  return s;
}

/// The total size of the segments is limited to the allowed memory, and their stored bytes to the
/// size of the file: this rejects files that load a few bytes a million times.
void check_sizes(Image& image, const std::vector<ElfSegment>& segments) {
  std::uint64_t memory = 0;
  std::uint64_t bytes = 0;
  for (const ElfSegment& s : segments) {
    if (s.memory_bytes > kMaxElfMemoryBytes - memory) {
      image.error("the segments take more than 4 GiB of memory", "at most 4 GiB");
      return;
    }
    memory += s.memory_bytes;
    bytes += s.bytes.size();
  }
  if (bytes > image.bytes.size())
    image.error(
        fmt::format("the segments load {} bytes of a file of {}", bytes, image.bytes.size()),
        "each byte of the file in one segment at most");
}

void check_overlaps(Image& image, const std::vector<ElfSegment>& sorted) {
  std::size_t highest = 0;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[highest].contains(sorted[i].address))
      image.error(
          fmt::format("two segments overlap: {} and {}", range(sorted[highest]), range(sorted[i])));
    const auto last = [&](std::size_t at) {
      return sorted[at].address + (sorted[at].memory_bytes - 1);
    };
    if (last(i) > last(highest))
      highest = i;
  }
}

/// Load addresses are used only if all of them are valid: some linker scripts leave them undefined.
void check_load_addresses(Image& image, std::vector<ElfSegment>& segments) {
  std::vector<const ElfSegment*> sorted;
  for (const ElfSegment& s : segments)
    if (!s.bytes.empty())
      sorted.push_back(&s);
  std::sort(sorted.begin(), sorted.end(), [](const ElfSegment* a, const ElfSegment* b) {
    return a->load_address < b->load_address;
  });
  const std::uint64_t top = image.header.xlen == 64 ? ~std::uint64_t{0} : 0xffff'ffffU;
  bool usable = true;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const ElfSegment& s = *sorted[i];
    usable = usable && s.bytes.size() - 1 <= top - s.load_address;
    if (i > 0 && usable)
      usable = s.load_address - sorted[i - 1]->load_address >= sorted[i - 1]->bytes.size();
  }
  if (usable)
    return;
  image.note("the physical addresses of the segments overlap, so that each is loaded where the "
             "program finds it");
  for (ElfSegment& s : segments)
    s.load_address = s.address;
}

void check_entry(Image& image, const ElfFile& elf) {
  if (elf.entry % 2 != 0) {
    image.error(fmt::format("the entry point {:#x} is odd", elf.entry),
                "the address of an instruction");
    return;
  }
  if (elf.segment_at(elf.entry) == nullptr)
    image.error(fmt::format("the entry point {:#x} lies in no segment", elf.entry),
                "an address in a segment with code; is a symbol _start linked in?");
}

ElfProgramHeaders locate_headers(const Image& image, const ElfFile& elf) {
  const Header& h = image.header;
  ElfProgramHeaders found{0, h.segment_entry_size, h.segment_count};
  const std::uint64_t size = h.segment_entry_size * h.segment_count;
  for (const SegmentHeader& s : image.segments)
    if (s.type == kSegmentProgramHeaders && elf.segment_at(s.address) != nullptr) {
      found.address = s.address;
      return found;
    }
  for (const SegmentHeader& s : image.segments)
    if (s.type == kSegmentLoad && h.segments_offset >= s.offset && s.file_bytes >= size &&
        h.segments_offset - s.offset <= s.file_bytes - size) {
      found.address = s.address + (h.segments_offset - s.offset);
      return found;
    }
  return found;
}

} // namespace

void read_segments(Image& image, ElfFile& elf) {
  std::size_t loadable = 0;
  for (std::size_t i = 0; i < image.segments.size(); ++i) {
    if (image.segments[i].type != kSegmentLoad)
      continue;
    loadable += image.segments[i].memory_bytes > 0 ? 1 : 0;
    if (const auto segment = read_segment(image, image.segments[i], i))
      elf.segments.push_back(*segment);
  }
  if (loadable == 0)
    image.error("the program has no loadable segment, so nothing of it would be in memory",
                "a linked executable");
  std::sort(elf.segments.begin(), elf.segments.end(),
            [](const ElfSegment& a, const ElfSegment& b) { return a.address < b.address; });
  check_sizes(image, elf.segments);
  check_overlaps(image, elf.segments);
  elf.program_headers = locate_headers(image, elf);
  if (has_errors(image.problems))
    return;
  check_entry(image, elf);
  check_load_addresses(image, elf.segments);
}

} // namespace stallscope::isa::elf
