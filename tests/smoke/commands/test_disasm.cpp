#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace stallscope::smoke;

namespace {

// A kernel compiled with -g for RV32.
const std::string kSorts =
    STALLSCOPE_SOURCE_DIR "/programs/kernels/bin/rv32imac-htif-debug/sorts.elf";
const std::string kStripped = STALLSCOPE_SOURCE_DIR "/programs/kernels/bin/rv64gc-linux/json.elf";

std::string listing(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "disasm");
  const Outcome run = run_cli(std::move(arguments));
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  CHECK(run.err.empty());
  return run.out;
}

nlohmann::json json_listing(std::vector<std::string> arguments) {
  arguments.emplace_back("--json");
  return nlohmann::json::parse(listing(std::move(arguments)));
}

} // namespace

TEST_CASE("disasm of an executable: sections, names, machine code, targets by name") {
  const std::string all = listing({kSorts});
  CHECK(has(all, "sorts.elf: RISC-V, 32 bits, begins at 0x80000000\n"));
  CHECK(has(all, "\nSection .text, 0x80000000 to "));
  CHECK(has(all, ":\n\n_start:\nload_address:\n  80000000:  "));
  // As GNU objdump reads these bytes; it writes immediates as `and a0,a0,63`.
  CHECK(has(all, "\ntrap:\n"
                 "  80000048:  34202573  csrr a0, mcause\n"
                 "  8000004c:  03f57513  andi a0, a0, 63\n"
                 "  80000050:  3e850513  addi a0, a0, 1000\n"
                 "  80000054:  a879      j 0x800000f2 <platform_exit>\n"
                 "  80000056:  0000      unimp\n"
                 "\n"
                 "platform_write:\n"));
  CHECK(has(all, "bltu t0, t1, 0x80000030 <_start+48>")); // global, unlike load_address
}

TEST_CASE("disasm --function shows one function, --source its lines, --exact every operand") {
  const std::string one = listing({kSorts, "--function", "trap", "--exact", "--source",
                                   "--source-path", STALLSCOPE_SOURCE_DIR});
  CHECK(has(one, "csrrs a0, mcause, zero"));
  CHECK(has(one, "c.j platform_exit"));
  CHECK(has(one, "start.S:"));
  CHECK_FALSE(has(one, "platform_write:"));
  CHECK_FALSE(has(listing({kSorts, "--function", "trap"}), "start.S:"));
}

TEST_CASE("disasm of assembly text: labels, data between code, lines of the file") {
  const Folder folder;
  const std::string file =
      folder.file("my.s", "main: li a0, 5\nj end\n.byte 1, 2\nend: c.li a0, 3\nret\n");
  const std::string lead = file + ": RISC-V, 64 bits, begins at 0x10000\n\n";
  CHECK(listing({file}) == lead + "Section .text, 0x10000 to 0x10010:\n"
                                  "\n"
                                  "main:\n"
                                  "     10000:  00500513  li a0, 5\n"
                                  "     10004:  0060006f  j 0x1000a <end>\n"
                                  "     10008:            .byte 0x01, 0x02\n"
                                  "\n"
                                  "end:\n"
                                  "     1000a:  450d      li a0, 3\n"
                                  "     1000c:  00008067  ret\n");
  CHECK(has(listing({file, "--source", "--exact"}),
            "my.s:4 end: c.li a0, 3\n     1000a:  450d      c.li a0, 3\n"));
  CHECK(has(listing({file, "--xlen", "32"}), "RISC-V, 32 bits"));
}

TEST_CASE("disasm of x86 text says that it is") {
  const Folder folder;
  const Outcome run =
      run_cli({"disasm", folder.file("a.s", "movq -4(%rdx),%rax\naddq %rax,%rbx\n")});
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "a.s: x86-64, begins at 0x401000"));
}

TEST_CASE("disasm of notations without machine code shows their instructions") {
  CHECK(has(listing({"textbook/load_use"}), "MIPS, begins at 0x400000"));
  CHECK(has(listing({"textbook/load_use"}), "    400004:            lw $t1, 0($t0)\n"));
  const nlohmann::json json = json_listing({"textbook/load_use"});
  CHECK(json["isa"] == "mips");
  CHECK_FALSE(json["sections"][0]["code"][0].contains("raw"));
}

TEST_CASE("disasm --json: addresses, bytes, code, text, names and source lines") {
  const nlohmann::json json = json_listing({kSorts, "--function", "trap", "--source"});
  CHECK(json["schema"] == "stallscope.disasm/1");
  CHECK(json["isa"] == "riscv");
  CHECK(json["xlen"] == 32);
  CHECK(json["entry"] == 0x80000000U);
  REQUIRE(json["sections"].size() == 1);
  CHECK(json["sections"][0]["name"] == ".text");
  const nlohmann::json& first = json["sections"][0]["code"][0];
  CHECK(first["address"] == 0x80000048U);
  CHECK(first["bytes"] == 4);
  CHECK(first["raw"] == 0x34202573);
  CHECK(first["text"] == "csrr a0, mcause");
  CHECK(first["labels"] == nlohmann::json{"trap"});
  CHECK(has(first["file"].get<std::string>(), "start.S"));
  CHECK(first["line"] > 0);
}

TEST_CASE("disasm --exact of a whole program assembles into the program again") {
  const nlohmann::json before = json_listing({kSorts, "--exact"});
  std::string text;
  std::vector<std::uint32_t> code;
  for (const nlohmann::json& entry : before["sections"][0]["code"]) {
    for (const nlohmann::json& label : entry.value("labels", nlohmann::json::array()))
      text += label.get<std::string>() + ":\n";
    text += entry["text"].get<std::string>() + "\n";
    code.push_back(entry["raw"]);
  }
  REQUIRE(code.size() > 500);
  const Folder folder;
  const nlohmann::json after = json_listing({folder.file("again.s", text), "--xlen", "32"});
  std::vector<std::uint32_t> again;
  for (const nlohmann::json& entry : after["sections"][0]["code"])
    again.push_back(entry["raw"]);
  CHECK(again == code);
}

TEST_CASE("disasm refuses unknown names, stripped files when asked for a name, wrong files") {
  const Outcome misspelt = run_cli({"disasm", kSorts, "--function", "trao"});
  CHECK(misspelt.exit_code == 2);
  CHECK(misspelt.out.empty());
  CHECK(has(misspelt.err, "the program has no code called 'trao'"));
  CHECK(has(misspelt.err, "did you mean 'trap'?"));
  const Outcome stripped = run_cli({"disasm", kStripped, "--function", "main"});
  CHECK(stripped.exit_code == 2);
  CHECK(has(stripped.err, "the program has no names of functions"));
  const Outcome foreign = run_cli({"disasm", "/bin/sh"});
  CHECK(foreign.exit_code == 2);
  CHECK(has(foreign.err, "RISC-V"));
  CHECK(run_cli({"disasm", "no/such/file"}).exit_code == 2);
  CHECK(has(run_cli({"disasm", kSorts, "--format", "csv"}).err, "expected json or text"));
}

TEST_CASE("disasm of a stripped executable of 400 KiB needs no names") {
  const Folder folder;
  CHECK(listing({kStripped, "-o", folder.file("out.txt")}).empty());
  CHECK(lines_of(read_file(folder.file("out.txt"))).size() > 50'000);
}
