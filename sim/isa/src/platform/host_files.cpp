#include "platform/host_files.hpp"

#include "base/check.hpp"
#include "base/read_file.hpp"
#include "isa/file_copies.hpp"
#include "platform/linux/linux_abi.hpp"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stallscope::isa {

namespace {

/// The guest's error number for a host error.
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
  default: // includes EXDEV, a path that leads out of the directory
    return kEACCES;
  }
}

/// Takes ownership of the descriptor. False: it cannot be read.
bool list_directory(int descriptor, std::vector<HostFile::Entry>& entries) {
  DIR* directory = ::fdopendir(descriptor);
  if (directory == nullptr) {
    ::close(descriptor);
    return false;
  }
  errno = 0;
  while (const dirent* entry = ::readdir(directory)) // the stream is not shared
    entries.push_back({entry->d_name, entry->d_type});
  const bool complete = errno == 0;
  ::closedir(directory);
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return complete;
}

} // namespace

HostFiles::HostFiles(const std::string& directory, Resolution resolution, HostFileLimits limits)
    : limits_(limits) {
  if (directory.empty())
    return;
  directory_ = Folder::open(directory, resolution);
  ok_ = directory_.has_value();
}

std::int64_t HostFiles::find(const std::string& path) {
  const std::lock_guard lock(mutex_);
  if (!directory_)
    return linux_abi::kENOENT;
  if (const auto known = known_.find(path); known != known_.end())
    return known->second;
  if (known_.size() >= limits_.paths)
    return linux_abi::kENFILE;
  const std::int64_t result = read(path);
  known_.emplace(path, result);
  return result;
}

std::int64_t HostFiles::read(const std::string& path) {
  using namespace linux_abi;
  Descriptor descriptor = directory_->open_below(path, Links::follow_below);
  if (!descriptor.ok())
    return guest_error(errno);
  struct stat status {};
  if (::fstat(descriptor.get(), &status) != 0)
    return kEACCES;
  auto file = std::make_unique<HostFile>();
  file->path = path;
  file->directory = S_ISDIR(status.st_mode);
  if (file->directory) {
    std::uint64_t bytes = 0;
    if (!list_directory(descriptor.release(), file->entries))
      return kEACCES;
    for (const HostFile::Entry& entry : file->entries)
      bytes += sizeof entry + entry.name.size();
    if (bytes > limits_.total_bytes - total_bytes_)
      return kENFILE;
    total_bytes_ += bytes;
  } else {
    const std::uint64_t most = std::min(limits_.file_bytes, limits_.total_bytes - total_bytes_);
    switch (read_plain_file(descriptor, most, file->content)) {
    case ReadEnd::complete:
      break;
    case ReadEnd::too_large:
      return kEFBIG;
    case ReadEnd::not_plain:
    case ReadEnd::failed:
      return kEACCES;
    }
    total_bytes_ += file->content.size();
  }
  files_.push_back(std::move(file));
  return static_cast<std::int64_t>(files_.size()) - 1;
}

std::uint64_t HostFiles::bytes_to_copy(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  if (!directory_ || known_.contains(path))
    return 0;
  const Descriptor file = directory_->open_below(path, Links::follow_below);
  struct stat status {};
  if (!file.ok() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
    return 0;
  const auto bytes = static_cast<std::uint64_t>(status.st_size);
  return bytes <= std::min(limits_.file_bytes, limits_.total_bytes - total_bytes_) ? bytes : 0;
}

std::uint64_t HostFiles::total_bytes() const {
  const std::lock_guard lock(mutex_);
  return total_bytes_;
}

const HostFile& HostFiles::file(std::uint32_t number) const {
  const std::lock_guard lock(mutex_);
  STALLSCOPE_CHECK(number < files_.size(), "a file that was opened");
  return *files_[number];
}

std::uint64_t bytes_of_file_copies(const Program& program) {
  return program.files != nullptr ? program.files->total_bytes() : 0;
}

} // namespace stallscope::isa
