#include "sweep/slurm.hpp"

#include "base/child_process.hpp"
#include "text_file.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

namespace stallscope::sweep {

namespace {

namespace fs = std::filesystem;

/// Tolerated successive failures of squeue: a busy controller answers late.
constexpr unsigned kMostSilences = 20;

Diagnostics problem(std::string message, std::string expected = {}) {
  return {file_problem({}, std::move(message), std::move(expected))};
}

class SlurmRun {
public:
  SlurmRun(const std::set<std::uint64_t>& wanted, const SlurmOptions& options)
      : wanted_(wanted), options_(options), folder_(options.folder) {}

  Result<SlurmOutcome> run();

private:
  [[nodiscard]] std::string database_of(std::uint64_t shard) const {
    return (folder_ / fmt::format("shard-{}.db", shard)).string();
  }
  [[nodiscard]] DatabaseInfo info_of(std::uint64_t shard) const {
    return options_.info(shard, options_.shards);
  }
  [[nodiscard]] std::uint64_t rows_of(std::uint64_t shard) const;
  [[nodiscard]] bool complete(std::uint64_t shard) const;
  [[nodiscard]] Diagnostics other_split(std::uint64_t shard) const;
  Diagnostics prepare();
  Diagnostics submit(const std::set<std::uint64_t>& shards);
  Diagnostics look();
  Diagnostics look_at_queue(std::set<std::uint64_t>& queued);
  bool wait();

  const std::set<std::uint64_t>& wanted_;
  const SlurmOptions& options_;
  fs::path folder_;
  SlurmOutcome outcome_;
  std::set<std::uint64_t> open_; ///< neither complete nor out of retries
  std::map<std::uint64_t, unsigned> tries_;
  unsigned silences_ = 0;
  double poll_seconds_ = 0;
  std::uint64_t done_ = 0; ///< finished points of all shards
};

/// Results of a shard for this plan and version; 0 for any other file.
std::uint64_t SlurmRun::rows_of(std::uint64_t shard) const {
  auto database = Database::open_to_read(database_of(shard));
  if (!database || database->info().plan_hash != info_of(shard).plan_hash)
    return 0;
  const auto numbers = database->numbers();
  return numbers ? numbers->size() : 0;
}

bool SlurmRun::complete(std::uint64_t shard) const {
  return rows_of(shard) == info_of(shard).own_points();
}

/// An error if the database belongs to another experiment, or another number of shards.
Diagnostics SlurmRun::other_split(std::uint64_t shard) const {
  std::error_code ignored;
  if (!fs::exists(database_of(shard), ignored))
    return {};
  const auto database = Database::open_to_read(database_of(shard));
  if (!database)
    return {}; // incomplete after an interrupt
  const DatabaseInfo& info = database->info();
  if (info.plan_hash != info_of(shard).plan_hash)
    return {
        file_problem(database_of(shard), "it is of another experiment", "another --slurm-folder")};
  if (info.shard != shard || info.shards != options_.shards)
    return {file_problem(database_of(shard),
                         fmt::format("it is of shard {}/{}", info.shard, info.shards),
                         fmt::format("--shards {}, or another --slurm-folder", info.shards))};
  return {};
}

/// Creates folder and script; marks shards that need no job.
Diagnostics SlurmRun::prepare() {
  std::error_code failed;
  fs::create_directories(folder_ / "logs", failed);
  if (failed)
    return problem(
        fmt::format("{} cannot be made: {}", (folder_ / "logs").string(), failed.message()));
  const std::string script = (folder_ / "shard.sh").string();
  std::ofstream out(script);
  out << slurm_script(options_);
  out.close();
  if (!out)
    return problem(fmt::format("{} cannot be written", script));
  std::ifstream jobs(folder_ / "jobs");
  for (std::string job; jobs >> job;)
    outcome_.jobs.push_back(job);
  for (const std::uint64_t shard : wanted_) {
    if (Diagnostics other = other_split(shard); !other.empty())
      return other;
    if (!complete(shard))
      open_.insert(shard);
  }
  return {};
}

Diagnostics SlurmRun::submit(const std::set<std::uint64_t>& shards) {
  std::vector<std::string> words{"sbatch", "--parsable", "--array=" + array_list(shards),
                                 "--output=" + (folder_ / "logs" / "%A_%a.log").string(),
                                 "--job-name=stallscope"};
  words.insert(words.end(), options_.options.begin(), options_.options.end());
  words.push_back((folder_ / "shard.sh").string());
  const ChildOutput sbatch = run_program(words);
  if (!sbatch.started)
    return problem("sbatch cannot be started",
                   "the programs of Slurm (Debian: slurm-client) on this machine");
  std::string job = sbatch.out.substr(0, sbatch.out.find_first_of(";\n"));
  if (sbatch.exit_code != 0 || job.empty())
    return problem(fmt::format("sbatch refuses: {}", sbatch.err));
  std::ofstream(folder_ / "jobs", std::ios::app) << job << "\n";
  options_.say(fmt::format("job {} of Slurm has shard{} {}", job, shards.size() == 1 ? "" : "s",
                           array_list(shards)));
  outcome_.jobs.push_back(std::move(job));
  for (const std::uint64_t shard : shards)
    ++tries_[shard];
  return {};
}

/// Reads from the queue the shards of our jobs that are pending, running or completing.
Diagnostics SlurmRun::look_at_queue(std::set<std::uint64_t>& queued) {
  const ChildOutput squeue =
      run_program({"squeue", "--noheader", "--array", "--format=%F_%K", "--name=stallscope"});
  if (!squeue.started)
    return problem("squeue cannot be started",
                   "the programs of Slurm (Debian: slurm-client) on this machine");
  if (squeue.exit_code != 0) {
    if (++silences_ >= kMostSilences)
      return problem(fmt::format("squeue fails again and again: {}", squeue.err));
    queued = open_; // state unknown: assume that all are queued, so that none is submitted twice
    return {};
  }
  silences_ = 0;
  std::size_t begin = 0;
  for (std::size_t end = squeue.out.find('\n'); end != std::string::npos;
       end = squeue.out.find('\n', begin)) {
    const std::string task = squeue.out.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t line = task.find('_');
    if (line == std::string::npos || std::find(outcome_.jobs.begin(), outcome_.jobs.end(),
                                               task.substr(0, line)) == outcome_.jobs.end())
      continue;
    queued.insert(std::strtoull(task.c_str() + line + 1, nullptr, 10));
  }
  return {};
}

/// Finds complete shards, and resubmits failed ones.
Diagnostics SlurmRun::look() {
  std::set<std::uint64_t> queued;
  if (Diagnostics found = look_at_queue(queued); !found.empty())
    return found;
  // Read after the queue: a job that has left the queue has written its last row.
  std::set<std::uint64_t> again;
  done_ = 0;
  for (const std::uint64_t shard : wanted_) {
    const std::uint64_t rows = rows_of(shard);
    done_ += rows;
    if (open_.count(shard) == 0)
      continue;
    if (rows == info_of(shard).own_points()) {
      open_.erase(shard);
    } else if (queued.count(shard) == 0) {
      if (tries_[shard] <= options_.retries) {
        again.insert(shard);
      } else {
        open_.erase(shard);
        outcome_.given_up.push_back(shard);
      }
    }
  }
  if (again.empty())
    return {};
  if (std::any_of(again.begin(), again.end(), [this](std::uint64_t s) { return tries_[s] > 0; }))
    options_.say(fmt::format("shard{} {} ended before the last point, and {} tried again",
                             again.size() == 1 ? "" : "s", array_list(again),
                             again.size() == 1 ? "is" : "are"));
  return submit(again);
}

bool SlurmRun::wait() {
  using namespace std::chrono;
  const auto until = steady_clock::now() + duration<double>(poll_seconds_);
  do {
    if (!options_.keep_going(done_))
      return false;
    std::this_thread::sleep_for(milliseconds(50));
  } while (steady_clock::now() < until);
  poll_seconds_ = std::min(poll_seconds_ * 1.3, 10.0);
  return true;
}

Result<SlurmOutcome> SlurmRun::run() {
  if (Diagnostics found = prepare(); !found.empty())
    return found;
  poll_seconds_ = options_.first_poll_seconds;
  // The first pass submits shards that no earlier call has queued.
  while (!open_.empty()) {
    if (Diagnostics found = look(); !found.empty())
      return found;
    if (!open_.empty() && !wait()) {
      outcome_.interrupted = true;
      break;
    }
  }
  std::error_code ignored;
  for (const std::uint64_t shard : wanted_)
    if (fs::exists(database_of(shard), ignored))
      outcome_.databases.push_back(database_of(shard));
  return std::move(outcome_);
}

} // namespace

Result<SlurmOutcome> run_on_slurm(const std::set<std::uint64_t>& wanted,
                                  const SlurmOptions& options) {
  return SlurmRun(wanted, options).run();
}

std::string shell_word(std::string_view text) {
  std::string word = "'";
  for (const char c : text)
    word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string slurm_script(const SlurmOptions& options) {
  const std::string database =
      shell_word((std::filesystem::path(options.folder) / "shard-").string());
  std::string command = shell_word(options.program);
  for (const std::string& word : options.command)
    command += " " + shell_word(word);
  return fmt::format("#!/bin/sh\n"
                     "# A shard of an experiment, written by stallscope with --slurm.\n"
                     "{} {}\"$SLURM_ARRAY_TASK_ID\".db "
                     "--shard \"$SLURM_ARRAY_TASK_ID\"/{} --jobs \"${{SLURM_CPUS_PER_TASK:-1}}\" "
                     "--resume --quiet\n"
                     "code=$?\n"
                     "[ $code -eq 3 ] && exit 0 # points that fail are results, too\n"
                     "exit $code\n",
                     command, database, options.shards);
}

std::string array_list(const std::set<std::uint64_t>& numbers) {
  std::string text;
  for (auto it = numbers.begin(); it != numbers.end();) {
    const std::uint64_t first = *it;
    std::uint64_t last = first;
    while (++it != numbers.end() && *it == last + 1)
      last = *it;
    text += fmt::format("{}{}{}", text.empty() ? "" : ",", first,
                        last == first ? "" : fmt::format("-{}", last));
  }
  return text;
}

} // namespace stallscope::sweep
