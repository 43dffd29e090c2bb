#include "sweep/workers.hpp"

#include "base/input_limits.hpp"
#include "base/platform/confinement.hpp"
#include "base/platform/scratch_folder.hpp"
#include "running/process_limits.hpp"
#include "sweep/run_point.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace stallscope::sweep {

namespace {

/// Points assigned to a worker at a time: the running one and the next, so that it need not wait
/// for a request.
constexpr std::size_t kPointsAhead = 2;
constexpr std::size_t kMostRowBytes = InputLimits::row;

bool write_all(int end, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = write(end, bytes, count);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
  return true;
}

bool read_whole(int end, char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t got = read(end, bytes, count);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    bytes += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

/// Main loop of a worker: receives indices of points and sends rows, until the pipe is closed.
[[noreturn]] void work(const PointSet& points, int requests, int results) {
  const std::function<Row(std::uint64_t)> runner = points.make_runner();
  std::uint64_t index = 0;
  while (read_whole(requests, reinterpret_cast<char*>(&index), sizeof index)) {
    bound_processor_time(points.limits);
    const std::string line = to_line(runner(index));
    if (!write_all(results, line.data(), line.size()))
      break;
  }
  _exit(0); // must not flush or destroy objects of the parent
}

struct Worker {
  pid_t process = -1;
  std::unique_ptr<Confinement> walls;
  int requests = -1;
  int results = -1;
  std::deque<std::uint64_t> running; ///< indices of assigned points: the first one runs
  std::string text;                  ///< received bytes of an incomplete line
};

class Pool {
public:
  Pool(const PointSet& points, const std::vector<std::uint64_t>& numbers,
       const SweepOptions& options)
      : points_(points), options_(options) {
    for (const std::uint64_t number : numbers)
      waiting_.push_back(number - 1);
  }
  ~Pool() {
    for (Worker& worker : workers_)
      stop(worker, true);
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  bool run();

private:
  bool start(Worker& worker);
  void stop(Worker& worker, bool at_once);
  bool assign_points(Worker& worker);
  void receive(Worker& worker);
  void refuse(Worker& worker);
  void replace(Worker& worker, const std::string& why = {});
  [[nodiscard]] bool idle() const;
  void wait_for_results();

  const PointSet& points_;
  const SweepOptions& options_;
  ScratchFolder root_;                ///< empty root folder for workers
  std::deque<std::uint64_t> waiting_; ///< indices of unassigned points
  std::vector<Worker> workers_;
  std::vector<Row> done_;
  bool cannot_start_ = false;
};

bool Pool::start(Worker& worker) {
  std::array<int, 2> requests{-1, -1};
  std::array<int, 2> results{-1, -1};
  if (pipe2(requests.data(), O_CLOEXEC) != 0)
    return false;
  if (pipe2(results.data(), O_CLOEXEC) != 0) {
    close(requests[0]);
    close(requests[1]);
    return false;
  }
  worker.walls = std::make_unique<Confinement>();
  const pid_t parent = getpid();
  worker.process = fork();
  if (worker.process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
      _exit(0);                   // the parent ended before prctl()
    std::signal(SIGINT, SIG_IGN); // a terminal sends SIGINT to all processes; the parent decides
    for (const Worker& other : workers_) {
      // An inherited descriptor would keep the pipe of another worker open.
      close(other.requests);
      close(other.results);
    }
    close(requests[1]);
    close(results[0]);
    if (options_.in_worker)
      options_.in_worker();
    bound_memory(points_.limits); // must precede isolation, since it reads /proc
    worker.walls->isolate();
    worker.walls->close(root_.path(), results[1]);
    work(points_, requests[0], results[1]);
  }
  close(requests[0]);
  close(results[1]);
  worker.requests = requests[1];
  worker.results = results[0];
  if (worker.process > 0)
    return true;
  stop(worker, false);
  return false;
}

void Pool::stop(Worker& worker, bool at_once) {
  for (int* end : {&worker.requests, &worker.results})
    if (*end >= 0) {
      close(*end);
      *end = -1;
    }
  if (worker.process <= 0)
    return;
  if (at_once)
    kill(worker.process, SIGKILL);
  while (waitpid(worker.process, nullptr, 0) < 0 && errno == EINTR) {
  }
  worker.process = -1;
}

/// Assigns points to a worker until it has enough; false when its process has ended.
bool Pool::assign_points(Worker& worker) {
  while (worker.running.size() < kPointsAhead && !waiting_.empty()) {
    const std::uint64_t index = waiting_.front();
    if (!write_all(worker.requests, reinterpret_cast<const char*>(&index), sizeof index))
      return false;
    worker.running.push_back(index);
    waiting_.pop_front();
  }
  return true;
}

/// Replaces a worker that has ended or violated the protocol: its running point fails, the next one
/// is reassigned. `why`: a more specific reason than the process status.
void Pool::replace(Worker& worker, const std::string& why) {
  kill(worker.process, SIGKILL); // no effect on an ended process
  int status = 0;
  while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
  }
  worker.process = -1;
  if (!worker.running.empty()) {
    const std::string how =
        !why.empty() ? why
        : !WIFSIGNALED(status)
            ? fmt::format("an error of Stallscope itself (exit code {})", WEXITSTATUS(status))
        : WTERMSIG(status) == SIGXCPU
            ? "the limit of processor time was passed outside the simulated run"
        : WTERMSIG(status) == SIGSYS
            ? fmt::format("an error of Stallscope itself (system call {}, which is refused)",
                          worker.walls->refused_call())
            : fmt::format("the simulating process was ended by signal {} ({})", WTERMSIG(status),
                          strsignal(WTERMSIG(status)));
    done_.push_back(points_.failed(
        worker.running.front(),
        WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU ? "seconds" : "crash", how));
    worker.running.pop_front();
    while (!worker.running.empty()) {
      waiting_.push_front(worker.running.back());
      worker.running.pop_back();
    }
  }
  stop(worker, false);
  worker.text.clear();
  if (!waiting_.empty() && !start(worker))
    cannot_start_ = true;
}

void Pool::refuse(Worker& worker) {
  replace(worker, "the simulating process sent what is no result");
}

void Pool::receive(Worker& worker) {
  std::array<char, 65536> buffer{};
  const ssize_t got = read(worker.results, buffer.data(), buffer.size());
  if (got < 0 && errno == EINTR)
    return;
  if (got <= 0)
    return replace(worker);
  worker.text.append(buffer.data(), static_cast<std::size_t>(got));
  std::size_t begin = 0;
  for (std::size_t end = worker.text.find('\n'); end != std::string::npos;
       end = worker.text.find('\n', begin)) {
    Row row;
    if (worker.running.empty() ||
        !from_line(std::string_view(worker.text).substr(begin, end - begin), row) ||
        row.integer(Column::point) != static_cast<std::int64_t>(worker.running.front() + 1))
      return refuse(worker);
    done_.push_back(std::move(row));
    worker.running.pop_front();
    begin = end + 1;
  }
  worker.text.erase(0, begin);
  if (worker.text.size() > kMostRowBytes)
    refuse(worker);
}

bool Pool::idle() const {
  return waiting_.empty() && std::all_of(workers_.begin(), workers_.end(),
                                         [](const Worker& w) { return w.running.empty(); });
}

void Pool::wait_for_results() {
  std::vector<pollfd> ends;
  std::vector<std::size_t> owners;
  for (std::size_t i = 0; i < workers_.size(); ++i)
    if (workers_[i].results >= 0) {
      ends.push_back({workers_[i].results, POLLIN, 0});
      owners.push_back(i);
    }
  if (poll(ends.data(), ends.size(), 100) <= 0)
    return;
  for (std::size_t i = 0; i < ends.size(); ++i)
    if ((ends[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0)
      receive(workers_[owners[i]]);
}

bool Pool::run() {
  workers_.resize(std::min<std::size_t>(options_.jobs, waiting_.size()));
  for (Worker& worker : workers_)
    if (!start(worker))
      return false;
  while (!idle()) {
    for (Worker& worker : workers_)
      if (worker.process > 0)
        static_cast<void>(
            assign_points(worker)); // an ended worker is detected by the end of its results
    wait_for_results();
    if (!done_.empty() && !options_.take(std::exchange(done_, {})))
      return false;
    if (cannot_start_ || (options_.keep_going && !options_.keep_going()))
      return false;
  }
  for (Worker& worker : workers_)
    stop(worker, true); // no worker has a running point
  return true;
}

} // namespace

bool run_points(const PointSet& points, const std::vector<std::uint64_t>& numbers,
                const SweepOptions& options) {
  return Pool(points, numbers, options).run();
}

bool run_points(const Plan& plan, const std::vector<std::uint64_t>& numbers,
                const SweepOptions& options) {
  PointSet points;
  points.count = plan.points.size();
  points.limits = plan.experiment.limits;
  points.make_runner = [&plan] {
    return [&plan, runner = std::make_shared<PointRunner>(plan)](std::uint64_t index) {
      return runner->run(plan.points[index]);
    };
  };
  points.failed = [&plan](std::uint64_t index, std::string_view stop, std::string_view error) {
    return failed_row(plan, plan.points[index], stop, error);
  };
  return run_points(points, numbers, options);
}

} // namespace stallscope::sweep
