#include "graph/notation/examples.hpp"
#include "machine/machine_file.hpp"
#include "model/analysis/cold_caches.hpp"
#include "model/run/opened_file.hpp"
#include "programs/shipped.hpp"
#include "sched/schedule.hpp"
#include "training/schedules/schedules.hpp"
#include "view/teaching/lesson_panel.hpp"
#include "view/teaching/quiz_panel.hpp"
#include "view/widgets/focus.hpp"
#include "view/widgets/typed_field.hpp"
#include "view/window/interface.hpp"
#include "window/export_list.hpp"
#include "window/panel_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <tuple>
#include <utility>

// Effects of keys, commands and exports.
namespace stallscope::gui {

namespace {

std::optional<DiagramWish> diagram_wish_of(unsigned letter) {
  switch (letter) {
  case 'b':
    return DiagramWish::bookmark;
  case 'n':
    return DiagramWish::next_bookmark;
  case 'p':
    return DiagramWish::previous_bookmark;
  case '/':
    return DiagramWish::search;
  case 'c':
    return DiagramWish::present;
  default:
    return std::nullopt;
  }
}

} // namespace

std::string Interface::export_name(std::string_view ending) const {
  return fmt::format("stallscope-{}-{}.{}", panel_name(looks.panel), runs_.transport().cycle(),
                     ending);
}

void Interface::draw_export(const Ui& ui) {
  if (!ImGui::BeginPopup("export", ImGuiWindowFlags_NoNavInputs))
    return;
  using Format = ExportWish::Format;
  const auto entry = [](const std::string& id, const std::string& words) {
    const bool chosen = list_line("export_" + id, words, false);
    if (chosen)
      ImGui::CloseCurrentPopup();
    return chosen;
  };
  for (unsigned scale = 1; scale <= 4; ++scale)
    if (entry(fmt::format("png_{}", scale), fmt::format("{} {}x", tr(Text::export_png), scale)))
      shared.export_wish = {Format::png, scale};
  for (const auto& [format, words] : kExportFiles)
    if (entry(fmt::format("file_{}", static_cast<int>(format)), tr(words)))
      shared.export_wish = {format, 1};
  for (const auto& [format, words] : kExportCopies)
    if (entry(fmt::format("copy_{}", static_cast<int>(format)), tr(words)))
      copy_export(format);
  ImGui::Separator();
  const auto last =
      static_cast<int>(std::min<std::uint64_t>(runs_.transport().last_cycle(), 1U << 30));
  if (ImGui::IsWindowAppearing())
    export_cycles_ = {1, std::max(last, 1)};
  for (const auto& [id, words, which] : {std::tuple("export_from", Text::export_from, 0U),
                                         std::tuple("export_to", Text::export_to, 1U)}) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(tr(words));
    ImGui::SameLine(style_.sizes.body * 7);
    if (const auto cycle = number_field(ui, id, export_cycles_.at(which), 1, std::max(last, 1),
                                        style_.sizes.body * 8))
      export_cycles_.at(which) = static_cast<int>(*cycle);
  }
  for (const auto& [format, words] : kExportCycles)
    if (entry(fmt::format("cycles_{}", static_cast<int>(format)), tr(words)))
      shared.export_wish = {format, 1, static_cast<std::uint64_t>(export_cycles_[0]),
                            static_cast<std::uint64_t>(export_cycles_[1])};
  ImGui::EndPopup();
}

Result<std::string> Interface::exported(ExportFormat format) {
  return panel()->exported(style_, runs_, format);
}

/// Copies an export to the clipboard, as text for documents.
void Interface::copy_export(ExportFormat format) {
  const Result<std::string> text = exported(format);
  if (!text) {
    shared.message = text.diagnostics().front().message;
    return;
  }
  ImGui::SetClipboardText(text->c_str());
  shared.message = tr(Text::copy_done, {fmt::format("{}", text->size())});
}

/// Writes exports except pictures, which need OpenGL and are written by the owner of the window.
void Interface::write_export() {
  if (!shared.export_wish || shared.export_wish->is_picture())
    return;
  const ExportFormat format =
      shared.export_wish->format == ExportWish::Format::svg   ? ExportFormat::svg
      : shared.export_wish->format == ExportWish::Format::csv ? ExportFormat::csv
                                                              : ExportFormat::json;
  shared.export_wish.reset();
  const Result<std::string> text = exported(format);
  if (!text) {
    shared.message = text.diagnostics().front().message;
    return;
  }
  const std::string file = export_name(ending_of(format));
  const std::string why = write_whole_file(file, *text);
  shared.message = why.empty() ? tr(Text::export_done, {std::filesystem::absolute(file).string()})
                               : tr(Text::save_failed, {file, why});
}

void Interface::take_files(const std::vector<std::string>& files) {
  if (files.empty())
    return;
  document_.open(files.front(), runs_);
  if (files.size() < 2)
    return;
  runs_.open_b(with_file(runs_.run(Side::a).spec(), files[1]));
}

void Interface::new_program() {
  RunSpec spec = runs_.run(Side::a).spec();
  if (spec.subject != Subject::program)
    spec = RunSpec();
  const auto notation = notation_of(spec.program);
  spec.program = {};
  spec.program.name = tr(Text::new_name);
  spec.program.text = std::string();
  spec.program.isa = notation.value_or(isa::Isa::riscv);
  spec.scheduler.clear();
  runs_.open_a(std::move(spec));
  looks.panel = PanelId::editor;
  shared.focus_editor = true;
}

void Interface::larger_letters(float times) {
  looks.text_scale = std::clamp(looks.text_scale * times, 0.7F, 3.0F);
}

void Interface::toggle_what_is() {
  what_is_.toggle();
  shared.message = what_is_.on() ? tr(Text::what_is_on) : "";
}

/// The steps refer to parts of the table and of the window around it.
void Interface::start_tour() {
  split_.set({PanelId::table});
  looks.panel = PanelId::table;
  tour_.start();
}

/// The keyboard goes to the lesson's question: into the field, or to the first choice.
void Interface::go_to_answer() {
  if (shared.lesson.lesson() == nullptr || !shared.lesson.step().question)
    return;
  const bool choices = !shared.lesson.step().question->choices.empty();
  focus_on(choices ? "choice_0" : "answer", choices ? FocusAct::none : FocusAct::type);
}

/// In the diagram if that has the keyboard, otherwise in the table.
void Interface::go_in_cells(CursorKey key) {
  if (looks.panel == PanelId::diagram) {
    shared.diagram_key = key;
    return;
  }
  looks.panel = PanelId::table;
  shared.cursor_key = key;
}

void Interface::toggle_chain() {
  shared.show_chain = !shared.show_chain;
  shared.chain_wish = shared.show_chain;
  if (shared.show_chain && looks.panel != PanelId::diagram)
    looks.panel = PanelId::table;
}

/// In the scheduling panel arrow keys select an instruction, with Alt they move it.
bool Interface::take_order_keys() {
  if (looks.panel != PanelId::schedule)
    return false;
  const bool up = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_UpArrow));
  const bool down = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_DownArrow));
  if (!up && !down)
    return false;
  shared.order_key = ImGui::GetIO().KeyAlt ? (up ? OrderKey::move_up : OrderKey::move_down)
                     : up                  ? OrderKey::up
                                           : OrderKey::down;
  return true;
}

/// Enter clicks the focused element. Without focus in a table or diagram, it asks why a cell waits
/// (in a diagram with a search it goes to the next match until there is a cursor), and arrow keys
/// move the cell cursor once it exists.
bool Interface::take_cursor_keys() {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  const bool enter = pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeyPadEnter);
  if (enter && !focused().empty()) {
    click_focused();
    return true;
  }
  const ImGuiIO& io = ImGui::GetIO();
  const bool diagram = looks.panel == PanelId::diagram;
  if (enter && diagram && (io.KeyShift || !shared.diagram_cursor)) {
    shared.diagram_wish = io.KeyShift ? DiagramWish::previous_hit : DiagramWish::next_hit;
    return true;
  }
  if ((looks.panel != PanelId::table && !diagram) || io.KeyCtrl || io.KeyShift || io.KeyAlt)
    return false;
  const bool cursor = diagram ? shared.diagram_cursor : shared.cell_cursor;
  std::optional<CursorKey> key;
  if (enter)
    key = CursorKey::why;
  else if (pressed(ImGuiKey_UpArrow))
    key = CursorKey::up;
  else if (pressed(ImGuiKey_DownArrow))
    key = CursorKey::down;
  else if (cursor && pressed(ImGuiKey_LeftArrow))
    key = CursorKey::left;
  else if (cursor && pressed(ImGuiKey_RightArrow))
    key = CursorKey::right;
  else if (cursor && pressed(ImGuiKey_Backspace))
    key = CursorKey::back;
  if (key)
    (diagram ? shared.diagram_key : shared.cursor_key) = key;
  return key.has_value();
}

/// In what is open over the panels Tab and the arrows go from entry to entry, Enter chooses.
void Interface::take_popup_keys() {
  const ImGuiIO& io = ImGui::GetIO();
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  if (io.WantTextInput)
    return;
  if (pressed(ImGuiKey_Tab))
    focus_next(io.KeyShift);
  else if (pressed(ImGuiKey_DownArrow) || pressed(ImGuiKey_UpArrow))
    focus_next(pressed(ImGuiKey_UpArrow));
  else if (focus_in_sight() &&
           (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false) ||
            ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter), false)))
    click_focused();
}

void Interface::take_keys() {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup))
    take_popup_keys();
  if (io.WantTextInput || ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup))
    return;
  Transport& transport = runs_.transport();
  const auto pressed = [](ImGuiKey key, bool repeat = true) {
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeat);
  };
  if (pressed(ImGuiKey_Tab))
    focus_next(io.KeyShift);
  if (shared.lesson.lesson() != nullptr && pressed(ImGuiKey_PageDown, false))
    next_step(shared);
  if (shared.lesson.lesson() != nullptr && pressed(ImGuiKey_PageUp, false) && shared.lesson.back())
    shared.scene_changed = true;
  if (pressed(ImGuiKey_Space, false))
    transport.toggle();
  if (take_cursor_keys() || take_order_keys())
    return;
  if (pressed(ImGuiKey_RightArrow))
    io.KeyShift ? runs_.to_stall(true) : transport.step(io.KeyCtrl ? 10 : 1);
  if (pressed(ImGuiKey_LeftArrow))
    io.KeyShift ? runs_.to_stall(false) : transport.step_back(io.KeyCtrl ? 10 : 1);
  if (pressed(ImGuiKey_Home))
    transport.to_start();
  if (pressed(ImGuiKey_End))
    transport.to_end();
  if (io.KeyCtrl && pressed(ImGuiKey_Z))
    shared.undo_wish = io.KeyShift ? UndoWish::redo : UndoWish::undo;
  if (io.KeyCtrl && pressed(ImGuiKey_Y))
    shared.undo_wish = UndoWish::redo;
  if (io.KeyCtrl)
    return; // other Ctrl shortcuts come from the window, since ImGui has no names for letter keys
  for (const ImWchar letter : io.InputQueueCharacters)
    take_letter(letter);
}

/// Letters count in both cases: with Caps Lock, and as the key sheet prints them.
void Interface::take_letter(unsigned typed) {
  const unsigned letter = typed >= 'A' && typed <= 'Z' ? typed - 'A' + 'a' : typed;
  if (letter == '?')
    palette_.open_cheat_sheet();
  else if (letter == 'g')
    go_to_.open();
  else if (letter == 'a')
    go_to_answer();
  else if (letter == 'i')
    toggle_what_is();
  else if (letter == 'w')
    toggle_chain();
  else if (letter == ']')
    shared.order_key = OrderKey::next_decision;
  else if (letter == '[')
    shared.order_key = OrderKey::decision_before;
  else if (letter == '+')
    runs_.transport().faster();
  else if (letter == '-')
    runs_.transport().slower();
  else if (const auto wish = diagram_wish_of(letter)) {
    shared.diagram_wish = wish;
    looks.panel = PanelId::diagram;
  } else
    for (const PanelEntry& entry : kPanels)
      if (letter == static_cast<unsigned char>(entry.key))
        looks.panel = entry.id;
}

} // namespace stallscope::gui
