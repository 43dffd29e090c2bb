#pragma once

#include "base/platform/folder.hpp"
#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace stallscope {

/// Whether pipes, devices and sockets are read like plain files, as their data arrive. Folders are
/// never read.
enum class Streams : std::uint8_t { wait, refuse };

enum class ReadEnd : std::uint8_t { complete, not_plain, too_large, failed };

/// Opens a file by its name; links are followed. With Streams::refuse the call does not wait. On
/// failure none, with errno set.
[[nodiscard]] Descriptor open_to_read(const std::string& path, Streams streams = Streams::wait);

/// Passes the content of an open file to `add`, piece by piece, until its end or until `add`
/// returns false (`complete` as well). `failed` as for read_all.
[[nodiscard]] ReadEnd read_pieces(const Descriptor& file, Streams streams,
                                  const std::function<bool(std::string_view)>& add);

/// Reads all of an open file into `content`. At most `most_bytes` are kept (`too_large`); `failed`
/// has errno set: EISDIR for a folder, EINTR when a signal ended the wait for a stream.
[[nodiscard]] ReadEnd read_all(const Descriptor& file, std::size_t most_bytes, Streams streams,
                               std::string& content);

/// read_all() for plain files only.
[[nodiscard]] inline ReadEnd read_plain_file(const Descriptor& file, std::size_t most_bytes,
                                             std::string& content) {
  return read_all(file, most_bytes, Streams::refuse, content);
}

/// The message for an incomplete read; `failed` uses errno.
[[nodiscard]] std::string read_problem(ReadEnd end, std::size_t most_bytes);

/// The content of a file, or the error; `expected`: the kind of file expected, for messages, such
/// as "a machine file".
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t most_bytes,
                                            std::string_view expected,
                                            Streams streams = Streams::wait);

/// Reads a file that another file names, as read_file() does: from the disk, or from what has been
/// read before.
using FileReader = std::function<Result<std::string>(
    const std::string& path, std::size_t most_bytes, std::string_view expected, Streams streams)>;

} // namespace stallscope
