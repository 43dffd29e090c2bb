#pragma once

#include "model/cells/bookmark.hpp"
#include "model/looks/tokens.hpp"
#include "model/run/run.hpp"
#include "trace/ledger.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::gui {

/// Where a diagram is looked at from, in pixels of the panel's drawing area. Cycles go right, rows
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

/// How much of a diagram is drawn.
enum class Detail : std::uint8_t {
  text,  ///< cells with their stage
  boxes, ///< bars, one a stay on a lane
  band,  ///< what is in flight as one band, coloured by what most slots are lost to
};

/// A stay on a lane, or several short ones that are folded into one bar.
struct DiagramBar {
  std::uint64_t row = 0;
  std::uint64_t begin = 0; ///< cycles [begin, end)
  std::uint64_t end = 0;
  OpId op;
  LaneId lane = kNoLane; ///< kNoLane: folded, or not fetched yet (`cause` says why)
  Cause cause;
  std::string text; ///< of Detail::text: the stage, or the reason it is held for
  std::uint8_t color = 0;
  bool wrong_path = false;
  bool folded = false;
};

struct DiagramRowView {
  std::uint64_t row = 0;
  OpId op; ///< of a fold, its first
  std::string number;
  std::string text; ///< the instruction; of a fold how many it hides
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t hidden = 0; ///< operations folded behind this row
  bool wrong_path = false;
  bool flushed = false;
  bool bookmarked = false;
  std::uint8_t color = 0;
};

/// A value handed over.
struct DiagramArrow {
  std::uint64_t from_row = 0;
  std::uint64_t from_cycle = 0;
  std::uint64_t to_row = 0;
  std::uint64_t to_cycle = 0;
  std::string reg;
  bool forwarded = false; ///< not through the register file
};

/// Cycles [begin, end) and the rows that are in flight in them.
struct DiagramBand {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t first_row = 0;
  std::uint64_t last_row = 0; ///< inclusive
  Reason worst = Reason::none;
  double lost = 0; ///< part of the slots that is lost, 0 to 1
};

struct DiagramView {
  Detail detail = Detail::text;
  bool loading = false;
  std::vector<DiagramRowView> rows;
  std::vector<DiagramBar> bars;
  std::vector<DiagramArrow> arrows;
  std::vector<DiagramBand> bands;
};

/// Instruction x cycle, of any length: what is asked for costs what is on screen.
class DiagramModel {
public:
  /// More cells than this are drawn as a band.
  static constexpr double kMaxCells = 50'000;
  static constexpr double kTextCyclePx = 26;
  static constexpr double kTextRowPx = 13;
  static constexpr double kBoxRowPx = 2;
  static constexpr double kFoldPx = 3; ///< shorter bars are folded together

  DiagramCamera camera;
  /// The axis has at least so many cycles: those of a run beside this one, so that both have one.
  std::uint64_t axis_cycles = 0;

  // Moving
  void resize(double width_px, double height_px);
  void pan(double dx_px, double dy_px);
  /// Zooms so that the point under the pointer stays there; each direction by its factor.
  void zoom(double factor_x, double factor_y, double x_px, double y_px);
  /// All of a run.
  void fit(const Run& run);
  /// Brings an operation in a cycle to the middle.
  void center(const Run& run, OpId op, std::uint64_t cycle);
  /// Keeps a cycle and the rows in flight in it in sight, moving as little as can be.
  void follow(Run& run, std::uint64_t cycle);
  /// Not past the ends of a run, and not away from it.
  void clamp(const Run& run);

  [[nodiscard]] Detail detail() const;
  /// What is on screen. `now`: nothing behind this cycle is shown.
  const DiagramView& visible(Run& run, std::uint64_t now);
  /// What is recorded of the cycles on screen, where rows are drawn; null while that is on its way,
  /// and of a long run from far away.
  [[nodiscard]] WindowPtr window_in_sight(Run& run, std::uint64_t now) const;

  // Rows and operations; folded ones share a row.
  [[nodiscard]] std::uint64_t row_of(OpId op) const;
  [[nodiscard]] OpId op_at(std::uint64_t row) const;
  [[nodiscard]] std::uint64_t row_count(const Run& run) const;
  /// Hides operations first to last behind one row; folds that touch become one.
  void fold(OpId first, OpId last);
  /// Shows again what the fold with this operation hides; false: it is in none.
  bool unfold(OpId op);
  void unfold_all();
  [[nodiscard]] std::size_t fold_count() const { return folds_.size(); }
  /// An operation is hidden behind a fold's row, or is the one that shows it.
  [[nodiscard]] bool folded(OpId op) const { return fold_of(op.value) != nullptr; }

  // Bookmarks, by cycle
  void toggle_bookmark(OpId op, std::uint64_t cycle, std::string label);
  [[nodiscard]] const std::vector<Bookmark>& bookmarks() const { return bookmarks_; }
  void set_bookmarks(std::vector<Bookmark> bookmarks) { bookmarks_ = std::move(bookmarks); }
  [[nodiscard]] std::optional<Bookmark> next_bookmark(std::uint64_t cycle, bool forwards) const;

  /// The operation and cycle at a point; no operation beside the rows.
  [[nodiscard]] RunPlace at(double x_px, double y_px) const;
  /// What hovering over it says.
  [[nodiscard]] std::string explain(Run& run, const RunPlace& place) const;

private:
  struct Fold {
    std::uint64_t first = 0; ///< op numbers, inclusive
    std::uint64_t last = 0;
    std::uint64_t hidden = 0; ///< by the folds before this one
  };
  /// Cycles [first, second) on screen; none where that is not behind the first.
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

  std::vector<Fold> folds_; ///< sorted, apart from each other
  std::vector<Bookmark> bookmarks_;
  DiagramView view_;
};

} // namespace stallscope::gui
