#include "sweep/experiment.hpp"
#include "sweep/grade.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <filesystem>

using namespace stallscope;
using namespace stallscope::sweep;

namespace {

const std::string kHead = "programs = [\"textbook/sum\"]\nmachines = [\"mips-5\"]\n";

Experiment read(const std::string& text) {
  auto experiment = parse_experiment("folder/test.toml", text);
  INFO(format(experiment.diagnostics()));
  REQUIRE(experiment);
  return std::move(experiment).value();
}

/// "line:column: message" of every problem.
std::vector<std::string> problems(const std::string& text) {
  std::vector<std::string> lines;
  const auto experiment = parse_experiment("test.toml", text);
  for (const Diagnostic& d : experiment.diagnostics())
    lines.push_back(fmt::format("{}:{}: {}", d.line, d.column, d.message));
  return lines;
}

std::vector<std::string> values(const Axis& axis, std::size_t key = 0) {
  std::vector<std::string> texts;
  for (const auto& row : axis.rows)
    texts.push_back(row[key].toml);
  return texts;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("an axis is a list, a range, powers of two, or one value") {
  const Experiment e = read(kHead + "[set]\n"
                                    "a = [3, 1]\n"
                                    "b = { from = 2, to = 9, step = 3 }\n"
                                    "c = { powers_of_two = [16, 64] }\n"
                                    "d.e.f = \"gshare\"\n"
                                    "g = [[\"EX->EX\"], []]\n"
                                    "h = { from = 7, to = 7 }\n"
                                    "i = [0.5, true]\n");
  REQUIRE(e.axes.size() == 7);
  CHECK(values(e.axes[0]) == Texts{"3", "1"});
  CHECK(values(e.axes[1]) == Texts{"2", "5", "8"});
  CHECK(values(e.axes[2]) == Texts{"16", "32", "64"});
  CHECK(e.axes[3].keys == Texts{"d.e.f"});
  CHECK(values(e.axes[3]) == Texts{"\"gshare\""});
  CHECK(e.axes[3].rows[0][0].text == "gshare");
  CHECK_FALSE(e.axes[3].rows[0][0].is_number);
  CHECK(values(e.axes[4]) == Texts{"[\"EX->EX\"]", "[]"});
  CHECK(values(e.axes[5]) == Texts{"7"});
  CHECK(values(e.axes[6]) == Texts{"0.5", "true"});
}

TEST_CASE("keys of one [[zip]] change together") {
  const Experiment e = read(kHead + "[[zip]]\na = [1, 2]\nb = { powers_of_two = [4, 8] }\n");
  REQUIRE(e.axes.size() == 1);
  CHECK(e.axes[0].keys == Texts{"a", "b"});
  CHECK(values(e.axes[0], 0) == Texts{"1", "2"});
  CHECK(values(e.axes[0], 1) == Texts{"4", "8"});
}

TEST_CASE("programs and machines have names, options and axes of their own") {
  const Experiment e =
      read("limit_memory = \"3M\"\nlimit_seconds = 1.5\nseed = 7\nrepeats = 2\n"
           "[[program]]\nfile = \"a.elf\"\nname = \"a\"\narguments = [\"-n\", \"3\"]\n"
           "[[machine]]\nbase = \"ooo-4\"\nname = \"small\"\n"
           "set = { x = [1, 2] }\n");
  REQUIRE(e.programs.size() == 1);
  CHECK(e.programs[0].name == "a");
  CHECK(e.programs[0].arguments == Texts{"-n", "3"});
  REQUIRE(e.machines.size() == 1);
  CHECK(e.machines[0].name == "small");
  CHECK(e.machines[0].file == "ooo-4");
  REQUIRE(e.machines[0].axes.size() == 1);
  CHECK(values(e.machines[0].axes[0]) == Texts{"1", "2"});
  CHECK(e.limits.memory_bytes == 3U << 20);
  CHECK(e.limits.seconds == 1.5);
  CHECK(e.seed == 7);
  CHECK(e.repeats == 2);
  CHECK(e.path_of("a.elf") == "folder/a.elf");
  CHECK(e.path_of("/x/a.elf") == "/x/a.elf");
}

TEST_CASE("every problem of an experiment is listed with its place") {
  CHECK(problems("programs = [\"a\", \"a\"]\n"
                 "machines = \"m\"\n"
                 "repeat = 3\n"
                 "limit_memory = \"much\"\n"
                 "repeats = 0\n"
                 "schedulers = [\"sorce\"]\n"
                 "filter = [\"machine = 'm'\", \"wdith > 2\"]\n"
                 "[set]\n"
                 "width = []\n"
                 "depth = { from = 3, to = 1 }\n"
                 "size = { powers_of_two = [3, 8] }\n"
                 "twice = [1, 1]\n") ==
        Texts{"1:18: two programs are called 'a'", "3:1: unknown key 'repeat' in the experiment",
              "4:16: 'limit_memory' is the string 'much'", "5:11: 'repeats' is 0",
              "6:15: unknown scheduler 'sorce'", "7:20: '=' compares nothing",
              "7:29: 'wdith' is nothing that points have", "9:9: 'width' has no values",
              "10:9: the range of 'depth' is empty", "11:27: 3 is no power of two",
              "12:13: 'twice' has the value 1 twice"});
}

TEST_CASE("an experiment names compilers and options that compile, and nothing else") {
  const auto read_c = [](const std::string& keys, Author author) {
    return parse_experiment("test.toml",
                            "machines = [\"mips-5\"]\n[[program]]\nfile = \"a.c\"\n" + keys + "\n",
                            author);
  };
  for (const char* keys : {"cc = \"./riscv64-linux-gnu-gcc\"",
                           "cc = \"/tmp/clang\"",
                           "cc = \"tools/gcc\"",
                           "cflags = [\"-fplugin=/tmp/x.so\"]",
                           "cflags = [\"-fplugin=x\"]",
                           "cflags = [\"-fpass-plugin=x.so\"]",
                           "cflags = [\"-wrapper\", \"./x\"]",
                           "cflags = [\"-B.\"]",
                           "cflags = [\"-B\", \".\"]",
                           "cflags = [\"@options\"]",
                           "cflags = [\"-specs=x\"]",
                           "cflags = [\"--config=x\"]",
                           "cflags = [\"-Xclang\"]",
                           "cflags = [\"-Wl,-plugin,x.so\"]",
                           "cflags = [\"-Wa,-a=x\"]",
                           "cflags = [\"-Wp,-MD,x\"]",
                           "cflags = [\"-Xlinker\", \"x\"]",
                           "cflags = [\"-fuse-ld=/tmp/x\"]",
                           "cflags = [\"--ld-path=x\"]",
                           "cflags = [\"-mllvm\"]",
                           "cflags = [\"-o\", \"x\"]",
                           "cflags = [\"-MF\", \"x\"]",
                           "cflags = [\"-aux-info\", \"x\"]",
                           "cflags = [\"-fdump-tree-all=x\"]",
                           "cflags = [\"-fopt-info-all=x\"]",
                           "cflags = [\"-fno-plugin=x\"]",
                           "cflags = [\"--gcc-toolchain=x\"]",
                           "cflags = [\"-fprofile-use=x\"]",

                           "cflags = [\"x.so\"]",
                           "cflags = [\"-Tx\"]",
                           "cflags = [\"-xc\"]",
                           "cflags = [\"-fmodule-mapper=|x\"]",
                           "cflags = [\"--param\", \"x\"]",
                           "cflags = [\"-march=rv64gc -fplugin=x\"]",
                           "cflags = [\"-g\", \"-gsplit-dwarf\"]",
                           "cflags = [\"-std=c11/x\"]",
                           "cflags = [\"-I/home/ada\"]",
                           "cflags = [\"-I//\"]",
                           "cflags = [\"-I..\"]",
                           "cflags = [\"-I/usr/include/../../root\"]",
                           "cflags = [\"-L/root\"]"}) {
    INFO(keys);
    const auto refused = read_c(keys, Author::stranger);
    REQUIRE(refused.diagnostics().size() == 1);
    CHECK(refused.diagnostics()[0].line == 4);
    CHECK(refused.diagnostics()[0].expected.find("--trust") != std::string::npos);
    CHECK(read_c(keys, Author::trusted).ok());
  }
  for (const char* keys :
       {"cc = \"gcc\"", "cc = \"clang\"", "cc = \"riscv64-unknown-elf-gcc-12\"",
        "cflags = [\"-Wall\", \"-Wextra\", \"-Wno-unused-variable\", \"-Werror=return-type\", "
        "\"-w\"]",
        "cflags = [\"-funroll-loops\", \"-fno-tree-vectorize\", \"-ffp-contract=off\", "
        "\"-fno-builtin-memcpy\", \"-falign-loops=32\"]",
        "cflags = [\"-march=rv64gc_zba\", \"-mtune=sifive-7-series\", \"-mno-relax\"]",
        "cflags = [\"-O\", \"-O3\", \"-Ofast\", \"-g\", \"-g3\", \"-gdwarf-4\", \"-std=gnu++17\"]",
        "cflags = [\"-DX=\\\"a b\\\"\", \"-UX\", \"-Iinclude\", \"-I/usr/include\", \"-Llib\", "
        "\"-lm\", \"--param=max-unroll-times=4\", \"-static\", \"-nostdlib\"]"}) {
    INFO(keys);
    const auto taken = read_c(keys, Author::stranger);
    INFO(format(taken.diagnostics()));
    CHECK(taken.ok());
  }
}

TEST_CASE("what a stranger's file hands to programs lies in its folder") {
  const TemporaryFolder place;
  namespace fs = std::filesystem;
  fs::create_directories(place.path() / "course/box");
  static_cast<void>(place.file("secret", "SECRET\n"));
  static_cast<void>(place.file("course/in.txt", "7\n"));
  fs::create_symlink("../secret", place.path() / "course/link");
  fs::create_symlink("..", place.path() / "course/up");
  fs::create_symlink("box", place.path() / "course/inside");
  const std::string file = place.file("course/test.toml");
  const auto experiment = [&](const std::string& line, Author author) {
    return format(parse_experiment(file,
                                   "machines = [\"ooo-4\"]\n[[program]]\nfile = \"a.elf\"\n" + line,
                                   author)
                      .diagnostics());
  };
  const auto rubric = [&](const std::string& of_task, const std::string& of_check, Author author) {
    return format(parse_rubric(file,
                               "[[task]]\nfile = \"a.s\"\nmachine = \"mips-5\"\n" + of_task +
                                   "\n[[task.check]]\n" + of_check + "\n",
                               author)
                      .diagnostics());
  };
  const auto quoted = [](const char* key, const std::string& name) {
    return std::string(key) + " = \"" + name + "\"";
  };
  const std::string output = "output = \"7\"";
  for (const std::string& name :
       {place.file("secret"), std::string("../secret"), std::string("link"),
        std::string("up/secret"), std::string("box/../../secret"), std::string("/"),
        std::string("/etc/passwd"), std::string("/proc/self/root/etc/passwd"), std::string("up"),
        std::string("..")}) {
    CAPTURE(name);
    for (const char* key : {"sandbox", "stdin"}) {
      CHECK(experiment(quoted(key, name), Author::stranger).find("--trust") != std::string::npos);
      CHECK(experiment(quoted(key, name), Author::trusted).empty());
    }
    const std::string input = rubric(quoted("stdin", name), output, Author::stranger);
    CHECK(input.find("--trust") != std::string::npos);
    CHECK(input.find("SECRET") == std::string::npos);
    CHECK(rubric("", quoted("output_file", name), Author::stranger).find("--trust") !=
          std::string::npos);
    CHECK(rubric("", quoted("output_file", name), Author::trusted).find("--trust") ==
          std::string::npos);
  }
  for (const std::string& name :
       {std::string("box"), std::string("."), std::string("inside"), std::string("box/../inside"),
        place.file("course/box"), std::string("nowhere"), std::string("..data")}) {
    CAPTURE(name);
    CHECK(experiment(quoted("sandbox", name), Author::stranger).empty());
  }
  CHECK(rubric(quoted("stdin", "in.txt"), quoted("output_file", "box/../in.txt"), Author::stranger)
            .empty());
}

TEST_CASE("an unknown key is suggested its neighbour") {
  const auto experiment = parse_experiment("test.toml", kHead + "limit_second = 3\n");
  REQUIRE(experiment.diagnostics().size() == 1);
  CHECK(experiment.diagnostics()[0].suggestion == "limit_seconds");
  CHECK(experiment.diagnostics()[0].source_line == "limit_second = 3");
}

TEST_CASE("lists of different length are not zipped, and a key is in one axis") {
  CHECK(problems(kHead + "[[zip]]\na = [1, 2]\nb = [1]\n") ==
        Texts{"5:1: 'b' has 1 values, and 'a' has 2"});
  CHECK(problems(kHead + "[set]\na = [1, 2]\n[[zip]]\na = [3]\n") ==
        Texts{"6:1: 'a' is in two axes"});
}

TEST_CASE("an experiment without programs or machines is none, and neither is broken TOML") {
  CHECK(problems("") ==
        Texts{"0:0: the experiment names no program", "0:0: the experiment names no machine"});
  CHECK(problems("programs = []\nmachines = []\n") ==
        Texts{"1:12: 'programs' is empty", "2:12: 'machines' is empty"});
  CHECK(problems(kHead + "[set]\nwidth = { powers_of_two = [8, 2] }\n") ==
        Texts{"4:27: the powers of two of 'width' have no two ends"});
  const auto broken = parse_experiment("test.toml", "programs = [\n");
  REQUIRE(broken.diagnostics().size() == 1);
  CHECK(broken.diagnostics()[0].message.find("not TOML") == 0);
}
