#include "process.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <sstream>
#include <stdexcept>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <thread>
#include <unistd.h>

namespace stallscope::smoke {

namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  int read = -1;
  int write = -1;

  explicit Pipe(bool terminal = false) {
    std::array<int, 2> ends{};
    if (terminal) {
      open_terminal();
      return;
    }
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
      throw std::runtime_error("no pipe");
    read = ends[0];
    write = ends[1];
  }
  ~Pipe() {
    close_end(read);
    close_end(write);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  /// What is written to one end is typed at the other.
  void open_terminal() {
    write = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (write < 0 || grantpt(write) != 0 || unlockpt(write) != 0)
      throw std::runtime_error("no pseudo terminal");
    read = open(ptsname(write), O_RDWR | O_NOCTTY | O_CLOEXEC);
    termios settings{};
    if (read < 0 || tcgetattr(read, &settings) != 0)
      throw std::runtime_error("no pseudo terminal");
    settings.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    tcsetattr(read, TCSANOW, &settings);
  }
  static void close_end(int& end) {
    if (end >= 0)
      close(end);
    end = -1;
  }
};

/// Moves what there is from a pipe to a text; closes the pipe at its end.
void drain(int& end, std::string& text, std::size_t most) {
  std::array<char, 4096> buffer{};
  const ssize_t got = read(end, buffer.data(), std::min(buffer.size(), most - text.size()));
  if (got > 0)
    text.append(buffer.data(), static_cast<std::size_t>(got));
  if (got <= 0 || text.size() >= most)
    Pipe::close_end(end);
}

/// Nothing of what was written into a pipe is still there.
bool is_read(int end) {
  int bytes = 0;
  return ioctl(end, FIONREAD, &bytes) == 0 && bytes == 0;
}

pid_t start(const Launch& how, const Pipe& in, const Pipe& out, const Pipe& err) {
  std::vector<std::string> words{how.program.empty() ? STALLSCOPE_BINARY : how.program};
  words.insert(words.end(), how.arguments.begin(), how.arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0)
    return child;
  dup2(in.read, STDIN_FILENO);
  const int file = how.out_file.empty() ? out.write : open(how.out_file.c_str(), O_WRONLY);
  dup2(file, STDOUT_FILENO);
  dup2(err.write, STDERR_FILENO);
  setenv("LANG", "C.UTF-8", 1); // so that plain output is the program's choice
  setenv("TERM", "xterm-256color", 1);
  unsetenv("NO_COLOR");
  std::signal(SIGPIPE, SIG_DFL);
  if (!how.folder.empty() && chdir(how.folder.c_str()) != 0)
    _exit(126);
  execv(pointers.front(), pointers.data());
  _exit(127);
}

} // namespace

Outcome launch(const Launch& how) {
  std::signal(SIGPIPE, SIG_IGN); // a program that does not read its input to the end is no failure
  Pipe in(how.terminal);
  Pipe out;
  Pipe err;
  Outcome outcome;
  const pid_t child = start(how, in, out, err);
  if (child < 0)
    throw std::runtime_error("cannot start a process");
  if (!how.interrupt_reading && !how.terminal)
    Pipe::close_end(in.read);
  Pipe::close_end(out.write);
  Pipe::close_end(err.write);
  fcntl(in.write, F_SETFL, O_NONBLOCK);

  std::string_view left = how.input;
  const bool stays_open =
      how.keep_open || how.terminal || how.interrupt_reading || !how.dialogue.empty();
  std::size_t said = 0;
  bool interrupted = false;
  const auto end = Clock::now() + std::chrono::duration<double>(how.give_up_seconds);
  while (out.read >= 0 || err.read >= 0) {
    if (left.empty() && said < how.dialogue.size() && outcome.out == how.dialogue[said].after) {
      const Exchange& next = how.dialogue[said++];
      std::this_thread::sleep_for(std::chrono::duration<double>(next.thinking_seconds));
      left = next.typed;
    }
    if (left.empty() && !stays_open)
      Pipe::close_end(in.write);
    std::array<pollfd, 3> ends{
        {{out.read, POLLIN, 0}, {err.read, POLLIN, 0}, {left.empty() ? -1 : in.write, POLLOUT, 0}}};
    poll(ends.data(), ends.size(), 100);
    if (ends[0].revents != 0)
      drain(out.read, outcome.out, how.read_bytes);
    if (ends[1].revents != 0)
      drain(err.read, outcome.err, ~std::size_t{0});
    if (ends[2].revents != 0) {
      const ssize_t written = write(in.write, left.data(), left.size());
      left.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : left.size());
    }
    const bool has_come = how.interrupt && !outcome.out.empty();
    if (!interrupted && (has_come || (how.interrupt_reading && left.empty() && is_read(in.read))))
      interrupted = kill(child, SIGINT) == 0;
    if (Clock::now() > end && !outcome.gave_up)
      outcome.gave_up = kill(child, SIGKILL) == 0;
  }
  int status = 0;
  waitpid(child, &status, 0);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

Outcome run_cli(std::vector<std::string> arguments, std::string input) {
  Launch how;
  how.arguments = std::move(arguments);
  how.input = std::move(input);
  return launch(how);
}

std::string read_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf(); // unlike an iterator of the buffer, this does not throw when reading fails
  return std::move(text).str();
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::size_t longest_line(std::string_view text) {
  std::size_t longest = 0;
  for (const std::string& line : lines_of(text))
    longest = std::max(longest, line.size());
  return longest;
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_plain_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
}

} // namespace stallscope::smoke
