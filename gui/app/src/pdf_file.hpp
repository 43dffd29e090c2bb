#pragma once

#include <string>

namespace stallscope::gui {

/// Writes an SVG drawing as a PDF of one page, as large as the drawing. Lines and texts stay lines
/// and texts. Returns the error as a sentence; empty: none. Where librsvg was missing when this
/// program was built, that is the error.
[[nodiscard]] std::string write_pdf(const std::string& file, const std::string& svg);

} // namespace stallscope::gui
