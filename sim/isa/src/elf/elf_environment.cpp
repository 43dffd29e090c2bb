#include "elf/elf_parts.hpp"

#include <algorithm>

namespace stallscope::isa::elf {

namespace {

enum : std::uint32_t { kNoteAbiTag = 1 };
enum : std::uint32_t { kAbiLinux = 0 };

/// Notes are a name, a type and a description, padded to 4 bytes (System V ABI, "Note Section");
/// the ABI note of "GNU" begins with the number of the operating system (LSB, "Note Sections").
bool has_linux_note(std::span<const std::uint8_t> notes) {
  ByteReader reader(notes);
  while (reader.remaining() >= 12) {
    const std::uint64_t name_size = reader.u32();
    const std::uint64_t description_size = reader.u32();
    const std::uint32_t type = reader.u32();
    const auto name = reader.take((name_size + 3) / 4 * 4);
    const auto description = reader.take((description_size + 3) / 4 * 4);
    if (!reader.ok())
      return false;
    if (type == kNoteAbiTag && text_at(name, 0) == "GNU" && description.size() >= 4 &&
        ByteReader(description).u32() == kAbiLinux)
      return true;
  }
  return false;
}

/// Several headers may describe the same notes: at most the size of the file is read.
bool has_linux_note(const Image& image) {
  std::uint64_t left = image.bytes.size();
  return std::any_of(image.segments.begin(), image.segments.end(), [&](const SegmentHeader& s) {
    if (s.type != kSegmentNote || s.file_bytes > left)
      return false;
    left -= s.file_bytes;
    const auto bytes = image.slice(s.offset, s.file_bytes);
    return bytes && has_linux_note(*bytes);
  });
}

/// Linux maps nothing below this address by default (vm.mmap_min_addr).
constexpr std::uint64_t kLowestLinuxAddress = 0x10000;
/// Start of memory on most RISC-V boards and in their emulators.
constexpr std::uint64_t kUsualMemory = 0x8000'0000;

bool is_placed_for_linux(const Image& image, const ElfFile& elf) {
  const std::uint64_t lowest = elf.segments.front().address;
  return lowest >= kLowestLinuxAddress && lowest < kUsualMemory &&
         std::any_of(image.segments.begin(), image.segments.end(),
                     [](const SegmentHeader& s) { return s.type == kSegmentGnuStack; });
}

} // namespace

void guess_environment(const Image& image, ElfFile& elf) {
  const auto decide = [&](bool linux_user, std::string_view reason) {
    elf.linux_user = linux_user;
    elf.environment_reason = reason;
  };
  if (elf.symbol_named("tohost") != nullptr)
    decide(false, "it has a symbol 'tohost'");
  else if (image.header.os == kOsLinux)
    decide(true, "its header names Linux");
  else if (has_linux_note(image))
    decide(true, "its ABI note names Linux");
  else if (elf.symbol_named("__libc_start_main") != nullptr)
    decide(true, "it has a symbol '__libc_start_main'");
  else if (is_placed_for_linux(image, elf))
    decide(true, "it has a GNU_STACK header, and its addresses are usual for Linux");
  else
    decide(false, "nothing in it names Linux");
}

} // namespace stallscope::isa::elf
