#include "platform/host_files.hpp"

#include "base/check.hpp"
#include "platform/linux_abi.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__) && __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#include <sys/syscall.h>
#define STALLSCOPE_HAS_OPENAT2 1
#else
#define STALLSCOPE_HAS_OPENAT2 0
#endif

namespace stallscope::isa {

namespace {

class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0)
      ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return number_; }

private:
  int number_;
};

/// The guest's number for a failure of ours.
std::int64_t guest_error(int host_errno) {
  using namespace linux_abi;
  switch (host_errno) {
  case ENOENT:
    return kENOENT;
  case ENOTDIR:
    return kENOTDIR;
  case ENAMETOOLONG:
    return kENAMETOOLONG;
  case ELOOP:
    return kELOOP;
  default: // among them EXDEV, a path that leads out of the directory
    return kEACCES;
  }
}

/// Takes the descriptor. False: it cannot be read.
bool list_directory(int descriptor, std::vector<HostFile::Entry>& entries) {
  DIR* directory = ::fdopendir(descriptor);
  if (directory == nullptr) {
    ::close(descriptor);
    return false;
  }
  errno = 0;
  while (const dirent* entry = ::readdir(directory)) // of a stream that nobody else has
    entries.push_back({entry->d_name, entry->d_type});
  const bool complete = errno == 0;
  ::closedir(directory);
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return complete;
}

} // namespace

HostFiles::HostFiles(const std::string& directory) {
  if (directory.empty())
    return;
  std::error_code failed;
  root_ = std::filesystem::canonical(directory, failed).string();
  if (!failed)
    directory_ = ::open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ok_ = directory_ >= 0;
}

HostFiles::~HostFiles() {
  if (directory_ >= 0)
    ::close(directory_);
}

/// A descriptor, or -1 with errno set. Without waiting for a writer of a pipe, and without becoming
/// anybody's terminal.
int HostFiles::open_below(const std::string& path) const {
  constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
#if STALLSCOPE_HAS_OPENAT2
  open_how how{};
  how.flags = kFlags;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  const long opened = ::syscall(SYS_openat2, directory_, path.c_str(), &how, sizeof how);
  if (opened >= 0 || (errno != ENOSYS && errno != EPERM))
    return static_cast<int>(opened);
#endif
  // A kernel without openat2: what the path leads to decides. Nobody changes links meanwhile.
  std::error_code failed;
  if (std::filesystem::path(path).is_absolute()) {
    errno = EACCES;
    return -1;
  }
  const std::string real = std::filesystem::canonical(root_ + "/" + path, failed).string();
  if (failed) {
    errno = failed.value();
    return -1;
  }
  const std::string inside = root_ == "/" ? root_ : root_ + "/";
  if (real != root_ && real.compare(0, inside.size(), inside) != 0) {
    errno = EACCES;
    return -1;
  }
  return ::open(real.c_str(), kFlags | O_NOFOLLOW);
}

std::int64_t HostFiles::find(const std::string& path) {
  const std::lock_guard lock(mutex_);
  if (directory_ < 0)
    return linux_abi::kENOENT;
  if (const auto known = known_.find(path); known != known_.end())
    return known->second;
  if (known_.size() >= kMaxPaths)
    return linux_abi::kENFILE;
  const std::int64_t result = read(path);
  known_.emplace(path, result);
  return result;
}

std::int64_t HostFiles::read(const std::string& path) {
  using namespace linux_abi;
  const Descriptor descriptor(open_below(path));
  if (descriptor.get() < 0)
    return guest_error(errno);
  struct stat status {};
  if (::fstat(descriptor.get(), &status) != 0)
    return kEACCES;
  auto file = std::make_unique<HostFile>();
  file->path = path;
  file->directory = S_ISDIR(status.st_mode);
  if (file->directory) {
    if (!list_directory(::dup(descriptor.get()), file->entries))
      return kEACCES;
  } else {
    if (!S_ISREG(status.st_mode))
      return kEACCES;
    std::array<char, 65536> buffer{};
    while (true) {
      const ssize_t got = ::read(descriptor.get(), buffer.data(), buffer.size());
      if (got < 0)
        return kEACCES;
      if (got == 0)
        break;
      file->content.append(buffer.data(), static_cast<std::size_t>(got));
      if (file->content.size() > kMaxFileBytes ||
          total_bytes_ + file->content.size() > kMaxTotalBytes)
        return kEFBIG;
    }
    total_bytes_ += file->content.size();
  }
  files_.push_back(std::move(file));
  return static_cast<std::int64_t>(files_.size()) - 1;
}

const HostFile& HostFiles::file(std::uint32_t number) const {
  const std::lock_guard lock(mutex_);
  STALLSCOPE_CHECK(number < files_.size(), "a file that was opened");
  return *files_[number];
}

} // namespace stallscope::isa
