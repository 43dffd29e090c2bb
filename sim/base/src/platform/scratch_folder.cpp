#include "base/platform/scratch_folder.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stallscope {

namespace fs = std::filesystem;

namespace {

/// Number of attempts: another process may take a new folder for an abandoned one and remove it.
constexpr int kAttempts = 10;

constexpr std::string_view kNames = "stallscope-scratch-XXXXXX";

fs::path folder_of_all() {
  std::error_code failed;
  const fs::path folder = fs::temp_directory_path(failed);
  return fs::absolute(failed ? fs::path("/tmp") : folder, failed);
}

Descriptor open_folder(const std::string& path) {
  return Descriptor(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// Removes folders whose lock is free: their processes were killed.
bool remove_abandoned(const fs::path& folder_of_all) {
  std::error_code failed;
  const std::string_view prefix = kNames.substr(0, kNames.find('X'));
  for (fs::directory_iterator at(folder_of_all, failed), end; !failed && at != end;
       at.increment(failed)) {
    const std::string name = at->path().filename().string();
    if (name.size() != kNames.size() || !name.starts_with(prefix))
      continue;
    const Descriptor folder = open_folder(at->path().string());
    struct stat status {};
    std::error_code ignored;
    if (folder.ok() && fstat(folder.get(), &status) == 0 && status.st_uid == geteuid() &&
        flock(folder.get(), LOCK_EX | LOCK_NB) == 0)
      fs::remove_all(at->path(), ignored);
  }
  return true;
}

} // namespace

ScratchFolder::ScratchFolder() {
  const fs::path all = folder_of_all();
  static const bool cleaned = remove_abandoned(all); // once for each process
  static_cast<void>(cleaned);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    path_ = (all / kNames).string();
    if (mkdtemp(path_.data()) == nullptr)
      break;
    lock_ = open_folder(path_);
    // Before the lock is held, another process may take the folder for an abandoned one, remove it
    // and release its lock.
    if (lock_.ok() && (flock(lock_.get(), LOCK_EX) != 0 || access(path_.c_str(), F_OK) == 0))
      return;
    rmdir(path_.c_str());
  }
  path_.clear();
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty())
    fs::remove_all(path_, ignored);
}

std::string ScratchFolder::file(std::string_view name) const {
  return path_ + "/" + std::string(name);
}

bool ScratchFolder::write(std::string_view name, std::string_view text) const {
  std::ofstream out(file(name), std::ios::binary);
  out << text;
  return static_cast<bool>(out.flush());
}

} // namespace stallscope
