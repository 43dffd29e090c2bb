#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope {

/// A file descriptor, closed with its holder. -1: none.
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
  /// Hands the descriptor over to somebody who closes it.
  [[nodiscard]] int release() { return std::exchange(number_, -1); }

private:
  void close();

  int number_ = -1;
};

/// What is done with a symbolic link on the way to a file.
enum class Links : std::uint8_t {
  follow_below, ///< it is followed as long as it does not lead out of the folder
  refuse
};

/// How a path below a folder is resolved: by the kernel in one call (openat2, Linux 5.6), or
/// component by component, which promises the same on every kernel.
enum class Resolution : std::uint8_t { by_kernel_if_possible, by_component };

/// A folder of the host whose files are opened, and nothing outside of it: neither by an absolute
/// path nor by `..` nor through symbolic links, whoever renames and links files meanwhile.
class Folder {
public:
  /// Nothing, with errno set, when the path is no folder that can be read. The path itself may lead
  /// through links.
  [[nodiscard]] static std::optional<Folder>
  open(const std::string& path, Resolution resolution = Resolution::by_kernel_if_possible);

  /// Opens a file or folder for reading, without waiting for the writer of a pipe and without
  /// becoming anybody's terminal. On failure none, and errno: EXDEV for a path that leads out of
  /// the folder, whether anything is there or not; ELOOP for a link that is refused or one too many
  /// (40); the others are those of open(2).
  [[nodiscard]] Descriptor open_below(const std::string& path, Links links) const;

  /// A folder below this one, on the same terms; nothing, with errno set, when it is none.
  [[nodiscard]] std::optional<Folder> folder_below(const std::string& path, Links links) const;

  /// Names of the plain files right in this folder that end so, in order; links are left out, and
  /// what is more than `most`.
  [[nodiscard]] std::vector<std::string> plain_files(std::string_view ending,
                                                     std::size_t most) const;

private:
  Folder(Descriptor descriptor, Resolution resolution)
      : descriptor_(std::move(descriptor)), resolution_(resolution) {}

  Descriptor descriptor_;
  Resolution resolution_;
};

} // namespace stallscope
