#pragma once

#include <string>
#include <string_view>

namespace stallscope {

/// Longest name of a file in a folder on Linux, bytes (NAME_MAX).
inline constexpr std::size_t kMostNameBytes = 255;

/// A safe file name for untrusted text: different texts get different names, and each is a single
/// printable path component. UTF-8 letters, digits and most signs are kept; bytes that would make
/// the name a folder, a hidden file, a control character or invalid UTF-8 become %XX. A name longer
/// than `kMostNameBytes` with its extension is truncated and ends in "%~" and a hash of the text
/// (128 bits of SHA-256).
[[nodiscard]] std::string file_name_for(std::string_view text, std::string_view extension);

} // namespace stallscope
