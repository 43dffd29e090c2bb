#include "base/read_file.hpp"

#include "base/byte_size.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stallscope {

Descriptor open_to_read(const std::string& path, Streams streams) {
  // C functions would stop at the NUL and open another name.
  if (path.find('\0') != std::string::npos) {
    errno = ENOENT;
    return {};
  }
  // A plain file never waits, except the kernel's log, which reports itself as a plain file.
  struct stat status {};
  const bool plain = ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  return Descriptor(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY |
                               (plain || streams == Streams::refuse ? O_NONBLOCK : 0)));
}

ReadEnd read_pieces(const Descriptor& file, Streams streams,
                    const std::function<bool(std::string_view)>& add) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0)
    return ReadEnd::failed;
  const bool plain = S_ISREG(status.st_mode);
  if (!plain && streams == Streams::refuse)
    return ReadEnd::not_plain;
  std::array<char, 65536> part{};
  while (true) {
    const ssize_t got = ::read(file.get(), part.data(), part.size());
    if (got < 0 && errno == EINTR && plain)
      continue;
    if (got < 0)
      return ReadEnd::failed;
    if (got == 0 || !add({part.data(), static_cast<std::size_t>(got)}))
      return ReadEnd::complete;
  }
}

ReadEnd read_all(const Descriptor& file, std::size_t most_bytes, Streams streams,
                 std::string& content) {
  content.clear();
  struct stat status {};
  // Checks the size first where the file has one, so that a sparse file of many GiB is refused
  // without being read.
  if (::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
      static_cast<std::uint64_t>(status.st_size) > most_bytes &&
      ::lseek(file.get(), 0, SEEK_CUR) == 0)
    return ReadEnd::too_large;
  bool fits = true;
  const ReadEnd end = read_pieces(file, streams, [&](std::string_view part) {
    fits = content.size() + part.size() <= most_bytes;
    if (fits)
      content += part;
    return fits;
  });
  return end == ReadEnd::complete && !fits ? ReadEnd::too_large : end;
}

std::string read_problem(ReadEnd end, std::size_t most_bytes) {
  const int error = errno;
  switch (end) {
  case ReadEnd::complete:
    return {};
  case ReadEnd::not_plain:
    return "this is no plain file";
  case ReadEnd::too_large:
    return "the file is larger than " + byte_size_words(most_bytes);
  case ReadEnd::failed:
    break;
  }
  return error == ENOENT   ? "there is no such file"
         : error == EISDIR ? "this is a folder"
                           : std::string("the file cannot be read: ") + std::strerror(error);
}

Result<std::string> read_file(const std::string& path, std::size_t most_bytes,
                              std::string_view expected, Streams streams) {
  std::string content;
  const Descriptor file = open_to_read(path, streams);
  const ReadEnd end = file.ok() ? read_all(file, most_bytes, streams, content) : ReadEnd::failed;
  if (end == ReadEnd::complete)
    return content;
  Diagnostic problem;
  problem.file = path;
  problem.message = read_problem(end, most_bytes);
  problem.expected = expected;
  return problem;
}

} // namespace stallscope
