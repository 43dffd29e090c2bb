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

/// Looks of the interface, and its initial panel.
struct Looks {
  ThemeId theme = ThemeId::dark;
  Language language = Language::english;
  PanelId panel = PanelId::table;
  float scale = 1;      ///< display pixels per design pixel
  float text_scale = 1; ///< additional factor for letters and the sizes that depend on them
  bool presenter = false;

  bool operator==(const Looks&) const = default;
};

/// The panel with a command-line name such as "table" or "diagram"; nothing for other names.
[[nodiscard]] std::optional<PanelId> panel_named(std::string_view name);
[[nodiscard]] std::string panel_name(PanelId id);
/// The command-line names, in the order of the list on the left.
[[nodiscard]] const std::vector<std::string>& panel_names();

/// The content of the window: the panels and the elements around them.
class Interface {
public:
  /// `threads`: where panels run background work; `folders`: where unsaved text is kept.
  explicit Interface(Comparison& runs, Threads threads = Threads::background,
                     const Folders& folders = {});
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  /// Call before ImGui's frame begins. True: the texture of the fonts has changed.
  bool prepare();
  /// The colour behind the draw lists.
  [[nodiscard]] Colour background() const { return style_.colours.background; }
  /// Call within a frame; uses ImGui's DisplaySize.
  void draw();

  Looks looks;
  Shared shared;
  /// An animation being written by the owner of the window.
  std::optional<BusyWork> export_busy;
  /// The window should be full screen.
  [[nodiscard]] bool wants_fullscreen() const { return looks.presenter; }
  void open_palette() { palette_.open(); }
  /// All commands; valid as long as the interface.
  [[nodiscard]] std::vector<Command> commands();
  /// Opens an overlay as soon as the runs are available.
  void show(OverlayId overlay) { overlay_wish_ = overlay; }
  [[nodiscard]] Document& document() { return document_; }
  [[nodiscard]] const Document& document() const { return document_; }
  /// Opens files dropped on the window: the first in run A, the second in run B.
  void take_files(const std::vector<std::string>& files);
  void new_program();
  void larger_letters(float times);
  /// Starts or ends the explanation of elements under the pointer.
  void toggle_what_is();
  [[nodiscard]] Tour& tour() { return tour_; }
  [[nodiscard]] const Tour& tour() const { return tour_; }
  /// A file name for the current content: "stallscope-table-6.png".
  [[nodiscard]] std::string export_name(std::string_view ending) const;
  /// The panel's content in a format; an error if the panel does not support the format.
  [[nodiscard]] Result<std::string> exported(ExportFormat format);
  /// A font with Chinese characters is available.
  [[nodiscard]] bool has_chinese() const { return !files_.chinese.empty(); }
  /// The texts that cannot be shown without a font, and the package to install; empty: none.
  [[nodiscard]] std::string font_problem() const;
  [[nodiscard]] const Style& style() const { return style_; }
  /// The panels shown side by side; looks.panel is the one with the keyboard focus.
  [[nodiscard]] PanelSplit& split() { return split_; }
  [[nodiscard]] const PanelSplit& split() const { return split_; }

private:
  [[nodiscard]] float hall_scale() const;
  [[nodiscard]] bool is_narrow() const;
  Point draw_beside(Ui& ui, const Rect& room);
  void draw_panels(Ui& ui, const Rect& middle);
  void draw_top(Ui& ui, const Rect& rect);
  void draw_rail(Ui& ui, const Rect& rect);
  void draw_sentence(Ui& ui, const Rect& rect);
  /// Shows background work, with a button that stops it. Returns the rest of the line.
  Rect draw_busy(Ui& ui, const Rect& line);
  void draw_arrangements(Ui& ui, const std::function<Rect()>& next);
  bool draw_saved(Ui& ui, const Rect& room, float name_width);
  void take_keys();
  void take_popup_keys();
  bool take_cursor_keys();
  void go_in_cells(CursorKey key);
  void go_to_answer();
  void start_tour();
  bool take_order_keys();
  // Groups of commands().
  void add_transport(std::vector<Command>& all);
  void add_editing(std::vector<Command>& all);
  void add_views(std::vector<Command>& all);
  void add_keys_of_panels(std::vector<Command>& all);
  void add_exports(std::vector<Command>& all);
  void add_runs(std::vector<Command>& all);
  void add_choices(std::vector<Command>& all, Side side);
  void add_courses(std::vector<Command>& all);
  void add_panels(std::vector<Command>& all);
  void add_looks(std::vector<Command>& all);
  void add_teaching(std::vector<Command>& all);
  void take_letter(unsigned typed);
  /// Shows or hides the chain of the selected cell.
  void toggle_chain();
  void take_escape();
  void forget_messages();
  void follow_history();
  void go_back(UndoWish wish);
  void draw_other_program(Ui& ui);
  void follow_wishes();
  void follow_overlay();
  /// Both runs have been simulated, so that all their cells can be referred to.
  [[nodiscard]] bool runs_known() const;
  void draw_export(const Ui& ui);
  void write_export();
  void copy_export(ExportFormat format);
  [[nodiscard]] PanelView* panel();
  [[nodiscard]] PanelView* panel_of(PanelId id);
  /// Of the active run; if that could not be opened, of the other one.
  [[nodiscard]] Subject shown_subject() const;
  [[nodiscard]] PaneLayout panes_now() const;
  void restore(const PaneLayout& panes);

  Comparison& runs_;
  FontFiles files_;
  Fonts fonts_;
  Style style_;
  Looks built_for_;
  bool built_ = false;
  float built_hall_ = 1;
  std::optional<OverlayId> overlay_wish_;
  bool export_opening_ = false;
  std::array<int, 2> export_cycles_{1, 1}; ///< range of an animation: the first and the last cycle
  TransportBar transport_;
  CommandPalette palette_;
  GoToBox go_to_;
  Tour tour_;
  WhatIs what_is_;
  Document document_;
  DocumentDialogs dialogs_{document_};
  History history_;
  std::array<std::uint64_t, 2> versions_{}; ///< versions of the runs in the last frame
  std::string said_;                        ///< the message of the last frame
  std::string searched_;                    ///< the comparison's message in the last frame
  std::string program_of_a_;
  bool were_same_ = false;     ///< of that program and run B's, as Comparison::same_program()
  float busy_seconds_ = 0;     ///< duration of the current background work
  bool other_program_ = false; ///< run A has another program, and run B still has the previous one
  std::map<PanelId, std::unique_ptr<PanelView>> panels_;
  /// Panels that replace others when the active run is a plan or a graph.
  std::map<std::pair<Subject, PanelId>, std::unique_ptr<PanelView>> course_panels_;
  PanelSplit split_;
};

} // namespace stallscope::gui
