#include "running/forked.hpp"
#include "sanitized.hpp"
#include "sweep/plan.hpp"
#include "sweep/workers.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <fcntl.h>
#include <iterator>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace stallscope;
using namespace stallscope::sweep;

namespace {

std::string ended(const ConfinedWork& work) {
  return in_child_process(
      work, [](const std::string& text) { return text == "done"; },
      60); // seconds, for a machine that is busy
}

} // namespace

TEST_CASE("work in a process of its own says which system call was refused") {
  if (kSanitized || !Confinement::missing().empty())
    return;
  const TemporaryFolder root;
  const auto behind_walls = [&root](const std::function<void()>& act) {
    return ended([&](Confinement& walls, int output) {
      walls.isolate();
      walls.close(root.path().string(), output);
      act();
      return std::string("done");
    });
  };
  CHECK(behind_walls([] {}).empty());
  CHECK(behind_walls([] { socket(AF_INET, SOCK_STREAM, 0); }) ==
        "an error of Stallscope itself (system call socket, which is refused)");
  CHECK(behind_walls([] { open("/new", O_WRONLY | O_CREAT, 0600); }) ==
        "an error of Stallscope itself (system call openat, which is refused)");
  CHECK(root.names().empty());
}

TEST_CASE("a process that says it has ended, and goes on, is ended") {
  CHECK(ended([](Confinement&, int output) {
          close(output);
          for (;;)
            pause();
          return std::string();
        }) == "signal 9 (Killed)");
}

TEST_CASE("a worker whose system call was refused is one failed point, which names it") {
  if (kSanitized || !Confinement::missing().empty())
    return;
  const TemporaryFolder folder;
  const std::string loop = folder.file("loop.s", "main: addi t0, t0, 1\n  beqz t1, main\n");
  auto experiment =
      parse_experiment("test.toml", "programs = [\"" + loop +
                                        "\"]\nmachines = [\"ooo-4\"]\nlimit_seconds = 20\n"
                                        "limit_instructions = 100_000_000_000\n");
  REQUIRE(experiment);
  const auto plan = make_plan(std::move(experiment).value());
  REQUIRE(plan);
  std::vector<Row> rows;
  SweepOptions options;
  options.take = [&rows](std::vector<Row>&& more) {
    std::move(more.begin(), more.end(), std::back_inserter(rows));
    return true;
  };
  options.in_worker = [] { // in the middle of the point
    std::signal(SIGALRM, [](int) { socket(AF_INET, SOCK_STREAM, 0); });
    alarm(1);
  };
  REQUIRE(run_points(*plan, {1}, options));
  REQUIRE(rows.size() == 1);
  CHECK(rows.front().text(Column::stop) == "crash");
  CHECK(rows.front().text(Column::error) ==
        "an error of Stallscope itself (system call socket, which is refused)");
}

TEST_CASE("findings of a process that were made up are refused") {
  TaskFindings findings;
  CHECK(from_text("[\"t\",1,1,\"n\",[[\"w\",1,1.5,\"s\"]]]", findings));
  for (const char* text :
       {"", "[", "[1,2,3,4,5]", "{}", "[\"t\",1,1,\"n\",5]", "[\"t\",1,1,\"n\",[5]]",
        "[\"t\",1,1,\"n\",[[\"w\",1]]]", "[\"t\",1,1,\"n\",[[\"w\",1,\"x\",\"s\"]]]"}) {
    CAPTURE(text);
    CHECK_FALSE(from_text(text, findings));
  }
}

TEST_CASE("a process that does not stop sending is ended") {
  const std::string why = ended([](Confinement&, int output) {
    const std::string much(std::size_t{1} << 20, 'x');
    while (::write(output, much.data(), much.size()) > 0) {
    }
    return std::string("done");
  });
  CHECK(why == "an error of Stallscope itself (more than 256 MiB of findings)");
}

TEST_CASE("a worker that sends what is no row of its point is one failed point") {
  for (const char* line : {"nonsense\n", "[]\n", "{}\n"}) {
    const auto plan = make_plan(
        parse_experiment("test.toml", "programs = [\"lecture/p4\"]\nmachines = [\"mips-5\"]\n")
            .value());
    REQUIRE(plan);
    std::vector<Row> rows;
    SweepOptions options;
    options.take = [&rows](std::vector<Row>&& more) {
      std::move(more.begin(), more.end(), std::back_inserter(rows));
      return true;
    };
    options.in_worker = [line] { // the only pipe that is open for writing
      for (int end = 3; end < 64; ++end)
        if (struct stat status{}; fstat(end, &status) == 0 && S_ISFIFO(status.st_mode) &&
                                  (fcntl(end, F_GETFL) & O_ACCMODE) == O_WRONLY)
          (void)!::write(end, line, std::string_view(line).size());
    };
    CAPTURE(line);
    REQUIRE(run_points(*plan, {1}, options));
    REQUIRE(rows.size() == 1);
    CHECK(rows.front().text(Column::stop) == "crash");
    CHECK(rows.front().text(Column::error) == "the simulating process sent what is no result");
  }
}
