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

/// What is shown in the middle of the window.
enum class PanelId : std::uint8_t {
  table,
  diagram,
  processor,
  structures,
  schedule,
  ledger,
  machine,
  editor,
  examples,
  lesson,
};

/// A file of what is on screen, in a format; a picture in so many times its size; moving pictures
/// of cycles from `from` to `to`.
struct ExportWish {
  enum class Format : std::uint8_t { png, svg, pdf, csv, json, gif, webp, series };
  Format format = Format::png;
  unsigned scale = 1;
  std::uint64_t from = 1;
  std::uint64_t to = 1;

  /// It needs OpenGL, or a library that whoever owns the window may have.
  [[nodiscard]] bool is_picture() const {
    return format != Format::svg && format != Format::csv && format != Format::json;
  }
};

/// What somebody wants done with files.
enum class FileWish : std::uint8_t { open, save, save_as };

/// What a key asks of the diagram of the active run.
enum class DiagramWish : std::uint8_t {
  bookmark,
  next_bookmark,
  previous_bookmark,
  search,
  next_hit,
  previous_hit,
  present
};

/// The bookmarks of a run; of another one they are void.
struct BookmarkList {
  RememberedRun run;
  std::vector<Bookmark> marks;
};

/// What a key asks of the cursor in a table.
enum class CursorKey : std::uint8_t { left, right, up, down, why, back };

/// What a key asks of the panel of orders: of the instruction it is on, or of the decisions.
enum class OrderKey : std::uint8_t { up, down, move_up, move_down, next_decision, decision_before };

/// What somebody wants taken back, or done again.
enum class UndoWish : std::uint8_t { undo, redo };

/// Work in the background that somebody waits for.
struct BusyWork {
  std::string words;
  double progress = -1; ///< 0 to 1; negative: not known
  std::function<void()> stop;
};

/// What panels share.
struct Shared {
  std::optional<BusyWork> busy; ///< written anew in each frame
  std::optional<FileWish> file_wish;
  std::optional<DiagramWish> diagram_wish;
  std::optional<CursorKey> cursor_key;
  bool focus_editor = false; ///< what is typed next goes into its text
  /// The line of run A's source that is pointed at in some panel, 0: none. What one panel writes is
  /// seen by all in the next frame.
  std::uint32_t line_pointed = 0;
  std::uint32_t line_seen = 0;
  bool hide_future = false; ///< the strips of stalls end at the present cycle
  bool cell_cursor = false; ///< there is one, and arrows move it instead of the clock
  bool show_chain = false;  ///< the chain of the chosen cell is folded out
  bool chain_wish = false;  ///< it has just been: where no cell is chosen, one that waits is
  std::optional<OrderKey> order_key;
  std::optional<UndoWish> undo_wish;
  bool undone = false; ///< runs have gone back or forth; until the panel of orders has followed
  bool old_program = false; ///< the text in the editor has errors: run A is of the one before
  std::array<BookmarkList, 2> bookmarks; ///< by side
  std::optional<ExportWish> export_wish;
  bool makes_links = false; ///< whoever owns the window can make an address of what is shown
  bool link_wish = false;   ///< and is asked to
  std::string message;      ///< what has been done, or why not; until something else is done
  // What a lesson shows
  LessonModel lesson;
  bool scene_changed = false; ///< a step's scene is to be opened
  QuizModel quiz;
  OpId quiz_op; ///< what a click into the table puts there
  // What somebody wants to be shown; taken by whoever can show it
  std::optional<PanelId> wanted_panel;
  std::optional<std::uint64_t> wanted_cycle; ///< once the runs are known
  std::string wanted_scheduler;
  std::size_t wanted_decision = 0;

  Arrangement arrangement = Arrangement::side_by_side;
  bool presenter = false;
  std::string sentence; ///< what is under the pointer, in words; written anew in each frame
  RunChooser chooser;
  std::string pinned_sentence; ///< what has been clicked on
};

/// One of them.
class PanelView {
public:
  virtual ~PanelView() = default;
  virtual void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) = 0;
  /// Lets go of what is dragged, chosen, pinned or searched for. False: there was nothing.
  virtual bool let_go(Shared& /*shared*/) { return false; }
  /// What it shows as a text of a format; an error where it has no such form.
  [[nodiscard]] virtual Result<std::string> exported(const Style& style, Comparison& runs,
                                                     ExportFormat format);
};

/// Where a panel has nothing that could be written.
[[nodiscard]] Diagnostic nothing_to_export();

/// The panes of an area, one for each run; of one run, or shown alone, the whole.
struct Panes {
  std::optional<Rect> a;
  std::optional<Rect> b;
};
[[nodiscard]] Panes panes_of(const Ui& ui, const Rect& area, const Comparison& runs,
                             const Shared& shared);

/// The line above a pane: which run it is, on what machine, and how long; a click on it chooses
/// others. Returns what is left below.
Rect draw_pane_heading(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);

/// In the middle of a pane before the first cycle: how to go on.
void draw_start_hint(Ui& ui, const Rect& area);

/// What there is instead of a run: its problems, or how far it has come. True: it can be drawn.
bool draw_run_state(Ui& ui, const Rect& area, const Run& run);

} // namespace stallscope::gui
