#pragma once

#include "base/platform/folder.hpp"

#include <string>
#include <string_view>

namespace stallscope {

/// Creates a new file beside `file`, to replace `file` by std::rename when it is complete, with the
/// permissions of the existing file. The new file's name is returned in `part`. An existing file or
/// link of that name is neither written nor followed. On failure none, with errno set.
[[nodiscard]] Descriptor open_part(const std::string& file, std::string& part);

/// Writes a whole file and replaces what has its name (a file, link or pipe) only when the new file
/// is complete. On failure false, with errno set, and the old file is unchanged.
[[nodiscard]] bool write_in_place_of(const std::string& file, std::string_view text);

} // namespace stallscope
