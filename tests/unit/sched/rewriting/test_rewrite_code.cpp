#include "isa/assemble.hpp"
#include "isa/load_elf.hpp"
#include "machine/machine_file.hpp"
#include "sched/rewriting/rewrite_code.hpp"
#include "sched/schedule.hpp"
#include "sched/verification/verify.hpp"
#include "unit/isa/elf_builder.hpp"
#include "unit/sched/sched_testing.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

// Blocks of machine code in other orders, in place: each instruction still does what it did from
// where it stands now, and what may be data stays as it is.

using namespace stallscope;
using isa::testing::Bytes;
using isa::testing::ElfBuilder;
using sched_testing::order_of;

namespace {

constexpr std::uint64_t kData = 0x20000;

/// An executable file of assembly text, its program, and a writer for it.
struct Executable {
  Bytes bytes;
  std::unique_ptr<isa::ElfFile> elf;
  std::unique_ptr<isa::Program> program;
  std::unique_ptr<sched::CodeWriter> writer;

  /// Symbols of functions: names of the text. `data` lies at kData.
  explicit Executable(const std::string& text, const std::vector<std::string>& functions = {"f"},
                      const Bytes& data = Bytes(64, 0), bool writable = false) {
    auto source = isa::assemble(isa::Isa::riscv, "a.s", text);
    INFO(text << format(source.diagnostics()));
    REQUIRE(source);
    ElfBuilder builder;
    builder.segments.clear();
    for (const isa::DataSegment& segment : source->data)
      if (segment.name == ".text")
        builder.segments.push_back(
            {ElfBuilder::load,
             ElfBuilder::r | ElfBuilder::x | (writable ? unsigned{ElfBuilder::w} : 0U),
             segment.address, segment.bytes.size(), segment.bytes});
    REQUIRE(builder.segments.size() == 1);
    const std::uint64_t end = builder.segments[0].address + builder.segments[0].bytes.size();
    builder.segments.push_back(
        {ElfBuilder::load, ElfBuilder::r | ElfBuilder::w, kData, data.size(), data});
    builder.entry = source->entry;
    std::vector<ElfBuilder::Symbol> symbols;
    for (const std::string& name : functions) {
      const std::uint64_t address = source->symbols.find(name)->second.address;
      symbols.push_back({name, address, end - address});
    }
    builder.add_symbols(symbols);
    bytes = builder.build();
    elf = std::make_unique<isa::ElfFile>(isa::read_elf("a.elf", bytes).value());
    program = std::make_unique<isa::Program>(load(bytes));
    writer = std::make_unique<sched::CodeWriter>(*program, *elf, bytes);
  }

  static isa::Program load(const Bytes& file) {
    auto loaded = isa::program_from_elf("a.elf", file, {});
    INFO(format(loaded.diagnostics()));
    REQUIRE(loaded);
    return std::move(loaded).value();
  }

  [[nodiscard]] sched::Block block(std::size_t number) const {
    sched::Block block = sched::basic_blocks(*program).at(number);
    writer->fix(block);
    return block;
  }

  /// Writes a block, and gives its text as it is in the file then.
  std::string reordered(std::size_t number, std::string_view order) {
    const sched::Block changed = block(number);
    const std::string why = writer->write({changed, order_of(order), sched::foldable(changed)});
    if (!why.empty())
      return why;
    const isa::Program now = load(writer->bytes());
    std::string text;
    for (std::uint64_t pc = changed.instruction(0).pc, left = changed.count; left > 0; --left) {
      const std::uint32_t index = now.index_of(pc);
      text += now.text_of(index) + "\n";
      pc += now.code[index].size;
    }
    const sched::Verification found =
        sched::verify_code(*program, now, {changed}, {4, 1, 1000, false, {}});
    CHECK(found.difference == "");
    CHECK(found.blocks == 1U);
    return text;
  }
};

} // namespace

TEST_CASE("machine code: instructions of 2 and 4 bytes change places") {
  Executable file("f: c.li a0, 1\nlui t0, 5\nadd a1, a2, a3\nc.add a4, a0\nc.jr ra\n");
  CHECK(file.reordered(0, "31425") ==
        "add a1, a2, a3\nli a0, 1\nadd a4, a4, a0\nlui t0, 0x5\nret\n");
}

TEST_CASE("machine code: an auipc that moves makes the same address") {
  // The block begins at 0x10000, where auipc a0, 1 makes 0x11000.
  Executable file("f: auipc a0, 1\nadd a1, a2, a3\naddi a0, a0, 16\nc.jr ra\n");
  CHECK(file.reordered(0, "2134") == "add a1, a2, a3\nauipc a0, 0x1\naddi a0, a0, 12\nret\n");

  SECTION("several halves of one, and a far call") {
    Executable calls("f: auipc a5, 16\nlw a0, 8(a5)\nsw a1, 12(a5)\nlw a5, 16(a5)\nsub a2, a3, a4\n"
                     "auipc ra, 0\njalr ra, 8(ra)\nret\n");
    CHECK(calls.reordered(0, "6512347") == "auipc ra, 0x0\nsub a2, a3, a4\nauipc a5, 0x10\n"
                                           "lw a0, 0(a5)\nsw a1, 4(a5)\nlw a5, 8(a5)\n"
                                           "jalr 28(ra)\n");
  }
  SECTION("where the other half would be beyond its 12 bits, the upper half changes") {
    Executable low("f: auipc a0, 1\nadd a1, a2, a3\naddi a0, a0, -2048\nc.jr ra\n");
    CHECK(low.reordered(0, "2134") == "add a1, a2, a3\nauipc a0, 0x0\naddi a0, a0, 2044\nret\n");
    Executable high("f: add a1, a2, a3\nauipc a0, 1\naddi a0, a0, 2047\nc.jr ra\n");
    CHECK(high.reordered(0, "2134") == "auipc a0, 0x2\nadd a1, a2, a3\naddi a0, a0, -2045\nret\n");
  }
}

TEST_CASE("machine code: an auipc with another reader keeps its place") {
  const auto fixed = [](const std::string& text) {
    std::string marks;
    for (const bool one : Executable(text).block(0).fixed)
      marks += one ? 'x' : '-';
    return marks;
  };
  CHECK(fixed("f: auipc a0, 1\naddi a0, a0, 16\nret\n") == "---");
  CHECK(fixed("f: auipc a0, 1\naddi a1, a0, 16\nret\n") == "x--");         // read behind the block
  CHECK(fixed("f: auipc a0, 1\nadd a0, a0, a1\nret\n") == "x--");          // with an operand
  CHECK(fixed("f: auipc a0, 1\nc.addi a0, 16\nret\n") == "x--");           // of other encodings
  CHECK(fixed("f: auipc a0, 1\nsw a0, 4(a0)\nli a0, 1\nret\n") == "x---"); // itself is stored
  // Nothing crosses it, on which the checker insists.
  const Executable file("f: li a1, 1\nauipc a0, 1\nadd a0, a0, a1\nli a2, 2\nret\n");
  const sched::Block block = file.block(0);
  CHECK(sched::illegality(block, order_of("12345"), {}, {}).empty());
  CHECK(sched::illegality(block, order_of("21345"), {}, {}) != "");
  const sched::Problem problem(
      sched::dependences(block, machine::load_machine("dual-5").value(), {}),
      machine::load_machine("dual-5").value());
  for (const sched::SchedulerInfo& scheduler : sched::schedulers())
    CHECK(sched::make_schedule(problem, scheduler.name, {}).order[1] == 1);
}

TEST_CASE("machine code: offsets change only where they fit the instruction's bytes") {
  // c.lw has no negative offsets: it cannot go behind the addition; before it c.lw has room.
  const auto accesses = [](const std::string& text) {
    const sched::Folding folding = sched::foldable(Executable(text).block(0));
    std::string marks;
    for (const bool one : folding.accesses)
      marks += one ? 'x' : '-';
    return marks;
  };
  CHECK(accesses("f: c.lw a0, 0(a1)\naddi a1, a1, 4\nret\n") == "");
  CHECK(accesses("f: lw a0, 0(a1)\naddi a1, a1, 4\nret\n") == "x--");
  CHECK(accesses("f: c.lw a0, 4(a1)\naddi a1, a1, 4\nret\n") == "x--");
  CHECK(accesses("f: c.lw a0, 4(a1)\naddi a1, a1, 2\nret\n") == ""); // not a multiple of 4
  CHECK(accesses("f: addi a1, a1, 4\nc.lw a0, 120(a1)\nret\n") == "-x-");
  CHECK(accesses("f: addi a1, a1, 4\nc.lw a0, 124(a1)\nret\n") == "");
  Executable file("f: c.lw a0, 8(a1)\naddi a1, a1, 4\nadd a0, a0, a2\nret\n");
  CHECK(file.reordered(0, "2134") == "addi a1, a1, 4\nlw a0, 4(a1)\nadd a0, a0, a2\nret\n");
}

TEST_CASE("machine code: the shifts that make a semihosting call stay around their ebreak") {
  const Executable file("f: li a1, 0\nslli x0, x0, 0x1f\nebreak\nsrai x0, x0, 7\nli a2, 0\nret\n");
  const sched::Block block = file.block(0);
  CHECK(sched::illegality(block, order_of("213456"), {}, {}) != "");
  CHECK(sched::illegality(block, order_of("123546"), {}, {}) != "");
}

TEST_CASE("machine code: what may be data stays as it is") {
  SECTION("what nothing leads to") {
    const Executable file("f: ret\n.word 0x00100513, 0x00200593, 0x00008067\n");
    CHECK(file.writer->why_left(file.block(0)).empty());
    CHECK(file.writer->why_left(file.block(1)) == "nothing known leads there, so it may be data");
  }
  SECTION("but not what calls return to, whomever they call") {
    const Executable file("f: jalr s3\nli a0, 1\njal f\nli a0, 2\nret\n", {});
    for (const sched::Block& block : sched::basic_blocks(*file.program))
      CHECK(file.writer->why_left(block).empty());
  }
  SECTION("what instructions read") {
    const Executable file("f: auipc a0, 0\nlw a0, 16(a0)\nj g\ng: li a1, 1\nret\n");
    CHECK(file.writer->why_left(file.block(1)) == "it is data, or the program reads it as data");
  }
  SECTION("where instructions overlap") {
    const Executable file("f: beqz a0, f+6\nlui a0, 1\nret\n");
    CHECK(file.writer->why_left(file.block(1)) ==
          "some jump leads into the middle of an instruction");
  }
  SECTION("what the program may change") {
    const std::string text = "f: li a0, 1\nfence.i\nret\n";
    CHECK(Executable(text).writer->why_left(Executable(text).block(0)).empty());
    const Executable open(text, {"f"}, Bytes(64, 0), true);
    CHECK(open.writer->why_left(open.block(0)) ==
          "the program may change it: it is writable, and there is a fence.i");
  }
}

TEST_CASE("machine code: what tables and constants of a program lead to begins a block") {
  // A switch: the second case is fallen into, and found only through the table.
  const std::string code = "f: slli a0, a0, 2\nlui a5, 0x20\nadd a5, a5, a0\nlw a5, 0(a5)\n"
                           "jr a5\ncase1: addi a1, a1, 1\ncase2: addi a1, a1, 2\nret\n";
  const auto begins = [](const Executable& file) {
    std::vector<std::uint64_t> addresses;
    for (const sched::Block& block : sched::basic_blocks(*file.program)) {
      addresses.push_back(block.instruction(0).pc);
      CHECK(file.writer->why_left(block).empty());
    }
    return addresses;
  };
  const std::uint64_t f = isa::assemble(isa::Isa::riscv, "a.s", code)->entry;
  Bytes table;
  isa::testing::put(table, f + 20, 4);
  isa::testing::put(table, f + 24, 4);
  CHECK(begins(Executable(code, {"f"}, table)) == std::vector{f, f + 20, f + 24});

  // The same with distances from the table, as position-independent code has them.
  const std::string relative = "f: slli a0, a0, 2\nlui a5, 0x20\naddi a5, a5, 8\nadd a0, a5, a0\n"
                               "lw a0, 0(a0)\nadd a5, a5, a0\njr a5\n"
                               "case1: addi a1, a1, 1\ncase2: addi a1, a1, 2\nret\n";
  Bytes distances(8, 0);
  isa::testing::put(distances, f + 28 - (kData + 8), 4);
  isa::testing::put(distances, f + 32 - (kData + 8), 4);
  CHECK(begins(Executable(relative, {"f"}, distances)) == std::vector{f, f + 28, f + 32});
}

TEST_CASE("machine code: functions of a stripped program that only constants name are found") {
  const std::string text = "f: lui a0, 0x10\naddi a0, a0, 16\njr t1\n.word 0\n"
                           "g: li a0, 1\nret\n";
  const Executable file(text, {});
  const std::vector<sched::Block> blocks = sched::basic_blocks(*file.program);
  REQUIRE(blocks.size() >= 3);
  CHECK(blocks.back().instruction(0).pc == 0x10010);
  CHECK(file.writer->why_left(blocks.back()).empty());
  // Letters that read as instructions up to the zero behind them are no function.
  const Executable string("f: lui a0, 0x10\naddi a0, a0, 16\njr t1\n.word 0\n"
                          ".ascii \"0123456789\\0\\0\"\n",
                          {});
  for (const sched::Block& block : sched::basic_blocks(*string.program))
    if (block.instruction(0).pc >= 0x10010)
      CHECK(!string.writer->why_left(block).empty());
}
