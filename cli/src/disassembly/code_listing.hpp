#pragma once

#include "isa/elf.hpp"
#include "isa/program.hpp"
#include "isa/riscv_code.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::cli {

/// One instruction, or data bytes, of a disassembly.
struct ListedCode {
  std::uint64_t address = 0;
  unsigned size = 0;                ///< 0: an entry with labels only
  std::optional<std::uint32_t> raw; ///< machine code, if known
  std::string text;
  std::vector<std::string_view> labels; ///< labels at the address, preferred name first
  std::string_view file;                ///< source file; empty: unknown
  std::uint32_t line = 0;               ///< 1-based; 0: not known
};

/// Receives a disassembly item by item, in address order.
class CodeListener {
public:
  virtual ~CodeListener() = default;
  virtual void section(std::string_view name, std::uint64_t begin, std::uint64_t end) = 0;
  virtual void code(const ListedCode& code) = 0;
};

struct ListingOptions {
  isa::RiscvText style = isa::RiscvText::listing;
  std::string function; ///< only this function; empty: everything
};

/// Disassembles every executable section of the file, or every executable segment when it has no
/// sections, restarting at every label. False when there is no function of that name.
[[nodiscard]] bool list_code(const isa::ElfFile& elf, const ListingOptions& options,
                             CodeListener& listener);

/// Disassembles an assembled program; for notations without machine code, lists the source text.
[[nodiscard]] bool list_code(const isa::Program& program, const ListingOptions& options,
                             CodeListener& listener);

/// The function names that list_code accepts.
[[nodiscard]] std::vector<std::string_view> code_names(const isa::ElfFile& elf);
[[nodiscard]] std::vector<std::string_view> code_names(const isa::Program& program);

} // namespace stallscope::cli
