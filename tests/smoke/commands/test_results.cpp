#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>

using namespace stallscope::smoke;

namespace {

/// Prints a 7 and no line end.
constexpr const char* kPrints = "li $v0, 1\nli $a0, 7\nsyscall\n";
constexpr const char* kPrintsForever = "li $v0, 1\nli $a0, 7\nloop: syscall\nj loop\n";

/// Standard output cannot be written: the run ends, and says so.
void expect_full(const std::vector<std::string>& words) {
  Launch how;
  how.arguments = words;
  how.out_file = "/dev/full";
  how.give_up_seconds = 20;
  const Outcome run = launch(how);
  INFO(run.err);
  CHECK_FALSE(run.gave_up);
  CHECK(run.exit_code == 2);
  CHECK(has(run.err, "cannot write to standard output: No space left on device"));
}

} // namespace

TEST_CASE("machines --describe of a key and of a section") {
  const Outcome key = run_cli({"machines", "--describe", "main_memory.warm"});
  CHECK(key.exit_code == 0);
  CHECK(has(key.out, "[main_memory]"));
  CHECK(has(key.out, "main_memory.warm\n"));
  CHECK_FALSE(has(key.out, "main_memory.latency\n"));
  const Outcome section = run_cli({"machines", "--describe", "main_memory"});
  CHECK(has(section.out, "main_memory.warm\n"));
  CHECK(has(section.out, "main_memory.latency\n"));
  CHECK_FALSE(has(section.out, "branch.predictor"));
  CHECK(nlohmann::json::parse(
            run_cli({"machines", "--describe", "main_memory.warm", "--json"}).out)["keys"]
            .size() == 1);
}

TEST_CASE("a report begins on a line of its own, --quiet adds nothing to what the guest prints") {
  const Folder folder;
  const std::string program = folder.file("seven.mips", kPrints);
  CHECK(run_cli({"run", program, "--quiet"}).out == "7");
  CHECK(run_cli({"run", program, "--stats"}).out.compare(0, 2, "7\n") == 0);
  const std::string report = folder.file("report.txt");
  CHECK(run_cli({"run", program, "--stats", "-o", report}).out == "7");
}

TEST_CASE("standard output that cannot be written ends the run with an error") {
  const Folder folder;
  expect_full({"run", folder.file("seven.mips", kPrints), "--quiet"});
  expect_full({"run", folder.file("forever.mips", kPrintsForever), "--quiet"});
  expect_full({"run", folder.file("forever.mips"), "--quiet", "-m", "reference"});
  expect_full({"disasm", "lecture/p4"});
}

TEST_CASE("a reader that has seen enough is no error for any command") {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"programs", "--json"}, {"machines", "--describe"}}) {
    Launch how;
    how.arguments = words;
    how.read_bytes = 10;
    const Outcome run = launch(how);
    CHECK(run.exit_code == 0);
    CHECK(run.err.empty());
  }
}

TEST_CASE("a result replaces the file behind a link, keeps its rights, and nothing beside it") {
  namespace fs = std::filesystem;
  const Folder folder;
  const std::string real = folder.file("real.json", "old");
  const std::string link = folder.file("link.json");
  const std::string part = folder.file("real.json.part", "mine");
  fs::create_symlink("real.json", link);
  fs::permissions(real, fs::perms::owner_read | fs::perms::owner_write);
  REQUIRE(run_cli({"run", "lecture/p4", "--json", "-o", link}).exit_code == 0);
  CHECK(fs::is_symlink(link));
  CHECK(has(read_file(real), "stallscope.run/1"));
  CHECK(fs::status(real).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(read_file(part) == "mine");
  CHECK(folder.names() == std::vector<std::string>{"link.json", "real.json", "real.json.part"});
}

TEST_CASE("a read-only file is kept") {
  namespace fs = std::filesystem;
  const Folder folder;
  const std::string kept = folder.file("kept.json", "old");
  fs::permissions(kept, fs::perms::owner_read);
  const Outcome run = run_cli({"run", "lecture/p4", "--json", "-o", kept});
  CHECK(run.exit_code == 2);
  CHECK(has(run.err, "cannot write '" + kept + "': Permission denied"));
  CHECK(read_file(kept) == "old");
}

TEST_CASE("commit logs: - is standard output, and no two results go to one file") {
  const Folder folder;
  const std::string elf = STALLSCOPE_SOURCE_DIR "/programs/kernels/bin/rv32imac-semihost/words.elf";
  const Outcome log = run_cli(
      {"run", elf, "-m", "reference", "--quiet", "--commit-log", "-", "--limit-instructions", "3"});
  INFO(log.err);
  CHECK(lines_of(log.out).size() == 3);
  CHECK(has(log.out, "core   0: "));
  CHECK_FALSE(std::filesystem::exists("-"));
  const std::string file = folder.file("both");
  const Outcome both = run_cli({"run", elf, "-m", "reference", "--commit-log", file, "-o",
                                folder.path().string() + "/./both"});
  CHECK(both.exit_code == 2);
  CHECK(has(both.err, "--output and --commit-log are both '" + file + "'"));
}

TEST_CASE("options that contradict each other are refused, not ignored") {
  const auto refused = [](std::vector<std::string> words, const std::string& sentence) {
    const Outcome run = run_cli(std::move(words));
    INFO(run.err);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    CHECK(has(run.err, sentence));
  };
  refused({"run", "lecture/p4", "--json", "--format", "csv"}, "--json is short for --format json");
  refused({"disasm", "lecture/p4", "--format", "text", "--json"}, "--json is short for");
  refused({"machines", "mips-5", "--describe"},
          "'mips-5' is no key and no section of a machine file; expected a key such as");
  refused({"machines", "--describe", "main_memory.warn"}, "did you mean 'main_memory.warm'?");
  refused({"machines", "--describe", "--set", "foo=1"}, "expected no --set");
  refused({"run", "lecture/p4", "--until", ""}, "condition ''");
  refused({"run", "lecture/p4", "--until", "write 8 18446744073709551615"}, "beyond the end");
  refused({"explain", "lecture/p4", "--cycle", "9", "--limit-cycles", "5"},
          "it ends in cycle 5: limit of 5 cycles reached");
  CHECK(run_cli({"run", "lecture/p4", "--json", "--format", "json"}).exit_code == 0);
}

TEST_CASE("one program as JSON, and null for what an explanation does not have") {
  const Outcome program = run_cli({"programs", "lecture/p4", "--json"});
  CHECK(program.exit_code == 0);
  CHECK(has(program.out, "\"schema\": \"stallscope.programs/1\""));
  CHECK(has(program.out, "\"name\": \"lecture/p4\""));
  CHECK_FALSE(has(program.out, "lecture/p4_swapped.mips"));
  const Outcome why =
      run_cli({"explain", "lecture/p4", "--cycle", "1", "--json", "-m", "lecture-4"});
  CHECK(has(why.out, "\"culprit\": null"));
  CHECK(has(why.out, "\"register\": null"));
}

TEST_CASE("numbers are read alike by all options: decimal also with zeros in front, or 0x") {
  const Folder folder;
  const std::string copies = folder.file("copy.mips", "or $t1, $t0, $0\n");
  const auto stops = [&copies](const std::string& value, const std::string& condition) {
    const Outcome run =
        run_cli({"run", copies, "--reg", "$t0=" + value, "--until", condition, "--json"});
    return has(run.out, "\"reason\": \"condition\"");
  };
  CHECK(stops("010", "$t1 == 10"));
  CHECK(stops("10", "$t1 == 010"));
  CHECK(stops("0x10", "$t1 == 16"));
  CHECK(stops("-0x8000000000000000", "$t1 == 0x8000000000000000"));
  CHECK_FALSE(stops("010", "$t1 == 8"));
  CHECK(run_cli({"run", copies, "--reg", "$t0=-0x8000000000000001"}).exit_code == 2);
}

TEST_CASE("names in an executable cannot steer the terminal") {
  const Folder folder;
  std::string elf =
      read_file(STALLSCOPE_SOURCE_DIR "/programs/kernels/bin/rv32imac-htif-debug/sorts.elf");
  const std::string name("\0main\0", 6);
  const std::size_t at = elf.rfind(name); // the symbols stand behind the debug information
  REQUIRE(at != std::string::npos);
  elf.replace(at + 1, 4, "\033[1m");
  const Outcome listing = run_cli({"disasm", folder.file("sorts.elf", elf)});
  CHECK(listing.exit_code == 0);
  CHECK(has(listing.out, "\n [1m:\n"));
  CHECK_FALSE(has(listing.out, "\033"));
  const Outcome wrong = run_cli({"disasm", folder.file("sorts.elf"), "--function", "\033[7m"});
  CHECK(wrong.exit_code == 2);
  CHECK_FALSE(has(wrong.err, "\033"));
}

TEST_CASE("a comparison does not round to all of the cycles what is not all of them") {
  const Folder folder;
  std::string many;
  for (int i = 0; i < 5000; ++i)
    many += "t0 = 1\n";
  // One instruction against 5000, a cycle each besides filling: more than 99.95 %.
  const Outcome run = run_cli({"run", folder.file("few.tac", "t0 = 1\n"), "-m", "mips-5", "--stats",
                               "--cycles", "1:3", "--against", folder.file("many.tac", many)});
  INFO(run.out);
  CHECK(has(run.out, "(99.9 %)"));
}

TEST_CASE("the run script passes on names that count from where it is called") {
  namespace fs = std::filesystem;
  const Folder folder;
  const fs::path clone = folder.path() / "clone";
  const fs::path elsewhere = folder.path() / "elsewhere";
  fs::create_directories(clone / "build/release/bin");
  fs::create_directory(elsewhere);
  fs::copy_file(STALLSCOPE_SOURCE_DIR "/run", clone / "run");
  const std::string program = (clone / "build/release/bin/stallscope").string();
  (void)folder.file("clone/build/release/bin/stallscope", "#!/bin/sh\necho \"$PWD: $*\"\n");
  fs::permissions(program, fs::perms::owner_all);
  Launch how;
  how.program = (clone / "run").string();
  how.folder = elsewhere.string();
  how.arguments = {"run", "my.s"};
  CHECK(launch(how).out == elsewhere.string() + ": run my.s\n");
  how.arguments = {"test", "--preset"};
  const Outcome nameless = launch(how);
  CHECK(nameless.exit_code == 2);
  CHECK(has(nameless.err, "the name of a preset is missing"));
}

TEST_CASE("no result replaces what it was made from") {
  const Folder folder;
  const std::string program = folder.file("my.mips", kPrints);
  const std::string machine = folder.file("my.toml", run_cli({"machines", "mips-5", "--dump"}).out);
  const std::string input = folder.file("in.txt", "5\n");
  const std::string link = folder.file("link.mips");
  std::filesystem::create_symlink("my.mips", link);
  const auto kept = [](const std::vector<std::string>& words, const std::string& file,
                       const std::string& what) {
    const std::string before = read_file(file);
    const Outcome run = run_cli(words);
    INFO(what << "\n" << run.err);
    CHECK(run.exit_code == 2);
    CHECK(has(run.err, what));
    CHECK(read_file(file) == before);
  };
  kept({"run", program, "-o", program}, program, "--output and PROGRAM are both");
  kept({"run", program, "-o", link}, program, "--output and PROGRAM are both");
  kept({"run", program, "--signature", program}, program, "--signature and PROGRAM are both");
  kept({"run", program, "--commit-log", program}, program, "--commit-log and PROGRAM are both");
  kept({"run", program, "-m", machine, "-o", machine}, machine, "--output and --machine are both");
  kept({"run", program, "--compare", machine, "-o", machine}, machine,
       "--output and --compare are both");
  kept({"run", "lecture/p4", "--against", program, "-o", program}, program,
       "--output and --against are both");
  kept({"run", program, "--stdin", input, "-o", input}, input, "--output and --stdin are both");
  kept({"disasm", program, "-o", program}, program, "--output and PROGRAM are both");
  // A name that is no file is free, and so are devices.
  CHECK(run_cli({"run", program, "--stdin", "/dev/null", "-o", "/dev/null"}).exit_code == 0);
}
