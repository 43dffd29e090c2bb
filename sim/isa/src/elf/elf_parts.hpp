#pragma once

#include "elf/elf_image.hpp"
#include "isa/elf.hpp"

namespace stallscope::isa::elf {

/// Reports an error if the program is not static: needs a dynamic linker, shared libraries or
/// relocation.
void check_static(Image& image);

/// Fills and checks segments, program headers and the entry point.
void read_segments(Image& image, ElfFile& elf);

/// Fills the sections with machine code; those not stored in the file are omitted.
void read_code_sections(const Image& image, ElfFile& elf);

/// Fills the architecture that the attributes of the file name; damaged ones are ignored.
void read_attributes(const Image& image, ElfFile& elf);

/// Fills the symbols; a damaged table gives a warning and is ignored.
void read_symbols(Image& image, ElfFile& elf);

/// Fills the line table; damage gives a warning, compression a note.
void read_lines(Image& image, ElfFile& elf);

/// Sets linux_user. Symbols and segments must have been read.
void guess_environment(const Image& image, ElfFile& elf);

} // namespace stallscope::isa::elf
