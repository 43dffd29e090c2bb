#include "model/language/strings.hpp"
#include "processor/structures_parts.hpp"
#include "view/processor/structures_panel.hpp"
#include "view/widgets/focus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <imgui_stdlib.h>
#include <string_view>

// Memory view and editing of values in the structures panel.
namespace stallscope::gui {

namespace {

constexpr const char* kEdit = "edit_value";

} // namespace

float StructuresPanel::draw_memory_bar(Ui& ui, const Rect& column, float top, const Run& run,
                                       Side side) {
  const auto index = static_cast<std::size_t>(side);
  StructuresModel& model = models_[index];
  const char* which = side == Side::a ? "a" : "b";
  const float height = row_height(ui);
  const std::string title = tr(Text::panel_memory);
  draw_section_title(ui, {column.left, top, column.right, top + height}, title);
  float x = column.left + ui.canvas.text_width(title, Face::bold, ui.style.sizes.body) + ui.px(18);
  const float width = std::min(ui.style.sizes.body * 13, column.right - x - ui.px(80));
  if (width > ui.px(60)) {
    ImGui::SetCursorScreenPos({x, top});
    ImGui::SetNextItemWidth(width);
    const std::string id = fmt::format("memory_where_{}", which);
    focus_field(ui, id);
    if (ImGui::InputTextWithHint(fmt::format("##memory_{}", which).c_str(), tr(Text::memory_where),
                                 &where_[index], ImGuiInputTextFlags_EnterReturnsTrue))
      lost_[index] = model.go_to(run, where_[index]);
    (void)leave_field(id);
    x += width + ui.px(6);
  }
  const float square = height - ui.px(2);
  const std::uint64_t page = 16 * model.memory_lines;
  if (text_button(ui, fmt::format("memory_up_{}", which), "↑", {x, top, x + square, top + square},
                  tr(Text::memory_page_up)))
    model.memory_address -= std::min(page, model.memory_address);
  x += square + ui.px(4);
  if (text_button(ui, fmt::format("memory_down_{}", which), "↓", {x, top, x + square, top + square},
                  tr(Text::memory_page_down)))
    model.memory_address += std::min<std::uint64_t>(page, ~15ULL - model.memory_address);
  x += square + ui.px(12);
  draw_label(ui.canvas, {x, top, column.right, top + height}, lost_[index], Face::text,
             ui.style.sizes.body, ui.colours().bad, Align::left);
  return top + height + ui.px(4);
}

float StructuresPanel::draw_memory(Ui& ui, const Rect& column, float top,
                                   const StructuresView& view, Run& run, Side side) {
  if (view.memory.empty())
    return top;
  const Palette& c = ui.colours();
  const float height = row_height(ui);
  top = draw_memory_bar(ui, column, top, run, side);
  const float size = ui.style.sizes.small;
  const float digit = ui.canvas.text_width("0", Face::mono, size);
  const std::size_t shown =
      (column.width() - 10 * digit) / (digit * 3) >= 16 + 6 ? std::size_t{16} : std::size_t{8};
  for (const MemoryLine& line : view.memory)
    for (std::size_t first = 0; first < line.bytes.size(); first += shown) {
      draw_label(ui.canvas, {column.left, top, column.left + digit * 11, top + height},
                 fmt::format("{:08x}", line.address + first), Face::mono, size, c.text_dim,
                 Align::left);
      for (std::size_t i = first; i < first + shown; ++i) {
        const float x = column.left + digit * (11 + 3 * static_cast<float>(i - first));
        const Rect cell{x - digit * 0.4F, top + ui.px(2), x + digit * 2.4F,
                        top + height - ui.px(2)};
        draw_byte(ui, cell, line, i, side);
      }
      draw_label(ui.canvas,
                 {column.left + digit * (12 + 3 * static_cast<float>(shown)), top, column.right,
                  top + height},
                 std::string_view(line.text).substr(first, shown), Face::mono, size, c.text_dim,
                 Align::left);
      top += height * 0.85F;
    }
  return top + ui.px(10);
}

/// A byte that can be clicked to edit it.
void StructuresPanel::draw_byte(Ui& ui, const Rect& cell, const MemoryLine& line, std::size_t i,
                                Side side) {
  const Palette& c = ui.colours();
  const std::uint64_t address = line.address + i;
  const Touch state = touch(fmt::format("byte_{}_{:x}", static_cast<int>(side), address), cell);
  if (line.changed[i])
    mark_change(ui, cell);
  else if (state.hovered)
    ui.canvas.fill(cell, c.raised, ui.px(3));
  if (state.hovered)
    tooltip(ui, fmt::format("{:#x}\n{}", address, tr(Text::memory_edit_hint)));
  if (state.clicked) {
    edited_side_ = side;
    edited_ = kNoRegister;
    edited_address_ = address;
    edited_name_ = fmt::format("{:#x}", address);
    value_ = fmt::format("{:02x}", line.bytes[i]);
    problem_.clear();
    opening_ = true;
  }
  draw_label(ui.canvas, cell, fmt::format("{:02x}", line.bytes[i]), Face::mono,
             ui.style.sizes.small,
             line.bytes[i] == 0 && !line.changed[i] ? c.text_dim.faded(0.6F) : c.text);
}

void StructuresPanel::draw_edit(Ui& ui, Comparison& runs) {
  if (opening_)
    ImGui::OpenPopup(kEdit);
  if (!ImGui::BeginPopup(kEdit)) {
    opening_ = false;
    return;
  }
  const bool bytes = edited_ == kNoRegister;
  ImGui::TextUnformatted(
      tr(bytes ? Text::edit_memory : Text::edit_register, {edited_name_}).c_str());
  if (opening_)
    ImGui::SetKeyboardFocusHere();
  opening_ = false;
  ImGui::SetNextItemWidth(ui.px(260));
  if (ImGui::InputText("##value", &value_,
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll)) {
    Run& run = runs.run(edited_side_);
    const std::uint64_t cycle = runs.cycle(edited_side_);
    problem_ = bytes ? StructuresModel::set_bytes(run, cycle, edited_address_, value_)
                     : StructuresModel::set_register(run, cycle, edited_, value_);
    if (problem_.empty())
      ImGui::CloseCurrentPopup();
    else
      ImGui::SetKeyboardFocusHere(-1); // to correct the input
  }
  if (!problem_.empty())
    ImGui::TextColored(vec4(ui.colours().bad), "%s", problem_.c_str());
  ImGui::EndPopup();
}

} // namespace stallscope::gui
