#pragma once

#include <string>
#include <string_view>

namespace stallscope {

/// Longest name of a file in a folder on Linux, bytes (NAME_MAX).
inline constexpr std::size_t kMostNameBytes = 255;

/// The name of a file for a text that anybody may have chosen: different texts get different names,
/// whatever stands in them, and each is one component of a path and can be printed. Letters of
/// UTF-8, digits and most signs stay; what would be a folder, a hidden file, a control character or
/// no UTF-8 becomes %XX. A name that would be longer than `kMostNameBytes` with its extension is
/// cut and ends in "%~" and a hash of the text (128 bits of SHA-256).
[[nodiscard]] std::string file_name_for(std::string_view text, std::string_view extension);

} // namespace stallscope
