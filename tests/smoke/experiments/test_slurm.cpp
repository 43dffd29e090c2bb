#include "slurm_cluster.hpp"
#include "sweeping.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>

using namespace stallscope::smoke;

namespace {

/// Processes whose command line has all of these words.
std::vector<pid_t> processes_with(const std::vector<std::string>& words) {
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename();
    pid_t process = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (error != std::errc{} || end != name.data() + name.size())
      continue;
    std::string line = read_file(entry.path() / "cmdline"); // nothing, when it has just ended
    std::replace(line.begin(), line.end(), '\0', ' ');
    if (std::all_of(words.begin(), words.end(), [&](const std::string& w) { return has(line, w); }))
      found.push_back(process);
  }
  return found;
}

/// Folders of programs that stand in for Slurm's, first on the path while the object is there.
class Path {
public:
  explicit Path(const std::string& folder) : before_(std::getenv("PATH")) {
    setenv("PATH", (folder + ":" + before_).c_str(), 1);
  }
  ~Path() { setenv("PATH", before_.c_str(), 1); }
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;

private:
  std::string before_;
};

std::string program(const Folder& folder, const std::string& name, const std::string& script) {
  const std::string file = folder.file(name, "#!/bin/sh\n" + script);
  chmod(file.c_str(), 0755);
  return file;
}

} // namespace

TEST_CASE("a sweep on a real Slurm: 8 shards, one killed and tried again, the same results") {
  if (const std::string why = SlurmCluster::missing(); !why.empty()) {
    WARN("skipped, as " << why);
    return;
  }
  const SlurmCluster cluster;
  const Folder& folder = cluster.folder();
  // Shard 3 has the points 3, 11 and 19; those of loop.s take a while.
  static_cast<void>(folder.file("loop.s", "main: li a0, 0\nloop: addi a0, a0, 1\n  j loop\n"));
  const std::string experiment = folder.file(
      "e.toml", fmt::format("programs = [\"loop.s\"]\nmachines = [\"mips-5\", \"ooo-4\"]\n"
                            "repeats = 12\nlimit_instructions = {}\n",
                            stallscope::kSlower > 1 ? 100'000 : 2'000'000));
  const std::string whole = folder.file("whole.db");
  REQUIRE(run_cli({"sweep", experiment, "-o", whole, "-q"}).exit_code == 0);
  const std::string database = folder.file("cluster.db");
  Running sweep({"sweep", experiment, "-o", database, "--slurm", "--shards", "8",
                 "--slurm-option=--partition=main"},
                folder.file("sweep.log"));
  std::vector<pid_t> shard;
  REQUIRE(wait_until([&] {
    shard = processes_with({"sweep", experiment, "--shard 3/8"});
    return !shard.empty() || sweep.ended();
  }));
  REQUIRE_FALSE(shard.empty());
  for (const pid_t process : shard)
    kill(process, SIGKILL);
  const int code = sweep.wait();
  const std::string log = read_file(folder.file("sweep.log"));
  INFO(log);
  CHECK(code == 0);
  CHECK(has(log, "job 1 of Slurm has shards 1-8"));
  CHECK(has(log, "shard 3 ended before the last point, and is tried again"));
  CHECK(has(log, " of Slurm has shard 3\n"));
  CHECK(has(log, "cluster.db: 24 of 24 points"));
  CHECK(results_of(database) == results_of(whole));
  std::vector<std::string> logs;
  for (const auto& entry : std::filesystem::directory_iterator(database + ".slurm/logs"))
    logs.push_back(entry.path().filename());
  CHECK(logs.size() == 9); // a file a try
}

TEST_CASE("what Slurm refuses is said, and so is that it is not there") {
  const Folder folder;
  const std::string experiment =
      folder.file("e.toml", "programs = [\"lecture/p4\"]\nmachines = [\"mips-5\"]\nrepeats = 9\n");
  const std::vector<std::string> words{"sweep", experiment, "-o", folder.file("r.db"), "--slurm"};
  const Path path(folder.path().string());
  static_cast<void>(program(folder, "squeue", "exit 0\n"));
  static_cast<void>(
      program(folder, "sbatch", "echo 'sbatch: error: invalid partition' >&2\nexit 1\n"));
  const Outcome refused = run_cli(words);
  CHECK(refused.exit_code == 2);
  CHECK(has(refused.err, "sbatch refuses: sbatch: error: invalid partition"));
  static_cast<void>(program(folder, "squeue", "exit 127\n"));
  const Outcome none = run_cli(words);
  CHECK(none.exit_code == 2);
  CHECK(has(none.err, "squeue cannot be started; expected the programs of Slurm"));
  const Outcome both =
      run_cli({"sweep", experiment, "-o", folder.file("r.db"), "--slurm", "-j", "2"});
  CHECK(both.exit_code == 2);
  CHECK(has(both.err, "expected no --shard, no --jobs"));
}

// The stand-in for sbatch runs the tasks at once, one after the other; shard 2 ends with an error.
TEST_CASE("a shard that fails every time is given up after its tries, and named with its log") {
  const Folder folder;
  const std::string experiment =
      folder.file("e.toml", "programs = [\"lecture/p4\"]\nmachines = [\"mips-5\"]\nrepeats = 9\n");
  const std::string database = folder.file("r.db");
  std::vector<std::string> words{"sweep",    experiment, "-o",        database, "--slurm",
                                 "--shards", "3",        "--retries", "1"};
  const Path path(folder.path().string());
  static_cast<void>(program(folder, "squeue", "exit 0\n"));
  static_cast<void>(program(folder, "sbatch",
                            "for script; do :; done\n"
                            "for task in 1 3; do\n"
                            "  SLURM_ARRAY_TASK_ID=$task sh \"$script\" >&2\n"
                            "done\n"
                            "echo x >> \"" +
                                folder.file("tries") + "\"\necho 77\n"));
  const Outcome run = run_cli(words);
  CHECK(run.exit_code == 70);
  CHECK(has(run.err, "shard 2 ended before the last point, and is tried again"));
  CHECK(has(run.err, "shard 2 is not complete after 2 tries; " + database + ".slurm/logs/*_2.log"));
  CHECK(lines_of(read_file(folder.file("tries"))).size() == 2);
  CHECK(has(run.err, "6 of 9 points"));
  std::vector<std::string> other = words;
  other[other.size() - 3] = "4";
  other.emplace_back("--resume");
  const Outcome split = run_cli(other);
  CHECK(split.exit_code == 2);
  CHECK(has(split.err, "it is of shard 1/3; expected --shards 3, or another --slurm-folder"));
  words.emplace_back("--resume"); // what is missing may as well be run here
  words.erase(std::find(words.begin(), words.end(), "--slurm"), words.end() - 1);
  const Outcome here = run_cli(words);
  CHECK(here.exit_code == 0);
  CHECK(has(here.err, "9 of 9 points"));
}

TEST_CASE("choices of the planner run as shards, with the result of one process") {
  const Folder folder;
  const std::string database = folder.file("plans.db");
  const std::vector<std::string> choices{
      "train",       "plan", "--model", "gpt2-small", "--cluster", "a100x4",    "--zero", "0,1",
      "--recompute", "none", "--json",  "--topology", "fat-tree",  "--samples", "32"};
  const Outcome alone = run_cli(choices);
  REQUIRE(alone.exit_code == 0);
  const Path path(folder.path().string());
  static_cast<void>(program(folder, "squeue", "exit 0\n"));
  static_cast<void>(program(folder, "sbatch",
                            "for script; do :; done\n"
                            "for task in 1 2 3; do\n"
                            "  SLURM_ARRAY_TASK_ID=$task sh \"$script\" >&2\n"
                            "done\n"
                            "echo 77\n"));
  std::vector<std::string> words = choices;
  words.insert(words.end(), {"--slurm", "--shards", "3"});
  const Outcome none = run_cli(words);
  CHECK(none.exit_code == 2);
  CHECK(has(none.err, "expected --database, no --shard and no --jobs"));
  words.insert(words.end(), {"--database", database});
  const Outcome run = run_cli(words);
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK(has(run.err, "job 77 of Slurm has shards 1-3"));
  CHECK(run.out == alone.out);
  words.emplace_back("--resume"); // all is there
  CHECK(run_cli(words).out == alone.out);
}
