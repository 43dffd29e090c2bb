#include "static_elf.hpp"

#include <cstddef>

namespace stallscope::differential {

namespace {

constexpr std::uint64_t kPage = 4096;

/// Appends numbers to a file, little-endian; addresses and offsets take xlen bits.
class ImageWriter {
public:
  ImageWriter(std::vector<std::uint8_t>& file, unsigned xlen) : file_(file), xlen_(xlen) {}

  void number(std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
      file_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  void half(std::uint64_t value) { number(value, 2); }
  void word(std::uint64_t value) { number(value, 4); }
  void address(std::uint64_t value) { number(value, xlen_ / 8); }

private:
  std::vector<std::uint8_t>& file_;
  unsigned xlen_;
};

// System V ABI, "ELF Header"; RISC-V psABI, "File Header".
void write_header(ImageWriter& out, unsigned xlen, std::uint64_t entry, std::size_t segments) {
  out.word(0x464c457f); // 0x7f 'E' 'L' 'F'
  out.number(xlen == 32 ? 1 : 2, 1);
  out.number(1, 1); // little-endian
  out.number(1, 1); // version
  out.number(0, 1); // any operating system
  out.number(0, 8);
  out.half(2);   // executable
  out.half(243); // RISC-V
  out.word(1);   // version
  out.address(entry);
  out.address(xlen == 32 ? 52 : 64); // program headers follow
  out.address(0);                    // no sections
  out.word(1 | 4);                   // C extension, FP arguments of double precision
  out.half(xlen == 32 ? 52 : 64);
  out.half(xlen == 32 ? 32 : 56);
  out.half(segments);
  out.half(0);
  out.half(0);
  out.half(0);
}

// System V ABI, "Program Header".
void write_segment(ImageWriter& out, unsigned xlen, const Segment& segment, std::uint64_t offset) {
  const unsigned flags = 4U | (segment.writable ? 2U : 0U) | (segment.executable ? 1U : 0U);
  out.word(1); // PT_LOAD
  if (xlen == 64)
    out.word(flags);
  out.address(offset);
  out.address(segment.address);
  out.address(segment.address);
  out.address(segment.bytes.size());
  out.address(segment.memory_bytes);
  if (xlen == 32)
    out.word(flags);
  out.address(kPage);
}

} // namespace

std::vector<std::uint8_t> static_elf(unsigned xlen, std::uint64_t entry,
                                     const std::vector<Segment>& segments) {
  std::vector<std::uint8_t> file;
  ImageWriter out(file, xlen);
  write_header(out, xlen, entry, segments.size());
  std::uint64_t offset = kPage; // of the first segment: behind all headers
  for (const Segment& segment : segments) {
    write_segment(out, xlen, segment, offset);
    offset += (segment.bytes.size() + kPage - 1) / kPage * kPage;
  }
  for (const Segment& segment : segments) {
    file.resize((file.size() + kPage - 1) / kPage * kPage);
    file.insert(file.end(), segment.bytes.begin(), segment.bytes.end());
  }
  return file;
}

} // namespace stallscope::differential
