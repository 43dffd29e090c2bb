#include "sweeping.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <random>

using namespace stallscope::smoke;

namespace {

constexpr const char* kLoop = "main: li a0, 0\nloop: addi a0, a0, 1\n  j loop\n";

/// 12 points that take a while each: the loop never ends, the limit does.
std::string slow_experiment(const Folder& folder, unsigned instructions) {
  static_cast<void>(folder.file("loop.s", kLoop));
  return folder.file("slow.toml", fmt::format("programs = [\"loop.s\", \"textbook/sum\"]\n"
                                              "machines = [\"mips-5\", \"ooo-4\"]\n"
                                              "repeats = 3\n"
                                              "limit_instructions = {}\n",
                                              instructions));
}

std::vector<std::string> sweep(const std::string& experiment, const std::string& database,
                               std::vector<std::string> more = {}) {
  std::vector<std::string> words{"sweep", experiment, "-o", database};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// What another process has used so far.
double processor_seconds_of(pid_t process) {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0)
    return 0;
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

std::size_t rows_of(const std::string& database) {
  const Outcome run = run_cli({"export", database});
  return run.exit_code == 0 ? lines_of(run.out).size() - 1 : 0;
}

} // namespace

TEST_CASE("a sweep writes a row a point, the same for any number of jobs") {
  const Folder folder;
  const std::string experiment = folder.file(
      "e.toml",
      "programs = [\"textbook/sum\", \"lecture/p4\"]\nmachines = [\"mips-5\", \"ooo-4\"]\n"
      "schedulers = [\"source\", \"critical-path\"]\n"
      "[set]\nbranch.predictor = [\"taken\", \"not_taken\"]\n");
  const Outcome one = run_cli(sweep(experiment, folder.file("1.db"), {"--jobs", "1"}));
  CHECK(one.exit_code == 0);
  CHECK(one.out.empty());
  CHECK(has(one.err, "16 of 16 points"));
  CHECK(run_cli(sweep(experiment, folder.file("5.db"), {"--jobs", "5"})).exit_code == 0);
  const std::string results = results_of(folder.file("1.db"));
  CHECK(lines_of(results).size() == 17);
  CHECK(results == results_of(folder.file("5.db")));
  CHECK(folder.names() == std::vector<std::string>{"1.db", "5.db", "e.toml"}); // nothing left over
}

TEST_CASE("a sweep and a grade execute what a machine has no unit for as run does, and say so") {
  const Folder folder;
  const std::string text = "L.D F2,0(R1)\nADD.D F4,F2,F0\n";
  static_cast<void>(folder.file("f.mips", text));
  const auto experiment = [&folder](const char* name, const char* more) {
    return folder.file(name, std::string("programs = [\"f.mips\"]\nmachines = [\"ibex-small\"]\n") +
                                 more);
  };
  const Outcome run = run_cli(sweep(experiment("e.toml", ""), folder.file("1.db")));
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK(has(run.err, "f.mips:2:1: warning: no unit of machine 'ibex-small' executes fp_add: it is "
                     "executed as integer"));
  CHECK(rows_of(folder.file("1.db")) == 1);
  CHECK(run_cli(
            sweep(experiment("s.toml", "[set]\nmissing_unit = [\"error\"]\n"), folder.file("2.db")))
            .exit_code == 3);
  const std::string rubric =
      folder.file("r.toml", "title = \"x\"\n[[task]]\nname = \"f\"\nfile = \"f.mips\"\n"
                            "machine = \"ibex-small\"\n[[task.check]]\nmarks = 1\ncycles = 20\n"
                            "cycles_none = 90\n");
  const std::string student = folder.file("ada");
  std::filesystem::create_directories(student);
  static_cast<void>(folder.file("ada/f.mips", text));
  const Outcome grade = run_cli({"grade", rubric, student, "-o", folder.file("marks.csv"),
                                 "--feedback", folder.file("feedback")});
  INFO(grade.err);
  CHECK(grade.exit_code == 0);
  CHECK(has(read_file(folder.file("marks.csv")), "ada,1,1,1"));
  CHECK(has(read_file(folder.file("feedback/ada.txt")),
            "f.mips:2: no unit of machine 'ibex-small' executes fp_add"));
}

TEST_CASE("a dry run lists the points and writes nothing") {
  const Folder folder;
  const std::string experiment =
      folder.file("e.toml", "programs = [\"lecture/p4\"]\nmachines = [\"ooo-4\"]\n"
                            "[set]\nreorder_buffer.entries = [32, 5000]\n");
  const Outcome run = run_cli({"sweep", experiment, "--dry-run"});
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "2 points: 1 program, 1 machine, 2 choices of parameters"));
  CHECK(has(run.out, "1  lecture/p4 on ooo-4, reorder_buffer.entries=32\n"));
  CHECK(has(run.out, "entries=5000   (will fail: "));
  CHECK(folder.names() == std::vector<std::string>{"e.toml"});
}

TEST_CASE("failing points are counted and listed, and stop no other") {
  const Folder folder;
  static_cast<void>(folder.file("loop.s", kLoop));
  static_cast<void>(folder.file("fault.s", "main: li a0, 64\n  jr a0\n"));
  static_cast<void>(folder.file("again.s", "main: j main\n"));
  const Outcome again = run_cli(
      sweep(folder.file("again.toml", "programs = [\"again.s\"]\nmachines = [\"mips-5\"]\n"),
            folder.file("again.db")));
  CHECK(has(again.err, "point 1 (again.s on mips-5): repeats since cycle "));
  const std::string experiment =
      folder.file("e.toml", "programs = [\"loop.s\", \"fault.s\", \"textbook/sum\"]\n"
                            "machines = [\"mips-5\"]\nlimit_seconds = 0.2\n");
  const Outcome run = run_cli(sweep(experiment, folder.file("r.db")));
  CHECK(run.exit_code == 3);
  CHECK(has(run.err, "2 points failed"));
  CHECK(has(run.err, "point 1 (loop.s on mips-5): seconds: limit of 0.2 seconds reached"));
  CHECK(has(run.err, "point 2 (fault.s on mips-5): fault: "));
  const auto lines = lines_of(results_of(folder.file("r.db")));
  REQUIRE(lines.size() == 4);
  CHECK(has(lines[1], ",failed,seconds,"));
  CHECK(has(lines[3], ",done,exit,"));
}

TEST_CASE("a database goes on with --resume only, and with its own experiment") {
  const Folder folder;
  const std::string first =
      folder.file("a.toml", "programs = [\"lecture/p4\"]\nmachines = [\"mips-5\"]\n");
  const std::string second =
      folder.file("b.toml", "programs = [\"lecture/p4\"]\nmachines = [\"serial\"]\n");
  const std::string database = folder.file("r.db");
  CHECK(run_cli(sweep(first, database, {"--resume"})).exit_code == 0); // nothing there: begins
  const Outcome again = run_cli(sweep(first, database));
  CHECK(again.exit_code == 2);
  CHECK(has(again.err, "it has 1 of 1 point already; expected --resume"));
  const Outcome other = run_cli(sweep(second, database, {"--resume"}));
  CHECK(other.exit_code == 2);
  CHECK(has(other.err, "it has results of another experiment"));
  const Outcome nothing = run_cli(sweep(first, database, {"--resume"}));
  CHECK(nothing.exit_code == 0);
  CHECK(has(nothing.err, "nothing was missing"));
}

TEST_CASE("killed at random moments and resumed, a sweep gives the database of one in peace") {
  const Folder folder;
  const std::string experiment =
      slow_experiment(folder, stallscope::kSlower > 1 ? 100'000 : 4'000'000);
  const std::string whole = folder.file("whole.db");
  const std::string cut = folder.file("cut.db");
  const auto begin = std::chrono::steady_clock::now();
  REQUIRE(run_cli(sweep(experiment, whole, {"-q", "--jobs", "2"})).exit_code == 0);
  const std::chrono::duration<double> in_peace = std::chrono::steady_clock::now() - begin;
  std::mt19937 random(7);
  // What a run resumes is less and less, so that about the third one may end by itself.
  std::uniform_real_distribution<double> moment(0.0, 0.5 * in_peace.count());
  std::size_t rows = 0;
  int kills = 0;
  for (int i = 0; i < 12; ++i) {
    Running run(sweep(experiment, cut, {"-q", "--resume", "--jobs", "2"}));
    sleep_seconds(moment(random));
    if (run.ended())
      continue;
    run.signal(SIGKILL);
    kills += run.wait() == 128 + SIGKILL ? 1 : 0;
    const std::size_t now = rows_of(cut);
    CHECK(now >= rows); // what was there stays
    rows = now;
  }
  CHECK(kills > 0);
  const Outcome last = run_cli(sweep(experiment, cut, {"--resume"}));
  CHECK(last.exit_code == 0);
  CHECK(has(last.err, "12 of 12 points"));
  CHECK(results_of(cut) == results_of(whole));
}

TEST_CASE("two sweeps that write one database are refused clearly") {
  const Folder folder;
  const std::string experiment = slow_experiment(folder, 4'000'000'000U);
  const std::string database = folder.file("r.db");
  Running first(sweep(experiment, database, {"-q", "--jobs", "1"}));
  REQUIRE(wait_until([&] { return !first.children().empty(); }));
  const Outcome second = run_cli(sweep(experiment, database, {"--resume"}));
  CHECK(second.exit_code == 2);
  CHECK(has(second.err, "r.db: error: another sweep writes this database"));
  const std::vector<pid_t> workers = first.children();
  first.signal(SIGKILL);
  first.wait();
  // Its workers end with it, so that nothing goes on behind the user's back.
  CHECK(wait_until([&] {
    return std::all_of(workers.begin(), workers.end(), [](pid_t p) { return kill(p, 0) != 0; });
  }));
}

TEST_CASE("Ctrl-C ends a sweep with what is done, and --resume goes on") {
  const Folder folder;
  const std::string experiment = slow_experiment(folder, 4'000'000'000U);
  const std::string database = folder.file("r.db");
  Running run(sweep(experiment, database, {"--jobs", "2"}), folder.file("log"));
  REQUIRE(wait_until([&] { return run.children().size() == 2; }));
  sleep_seconds(0.1);
  run.signal(SIGINT);
  CHECK(run.wait() == 130);
  CHECK(has(read_file(folder.file("log")), "interrupted; --resume goes on from here"));
}

TEST_CASE("a simulating process that is killed is a failed point, and another takes its place") {
  const Folder folder;
  static_cast<void>(folder.file("loop.s", kLoop));
  const std::string experiment =
      folder.file("e.toml", "programs = [\"loop.s\", \"lecture/p4\", \"textbook/sum\"]\n"
                            "machines = [\"mips-5\"]\n");
  const std::string database = folder.file("r.db");
  Running run(sweep(experiment, database, {"--jobs", "1"}), folder.file("log"));
  pid_t worker = 0;
  REQUIRE(wait_until([&] { // other children, which try walls out, take no time to speak of
    const auto children = run.children();
    worker = children.size() == 1 ? children.front() : 0;
    return worker != 0 && processor_seconds_of(worker) > 0.1 * stallscope::kSlower;
  }));
  kill(worker, SIGKILL);
  CHECK(run.wait() == 3);
  const auto lines = lines_of(results_of(database));
  REQUIRE(lines.size() == 4);
  CHECK(has(lines[1], ",failed,crash,the simulating process was ended by signal 9"));
  CHECK(has(lines[2], ",done,"));
  CHECK(has(lines[3], ",done,"));
}

TEST_CASE("shards are parts of an experiment, and merge gives the whole") {
  const Folder folder;
  const std::string experiment = slow_experiment(folder, 1000);
  const std::string whole = folder.file("whole.db");
  REQUIRE(run_cli(sweep(experiment, whole)).exit_code == 0);
  std::vector<std::string> merge{"merge", "-o", folder.file("merged.db")};
  for (const std::string part : {"1", "2", "3", "4", "5"}) {
    const std::string file = folder.file("part" + part + ".db");
    REQUIRE(run_cli(sweep(experiment, file, {"--shard", part + "/5"})).exit_code == 0);
    CHECK(rows_of(file) == (part < "3" ? 3U : 2U)); // 12 points in 5 parts
    merge.push_back(file);
  }
  const Outcome merged = run_cli(merge);
  CHECK(merged.exit_code == 0);
  CHECK(has(merged.err, "12 of 12 points"));
  CHECK(results_of(folder.file("merged.db")) == results_of(whole));
  const Outcome twice = run_cli(merge);
  CHECK(twice.exit_code == 2);
  CHECK(has(twice.err, "it is there already"));
  const Outcome wrong = run_cli(sweep(experiment, folder.file("part1.db"), {"--resume"}));
  CHECK(wrong.exit_code == 2);
  CHECK(has(wrong.err, "it is of shard 1/5"));
  const Outcome part = run_cli({"merge", "-o", folder.file("part.db"), folder.file("part2.db")});
  CHECK(part.exit_code == 0);
  CHECK(has(part.err, "9 are missing"));
  REQUIRE(run_cli(sweep(experiment, folder.file("part.db"), {"--resume"})).exit_code == 0);
  CHECK(results_of(folder.file("part.db")) == results_of(whole));
}

TEST_CASE("wrong command lines of sweeps say what was expected") {
  const Folder folder;
  const std::string experiment =
      folder.file("e.toml", "programs = [\"lecture/p4\"]\nmachines = [\"mips-5\"]\n");
  const auto error = [](const std::vector<std::string>& words) {
    const Outcome run = run_cli(words);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    return run.err;
  };
  CHECK(has(error({"sweep", experiment}), "--output is missing"));
  CHECK(has(error({"sweep", folder.file("none.toml"), "--dry-run"}),
            "none.toml: error: there is no such file; expected an experiment"));
  CHECK(has(error(sweep(experiment, folder.file("r.db"), {"--shard", "9/8"})), "such as 3/8"));
  CHECK(has(error(sweep(experiment, folder.file("r.db"), {"--jobs", "0"})), "from 1 to 1024"));
  CHECK(has(error(sweep(experiment, experiment)), "no database of a sweep"));
  CHECK(has(error(sweep(experiment, folder.file("r.db"), {"--retry-failed"})), "--resume too"));
  CHECK(has(error({"export", experiment}), "no database of a sweep"));
  CHECK(has(error({"merge", experiment, "-o", folder.file("m.db")}), "no database of a sweep"));
  CHECK(folder.names() == std::vector<std::string>{"e.toml"});
}

TEST_CASE("a report is one page, and its charts are files of their own on request") {
  const Folder folder;
  const std::string experiment = folder.file(
      "e.toml", "programs = [\"textbook/sum\"]\nmachines = [\"ooo-4\"]\ncost = "
                "\"reorder_buffer.entries\"\nbaseline = \"reorder_buffer.entries == 8\"\n"
                "[set]\nreorder_buffer.entries = { powers_of_two = [8, 64] }\n");
  const std::string database = folder.file("r.db");
  REQUIRE(run_cli(sweep(experiment, database)).exit_code == 0);
  const Outcome page = run_cli({"report", database, "-o", folder.file("r.html")});
  CHECK(page.exit_code == 0);
  CHECK(page.out.empty());
  const std::string html = read_file(folder.file("r.html"));
  for (const char* part :
       {"ipc-by-reorder_buffer.entries", "cpi-textbook-sum", "pareto-textbook-sum",
        "speedup-by-reorder_buffer.entries", "<table class=\"runs\">"})
    CHECK(has(html, part));
  const Outcome list = run_cli({"report", database, "--list"});
  CHECK(lines_of(list.out).size() == 4);
  const Outcome files = run_cli({"report", database, "--chart", "pareto-textbook-sum", "--svg",
                                 folder.file("figures"), "--csv", folder.file("figures")});
  CHECK(files.exit_code == 0);
  CHECK(files.out.empty());
  CHECK(has(read_file(folder.file("figures") + "/pareto-textbook-sum.svg"), "</svg>"));
  CHECK(lines_of(read_file(folder.file("figures") + "/pareto-textbook-sum.csv")).size() == 5);
  const auto error = [&database](const std::vector<std::string>& more) {
    std::vector<std::string> words{"report", database};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome run = run_cli(words);
    CHECK(run.exit_code == 2);
    return run.err;
  };
  CHECK(has(error({"--chart", "pareto"}), "there is no such chart; expected one of ipc-by-"));
  CHECK(has(error({"--cost", "entries"}), "'entries' is nothing that these runs have"));
  CHECK(has(error({"--baseline", "cycles <"}), "at character 9"));
  CHECK(has(error({"-o", database}), "--output and DATABASE are both"));
}

TEST_CASE("the experiments that come with the programs are right") {
  const std::string folder = STALLSCOPE_SOURCE_DIR "/programs/experiments/";
  const Outcome points = run_cli({"sweep", folder + "reorder_buffer.toml", "--dry-run"});
  CHECK(points.exit_code == 0);
  CHECK(has(points.out, "20 points: 2 programs, 1 machine, 10 choices of parameters\n"));
  CHECK_FALSE(has(points.out, "will fail"));
  const Folder nothing;
  const Outcome marks = run_cli({"grade", folder + "rubric.toml", nothing.path().string()});
  CHECK(marks.exit_code == 0);
  CHECK(has(marks.out, "submission,sum,table,total,of\n"));
  CHECK(has(marks.out, ",0,0,0,10\n"));
}

// gpipe on two devices: (m + 1)(F + B) = 3(m + 1), on four 3(m + 3).
TEST_CASE("sweep: an experiment on plans, its shards and what is wrong with it") {
  const Folder folder;
  static_cast<void>(folder.file("two.toml", "schedule = \"gpipe\"\ndevices = 2\n"));
  static_cast<void>(folder.file("four.toml", "schedule = \"gpipe\"\ndevices = 4\n"));
  static_cast<void>(folder.file("order.csv", "0F0,0B0\n1F0,1B0\n"));
  const auto experiment = [&folder](const char* text) { return folder.file("e.toml", text); };
  const std::string good = experiment("title = \"Two or four\"\nplans = [\"two.toml\", "
                                      "\"four.toml\"]\nfilter = \"plan == 'two.toml' or "
                                      "micro_batches > 4\"\n[set]\nmicro_batches = [4, 8]\n");
  const Outcome dry = run_cli({"sweep", good, "-o", folder.file("no.db"), "--dry-run"});
  CHECK(has(dry.out, "Two or four\n3 points: 2 plans; 1 left out by filters\n"));
  CHECK(has(dry.out, "3  four.toml, micro_batches=8\n"));
  const Outcome whole = run_cli({"sweep", good, "-o", folder.file("all.db")});
  CHECK(whole.exit_code == 0);
  CHECK(has(whole.err, "3 of 3 points"));
  const std::string rows = run_cli({"export", folder.file("all.db")}).out;
  for (const char* makespan : {",15,", ",27,", ",33,"})
    CHECK(has(rows, makespan));
  CHECK(run_cli({"sweep", good, "-o", folder.file("a.db"), "--shard", "1/2"}).exit_code == 0);
  CHECK(run_cli({"sweep", good, "-o", folder.file("b.db"), "--shard", "2/2"}).exit_code == 0);
  CHECK(run_cli({"merge", folder.file("a.db"), folder.file("b.db"), "-o", folder.file("ab.db")})
            .exit_code == 0);
  CHECK(results_of(folder.file("ab.db")) == results_of(folder.file("all.db")));
  CHECK(run_cli({"report", folder.file("all.db")}).exit_code == 0);
  const Outcome order =
      run_cli({"sweep",
               experiment("plans = [\"two.toml\"]\n[[zip]]\nschedule = [\"1f1b\", \"naive\"]\n"
                          "micro_batches = [2, 3]\n"),
               "-o", folder.file("zip.db")});
  CHECK(has(order.err, "2 of 2 points"));
  const auto refused = [&](const char* text) {
    const Outcome run = run_cli({"sweep", experiment(text), "-o", folder.file("bad.db")});
    CHECK(run.exit_code == 2);
    return run.err;
  };
  CHECK(has(refused("plans = [\"two.toml\"]\n[set]\nmicro_batch = [4]\n"),
            "e.toml:3:1: error: unknown key 'micro_batch'"));
  CHECK(
      has(refused("plans = [\"none.toml\"]\n[set]\nmicro_batches = [4]\n"), "e.toml:1:10: error:"));
  CHECK(has(refused("plans = [\"two.toml\"]\nmachines = [\"mips-5\"]\n"),
            "'machines' beside 'plans'"));
}
