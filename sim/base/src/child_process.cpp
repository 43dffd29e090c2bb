#include "base/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

extern char** environ; // NOLINT: the platform's

namespace stallscope {

namespace {

using Clock = std::chrono::steady_clock;

/// Reads the outputs of a running program until both have ended.
class Reading {
public:
  Reading(const ChildOptions& options, ChildOutput& result)
      : options_(options), result_(result), began_(Clock::now()) {}

  /// Reads both outputs to their ends; false when the program must be killed.
  bool drain(int out, int err) {
    std::array<pollfd, 2> ends{{{out, POLLIN, 0}, {err, POLLIN, 0}}};
    const std::array<std::string*, 2> texts{&result_.out, &result_.err};
    while (ends[0].fd >= 0 || ends[1].fd >= 0) {
      if (poll(ends.data(), ends.size(), patience()) < 0 && errno != EINTR)
        return false;
      if (!may_go_on())
        return false;
      for (std::size_t i = 0; i < ends.size(); ++i)
        if (ends[i].fd >= 0 && ends[i].revents != 0 && !take(ends[i].fd, *texts[i]))
          ends[i].fd = -1; // poll ignores negative descriptors
      if (result_.too_long)
        return false;
    }
    return true;
  }

  /// Waits for the exit of a program that has closed its outputs; false when the program must be
  /// killed.
  bool wait(pid_t child, int& status) {
    while (true) {
      const pid_t ended = waitpid(child, &status, patience() < 0 ? 0 : WNOHANG);
      if (ended == child)
        return true;
      if (ended < 0 && errno != EINTR)
        return true;
      if (ended == 0) {
        if (!may_go_on())
          return false;
        poll(nullptr, 0, 2);
      }
    }
  }

private:
  /// Timeout in milliseconds for waiting for output; -1: no limit.
  [[nodiscard]] int patience() const {
    constexpr int kLookEvery = 100;
    return options_.go_on || options_.limits.wall_seconds > 0 ? kLookEvery : -1;
  }
  [[nodiscard]] bool may_go_on() {
    const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    result_.timed_out = options_.limits.wall_seconds > 0 && seconds >= options_.limits.wall_seconds;
    result_.interrupted = options_.go_on && !options_.go_on(seconds);
    return !result_.timed_out && !result_.interrupted;
  }
  /// Reads from an output; false at its end.
  bool take(int end, std::string& text) {
    std::array<char, 65536> buffer{};
    const ssize_t got = read(end, buffer.data(), buffer.size());
    if (got > 0)
      text.append(buffer.data(), static_cast<std::size_t>(got));
    result_.too_long |=
        options_.limits.output_bytes > 0 && text.size() > options_.limits.output_bytes;
    return got > 0 || (got < 0 && errno == EINTR);
  }

  const ChildOptions& options_;
  ChildOutput& result_;
  Clock::time_point began_;
};

void bound(int resource, std::uint64_t value) {
  if (value == 0)
    return;
  rlimit limit{};
  getrlimit(static_cast<decltype(RLIMIT_CPU)>(resource), &limit);
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, value);
  limit.rlim_max = limit.rlim_cur;
  setrlimit(static_cast<decltype(RLIMIT_CPU)>(resource), &limit);
}

/// Executes the program. Runs between fork and exec: must not allocate.
[[noreturn]] void become(char* const* words, char* const* environment, const ChildOptions& options,
                         int out, int err) {
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  std::signal(SIGPIPE, SIG_DFL);
  if (!options.folder.empty() && chdir(options.folder.c_str()) != 0)
    _exit(127);
  bound(RLIMIT_CPU, options.limits.processor_seconds);
  bound(RLIMIT_AS, options.limits.memory_bytes);
  bound(RLIMIT_FSIZE, options.limits.file_bytes);
  execvpe(words[0], words, environment);
  _exit(127);
}

/// Leads the process group of a program and of all its descendants, and kills the group when
/// Stallscope itself is killed: the parent-death signal reaches only the process that has requested
/// it, and not its descendants. Runs between fork and exec: must not allocate.
[[noreturn]] void supervise(char* const* words, char* const* environment,
                            const ChildOptions& options, int out, int err, pid_t parent) {
  setpgid(0, 0); // Ctrl-C in the terminal reaches the parent only
  std::signal(SIGTERM, [](int) { kill(0, SIGKILL); });
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) // the parent ended before the call
    _exit(127);
#endif
  const pid_t program = fork();
  if (program == 0)
    become(words, environment, options, out, err);
  if (program < 0)
    _exit(127);
  close(out); // the program has its own copies
  close(err);
  int status = 0;
  while (waitpid(program, &status, 0) < 0 && errno == EINTR) {
  }
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environment_of(const ChildOptions& options) {
  std::vector<std::string> variables;
  const auto of_language = [](std::string_view variable) {
    for (const std::string_view name : {"LC_", "LANG", "GCC_COLORS", "GCC_URLS"})
      if (variable.substr(0, name.size()) == name)
        return true;
    return false;
  };
  for (char** one = environ; *one != nullptr; ++one)
    if (!options.plain_messages || !of_language(*one))
      variables.emplace_back(*one);
  if (options.plain_messages)
    variables.emplace_back("LC_ALL=C");
  return variables;
}

} // namespace

ChildOutput run_program(const std::vector<std::string>& words, const ChildOptions& options) {
  ChildOutput result;
  std::vector<std::string> copies = words;
  const std::vector<char*> pointers = pointers_to(copies);
  std::vector<std::string> variables = environment_of(options);
  const std::vector<char*> environment = pointers_to(variables);
  std::array<int, 2> out{-1, -1};
  std::array<int, 2> err{-1, -1};
  if (pipe2(out.data(), O_CLOEXEC) != 0)
    return result;
  if (pipe2(err.data(), O_CLOEXEC) != 0) {
    close(out[0]);
    close(out[1]);
    return result;
  }
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0)
    supervise(pointers.data(), environment.data(), options, out[1], err[1], parent);
  close(out[1]);
  close(err[1]);
  if (child > 0) {
    setpgid(child, child); // both parent and child do this, because either may run first
    Reading reading(options, result);
    int status = 0;
    if (!reading.drain(out[0], err[0]) || !reading.wait(child, status)) {
      kill(-child, SIGKILL);
      while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
      }
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

std::string program_on_path(const std::string& name) {
  const auto can_run = [](const std::string& path) {
    struct stat info {};
    return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
           access(path.c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string::npos)
    return can_run(name) ? name : std::string();
  // Safe, because the process is single-threaded.
  const char* variable = std::getenv("PATH");
  const std::string search = variable == nullptr ? "/usr/bin:/bin" : variable;
  for (std::size_t begin = 0; begin <= search.size();) {
    const std::size_t end = std::min(search.find(':', begin), search.size());
    if (const std::string path = search.substr(begin, end - begin) + "/" + name;
        end > begin && can_run(path))
      return path;
    begin = end + 1;
  }
  return {};
}

} // namespace stallscope
