#include "unit/isa/elf_testing.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

// Programs of real compilers; elf_data/rebuild.sh makes them and has binutils write down their
// lines.

namespace {

std::string content(const std::string& name) {
  std::ifstream file(STALLSCOPE_SOURCE_DIR "/tests/unit/isa/elf_data/" + name, std::ios::binary);
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>(file), {}};
}

Bytes bytes_of(const std::string& name) {
  const std::string text = content(name);
  return {text.begin(), text.end()};
}

/// As rebuild.sh writes them: "sum.c 7 0x80000014 x", sorted as text.
std::string lines_of(const LineTable& table) {
  Lines lines;
  for (const LineRow& r : table.rows) {
    const std::string& path = table.files.at(r.file);
    lines.push_back(fmt::format("{} {} {:#x}{}\n", path.substr(path.rfind('/') + 1), r.line,
                                r.address, r.statement ? " x" : ""));
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines)
    text += line;
  return text;
}

} // namespace

TEST_CASE("elf of compilers: the lines are those binutils sees") {
  const std::string name =
      GENERATE("gcc-rv64-dwarf2", "gcc-rv64-dwarf3", "gcc-rv64-dwarf4", "gcc-rv64-dwarf5",
               "gcc-rv64-dwarf5-64bit", "gcc-rv32-dwarf5", "gcc-rv32-dropped", "clang-rv64-dwarf5");
  INFO(name);
  const Bytes bytes = bytes_of(name + ".elf");
  const auto elf = read_elf(name, bytes);
  REQUIRE(elf.ok());
  CHECK(elf.diagnostics().empty());
  CHECK(elf->xlen == (name.find("rv32") != std::string::npos ? 32 : 64));
  CHECK(elf->compressed);
  CHECK_FALSE(elf->linux_user);
  const std::string expected = content(name + ".lines");
  REQUIRE(std::count(expected.begin(), expected.end(), '\n') > 10);
  CHECK(lines_of(elf->lines) == expected);
  REQUIRE(elf->symbol_named("main") != nullptr);
  const std::uint64_t main_address = elf->symbol_named("main")->address;
  CHECK(elf->function_at(main_address + 2)->name == "main");
  REQUIRE(elf->lines.row_at(main_address) != nullptr);
  CHECK(elf->lines.row_at(main_address)->line == 5); // "int main(void) {" in sum.c
  REQUIRE(elf->symbol_named("_start") != nullptr);
  CHECK(elf->symbol_named("_start")->address == elf->entry);
  REQUIRE(elf->code_sections.size() == 1);
  CHECK(elf->code_sections[0].name == ".text");
  CHECK(elf->code_sections[0].address == elf->entry);
  const ElfSegment* const segment = elf->segment_at(elf->entry);
  CHECK(elf->code_sections[0].bytes.data() ==
        segment->bytes.data() + elf->entry - segment->address);
}

TEST_CASE("elf of compilers: paths are whole in DWARF 5, and relative before") {
  const Bytes five = bytes_of("gcc-rv64-dwarf5.elf");
  CHECK(read_elf("five", five)->lines.files ==
        Lines{"/src/start.S", "/src/include/twice.h", "/src/sum.c"});
  const Bytes clang = bytes_of("clang-rv64-dwarf5.elf");
  CHECK(read_elf("clang", clang)->lines.files ==
        Lines{"/src/start.S", "/src/sum.c", "/src/include/twice.h"});
  const Bytes four = bytes_of("gcc-rv64-dwarf4.elf");
  CHECK(read_elf("four", four)->lines.files == Lines{"start.S", "include/twice.h", "sum.c"});
}

TEST_CASE("elf of compilers: a line of the source and its addresses") {
  // twice() is at 0x80000006 (behind the 6 bytes of _start), which lines 1 to 3 share.
  const Bytes bytes = bytes_of("gcc-rv64-dwarf5.elf");
  const auto elf = read_elf("a.out", bytes);
  REQUIRE(elf.ok());
  const auto header = elf->lines.files_named("twice.h");
  REQUIRE(header.size() == 1);
  CHECK(elf->lines.addresses_of(header[0], 2) == std::vector<std::uint64_t>{0x80000006});
  CHECK(elf->lines.row_at(0x80000006)->line == 3); // the last of them has the code
}

TEST_CASE("elf of compilers: compressed line tables are a note") {
  const Lines problems = problems_of(bytes_of("gcc-rv64-compressed.elf"));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].substr(0, 43) == "a.out: note: the debug information is compr");
}
