#include "looks/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stallscope::gui {

MappedFile::MappedFile(const std::string& path) {
  const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0)
    return;
  struct stat about {};
  if (::fstat(handle, &about) == 0 && about.st_size > 0) {
    size_ = static_cast<std::size_t>(about.st_size);
    // Private and writable, because ImGui's pointers are not const; never written.
    void* there = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE, handle, 0);
    data_ = there == MAP_FAILED ? nullptr : there;
  }
  ::close(handle);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr)
    ::munmap(data_, size_);
}

} // namespace stallscope::gui
