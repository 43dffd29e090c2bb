#include "input_output/result_file.hpp"

#include "base/part_file.hpp"
#include "base/utf8.hpp"
#include "input_output/console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace stallscope::cli {

namespace {

namespace fs = std::filesystem;

/// A device, a pipe or a socket, which must not be replaced by a regular file.
bool is_special(const std::string& file) {
  std::error_code ignored;
  const auto status = fs::status(file, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

/// Follows a link or a chain of links; the final target need not exist.
std::string behind_links(const std::string& file) {
  constexpr int kMostLinks = 40; // limit of Linux
  fs::path path = file;
  std::error_code error;
  for (int i = 0; i < kMostLinks && fs::is_symlink(fs::symlink_status(path, error)); ++i) {
    const fs::path target = fs::read_symlink(path, error);
    if (error)
      break;
    path = path.parent_path() / target; // an absolute target replaces the path
  }
  return path.string();
}

/// A file without write permission is not overwritten, not even by root.
bool is_read_only(const std::string& file) {
  struct stat status {};
  return stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ((status.st_mode & 0222) == 0 || access(file.c_str(), W_OK) != 0);
}

void print_unwritten(const std::string& file, int error) {
  print_error(fmt::format("cannot write '{}': {}", file, std::strerror(error)));
}

/// Writes `target` completely; `file` is its name in messages.
bool write_whole(const std::string& file, const std::string& target, std::string_view text) {
  if (write_in_place_of(target, text))
    return true;
  print_unwritten(file, errno);
  return false;
}

} // namespace

bool is_standard_output(const std::string& file) {
  return file.empty() || file == "-";
}

bool can_write(const std::string& file) {
  std::error_code ignored;
  if (is_standard_output(file) || is_special(file))
    return true;
  const std::string target = behind_links(file);
  fs::path folder = fs::path(target).parent_path();
  if (folder.empty())
    folder = ".";
  if (fs::is_directory(target, ignored))
    errno = EISDIR;
  else if (is_read_only(target))
    errno = EACCES;
  else if (access(folder.c_str(), W_OK | X_OK) == 0)
    return true;
  print_unwritten(file, errno);
  return false;
}

bool all_different(const std::vector<NamedFile>& files) {
  const auto place = [](const std::string& name) {
    std::error_code ignored;
    return fs::weakly_canonical(behind_links(name), ignored);
  };
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (is_standard_output(files[i].name) || is_standard_output(files[j].name) ||
          is_special(files[i].name) || place(files[i].name) != place(files[j].name))
        continue;
      print_error(fmt::format("{} and {} are both '{}'; expected different files", files[j].option,
                              files[i].option, files[i].name));
      return false;
    }
  return true;
}

bool keeps_inputs(const std::vector<NamedFile>& written, const std::vector<NamedFile>& read) {
  for (const NamedFile& out : written)
    for (const NamedFile& in : read) {
      std::error_code ignored; // equivalent() fails for missing files
      if (is_standard_output(out.name) || is_special(out.name) ||
          !fs::equivalent(out.name, in.name, ignored))
        continue;
      print_error(fmt::format("{} and {} are both '{}'; expected a file of its own for {}, so that "
                              "what is read stays as it is",
                              out.option, in.option, out.name, out.option));
      return false;
    }
  return true;
}

bool write_result(const std::string& file, std::string_view text) {
  if (is_standard_output(file)) {
    std::string escaped;
    if (isatty(STDOUT_FILENO) == 1)
      text = escaped = escaped_for_terminal(text);
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
      return true;
    if (errno == EPIPE)
      return true;
    print_error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
    return false;
  }
  if (!is_special(file))
    return write_whole(file, behind_links(file), text);
  std::FILE* out = std::fopen(file.c_str(), "wb");
  bool good = out != nullptr && std::fwrite(text.data(), 1, text.size(), out) == text.size();
  good = out != nullptr && std::fclose(out) == 0 && good;
  if (!good)
    print_unwritten(file, errno);
  return good;
}

bool replace_file(const std::string& file, std::string_view text) {
  return write_whole(file, file, text);
}

bool make_executable(const std::string& file) {
  if (is_standard_output(file) || is_special(file))
    return true;
  std::error_code error;
  auto rights = std::filesystem::status(file, error).permissions();
  using std::filesystem::perms;
  for (const auto& [read, execute] : {std::pair{perms::owner_read, perms::owner_exec},
                                      {perms::group_read, perms::group_exec},
                                      {perms::others_read, perms::others_exec}})
    if ((rights & read) != perms::none)
      rights |= execute;
  if (!error)
    std::filesystem::permissions(file, rights, error);
  if (error)
    print_error(
        fmt::format("{}: it is written, but cannot be made executable: {}", file, error.message()));
  return !error;
}

StreamedResult::~StreamedResult() {
  if (file_ != nullptr && file_ != stdout)
    std::fclose(file_);
  if (!part_.empty())
    std::remove(part_.c_str());
}

bool StreamedResult::open(const std::string& name) {
  name_ = name;
  if (is_standard_output(name)) {
    file_ = stdout;
    return true;
  }
  if (is_special(name)) {
    file_ = std::fopen(name.c_str(), "wb");
  } else {
    target_ = behind_links(name);
    Descriptor opened = open_part(target_, part_);
    if (opened.ok())
      file_ = ::fdopen(opened.release(), "wb");
    else
      part_.clear();
  }
  if (file_ == nullptr)
    print_unwritten(name, errno);
  return file_ != nullptr;
}

void StreamedResult::write(std::string_view bytes) {
  if (error_ == 0 && std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size())
    error_ = errno;
}

bool StreamedResult::reader_gone() const {
  return error_ == EPIPE && is_standard_output(name_);
}

bool StreamedResult::close() {
  const bool closed = (file_ == stdout ? std::fflush(file_) : std::fclose(file_)) == 0;
  if (!closed && error_ == 0)
    error_ = errno;
  file_ = nullptr;
  if (reader_gone())
    return true;
  if (error_ == 0 && !part_.empty() && std::rename(part_.c_str(), target_.c_str()) != 0)
    error_ = errno;
  if (error_ == 0) {
    part_.clear();
    return true;
  }
  print_unwritten(is_standard_output(name_) ? "standard output" : name_, error_);
  return false;
}

LogFile::~LogFile() {
  if (file_ != nullptr && file_ != stdout)
    std::fclose(file_);
}

bool LogFile::open(const std::string& name) {
  name_ = name;
  file_ = name == "-" ? stdout : std::fopen(name.c_str(), "wb");
  if (file_ == nullptr)
    print_unwritten(name_, errno);
  return file_ != nullptr;
}

void LogFile::write(std::string_view text) {
  if (error_ == 0 && std::fwrite(text.data(), 1, text.size(), file_) != text.size())
    error_ = errno;
}

void LogFile::flush() {
  if (error_ == 0 && std::fflush(file_) != 0)
    error_ = errno;
}

bool LogFile::close() {
  if (file_ == nullptr)
    return true;
  const bool closed = (file_ == stdout ? std::fflush(file_) : std::fclose(file_)) == 0;
  if (!closed && error_ == 0)
    error_ = errno;
  file_ = nullptr;
  if (error_ == 0 || error_ == EPIPE)
    return true;
  print_error(fmt::format("cannot write all of '{}': {}", name_, std::strerror(error_)));
  return false;
}

} // namespace stallscope::cli
