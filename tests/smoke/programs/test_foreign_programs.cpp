// Executables and traces from strangers: the files that debug information names, very many
// segments, and little that expands to much.

#include "smoke/needs.hpp"
#include "smoke/process.hpp"
#include "unit/isa/elf_builder.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <sys/stat.h>

using namespace stallscope;
using namespace stallscope::smoke;
namespace fs = std::filesystem;

TEST_CASE("disasm --source opens no file outside of the program's folder, whatever DWARF names") {
  NEEDS("riscv64-linux-gnu-gcc");
  const Folder folder;
  fs::create_directories(folder.path() / "box");
  static_cast<void>(folder.file("secret.c", "SECRET\nSECRET\n"));
  static_cast<void>(folder.file("box/own.c", "int own(void) { return 1; } // it is mine\n"));
  fs::create_symlink("../secret.c", folder.path() / "box/link.c");
  fs::create_symlink("..", folder.path() / "box/up");
  REQUIRE(mkfifo((folder.path() / "box/pipe.c").c_str(), 0600) == 0);
  fs::create_directories(folder.path() / "box/folder.c");
  fs::resize_file(folder.file("box/large.c", "x"), 1ULL << 30); // sparse
  for (const std::string& name :
       {folder.file("secret.c"), std::string("../secret.c"), std::string("link.c"),
        std::string("up/secret.c"), std::string("./../box/../secret.c"), std::string("pipe.c"),
        std::string("folder.c"), std::string("large.c"), std::string("/dev/zero"),
        std::string("/dev/stdin"), std::string("/proc/self/environ"), std::string("/proc/kmsg"),
        std::string("/etc/passwd"), std::string(3000, 'n'), std::string("none.c")}) {
    const std::string source =
        folder.file("box/own.c", "int own(void) { return 1; } // it is mine\n"
                                 "#line 1 \"" +
                                     name + "\"\nint other(void) { return 2; }\n");
    const std::string program = folder.file("box/own.elf");
    Launch compiler;
    compiler.program = "/bin/sh";
    compiler.folder = (folder.path() / "box").string();
    compiler.arguments = {"-c",
                          "riscv64-linux-gnu-gcc -g -static -nostdlib -Wl,-e,own -o own.elf own.c"};
    REQUIRE(launch(compiler).exit_code == 0);
    Launch how;
    how.arguments = {"disasm", program, "--source"};
    how.input = "SECRET\n";
    how.give_up_seconds = 20 * kSlower;
    const Outcome run = launch(how);
    CAPTURE(name, run.out, run.err);
    CHECK(run.exit_code == 0);
    CHECK(has(run.out, "it is mine"));
    CHECK_FALSE(has(run.out + run.err, "SECRET"));
    CHECK_FALSE(has(run.out + run.err, "root:"));
  }
}

TEST_CASE("an executable of very many segments is loaded in time") {
  isa::testing::ElfBuilder elf;
  for (std::uint64_t i = 1; i < 60'000; ++i) {
    isa::testing::ElfBuilder::Segment& made = elf.segments.emplace_back();
    made.flags = isa::testing::ElfBuilder::r | isa::testing::ElfBuilder::w;
    made.address = 0x10000 + 0x1000 * i;
  }
  const isa::testing::Bytes bytes = elf.build();
  const Folder folder;
  Launch how;
  how.arguments = {"disasm", folder.file("many.elf", {reinterpret_cast<const char*>(bytes.data()),
                                                      bytes.size()})};
  how.give_up_seconds = 15 * kSlower; // it was 48 s, and quadratic
  const Outcome run = launch(how);
  CAPTURE(run.err);
  CHECK(run.exit_code == 0);
}

TEST_CASE("a trace that expands a thousand times takes no memory to speak of") {
  const Folder folder;
  const std::string file = folder.file("t.kanata.gz");
  Launch pack;
  pack.program = "/bin/sh";
  pack.arguments = {"-c", "(printf 'Kanata\\t0004\\nC=\\t0\\nI\\t0\\t0\\t0\\nS\\t0\\t0\\tF\\n'; "
                          "yes \"$(printf 'W\\t0\\t0\\t0')\" | head -c 150000000) | gzip -9 > " +
                              file};
  if (launch(pack).exit_code != 0)
    return; // no gzip here
  Launch how;
  how.program = "/bin/sh";
  how.arguments = {"-c", std::string(kSanitized ? "" : "ulimit -v 500000; ") + "exec " +
                             STALLSCOPE_BINARY + " show " + file + " --table"};
  how.give_up_seconds = 60 * kSlower;
  const Outcome run = launch(how);
  CAPTURE(run.out.substr(0, 500), run.err.substr(0, 500));
  CHECK_FALSE(run.gave_up);
  CHECK((run.exit_code == 0 || run.exit_code == 2));
  CHECK(run.out.size() + run.err.size() < 100'000);
}
