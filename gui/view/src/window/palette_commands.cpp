#include "graph/notation/examples.hpp"
#include "machine/machine_file.hpp"
#include "model/analysis/cold_caches.hpp"
#include "programs/shipped.hpp"
#include "sched/schedule.hpp"
#include "training/schedules/schedules.hpp"
#include "view/teaching/lesson_panel.hpp"
#include "view/teaching/quiz_panel.hpp"
#include "view/widgets/focus.hpp"
#include "view/window/interface.hpp"
#include "window/export_list.hpp"
#include "window/panel_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <string>
#include <tuple>
#include <utility>

// The commands of the palette and of the key page, group by group.
namespace stallscope::gui {

namespace {

void add_group(std::vector<Command>& all, Text group, std::vector<Command> commands) {
  for (Command& command : commands) {
    command.group = group;
    all.push_back(std::move(command));
  }
}

} // namespace

std::vector<Command> Interface::commands() {
  std::vector<Command> all;
  add_transport(all);
  add_editing(all);
  add_exports(all);
  add_views(all);
  add_keys_of_panels(all);
  add_runs(all);
  add_courses(all);
  add_panels(all);
  add_looks(all);
  add_teaching(all);
  return all;
}

void Interface::add_transport(std::vector<Command>& all) {
  Transport& transport = runs_.transport();
  add_group(
      all, Text::menu_run,
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
}

void Interface::add_editing(std::vector<Command>& all) {
  add_group(all, Text::menu_file,
            {{tr(Text::open_file), "Ctrl O", [this] { shared.file_wish = FileWish::open; }},
             {tr(Text::save), "Ctrl S", [this] { shared.file_wish = FileWish::save; }},
             {tr(Text::save_as), "Ctrl Shift S", [this] { shared.file_wish = FileWish::save_as; }},
             {tr(Text::new_program), "Ctrl N", [this] { new_program(); }}});
  if (shared.closes)
    add_group(all, Text::menu_file,
              {{tr(Text::quit), "Ctrl Q", [this] { shared.close_wish = true; }}});
  if (shared.makes_links)
    add_group(all, Text::menu_file,
              {{tr(Text::share_link), {}, [this] { shared.link_wish = true; }}});
  add_group(all, Text::menu_edit,
            {{tr(Text::undo), "Ctrl Z", [this] { shared.undo_wish = UndoWish::undo; }},
             {tr(Text::redo), "Ctrl Y", [this] { shared.undo_wish = UndoWish::redo; }}});
}

/// Of the active panel; of cycles, all of them.
void Interface::add_exports(std::vector<Command>& all) {
  const auto add = [&](Text words, std::function<void()> run) {
    all.push_back({fmt::format("{}: {}", tr(Text::export_menu), tr(words)), {}, std::move(run)});
  };
  add(Text::export_png, [this] { shared.export_wish = {ExportWish::Format::png, 1}; });
  for (const auto& [format, words] : kExportFiles)
    add(words, [this, asked = format] { shared.export_wish = {asked, 1}; });
  for (const auto& [format, words] : kExportCopies)
    add(words, [this, asked = format] { copy_export(asked); });
  for (const auto& [format, words] : kExportCycles)
    add(words, [this, asked = format] {
      shared.export_wish = {asked, 1, 1,
                            std::max<std::uint64_t>(runs_.transport().last_cycle(), 1)};
    });
}

void Interface::add_views(std::vector<Command>& all) {
  add_group(
      all, Text::menu_view,
      {{tr(Text::presenter_mode), "F11", [this] { looks.presenter = !looks.presenter; }},
       {tr(Text::command_palette), "Ctrl P", [this] { palette_.open(); }},
       {tr(Text::cheat_sheet), "?", [this] { palette_.open_cheat_sheet(); }},
       {tr(Text::what_is), "I F1", [this] { toggle_what_is(); }},
       {tr(Text::tour), {}, [this] { start_tour(); }},
       {tr(Text::next_control), "Tab", [] { focus_next(false); }},
       {tr(Text::click_control), "Enter", [] { click_focused(); }},
       {tr(Text::cell_why), "↓ Enter", [this] { go_in_cells(CursorKey::why); }},
       {tr(Text::cell_back), "Backspace", [this] { go_in_cells(CursorKey::back); }},
       {tr(Text::chain_key), "W", [this] { toggle_chain(); }},
       {tr(Text::hide_future), {}, [this] { shared.hide_future = !shared.hide_future; }},
       {fmt::format("{} +", tr(Text::font_size)), "Ctrl +", [this] { larger_letters(1.1F); }},
       {fmt::format("{} −", tr(Text::font_size)), "Ctrl -", [this] { larger_letters(1 / 1.1F); }}});
  add_group(all, Text::panel_lessons,
            {{tr(Text::lesson_next), "PgDn",
              [this] {
                if (shared.lesson.lesson() != nullptr)
                  next_step(shared);
              }},
             {tr(Text::lesson_back), "PgUp",
              [this] {
                if (shared.lesson.lesson() != nullptr && shared.lesson.back())
                  shared.scene_changed = true;
              }},
             {tr(Text::lesson_answer), "A", [this] { go_to_answer(); }},
             {tr(Text::lesson_check), {}, [] { focus_on("check", FocusAct::click); }}});
}

/// Keys with a meaning in one panel, and keys that select a panel.
void Interface::add_keys_of_panels(std::vector<Command>& all) {
  for (const auto& [wish, words, key] :
       {std::tuple(OrderKey::move_up, Text::move_up, "Alt ↑"),
        std::tuple(OrderKey::move_down, Text::move_down, "Alt ↓"),
        std::tuple(OrderKey::next_decision, Text::decision_next, "]"),
        std::tuple(OrderKey::decision_before, Text::decision_back, "[")})
    add_group(all, Text::panel_schedule, {{tr(words), key, [this, asked = wish] {
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
    add_group(all, Text::panel_diagram, {{tr(words), key, [this, asked = wish] {
                                            shared.diagram_wish = asked;
                                            looks.panel = PanelId::diagram;
                                          }}});
  for (const PanelEntry& entry : kPanels)
    add_group(
        all, Text::keys_panels,
        {{tr(entry.title),
          std::string(1, static_cast<char>(std::toupper(static_cast<unsigned char>(entry.key)))),
          [this, id = entry.id] { looks.panel = id; }}});
}

/// Theme, language, and the arrangement of two runs.
void Interface::add_looks(std::vector<Command>& all) {
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
}

/// Quiz and lessons.
void Interface::add_teaching(std::vector<Command>& all) {
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
}

/// Combinations of panels.
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

/// Named schedules and included graphs for run A.
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

/// Adding and removing run B, and programs, machines and orders for both runs.
void Interface::add_runs(std::vector<Command>& all) {
  add_choices(all, Side::a);
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
  if (runs_.has_b())
    add_choices(all, Side::b);
}

/// Programs, machines and orders for a run.
void Interface::add_choices(std::vector<Command>& all, Side side) {
  const std::string whose = side == Side::b ? fmt::format("{} · ", tr(Text::run_b)) : std::string();
  const auto add = [&](Text what, std::string_view name, auto change) {
    all.push_back({fmt::format("{}{}: {}", whose, tr(what), name), {}, [this, side, change] {
                     RunSpec spec = runs_.run(side).spec();
                     if (spec.subject != Subject::program)
                       spec = RunSpec();
                     change(spec);
                     side == Side::a ? runs_.open_a(std::move(spec))
                                     : runs_.open_b(std::move(spec));
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
}

} // namespace stallscope::gui
