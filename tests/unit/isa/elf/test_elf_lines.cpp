#include "unit/isa/elf_testing.hpp"

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

/// A unit of .debug_line: files a.c (1) and, in the directory inc, b.h (2); opcodes up to 12,
/// special opcodes advance lines by -5 to 8 (range 14).
struct Unit {
  unsigned version = 4;
  bool wide = false; ///< 64-bit DWARF
  std::uint8_t min_instruction_bytes = 1;
  std::uint8_t max_operations = 1;
  std::uint8_t opcode_base = 13;
  std::uint8_t line_range = 14;
  std::optional<Bytes> tables = std::nullopt; ///< directories and files, when others
  Bytes program = {};

  [[nodiscard]] Bytes build() const {
    Bytes body = {min_instruction_bytes};
    if (version >= 4)
      put(body, max_operations, 1);
    for (const unsigned byte : {1U, 0xfbU, unsigned{line_range}, unsigned{opcode_base}})
      put(body, byte, 1);
    const Bytes lengths = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 2, 0};
    body.insert(body.end(), lengths.begin(), lengths.begin() + (opcode_base - 1));
    const Bytes files = tables.value_or(usual_tables());
    body.insert(body.end(), files.begin(), files.end());
    Bytes unit;
    put(unit, version, 2);
    if (version >= 5)
      put(unit, 0x0008, 2); // addresses of 8 bytes, no segments
    put(unit, body.size(), wide ? 8 : 4);
    unit.insert(unit.end(), body.begin(), body.end());
    unit.insert(unit.end(), program.begin(), program.end());
    Bytes all;
    if (wide)
      put(all, 0xffffffff, 4);
    put(all, unit.size(), wide ? 8 : 4);
    all.insert(all.end(), unit.begin(), unit.end());
    return all;
  }

private:
  [[nodiscard]] Bytes usual_tables() const {
    Bytes bytes;
    if (version < 5) {
      put(bytes, std::string_view("inc\0\0a.c\0\0\0\0b.h\0\1\0\0\0", 21));
      return bytes;
    }
    put(bytes, std::string_view("\1\1\x08\2/src\0inc\0", 13)); // path as text
    put(bytes, std::string_view("\2\1\x08\2\x0b\3", 6));       // path as text, directory in a byte
    put(bytes, std::string_view("a.c\0\0a.c\0\0b.h\0\1", 15));
    return bytes;
  }
};

/// Opcodes (DWARF 5, section 7.22).
enum : std::uint8_t {
  copy = 1,
  advance_pc,
  advance_line,
  set_file,
  set_column,
  negate_statement,
  basic_block,
  const_add_pc,
  fixed_advance_pc,
  prologue_end,
  epilogue_begin,
  set_isa
};
const Bytes kEnd = {0, 1, 1};

Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Bytes set_address(std::uint64_t address, unsigned size = 8) {
  Bytes bytes = {0, static_cast<std::uint8_t>(size + 1), 2};
  put(bytes, address, size);
  return bytes;
}

/// A program of 4,096 bytes of code at 0x10000 with these sections.
ElfBuilder builder_with(const Bytes& line, const Bytes& line_str = {}, const Bytes& str = {}) {
  ElfBuilder b;
  b.segments[0].memory_bytes = 4096;
  b.sections = {
      {".debug_line", 1, 0, line}, {".debug_line_str", 1, 0, line_str}, {".debug_str", 1, 0, str}};
  return b;
}

LineTable table_of(const Bytes& line, const Bytes& line_str = {}, const Bytes& str = {}) {
  const Bytes bytes = builder_with(line, line_str, str).build();
  auto elf = read_elf("a.out", bytes);
  REQUIRE(elf.ok());
  return elf->lines;
}

Lines shown(const LineTable& table) {
  Lines lines;
  for (const LineRow& r : table.rows)
    lines.push_back(fmt::format("{:#x} {:#x} {}:{}:{}{}", r.address, r.end, table.files.at(r.file),
                                r.line, r.column, r.statement ? " s" : ""));
  return lines;
}

Lines rows_of(const Bytes& program) {
  Unit unit;
  unit.program = program;
  return shown(table_of(unit.build()));
}

Lines warnings_of(const Bytes& line) {
  return problems_of(builder_with(line).build());
}

std::string damaged(std::size_t units, std::string_view first) {
  return fmt::format("a.out: warning: some source lines are missing: {} units of .debug_line "
                     "cannot be read, the first {}",
                     units, first);
}

} // namespace

TEST_CASE("elf lines: every version and both widths give the same rows") {
  Unit unit;
  unit.version = GENERATE(2U, 3U, 4U, 5U);
  unit.wide = GENERATE(false, true);
  unit.program = set_address(0x10000) +
                 Bytes{copy, set_file, 2, advance_line, 6, fixed_advance_pc, 6, 0, copy} +
                 Bytes{advance_pc, 4} + kEnd;
  const LineTable table = table_of(unit.build());
  const std::string directory = unit.version == 5 ? "/src/" : "";
  CHECK(table.files == Lines{directory + "a.c", directory + "inc/b.h"});
  CHECK(shown(table) == Lines{"0x10000 0x10006 " + directory + "a.c:1:0 s",
                              "0x10006 0x1000a " + directory + "inc/b.h:7:0 s"});
}

TEST_CASE("elf lines: special opcodes, and how far a constant advance goes") {
  // Special opcode 13 + 14 a + (l + 5) advances the address by a and the line by l: 50 is a = 2,
  // l = 4. The constant advance is that of opcode 255: (255 - 13) / 14 = 17.
  CHECK(
      rows_of(set_address(0x10000) + Bytes{18, 50, const_add_pc, 13, advance_pc, 2} + kEnd) ==
      Lines{"0x10000 0x10002 a.c:1:0 s", "0x10002 0x10013 a.c:5:0 s", "0x10013 0x10015 a.c:0:0 s"});
}

TEST_CASE("elf lines: opcodes of version 3 are special ones when the base says so") {
  Unit unit;
  unit.version = 2;
  unit.opcode_base = 10; // 10 + 14 * 0 + 5 is: no address, no line
  unit.program = set_address(0x10000) + Bytes{15, 10 + 14 + 6, advance_pc, 1} + kEnd;
  CHECK(shown(table_of(unit.build())) ==
        Lines{"0x10000 0x10001 a.c:1:0 s", "0x10001 0x10002 a.c:2:0 s"});
}

TEST_CASE("elf lines: unknown standard and extended opcodes are skipped with their operands") {
  Unit unit;
  unit.opcode_base = 15; // 13 has two operands, 14 none
  unit.program = set_address(0x10000) + Bytes{13, 0x81, 1, 1, 14} + Bytes{0, 3, 0x80, 1, 1} +
                 Bytes{copy, advance_pc, 4} + kEnd;
  CHECK(shown(table_of(unit.build())) == Lines{"0x10000 0x10004 a.c:1:0 s"});
}

TEST_CASE("elf lines: columns, statements and marks") {
  CHECK(rows_of(set_address(0x10000) + Bytes{set_column, 0x85, 1, negate_statement, copy} +
                Bytes{basic_block, prologue_end, epilogue_begin, set_isa, 1, advance_pc, 2} +
                Bytes{0, 2, 4, 3, negate_statement, set_column, 7, copy, advance_pc, 2} + kEnd) ==
        Lines{"0x10000 0x10002 a.c:1:133", "0x10002 0x10004 a.c:1:7 s"});
}

TEST_CASE("elf lines: addresses count in instructions of their least size, fixed ones in bytes") {
  Unit unit;
  unit.min_instruction_bytes = 4;
  unit.program = set_address(0x10000) +
                 Bytes{copy, advance_pc, 3, copy, fixed_advance_pc, 3, 0, copy, advance_pc, 1} +
                 kEnd;
  CHECK(shown(table_of(unit.build())) == Lines{"0x10000 0x1000c a.c:1:0 s",
                                               "0x1000c 0x1000f a.c:1:0 s",
                                               "0x1000f 0x10013 a.c:1:0 s"});
}

TEST_CASE("elf lines: operations within an instruction") {
  // 2 operations an instruction of 4 bytes: 3 operations are one instruction and a half.
  Unit unit;
  unit.min_instruction_bytes = 4;
  unit.max_operations = 2;
  unit.program = set_address(0x10000) +
                 Bytes{copy, advance_pc, 3, copy, advance_pc, 1, copy, advance_pc, 2} + kEnd;
  CHECK(shown(table_of(unit.build())) == Lines{"0x10000 0x10004 a.c:1:0 s",
                                               "0x10004 0x10008 a.c:1:0 s",
                                               "0x10008 0x1000c a.c:1:0 s"});
}

TEST_CASE("elf lines: a file defined by the program, and one that is not there") {
  Bytes define = {0, 9, 3};
  put(define, std::string_view("new.c\0\1\0\0", 9));
  define[1] = 10;
  CHECK(rows_of(define + set_address(0x10000) +
                Bytes{set_file, 3, copy, advance_pc, 1, set_file, 9, copy, advance_pc, 1} + kEnd) ==
        Lines{"0x10000 0x10001 inc/new.c:1:0 s", "0x10001 0x10002 ?:1:0 s"});
}

TEST_CASE("elf lines: names in other sections, with sums and sizes in between") {
  Unit unit;
  unit.version = 5;
  Bytes tables;
  put(tables, std::string_view("\1\1\x1f\1", 4)); // one directory, in .debug_line_str
  put(tables, 5, 4);
  put(tables, std::string_view("\5\1\x0e\2\x05\5\x1e\4\x0f\3\x09\2", 12));
  for (const std::uint64_t offset : {0U, 4U}) {
    put(tables, offset, 4);                               // path, in .debug_str
    put(tables, 0, 2);                                    // directory
    tables.resize(tables.size() + 16, 0xaa);              // MD5 sum
    put(tables, std::string_view("\x80\1\2\xbb\xbb", 5)); // size; time as a block of 2 bytes
  }
  unit.tables = tables;
  unit.program = set_address(0x10000) + Bytes{copy, set_file, 0, advance_pc, 1, copy} +
                 Bytes{advance_pc, 1} + kEnd;
  Bytes line_str;
  put(line_str, std::string_view("none\0/dir/\0", 11));
  Bytes str;
  put(str, std::string_view("a.c\0/abs/b.c\0", 13));
  CHECK(shown(table_of(unit.build(), line_str, str)) ==
        Lines{"0x10000 0x10001 /abs/b.c:1:0 s", "0x10001 0x10002 /dir/a.c:1:0 s"});
}

TEST_CASE("elf lines: units with padding between them share their files") {
  Unit unit;
  unit.program = set_address(0x10000) + Bytes{copy, advance_pc, 2} + kEnd;
  Unit second;
  second.program = set_address(0x10002, 4) + Bytes{set_file, 2, copy, set_file, 1, advance_pc, 2} +
                   Bytes{copy, advance_pc, 2} + kEnd;
  const LineTable table = table_of(second.build() + Bytes(8, 0) + unit.build());
  CHECK(table.files == Lines{"inc/b.h", "a.c"});
  CHECK(shown(table) == Lines{"0x10000 0x10002 a.c:1:0 s", "0x10002 0x10004 inc/b.h:1:0 s",
                              "0x10004 0x10006 a.c:1:0 s"});
}

TEST_CASE("elf lines: code that is not in the program or claimed twice is left out") {
  CHECK(rows_of(set_address(0x100) + Bytes{copy, advance_pc, 4} + kEnd).empty());
  // The segment ends at 0x11000.
  CHECK(rows_of(set_address(0x10ffe) + Bytes{copy, advance_pc, 3} + kEnd).empty());
  CHECK(rows_of(set_address(0x10ffe) + Bytes{copy, advance_pc, 2} + kEnd).size() == 1);
  const Bytes first = set_address(0x10010) + Bytes{copy, advance_pc, 0x10} + kEnd;
  const auto second = [&](std::uint64_t address, std::uint8_t size) {
    return rows_of(first + set_address(address) + Bytes{advance_line, 1, copy, advance_pc, size} +
                   kEnd)
        .size();
  };
  CHECK(second(0x1000e, 2) == 2);
  CHECK(second(0x1000e, 3) == 1);
  CHECK(second(0x10014, 2) == 1);
  CHECK(second(0x1001f, 2) == 1);
  CHECK(second(0x10020, 2) == 2);
  CHECK(second(0x1000e, 0x20) == 1);
}

TEST_CASE("elf lines: rows out of order are put in order, rows at the end have no code") {
  CHECK(rows_of(set_address(0x10004) + Bytes{copy} + set_address(0x10000) +
                Bytes{advance_line, 1, copy, advance_pc, 8, advance_line, 1, copy} + kEnd) ==
        Lines{"0x10000 0x10004 a.c:2:0 s", "0x10004 0x10008 a.c:1:0 s"});
}

TEST_CASE("elf lines: look-ups") {
  // Lines 1 and 2 begin at 0x10000, and 2 has the code; then line 3 (no statement, then one), line
  // 2 again in two rows, line 4 (never a statement), code without a line, and nothing.
  const LineTable table = table_of([] {
    Unit unit;
    unit.program = set_address(0x10000) + Bytes{18, 19, negate_statement, 18 + 28 + 1} +
                   Bytes{negate_statement, 18 + 28} + Bytes{18 + 28 - 1, 18 + 28} +
                   Bytes{negate_statement, 18 + 28 + 2, 18 + 28 - 4, advance_pc, 2} + kEnd;
    return unit.build();
  }());
  CHECK(shown(table) == Lines{"0x10000 0x10000 a.c:1:0 s", "0x10000 0x10002 a.c:2:0 s",
                              "0x10002 0x10004 a.c:3:0", "0x10004 0x10006 a.c:3:0 s",
                              "0x10006 0x10008 a.c:2:0 s", "0x10008 0x1000a a.c:2:0 s",
                              "0x1000a 0x1000c a.c:4:0", "0x1000c 0x1000e a.c:0:0"});
  using Addresses = std::vector<std::uint64_t>;
  REQUIRE(table.row_at(0x10001) != nullptr);
  CHECK(table.row_at(0x10000)->line == 2);
  CHECK(table.row_at(0x10001)->line == 2);
  CHECK(table.row_at(0x1000d)->line == 0);
  CHECK(table.row_at(0x1000e) == nullptr);
  CHECK(table.row_at(0xffff) == nullptr);
  CHECK(table.addresses_of(0, 1) == Addresses{0x10000});
  CHECK(table.addresses_of(0, 2) == Addresses{0x10000, 0x10006});
  CHECK(table.addresses_of(0, 3) == Addresses{0x10004});
  CHECK(table.addresses_of(0, 4) == Addresses{0x1000a});
  CHECK(table.addresses_of(0, 5).empty());
  CHECK(table.addresses_of(1, 2).empty());
}

TEST_CASE("elf lines: files by the end of their path") {
  LineTable table;
  table.files = {"/src/sum.c", "/src/lib/sum.c", "/src/checksum.c", "sum.c"};
  using Indices = std::vector<std::uint32_t>;
  CHECK(table.files_named("sum.c") == Indices{0, 1, 3});
  CHECK(table.files_named("lib/sum.c") == Indices{1});
  CHECK(table.files_named("/src/sum.c") == Indices{0});
  CHECK(table.files_named("um.c").empty());
  CHECK(table.files_named("").empty());
}

TEST_CASE("elf lines: damaged units are counted, the others are read") {
  const Bytes good = [] {
    Unit unit;
    unit.program = set_address(0x10000) + Bytes{copy, advance_pc, 2} + kEnd;
    return unit.build();
  }();
  Unit bad;
  SECTION("another version") {
    bad.version = 6;
    const Bytes line = good + bad.build() + bad.build();
    CHECK(warnings_of(line) ==
          Lines{damaged(2, fmt::format("at offset {:#x}: it is of DWARF version 6, and 2 to 5 are "
                                       "known",
                                       good.size()))});
    CHECK(table_of(line).rows.size() == 1);
  }
  SECTION("nothing to divide by") {
    bad.line_range = 0;
    CHECK(warnings_of(bad.build() + good) ==
          Lines{damaged(1, "at offset 0x0: line range, opcode base or operations in an instruction "
                           "are 0")});
    CHECK(table_of(bad.build() + good).rows.size() == 1);
  }
  SECTION("a program that breaks off, within a sequence or an opcode") {
    bad.program = set_address(0x10000) + Bytes{copy};
    CHECK(warnings_of(bad.build() + good) ==
          Lines{damaged(1, "at offset 0x0: the line number program breaks off")});
    CHECK(table_of(bad.build() + good).rows.size() == 1);
    bad.program = {advance_pc, 0x80};
    CHECK(warnings_of(bad.build()) ==
          Lines{damaged(1, "at offset 0x0: the line number program breaks off")});
  }
  SECTION("a unit or a header that is cut off") {
    Bytes cut = good;
    cut.pop_back();
    CHECK(warnings_of(cut) == Lines{damaged(1, "at offset 0x0: the unit is cut off")});
    Bytes header = good;
    patch(header, 6, 0xffff, 4);
    CHECK(warnings_of(header) == Lines{damaged(1, "at offset 0x0: the header is cut off")});
    patch(header, 6, 8, 4);
    CHECK(warnings_of(header) == Lines{damaged(1, "at offset 0x0: the header is cut off")});
  }
}

TEST_CASE("elf lines: tables of version 5 that make no sense") {
  Unit unit;
  unit.version = 5;
  const auto warning = [&](std::string_view tables) {
    unit.tables = Bytes(tables.begin(), tables.end());
    return warnings_of(unit.build());
  };
  CHECK(warning(std::string_view("\0\x90\x4e", 3)) ==
        Lines{damaged(1, "at offset 0x0: it has 10000 files or directories of 0 fields")});
  CHECK(warning(std::string_view("\1\1\x08\x81\x80\x40", 6)) ==
        Lines{damaged(1, "at offset 0x0: it has 1048577 files or directories of 1 fields")});
  CHECK(warning(std::string_view("\1\1\x77\1", 4)) ==
        Lines{damaged(1, "at offset 0x0: fields of form 0x77 are not known here")});
  CHECK(warning(std::string_view("\1\1\x1f\1\0\0\0\0", 8)) ==
        Lines{damaged(1, "at offset 0x0: a file name is not in the file, or too long")});
  CHECK(warning("\1\1\x08\1" + std::string(4097, 'x') + std::string(2, '\0')) ==
        Lines{damaged(1, "at offset 0x0: a file name is not in the file, or too long")});
}

TEST_CASE("elf lines: compressed debug information is a note") {
  constexpr const char* note =
      "a.out: note: the debug information is compressed, so that no source lines are shown; "
      "expected a program linked without -gz, or treated with objcopy "
      "--decompress-debug-sections";
  ElfBuilder b;
  b.sections = {{".debug_line", 1, 0x800, Bytes(24)}};
  CHECK(problems_of(b.build()) == Lines{note});
  b.sections = {{".zdebug_line", 1, 0, Bytes(24)}};
  CHECK(problems_of(b.build()) == Lines{note});
}

TEST_CASE("elf lines: a section that is not in the file") {
  Bytes bytes = builder_with(Bytes(4)).build();
  patch(bytes, bytes.size() - std::size_t{4} * 64 + 24, 1'000'000, 8); // offset of section 1
  CHECK(problems_of(bytes) ==
        Lines{"a.out: warning: the section .debug_line lies outside the file"});
}

TEST_CASE("elf lines: a table beyond its limits is left out as a whole") {
  SECTION("rows") {
    Unit unit;
    unit.program =
        set_address(0x10000) + Bytes(kMaxLineRows + 1, copy) + Bytes{advance_pc, 1} + kEnd;
    const Bytes line = unit.build();
    CHECK(warnings_of(line) == Lines{"a.out: warning: no source lines are shown: the line table is "
                                     "too large, it has more than 8388608 rows"});
    CHECK(table_of(line).empty());
  }
  SECTION("file names") {
    // Files of 4,096 letters, the last 4 of them a number; 4,097 of them are beyond 16 MiB.
    Unit unit;
    Bytes tables = {0};
    Bytes program = set_address(0x10000);
    for (unsigned i = 1; i <= 4097; ++i) {
      put(tables, std::string(4092, 'x') + fmt::format("{:04}", i));
      put(tables, 0, 4);
      program = std::move(program) + Bytes{set_file, static_cast<std::uint8_t>(0x80 | (i & 0x7f)),
                                           static_cast<std::uint8_t>(i >> 7), copy};
    }
    put(tables, 0, 1);
    unit.tables = tables;
    unit.program = program + Bytes{advance_pc, 1} + kEnd;
    CHECK(warnings_of(unit.build()) ==
          Lines{"a.out: warning: no source lines are shown: the line table is too large, its file "
                "names take more than 16 MiB"});
  }
}
