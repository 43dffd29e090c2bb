#include "base/platform/folder.hpp"

#include <climits>

#include <algorithm>
#include <array>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#if defined(__linux__) && __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#include <sys/syscall.h>
#define STALLSCOPE_HAS_OPENAT2 1
#else
#define STALLSCOPE_HAS_OPENAT2 0
#endif

namespace stallscope {

namespace {

constexpr int kReading = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
#ifdef O_PATH
constexpr int kPassing = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
#else // for systems without a mode in which a folder can be passed through and not listed
constexpr int kPassing = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
#endif
/// The limit of Linux.
constexpr unsigned kMostLinks = 40;
/// Limit of retries: a rename during the call makes the kernel return EAGAIN.
constexpr unsigned kMostTries = 1000;

Descriptor failed(int error) {
  errno = error;
  return {};
}

/// Resolves a path one component at a time. Parents are the open folders passed through, never
/// looked up by name, so that no rename can lead out.
class Walk {
public:
  Walk(int folder, Links links) : folder_(folder), links_(links) {}

  Descriptor open(const std::string& path) {
    if (path.empty())
      return failed(ENOENT);
    if (!push(path))
      return {};
    while (!rest_.empty()) {
      const std::string name = std::move(rest_.back());
      rest_.pop_back();
      if (name == "..") {
        if (way_.empty())
          return failed(EXDEV);
        way_.pop_back();
        continue;
      }
      Descriptor opened(
          ::openat(here(), name.c_str(), rest_.empty() ? kReading | O_NOFOLLOW : kPassing));
      if (opened.ok() && rest_.empty() && !must_be_folder_)
        return opened;
      if (opened.ok()) {
        way_.push_back(std::move(opened));
        continue;
      }
      if (!follow(name, errno))
        return {};
    }
    return Descriptor(::openat(here(), ".", kReading | O_DIRECTORY));
  }

private:
  [[nodiscard]] int here() const { return way_.empty() ? folder_ : way_.back().get(); }

  /// Puts the components of a path in front of those still to be resolved. False: the path leads
  /// out.
  bool push(std::string_view path) {
    if (!path.empty() && path.front() == '/') {
      errno = EXDEV;
      return false;
    }
    // A slash matters only after the last component.
    must_be_folder_ = must_be_folder_ || (rest_.empty() && path.back() == '/');
    std::vector<std::string> names;
    while (!path.empty()) {
      const std::size_t end = std::min(path.find('/'), path.size());
      if (const std::string_view name = path.substr(0, end); !name.empty() && name != ".")
        names.emplace_back(name);
      path.remove_prefix(std::min(end + 1, path.size()));
    }
    rest_.insert(rest_.end(), names.rbegin(), names.rend());
    return true;
  }

  /// Follows a link; `error` is why its name could not be opened.
  bool follow(const std::string& name, int error) {
    if (error != ELOOP && error != ENOTDIR) {
      errno = error;
      return false;
    }
    std::array<char, PATH_MAX> target{};
    const ssize_t length = ::readlinkat(here(), name.c_str(), target.data(), target.size());
    if (length < 0) { // not a link
      errno = error;
      return false;
    }
    if (links_ == Links::refuse || ++followed_ > kMostLinks) {
      errno = ELOOP;
      return false;
    }
    if (length == 0 || static_cast<std::size_t>(length) == target.size()) {
      errno = ENAMETOOLONG;
      return false;
    }
    return push({target.data(), static_cast<std::size_t>(length)});
  }

  int folder_;
  Links links_;
  std::vector<Descriptor> way_;   ///< folders below `folder_`, innermost last
  std::vector<std::string> rest_; ///< components to be resolved, next one last
  unsigned followed_ = 0;
  bool must_be_folder_ = false;
};

} // namespace

void Descriptor::close() {
  if (number_ >= 0)
    ::close(number_);
}

std::optional<Folder> Folder::open(const std::string& path, Resolution resolution) {
  Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor.ok())
    return std::nullopt;
  return Folder(std::move(descriptor), resolution);
}

Descriptor Folder::open_below(const std::string& path, Links links) const {
  // C functions would stop at the NUL and open another name.
  if (path.find('\0') != std::string::npos)
    return failed(ENOENT);
#if STALLSCOPE_HAS_OPENAT2
  if (resolution_ == Resolution::by_kernel_if_possible) {
    open_how how{};
    how.flags = kReading;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS |
                  (links == Links::refuse ? RESOLVE_NO_SYMLINKS : 0ULL);
    for (unsigned attempt = 0; attempt < kMostTries; ++attempt) {
      const long opened = ::syscall(SYS_openat2, descriptor_.get(), path.c_str(), &how, sizeof how);
      if (opened >= 0)
        return Descriptor(static_cast<int>(opened));
      if (errno != EAGAIN && errno != EINTR)
        break;
    }
    if (errno != ENOSYS && errno != EPERM) // EPERM: a seccomp filter
      return {};
  }
#endif
  return Walk(descriptor_.get(), links).open(path);
}

std::optional<Folder> Folder::folder_below(const std::string& path, Links links) const {
  Descriptor opened = open_below(path, links);
  struct stat status {};
  if (!opened.ok() || ::fstat(opened.get(), &status) != 0)
    return std::nullopt;
  if (!S_ISDIR(status.st_mode)) {
    errno = ENOTDIR;
    return std::nullopt;
  }
  return Folder(std::move(opened), resolution_);
}

std::vector<std::string> Folder::plain_files(std::string_view ending, std::size_t most) const {
  std::vector<std::string> names;
  // A separate open file, with its own position.
  Descriptor again(::openat(descriptor_.get(), ".", kReading | O_DIRECTORY));
  DIR* list = again.ok() ? ::fdopendir(again.get()) : nullptr;
  if (list == nullptr)
    return names;
  (void)again.release(); // closed with the list
  const dirent* entry = nullptr;
  while (names.size() < most && (entry = ::readdir(list)) != nullptr) {
    struct stat status {};
    if (std::string_view(entry->d_name).ends_with(ending) &&
        ::fstatat(descriptor_.get(), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(status.st_mode))
      names.emplace_back(entry->d_name);
  }
  ::closedir(list);
  std::sort(names.begin(), names.end());
  return names;
}

} // namespace stallscope
