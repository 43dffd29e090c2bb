#include "elf/elf_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace stallscope::isa::elf {

namespace {

/// Symbol types (System V ABI, "Symbol Table").
enum : unsigned { kNoType = 0, kObject = 1, kFunction = 2, kIndirectFunction = 10 };
enum : unsigned { kLocal = 0 };
enum : std::uint16_t { kUndefined = 0 };

struct RawSymbol {
  std::uint32_t name_offset = 0;
  unsigned type = 0;
  unsigned binding = 0;
  std::uint16_t section = 0;
  std::uint64_t value = 0;
  std::uint64_t size = 0;
};

RawSymbol read_symbol(ByteReader& reader, unsigned xlen) {
  RawSymbol s;
  s.name_offset = reader.u32();
  if (xlen == 32) {
    s.value = reader.u32();
    s.size = reader.u32();
  }
  const unsigned info = reader.u8();
  s.type = info & 15;
  s.binding = info >> 4;
  reader.skip(1); // visibility
  s.section = reader.u16();
  if (xlen == 64) {
    s.value = reader.u64();
    s.size = reader.u64();
  }
  return s;
}

/// Labels of the assembler and mapping symbols for disassemblers ("$x" before code, "$d" before
/// data; psABI, "Mapping Symbol") do not come from the source text.
bool is_internal(std::string_view name) {
  return name.empty() || name.substr(0, 2) == ".L" ||
         (name.size() >= 2 && name[0] == '$' && (name[1] == 'x' || name[1] == 'd') &&
          (name.size() == 2 || name[2] == '.' || name[2] == 'r'));
}

std::optional<ElfSymbolKind> kind_of(const RawSymbol& raw) {
  switch (raw.type) {
  case kNoType:
    return ElfSymbolKind::other;
  case kObject:
    return ElfSymbolKind::object;
  case kFunction:
  case kIndirectFunction:
    return ElfSymbolKind::function;
  default: // sections, source files, and thread-local variables, which have no single address
    return std::nullopt;
  }
}

/// The table and its names, if both are in the file.
struct SymbolTable {
  std::span<const std::uint8_t> entries;
  std::span<const std::uint8_t> names;
};

std::optional<SymbolTable> find_table(Image& image) {
  const auto found = std::find_if(image.sections.begin(), image.sections.end(),
                                  [](const auto& s) { return s.type == kSectionSymbols; });
  if (found == image.sections.end())
    return std::nullopt;
  const std::uint64_t entry_size = image.header.xlen == 64 ? 24 : 16;
  if (found->link < image.sections.size() && found->entry_size == entry_size) {
    const SectionHeader& names = image.sections[found->link];
    const auto entry_bytes = image.slice(found->offset, found->size / entry_size * entry_size);
    const auto name_bytes = image.slice(names.offset, names.size);
    if (entry_bytes && name_bytes)
      return SymbolTable{*entry_bytes, *name_bytes};
  }
  image.warning("the symbol table is damaged, so that the program has no symbols");
  return std::nullopt;
}

} // namespace

void read_symbols(Image& image, ElfFile& elf) {
  const auto table = find_table(image);
  if (!table)
    return;
  ByteReader reader(table->entries);
  std::size_t nameless = 0;
  while (reader.remaining() > 0) {
    const RawSymbol raw = read_symbol(reader, image.header.xlen);
    const auto kind = kind_of(raw);
    if (raw.section == kUndefined || !kind)
      continue;
    const auto name = text_at(table->names, raw.name_offset, kMaxElfNameBytes + 1);
    nameless += name ? 0 : 1;
    if (name && !is_internal(*name))
      elf.symbols.push_back({*name, raw.value, raw.size, *kind, raw.binding != kLocal});
  }
  if (nameless > 0)
    image.warning(fmt::format("{} symbols are left out: their names are not in the file, or longer "
                              "than {} bytes",
                              nameless, kMaxElfNameBytes));
  std::stable_sort(elf.symbols.begin(), elf.symbols.end(),
                   [](const ElfSymbol& a, const ElfSymbol& b) { return a.address < b.address; });
}

} // namespace stallscope::isa::elf
