#include "sweeping.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace stallscope::smoke {

Running::Running(const std::vector<std::string>& arguments, const std::string& out_file,
                 const std::string& program) {
  std::vector<std::string> words{program.empty() ? STALLSCOPE_BINARY : program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  process_ = fork();
  if (process_ < 0)
    throw std::runtime_error("cannot start a process");
  if (process_ > 0)
    return;
  const char* name = out_file.empty() ? "/dev/null" : out_file.c_str();
  const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  execvp(pointers.front(), pointers.data());
  _exit(127);
}

Running::~Running() {
  if (!ended()) {
    signal(SIGKILL);
    wait();
  }
}

void Running::signal(int number) const {
  if (process_ > 0)
    kill(process_, number);
}

bool Running::ended() {
  if (process_ > 0 && waitpid(process_, &status_, WNOHANG) == process_)
    process_ = -1;
  return process_ <= 0;
}

int Running::wait() {
  while (process_ > 0 && waitpid(process_, &status_, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
}

std::vector<pid_t> Running::children() const {
  const std::string process = std::to_string(process_);
  std::ifstream list("/proc/" + process + "/task/" + process + "/children");
  std::vector<pid_t> found;
  for (pid_t child = 0; list >> child;)
    found.push_back(child);
  return found;
}

void sleep_seconds(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

std::string results_of(const std::string& database) {
  const Outcome run = run_cli({"export", "--without-host", database});
  return run.exit_code == 0 ? run.out : "cannot be exported: " + run.err;
}

} // namespace stallscope::smoke
