#include "elf/elf_parts.hpp"

#include <fmt/format.h>

namespace stallscope::isa::elf {

namespace {

enum : std::uint64_t {
  kDynamicEnd = 0,
  kDynamicNeeded = 1,
  kDynamicFlags1 = 0x6ffffffb,
};
enum : std::uint64_t { kFlags1Pie = 0x08000000 };

struct Dynamic {
  bool needs_libraries = false;
  bool position_independent_executable = false;
};

const SegmentHeader* segment_of_type(const Image& image, std::uint32_t type) {
  for (const SegmentHeader& s : image.segments)
    if (s.type == type)
      return &s;
  return nullptr;
}

Dynamic read_dynamic(const Image& image) {
  Dynamic found;
  const SegmentHeader* segment = segment_of_type(image, kSegmentDynamic);
  const auto bytes =
      segment != nullptr ? image.slice(segment->offset, segment->file_bytes) : std::nullopt;
  if (!bytes)
    return found;
  ByteReader reader(*bytes);
  const unsigned word = image.header.xlen / 8;
  while (reader.remaining() >= 2 * word) {
    const std::uint64_t tag = reader.unsigned_of(word);
    const std::uint64_t value = reader.unsigned_of(word);
    if (tag == kDynamicEnd)
      break;
    if (tag == kDynamicNeeded)
      found.needs_libraries = true;
    if (tag == kDynamicFlags1 && (value & kFlags1Pie) != 0)
      found.position_independent_executable = true;
  }
  return found;
}

/// The dynamic linker's path for a message: without control characters and at most one line long.
std::string interpreter_name(const Image& image, const SegmentHeader& segment) {
  const auto bytes = image.slice(segment.offset, segment.file_bytes);
  const auto path = bytes ? text_at(*bytes, 0, 81) : std::nullopt;
  if (!path || path->empty())
    return {};
  std::string shown = " by ";
  for (const char c : *path)
    shown += c >= 0x20 && c < 0x7f ? c : '?';
  return shown;
}

} // namespace

void check_static(Image& image) {
  const SegmentHeader* interpreter = segment_of_type(image, kSegmentInterpreter);
  const Dynamic dynamic = read_dynamic(image);
  const bool fixed = image.header.type == kTypeExecutable;
  if (interpreter != nullptr)
    image.error(fmt::format("this is a dynamically linked {}program, to be started{}",
                            fixed ? "" : "position-independent ",
                            interpreter_name(image, *interpreter)),
                "a static program; link it with -static");
  else if (!fixed && dynamic.position_independent_executable && !dynamic.needs_libraries)
    image.error("this is a static position-independent program (static-pie)",
                "a program at fixed addresses; link it with -static -no-pie");
  else if (!fixed)
    image.error("this is a shared library, not a program", "an executable, linked with -static");
  else if (dynamic.needs_libraries)
    image.error("this program needs shared libraries", "a static program; link it with -static");
}

} // namespace stallscope::isa::elf
