#include "isa/load_elf.hpp"
#include "unit/isa/elf_testing.hpp"

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

using Builder = ElfBuilder;

constexpr const char* kCompilers = "; expected a RISC-V program, compiled with "
                                   "riscv64-linux-gnu-gcc -static or riscv64-unknown-elf-gcc";

Bytes text(std::string_view content) {
  return {content.begin(), content.end()};
}

/// The bytes of a good program with one field of the header changed.
Bytes patched(std::size_t at, std::uint64_t value, unsigned size, const Builder& builder = {}) {
  Bytes bytes = builder.build();
  patch(bytes, at, value, size);
  return bytes;
}

Lines one(std::string line) {
  return {"a.out: error: " + std::move(line)};
}
Lines warned(std::string line) {
  return {"a.out: warning: " + std::move(line)};
}

} // namespace

TEST_CASE("elf errors: files of other kinds") {
  CHECK(problems_of({}) == one("the file is empty; expected an ELF executable"));
  CHECK(problems_of(text("addi a0, a0, 1")) ==
        one("this is not an ELF file: it begins with 61 64 64 69; expected 7f 45 4c 46, with which "
            "every ELF file begins"));
  CHECK(problems_of({0x41}) == one("this is not an ELF file: it begins with 41; expected 7f 45 4c "
                                   "46, with which every ELF file begins"));
  const std::vector<std::pair<std::string, std::string>> known = {
      {"!<arch>\nlibm.a", "a static library or another archive"},
      {"MZ\x90", "a program for Windows"},
      {"#!/bin/sh", "a script"},
      {"\xcf\xfa\xed\xfe", "a program for macOS"},
      {"\xca\xfe\xba\xbe", "a program for macOS or a Java class"},
      {"BC\xc0\xde", "LLVM bitcode"},
      {"\x1f\x8b", "a gzip archive"},
      {"PK\x03\x04", "a zip archive"}};
  for (const auto& [content, kind] : known)
    CHECK(problems_of(text(content)) ==
          one(fmt::format("this is {}, not an ELF executable{}", kind, kCompilers)));
}

TEST_CASE("elf errors: more than 16 MiB of code is not decoded, whatever the platform") {
  Builder builder;
  for (const std::uint64_t address : {0x10000ULL, 0x2000000ULL}) { // two halves, and an instruction
    Builder::Segment half;
    half.address = address;
    half.bytes.assign((8ULL << 20) + (address == 0x10000 ? 0 : 4), 0);
    half.memory_bytes = half.bytes.size();
    builder.segments.push_back(half);
  }
  builder.segments.erase(builder.segments.begin(), builder.segments.end() - 2);
  ElfOptions options;
  options.platform = Platform::linux_user;
  const auto program = program_from_elf("a.out", builder.build(), options);
  REQUIRE_FALSE(program.ok());
  CHECK(format(program.diagnostics().front()) ==
        "a.out: error: the program has 17 MiB of code; expected at most 16 MiB");
  // A bare machine takes the segment with its entry, and the rest for data, as long as that fits.
  builder.segments.front().bytes.resize((16ULL << 20) + 4);
  builder.segments.front().memory_bytes = builder.segments.front().bytes.size();
  options.platform = Platform::bare_metal;
  CHECK_FALSE(program_from_elf("a.out", builder.build(), options).ok());
}

TEST_CASE("elf errors: other machines and byte orders") {
  CHECK(problems_of(patched(18, 62, 2)) ==
        one(fmt::format("this is a program for x86-64, not for RISC-V{}", kCompilers)));
  CHECK(problems_of(patched(18, 183, 2)) ==
        one(fmt::format("this is a program for ARM (64 bits), not for RISC-V{}", kCompilers)));
  CHECK(
      problems_of(patched(18, 9999, 2)) ==
      one(fmt::format("this is a program for machine number 9999, not for RISC-V{}", kCompilers)));
  Bytes big = patched(5, 2, 1);
  patch(big, 18, 0xf300, 2);
  CHECK(problems_of(big) == one("this is a big-endian RISC-V program; expected a little-endian "
                                "one"));
  patch(big, 18, 0x1500, 2);
  CHECK(problems_of(big) ==
        one(fmt::format("this is a program for PowerPC (64 bits), not for RISC-V{}", kCompilers)));
}

TEST_CASE("elf errors: all fields of the identification are checked together") {
  Bytes bytes = patched(4, 3, 1);
  patch(bytes, 5, 0, 1);
  patch(bytes, 6, 9, 1);
  CHECK(problems_of(bytes) ==
        Lines{"a.out: error: the byte order in the ELF header is 0; expected 1, little-endian",
              "a.out: error: the class in the ELF header is 3; expected 1, 32 bits, or 2, 64 bits",
              "a.out: error: the version in the ELF header is 9; expected 1"});
}

TEST_CASE("elf errors: files that are no static executables") {
  Builder b;
  b.type = 1;
  CHECK(problems_of(b.build()) == one("this is an object file, not a whole program; expected an "
                                      "executable; link it first"));
  b.type = 4;
  CHECK(problems_of(b.build()) == one("this is the memory dump of a crashed program (a core file); "
                                      "expected the program itself"));
  b.type = 0xfe00;
  CHECK(problems_of(b.build()) ==
        one("the file type in the ELF header is 65024; expected 2, an executable"));
  b.type = 3;
  CHECK(problems_of(b.build()) ==
        one("this is a shared library, not a program; expected an executable, linked with "
            "-static"));
  Bytes dynamic;
  for (const std::uint64_t word : {0x6ffffffbULL, 0x08000000ULL, 0ULL, 0ULL})
    put(dynamic, word, 8);
  b.segments.push_back({Builder::dynamic, Builder::r, 0, 0, dynamic});
  CHECK(problems_of(b.build()) ==
        one("this is a static position-independent program (static-pie); expected a program at "
            "fixed addresses; link it with -static -no-pie"));
}

TEST_CASE("elf errors: dynamic programs, with the name of what would start them") {
  Builder b;
  b.segments.push_back(
      {Builder::interpreter, Builder::r, 0, 0, text(std::string("/lib/ld-\x1b.so\0", 13))});
  CHECK(problems_of(b.build()) ==
        one("this is a dynamically linked program, to be started by /lib/ld-?.so; expected a "
            "static program; link it with -static"));
  b.type = 3;
  b.segments.back().bytes = text("no zero byte");
  CHECK(problems_of(b.build()) ==
        one("this is a dynamically linked position-independent program, to be started; expected a "
            "static program; link it with -static"));
  Builder library_user;
  Bytes needed;
  for (const std::uint64_t word : {1U, 5U, 0U, 0U})
    put(needed, word, 8);
  library_user.segments.push_back({Builder::dynamic, Builder::r, 0, 0, needed});
  CHECK(problems_of(library_user.build()) ==
        one("this program needs shared libraries; expected a static program; link it with "
            "-static"));
}

TEST_CASE("elf errors: a file that is cut off, and where") {
  Builder b;
  b.segments[0].bytes = Bytes(100);
  b.segments[0].memory_bytes = 100;
  b.add_symbols({{"_start", 0x10000, 4}});
  const Bytes whole = b.build();
  // Header 64 bytes, one program header 56, code 100; then symbols (2 of 24 bytes), their names
  // (1 + 7), names of sections (1 + 8 + 8) and 4 section headers of 64 bytes: from 293 to 549.
  REQUIRE(whole.size() == 549);
  const auto cut_at = [&](std::size_t size) {
    return problems_of(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
  };
  const auto cut_off = [](std::string_view what, std::size_t from, std::size_t size,
                          std::size_t file) {
    return fmt::format("a.out: error: the file is cut off: {} begins at byte {} and takes {} "
                       "bytes, but the file has {} bytes; expected the whole file",
                       what, from, size, file);
  };
  CHECK(cut_at(549).empty());
  CHECK(cut_at(3) == Lines{cut_off("the ELF header", 0, 52, 3)});
  CHECK(cut_at(51) == Lines{cut_off("the ELF header", 0, 52, 51)});
  CHECK(cut_at(63) == Lines{cut_off("the ELF header", 0, 64, 63)});
  CHECK(cut_at(64) == Lines{cut_off("the program header table", 64, 56, 64)});
  CHECK(cut_at(219) == Lines{cut_off("segment 0", 120, 100, 219),
                             cut_off("the section header table", 293, 64, 219)});
  CHECK(cut_at(548) == Lines{cut_off("the section header table", 293, 256, 548)});
}

TEST_CASE("elf errors: every beginning of a file is cut off somewhere") {
  Builder b;
  b.add_symbols({{"_start", 0x10000, 4}});
  const Bytes whole = b.build();
  REQUIRE(read_elf("a.out", whole).ok());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    INFO(size);
    const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    CHECK_FALSE(read_elf("a.out", part).ok());
  }
}

TEST_CASE("elf errors: the program header table") {
  CHECK(problems_of(patched(56, 0, 2)) ==
        one("the program has no program headers, so nothing says what belongs into memory; "
            "expected a linked executable"));
  CHECK(problems_of(patched(56, 0xffff, 2)) ==
        one("the program has 65,535 program headers or more; expected at most 65,534"));
  CHECK(problems_of(patched(54, 32, 2)) ==
        one("a program header takes 32 bytes; expected 56 bytes in ELF64"));
  CHECK(problems_of(patched(32, 16, 8)) ==
        one("the program header table at offset 16 overlaps the ELF header, which takes 64 bytes"));
  CHECK(problems_of(patched(32, 68, 8)) ==
        one("the program header table is misaligned, at offset 68; expected a multiple of 8 in "
            "ELF64"));
  Builder b;
  b.xlen = 32;
  CHECK(problems_of(patched(28, 54, 4, b)) ==
        one("the program header table is misaligned, at offset 54; expected a multiple of 4 in "
            "ELF32"));
  CHECK(problems_of(patched(32, ~std::uint64_t{7}, 8)) ==
        one("the file is cut off: the program header table begins at byte 18446744073709551608 and "
            "takes 56 bytes, but the file has 124 bytes; expected the whole file"));
}

TEST_CASE("elf errors: segments that cannot be") {
  Builder b;
  SECTION("none to load") {
    b.segments[0].type = Builder::note;
    CHECK(problems_of(b.build()) ==
          one("the program has no loadable segment, so nothing of it would be in memory; expected "
              "a linked executable"));
  }
  SECTION("more in the file than in memory") {
    b.segments[0].memory_bytes = 3;
    CHECK(problems_of(b.build()) ==
          one("segment 0 takes 4 bytes from the file, but only 3 in memory; expected at least as "
              "many in memory"));
  }
  SECTION("not in the file") {
    b.segments[0].memory_bytes = 50;
    b.segments[0].file_bytes = 50;
    CHECK(problems_of(b.build()) ==
          one("the file is cut off: segment 0 begins at byte 120 and takes 50 bytes, but the file "
              "has 124 bytes; expected the whole file"));
  }
  SECTION("beyond the address space") {
    b.segments[0].address = ~std::uint64_t{0} - 2;
    CHECK(problems_of(b.build()) ==
          one("segment 0 is 4 bytes at 0xfffffffffffffffd and reaches beyond the 64-bit address "
              "space"));
    b.xlen = 32;
    b.segments[0].address = 0xffff'fffd;
    CHECK(problems_of(b.build()) ==
          one("segment 0 is 4 bytes at 0xfffffffd and reaches beyond the 32-bit address space"));
  }
  SECTION("too much memory") {
    b.segments.push_back({Builder::load, Builder::r, 0x100000, kMaxElfMemoryBytes - 4, {}});
    CHECK(problems_of(b.build()).empty()); // 4 GiB are allowed
    b.segments[1].memory_bytes += 1;
    CHECK(problems_of(b.build()) ==
          one("the segments take more than 4 GiB of memory; expected at most 4 GiB"));
  }
  SECTION("the same bytes again and again") {
    for (std::uint64_t i = 1; i < 4; ++i)
      b.segments.push_back({Builder::load, Builder::r, 0x10000 + 0x1000 * i, 0x300, {}});
    Bytes bytes = b.build();
    for (std::size_t i = 1; i < 4; ++i) { // each the whole file, of 64 + 4 * 56 + 4 bytes
      patch(bytes, 64 + i * 56 + 8, 0, 8);
      patch(bytes, 64 + i * 56 + 32, bytes.size(), 8);
    }
    CHECK(problems_of(bytes) == one("the segments load 880 bytes of a file of 292; expected each "
                                    "byte of the file in one segment at most"));
  }
}

TEST_CASE("elf errors: overlapping segments, also with one that lies between") {
  Builder b;
  b.segments.push_back({Builder::load, Builder::r, 0x10004, 8, {}}); // a neighbour
  CHECK(problems_of(b.build()).empty());
  b.segments.push_back({Builder::load, Builder::r, 0x1000b, 1, {}});
  CHECK(problems_of(b.build()) ==
        one("two segments overlap: 0x10004 to 0x1000b and 0x1000b to 0x1000b"));
  b.segments[2].address = 0x10006;
  b.segments.push_back({Builder::load, Builder::r, 0x10009, 1, {}});
  CHECK(problems_of(b.build()) ==
        Lines{"a.out: error: two segments overlap: 0x10004 to 0x1000b and 0x10006 to 0x10006",
              "a.out: error: two segments overlap: 0x10004 to 0x1000b and 0x10009 to 0x10009"});
}

TEST_CASE("elf errors: an entry point where no instruction can be") {
  constexpr const char* expected =
      "; expected an address in a segment with code; is a symbol _start linked in?";
  Builder b;
  b.entry = 0;
  CHECK(problems_of(b.build()) ==
        one(fmt::format("the entry point 0x0 lies in no segment{}", expected)));
  b.entry = 0x10004;
  CHECK(problems_of(b.build()) ==
        one(fmt::format("the entry point 0x10004 lies in no segment{}", expected)));
  b.entry = 0x10001;
  CHECK(problems_of(b.build()) ==
        one("the entry point 0x10001 is odd; expected the address of an instruction"));
}

TEST_CASE("elf errors: segments need not be executable on a bare machine, but on Linux") {
  Builder b;
  b.segments[0].flags = Builder::r | Builder::w;
  CHECK(problems_of(b.build()).empty());
  isa::ElfOptions options;
  options.platform = isa::Platform::bare_metal;
  CHECK(isa::program_from_elf("elf", b.build(), options).ok());
  options.platform = isa::Platform::linux_user;
  const auto refused = isa::program_from_elf("elf", b.build(), options);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.diagnostics().front().message ==
        "the entry point 0x10000 lies in a segment that is not executable");
}

TEST_CASE("elf errors: all segments are reported together") {
  Builder b;
  b.segments[0].memory_bytes = 3;
  b.segments.push_back({Builder::load, Builder::r, 0x20000, 8, {}});
  b.segments.push_back({Builder::load, Builder::r, 0x20001, 8, {}});
  CHECK(problems_of(b.build()).size() == 2);
}

TEST_CASE("elf errors: damage that only costs symbols is a warning") {
  Builder b;
  b.add_symbols({{"_start", 0x10000, 4}, {"next", 0x10002, 2}});
  SECTION("the size of a section header") {
    CHECK(problems_of(patched(58, 40, 2, b)) ==
          warned("a section header takes 40 bytes, so that symbols and source lines are not shown; "
                 "expected 64 bytes in ELF64"));
  }
  SECTION("the names of the sections") {
    CHECK(problems_of(patched(62, 77, 2, b)) ==
          warned("the names of the sections are not in the file, so that its symbols and its "
                 "source lines are not shown"));
  }
  SECTION("the place of the table") {
    Bytes bytes = b.build();
    patch(bytes, bytes.size() - 3 * 64 + 24, 1'000'000, 8); // offset of section 1 of 4
    CHECK(problems_of(bytes) ==
          warned("the symbol table is damaged, so that the program has no symbols"));
    CHECK(read_elf("a.out", bytes)->symbols.empty());
  }
  SECTION("a name") {
    b.sections[0].bytes[24] = 200; // of the first symbol
    const Bytes bytes = b.build();
    CHECK(problems_of(bytes) ==
          warned("1 symbols are left out: their names are not in the file, or longer than 4096 "
                 "bytes"));
    const auto elf = read_elf("a.out", bytes);
    REQUIRE(elf->symbols.size() == 1);
    CHECK(elf->symbols[0].name == "next");
  }
}
