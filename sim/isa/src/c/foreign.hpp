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

/// The files that a rule of make names, as -MD writes it.
[[nodiscard]] std::vector<std::string> files_of_rule(std::string_view dependencies);

/// The files that a preprocessor has included, as -H lists them among its messages, also when it
/// fails and writes no rule.
[[nodiscard]] std::vector<std::string> files_of_listing(std::string_view messages);

/// What of the files that a hand-in includes is neither in its folder nor a header of the compiler,
/// nor `source`, which is ours: an error that names the first.
[[nodiscard]] std::optional<Diagnostic> outside_files(const std::vector<std::string>& names,
                                                      const std::string& folder,
                                                      const std::string& file,
                                                      const std::string& source = {});

/// Whether preprocessed text has the compiler load a state of itself (a precompiled header), which
/// it believes whatever is in it.
[[nodiscard]] std::optional<Diagnostic> loads_state(std::string_view preprocessed,
                                                    const std::string& file);

/// Whether a compiler's assembly text could bring other files in, such as with .incbin or .include,
/// or has directives that make text, such as .macro or .irep, or sections that the linker gives to
/// the compiler. Inline assembly, and names and sections with line ends in them, get there
/// unchanged, so that only this text can tell.
[[nodiscard]] std::optional<Diagnostic> reads_files(std::string_view assembly,
                                                    const std::string& file);

} // namespace stallscope::isa
