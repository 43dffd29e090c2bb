#include "tools.hpp"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace stallscope::differential {

namespace {

bool installed(const std::string& program) {
  const char* const variable = std::getenv("PATH");
  std::string_view path = variable == nullptr ? std::string_view("/usr/bin:/bin") : variable;
  while (true) {
    const std::size_t end = path.find(':');
    const std::string folder(path.substr(0, end));
    if (access((folder + "/" + program).c_str(), X_OK) == 0)
      return true;
    if (end == std::string_view::npos)
      return false;
    path.remove_prefix(end + 1);
  }
}

} // namespace

bool installed_or_skipped(const std::string& program) {
  if (installed(program))
    return true;
  std::printf("skipped: %s is not installed\n", program.c_str());
  return false;
}

int run(const std::vector<std::string>& words, const std::string& output_file) {
  std::vector<char*> pointers;
  for (const std::string& word : words)
    pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int out = open(output_file.empty() ? "/dev/null" : output_file.c_str(),
                         O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out, STDOUT_FILENO);
    execvp(pointers.front(), pointers.data());
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace stallscope::differential
