#include "disassembly/code_listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace stallscope::cli {

namespace {

struct Label {
  std::uint64_t address = 0;
  unsigned rank = 0; ///< 0: a global function; labels of higher rank are used only if no label of
                     ///< lower rank exists
  std::string_view name;
  std::uint64_t size = 0; ///< bytes; 0: not known
};

/// The names of code addresses.
class Labels {
public:
  explicit Labels(std::vector<Label> labels) : labels_(std::move(labels)) {
    std::sort(labels_.begin(), labels_.end(), [](const Label& a, const Label& b) {
      return std::tie(a.address, a.rank, a.name) < std::tie(b.address, b.rank, b.name);
    });
  }

  [[nodiscard]] std::vector<std::string_view> at(std::uint64_t address) const {
    std::vector<std::string_view> names;
    for (auto label = from(address); label != labels_.end() && label->address == address; ++label)
      names.push_back(label->name);
    return names;
  }
  /// "main+8": by the nearest label at or before it.
  [[nodiscard]] std::string name_of(std::uint64_t address) const {
    auto label = from(address + 1);
    if (label == labels_.begin())
      return {};
    --label;
    const std::uint64_t offset = address - label->address;
    label = from(label->address); // use the preferred label of the same address
    return offset == 0 ? std::string(label->name) : fmt::format("{}+{}", label->name, offset);
  }
  /// Range of the function with this name: at most up to `end`.
  [[nodiscard]] std::optional<std::pair<std::uint64_t, std::uint64_t>>
  extent(std::string_view name) const {
    for (const Label& label : labels_)
      if (label.name == name) {
        const auto next = from(label.address + 1);
        const std::uint64_t behind = next == labels_.end() ? UINT64_MAX : next->address;
        return std::pair{label.address, label.size > 0 ? label.address + label.size : behind};
      }
    return std::nullopt;
  }
  [[nodiscard]] bool any_at(std::uint64_t address) const {
    const auto label = from(address);
    return label != labels_.end() && label->address == address;
  }

private:
  [[nodiscard]] std::vector<Label>::const_iterator from(std::uint64_t address) const {
    return std::lower_bound(labels_.begin(), labels_.end(), address,
                            [](const Label& l, std::uint64_t a) { return l.address < a; });
  }

  std::vector<Label> labels_;
};

/// Branch targets; objects and section ends are excluded.
std::vector<Label> labels_of(const isa::ElfFile& elf) {
  std::vector<Label> labels;
  for (const isa::ElfSymbol& symbol : elf.symbols) {
    const isa::ElfSegment* const segment = elf.segment_at(symbol.address);
    if (symbol.kind == isa::ElfSymbolKind::object || segment == nullptr || !elf.has_code(*segment))
      continue;
    const bool function = symbol.kind == isa::ElfSymbolKind::function;
    labels.push_back({symbol.address, (function ? 0U : 2U) + (symbol.global ? 0U : 1U), symbol.name,
                      symbol.size});
  }
  return labels;
}

std::vector<Label> labels_of(const isa::Program& program) {
  std::vector<Label> labels;
  for (const auto& [name, symbol] : program.symbols)
    if (symbol.is_code && !symbol.is_constant)
      labels.push_back({symbol.address, 0, name, 0});
  return labels;
}

std::uint32_t word_at(std::span<const std::uint8_t> bytes, std::uint64_t at) {
  std::uint32_t word = 0;
  for (std::uint64_t i = 0; i < 4 && at + i < bytes.size(); ++i)
    word |= static_cast<std::uint32_t>(bytes[at + i]) << (8 * i);
  return word;
}

/// A contiguous range of machine code.
class CodeReader {
public:
  CodeReader(unsigned xlen, const Labels& labels, const isa::LineTable& lines, isa::RiscvText style,
             CodeListener& listener)
      : xlen_(xlen), labels_(labels), lines_(lines), style_(style), listener_(listener),
        symbolizer_([&labels](std::uint64_t address) { return labels.name_of(address); }) {}

  /// The part of [begin, begin + bytes.size()) within [from, to).
  void read(std::span<const std::uint8_t> bytes, std::uint64_t begin, std::uint64_t from,
            std::uint64_t to) {
    const std::uint64_t end = std::min(to, begin + bytes.size());
    for (std::uint64_t pc = std::max(begin, from); pc < end;) {
      ListedCode code = at(pc, word_at(bytes, pc - begin), end - pc);
      code.labels = labels_.at(pc);
      if (const isa::LineRow* row = lines_.row_at(pc); row != nullptr && row->line != 0) {
        code.file = lines_.files[row->file];
        code.line = row->line;
      }
      listener_.code(code);
      pc += code.size;
    }
  }

private:
  /// An instruction with a label in its middle is data; so is a truncated one.
  [[nodiscard]] ListedCode at(std::uint64_t pc, std::uint32_t bits, std::uint64_t left) const {
    ListedCode code;
    code.address = pc;
    const isa::Instruction i = isa::decode_riscv(bits, pc, xlen_);
    if (left < i.size || (i.size == 4 && labels_.any_at(pc + 2))) {
      code.size = left < 2 ? 1 : 2;
      code.raw = bits & (code.size == 1 ? 0xffU : 0xffffU);
      code.text = code.size == 1 ? fmt::format(".byte {:#04x}", *code.raw)
                                 : fmt::format(".2byte {:#06x}", *code.raw);
      return code;
    }
    code.size = i.size;
    code.raw = i.raw;
    code.text = disassemble_riscv(i, xlen_, symbolizer_, style_);
    return code;
  }

  unsigned xlen_;
  const Labels& labels_;
  const isa::LineTable& lines_;
  isa::RiscvText style_;
  CodeListener& listener_;
  isa::Symbolizer symbolizer_;
};

/// Data between instructions, one line for every 8 bytes and every label.
void list_data(const isa::Program& program, const Labels& labels, std::uint64_t from,
               std::uint64_t to, CodeListener& listener) {
  for (const isa::DataSegment& segment : program.data) {
    while (from < to && from >= segment.address && from - segment.address < segment.bytes.size()) {
      ListedCode code;
      code.address = from;
      code.labels = labels.at(from);
      do {
        code.text += fmt::format("{}{:#04x}", code.size == 0 ? ".byte " : ", ",
                                 segment.bytes[from - segment.address]);
        ++code.size;
        ++from;
      } while (from < to && code.size < 8 && !labels.any_at(from));
      listener.code(code);
    }
  }
}

/// The addresses to list: [first, second); all code when no function is named; none when the
/// function does not exist.
std::optional<std::pair<std::uint64_t, std::uint64_t>> extent_of(const Labels& labels,
                                                                 const ListingOptions& options) {
  if (options.function.empty())
    return std::pair{std::uint64_t{0}, UINT64_MAX};
  return labels.extent(options.function);
}

template <class Code> std::vector<std::string_view> names_in(const Code& code) {
  std::vector<std::string_view> names;
  for (const Label& label : labels_of(code))
    names.push_back(label.name);
  return names;
}

} // namespace

std::vector<std::string_view> code_names(const isa::ElfFile& elf) {
  return names_in(elf);
}

std::vector<std::string_view> code_names(const isa::Program& program) {
  return names_in(program);
}

bool list_code(const isa::ElfFile& elf, const ListingOptions& options, CodeListener& listener) {
  const Labels labels(labels_of(elf));
  const auto extent = extent_of(labels, options);
  if (!extent)
    return false;
  std::vector<isa::ElfCodeSection> sections = elf.code_sections;
  if (sections.empty())
    for (const isa::ElfSegment& segment : elf.segments)
      if (elf.has_code(segment))
        sections.push_back({"", segment.address, segment.bytes});
  CodeReader reader(elf.xlen, labels, elf.lines, options.style, listener);
  for (const isa::ElfCodeSection& section : sections) {
    const std::uint64_t end = section.address + section.bytes.size();
    if (end <= extent->first || section.address >= extent->second)
      continue;
    listener.section(section.name, section.address, end);
    reader.read(section.bytes, section.address, extent->first, extent->second);
  }
  return true;
}

bool list_code(const isa::Program& program, const ListingOptions& options, CodeListener& listener) {
  const Labels labels(labels_of(program));
  const auto extent = extent_of(labels, options);
  if (!extent)
    return false;
  const isa::Symbolizer symbolizer = [&](std::uint64_t pc) { return labels.name_of(pc); };
  std::uint64_t behind = program.code.front().pc; // end of the previous instruction
  listener.section(".text", behind, program.code.back().pc + program.code.back().size);
  for (std::uint32_t i = 0; i < program.code.size(); ++i) {
    const isa::Instruction& instruction = program.code[i];
    if (instruction.pc < extent->first || instruction.pc >= extent->second)
      continue;
    list_data(program, labels, std::max(behind, extent->first), instruction.pc, listener);
    behind = instruction.pc + instruction.size;
    ListedCode code;
    code.address = instruction.pc;
    code.size = instruction.size;
    code.labels = labels.at(instruction.pc);
    const isa::SourcePlace place = program.place_of(i);
    code.file = place.file;
    code.line = place.line;
    if (program.isa == isa::Isa::riscv) {
      code.raw = instruction.raw;
      code.text = disassemble_riscv(instruction, program.xlen, symbolizer, options.style);
    } else {
      code.text = program.text_of(i);
    }
    listener.code(code);
  }
  return true;
}

} // namespace stallscope::cli
