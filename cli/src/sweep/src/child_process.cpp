#include "child_process.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace stallscope::sweep {

namespace {

/// Reads both ends to their ends.
void drain(int out, int err, ChildOutput& result) {
  std::array<pollfd, 2> ends{{{out, POLLIN, 0}, {err, POLLIN, 0}}};
  std::array<std::string*, 2> texts{&result.out, &result.err};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    if (poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR)
      return;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0)
        continue;
      std::array<char, 4096> buffer{};
      const ssize_t got = read(ends[i].fd, buffer.data(), buffer.size());
      if (got > 0)
        texts[i]->append(buffer.data(), static_cast<std::size_t>(got));
      else if (got == 0 || errno != EINTR)
        ends[i].fd = -1; // poll passes over it
    }
  }
}

} // namespace

ChildOutput run_program(const std::vector<std::string>& words) {
  ChildOutput result;
  std::vector<std::string> copies = words;
  std::vector<char*> pointers;
  for (std::string& word : copies)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  std::array<int, 2> out{-1, -1};
  std::array<int, 2> err{-1, -1};
  if (pipe2(out.data(), O_CLOEXEC) != 0)
    return result;
  if (pipe2(err.data(), O_CLOEXEC) != 0) {
    close(out[0]);
    close(out[1]);
    return result;
  }
  const pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0); // Ctrl-C of the terminal is for us alone
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    execvp(pointers.front(), pointers.data());
    _exit(127);
  }
  close(out[1]);
  close(err[1]);
  if (child > 0) {
    drain(out[0], err[0], result);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result.started = result.exit_code != 127;
  }
  close(out[0]);
  close(err[0]);
  while (!result.err.empty() && result.err.back() == '\n')
    result.err.pop_back();
  return result;
}

} // namespace stallscope::sweep
