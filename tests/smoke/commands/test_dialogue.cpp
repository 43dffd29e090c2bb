#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace stallscope::smoke;

namespace {

/// Asks for a number until it is 0, and prints each.
constexpr const char* kAsks = R"(
.data
ask: .asciz "? "
.text
again:
  la a0, ask
  li a7, 4
  ecall
  li a7, 5
  ecall
  beqz a0, done
  li a7, 1
  ecall
  j again
done:
  li a7, 10
  ecall
)";

Launch dialogue(const std::string& program) {
  Launch how;
  how.arguments = {"run", program, "--quiet", "--stdin", "-"};
  how.dialogue = {{"? ", "12\n"}, {"? 12? ", "7\n"}, {"? 12? 7? ", "0\n"}};
  how.give_up_seconds = 20;
  return how;
}

} // namespace

TEST_CASE("what the guest prints is seen before it waits for input: pipe and terminal") {
  const Folder folder;
  Launch how = dialogue(folder.file("asks.s", kAsks));
  for (const bool terminal : {false, true})
    for (const char* machine : {"mips-5", "reference"}) {
      how.terminal = terminal;
      Launch one = how;
      one.arguments.insert(one.arguments.end(), {"-m", machine});
      const Outcome run = launch(one);
      INFO(run.err);
      CHECK_FALSE(run.gave_up);
      CHECK(run.exit_code == 0);
      CHECK(run.out == "? 12? 7? ");
      CHECK(run.err.empty());
    }
}

TEST_CASE("no more input is read than the guest asks for, and the second run reads the same") {
  const Folder folder;
  Launch how = dialogue(folder.file("asks.s", kAsks));
  how.dialogue.clear();
  how.keep_open = true; // the end never comes
  how.input = "1\n2\n0\nnot asked for";
  how.arguments.insert(how.arguments.end(), {"--compare", "serial"});
  const Outcome run = launch(how);
  CHECK_FALSE(run.gave_up);
  CHECK(run.exit_code == 0);
  CHECK(run.out == "? 1? 2? \n? 1? 2? ");
}

TEST_CASE("waiting for input is no time of the simulation") {
  const Folder folder;
  Launch how;
  how.arguments = {"run", folder.file("asks.s", kAsks), "--stdin", "-", "--json"};
  how.dialogue = {{"", "0\n", 3.0}};
  const Outcome run = launch(how);
  REQUIRE(run.exit_code == 0);
  const double seconds = nlohmann::json::parse(run.out)["host_seconds"];
  CHECK(seconds >= 0);
  CHECK(seconds < 1.5); // of more than 3
}

TEST_CASE("Ctrl-C while the guest waits for input ends the run with the results so far") {
  const Folder folder;
  const std::string program = folder.file("asks.s", kAsks);
  for (const char* machine : {"mips-5", "reference"}) {
    Launch how;
    how.arguments = {"run", program, "--stdin", "-", "--stats", "-m", machine};
    how.input = "5\n";
    how.interrupt_reading = true;
    const Outcome run = launch(how);
    INFO(run.err);
    CHECK_FALSE(run.gave_up);
    CHECK(run.exit_code == 130);
    CHECK(has(run.out, "? 5? "));
    CHECK(has(run.out, "interrupted"));
    CHECK(has(run.err, "interrupted while the program waited for input"));
    CHECK_FALSE(has(run.err, "fault"));
  }
}

TEST_CASE("Ctrl-C while a program is typed does not run the half of it") {
  for (const char* command : {"run", "explain"}) {
    Launch how;
    how.arguments = {command, "-", "--isa", "tac"};
    if (how.arguments.front() == "explain")
      how.arguments.insert(how.arguments.end(), {"--cycle", "1"});
    how.input = "t0 = t1 + t2\n";
    how.interrupt_reading = true;
    const Outcome run = launch(how);
    INFO(run.err);
    CHECK_FALSE(run.gave_up);
    CHECK(run.exit_code == 130);
    CHECK(run.out.empty());
    CHECK(has(run.err, "interrupted while reading"));
  }
}

TEST_CASE("Ctrl-C while explain reads the guest's input ends it") {
  const Folder folder;
  Launch how;
  how.arguments = {"explain", folder.file("asks.s", kAsks), "--cycle", "1", "--stdin", "-"};
  how.input = "5\n";
  how.interrupt_reading = true;
  const Outcome run = launch(how);
  INFO(run.err);
  CHECK_FALSE(run.gave_up);
  CHECK(run.exit_code == 130);
  CHECK(run.out.empty());
  CHECK(has(run.err, "interrupted while reading --stdin -"));
}

TEST_CASE(
    "a Linux program that finds no input is said to look for some, unless it is to be quiet") {
  const std::string reads = STALLSCOPE_SOURCE_DIR "/programs/kernels/bin/rv64gc-linux/words.elf";
  const Outcome run = run_cli({"run", reads, "-m", "reference", "--", "-"});
  CHECK(run.exit_code == 0);
  CHECK(has(run.err, "the program reads its standard input, of which there is none"));
  CHECK(run_cli({"run", reads, "-m", "reference", "--quiet", "--", "-"}).err.empty());
}

TEST_CASE("input that is no file of a sensible size") {
  const Folder folder;
  const std::string program = folder.file("asks.s", kAsks);
  const Outcome directory = run_cli({"run", program, "--stdin", folder.path().string()});
  CHECK(directory.exit_code == 2);
  CHECK(directory.out.empty());
  CHECK(has(directory.err, "this is a directory; expected a file"));
  // A device is read as it is asked for: zeros are no number.
  const Outcome zeros =
      run_cli({"explain", program, "--stdin", "/dev/zero", "--cycle", "1", "--no-whatif"});
  CHECK(zeros.exit_code == 2);
  CHECK(has(zeros.err, "--stdin /dev/zero: more than 64 MiB"));
  const Outcome end = run_cli({"run", program, "--quiet", "--stdin", "/dev/null"});
  CHECK(end.exit_code == 3);
  CHECK(end.out == "? ");
}

TEST_CASE("control characters of a guest do not reach a terminal, unless they are asked for") {
  const Folder folder;
  // The second call prints the second byte of a character in UTF-8.
  const std::string program =
      folder.file("colours.s", "li a7, 64\nli a0, 1\nla a1, text\nli a2, 9\n"
                               "ecall\nli a0, 1\naddi a1, a1, 9\nli a2, 3\n"
                               "ecall\nli a7, 93\nli a0, 0\necall\n.data\n"
                               "text: .byte 27, '[', '3', '1', 'm', 7, 9, 'x'\n"
                               ".byte 0xC3, 0xA4, 0x9B, 10\n");
  const std::string raw = "\x1b[31m\a\tx\xC3\xA4\x9B\n";
  const auto printed = [&](std::vector<std::string> more) {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    REQUIRE(terminal >= 0);
    REQUIRE(grantpt(terminal) == 0);
    REQUIRE(unlockpt(terminal) == 0);
    Launch how;
    how.arguments = {"run", program, "-m", "reference", "--quiet"};
    how.arguments.insert(how.arguments.end(), more.begin(), more.end());
    how.out_file = ptsname(terminal);
    const int keep_open = open(how.out_file.c_str(), O_RDWR | O_NOCTTY); // else its text is lost
    const Outcome run = launch(how);
    CHECK(run.exit_code == 0);
    std::array<char, 4096> text{};
    const ssize_t bytes = read(terminal, text.data(), text.size());
    close(keep_open);
    close(terminal);
    REQUIRE(bytes > 0);
    std::string all(text.data(), static_cast<std::size_t>(bytes));
    std::erase(all, '\r'); // the terminal adds them
    return all;
  };
  CHECK(printed({}) == " [31m \tx\xC3\xA4\xEF\xBF\xBD\n");
  CHECK(printed({"--raw-output"}) == raw);
  CHECK(run_cli({"run", program, "-m", "reference", "--quiet"}).out == raw);
}
