#include "smoke/needs.hpp"
#include "smoke/process.hpp"

#include <catch2/catch.hpp>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace stallscope::smoke;
namespace fs = std::filesystem;

namespace {

/// Prints 7.
constexpr const char* kSeven = "main: li a0, 7\n  li a7, 1\n  ecall\n  li a7, 10\n  ecall\n";
constexpr const char* kSevenTask =
    "[[task]]\nname = \"seven\"\nfile = \"seven.s\"\nmachine = \"mips-5\"\n"
    "[[task.check]]\noutput = \"7\"\n";
constexpr const char* kTableTask = "[[task]]\nname = \"table\"\nfile = \"table.csv\"\n"
                                   "table_of = \"lecture/p4\"\nmachine = \"lecture-4\"\n";

/// A rubric and hand-ins, each a folder below "in".
struct Course {
  explicit Course(const std::string& tasks) { rubric = folder.file("rubric.toml", tasks); }

  std::string student(const std::string& name) {
    fs::create_directories(folder.path() / "in" / name);
    submissions.push_back(folder.file("in/" + name));
    return submissions.back() + "/";
  }
  void hands_in(const std::string& name, const std::string& file, const std::string& text) {
    const fs::path path = fs::path(student(name)) / file;
    fs::create_directories(path.parent_path());
    static_cast<void>(folder.file(fs::relative(path, folder.path()).string(), text));
  }
  Outcome graded(const std::string& limit_wall_seconds = "20") {
    Launch how;
    how.arguments = {"grade",
                     rubric,
                     "-o",
                     folder.file("marks.csv"),
                     "--feedback",
                     feedback(),
                     "--limit-wall-seconds",
                     limit_wall_seconds};
    how.arguments.insert(how.arguments.end(), submissions.begin(), submissions.end());
    how.give_up_seconds = 60 * stallscope::kSlower;
    return launch(how);
  }
  [[nodiscard]] std::string feedback() const { return folder.file("feedback"); }
  [[nodiscard]] std::string said(const std::string& name) const {
    return read_file(folder.file("feedback/" + name + ".txt"));
  }
  [[nodiscard]] std::string marks() const { return read_file(folder.file("marks.csv")); }

  Folder folder;
  std::string rubric;
  std::vector<std::string> submissions;
};

/// No byte that a terminal could obey.
bool is_printable(const std::string& text) {
  for (const char c : text)
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f ||
        static_cast<unsigned char>(c) == 0x9b)
      return false;
  return true;
}

} // namespace

TEST_CASE("hand-ins are read below their own folder only") {
  Course course(std::string(kSevenTask) + kTableTask);
  const std::string secret = course.folder.file("secret", "SECRET main: li a0, 7\n");
  course.hands_in("ada", "seven.s", kSeven);
  course.hands_in("ada", "table.csv", "cycle,ID,RR,ALU,RW\n");
  course.submissions.pop_back(); // once
  fs::create_symlink(secret, course.student("absolute") + "seven.s");
  fs::create_symlink(secret, course.folder.path() / "in/absolute/table.csv");
  fs::create_symlink("../ada/seven.s", course.student("copier") + "seven.s");
  fs::create_symlink("nowhere", course.student("dangling") + "seven.s");
  course.submissions.push_back(course.folder.file("in/whole"));
  fs::create_symlink("ada", course.submissions.back());
  course.submissions.push_back(course.folder.file("in/slash") + "/");
  fs::create_symlink("ada", course.folder.path() / "in/slash");
  course.submissions.push_back(course.folder.file("in/gone"));
  fs::create_symlink("nowhere", course.submissions.back());
  const Outcome run = course.graded();
  CAPTURE(run.err);
  CHECK(run.exit_code == 0);
  CHECK(course.marks() == "submission,seven,table,total,of\nada,1,0,1,2\nabsolute,0,0,0,2\n"
                          "copier,0,0,0,2\ndangling,0,0,0,2\nwhole,0,0,0,2\nslash,0,0,0,2\n"
                          "gone,0,0,0,2\n");
  for (const char* name : {"absolute", "copier", "dangling", "whole", "slash", "gone"}) {
    CAPTURE(name, course.said(name));
    CHECK(has(course.said(name), "this is a symbolic link, or lies behind one"));
    CHECK_FALSE(has(course.said(name), "SECRET"));
  }
}

TEST_CASE("links are refused in every part of a name, and for every kind of program") {
  for (const char* file : {"seven.s", "seven.tac", "seven.c", "seven.elf", "seven.mips"}) {
    Course course(std::string("[[task]]\nfile = \"part/") + file +
                  "\"\nmachine = \"mips-5\"\n[[task.check]]\noutput = \"7\"\n");
    fs::create_directories(course.folder.path() / "teacher/part");
    static_cast<void>(course.folder.file(std::string("teacher/part/") + file, "SECRET\n"));
    fs::create_symlink("../../teacher/part", course.student("folder") + "part");
    fs::create_directories(course.student("file") + "part");
    fs::create_symlink(course.folder.path() / "teacher/part" / file,
                       course.folder.path() / "in/file/part" / file);
    const Outcome run = course.graded();
    CAPTURE(file, run.err, course.said("folder"), course.said("file"));
    CHECK(run.exit_code == 0);
    for (const char* name : {"folder", "file"}) {
      CHECK(has(course.said(name), "this is a symbolic link, or lies behind one"));
      CHECK_FALSE(has(course.said(name), "SECRET"));
    }
  }
}

TEST_CASE("a hand-in that is a file is no link either") {
  Course course(kSevenTask);
  course.submissions = {course.folder.file("ada.s", kSeven), course.folder.file("eve.s"),
                        course.folder.file("pipe.s"), course.folder.file("-", kSeven)};
  fs::create_symlink("ada.s", course.submissions[1]);
  REQUIRE(mkfifo(course.submissions[2].c_str(), 0600) == 0);
  const Outcome run = course.graded();
  CAPTURE(run.err);
  CHECK(run.exit_code == 0);
  CHECK(course.marks() ==
        "submission,seven,total,of\nada.s,1,1,1\neve.s,0,0,1\npipe.s,0,0,1\n-,1,1,1\n");
  CHECK(has(course.said("pipe.s"), "this is no plain file"));
}

TEST_CASE("a file of the rubric lies in the submission") {
  for (const char* file : {"/etc/passwd", "../seven.s", "part/"}) {
    Course course(std::string("[[task]]\nfile = \"") + file +
                  "\"\nmachine = \"mips-5\"\n[[task.check]]\noutput = \"7\"\n");
    course.student("ada");
    const Outcome run = course.graded();
    CAPTURE(file, run.err);
    CHECK(run.exit_code == 2);
    CHECK(has(run.err, "rubric.toml:2:8: error:"));
  }
}

TEST_CASE("one hand-in does not stop the others") {
  Course course(std::string(kSevenTask) + kTableTask);
  REQUIRE(mkfifo((course.student("pipe") + "seven.s").c_str(), 0600) == 0);
  REQUIRE(mkfifo(course.folder.file("in/pipe/table.csv").c_str(), 0600) == 0);
  fs::create_directories(course.student("folder") + "seven.s");
  fs::create_directories(course.student("folders") + "table.csv");
  course.hands_in("empty", "seven.s", "");
  course.hands_in("zeros", "table.csv", std::string((4U << 20) + 1, ','));
  const int sparse =
      ::truncate((course.folder.file("in/empty/table.csv", "x")).c_str(), off_t{1} << 40);
  REQUIRE(sparse == 0);
  const std::string long_name(252, 'n');
  course.hands_in(long_name, "seven.s", kSeven);
  course.hands_in("zoe", "seven.s", kSeven);
  const auto began = std::chrono::steady_clock::now();
  const Outcome run = course.graded();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  CAPTURE(run.err);
  CHECK(run.exit_code == 0);
  CHECK(took.count() < 15 * stallscope::kSlower);
  CHECK(course.marks() == "submission,seven,table,total,of\npipe,0,0,0,2\nfolder,0,0,0,2\n"
                          "folders,0,0,0,2\nempty,0,0,0,2\nzeros,0,0,0,2\n" +
                              long_name + ",1,0,1,2\nzoe,1,0,1,2\n");
  CHECK(has(course.said("pipe"), "this is no plain file"));
  CHECK(has(course.said("empty"), "the file is larger than 4 MiB"));
  CHECK(std::distance(fs::directory_iterator(course.feedback()), {}) == 7);
}

TEST_CASE("a limit of the clock ends a hand-in that uses no processor time") {
  NEEDS("riscv64-linux-gnu-gcc");
  Course course("limit_seconds = 30\n[[task]]\nfile = \"sum.c\"\nmachine = \"mips-5\"\n"
                "[[task.check]]\noutput = \"7\"\n");
  const std::string pipe = course.folder.file("pipe");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  course.hands_in("waits", "sum.c", "#include \"" + pipe + "\"\nint main(void) { return 0; }\n");
  course.hands_in("zoe", "sum.c",
                  "#include <stdio.h>\nint main(void) { puts(\"7\"); return 0; }\n");
  const auto began = std::chrono::steady_clock::now();
  const Outcome run = course.graded("4");
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  CAPTURE(run.err, course.said("waits"), course.said("zoe"));
  CHECK(run.exit_code == 0);
  CHECK(took.count() < 12 * stallscope::kSlower);
  CHECK(has(course.marks(), "\nwaits,0,0,1\nzoe,1,1,1\n"));
}

TEST_CASE("marks are there as soon as they have been given") {
  Course course(std::string("limit_seconds = 100\n") + kSevenTask);
  course.hands_in("ada", "seven.s", kSeven);
  course.hands_in("loop", "seven.s", "main: addi t0, t0, 1\n  j main2\nmain2: j main\n");
  const pid_t child = fork();
  if (child == 0) {
    setenv("TMPDIR", course.folder.path().c_str(), 1); // what it has no time to remove
    execl(STALLSCOPE_BINARY, STALLSCOPE_BINARY, "grade", course.rubric.c_str(), "-o",
          course.folder.file("marks.csv").c_str(), course.submissions[0].c_str(),
          course.submissions[1].c_str(), nullptr);
    _exit(127);
  }
  const std::string expected = "submission,seven,total,of\nada,1,1,1\n";
  for (int i = 0; i < 600 && course.marks() != expected; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  CHECK(course.marks() == expected);
}

TEST_CASE("feedback has no control characters and no path of the teacher's") {
  Course course(std::string(kSevenTask) + kTableTask);
  course.hands_in("asm", "seven.s", "main: \x1b]0;owned\x07 li a0, 7\n  \xc2\x9b\x32J foo\n");
  course.hands_in("out", "seven.s",
                  ".data\ns: .asciz \"\\033[2Jhello\"\n.text\nmain: la a0, s\n  li a7, 4\n  ecall\n"
                  "  li a7, 10\n  ecall\n");
  static_cast<void>(course.folder.file("in/out/table.csv",
                                       "cycle,ID,RR,ALU,RW\n1,\x1b[31mred,,,\n2,\x9b"
                                       "7,\"a\n+ 9 of 9 all\",,\n"));
  course.hands_in("bad\x1b[31mname\n", "seven.s", "main: j nowhere\n");
  course.hands_in("fault", "seven.s", "main: li t0, 3\n  lw t1, 0(t0)\n  j main\n");
  const Outcome run = course.graded();
  CAPTURE(run.err);
  CHECK(run.exit_code == 0);
  CHECK(is_printable(course.marks()));
  CHECK(has(course.marks(), "\nbad [31mname ,0,0,0,2\n"));
  const std::string home = std::getenv("HOME") == nullptr ? "/root" : std::getenv("HOME");
  unsigned count = 0;
  for (const auto& entry : fs::directory_iterator(course.feedback())) {
    const std::string text = read_file(entry.path().string());
    CAPTURE(entry.path(), text);
    CHECK(is_printable(text));
    CHECK(is_printable(entry.path().string()));
    CHECK_FALSE(has(text, course.folder.path().string()));
    CHECK_FALSE(has(text, "stallscope-"));
    CHECK_FALSE(has(text, "/tmp"));
    CHECK_FALSE(has(text, home + "/"));
    ++count;
  }
  CHECK(count == 4);
  CHECK_FALSE(has(course.said("out"), "\n+ 9 of 9"));
}

TEST_CASE("two hand-ins have two names and two files of feedback") {
  Course course(kSevenTask);
  for (const char* name : {"x/y", "x_y", "z/y", "x%2Fy", "x/z/w", "v/z/w"})
    course.hands_in(name, "seven.s", kSeven);
  const Outcome run = course.graded();
  CAPTURE(run.err);
  CHECK(run.exit_code == 0);
  CHECK(course.marks() ==
        "submission,seven,total,of\nx/y,1,1,1\nx_y,1,1,1\nz/y,1,1,1\nx%2Fy,1,1,1\n"
        "x/z/w,1,1,1\nv/z/w,1,1,1\n");
  CHECK(has(course.said("x%2Fy"), "x/y: 1 of 1"));
  CHECK(has(course.said("x%252Fy"), "x%2Fy: 1 of 1"));
  CHECK(std::distance(fs::directory_iterator(course.feedback()), {}) == 6);
  course.submissions.push_back(course.folder.file("in/x/../x_y/"));
  const Outcome twice = course.graded();
  CHECK(twice.exit_code == 2);
  CHECK(has(twice.err, "is the same submission; expected each submission once"));
}

TEST_CASE("feedback is written through no link and into no pipe that lies in its folder") {
  Course course(kSevenTask);
  for (const char* name : {"link", "pipe", "folder", "last"})
    course.hands_in(name, "seven.s", kSeven);
  const std::string thesis = course.folder.file("thesis", "years of work");
  fs::create_directories(course.feedback() + "/folder.txt");
  fs::create_symlink(thesis, course.feedback() + "/link.txt");
  REQUIRE(mkfifo((course.feedback() + "/pipe.txt").c_str(), 0600) == 0);
  const Outcome run = course.graded();
  CHECK(run.exit_code == 2); // of the folder
  CHECK(has(run.err, "feedback/folder.txt'"));
  CHECK(read_file(thesis) == "years of work");
  for (const char* name : {"link", "pipe", "last"}) {
    CHECK(fs::symlink_status(course.feedback() + "/" + name + ".txt").type() ==
          fs::file_type::regular);
    CHECK(has(course.said(name), "1 of 1"));
  }
  CHECK(read_file(course.folder.file("marks.csv")) ==
        "submission,seven,total,of\nlink,1,1,1\npipe,1,1,1\nfolder,1,1,1\nlast,1,1,1\n");
}

TEST_CASE("reports show no control character of a program's name") {
  const Folder folder;
  const std::string name = folder.file("a\x1b[31m\xc2\x9b\x07.s", kSeven);
  const std::vector<std::vector<std::string>> commands{
      {"run", name, "--table"},
      {"run", name, "--stats", "--ledger", "--cpi", "--diagram"},
      {"run", name, "--lines"},
      {"run", name, "--lines", "--format", "csv"},
      {"run", name, "--table", "--format", "csv"},
      {"run", name, "--against", name},
      {"explain", name, "--cycle", "3"},
      {"explain", name, "--op", "3"},
      {"whatif", name},
      {"diff", name, name},
      {"disasm", name},
      {"schedule", name},
      {"loop", name},
      {"run", folder.file("none\x1b[2J")},
      {"run", name, "--no-such\x1b[2J"}};
  for (const std::vector<std::string>& command : commands) {
    const Outcome run = run_cli(command);
    CAPTURE(command, run.out, run.err);
    CHECK(is_printable(run.out));
    CHECK(is_printable(run.err));
  }
}
