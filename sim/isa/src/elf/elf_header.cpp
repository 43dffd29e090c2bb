#include "elf/elf_image.hpp"

#include <fmt/format.h>

#include <array>

namespace stallscope::isa::elf {

namespace {

constexpr const char* kCompilers =
    "a RISC-V program, compiled with riscv64-linux-gnu-gcc -static or riscv64-unknown-elf-gcc";

struct Beginning {
  std::string_view bytes;
  std::string_view kind;
};
/// File types that may be mistaken for programs, by their first bytes.
constexpr std::array<Beginning, 8> kBeginnings{{
    {"!<arch>\n", "a static library or another archive"},
    {"MZ", "a program for Windows"},
    {"#!", "a script"},
    {"\xcf\xfa\xed\xfe", "a program for macOS"},
    {"\xca\xfe\xba\xbe", "a program for macOS or a Java class"},
    {"BC\xc0\xde", "LLVM bitcode"},
    {"\x1f\x8b", "a gzip archive"},
    {"PK\x03\x04", "a zip archive"},
}};

struct MachineName {
  std::uint16_t machine;
  std::string_view name;
};
constexpr std::array<MachineName, 23> kMachineNames{{
    {2, "SPARC"},
    {3, "x86 (32 bits)"},
    {4, "68000"},
    {8, "MIPS"},
    {15, "PA-RISC"},
    {18, "SPARC"},
    {20, "PowerPC"},
    {21, "PowerPC (64 bits)"},
    {22, "IBM Z"},
    {40, "ARM (32 bits)"},
    {42, "SuperH"},
    {43, "SPARC (64 bits)"},
    {50, "Itanium"},
    {62, "x86-64"},
    {83, "AVR"},
    {92, "OpenRISC"},
    {94, "Xtensa"},
    {105, "MSP430"},
    {183, "ARM (64 bits)"},
    {189, "MicroBlaze"},
    {224, "AMD GPU"},
    {247, "BPF"},
    {258, "LoongArch"},
}};

std::string machine_name(std::uint16_t machine) {
  for (const MachineName& known : kMachineNames)
    if (known.machine == machine)
      return std::string(known.name);
  return fmt::format("machine number {}", machine);
}

bool check_magic(Image& image) {
  const auto bytes = image.bytes;
  if (bytes.empty()) {
    image.error("the file is empty", "an ELF executable");
    return false;
  }
  const std::string_view begin(reinterpret_cast<const char*>(bytes.data()),
                               std::min<std::size_t>(bytes.size(), 8));
  constexpr std::string_view magic = "\x7f"
                                     "ELF";
  if (begin.substr(0, 4) == magic)
    return true;
  if (magic.substr(0, begin.size()) == begin)
    return image.need("the ELF header", 0, 52).has_value();
  for (const Beginning& known : kBeginnings)
    if (begin.substr(0, known.bytes.size()) == known.bytes) {
      image.error(fmt::format("this is {}, not an ELF executable", known.kind), kCompilers);
      return false;
    }
  std::string shown;
  for (const char c : begin.substr(0, 4))
    shown += fmt::format("{}{:02x}", shown.empty() ? "" : " ", static_cast<unsigned char>(c));
  image.error(fmt::format("this is not an ELF file: it begins with {}", shown),
              "7f 45 4c 46, with which every ELF file begins");
  return false;
}

/// Class, byte order and machine, which determine how the rest is read.
bool check_identification(Image& image) {
  if (!image.need("the ELF header", 0, 52))
    return false;
  const auto bytes = image.bytes;
  const bool big_endian = bytes[5] == 2;
  const auto machine = static_cast<std::uint16_t>(big_endian ? bytes[18] << 8 | bytes[19]
                                                             : bytes[19] << 8 | bytes[18]);
  if (machine != kMachineRiscv && (bytes[5] == 1 || bytes[5] == 2)) {
    image.error(fmt::format("this is a program for {}, not for RISC-V", machine_name(machine)),
                kCompilers);
    return false;
  }
  if (big_endian) {
    image.error("this is a big-endian RISC-V program", "a little-endian one");
    return false;
  }
  if (bytes[5] != 1)
    image.error(fmt::format("the byte order in the ELF header is {}", bytes[5]),
                "1, little-endian");
  if (bytes[4] != 1 && bytes[4] != 2)
    image.error(fmt::format("the class in the ELF header is {}", bytes[4]),
                "1, 32 bits, or 2, 64 bits");
  if (bytes[6] != 1)
    image.error(fmt::format("the version in the ELF header is {}", bytes[6]), "1");
  return !has_errors(image.problems);
}

bool check_type(Image& image) {
  switch (image.header.type) {
  case kTypeExecutable:
  case kTypeShared: // only its segments show which kind
    return true;
  case kTypeRelocatable:
    image.error("this is an object file, not a whole program", "an executable; link it first");
    return false;
  case kTypeCore:
    image.error("this is the memory dump of a crashed program (a core file)", "the program itself");
    return false;
  default:
    image.error(fmt::format("the file type in the ELF header is {}", image.header.type),
                "2, an executable");
    return false;
  }
}

} // namespace

bool read_header(Image& image) {
  if (!check_magic(image) || !check_identification(image))
    return false;
  Header& h = image.header;
  h.xlen = image.bytes[4] == 2 ? 64 : 32;
  const auto bytes = image.need("the ELF header", 0, h.xlen == 64 ? 64 : 52);
  if (!bytes)
    return false;
  h.os = (*bytes)[7];
  ByteReader reader(bytes->subspan(16));
  const unsigned word = h.xlen / 8;
  h.type = reader.u16();
  h.machine = reader.u16();
  reader.skip(4); // version
  h.entry = reader.unsigned_of(word);
  h.segments_offset = reader.unsigned_of(word);
  h.sections_offset = reader.unsigned_of(word);
  h.flags = reader.u32();
  reader.skip(2); // size of this header
  h.segment_entry_size = reader.u16();
  h.segment_count = reader.u16();
  h.section_entry_size = reader.u16();
  h.section_count = reader.u16();
  h.section_names_index = reader.u16();
  return check_type(image);
}

} // namespace stallscope::isa::elf
