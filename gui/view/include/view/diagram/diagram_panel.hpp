#pragma once

#include "model/cells/diagram_model.hpp"
#include "view/diagram/diagram_picture.hpp"
#include "view/window/panel.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// The pipeline diagrams of both runs. Dragging pans, the wheel scrolls, Ctrl and wheel zooms; a
/// right click on a row opens a menu to fold or bookmark it.
class DiagramPanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;
  bool cancel_interaction(Shared& shared) override;

private:
  struct Pane {
    DiagramModel model;
    std::uint64_t version = 0; ///< version of the run that the camera was fitted to
    /// Width of the longest instruction, with the version of the run and the letters that it was
    /// measured for.
    std::uint64_t named_version = 0;
    float named_letters = 0;
    float longest_name = 0;
    std::uint64_t followed_cycle = 0;
    RunPlace pressed; ///< start of a click
    bool dragged = false;
    OpId chosen;
    std::uint64_t chosen_cycle = 0; ///< cycle of the selected cell
    Rect plate;                     ///< area of the chain's text, which covers the diagram
    bool elsewhere = false;         ///< no operation is visible, but the run is in another place
    std::string search;
    OpId menu_of; ///< the row with an open menu
    bool menu_opening = false;
    std::shared_ptr<Task> folding; ///< search for the last iteration of a loop in a long run
    bool search_opening = false;
    std::shared_ptr<Task> searching;
    std::optional<RunPlace> hit;     ///< the last match found
    std::shared_ptr<HitCount> count; ///< count of all matches; complete once `counting` has
                                     ///< finished
    std::shared_ptr<Task> counting;
  };

  void draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);
  /// Follows a cycle of the run; `axis_cycle` as for DiagramModel::follow().
  void settle(Pane& pane, Run& run, const DiagramLayout& layout, std::uint64_t now,
              std::uint64_t axis_cycle) const;
  /// Width of the names of the rows, the same in both panes.
  [[nodiscard]] float names_width(const Ui& ui, const Panes& panes, const Comparison& runs);
  void react(const DiagramLayout& layout, Comparison& runs, Side side, Shared& shared,
             DiagramFrame& frame);
  /// Draws the chain of the selection, with its cells in the diagram.
  void draw_chain(Ui& ui, const DiagramLayout& layout, Comparison& runs, Side side, Shared& shared);
  /// The oldest operation that is stalled in a cycle, otherwise the oldest one; kNoOp: none is in
  /// flight.
  [[nodiscard]] static RunPlace waiting_in(Run& run, std::uint64_t now);
  /// The operation and cycle selected by keys.
  struct Cursor {
    Side side = Side::a;
    RunPlace place;
  };
  void take_cursor_key(Comparison& runs, Side side, Shared& shared);
  void move_to_row(Run& run, bool down, std::uint64_t now);
  void move_to_cycle(Comparison& runs, bool right);
  void ask_why(Run& run, Shared& shared);
  void follow_cursor(Comparison& runs, Side side, Shared& shared, DiagramFrame& frame);
  void draw_cursor(Ui& ui, const DiagramLayout& layout, Comparison& runs, Side side,
                   const Shared& shared) const;
  void draw_search(Ui& ui, const DiagramLayout& layout, Comparison& runs, Side side,
                   Shared& shared);
  void search(Comparison& runs, Side side, Shared& shared, bool forwards);
  void show_hit(Comparison& runs, Side side, Shared& shared, const RunPlace& place,
                std::optional<bool> stepped);
  [[nodiscard]] static std::string search_words(const Pane& pane);
  [[nodiscard]] static float state_width(const Ui& ui, const Pane& pane);
  void draw_search_state(Ui& ui, const Rect& room, Pane& pane, Side side, Shared& shared) const;
  static void stop_search(Pane& pane);
  static void say_busy(const Pane& pane, Shared& shared);
  void take_wish(Comparison& runs, Side side, Shared& shared);
  /// Draws the menu of a row.
  void draw_menu(Comparison& runs, Side side, Shared& shared);
  void draw_fold_lines(Comparison& runs, Side side, Shared& shared);
  void draw_iteration_lines(Comparison& runs, Side side, Shared& shared);
  void fold_to_last(const WindowPtr& window, Run& run, Side side, Shared& shared);
  /// Bookmarks are kept while the run has the same program, machine and order.
  void follow_bookmarks(Pane& pane, const Run& run, BookmarkList& list) const;
  void toggle_bookmark(Run& run, Side side, OpId op, std::uint64_t cycle, Shared& shared);
  void go_to_bookmark(Comparison& runs, Side side, bool forwards, Shared& shared);
  void draw_bookmark_buttons(Ui& ui, const DiagramLayout& layout, Comparison& runs, Side side,
                             Shared& shared);
  /// Scrolls back to the operations in flight in a cycle.
  void show_present(Side side, Run& run, std::uint64_t now);
  /// The cycle that a pane follows: a run that has ended stays on the axis of the one that still
  /// works.
  [[nodiscard]] std::uint64_t axis_cycle(const Comparison& runs, Side side) const;
  /// After a jump the present has room on both sides.
  void leave_room(const Comparison& runs);
  /// C: to the active run, or, if that is visible, to the other one.
  void take_present(Comparison& runs, Shared& shared);
  /// If no operation is visible: shows the direction of the run, and a button to return; if none is
  /// in flight, why.
  void draw_way_back(Ui& ui, const DiagramLayout& layout, Run& run, Side side, std::uint64_t now);
  void draw_zoom(Ui& ui, const DiagramLayout& layout, Pane& pane, const Run& run, Side side) const;

  /// Equal scale in both panes; with Lock::cycle also equal first cycles; with Lock::instruction
  /// the cycles in which both runs have retired the same instructions are aligned, and so are the
  /// rows of the oldest operations in flight there.
  void share_axis(Comparison& runs);

  /// The part of the camera shared by the panes; with Lock::instruction relative to the current
  /// cycle.
  struct Axis {
    double cycle_px = 0;
    double first_cycle = 0;
    double first_row = 0;
    bool operator==(const Axis&) const = default;
  };
  [[nodiscard]] Axis axis_of(Side side, Comparison& runs) const;
  std::array<Pane, 2> panes_;
  std::optional<Cursor> cursor_;
  std::vector<Cursor> trail_; ///< the cells from which the cursor moved to a culprit
  Axis axis_;
  bool side_by_side_ = false; ///< both panes are shown
  float names_ = 0;           ///< width of the names of the rows
};

/// The source line of an operation's instruction; 0: unknown.
[[nodiscard]] std::uint32_t line_of_operation(Run& run, const RunPlace& place);

} // namespace stallscope::gui
