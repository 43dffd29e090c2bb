#pragma once

#include "base/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// Copies a submission and the headers (.h) in its folder into an empty folder: regular files only;
/// links are rejected or omitted. Returns the name of the copy.
[[nodiscard]] Result<std::string> copy_hand_in(const std::string& file, const std::string& folder);

/// The files in a make rule, as written by -MD.
[[nodiscard]] std::vector<std::string> files_of_rule(std::string_view dependencies);

/// The files included by a preprocessor, as -H lists them in its messages, even if it fails and
/// writes no rule.
[[nodiscard]] std::vector<std::string> files_of_listing(std::string_view messages);

/// An error naming the first file included by a submission that is neither in its folder, nor a
/// header of the compiler, nor `source`, which is generated.
[[nodiscard]] std::optional<Diagnostic> outside_files(const std::vector<std::string>& names,
                                                      const std::string& folder,
                                                      const std::string& file,
                                                      const std::string& source = {});

/// Whether preprocessed text makes the compiler load a precompiled header, whose content it does
/// not check.
[[nodiscard]] std::optional<Diagnostic> loads_state(std::string_view preprocessed,
                                                    const std::string& file);

/// Whether the assembly text of a compiler could include other files, for example by .incbin or
/// .include, or contains directives that generate text, such as .macro or .irep, or sections that
/// the linker passes to the compiler. Inline assembly, and names and sections with line ends,
/// appear there unchanged, so only this text can be checked.
[[nodiscard]] std::optional<Diagnostic> reads_files(std::string_view assembly,
                                                    const std::string& file);

} // namespace stallscope::isa
