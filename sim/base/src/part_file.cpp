#include "base/part_file.hpp"

#include "base/file_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace stallscope {

namespace {

/// The temporary name of an incomplete file, derived from the final one as far as the length
/// allows.
std::string part_name(std::string name, unsigned attempt) {
  const std::string ending = fmt::format(".{}-{}.part", getpid(), attempt);
  name.resize(std::min(name.size(), kMostNameBytes - ending.size()));
  return name + ending;
}

bool write_all(const Descriptor& file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

} // namespace

Descriptor open_part(const std::string& file, std::string& part) {
  constexpr unsigned kAttempts = 1000;
  int descriptor = -1;
  for (unsigned i = 0; descriptor < 0 && i < kAttempts; ++i) {
    const std::filesystem::path path(file);
    part = std::filesystem::path(path).replace_filename(part_name(path.filename(), i)).string();
    descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST)
      return {};
  }
  struct stat old {};
  if (descriptor >= 0 && ::lstat(file.c_str(), &old) == 0 && S_ISREG(old.st_mode))
    ::fchmod(descriptor, old.st_mode & 07777);
  return Descriptor(descriptor);
}

bool write_in_place_of(const std::string& file, std::string_view text) {
  std::string part;
  int error = 0;
  {
    const Descriptor out = open_part(file, part);
    if (!out.ok())
      return false;
    if (!write_all(out, text))
      error = errno;
  }
  if (error == 0 && std::rename(part.c_str(), file.c_str()) != 0)
    error = errno;
  if (error == 0)
    return true;
  std::remove(part.c_str());
  errno = error;
  return false;
}

} // namespace stallscope
