#pragma once

#include "base/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// Puts a hand-in and the headers (.h) of its folder into an empty folder: plain files, links are
/// refused or left out. Gives the name of the copy.
[[nodiscard]] Result<std::string> copy_hand_in(const std::string& file, const std::string& folder);

/// What of a hand-in's dependencies (a rule of make, as -MD writes it) is neither in its folder nor
/// a header of the compiler, nor `source`, which is ours: an error that names the first.
[[nodiscard]] std::optional<Diagnostic> outside_files(std::string_view dependencies,
                                                      const std::string& folder,
                                                      const std::string& file,
                                                      const std::string& source = {});

/// Whether a compiler's assembly text could bring other files in: a directive such as .incbin or
/// .include, or a macro that could make one. Inline assembly, and names and sections with line ends
/// in them, get there unchanged, so that only this text can tell.
[[nodiscard]] std::optional<Diagnostic> reads_files(std::string_view assembly,
                                                    const std::string& file);

} // namespace stallscope::isa
