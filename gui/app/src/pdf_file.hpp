#pragma once

#include <string>

namespace stallscope::gui {

/// Writes an SVG drawing as a PDF of one page with the size of the drawing. Lines and texts remain
/// vector graphics. Returns the error as a sentence; empty: none. Fails in a build without librsvg.
[[nodiscard]] std::string write_pdf(const std::string& file, const std::string& svg);

} // namespace stallscope::gui
