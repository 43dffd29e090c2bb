#include "elf/elf_parts.hpp"

namespace stallscope::isa::elf {

namespace {

// RISC-V psABI, chapter "Attributes".
constexpr std::uint32_t kSectionAttributes = 0x70000003;
constexpr std::uint8_t kFormat = 'A';
constexpr std::uint64_t kTagFile = 1;
constexpr std::uint64_t kTagArch = 5;

/// The value of Tag_arch among the attributes of a vendor, behind its name.
std::string_view arch_among(ByteReader& reader) {
  while (reader.ok() && reader.remaining() > 0) {
    const std::size_t begin = reader.position();
    const std::uint64_t tag = reader.uleb();
    const std::uint32_t bytes = reader.u32();
    const std::size_t head = reader.position() - begin;
    if (!reader.ok() || bytes < head)
      return {};
    ByteReader attributes(reader.take(bytes - head));
    while (tag == kTagFile && attributes.ok() && attributes.remaining() > 0) {
      const std::uint64_t of = attributes.uleb();
      if (of == kTagArch)
        return attributes.c_string();
      if (of % 2 != 0) // odd tags have texts, even ones numbers
        (void)attributes.c_string();
      else
        (void)attributes.uleb();
    }
  }
  return {};
}

} // namespace

void read_attributes(const Image& image, ElfFile& elf) {
  for (const SectionHeader& s : image.sections) {
    const auto bytes = s.type == kSectionAttributes ? image.slice(s.offset, s.size) : std::nullopt;
    if (!bytes)
      continue;
    ByteReader reader(*bytes);
    if (reader.u8() != kFormat)
      return;
    while (reader.ok() && reader.remaining() > 4) {
      const std::uint32_t length = reader.u32();
      ByteReader vendor(reader.take(length < 4 ? 0 : length - 4));
      if (vendor.c_string() == "riscv")
        elf.arch = arch_among(vendor);
    }
    return;
  }
}

} // namespace stallscope::isa::elf
