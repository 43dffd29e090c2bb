#include "process.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace stallscope::smoke {

namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  int read = -1;
  int write = -1;

  Pipe() {
    std::array<int, 2> ends{};
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

pid_t start(const Launch& how, const Pipe& in, const Pipe& out, const Pipe& err) {
  std::vector<std::string> words{STALLSCOPE_BINARY};
  words.insert(words.end(), how.arguments.begin(), how.arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0)
    return child;
  dup2(in.read, STDIN_FILENO);
  dup2(out.write, STDOUT_FILENO);
  dup2(err.write, STDERR_FILENO);
  setenv("LANG", "C.UTF-8", 1); // so that plain output is the program's choice
  setenv("TERM", "xterm-256color", 1);
  unsetenv("NO_COLOR");
  std::signal(SIGPIPE, SIG_DFL);
  execv(STALLSCOPE_BINARY, pointers.data());
  _exit(127);
}

} // namespace

Outcome launch(const Launch& how) {
  std::signal(SIGPIPE, SIG_IGN); // a program that does not read its input to the end is no failure
  Pipe in;
  Pipe out;
  Pipe err;
  Outcome outcome;
  const pid_t child = start(how, in, out, err);
  if (child < 0)
    throw std::runtime_error("cannot start a process");
  Pipe::close_end(in.read);
  Pipe::close_end(out.write);
  Pipe::close_end(err.write);
  fcntl(in.write, F_SETFL, O_NONBLOCK);

  std::string_view left = how.input;
  bool interrupted = false;
  const auto end = Clock::now() + std::chrono::duration<double>(how.give_up_seconds);
  while (out.read >= 0 || err.read >= 0) {
    if (left.empty())
      Pipe::close_end(in.write);
    std::array<pollfd, 3> ends{
        {{out.read, POLLIN, 0}, {err.read, POLLIN, 0}, {in.write, POLLOUT, 0}}};
    poll(ends.data(), ends.size(), 100);
    if (ends[0].revents != 0)
      drain(out.read, outcome.out, how.read_bytes);
    if (ends[1].revents != 0)
      drain(err.read, outcome.err, ~std::size_t{0});
    if (ends[2].revents != 0) {
      const ssize_t written = write(in.write, left.data(), left.size());
      left.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : left.size());
    }
    if (how.interrupt && !interrupted && !outcome.out.empty())
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

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "stallscope-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw std::runtime_error("no folder for temporary files");
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::file(const std::string& name) const {
  return (path_ / name).string();
}

std::string Folder::file(const std::string& name, std::string_view text) const {
  std::ofstream(path_ / name, std::ios::binary) << text;
  return file(name);
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string read_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
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
