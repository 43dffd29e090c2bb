#pragma once

#include "model/comparison/comparison.hpp"
#include "model/comparison/history.hpp"
#include "model/editor/document.hpp"
#include "model/files/settings.hpp"
#include "model/language/strings.hpp"
#include "model/looks/theme.hpp"
#include "view/looks/fonts.hpp"
#include "view/looks/style.hpp"
#include "view/table/table_panel.hpp"
#include "view/widgets/commands.hpp"
#include "view/widgets/document_dialogs.hpp"
#include "view/widgets/go_to_box.hpp"
#include "view/window/overlay.hpp"
#include "view/window/panel.hpp"
#include "view/window/panel_split.hpp"
#include "view/window/tour.hpp"
#include "view/window/transport_bar.hpp"
#include "view/window/what_is.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// How the interface looks, and what it shows at first.
struct Looks {
  ThemeId theme = ThemeId::dark;
  Language language = Language::english;
  PanelId panel = PanelId::table;
  float scale = 1;      ///< pixels of the display for one of the design
  float text_scale = 1; ///< larger letters, and everything else with them
  bool presenter = false;

  bool operator==(const Looks&) const = default;
};

/// A panel as it is named on the command line: "table", "diagram"; nothing for other names.
[[nodiscard]] std::optional<PanelId> panel_named(std::string_view name);
[[nodiscard]] std::string panel_name(PanelId id);
/// The names, in the order of the list on the left.
[[nodiscard]] const std::vector<std::string>& panel_names();

/// Everything in the window: the frame around the panels, and the panels.
class Interface {
public:
  /// `threads`: where panels let long work be done; `folders`: where unsaved text is kept.
  explicit Interface(Comparison& runs, Threads threads = Threads::background,
                     const Folders& folders = {});
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  /// Before ImGui's frame begins. True: the fonts' texture has changed.
  bool prepare();
  /// What is behind everything: lists are drawn onto this colour.
  [[nodiscard]] Colour background() const { return style_.colours.background; }
  /// Within a frame, in a display of ImGui's DisplaySize.
  void draw();

  Looks looks;
  Shared shared;
  /// Moving pictures that whoever owns the window writes.
  std::optional<BusyWork> export_busy;
  /// The user wants the window to cover the display, or no longer to.
  [[nodiscard]] bool wants_fullscreen() const { return looks.presenter; }
  void open_palette() { palette_.open(); }
  /// All that can be done by a name or a key; valid as long as the interface.
  [[nodiscard]] std::vector<Command> commands();
  /// Opens it as soon as the runs are known.
  void show(OverlayId overlay) { overlay_wish_ = overlay; }
  [[nodiscard]] Document& document() { return document_; }
  [[nodiscard]] const Document& document() const { return document_; }
  /// Files were dropped on the window: the first is for run A, the second for run B.
  void take_files(const std::vector<std::string>& files);
  void new_program();
  void larger_letters(float times);
  /// Begins to explain what is pointed at, or ends it.
  void toggle_what_is();
  [[nodiscard]] Tour& tour() { return tour_; }
  [[nodiscard]] const Tour& tour() const { return tour_; }
  /// A file name for what is on screen: "stallscope-table-6.png".
  [[nodiscard]] std::string export_name(std::string_view ending) const;
  /// What the panel shows as a text of a format; an error where it has no such form.
  [[nodiscard]] Result<std::string> exported(ExportFormat format);
  /// There is a font with Chinese characters.
  [[nodiscard]] bool has_chinese() const { return !files_.chinese.empty(); }
  /// What cannot be shown for want of a font, and which package brings one; empty: nothing.
  [[nodiscard]] std::string font_problem() const;
  [[nodiscard]] const Style& style() const { return style_; }
  /// Which panels stand beside each other; looks.panel is the one with the keyboard.
  [[nodiscard]] PanelSplit& split() { return split_; }
  [[nodiscard]] const PanelSplit& split() const { return split_; }

private:
  [[nodiscard]] float hall_scale() const;
  float draw_beside(Ui& ui, float top, const ImVec2& size);
  void draw_panels(Ui& ui, const Rect& middle);
  void draw_top(Ui& ui, const Rect& rect);
  void draw_rail(Ui& ui, const Rect& rect);
  void draw_sentence(Ui& ui, const Rect& rect);
  /// What is worked at, and a button that stops it. Returns what is left of the line.
  Rect draw_busy(Ui& ui, const Rect& line);
  void draw_arrangements(Ui& ui, const std::function<Rect()>& next);
  bool draw_saved(Ui& ui, const Rect& room, float name_width);
  void take_keys();
  bool take_cursor_keys();
  void go_in_table(CursorKey key);
  void start_tour();
  bool take_order_keys();
  // Groups of commands().
  void add_transport(std::vector<Command>& all);
  void add_editing(std::vector<Command>& all);
  void add_views(std::vector<Command>& all);
  void add_keys_of_panels(std::vector<Command>& all);
  void add_runs(std::vector<Command>& all);
  void add_courses(std::vector<Command>& all);
  void add_panels(std::vector<Command>& all);
  void add_looks(std::vector<Command>& all);
  void add_teaching(std::vector<Command>& all);
  void take_letter(unsigned letter);
  /// Folds the chain of the chosen cell out, or away.
  void toggle_chain();
  void take_escape();
  void forget_messages();
  void follow_history();
  void go_back(UndoWish wish);
  void draw_other_program(Ui& ui);
  void follow_wishes();
  void follow_overlay();
  /// Both have been simulated, so that anything in them can be pointed at.
  [[nodiscard]] bool runs_known() const;
  void draw_export(const Ui& ui);
  void write_export();
  void copy_export(ExportFormat format);
  [[nodiscard]] PanelView* panel();
  [[nodiscard]] PanelView* panel_of(PanelId id);

  Comparison& runs_;
  FontFiles files_;
  Fonts fonts_;
  Style style_;
  Looks built_for_;
  bool built_ = false;
  float built_hall_ = 1;
  std::optional<OverlayId> overlay_wish_;
  bool export_opening_ = false;
  std::array<int, 2> export_cycles_{1, 1}; ///< of moving pictures: the first and the last
  TransportBar transport_;
  CommandPalette palette_;
  GoToBox go_to_;
  Tour tour_;
  WhatIs what_is_;
  Document document_;
  DocumentDialogs dialogs_{document_};
  History history_;
  std::array<std::uint64_t, 2> versions_{}; ///< of the runs in the last frame
  std::string said_;                        ///< the message of the last frame
  std::string searched_;                    ///< likewise, of the runs
  std::string program_of_a_;
  float busy_seconds_ = 0;     ///< without a pause
  bool other_program_ = false; ///< it has changed, and run B has the one before
  std::map<PanelId, std::unique_ptr<PanelView>> panels_;
  /// What stands in their place when the active run is of a plan, or of a graph.
  std::map<std::pair<Subject, PanelId>, std::unique_ptr<PanelView>> course_panels_;
  PanelSplit split_;
};

} // namespace stallscope::gui
