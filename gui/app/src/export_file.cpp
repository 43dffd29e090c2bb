#include "export_file.hpp"

#include "model/files/settings.hpp"
#include "model/language/strings.hpp"
#include "pdf_file.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <imgui.h>

namespace stallscope::gui {

namespace {

/// Renders frames until panels have their layout and data.
constexpr int kSettlingFrames = 4;

ExportFormat format_of(const std::string& file) {
  return file.ends_with(".svg") || file.ends_with(".pdf") ? ExportFormat::svg
         : file.ends_with(".csv")                         ? ExportFormat::csv
                                                          : ExportFormat::json;
}

} // namespace

int write_export(const Options& options, Comparison& runs, Interface& interface) {
  ImGui::GetIO().DisplaySize = {static_cast<float>(options.width == 0 ? 1280 : options.width),
                                static_cast<float>(options.height == 0 ? 720 : options.height)};
  for (int frame = 0; frame < kSettlingFrames; ++frame) {
    ImGui::GetIO().DeltaTime = 1.0F; // all animations have ended
    (void)interface.prepare();
    ImGui::NewFrame();
    interface.draw();
    ImGui::Render(); // the draw lists are not rasterised
    runs.wait();
    runs.update(1.0);
  }
  const Result<std::string> text = interface.exported(format_of(options.export_file));
  if (!text) {
    fmt::print(stderr, "error: {}\n", text.diagnostics().front().message);
    return 2;
  }
  std::string why;
  if (options.export_file.ends_with(".pdf")) {
    why = write_pdf(options.export_file, *text);
  } else {
    why = write_whole_file(options.export_file, *text);
    why = why.empty() ? why : tr(Text::save_failed, {options.export_file, why});
  }
  if (why.empty())
    return 0;
  fmt::print(stderr, "error: {}\n", why);
  return 2;
}

} // namespace stallscope::gui
