#include "isa/executor.hpp"
#include "isa/load_elf.hpp"
#include "unit/isa/elf_testing.hpp"

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

using Builder = ElfBuilder;

bool expects_linux(const Builder& builder, std::string_view reason) {
  const Bytes bytes = builder.build();
  const auto elf = read_elf("a.out", bytes);
  REQUIRE(elf.ok());
  CHECK(elf->environment_reason == reason);
  return elf->linux_user;
}

/// A note of type 1 of "GNU": operating system and its lowest version.
Bytes abi_note(std::uint32_t system) {
  Bytes note;
  put(note, 4, 4);
  put(note, 16, 4);
  put(note, 1, 4);
  put(note, std::string_view("GNU\0", 4));
  for (const std::uint32_t word : {system, 4U, 15U, 0U})
    put(note, word, 4);
  return note;
}

} // namespace

TEST_CASE("elf: only the first four bytes make a file look like one") {
  CHECK(looks_like_elf(Bytes{0x7f, 'E', 'L', 'F'}));
  CHECK_FALSE(looks_like_elf(Bytes{0x7f, 'E', 'L'}));
  CHECK_FALSE(looks_like_elf(Bytes{'#', 'E', 'L', 'F', 2}));
}

TEST_CASE("elf: segments, entry, flags and program headers of both classes") {
  const unsigned xlen = GENERATE(32U, 64U);
  Builder b;
  b.xlen = xlen;
  b.flags = 1 | 4;
  b.segments.push_back({Builder::load, Builder::r | Builder::w, 0x8000, 0x100, {1, 2, 3}});
  const Bytes bytes = b.build();
  const auto elf = read_elf("a.out", bytes);
  REQUIRE(elf.ok());
  CHECK(elf.diagnostics().empty());
  CHECK(elf->xlen == xlen);
  CHECK(elf->entry == 0x10000);
  CHECK(elf->compressed);
  CHECK_FALSE(elf->embedded);
  CHECK(elf->float_abi == FloatAbi::double_precision);
  REQUIRE(elf->segments.size() == 2);
  const ElfSegment& data = elf->segments[0]; // by address, not as in the file
  CHECK(data.address == 0x8000);
  CHECK(data.load_address == 0x8000);
  CHECK(data.memory_bytes == 0x100);
  CHECK(Bytes(data.bytes.begin(), data.bytes.end()) == Bytes{1, 2, 3});
  CHECK((data.readable && data.writable && !data.executable));
  const ElfSegment& code = elf->segments[1];
  CHECK((code.readable && !code.writable && code.executable));
  CHECK(elf->segment_at(0x80ff) == &data);
  CHECK(elf->segment_at(0x8100) == nullptr);
  CHECK(elf->segment_at(0x7fff) == nullptr);
  CHECK(elf->segment_at(0x10003) == &code);
  CHECK(elf->program_headers.entry_size == (xlen == 64 ? 56 : 32));
  CHECK(elf->program_headers.count == 2);
  CHECK(elf->program_headers.address == 0); // no segment has them
}

TEST_CASE("elf: extensions with one letter, as the attributes of a file name them") {
  ElfFile file;
  CHECK(file.may_use('f')); // the file does not say
  file.arch = "rv32i2p1_m2p0_a2p1_c2p0_zicsr2p0_zifencei2p0";
  for (const char there : {'i', 'm', 'a', 'c'})
    CHECK(file.may_use(there));
  for (const char absent : {'f', 'd', 'p'})
    CHECK_FALSE(file.may_use(absent));
  file.arch = "rv64imafdc";
  CHECK(file.may_use('d'));
  file.arch = "rv64g_zba";
  CHECK(file.may_use('f'));
  CHECK_FALSE(file.may_use('c'));
  file.arch = "rv32e1p9_m2p0_zfinx1p0_zdinx1p0";
  CHECK_FALSE(file.may_use('f'));
  CHECK_FALSE(file.may_use('d'));
}

TEST_CASE("elf: each calling convention for floating point, and the small register file") {
  Builder b;
  const std::vector<std::pair<std::uint32_t, FloatAbi>> known = {{0, FloatAbi::soft},
                                                                 {2, FloatAbi::single_precision},
                                                                 {4, FloatAbi::double_precision},
                                                                 {6, FloatAbi::quad_precision}};
  for (const auto& [flags, abi] : known) {
    b.flags = flags | 8;
    const Bytes bytes = b.build();
    const auto elf = read_elf("a.out", bytes);
    REQUIRE(elf.ok());
    CHECK(elf->float_abi == abi);
    CHECK(elf->embedded);
    CHECK_FALSE(elf->compressed);
  }
}

TEST_CASE("elf: program headers are found in the segment that holds the beginning of the file") {
  // Linkers for Linux load headers and code together: offset 0 at 0x10000, code behind.
  Builder b;
  b.entry = 0x10000 + 120;
  Bytes bytes = b.build();
  const std::size_t segment = b.header_bytes();
  patch(bytes, segment + 8, 0, 8);    // offset
  patch(bytes, segment + 32, 124, 8); // bytes in the file
  patch(bytes, segment + 40, 124, 8); // and in memory
  const auto elf = read_elf("a.out", bytes);
  REQUIRE(elf.ok());
  CHECK(elf->program_headers.address == 0x10040);
}

TEST_CASE("elf: where a boot loader puts data that start-up code copies") {
  Builder b;
  b.segments.push_back(
      {Builder::load, Builder::r | Builder::w, 0x20000000, 8, {1, 2, 3, 4}, 0x10004});
  SECTION("load addresses without overlap are kept") {
    const Bytes bytes = b.build();
    const auto elf = read_elf("a.out", bytes);
    REQUIRE(elf.ok());
    CHECK(elf.diagnostics().empty());
    CHECK(elf->segments[1].address == 0x20000000);
    CHECK(elf->segments[1].load_address == 0x10004);
  }
  SECTION("others are not meant") {
    b.segments[1].load_address = 0x10003;
    const Bytes bytes = b.build();
    const auto elf = read_elf("a.out", bytes);
    REQUIRE(elf.ok());
    CHECK(problems_of(bytes) ==
          Lines{"a.out: note: the physical addresses of the segments overlap, so that each is "
                "loaded where the program finds it"});
    CHECK(elf->segments[1].load_address == 0x20000000);
  }
}

TEST_CASE("elf: a segment of zeroes needs no place in the file, an empty one is none") {
  Builder b;
  b.segments.push_back({Builder::load, Builder::r | Builder::w, 0x20000, 64, {}});
  b.segments.push_back({Builder::load, Builder::r | Builder::w, 0x10002, 0, {}});
  Bytes bytes = b.build();
  patch(bytes, b.header_bytes() + b.segment_header_bytes() + 8, 1'000'000, 8); // its offset
  const auto elf = read_elf("a.out", bytes);
  REQUIRE(elf.ok());
  REQUIRE(elf->segments.size() == 2);
  CHECK(elf->segments[1].bytes.empty());
  CHECK(elf->segments[1].memory_bytes == 64);
}

TEST_CASE("elf: a segment may end at the last address") {
  Builder b;
  b.xlen = 32;
  b.segments.push_back({Builder::load, Builder::r, 0xffff'fff0, 16, {}});
  const Bytes bytes = b.build();
  const auto elf = read_elf("a.out", bytes);
  REQUIRE(elf.ok());
  CHECK(elf->segment_at(0xffff'ffff) == &elf->segments[1]);
}

TEST_CASE("elf: symbols by name and by address, without those of the tools") {
  const unsigned xlen = GENERATE(32U, 64U);
  Builder b;
  b.xlen = xlen;
  b.add_symbols({{"later", 0x10002, 2},
                 {"_start", 0x10000, 2},
                 {"table", 0x10000, 2, 0x11},
                 {"twice", 0x10002, 0, 0x02},
                 {"twice", 0x10000, 0, 0x22},
                 {"label", 0x10002, 0, 0x00},
                 {"constant", 7, 0, 0x10, 0xfff1},
                 {"", 0x10000, 0, 0x03},
                 {"sum.c", 0, 0, 0x04, 0xfff1},
                 {"errno", 0, 4, 0x16},
                 {"missing", 0, 0, 0x10, 0},
                 {".L3", 0x10002, 0, 0x00},
                 {"$xrv64i2p1", 0x10000, 0, 0x00},
                 {"$d", 0x10002, 0, 0x00}});
  const Bytes bytes = b.build();
  const auto elf = read_elf("a.out", bytes);
  REQUIRE(elf.ok());
  CHECK(elf.diagnostics().empty());
  Lines found;
  for (const ElfSymbol& s : elf->symbols)
    found.push_back(fmt::format("{:#x} {} {} {}{}", s.address, s.name, s.size,
                                static_cast<int>(s.kind), s.global ? " global" : ""));
  CHECK(found == Lines{"0x7 constant 0 2 global", "0x10000 _start 2 0 global",
                       "0x10000 table 2 1 global", "0x10000 twice 0 0 global",
                       "0x10002 later 2 0 global", "0x10002 twice 0 0", "0x10002 label 0 2"});
  REQUIRE(elf->symbol_named("twice") != nullptr);
  CHECK(elf->symbol_named("twice")->global);
  CHECK(elf->symbol_named("nothing") == nullptr);
  REQUIRE(elf->function_at(0x10001) != nullptr);
  CHECK(elf->function_at(0x10001)->address == 0x10000);
  CHECK(elf->function_at(0x10003)->name == "later");
  CHECK(elf->function_at(0x10004) == nullptr); // behind later, which has a size
  CHECK(elf->function_at(0x7) == nullptr);     // no function
}

TEST_CASE("elf: more sections than the header can count are counted in the first one") {
  Builder b;
  b.add_symbols({{"_start", 0x10000, 4}});
  Bytes bytes = b.build();
  // 4 sections, of which the last one has the names.
  const std::size_t first = bytes.size() - std::size_t{4} * 64;
  patch(bytes, 60, 0, 2);         // e_shnum
  patch(bytes, 62, 0xffff, 2);    // e_shstrndx
  patch(bytes, first + 32, 4, 8); // sh_size
  patch(bytes, first + 40, 3, 4); // sh_link
  const auto elf = read_elf("a.out", bytes);
  REQUIRE(elf.ok());
  CHECK(elf.diagnostics().empty());
  CHECK(elf->symbol_named("_start") != nullptr);
}

TEST_CASE("elf: what says that a program expects Linux") {
  Builder b;
  SECTION("nothing") {
    CHECK_FALSE(expects_linux(b, "nothing in it names Linux"));
  }
  SECTION("the header") {
    b.os = 3;
    CHECK(expects_linux(b, "its header names Linux"));
  }
  SECTION("the note of glibc, behind another note") {
    Bytes notes = abi_note(1); // the Hurd
    const Bytes linux_note = abi_note(0);
    notes.insert(notes.end(), linux_note.begin(), linux_note.end());
    b.segments.push_back({Builder::note, Builder::r, 0, 0, notes});
    CHECK(expects_linux(b, "its ABI note names Linux"));
    b.add_symbols({{"tohost", 0x10000, 8, 0x11}});
    CHECK_FALSE(expects_linux(b, "it has a symbol 'tohost'"));
  }
  SECTION("a note that is cut off says nothing") {
    Bytes notes = abi_note(0);
    notes.resize(20);
    b.segments.push_back({Builder::note, Builder::r, 0, 0, notes});
    CHECK_FALSE(expects_linux(b, "nothing in it names Linux"));
  }
  SECTION("the start-up function of C libraries for Linux") {
    b.add_symbols({{"__libc_start_main", 0x10000, 4}});
    CHECK(expects_linux(b, "it has a symbol '__libc_start_main'"));
  }
  SECTION("the stack header, at addresses of Linux only") {
    b.segments.push_back({Builder::stack, Builder::r | Builder::w, 0, 0, {}});
    CHECK(expects_linux(b, "it has a GNU_STACK header, and its addresses are usual for Linux"));
    b.segments[0].address = b.entry = 0x80000000;
    CHECK_FALSE(expects_linux(b, "nothing in it names Linux"));
    b.segments[0].address = b.entry = 0xfffc;
    CHECK_FALSE(expects_linux(b, "nothing in it names Linux"));
  }
}

namespace {

/// 65,000 segments, each in the 64 KiB behind the one before: code, then data and constants in
/// turns.
Builder with_many_segments() {
  Builder b;
  for (std::uint64_t i = 1; i < 65'000; ++i)
    b.segments.push_back({Builder::load,
                          i % 2 != 0 ? 6U : 4U,
                          0x10000 * (i + 1),
                          1,
                          {static_cast<std::uint8_t>(i % 251)}});
  return b;
}

} // namespace

TEST_CASE("elf: as many segments as a file can have are all there, each with its permissions") {
  Builder b = with_many_segments();
  ElfOptions options;
  options.platform = GENERATE(Platform::linux_user, Platform::bare_metal);
  const bool backwards = GENERATE(false, true); // load addresses
  const auto load_address = [](std::uint64_t i) { return 0x10000 * (70'000 - i); };
  for (std::uint64_t i = 0; backwards && i < b.segments.size(); ++i)
    b.segments[i].load_address = load_address(i);
  const auto program = program_from_elf("many", b.build(), options);
  REQUIRE(program.ok());
  const ArchState state = initial_state(*program);
  const bool moved = backwards && options.platform == Platform::bare_metal;
  for (std::uint64_t i = 1; i < 65'000; ++i) {
    const std::uint64_t address = moved ? load_address(i) : 0x10000 * (i + 1);
    if (state.memory.load(address, 1) != i % 251)
      FAIL_CHECK("segment " << i << " is not at " << address);
  }
  if (options.platform == Platform::bare_metal) {
    REQUIRE(program->regions.size() == 1); // 128 MiB from each on
    return;
  }
  REQUIRE(program->regions.size() == 65'001); // and the stack
  for (std::size_t i = 1; i < 65'000; ++i) {
    const MemoryRegion& region = program->regions[i];
    if (region.begin != 0x10000 * (i + 1) || region.end != region.begin + 0x1000 ||
        region.writable != (i % 2 != 0) || region.executable)
      FAIL_CHECK("region " << i << " is another");
  }
}

TEST_CASE("elf: on a bare machine far segments have memory of their own") {
  Builder b = with_many_segments();
  constexpr std::uint64_t kApart = 1ULL << 28;
  for (std::size_t i = 0; i < b.segments.size(); ++i)
    b.segments[i].address = b.entry + kApart * i;
  ElfOptions options;
  options.platform = Platform::bare_metal;
  const auto program = program_from_elf("far", b.build(), options);
  REQUIRE(program.ok());
  REQUIRE(program->regions.size() == b.segments.size());
  CHECK(program->regions.back().begin == b.segments.back().address);
  CHECK(program->regions.back().end == b.segments.back().address + (128ULL << 20));
}

TEST_CASE("elf: as many notes are read as the file has bytes") {
  Builder b;
  for (int i = 0; i < 100; ++i) // the same bytes again and again are no more notes
    b.segments.push_back({Builder::note, Builder::r, 0, 0, Bytes(16), std::nullopt, 1ULL << 40});
  CHECK_FALSE(expects_linux(b, "nothing in it names Linux"));
  b.segments.push_back({Builder::note, Builder::r, 0, 0, abi_note(0)});
  CHECK(expects_linux(b, "its ABI note names Linux"));
}
