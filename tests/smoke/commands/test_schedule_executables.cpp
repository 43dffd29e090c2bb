#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <unistd.h>
#include <utility>

using namespace stallscope::smoke;

namespace {

std::string kernel_file(const std::string& name) {
  return STALLSCOPE_SOURCE_DIR "/programs/kernels/bin/" + name + ".elf";
}

} // namespace

TEST_CASE("schedule writes executables that print what they printed") {
  const Folder folder;
  const std::string file = folder.file("scheduled.elf");
  // Bare machines of 32 and 64 bits, with and without compressed instructions, semihosting, and a
  // stripped static program of Linux.
  for (const auto& [name, machine] : {std::pair{"rv32im-htif-at-0/nqueens", "sifive-7"},
                                      {"rv64gc-htif/matrix_double", "dual-5"},
                                      {"rv32imac-semihost/nqueens", "sifive-7"},
                                      {"rv64gc-linux/atomics", "dual-5"}}) {
    CAPTURE(name, machine);
    const bool is_short = std::string(name) != "rv64gc-linux/atomics";
    std::vector<std::string> words{"schedule", kernel_file(name),      "-m", machine,
                                   "--with",   "source,critical-path", "-o", file};
    if (is_short)
      words.emplace_back("--verify");
    const Outcome scheduled = run_cli(words);
    CHECK(scheduled.exit_code == 0);
    CHECK(scheduled.err.empty());
    CHECK(has(scheduled.out, " blocks in another order"));
    CHECK(has(scheduled.out, "changed blocks run on their own with 8 drawn inputs and of the whole "
                             "program") == is_short);
    CHECK((read_file(file) != read_file(kernel_file(name))));
    CHECK(read_file(file).size() == read_file(kernel_file(name)).size());
    CHECK(access(file.c_str(), X_OK) == 0);
    const Outcome before = run_cli({"run", kernel_file(name), "-m", "reference", "--quiet"});
    const Outcome after = run_cli({"run", file, "-m", "reference", "--quiet"});
    CHECK(after.exit_code == 0);
    CHECK(!after.out.empty());
    CHECK((after.out == before.out));
  }
}

TEST_CASE("schedule writes the chosen order into an executable, and simulates it") {
  const Folder folder;
  const std::string file = folder.file("scheduled.elf");
  const std::string source = kernel_file("rv32imac-htif-debug/sorts");
  const Outcome run = run_cli({"schedule", source, "-m", "dual-5", "--function", "heap_sort",
                               "--with", "critical-path", "--json", "--simulate"});
  REQUIRE(run.exit_code == 0);
  const auto answer = nlohmann::json::parse(run.out);
  CHECK(answer["simulated"]["source_cycles"] != answer["simulated"]["scheduled_cycles"]);
  CHECK(answer["predicted"].is_null());
  CHECK(answer["stays_because"].is_null());
  REQUIRE(run_cli({"schedule", source, "-m", "dual-5", "--function", "heap_sort", "--with",
                   "critical-path", "-o", file})
              .exit_code == 0);
  // The written blocks, disassembled, are in the order that was said.
  const auto texts = [](const std::string& elf) {
    std::vector<std::string> lines;
    const auto code =
        nlohmann::json::parse(run_cli({"disasm", elf, "--function", "heap_sort", "--json"}).out);
    for (const auto& line : code["sections"][0]["code"])
      lines.push_back(line["text"].get<std::string>().substr(0, 4)); // offsets may have changed
    return lines;
  };
  const std::vector<std::string> was = texts(source);
  const std::vector<std::string> is = texts(file);
  std::size_t at = 0;
  std::size_t moved = 0;
  for (const auto& block : answer["blocks"]) {
    const auto& order = block["schedules"][0]["order"];
    const std::size_t count = order.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t from = order[i].get<std::size_t>() - 1;
      CHECK(is.at(at + i) == was.at(at + from));
      moved += from == i ? 0 : 1;
    }
    at += count;
  }
  CHECK(at == was.size());
  CHECK(moved > 0);
}

TEST_CASE("schedule of executables says what it cannot do") {
  const Folder folder;
  const std::string source = kernel_file("rv64gc-htif/sorts");
  const auto said = [](std::vector<std::string> words) {
    words.insert(words.begin(), "schedule");
    const Outcome run = run_cli(words);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    return run.err;
  };
  CHECK(has(said({source, "-o", folder.file("out.s")}), "expected a name such as out.elf"));
  for (const char* option : {"--unroll=4", "--pipeline", "--rename", "--tail-duplicate",
                             "--strength-reduce", "--with=superblock"})
    CHECK(has(said({source, option}), "is machine code, whose blocks keep their addresses"));
  CHECK(has(said({source, "-o", source}), "so that what is read stays as it is"));
  CHECK(has(said({source, "-o", folder.file("none") + "/a.elf"}), "No such file or directory"));
  const std::string whole = read_file(source);
  CHECK(has(said({folder.file("cut.elf", whole.substr(0, 3000)), "-o", folder.file("a.elf")}),
            "the file is cut off"));
  std::string other = whole;
  other[18] = 62; // e_machine: x86-64
  CHECK(has(said({folder.file("x86.elf", other), "-o", folder.file("a.elf")}), "not for RISC-V"));
  CHECK(has(said({source, "--block", "9999"}), "no such block"));
  for (const std::string& name : folder.names())
    CHECK(name != "a.elf");
}
