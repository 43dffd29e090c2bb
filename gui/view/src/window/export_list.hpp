#pragma once

#include "model/files/exports.hpp"
#include "model/language/strings.hpp"
#include "view/window/panel.hpp"

#include <array>
#include <utility>

namespace stallscope::gui {

// What a panel is exported as, in the order in which menu and palette list it; pictures in sizes
// come before.
inline constexpr std::array<std::pair<ExportWish::Format, Text>, 4> kExportFiles{
    {{ExportWish::Format::svg, Text::export_svg},
     {ExportWish::Format::pdf, Text::export_pdf},
     {ExportWish::Format::csv, Text::export_csv},
     {ExportWish::Format::json, Text::export_json}}};
inline constexpr std::array<std::pair<ExportFormat, Text>, 3> kExportCopies{
    {{ExportFormat::text, Text::copy_text},
     {ExportFormat::markdown, Text::copy_markdown},
     {ExportFormat::latex, Text::copy_latex}}};
/// Of a stretch of cycles.
inline constexpr std::array<std::pair<ExportWish::Format, Text>, 3> kExportCycles{
    {{ExportWish::Format::gif, Text::export_gif},
     {ExportWish::Format::webp, Text::export_webp},
     {ExportWish::Format::series, Text::export_series}}};

} // namespace stallscope::gui
