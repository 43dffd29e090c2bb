#include "base/csv.hpp"
#include "model/language/strings.hpp"
#include "view/analysis/machine_panel.hpp"
#include "view/canvas/svg_drawing.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

// Exports of the machine options panel.
namespace stallscope::gui {

namespace {

using Options = std::vector<const MachineOption*>;

/// Draws the options as listed in the panel, with changed ones highlighted.
void draw_options(Canvas& canvas, const Style& style, const Rect& area, const std::string& title,
                  const Options& options) {
  const Palette& c = style.colours;
  const float line = style.sizes.body + style.px(12);
  float y = area.top;
  const auto label = [&](float from, float to, std::string_view words, Face face, Colour colour) {
    const Rect place{area.left + area.width() * from, y, area.left + area.width() * to, y + line};
    draw_label(canvas, place, elided(canvas, words, face, style.sizes.body, place.width()), face,
               style.sizes.body, colour, Align::left);
  };
  label(0, 1, title, Face::bold, c.text);
  y += line;
  std::string group;
  for (const MachineOption* option : options) {
    if (option->group != group) {
      group = option->group;
      label(0, 1, group, Face::bold, c.text_dim);
      y += line;
    }
    label(0.02F, 0.24F, option->label, Face::text, option->changed() ? c.warning : c.text);
    label(0.25F, 0.49F, option->value, Face::bold, option->changed() ? c.warning : c.text);
    label(0.5F, 1, option->meaning(), Face::text, c.text_dim);
    y += line;
  }
}

float height_of(const Style& style, const Options& options) {
  std::size_t lines = 1 + options.size();
  std::string group;
  for (const MachineOption* option : options) {
    lines += option->group != group ? 1 : 0;
    group = option->group;
  }
  return static_cast<float>(lines) * (style.sizes.body + style.px(12));
}

} // namespace

Result<std::string> MachinePanel::exported(const Style& style, Comparison& runs,
                                           ExportFormat format) {
  const Options options = options_.matching(filter_);
  const std::string machine = runs.run(side_).spec().machine;
  if (format == ExportFormat::csv) {
    std::string csv = "option,value,preset\n";
    for (const MachineOption* option : options)
      csv += fmt::format("{},{},{}\n", csv_field(option->key), csv_field(option->value),
                         csv_field(option->preset_value));
    return csv;
  }
  if (format == ExportFormat::json) {
    nlohmann::json json{{"machine", machine}, {"options", nlohmann::json::array()}};
    for (const MachineOption* option : options)
      json["options"].push_back({{"key", option->key},
                                 {"value", option->value},
                                 {"preset", option->preset_value},
                                 {"meaning", option->meaning()}});
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  }
  if (format != ExportFormat::svg)
    return nothing_to_export();
  const Rect area{0, 0, style.px(1200), height_of(style, options)};
  return drawn_as_svg(style, area.inset(-style.px(16)),
                      [&](Canvas& canvas) { draw_options(canvas, style, area, machine, options); });
}

} // namespace stallscope::gui
