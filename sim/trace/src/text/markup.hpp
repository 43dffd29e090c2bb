#pragma once

#include "text/grid.hpp"

#include <string>
#include <string_view>
#include <vector>

// The reports as texts for documents: Markdown as GitHub renders it, and LaTeX without packages.
// Operations that wait, which a terminal shows by colour, are bold.
namespace stallscope::trace {

[[nodiscard]] std::string markup_grid(const Grid& grid, Markup markup);
[[nodiscard]] std::string markup_list(const std::vector<ListEntry>& entries, Markup markup);
/// A paragraph; bold when its ink is Ink::heading.
[[nodiscard]] std::string markup_paragraph(std::string_view text, Markup markup, Ink ink);
/// The heading of a part of a report.
[[nodiscard]] std::string markup_title(std::string_view title, Markup markup);

} // namespace stallscope::trace
