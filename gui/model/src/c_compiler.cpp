#include "model/c_compiler.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

extern char** environ; // NOLINT: the platform's

namespace stallscope::gui {

namespace fs = std::filesystem;

std::optional<CCompiler> find_compiler(const std::string& search_path) {
  const auto found = [&search_path](const char* name) -> std::string {
    for (std::size_t begin = 0; begin <= search_path.size();) {
      const std::size_t end = std::min(search_path.find(':', begin), search_path.size());
      const std::string path = search_path.substr(begin, end - begin) + "/" + name;
      if (end > begin && access(path.c_str(), X_OK) == 0)
        return path;
      begin = end + 1;
    }
    return {};
  };
  const std::vector<std::string> text{"-S", "-O1", "-fno-asynchronous-unwind-tables",
                                      "-march=rv64gc", "-mabi=lp64d"};
  if (const std::string path = found("riscv64-linux-gnu-gcc"); !path.empty())
    return CCompiler{path, {"-static", "-O1", "-g"}, text};
  if (const std::string path = found("riscv64-unknown-elf-gcc"); !path.empty())
    return CCompiler{path,
                     {"--specs=picolibc.specs", "--oslib=semihost", "-march=rv64gc", "-mabi=lp64d",
                      "-mcmodel=medany", "-O1", "-g"},
                     text};
  return std::nullopt;
}

std::optional<CCompiler> find_compiler() {
  const char* path = std::getenv("PATH"); // NOLINT: nobody changes it
  return find_compiler(path == nullptr ? std::string() : path);
}

namespace {

/// Takes a number and the colon behind it off the front; nothing when there is none.
std::optional<std::uint32_t> take_number(std::string_view& text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end == text.data() + text.size() || *end != ':')
    return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  return number;
}

/// "FILE:LINE:COLUMN: error: message" as a diagnostic; nothing for the lines between.
std::optional<Diagnostic> diagnostic_of(std::string_view line, const std::string& source) {
  constexpr std::array<std::pair<std::string_view, Severity>, 3> kinds{
      {{"fatal error: ", Severity::error},
       {"error: ", Severity::error},
       {"warning: ", Severity::warning}}};
  for (const auto& [word, severity] : kinds) {
    const std::size_t at = line.find(word);
    if (at == std::string_view::npos)
      continue;
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.file = source;
    diagnostic.message = line.substr(at + word.size());
    if (line.substr(0, source.size()) == source && line.size() > source.size() &&
        line[source.size()] == ':') {
      std::string_view place = line.substr(source.size() + 1);
      diagnostic.line = take_number(place).value_or(0);
      diagnostic.column = take_number(place).value_or(0);
    } else {
      diagnostic.message = line;
    }
    return diagnostic;
  }
  // The linker: "... undefined reference to `x'".
  if (line.find("undefined reference") == std::string_view::npos)
    return std::nullopt;
  Diagnostic diagnostic;
  diagnostic.file = source;
  diagnostic.message = line.substr(line.find("undefined reference"));
  return diagnostic;
}

} // namespace

Diagnostics compiler_diagnostics(std::string_view messages, const std::string& source) {
  Diagnostics found;
  while (!messages.empty()) {
    const std::size_t end = std::min(messages.find('\n'), messages.size());
    if (const auto one = diagnostic_of(messages.substr(0, end), source))
      found.push_back(*one);
    messages.remove_prefix(std::min(end + 1, messages.size()));
  }
  return found;
}

bool is_c(const std::string& file) {
  return file.size() > 2 && file.compare(file.size() - 2, 2, ".c") == 0;
}

namespace {

/// Runs a program without a shell; what it says on both outputs, and whether it ended well.
Compiled run_compiler(std::vector<std::string> words, const Task& task) {
  Compiled result;
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) {
    result.messages = std::strerror(errno); // NOLINT: one thread compiles
    return result;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDERR_FILENO);
  std::vector<char*> arguments;
  for (std::string& word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  std::vector<std::string> variables{"LC_ALL=C"}; // its messages are read here
  for (char** one = environ; *one != nullptr; ++one)
    if (std::strncmp(*one, "LC_", 3) != 0 && std::strncmp(*one, "LANG", 4) != 0)
      variables.emplace_back(*one);
  std::vector<char*> environment;
  for (std::string& variable : variables)
    environment.push_back(variable.data());
  environment.push_back(nullptr);
  const int error =
      posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_ends[1]);
  if (error != 0) {
    close(pipe_ends[0]);
    result.messages = std::strerror(error); // NOLINT
    return result;
  }
  std::array<char, 4096> buffer{};
  for (ssize_t got = 0; (got = read(pipe_ends[0], buffer.data(), buffer.size())) != 0;) {
    if (got > 0)
      result.messages.append(buffer.data(), static_cast<std::size_t>(got));
    else if (errno != EINTR)
      break;
  }
  close(pipe_ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.ok = WIFEXITED(status) && WEXITSTATUS(status) == 0 && !task.cancelled();
  return result;
}

} // namespace

std::shared_ptr<Task> compile(Worker& worker, const CCompiler& compiler, const std::string& source,
                              const std::string& folder, bool to_assembly,
                              std::function<void(Compiled)> done) {
  std::vector<std::string> words{compiler.program};
  const std::vector<std::string>& options = to_assembly ? compiler.translate : compiler.link;
  words.insert(words.end(), options.begin(), options.end());
  const std::string file =
      (fs::path(folder) / fs::path(source).stem()).string() + (to_assembly ? ".s" : ".elf");
  words.insert(words.end(), {"-fdiagnostics-color=never", "-o", file, source});
  return worker.start([words, folder, file, done = std::move(done)](Task& task) {
    std::error_code error;
    fs::create_directories(folder, error);
    Compiled result = run_compiler(words, task);
    if (result.ok)
      result.file = file;
    task.post([done, result] { done(result); });
  });
}

} // namespace stallscope::gui
