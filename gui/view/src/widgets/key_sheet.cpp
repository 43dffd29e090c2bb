#include "widgets/key_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::gui {

namespace {

/// Keyboard commands below one heading.
struct Group {
  Text heading;
  std::vector<const Command*> commands;
};

std::vector<Group> groups_of(const std::vector<Command>& commands) {
  std::vector<Group> groups;
  for (const Command& command : commands) {
    if (command.keys.empty())
      continue;
    const auto found = std::find_if(groups.begin(), groups.end(), [&command](const Group& group) {
      return group.heading == command.group;
    });
    if (found == groups.end())
      groups.push_back({command.group, {&command}});
    else
      found->commands.push_back(&command);
  }
  return groups;
}

/// Draws "Ctrl Shift S" as three keys side by side.
void draw_keys(Ui& ui, Point at, float height, std::string_view keys) {
  const Palette& c = ui.colours();
  const float size = ui.style.sizes.small;
  while (!keys.empty()) {
    const std::size_t end = std::min(keys.find(' '), keys.size());
    const std::string_view key = keys.substr(0, end);
    const float width = std::max(height, ui.canvas.text_width(key, Face::text, size) + ui.px(12));
    const Rect cap{at.x, at.y, at.x + width, at.y + height};
    ui.canvas.fill(cap, c.raised, ui.px(4));
    ui.canvas.outline(cap, c.line_strong, ui.style.stroke, ui.px(4));
    draw_label(ui.canvas, cap, key, Face::text, size, c.text);
    at.x += width + ui.px(4);
    keys.remove_prefix(std::min(end + 1, keys.size()));
  }
}

/// How many columns of at most this height the groups fill, in their order.
std::size_t columns_of(const std::vector<Group>& groups, float line, float gap, float limit) {
  std::size_t columns = 1;
  float y = 0;
  for (const Group& group : groups) {
    const float height = line * static_cast<float>(group.commands.size() + 1);
    if (y > 0 && y + height > limit) {
      ++columns;
      y = 0;
    }
    y += height + gap;
  }
  return columns;
}

} // namespace

KeySheet::KeySheet(const Ui& ui, const std::vector<Command>& commands, Point room)
    : line_height_(ui.style.sizes.body + ui.px(10)), keys_width_(ui.style.sizes.small * 9.5F) {
  const std::vector<Group> groups = groups_of(commands);
  const float gap = ui.px(28);            // between columns
  const float between = line_height_ / 2; // groups
  for (const Group& group : groups) {
    for (const Command* command : group.commands)
      column_width_ =
          std::max(column_width_, keys_width_ + ui.canvas.text_width(command->title, Face::text,
                                                                     ui.style.sizes.body));
  }
  const auto columns =
      static_cast<std::size_t>(std::clamp((room.x + gap) / (column_width_ + gap), 1.0F, 3.0F));
  float limit = line_height_; // the least height that all columns can have
  while (columns_of(groups, line_height_, between, limit) > columns)
    limit += between;
  Point at;
  std::size_t column = 0;
  for (const Group& group : groups) {
    const float height = line_height_ * static_cast<float>(group.commands.size() + 1);
    if (at.y > 0 && at.y + height > limit)
      at = {static_cast<float>(++column) * (column_width_ + gap), 0};
    lines_.push_back({at, nullptr, group.heading});
    at.y += line_height_;
    for (const Command* command : group.commands) {
      lines_.push_back({at, command, group.heading});
      at.y += line_height_;
    }
    size_.y = std::max(size_.y, at.y);
    at.y += between;
  }
  size_.x = static_cast<float>(column + 1) * (column_width_ + gap) - gap;
}

void KeySheet::draw(Ui& ui, Point at) const {
  for (const Line& line : lines_) {
    const Point start = at + line.at;
    const Rect whole{start.x, start.y, start.x + column_width_ + 1, start.y + line_height_};
    if (line.command == nullptr) {
      draw_section_title(ui, whole, tr(line.heading));
      keep_place(fmt::format("keys_{}", tr(line.heading)), whole);
      continue;
    }
    draw_keys(ui, {start.x, start.y + ui.px(3)}, line_height_ - ui.px(6), line.command->keys);
    draw_label(ui.canvas, {whole.left + keys_width_, whole.top, whole.right, whole.bottom},
               line.command->title, Face::text, ui.style.sizes.body, ui.colours().text,
               Align::left);
  }
}

} // namespace stallscope::gui
