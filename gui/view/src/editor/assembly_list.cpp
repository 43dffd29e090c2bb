#include "model/language/strings.hpp"
#include "view/editor/editor_panel.hpp"

#include <fmt/format.h>

#include <algorithm>

// The machine code beside a C text: lines of the same colour correspond.
namespace stallscope::gui {

namespace {

/// Draws the current stages of a line's instruction; returns the right end.
void draw_chips(Ui& ui, const Rect& room, const std::vector<AssemblyMark>& marks,
                std::uint64_t pc) {
  const Palette& c = ui.colours();
  float x = room.left;
  for (const AssemblyMark& mark : marks) {
    if (mark.pc != pc)
      continue;
    const Colour colour = c.operations[mark.color];
    const float width =
        ui.canvas.text_width(mark.stage, Face::bold, ui.style.sizes.small) + ui.px(8);
    if (x + width > room.right)
      break;
    const Rect chip{x, room.top + ui.px(1), x + width, room.bottom - ui.px(1)};
    ui.canvas.fill(chip, mark.stalled ? mixed(c.surface, colour, 0.25F) : colour, ui.px(3));
    if (mark.stalled)
      ui.canvas.outline(chip, colour, ui.style.stroke, ui.px(3));
    draw_label(ui.canvas, chip, mark.stage, Face::bold, ui.style.sizes.small,
               mark.stalled ? c.text : ink_on(colour));
    x = chip.right + ui.px(3);
  }
}

} // namespace

bool EditorPanel::shows_assembly(const Run& run) const {
  return assembly_shown_ && model_.is_compiled() && run.program() != nullptr &&
         run.program()->lines != nullptr;
}

void EditorPanel::draw_assembly(Ui& ui, const Rect& rect, Comparison& runs, Shared& shared) {
  Run& run = runs.run(Side::a);
  const std::vector<AssemblyLine>& lines = assembly_.lines(run.shared_program(), model_.name());
  plate(ui, rect);
  const Palette& c = ui.colours();
  const float height = ui.style.sizes.body + ui.px(4);
  const float margin = ui.style.sizes.body * 5;
  const std::vector<AssemblyMark> marks = AssemblyModel::marks(run, runs.cycle(Side::a));
  ScrollArea scroll(ui, "assembly", rect.inset(ui.px(4)));
  Ui& inner = scroll.ui();
  const Point origin = scroll.origin();
  const Point pointer = point(ImGui::GetIO().MousePos);
  const bool inside = rect.contains(pointer);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const AssemblyLine& line = lines[i];
    const float y = origin.y + height * static_cast<float>(i);
    const Rect whole{origin.x, y, origin.x + scroll.width(), y + height};
    const bool seen = line.line != 0 && shared.line_seen == line.line;
    // Scrolls to the first instruction of the line under the pointer in another panel.
    if (seen && !inside && assembly_line_ != line.line) {
      assembly_line_ = line.line;
      if (y < rect.top || y + height > rect.bottom)
        ImGui::SetScrollY(
            std::max(0.0F, height * static_cast<float>(i) - rect.height() / 2 + height));
    }
    if (!whole.meets(rect))
      continue;
    if (line.label) {
      draw_label(inner.canvas, whole, line.text, Face::mono, ui.style.sizes.body, c.warning,
                 Align::left);
      continue;
    }
    inner.canvas.fill(
        whole, c.operations[AssemblyModel::color_of_line(line.line)].faded(seen ? 0.42F : 0.2F));
    if (inside && whole.contains(pointer))
      shared.line_pointed = line.line;
    draw_chips(inner, {whole.left + ui.px(2), y, whole.left + margin, y + height}, marks, line.pc);
    const std::string words = fmt::format("{:>6x}  {}", line.pc, line.text);
    draw_label(inner.canvas, {whole.left + margin, y, whole.right, y + height}, words, Face::mono,
               ui.style.sizes.body, c.text, Align::left);
    keep_place(fmt::format("assembly_{:x}", line.pc), whole);
  }
  scroll.set_size(1, height * static_cast<float>(lines.size()));
}

} // namespace stallscope::gui
