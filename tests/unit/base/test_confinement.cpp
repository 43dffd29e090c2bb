#include "base/platform/confinement.hpp"
#include "sanitized.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <string>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace stallscope;

namespace {

/// Exit code of a child that does this behind the walls, or 128 and the signal that has ended it.
int ended(const std::function<int(Confinement&)>& work, Confinement& walls) {
  const pid_t child = fork();
  if (child == 0) {
    walls.isolate();
    _exit(work(walls));
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

// Prints what the host allows; the cases below depend on it.
TEST_CASE("walls that are not there are named") {
  const std::string missing = Confinement::missing();
  INFO(missing);
  CHECK((missing.empty() || missing.find(" (") != std::string::npos));
}

TEST_CASE("a confined process makes no system call but those it needs") {
  if (kSanitized || !Confinement::missing().empty())
    return;
  const TemporaryFolder folder;
  const std::string there = folder.file("there", "text");
  const int foreign = open(there.c_str(), O_RDWR | O_CLOEXEC);
  int result[2];
  REQUIRE(pipe2(result, O_CLOEXEC) == 0);
  struct Call {
    const char* name;
    std::function<void()> make;
  };
  const std::vector<Call> calls{
      {"openat", [] { open("/there", O_RDWR); }},
      {"openat", [] { open("/new", O_RDONLY | O_CREAT, 0600); }},
      {"openat", [] { open("/there", O_RDONLY | O_TRUNC); }},
      {"write", [&] { (void)!write(foreign, "x", 1); }},
      {"write", [&] { (void)!write(STDOUT_FILENO, "x", 1); }},
      {"pwrite64", [&] { (void)!pwrite(foreign, "x", 1, 0); }},
      {"ftruncate", [&] { (void)!ftruncate(foreign, 0); }},
      {"mmap", [&] { mmap(nullptr, 4096, PROT_WRITE, MAP_SHARED, foreign, 0); }},
      {"mmap", [] { mmap(nullptr, 4096, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }},
      {"dup2", [&] { dup2(foreign, result[1]); }},
      {"fcntl", [&] { fcntl(foreign, F_DUPFD, 0); }},
      {"socket", [] { socket(AF_INET, SOCK_STREAM, 0); }},
      {"socket", [] { socket(AF_UNIX, SOCK_STREAM, 0); }},
      {"execve", [] { execl("/bin/true", "true", nullptr); }},
      {"clone", [] { fork(); }},
      {"ptrace", [] { ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr); }},
      {"kill", [] { kill(getppid(), 0); }},
      {"chroot", [] { (void)!chroot("/"); }},
      {"unlink", [] { unlink("/there"); }},
      {"rename", [] { rename("/there", "/gone"); }},
      {"mkdir", [] { mkdir("/folder", 0700); }}};
  for (const Call& call : calls) {
    Confinement walls;
    const int code = ended(
        [&](Confinement& own) {
          own.close(folder.path().string(), result[1]);
          call.make();
          return 0;
        },
        walls);
    CAPTURE(call.name);
    CHECK(code == 128 + SIGSYS);
    CHECK(walls.refused_call() == call.name);
  }
  close(foreign);
  close(result[0]);
  close(result[1]);
  CHECK(folder.names() == std::vector<std::string>{"there"});
}

TEST_CASE("a confined process reads below its folder, computes and answers") {
  if (!Confinement::missing().empty())
    return;
  const TemporaryFolder folder;
  static_cast<void>(folder.file("there", "text"));
  int result[2];
  REQUIRE(pipe2(result, O_CLOEXEC) == 0);
  Confinement walls;
  const int code = ended(
      [&](Confinement& own) {
        own.close(folder.path().string(), result[1]);
        char text[4];
        const int file = open("/there", O_RDONLY);
        const bool good = read(file, text, 4) == 4 && write(result[1], text, 4) == 4;
        const std::vector<char> memory(std::size_t{64} << 20, 'x');
        const bool hidden = access("/etc/passwd", F_OK) != 0 && access("/../tmp", F_OK) != 0;
        return good && hidden && memory.back() == 'x' ? 7 : 1;
      },
      walls);
  CHECK(code == 7);
  char text[5]{};
  CHECK(read(result[0], text, 4) == 4);
  CHECK(text == std::string("text"));
  close(result[0]);
  close(result[1]);
}

TEST_CASE("an isolated process has no network, leaves no core file and may start programs") {
  if (!Confinement::missing().empty())
    return;
  Confinement walls;
  const int code = ended(
      [&](Confinement&) {
        rlimit core{1, 1};
        getrlimit(RLIMIT_CORE, &core);
        if (core.rlim_max != 0)
          return 1;
        execl("/bin/sh", "sh", "-c", "test $(wc -l < /proc/net/dev) = 3", nullptr); // lo alone
        return 2;
      },
      walls);
  CHECK(code == 0);
}

TEST_CASE("programs of an isolated process see no other files than those of its view") {
  const TemporaryFolder folder;
  for (const char* name : {"root", "work", "secret"})
    std::filesystem::create_directories(folder.path() / name);
  const std::string secret = folder.file("secret/text", "text");
  const FileView view{folder.file("root"),
                      {"/usr", "/bin", "/lib", "/lib64", "/dev/null", "/not/there"},
                      {folder.file("work")}};
  if (!Confinement::missing(view).empty())
    return;
  Confinement walls;
  const std::string script = "cd " + folder.file("work") + " && echo made > made && test ! -e " +
                             secret + " && test ! -e /etc/passwd && test ! -e /proc/self && " +
                             "test -c /dev/null && ! (echo x > /usr/stallscope-test) 2>/dev/null";
  const int code = ended(
      [&](Confinement& own) {
        own.isolate(view);
        execl("/bin/sh", "sh", "-c", script.c_str(), nullptr);
        return 99;
      },
      walls);
  CHECK(code == 0);
  CHECK(std::filesystem::exists(folder.path() / "work/made"));
  CHECK_FALSE(std::filesystem::exists("/usr/stallscope-test"));
  CHECK(std::filesystem::exists(secret));
}

TEST_CASE("a confined process still ends with its parent") {
  Confinement walls;
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    walls.isolate();
    int with_parent = 0;
    prctl(PR_GET_PDEATHSIG, &with_parent);
    _exit(with_parent == SIGTERM ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) == 0);
}
