#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope {

/// A file descriptor, closed by the destructor. -1: none.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      close();
      number_ = std::exchange(other.number_, -1);
    }
    return *this;
  }
  [[nodiscard]] bool ok() const { return number_ >= 0; }
  [[nodiscard]] int get() const { return number_; }
  /// Releases ownership of the descriptor.
  [[nodiscard]] int release() { return std::exchange(number_, -1); }

private:
  void close();

  int number_ = -1;
};

/// Treatment of symbolic links in a path.
enum class Links : std::uint8_t {
  follow_below, ///< links are followed unless they lead out of the folder
  refuse
};

/// How a path below a folder is resolved: by the kernel in one call (openat2, Linux 5.6), or
/// component by component, with the same guarantees on every kernel.
enum class Resolution : std::uint8_t { by_kernel_if_possible, by_component };

/// A host folder whose files can be opened, and nothing outside it: neither by an absolute path,
/// nor by `..`, nor through symbolic links, even when files are renamed and linked concurrently.
class Folder {
public:
  /// Opens a folder. nullopt, with errno set, when the path is not a readable folder. The path
  /// itself may contain links.
  [[nodiscard]] static std::optional<Folder>
  open(const std::string& path, Resolution resolution = Resolution::by_kernel_if_possible);

  /// Opens a file or folder for reading, without waiting for the writer of a pipe and without
  /// acquiring a controlling terminal. On failure none, with errno set: EXDEV for a path that leads
  /// out of the folder, whether its target exists or not; ELOOP for a refused link or more than 40
  /// links; otherwise as for open(2).
  [[nodiscard]] Descriptor open_below(const std::string& path, Links links) const;

  /// Opens a folder below this one, with the same rules; nullopt, with errno set, on failure.
  [[nodiscard]] std::optional<Folder> folder_below(const std::string& path, Links links) const;

  /// Sorted names of the plain files with a given ending directly in this folder; links, and files
  /// beyond `most`, are left out.
  [[nodiscard]] std::vector<std::string> plain_files(std::string_view ending,
                                                     std::size_t most) const;

private:
  Folder(Descriptor descriptor, Resolution resolution)
      : descriptor_(std::move(descriptor)), resolution_(resolution) {}

  Descriptor descriptor_;
  Resolution resolution_;
};

} // namespace stallscope
