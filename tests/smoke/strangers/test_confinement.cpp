#include "base/platform/confinement.hpp"
#include "smoke/needs.hpp"
#include "smoke/process.hpp"

#include <catch2/catch.hpp>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace stallscope;
using namespace stallscope::smoke;
namespace fs = std::filesystem;

namespace {

constexpr const char* kLoopProgram = "main: addi t0, t0, 1\n  j main2\nmain2: j main\n";
constexpr const char* kLoopRubric = "limit_seconds = 100\n[[task]]\nfile = \"loop.s\"\n"
                                    "machine = \"mips-5\"\n[[task.check]]\noutput = \"7\"\n";

/// A long job of the program in the background, killed at the end of the test.
class BackgroundJob {
public:
  BackgroundJob(std::vector<std::string> arguments, const std::string& temporary_folder) {
    arguments.insert(arguments.begin(), STALLSCOPE_BINARY);
    process_ = fork();
    if (process_ != 0)
      return;
    setenv("TMPDIR", temporary_folder.c_str(), 1);
    std::vector<char*> words;
    for (std::string& word : arguments)
      words.push_back(word.data());
    words.push_back(nullptr);
    execv(STALLSCOPE_BINARY, words.data());
    _exit(127);
  }
  ~BackgroundJob() { kill_it(); }
  BackgroundJob(const BackgroundJob&) = delete;
  BackgroundJob& operator=(const BackgroundJob&) = delete;

  void kill_it() {
    if (process_ <= 0)
      return;
    ::kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = -1;
  }
  /// A child that has no privileges any more and may make few calls, and has been so for a while:
  /// before the work a child tries out what the system allows, and ends. 0 after a minute without.
  [[nodiscard]] pid_t confined_child() const {
    const std::string own = std::to_string(process_);
    pid_t before = 0;
    for (int i = 0; i < 600; ++i) {
      pid_t child = 0;
      std::ifstream("/proc/" + own + "/task/" + own + "/children") >> child;
      const bool confined = child > 0 && (kSanitized || has(status(child), "Seccomp:\t2")) &&
                            has(status(child), "CapEff:\t0000000000000000");
      if (confined && child == before)
        return child;
      before = confined ? child : 0;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return 0;
  }
  [[nodiscard]] static std::string status(pid_t process) {
    return read_file("/proc/" + std::to_string(process) + "/status");
  }

private:
  pid_t process_ = -1;
};

/// Namespaces and files that process and test have in common; empty: none.
std::string shared_with(pid_t process, const fs::path& temporary_folder) {
  const fs::path of_process = fs::path("/proc") / std::to_string(process);
  std::string shared;
  std::error_code failed;
  for (const char* name : {"user", "net", "ipc", "uts"})
    if (fs::read_symlink(of_process / "ns" / name, failed) ==
            fs::read_symlink(fs::path("/proc/self/ns") / name) &&
        !failed)
      shared += std::string(name) + " namespace, ";
  const fs::path root = fs::read_symlink(of_process / "root", failed);
  if (!failed && root.parent_path() != temporary_folder)
    shared += root.string();
  return shared;
}

} // namespace

TEST_CASE("hand-ins are graded, and points simulated, in confined processes") {
  if (!Confinement::missing().empty())
    return;
  const Folder folder;
  const std::string temporary = folder.file("tmp");
  fs::create_directories(folder.path() / "tmp");
  fs::create_directories(folder.path() / "eve");
  static_cast<void>(folder.file("eve/loop.s", kLoopProgram));
  const std::vector<std::vector<std::string>> jobs{
      {"grade", folder.file("rubric.toml", kLoopRubric), folder.file("eve"), "-o",
       folder.file("marks.csv")},
      {"sweep",
       folder.file("e.toml", "programs = [\"eve/loop.s\"]\nmachines = [\"ooo-4\"]\n"
                             "limit_instructions = 100_000_000_000\n"),
       "-o", folder.file("results.db"), "--jobs", "1", "--quiet"}};
  for (const std::vector<std::string>& job : jobs) {
    const BackgroundJob running(job, temporary);
    const pid_t child = running.confined_child();
    CAPTURE(job.front());
    REQUIRE(child > 0);
    CHECK(has(BackgroundJob::status(child), "NoNewPrivs:\t1"));
    CHECK(has(read_file("/proc/" + std::to_string(child) + "/limits"),
              "Max core file size        0                    0"));
    CHECK(shared_with(child, temporary) == "");
  }
}

TEST_CASE("what a system does not allow is said once, and the work goes on") {
  NEEDS("unshare");
  const Folder folder;
  for (const char* name : {"ada", "bob"}) {
    fs::create_directories(folder.path() / name);
    static_cast<void>(folder.file(std::string(name) + "/seven.s",
                                  "main: li a0, 7\n  li a7, 1\n  ecall\n  li a7, 10\n  ecall\n"));
  }
  const std::string rubric =
      folder.file("rubric.toml", "[[task]]\nname = \"seven\"\nfile = \"seven.s\"\n"
                                 "machine = \"mips-5\"\n[[task.check]]\noutput = \"7\"\n");
  const std::string experiment =
      folder.file("e.toml", "programs = [\"ada/seven.s\", \"bob/seven.s\"]\nmachines = "
                            "[\"mips-5\"]\n");
  Launch how;
  how.program = "/bin/sh";
  const auto without_namespaces = [&how](const std::string& command) {
    how.arguments = {"-c", "exec unshare -Ur sh -c 'echo 0 > /proc/sys/user/max_user_namespaces || "
                           "exit 77; exec " +
                               command + "'"};
    return launch(how);
  };
  if (without_namespaces("true").exit_code != 0)
    return; // nor may the test have them
  const std::string program = STALLSCOPE_BINARY;
  const Outcome grade = without_namespaces(program + " grade " + rubric + " " + folder.file("ada") +
                                           " " + folder.file("bob"));
  const Outcome sweep = without_namespaces(program + " sweep " + experiment + " --quiet -o " +
                                           folder.file("results.db"));
  CAPTURE(grade.err, sweep.err);
  CHECK(grade.exit_code == 0);
  CHECK(grade.out == "submission,seven,total,of\nada,1,1,1\nbob,1,1,1\n");
  CHECK(sweep.exit_code == 0);
  if (kSanitized)
    return;
  CHECK(has(grade.err, "hand-ins are graded without a user namespace ("));
  CHECK(lines_of(grade.err).size() == 1);
  CHECK(has(sweep.err, "points are simulated without a user namespace ("));
  CHECK(lines_of(sweep.err).size() == 1);
}

TEST_CASE("a compiler that a hand-in has taken over reads and writes nothing of the host") {
  const Folder folder;
  for (const char* name : {"tools", "ada"})
    fs::create_directories(folder.path() / name);
  const std::string secret = folder.file("secret", "text");
  static_cast<void>(folder.file("ada/sum.c", "int main(void) { return 0; }\n"));
  const std::string compiler =
      folder.file("tools/riscv64-linux-gnu-gcc",
                  "#!/bin/sh\nsay() { echo \"sum.c:1:1: error: $1\" >&2; }\n"
                  "for there in /etc/passwd /proc/self /root /home /var " +
                      secret +
                      "; do test -e $there && say \"$there is there\"; done\n"
                      "for new in $0-new; do\n"
                      "  (echo x >$new) 2>/dev/null && say \"$new is written\"\ndone\n"
                      "(unshare -Ur true || unshare -m true) 2>/dev/null && say out\n"
                      "echo x >$(dirname $0)/../new # into a folder that is not the host's\n"
                      "say end\nexit 1\n");
  fs::permissions(compiler, fs::perms::owner_all);
  const std::string rubric =
      folder.file("rubric.toml", "[[task]]\nfile = \"sum.c\"\nmachine = \"mips-5\"\ncc = \"" +
                                     compiler + "\"\n[[task.check]]\noutput = \"7\"\n");
  const std::string said = folder.file("said");
  const Outcome run = run_cli({"grade", rubric, folder.file("ada"), "--feedback", said, "--trust"});
  if (has(run.err, "are graded without"))
    return; // as the command says; what the script writes lies in the folder of this test
  const std::vector<std::string> lines = lines_of(read_file(said + "/ada.txt"));
  CAPTURE(run.err, lines);
  REQUIRE(lines.size() > 4);
  CHECK(lines[4] == "sum.c:1:1: error: end");
  CHECK_FALSE(fs::exists(folder.path() / "new"));
}

TEST_CASE("a grader that is killed takes its worker along; its folders go when the next begins") {
  if (!Confinement::missing().empty())
    return;
  const Folder folder;
  const fs::path temporary = folder.path() / "tmp";
  for (const char* name : {"tmp", "eve", "none"})
    fs::create_directories(folder.path() / name);
  static_cast<void>(folder.file("eve/loop.s", kLoopProgram));
  const std::string rubric = folder.file("rubric.toml", kLoopRubric);
  BackgroundJob grader({"grade", rubric, folder.file("eve"), "-o", folder.file("marks.csv")},
                       temporary.string());
  const pid_t worker = grader.confined_child();
  REQUIRE(worker > 0);
  grader.kill_it();
  for (int i = 0; i < 1200 && has(BackgroundJob::status(worker), "State:\t") &&
                  !has(BackgroundJob::status(worker), "State:\tZ");
       ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK_FALSE(fs::is_empty(temporary));
  Launch next;
  next.program = "/usr/bin/env";
  next.arguments = {"TMPDIR=" + temporary.string(), STALLSCOPE_BINARY, "grade", rubric,
                    folder.file("none")};
  CHECK(launch(next).exit_code == 0);
  CHECK(fs::is_empty(temporary));
}
