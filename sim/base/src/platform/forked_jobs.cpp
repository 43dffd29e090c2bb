#include "base/platform/forked_jobs.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace stallscope {

namespace {

void send_result(int end, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t now = write(end, text.data() + sent, text.size() - sent);
    if (now < 0 && errno != EINTR)
      return;
    sent += now > 0 ? static_cast<std::size_t>(now) : 0;
  }
}

std::string receive_result(int end) {
  std::string text;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t got = read(end, buffer.data(), buffer.size());
    if (got > 0)
      text.append(buffer.data(), static_cast<std::size_t>(got));
    else if (got == 0 || errno != EINTR)
      return text;
  }
}

int wait_for(int process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

} // namespace

ForkedJobs::~ForkedJobs() {
  for (const Running& running : running_) {
    kill(running.process, SIGKILL);
    close(running.output);
    (void)wait_for(running.process);
  }
}

bool ForkedJobs::start(const Work& work, Running& running) const {
  std::array<int, 2> ends{-1, -1};
  if (pipe(ends.data()) != 0)
    return false;
  for (const int end : ends)
    (void)fcntl(end, F_SETFD, FD_CLOEXEC);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
      _exit(0); // the parent has ended already
    std::signal(SIGINT, SIG_DFL);
    close(ends[0]);
    send_result(ends[1], work());
    _exit(0);
  }
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return false;
  }
  running.process = child;
  running.output = ends[0];
  return true;
}

void ForkedJobs::submit(const Work& work, Take take) {
  if (!problem_.empty())
    return;
  while (!running_.empty() && running_.size() + 1 >= jobs_)
    take_first();
  Running running;
  running.take = std::move(take);
  if (jobs_ < 2 || !start(work, running))
    running.take(work()); // nothing is running, or no process can be forked
  else
    running_.push_back(std::move(running));
}

void ForkedJobs::take_first() {
  const Running running = std::move(running_.front());
  running_.erase(running_.begin());
  const std::string result = receive_result(running.output);
  close(running.output);
  const int status = wait_for(running.process);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && !result.empty()) {
    if (problem_.empty())
      running.take(result);
    return;
  }
  if (problem_.empty())
    problem_ = WIFSIGNALED(status)
                   ? "a process ended by signal " + std::to_string(WTERMSIG(status)) + " (" +
                         strsignal(WTERMSIG(status)) + ")"
                   : "a process ended with exit code " + std::to_string(WEXITSTATUS(status));
}

void ForkedJobs::finish() {
  while (!running_.empty())
    take_first();
}

} // namespace stallscope
