#pragma once

#include "isa/executor.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::images {

/// A program of tests/images with what it is built with.
struct Image {
  std::string name;                ///< file NAME.s, behind prologue.s
  std::vector<std::string> values; ///< "ORDER=1": constants it chooses by
  std::string input;
  std::string output;
  std::int64_t exit_code = 0;
};

/// All of them for a width of registers.
[[nodiscard]] std::vector<Image> all_images(unsigned xlen);

/// Its text: constants, prologue, program.
[[nodiscard]] std::string text_of(const Image& image, unsigned xlen);

/// An ELF file of a text, which defines _start, made by our own assembler: code and data in
/// segments that may be read and written, and are not marked executable.
[[nodiscard]] std::vector<std::uint8_t> elf_of(const std::string& text, unsigned xlen);

/// The memory from begin_signature to end_signature, in words.
[[nodiscard]] std::vector<std::uint32_t> signature(const isa::Program& program,
                                                   const isa::Memory& memory);

} // namespace stallscope::images
