#include "smoke/process.hpp"

#include <catch2/catch.hpp>

using namespace stallscope::smoke;

namespace {

/// Prints a 7, then loops: for ever, if a limit is asked for (a loop without a way out is found).
constexpr const char* kEndlessPrints =
    "li $v0, 1\nli $a0, 7\nsyscall\nloop: addi $t0, $t0, 1\nj loop\n";
/// Prints sevens, and counts them: its state never repeats.
constexpr const char* kChatty = "li $v0, 1\nli $a0, 7\nloop: syscall\naddi $t0, $t0, 1\nj loop\n";

} // namespace

TEST_CASE("Ctrl-C ends an endless run with exit code 130 and the results so far") {
  const Folder folder;
  Launch how;
  how.arguments = {"run",     folder.file("endless.mips", kEndlessPrints),
                   "--stats", "--ledger",
                   "--limit", "1000000000000"};
  how.interrupt = true;
  const Outcome run = launch(how);
  INFO(run.err);
  CHECK_FALSE(run.gave_up);
  CHECK(run.exit_code == 130);
  CHECK(has(run.out, "; interrupted in cycle "));
  CHECK(has(run.out, "Statistics"));
  CHECK(has(run.out, "balanced"));
  CHECK(has(run.err, "interrupted in cycle "));
}

TEST_CASE("Ctrl-C in a comparison does not begin the second run") {
  const Folder folder;
  Launch how;
  how.arguments = {"run",       folder.file("endless.mips", kEndlessPrints),
                   "--compare", "serial",
                   "--limit",   "1000000000000",
                   "--stats",   "--cycles",
                   "1:20"};
  how.interrupt = true;
  const Outcome run = launch(how);
  CHECK_FALSE(run.gave_up);
  CHECK(run.exit_code == 130);
  CHECK(has(run.out, "interrupted"));
}

TEST_CASE("a reader that has seen enough, as head, is no error and ends the run") {
  const Folder folder;
  Launch report;
  report.arguments = {"run", "textbook/daxpy", "--diagram", "--table", "--ledger", "--stats"};
  report.read_bytes = 20;
  const Outcome read = launch(report);
  CHECK_FALSE(read.gave_up);
  CHECK(read.exit_code == 0);
  CHECK(read.err.empty());
  Launch endless;
  endless.arguments = {"run", folder.file("chatty.mips", kChatty)};
  endless.read_bytes = 20;
  const Outcome stopped = launch(endless);
  CHECK_FALSE(stopped.gave_up);
  CHECK(stopped.exit_code == 0);
  CHECK(stopped.out == std::string(20, '7'));
}

TEST_CASE("what the guest prints comes as it is printed, before the report") {
  const Outcome run = run_cli({"run", "textbook/daxpy", "--stats"});
  CHECK(run.out.compare(0, 10, "13.0\n97.0\n") == 0);
  CHECK(has(run.out, "\ntextbook/daxpy.mips on mips-5\n"));
}

TEST_CASE("runs of more than a second show their progress on standard error, --quiet not") {
  const Folder folder;
  const std::string endless = folder.file("endless.mips", kEndlessPrints);
  // Long enough to be seen at any speed of the host: Ctrl-C comes after the first second.
  const auto cycles = [&](std::uint64_t limit, bool quiet) {
    std::vector<std::string> words{"run", endless, "--stats", "--limit-cycles",
                                   std::to_string(limit)};
    if (quiet)
      words.push_back("--quiet");
    return run_cli(words);
  };
  std::uint64_t limit = 1'000'000;
  Outcome run = cycles(limit, false);
  for (; run.err.empty() && limit < 1'000'000'000'000; limit *= 4)
    run = cycles(limit * 4, false);
  INFO(run.err);
  CHECK(has(run.err, "million/s"));
  CHECK(has(run.err, "cycle "));
  CHECK(has(run.err, " %"));
  CHECK_FALSE(has(run.err, "\033"));
  const Outcome silent = cycles(limit, true);
  CHECK(silent.err.empty());
  CHECK(silent.out == "7");
}

TEST_CASE("schedule --simulate shows the progress of both of its runs, --quiet not") {
  const Folder folder;
  const std::string endless = folder.file("endless.s", "l: rdcycle a0\nj l\n");
  const auto simulated = [&](std::uint64_t limit, bool quiet) {
    std::vector<std::string> words{
        "schedule", endless, "-m", "dual-5", "--simulate", "--limit-cycles", std::to_string(limit)};
    if (quiet)
      words.push_back("--quiet");
    return run_cli(words);
  };
  std::uint64_t limit = 1'000'000 / stallscope::kSlower;
  Outcome run = simulated(limit, false);
  for (; run.err.empty() && limit < 1'000'000'000'000; limit *= 4)
    run = simulated(limit * 4, false);
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK(has(run.err, "endless.s on dual-5: cycle "));
  CHECK(has(run.err, "endless.s, scheduled on dual-5: cycle "));
  CHECK(has(run.err, "million/s"));
  CHECK(simulated(limit, true).err.empty());
}
