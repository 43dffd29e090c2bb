#pragma once

#include "elf/elf_image.hpp"
#include "isa/elf.hpp"

namespace stallscope::isa::elf {

/// An error when the program is not static: needs a dynamic linker, shared libraries or to be
/// moved.
void check_static(Image& image);

/// Fills segments and program headers, and checks them and the entry point.
void read_segments(Image& image, ElfFile& elf);

/// Fills the sections with machine code; those that are not in the file are left out.
void read_code_sections(const Image& image, ElfFile& elf);

/// Fills the symbols; a damaged table is a warning and reads as none.
void read_symbols(Image& image, ElfFile& elf);

/// Fills the line table; damage is a warning, compression a note.
void read_lines(Image& image, ElfFile& elf);

/// Decides linux_user. Symbols and segments have been read.
void guess_environment(const Image& image, ElfFile& elf);

} // namespace stallscope::isa::elf
