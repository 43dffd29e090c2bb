#include "base/platform/scratch_folder.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

using namespace stallscope;
namespace fs = std::filesystem;

namespace {

/// A process that has a scratch folder in `temporary` and ends, or stays there.
pid_t uses_scratch_folder(const TemporaryFolder& temporary, bool stays) {
  int made[2];
  REQUIRE(pipe(made) == 0);
  const pid_t child = fork();
  if (child == 0) {
    setenv("TMPDIR", temporary.path().c_str(), 1);
    {
      const ScratchFolder folder;
      static_cast<void>(folder.write("file", "text"));
      fs::create_directories(folder.file("a/b"));
      (void)!::write(made[1], "x", 1);
      while (stays)
        pause();
    }
    _exit(0);
  }
  char byte = 0;
  CHECK(::read(made[0], &byte, 1) == 1);
  close(made[0]);
  close(made[1]);
  if (!stays)
    waitpid(child, nullptr, 0);
  return child;
}

} // namespace

TEST_CASE("a scratch folder goes with its object, and with the next process if that was killed") {
  const TemporaryFolder temporary;
  const pid_t alive = uses_scratch_folder(temporary, true);
  const std::vector<std::string> its = temporary.names();
  REQUIRE(its.size() == 1);
  const pid_t killed = uses_scratch_folder(temporary, true);
  CHECK(temporary.names().size() == 2);
  kill(killed, SIGKILL);
  waitpid(killed, nullptr, 0);
  CHECK(temporary.names().size() == 2);
  uses_scratch_folder(temporary, false);
  CHECK(temporary.names() == its); // of a process that lives
  kill(alive, SIGKILL);
  waitpid(alive, nullptr, 0);
  uses_scratch_folder(temporary, false);
  CHECK(temporary.names().empty());
}

TEST_CASE("only scratch folders are removed, and nothing behind a link") {
  const TemporaryFolder temporary;
  const TemporaryFolder other;
  static_cast<void>(other.file("kept", "text"));
  static_cast<void>(temporary.file("stallscope-scratch-aaaaaa", "a file"));
  fs::create_directory_symlink(other.path(), temporary.path() / "stallscope-scratch-bbbbbb");
  fs::create_directories(temporary.path() / "stallscope-scratch-longer-name");
  fs::create_directories(temporary.path() / "stallscope-aaaaaa");
  const std::vector<std::string> before = temporary.names();
  uses_scratch_folder(temporary, false);
  CHECK(temporary.names() == before);
  CHECK(other.names() == std::vector<std::string>{"kept"});
}
