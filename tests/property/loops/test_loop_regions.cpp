// Regions of code that markers of other tools delimit, as loops to analyse.

#include "session/loop.hpp"
#include "session/loop_source.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>

using namespace stallscope;

TEST_CASE("loops: markers of four tools, and what does not fit together") {
  const auto regions = [](const std::string& text) { return session::find_regions("f.s", text); };
  const auto two = regions("# LLVM-MCA-BEGIN a\nnop\n# LLVM-MCA-END a\n// OSACA-BEGIN\nnop\nnop\n"
                           "// OSACA-END\n");
  REQUIRE(two);
  REQUIRE(two->regions.size() == 2);
  CHECK(two->regions[0].name == "a");
  CHECK(two->regions[0].first_line == 2);
  CHECK(two->regions[0].last_line == 2);
  CHECK(two->regions[1].first_line == 5);
  CHECK(two->regions[1].last_line == 6);
  const auto iaca = regions("movl $111, %ebx\n.byte 100,103,144\nnop\nmovl $222,%ebx; .byte "
                            "0x64,0x67,0x90\n");
  REQUIRE(iaca);
  REQUIRE(iaca->regions.size() == 1);
  CHECK(iaca->regions[0].last_line >= 3);
  const auto open = regions("nop\n  # LLVM-MCA-BEGIN a\nnop\n");
  REQUIRE_FALSE(open);
  CHECK(format(open.diagnostics()).starts_with("f.s:2:3: error: LLVM-MCA-BEGIN a without its end"));
  const auto end = regions("nop\n# OSACA-END\n");
  REQUIRE_FALSE(end);
  CHECK(format(end.diagnostics()).starts_with("f.s:2:1: error: OSACA-END without its beginning"));
  const auto empty = regions("# LLVM-MCA-BEGIN\n# nothing\n# LLVM-MCA-END\n");
  REQUIRE(empty); // beside others it is none of their faults
  CHECK(empty->regions[0].is_empty);
  const auto alone = session::regions_called("f.s", *empty, "");
  REQUIRE_FALSE(alone);
  CHECK(format(alone.diagnostics()).starts_with("f.s:1:1: error: an empty region"));
}

TEST_CASE("loops: markers that are instructions, of three tools") {
  const auto lines = [](const std::string& text) {
    const auto marked = session::find_regions("f.s", text);
    std::string found = marked ? "" : format(marked.diagnostics());
    if (marked)
      for (const session::LoopRegion& region : marked->regions)
        found += fmt::format("{}-{};", region.first_line, region.last_line);
    return found;
  };
  const std::string nop = "\nnop\n";
  // OSACA's for RISC-V: all bytes in a line, in hexadecimal, one each, and with another spelling.
  CHECK(lines("li a1,111\n.byte 19,0,0,0" + nop + "li a1,222\n.byte 19,0,0,0\n") == "2-4;");
  CHECK(lines("li x11, 111\n.byte 0x13\n.byte 0x00, 0\n.byte 0" + nop +
              "addi a1, zero, 222 # end\n.byte 19,0,0,0\n") == "4-6;");
  // IACA's in Intel's syntax.
  CHECK(lines("mov ebx, 111\ndb 0x64, 0x67, 0x90" + nop + "mov ebx, 222\ndb 0x64, 0x67, 0x90\n") ==
        "2-4;");
  // Code on the line of a marker belongs where it stands.
  const auto marked = session::find_regions(
      "f.s", "inc %rax; movl $111,%ebx; .byte 100,103,144; dec %rcx; movl $222,%ebx; .byte "
             "100,103,144; inc %rdx\n");
  REQUIRE(marked);
  REQUIRE(marked->regions.size() == 1);
  CHECK(marked->text.find("dec %rcx") == 45); // columns stay
  CHECK(marked->text.find("inc") == std::string::npos);
  CHECK(lines("li a1,111\n.byte 19,0,0,1" + nop) == "");
  CHECK(lines("nop\n  li a1,111\n.byte 19,0,0,0" + nop)
            .starts_with("f.s:2:3: error: OSACA's start bytes without its end"));
  CHECK(lines("nop\n  li a1,111\n.byte 19,0,0,0" + nop).find("  li a1,111\n") != std::string::npos);
}

TEST_CASE("loops: bytes in the code that are no marker are an error") {
  const auto loops =
      session::read_loops("f.s", "loop:\n  addi a0, a0, 1\n  .byte 1, 2, 3, 4\n  bnez a0, loop\n",
                          isa::Isa::riscv, {}, {});
  REQUIRE_FALSE(loops);
  const std::string problem = format(loops.diagnostics());
  INFO(problem);
  CHECK(problem.starts_with("f.s:3:3: error: 'addi a0, a0, 1' is followed by bytes that are no "
                            "instruction"));
}

TEST_CASE("loops: regions of one name are distinguished by their lines") {
  const std::string text = "# LLVM-MCA-BEGIN a\nadd a0, a0, a1\n# LLVM-MCA-END\n"
                           "# LLVM-MCA-BEGIN a\nadd a0, a0, a1\nnop\n# LLVM-MCA-END a\n";
  const auto names = [&](const std::string& region) {
    session::LoopChoice choice;
    choice.region = region;
    const auto loops = session::read_loops("f.s", text, isa::Isa::riscv, {}, choice);
    std::string found = loops ? "" : format(loops.diagnostics());
    if (loops)
      for (const session::LoopSource& source : *loops)
        found += source.bodies.front().name + ";";
    return found;
  };
  CHECK(names("") == "a (line 1);a (line 4);");
  CHECK(names("a") == "a (line 1);a (line 4);");
  CHECK(names("a (line 4)") == "a (line 4);");
  CHECK(names("b").find("one of a (line 1), a (line 4)") != std::string::npos);
}
