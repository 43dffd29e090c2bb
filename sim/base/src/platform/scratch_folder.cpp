#include "base/platform/scratch_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace stallscope {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
  std::error_code failed;
  const fs::path base = fs::temp_directory_path(failed);
  path_ = (fs::absolute(failed ? fs::path("/tmp") : base, failed) / "stallscope-XXXXXX").string();
  if (mkdtemp(path_.data()) == nullptr)
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
