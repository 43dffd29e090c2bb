#include "base/child_process.hpp"
#include "base/read_file.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace stallscope;

namespace {

/// Asks until `holds` does, for at most ten seconds.
template <class Condition> bool comes(const Condition& holds) {
  for (int i = 0; i < 1000 && !holds(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return holds();
}

/// True for a process that has ended, whether its exit code has been collected or not.
bool has_ended(const std::string& process) {
  const auto stat = read_file("/proc/" + process + "/stat", 4096, "a process");
  return !stat || stat.value().find(") Z ") != std::string::npos;
}

} // namespace

TEST_CASE("a program's exit code, the signal that ended it, and both its outputs come back") {
  const ChildOutput good = run_program({"sh", "-c", "echo out; echo err >&2; exit 3"});
  CHECK(good.started);
  CHECK(good.exit_code == 3);
  CHECK(good.out == "out\n");
  CHECK(good.err == "err");
  CHECK(run_program({"sh", "-c", "kill -SEGV $$"}).exit_code == 128 + SIGSEGV);
  CHECK_FALSE(run_program({"no-such-program-anywhere"}).started);
}

TEST_CASE("a limit of wall time ends a program with what it has started") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "process").string();
  ChildOptions options;
  options.limits.wall_seconds = 0.5;
  const ChildOutput ended =
      run_program({"sh", "-c", "sleep 60 & echo $! > '" + file + "'; wait"}, options);
  CHECK(ended.timed_out);
  auto process = read_file(file, 100, "a number");
  REQUIRE(process);
  process.value().pop_back();
  CHECK(comes([&] { return has_ended(process.value()); }));
}

TEST_CASE("what a program has started ends with the process that runs it, also when that is "
          "killed") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "process").string();
  const pid_t runner = fork();
  if (runner == 0) {
    (void)run_program({"sh", "-c", "sleep 60 & echo $! > '" + file + "'; wait"});
    _exit(0);
  }
  REQUIRE(runner > 0);
  std::string process;
  REQUIRE(comes([&] {
    const auto text = read_file(file, 100, "a number");
    process = text ? text.value() : std::string();
    return !process.empty() && process.back() == '\n';
  }));
  process.pop_back();
  CHECK_FALSE(has_ended(process));
  kill(runner, SIGKILL);
  waitpid(runner, nullptr, 0);
  CHECK(comes([&] { return has_ended(process); }));
}
