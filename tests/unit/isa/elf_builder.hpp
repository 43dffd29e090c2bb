#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// ELF files byte by byte, for what no linker writes.
namespace stallscope::isa::testing {

using Bytes = std::vector<std::uint8_t>;

inline void put(Bytes& bytes, std::uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; ++i)
    bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

inline void put(Bytes& bytes, std::string_view text) {
  bytes.insert(bytes.end(), text.begin(), text.end());
}

inline void patch(Bytes& bytes, std::size_t at, std::uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; ++i)
    bytes.at(at + i) = static_cast<std::uint8_t>(value >> (8 * i));
}

/// A file in this order: header, program headers, contents of segments, contents of sections,
/// names of sections, section headers. As it is, a program of one instruction at 0x10000.
struct ElfBuilder {
  enum Flags : std::uint32_t { x = 1, w = 2, r = 4 };
  enum Type : std::uint32_t {
    load = 1,
    dynamic = 2,
    interpreter = 3,
    note = 4,
    stack = 0x6474e551
  };

  struct Segment {
    std::uint32_t type = load;
    std::uint32_t flags = r | x;
    std::uint64_t address = 0x10000;
    std::uint64_t memory_bytes = 4;
    Bytes bytes = {0x13, 0, 0, 0};
    std::optional<std::uint64_t> load_address = std::nullopt; ///< `address` without
    std::optional<std::uint64_t> file_bytes = std::nullopt;   ///< as many as `bytes` without
  };
  struct Section {
    std::string name;
    std::uint32_t type = 1;
    std::uint64_t flags = 0;
    Bytes bytes = {};
    std::uint32_t link = 0;
    std::uint64_t entry_size = 0;
  };
  struct Symbol {
    std::string name;
    std::uint64_t value = 0;
    std::uint64_t size = 0;
    unsigned info = 0x12; ///< binding << 4 | type: global function
    std::uint16_t section = 1;
  };

  unsigned xlen = 64;
  std::uint8_t os = 0;
  std::uint16_t type = 2;
  std::uint32_t flags = 5;
  std::uint64_t entry = 0x10000;
  std::vector<Segment> segments = {Segment{}};
  std::vector<Section> sections = {}; ///< numbered from 1, as section 0 is always there

  void add_symbols(const std::vector<Symbol>& symbols) {
    Bytes table(xlen == 64 ? 24 : 16, 0); // symbol 0 is always there
    Bytes names = {0};
    for (const Symbol& s : symbols) {
      put(table, names.size(), 4);
      if (xlen == 32) {
        put(table, s.value, 4);
        put(table, s.size, 4);
      }
      put(table, s.info, 1);
      put(table, 0, 1);
      put(table, s.section, 2);
      if (xlen == 64) {
        put(table, s.value, 8);
        put(table, s.size, 8);
      }
      put(names, s.name);
      put(names, 0, 1);
    }
    const auto string_table = static_cast<std::uint32_t>(sections.size() + 2);
    sections.push_back({".symtab", 2, 0, table, string_table, xlen == 64 ? 24U : 16U});
    sections.push_back({".strtab", 3, 0, names});
  }

  [[nodiscard]] std::size_t header_bytes() const { return xlen == 64 ? 64 : 52; }
  [[nodiscard]] std::size_t segment_header_bytes() const { return xlen == 64 ? 56 : 32; }

  /// Where the contents of the first segment are.
  [[nodiscard]] std::size_t contents_begin() const {
    return header_bytes() + segments.size() * segment_header_bytes();
  }

  [[nodiscard]] Bytes build() const {
    const unsigned word = xlen / 8;
    Bytes headers;
    Bytes contents;
    for (const Segment& s : segments) {
      const std::size_t at = contents_begin() + contents.size();
      put(headers, s.type, 4);
      if (xlen == 64)
        put(headers, s.flags, 4);
      put(headers, at, word);
      put(headers, s.address, word);
      put(headers, s.load_address.value_or(s.address), word);
      put(headers, s.file_bytes.value_or(s.bytes.size()), word);
      put(headers, s.memory_bytes, word);
      if (xlen == 32)
        put(headers, s.flags, 4);
      put(headers, 4, word);
      contents.insert(contents.end(), s.bytes.begin(), s.bytes.end());
    }
    Bytes section_headers(sections.empty() ? 0 : (xlen == 64 ? 64 : 40), 0);
    Bytes names = {0};
    for (const Section& s : sections) {
      put_section(section_headers, s, names.size(), contents_begin() + contents.size());
      put(names, s.name);
      put(names, 0, 1);
      contents.insert(contents.end(), s.bytes.begin(), s.bytes.end());
    }
    if (!sections.empty()) {
      put_section(section_headers, {".shstrtab", 3, 0, Bytes(names.size())}, 0,
                  contents_begin() + contents.size());
      contents.insert(contents.end(), names.begin(), names.end());
    }
    Bytes file = header(contents_begin() + contents.size());
    file.insert(file.end(), headers.begin(), headers.end());
    file.insert(file.end(), contents.begin(), contents.end());
    file.insert(file.end(), section_headers.begin(), section_headers.end());
    return file;
  }

private:
  void put_section(Bytes& headers, const Section& s, std::size_t name, std::size_t at) const {
    const unsigned word = xlen / 8;
    put(headers, name, 4);
    put(headers, s.type, 4);
    put(headers, s.flags, word);
    put(headers, 0, word);
    put(headers, at, word);
    put(headers, s.bytes.size(), word);
    put(headers, s.link, 4);
    put(headers, 0, 4);
    put(headers, 1, word);
    put(headers, s.entry_size, word);
  }

  [[nodiscard]] Bytes header(std::size_t sections_at) const {
    const unsigned word = xlen / 8;
    Bytes file = {0x7f, 'E', 'L', 'F', static_cast<std::uint8_t>(xlen / 32), 1, 1, os};
    file.resize(16);
    put(file, type, 2);
    put(file, 243, 2);
    put(file, 1, 4);
    put(file, entry, word);
    put(file, segments.empty() ? 0 : header_bytes(), word);
    put(file, sections.empty() ? 0 : sections_at, word);
    put(file, flags, 4);
    put(file, header_bytes(), 2);
    put(file, segment_header_bytes(), 2);
    put(file, segments.size(), 2);
    put(file, xlen == 64 ? 64 : 40, 2);
    put(file, sections.empty() ? 0 : sections.size() + 2, 2);
    put(file, sections.empty() ? 0 : sections.size() + 1, 2);
    return file;
  }
};

} // namespace stallscope::isa::testing
