#pragma once

#include "base/platform/folder.hpp"

#include <string>
#include <string_view>

namespace stallscope {

/// A new file beside `file`, for what takes its place by std::rename once it is complete, with the
/// permissions of the one that is there. Its name is returned in `part`. What has that name
/// already, be it a link that somebody has laid there, is neither written nor followed. On failure
/// none, and errno.
[[nodiscard]] Descriptor open_part(const std::string& file, std::string& part);

/// Writes a whole file: it has its name when it is complete, in place of what had it, be it a link
/// or a pipe. On failure false, and errno; the file is as it was before.
[[nodiscard]] bool write_in_place_of(const std::string& file, std::string_view text);

} // namespace stallscope
