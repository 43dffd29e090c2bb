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
#include "window/panel_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <tuple>
#include <utility>

// What the interface does for keys, commands and exports.
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
  if (!ImGui::BeginPopup("export"))
    return;
  using Format = ExportWish::Format;
  for (unsigned scale = 1; scale <= 4; ++scale)
    if (ImGui::Selectable(fmt::format("{} {}x", tr(Text::export_png), scale).c_str()))
      shared.export_wish = {Format::png, scale};
  for (const auto& [format, words] :
       {std::pair(Format::svg, Text::export_svg), std::pair(Format::pdf, Text::export_pdf),
        std::pair(Format::csv, Text::export_csv), std::pair(Format::json, Text::export_json)})
    if (ImGui::Selectable(tr(words)))
      shared.export_wish = {format, 1};
  for (const auto& [format, words] : {std::pair(ExportFormat::text, Text::copy_text),
                                      std::pair(ExportFormat::markdown, Text::copy_markdown),
                                      std::pair(ExportFormat::latex, Text::copy_latex)})
    if (ImGui::Selectable(tr(words)))
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
  for (const auto& [format, words] :
       {std::pair(Format::gif, Text::export_gif), std::pair(Format::webp, Text::export_webp),
        std::pair(Format::series, Text::export_series)})
    if (ImGui::Selectable(tr(words)))
      shared.export_wish = {format, 1, static_cast<std::uint64_t>(export_cycles_[0]),
                            static_cast<std::uint64_t>(export_cycles_[1])};
  ImGui::EndPopup();
}

Result<std::string> Interface::exported(ExportFormat format) {
  return panel()->exported(style_, runs_, format);
}

/// To the clipboard, as a text for documents.
void Interface::copy_export(ExportFormat format) {
  const Result<std::string> text = exported(format);
  if (!text) {
    shared.message = text.diagnostics().front().message;
    return;
  }
  ImGui::SetClipboardText(text->c_str());
  shared.message = tr(Text::copy_done, {fmt::format("{}", text->size())});
}

/// All but pictures, which need OpenGL: those are for whoever owns the window.
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

std::vector<Command> Interface::commands() {
  Transport& transport = runs_.transport();
  std::vector<Command> all;
  const auto add = [&all](Text group, std::vector<Command> commands) {
    for (Command& command : commands) {
      command.group = group;
      all.push_back(std::move(command));
    }
  };
  add(Text::menu_run,
      {{tr(Text::transport_play), "Space", [&transport] { transport.toggle(); }},
       {tr(Text::transport_step), "→", [&transport] { transport.step(); }},
       {tr(Text::transport_step_back), "←", [&transport] { transport.step_back(); }},
       {fmt::format("{} × 10", tr(Text::transport_step)), "Ctrl →",
        [&transport] { transport.step(10); }},
       {fmt::format("{} × 10", tr(Text::transport_step_back)), "Ctrl ←",
        [&transport] { transport.step_back(10); }},
       {tr(Text::transport_next_stall), "Shift →", [this] { runs_.to_stall(true); }},
       {tr(Text::transport_previous_stall), "Shift ←", [this] { runs_.to_stall(false); }},
       {tr(Text::transport_start), "Home", [&transport] { transport.to_start(); }},
       {tr(Text::transport_end), "End", [&transport] { transport.to_end(); }},
       {tr(Text::go_to), "G", [this] { go_to_.open(); }},
       {fmt::format("{} +", tr(Text::transport_speed)), "+", [&transport] { transport.faster(); }},
       {fmt::format("{} −", tr(Text::transport_speed)), "-",
        [&transport] { transport.slower(); }}});
  add(Text::menu_file,
      {{tr(Text::open_file), "Ctrl O", [this] { shared.file_wish = FileWish::open; }},
       {tr(Text::save), "Ctrl S", [this] { shared.file_wish = FileWish::save; }},
       {tr(Text::save_as), "Ctrl Shift S", [this] { shared.file_wish = FileWish::save_as; }},
       {tr(Text::new_program), "Ctrl N", [this] { new_program(); }}});
  if (shared.makes_links)
    add(Text::menu_file, {{tr(Text::share_link), {}, [this] { shared.link_wish = true; }}});
  add(Text::menu_edit, {{tr(Text::undo), "Ctrl Z", [this] { shared.undo_wish = UndoWish::undo; }},
                        {tr(Text::redo), "Ctrl Y", [this] { shared.undo_wish = UndoWish::redo; }}});
  add(Text::menu_view,
      {{tr(Text::presenter_mode), "F11", [this] { looks.presenter = !looks.presenter; }},
       {tr(Text::command_palette), "Ctrl P", [this] { palette_.open(); }},
       {tr(Text::cheat_sheet), "?", [this] { palette_.open_cheat_sheet(); }},
       {tr(Text::what_is), "I", [this] { toggle_what_is(); }},
       {tr(Text::tour), {}, [this] { start_tour(); }},
       {tr(Text::next_control), "Tab", [] { focus_next(false); }},
       {tr(Text::click_control), "Enter", [] { click_focused(); }},
       {tr(Text::cell_why), "↓ Enter", [this] { go_in_table(CursorKey::why); }},
       {tr(Text::cell_back), "Backspace", [this] { go_in_table(CursorKey::back); }},
       {tr(Text::chain_key), "W", [this] { toggle_chain(); }},
       {tr(Text::hide_future), {}, [this] { shared.hide_future = !shared.hide_future; }},
       {fmt::format("{} +", tr(Text::font_size)), "Ctrl +", [this] { larger_letters(1.1F); }},
       {fmt::format("{} −", tr(Text::font_size)), "Ctrl -", [this] { larger_letters(1 / 1.1F); }}});
  add(Text::panel_lessons, {{tr(Text::lesson_next), "PgDn",
                             [this] {
                               if (shared.lesson.lesson() != nullptr)
                                 next_step(shared);
                             }},
                            {tr(Text::lesson_back), "PgUp", [this] {
                               if (shared.lesson.lesson() != nullptr && shared.lesson.back())
                                 shared.scene_changed = true;
                             }}});
  for (const auto& [wish, words, key] :
       {std::tuple(OrderKey::move_up, Text::move_up, "Alt ↑"),
        std::tuple(OrderKey::move_down, Text::move_down, "Alt ↓"),
        std::tuple(OrderKey::next_decision, Text::decision_next, "]"),
        std::tuple(OrderKey::decision_before, Text::decision_back, "[")})
    add(Text::panel_schedule, {{tr(words), key, [this, asked = wish] {
                                  looks.panel = PanelId::schedule;
                                  shared.order_key = asked;
                                }}});
  for (const auto& [wish, words, key] :
       {std::tuple(DiagramWish::bookmark, Text::bookmark, "B"),
        std::tuple(DiagramWish::next_bookmark, Text::bookmark_next, "N"),
        std::tuple(DiagramWish::previous_bookmark, Text::bookmark_previous, "P"),
        std::tuple(DiagramWish::search, Text::panel_search, "/"),
        std::tuple(DiagramWish::next_hit, Text::search_next, "Enter"),
        std::tuple(DiagramWish::previous_hit, Text::search_previous, "Shift Enter"),
        std::tuple(DiagramWish::present, Text::diagram_present, "C")})
    add(Text::panel_diagram, {{tr(words), key, [this, asked = wish] {
                                 shared.diagram_wish = asked;
                                 looks.panel = PanelId::diagram;
                               }}});
  for (std::size_t i = 0; i < kPanels.size(); ++i)
    add(Text::keys_panels, {{tr(kPanels[i].title), fmt::format("{}", (i + 1) % 10),
                             [this, i] { looks.panel = kPanels[i].id; }}});
  add_runs(all);
  add_courses(all);
  add_panels(all);
  for (const ThemeId id : kThemes)
    all.push_back({fmt::format("{}: {}", tr(Text::theme), tr(theme(id).title)), {}, [this, id] {
                     looks.theme = id;
                   }});
  for (const Language other : kLanguages)
    if (other == Language::english || has_chinese())
      all.push_back({fmt::format("{}: {}", tr(Text::language_label), table_of(other).name),
                     {},
                     [this, other] { looks.language = other; }});
  for (const auto& [arrangement, words] :
       {std::pair(Arrangement::side_by_side, Text::layout_side_by_side),
        std::pair(Arrangement::stacked, Text::layout_stacked),
        std::pair(Arrangement::single, Text::layout_single)})
    all.push_back({tr(words), {}, [this, chosen = arrangement] { shared.arrangement = chosen; }});
  for (const auto& [lock, words] : {std::pair(Lock::cycle, Text::lock_cycle),
                                    std::pair(Lock::instruction, Text::lock_instruction),
                                    std::pair(Lock::free, Text::lock_free)})
    all.push_back({fmt::format("{}: {}", tr(Text::transport_lock), tr(words)),
                   {},
                   [this, chosen = lock] { runs_.set_lock(chosen); }});
  for (const QuizModel::Kind kind : {QuizModel::Kind::next_cycle, QuizModel::Kind::reason})
    all.push_back(
        {fmt::format("{}: {}", tr(Text::panel_quiz),
                     kind == QuizModel::Kind::reason ? std::string(tr(Text::reason))
                                                     : fmt::format("{} + 1", tr(Text::cycle))),
         {},
         [this, kind] { ask(kind, runs_, shared); }});
  for (const Lesson& lesson : lessons())
    all.push_back(
        {fmt::format("{}: {}", tr(Text::panel_lessons), lesson.title.text()), {}, [this, &lesson] {
           shared.quiz.stop();
           shared.lesson.start(lesson);
           shared.scene_changed = true;
         }});
  return all;
}

/// What stands beside each other.
void Interface::add_panels(std::vector<Command>& all) {
  for (const auto& [preset, words] : {std::pair(PanelPreset::lecture, Text::preset_lecture),
                                      std::pair(PanelPreset::explore, Text::preset_explore),
                                      std::pair(PanelPreset::code, Text::preset_code)})
    all.push_back(
        {tr(words), {}, [this, chosen = preset] { looks.panel = split_.choose(chosen); }});
  for (const PanelEntry& entry : kPanels)
    if (!split_.shows(entry.id))
      all.push_back({tr(Text::panel_beside, {tr(entry.title)}), {}, [this, id = entry.id] {
                       split_.add(id);
                       looks.panel = id;
                     }});
  if (split_.panels().size() > 1)
    all.push_back({tr(Text::panel_close), {}, [this] { looks.panel = split_.close(looks.panel); }});
}

/// Plans of named schedules and graphs that are shipped, for run A.
void Interface::add_courses(std::vector<Command>& all) {
  const auto add = [&](Text what, Subject subject, std::string_view name) {
    all.push_back(
        {fmt::format("{}: {}", tr(what), name), {}, [this, subject, called = std::string(name)] {
           RunSpec spec;
           if (runs_.run(Side::a).spec().subject == subject)
             spec.settings = runs_.run(Side::a).spec().settings;
           std::erase_if(spec.settings,
                         [](const machine::Setting& s) { return s.key == "chunks"; });
           spec.subject = subject;
           spec.program.name = called;
           runs_.open_a(std::move(spec));
           looks.panel = PanelId::table;
         }});
  };
  for (const training::ScheduleInfo& schedule : training::schedules())
    add(Text::plan, Subject::plan, schedule.name);
  for (const graph::ExampleInfo& example : graph::examples())
    add(Text::graph, Subject::graph, example.name);
}

/// Programs, machines and orders for run A, and whether there is a run B.
void Interface::add_runs(std::vector<Command>& all) {
  const auto add = [&](Text what, std::string_view name, auto change) {
    all.push_back({fmt::format("{}: {}", tr(what), name), {}, [this, change] {
                     RunSpec spec = runs_.run(Side::a).spec();
                     if (spec.subject != Subject::program)
                       spec = RunSpec();
                     change(spec);
                     runs_.open_a(std::move(spec));
                   }});
  };
  for (const programs::ShippedProgram& program : programs::shipped())
    add(Text::program, program.name, [name = std::string(program.name)](RunSpec& spec) {
      spec.program = {};
      spec.program.name = name;
    });
  for (const machine::PresetInfo& preset : machine::presets())
    add(Text::machine, preset.name, [name = std::string(preset.name)](RunSpec& spec) {
      spec.machine = name;
      spec.settings.clear();
    });
  add(Text::schedule, tr(Text::as_written), [](RunSpec& spec) { spec.scheduler.clear(); });
  for (const sched::SchedulerInfo& scheduler : sched::schedulers())
    if (scheduler.name != "source")
      add(Text::schedule, scheduler.name,
          [name = std::string(scheduler.name)](RunSpec& spec) { spec.scheduler = name; });
  if (const machine::Machine* machine = runs_.run(Side::a).machine();
      machine != nullptr && !machine->caches.levels.empty())
    all.push_back({tr(Text::warm_caches), {}, [this] {
                     const RunSpec& spec = runs_.run(Side::a).spec();
                     runs_.open_a(with_warm(spec, !asks_for_warm(spec)));
                   }});
  if (runs_.has_b())
    all.push_back({tr(Text::b_close), {}, [this] { runs_.close_b(); }});
  else
    all.push_back({fmt::format("+ {}", tr(Text::run_b)), {}, [this] {
                     runs_.open_b(runs_.run(Side::a).spec());
                   }});
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

/// Its steps point at parts of the table and of the frame around it.
void Interface::start_tour() {
  split_.set({PanelId::table});
  looks.panel = PanelId::table;
  tour_.start();
}

void Interface::go_in_table(CursorKey key) {
  looks.panel = PanelId::table;
  shared.cursor_key = key;
}

void Interface::toggle_chain() {
  shared.show_chain = !shared.show_chain;
  shared.chain_wish = shared.show_chain;
  if (shared.show_chain && looks.panel != PanelId::diagram)
    looks.panel = PanelId::table;
}

/// In the panel of orders arrows choose an instruction, with Alt they move it.
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

/// Enter clicks what Tab has come to. In a table without that it asks why something waits, and
/// arrows move the cell that is asked about once there is one.
bool Interface::take_cursor_keys() {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  const bool enter = pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeyPadEnter);
  if (enter && !focused().empty()) {
    click_focused();
    return true;
  }
  const ImGuiIO& io = ImGui::GetIO();
  if (enter && looks.panel == PanelId::diagram) {
    shared.diagram_wish = io.KeyShift ? DiagramWish::previous_hit : DiagramWish::next_hit;
    return true;
  }
  if (looks.panel != PanelId::table || io.KeyCtrl || io.KeyShift || io.KeyAlt)
    return false;
  if (enter)
    shared.cursor_key = CursorKey::why;
  else if (pressed(ImGuiKey_UpArrow))
    shared.cursor_key = CursorKey::up;
  else if (pressed(ImGuiKey_DownArrow))
    shared.cursor_key = CursorKey::down;
  else if (shared.cell_cursor && pressed(ImGuiKey_LeftArrow))
    shared.cursor_key = CursorKey::left;
  else if (shared.cell_cursor && pressed(ImGuiKey_RightArrow))
    shared.cursor_key = CursorKey::right;
  else if (shared.cell_cursor && pressed(ImGuiKey_Backspace))
    shared.cursor_key = CursorKey::back;
  else
    return false;
  return true;
}

void Interface::take_keys() {
  const ImGuiIO& io = ImGui::GetIO();
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
    return; // other shortcuts with Ctrl come from the window: letters have no key of ImGui's
  for (const ImWchar letter : io.InputQueueCharacters)
    take_letter(letter);
}

void Interface::take_letter(unsigned letter) {
  if (letter == '?')
    palette_.open_cheat_sheet();
  else if (letter == 'g')
    go_to_.open();
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
  } else if (letter >= '0' && letter <= '9' && (letter - '0' + 9) % 10 < kPanels.size())
    looks.panel = kPanels[(letter - '0' + 9) % 10].id;
}

} // namespace stallscope::gui
