#include "running/forked.hpp"

#include "base/input_limits.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace stallscope::sweep {

namespace {

constexpr std::size_t kMostBytes = InputLimits::findings;

void send(int end, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t now = write(end, text.data() + sent, text.size() - sent);
    if (now < 0 && errno != EINTR)
      return;
    sent += now > 0 ? static_cast<std::size_t>(now) : 0;
  }
}

/// Reads until the other end closes, up to kMostBytes; nothing on timeout.
std::optional<std::string> receive(int end, double limit_wall_seconds) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::duration<double>(limit_wall_seconds);
  std::string text;
  std::array<char, 65536> buffer{};
  while (true) {
    const double left = std::chrono::duration<double>(until - Clock::now()).count();
    if (left <= 0)
      return std::nullopt;
    constexpr double kMostPatience = 1e6; // milliseconds as an int
    pollfd ready{end, POLLIN, 0};
    if (poll(&ready, 1, static_cast<int>(std::min(left * 1000 + 1, kMostPatience))) <= 0)
      continue;
    const ssize_t got = read(end, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR)
      continue;
    if (got > 0)
      text.append(buffer.data(), static_cast<std::size_t>(got));
    if (got <= 0 || text.size() > kMostBytes)
      return text;
  }
}

} // namespace

std::string in_child_process(const ConfinedWork& work,
                             const std::function<bool(const std::string&)>& take,
                             double limit_wall_seconds) {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    return fmt::format("there is no pipe: {}", std::strerror(errno));
  Confinement walls;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
      _exit(0);                   // the parent has already ended
    std::signal(SIGINT, SIG_DFL); // Ctrl-C ends it immediately
    close(ends[0]);
    send(ends[1], work(walls, ends[1]));
    _exit(0);
  }
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return fmt::format("there is no process: {}", std::strerror(errno));
  }
  const std::optional<std::string> text = receive(ends[0], limit_wall_seconds);
  close(ends[0]);
  const bool too_much = text && text->size() > kMostBytes;
  // The child has closed its end: it is exiting, or misbehaving; SIGKILL is harmless then.
  kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!text)
    return fmt::format("stopped after {} seconds of the clock", limit_wall_seconds);
  if (too_much)
    return fmt::format("an error of Stallscope itself (more than {} MiB of findings)",
                       kMostBytes >> 20);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && take(*text))
    return {};
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGXCPU ? "the limit of processor time was passed"
           : WTERMSIG(status) == SIGSYS
               ? fmt::format("an error of Stallscope itself (system call {}, which is refused)",
                             walls.refused_call())
               : fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return text->empty() && WEXITSTATUS(status) == 0
             ? "there is not enough memory"
             : fmt::format("an error of Stallscope itself (exit code {})", WEXITSTATUS(status));
}

std::string to_text(const TaskFindings& findings) {
  nlohmann::json list = nlohmann::json::array();
  for (const Finding& f : findings.findings)
    list.push_back({f.what, f.marks, f.most, f.sentence});
  const nlohmann::json all = {findings.name, findings.marks, findings.most, findings.note, list};
  return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool from_text(const std::string& text, TaskFindings& findings) {
  const nlohmann::json all = nlohmann::json::parse(text, nullptr, false);
  if (!all.is_array() || all.size() != 5 || !all[4].is_array())
    return false;
  try {
    findings.name = all[0];
    findings.marks = all[1];
    findings.most = all[2];
    findings.note = all[3];
    for (const nlohmann::json& f : all[4])
      findings.findings.push_back({f.at(0), f.at(1), f.at(2), f.at(3)});
  } catch (const nlohmann::json::exception&) {
    return false;
  }
  return true;
}

} // namespace stallscope::sweep
