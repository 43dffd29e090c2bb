#pragma once

#include "model/cells/bookmark.hpp"
#include "model/cells/search.hpp"
#include "model/looks/tokens.hpp"
#include "model/run/run.hpp"
#include "trace/ledger.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::gui {

/// The camera of a diagram, in pixels of the panel's drawing area. Cycles go right, rows
/// (operations) down.
struct DiagramCamera {
  double first_cycle = 1; ///< at the left edge
  double first_row = 0;   ///< at the upper edge
  double cycle_px = 44;
  double row_px = 24;
  double width_px = 800;
  double height_px = 600;

  [[nodiscard]] double x_of(double cycle) const { return (cycle - first_cycle) * cycle_px; }
  [[nodiscard]] double y_of(double row) const { return (row - first_row) * row_px; }
  [[nodiscard]] double cycle_at(double x) const { return first_cycle + x / cycle_px; }
  [[nodiscard]] double row_at(double y) const { return first_row + y / row_px; }
  [[nodiscard]] double cycles_visible() const { return width_px / cycle_px; }
  [[nodiscard]] double rows_visible() const { return height_px / row_px; }
};

/// Level of detail.
enum class Detail : std::uint8_t {
  text,  ///< cells with their stage
  boxes, ///< one bar for each span on a lane
  band,  ///< all operations in flight as one band, coloured by the most frequent stall reason
};

/// A span on a lane, or several short ones merged into one bar.
struct DiagramBar {
  std::uint64_t row = 0;
  std::uint64_t begin = 0; ///< cycles [begin, end)
  std::uint64_t end = 0;
  OpId op;
  LaneId lane = kNoLane; ///< kNoLane: folded, or not fetched yet (reason in `cause`)
  Cause cause;
  std::string text; ///< for Detail::text: the stage, or the stall reason
  std::uint8_t color = 0;
  bool wrong_path = false;
  bool folded = false;
};

struct DiagramRowView {
  std::uint64_t row = 0;
  OpId op; ///< for a fold, its first operation
  std::string number;
  std::string text;     ///< instruction text; for a fold the number of hidden operations
  std::uint64_t pc = 0; ///< address of the instruction; of a fold that of its first row in sight
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t hidden = 0; ///< operations folded into this row
  bool wrong_path = false;
  bool flushed = false;
  bool bookmarked = false;
  bool hit = false; ///< matches the search
  std::uint8_t color = 0;
};

/// An operand passed between operations.
struct DiagramArrow {
  std::uint64_t from_row = 0;
  std::uint64_t from_cycle = 0;
  std::uint64_t to_row = 0;
  std::uint64_t to_cycle = 0;
  std::string reg;
  bool forwarded = false; ///< not read from the register file
};

/// Cycles [begin, end) and the range of rows in flight.
struct DiagramBand {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t first_row = 0;
  std::uint64_t last_row = 0; ///< inclusive
  Reason worst = Reason::none;
  double lost = 0; ///< share of lost slots, 0 to 1
};

struct DiagramView {
  Detail detail = Detail::text;
  bool loading = false;
  std::vector<DiagramRowView> rows;
  std::vector<DiagramBar> bars;
  std::vector<DiagramArrow> arrows;
  std::vector<DiagramBand> bands;
};

/// Pipeline diagram of a run of any length: costs depend only on the visible part.
class DiagramModel {
public:
  /// Number of visible cells above which a band is drawn.
  static constexpr double kMaxCells = 50'000;
  static constexpr double kTextCyclePx = 26;
  static constexpr double kTextRowPx = 13;
  static constexpr double kBoxRowPx = 2;
  static constexpr double kFoldPx = 3; ///< narrower bars are merged

  DiagramCamera camera;
  /// Minimum length of the axis, so that two runs side by side have equal axes.
  std::uint64_t axis_cycles = 0;
  /// The camera follows that of another run and is not limited to this run.
  bool led = false;
  /// Matching rows are marked.
  std::optional<SearchQuery> search;

  // Navigation
  void resize(double width_px, double height_px);
  void pan(double dx_px, double dy_px);
  /// Zooms around the pointer, with independent horizontal and vertical factors.
  void zoom(double factor_x, double factor_y, double x_px, double y_px);
  /// Fits the whole run.
  void fit(const Run& run);
  /// Centres an operation in a cycle.
  void center(const Run& run, OpId op, std::uint64_t cycle);
  /// Scrolls by the minimum needed to show a cycle and its rows in flight; to the right by whole
  /// cycles. On an axis shared with a longer run `axis_cycle` is shown, which may be after this
  /// run's end, and the rows are those of `cycle`.
  void follow(Run& run, std::uint64_t cycle, std::uint64_t axis_cycle);
  void follow(Run& run, std::uint64_t cycle) { follow(run, cycle, cycle); }
  /// Limits the camera to the run.
  void clamp(const Run& run);
  /// Places a cycle that is out of sight at two thirds of the width, so that a step from there
  /// scrolls nothing.
  void leave_room(std::uint64_t cycle);

  [[nodiscard]] Detail detail(const Run& run) const;
  /// The visible part. `now`: cycles after it are hidden.
  const DiagramView& visible(Run& run, std::uint64_t now);
  /// The record of the visible cycles, if rows are drawn; null while it is loading, and when zoomed
  /// out on a long run.
  [[nodiscard]] WindowPtr window_in_sight(Run& run, std::uint64_t now) const;

  // Rows and operations; folded operations share a row.
  [[nodiscard]] std::uint64_t row_of(OpId op) const;
  [[nodiscard]] OpId op_at(std::uint64_t row) const;
  [[nodiscard]] std::uint64_t row_count(const Run& run) const;
  /// Folds operations first to last into one row; adjacent folds are merged.
  void fold(OpId first, OpId last);
  /// Unfolds the fold that contains this operation; false: no fold contains it.
  bool unfold(OpId op);
  void unfold_all();
  [[nodiscard]] std::size_t fold_count() const { return folds_.size(); }
  /// The operation is hidden in a fold, or is the first operation of a fold.
  [[nodiscard]] bool folded(OpId op) const { return fold_of(op.value) != nullptr; }

  // Bookmarks, by cycle
  void toggle_bookmark(OpId op, std::uint64_t cycle, std::string label);
  [[nodiscard]] const std::vector<Bookmark>& bookmarks() const { return bookmarks_; }
  void set_bookmarks(std::vector<Bookmark> bookmarks) { bookmarks_ = std::move(bookmarks); }
  [[nodiscard]] std::optional<Bookmark> next_bookmark(std::uint64_t cycle, bool forwards) const;

  /// The operation and cycle at a point; kNoOp outside the rows.
  [[nodiscard]] RunPlace at(double x_px, double y_px) const;
  /// Tooltip text.
  [[nodiscard]] std::string explain(Run& run, const RunPlace& place) const;

private:
  struct Fold {
    std::uint64_t first = 0; ///< op numbers, inclusive
    std::uint64_t last = 0;
    std::uint64_t hidden = 0; ///< hidden by earlier folds
  };
  /// Visible cycles [first, second); none when empty.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> cycles_in_sight(const Run& run,
                                                                        std::uint64_t now) const;
  void recount_folds();
  [[nodiscard]] const Fold* fold_of(std::uint64_t op) const;
  void add_bands(Run& run, std::uint64_t from, std::uint64_t to);
  [[nodiscard]] DiagramRowView row_view(const RunWindow& window, const OpRow& row,
                                        const Fold* fold) const;
  void add_rows(const RunWindow& window, std::uint64_t from, std::uint64_t to);
  void add_bars(const RunWindow& window, const Timeline& part, const OpRow& row, std::uint64_t from,
                std::uint64_t to);
  void add_arrows(const RunWindow& window, const Timeline& part);

  std::vector<Fold> folds_; ///< sorted, disjoint
  std::vector<Bookmark> bookmarks_;
  DiagramView view_;
};

} // namespace stallscope::gui
