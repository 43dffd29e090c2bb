#pragma once

#include "model/comparison/comparison.hpp"
#include "model/comparison/history.hpp"
#include "model/files/exports.hpp"
#include "model/files/settings.hpp"
#include "model/teaching/lessons.hpp"
#include "model/teaching/quiz_model.hpp"
#include "view/widgets/run_chooser.hpp"
#include "view/widgets/widgets.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// The panels in the middle of the window.
enum class PanelId : std::uint8_t {
  table,
  diagram,
  processor,
  structures,
  schedule,
  ledger,
  lines,
  machine,
  editor,
  examples,
  lesson,
};

/// A requested export in a format; `scale` for pictures, cycles `from` to `to` for animations.
struct ExportWish {
  enum class Format : std::uint8_t { png, svg, pdf, csv, json, gif, webp, series };
  Format format = Format::png;
  unsigned scale = 1;
  std::uint64_t from = 1;
  std::uint64_t to = 1;

  /// The format needs OpenGL, or a library that only the owner of the window may have.
  [[nodiscard]] bool is_picture() const {
    return format != Format::svg && format != Format::csv && format != Format::json;
  }
};

/// A requested file operation.
enum class FileWish : std::uint8_t { open, save, save_as };

/// A keyboard command for the diagram of the active run.
enum class DiagramWish : std::uint8_t {
  bookmark,
  next_bookmark,
  previous_bookmark,
  search,
  next_hit,
  previous_hit,
  present
};

/// The bookmarks of a run; invalid for another run.
struct BookmarkList {
  RememberedRun run;
  std::vector<Bookmark> marks;
};

/// A keyboard command for the cursor in a table or diagram.
enum class CursorKey : std::uint8_t { left, right, up, down, why, back };

/// A keyboard command for the scheduling panel: for the selected instruction, or for the decisions.
enum class OrderKey : std::uint8_t { up, down, move_up, move_down, next_decision, decision_before };

/// A requested undo or redo.
enum class UndoWish : std::uint8_t { undo, redo };

/// Background work with progress shown in the window.
struct BusyWork {
  std::string words;
  double progress = -1; ///< 0 to 1; negative: unknown
  std::function<void()> stop;
};

/// State shared by the panels.
struct Shared {
  std::optional<BusyWork> busy; ///< set anew in each frame
  std::optional<FileWish> file_wish;
  std::optional<DiagramWish> diagram_wish;
  std::optional<CursorKey> cursor_key;  ///< for the table
  std::optional<CursorKey> diagram_key; ///< for the diagram
  bool focus_editor = false;            ///< keyboard input goes to the editor's text
  /// The line of run A's source under the pointer in a panel, 0: none. Written to line_pointed in
  /// one frame, visible to all panels in line_seen in the next.
  std::uint32_t line_pointed = 0;
  std::uint32_t line_seen = 0;
  bool hide_future = false; ///< stall strips end at the current cycle
  // The cursor of the table or the diagram exists, and arrow keys move it instead of the time.
  bool cell_cursor = false;
  bool diagram_cursor = false;
  bool show_chain = false; ///< the chain of the selected cell is shown
  bool chain_wish = false; ///< the chain was just requested: if no cell is selected, a waiting one
                           ///< will be
  std::optional<OrderKey> order_key;
  std::optional<UndoWish> undo_wish;
  bool can_undo = false;    ///< there is a step to undo
  bool undone = false;      ///< runs were changed by undo or redo, and the scheduling panel has not
                            ///< followed yet
  bool old_program = false; ///< the text in the editor has errors: run A is of the previous version
  std::array<BookmarkList, 2> bookmarks; ///< by side
  std::optional<ExportWish> export_wish;
  bool closes = false;      ///< the owner of the window can close it
  bool close_wish = false;  ///< the window is to be closed
  bool makes_links = false; ///< the owner of the window can make a link to the scene
  bool link_wish = false;   ///< a link is requested
  std::string message;      ///< result or failure of the last action; until the next action
  // State of a lesson
  LessonModel lesson;
  bool scene_changed = false; ///< the scene of a step is to be opened
  QuizModel quiz;
  OpId quiz_op; ///< the operation that a click into the table places
  // Requests to show something; handled by the responsible element
  std::optional<PanelId> wanted_panel;
  std::optional<std::uint64_t> wanted_cycle; ///< once the runs are available
  std::string wanted_scheduler;
  std::size_t wanted_decision = 0;

  Arrangement arrangement = Arrangement::side_by_side;
  bool presenter = false;
  std::string sentence; ///< description of the element under the pointer; set anew in each frame
  RunChooser chooser;
  std::string pinned_sentence; ///< description of the clicked element
};

/// Base class of panels.
class PanelView {
public:
  virtual ~PanelView() = default;
  virtual void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) = 0;
  /// Cancels dragging, clears the selection, the pin or the search. False: there was nothing to
  /// clear.
  virtual bool cancel_interaction(Shared& /*shared*/) { return false; }
  /// The content in a format; an error if the format is not supported.
  [[nodiscard]] virtual Result<std::string> exported(const Style& style, Comparison& runs,
                                                     ExportFormat format);
};

/// The error of a panel without exportable content.
[[nodiscard]] Diagnostic nothing_to_export();

/// The areas of the panes, one for each run; a single pane fills the area.
struct Panes {
  std::optional<Rect> a;
  std::optional<Rect> b;
};
[[nodiscard]] Panes panes_of(const Ui& ui, const Rect& area, const Comparison& runs,
                             const Shared& shared);

/// The heading of a pane: program, machine and length of its run; a click opens the menu to change
/// them. Returns the area below.
Rect draw_pane_heading(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);

/// Says that what is shown is of the last program that assembled.
void draw_old_program(Ui& ui, const Rect& line);

/// Hint in the middle of a pane before the first cycle: how to start.
void draw_start_hint(Ui& ui, const Rect& area);

/// Shows the problems of a run that cannot be shown, or its progress. True: the run can be drawn.
bool draw_run_state(Ui& ui, const Rect& area, const Run& run);

} // namespace stallscope::gui
