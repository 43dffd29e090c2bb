#pragma once

#include "model/scheduling/schedule_model.hpp"
#include "view/scheduling/graph_picture.hpp"
#include "view/window/panel.hpp"

#include <optional>
#include <string>
#include <utility>

namespace stallscope::gui {

/// A block of run A's program: its dependence graph, the decisions of a scheduler one by one, and
/// an order that can be edited. The current order runs as run B; transformations apply to the whole
/// program, and the other blocks can be scheduled as well.
class SchedulePanel final : public PanelView {
public:
  explicit SchedulePanel(Threads threads) : model_(threads) {}
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;
  bool cancel_interaction(Shared& shared) override;

private:
  void refresh(Comparison& runs, Shared& shared);
  /// How the current order was made.
  [[nodiscard]] TextOrigin origin() const;
  /// Shows an order restored by undo or redo.
  void show(const TextOrigin& made);
  void follow_undo(const Comparison& runs);
  void take_wishes(Shared& shared);
  void take_order_key(OrderKey key, Comparison& runs, Shared& shared);
  /// Moves the selected instruction by one position; if that is illegal, reports the violated
  /// dependence.
  void move_chosen(bool up, Comparison& runs, Shared& shared);
  struct Lines;
  void draw_choices(Ui& ui, Lines& lines, Comparison& runs);
  void draw_transformations(Ui& ui, Lines& lines);
  void draw_bounds(Ui& ui, const Rect& line, const Shared& shared);
  void draw_graph_part(Ui& ui, const Rect& area, const StepView& step, Shared& shared);
  void draw_edge_keys(Ui& ui, const Rect& line) const;
  void draw_step_buttons(Ui& ui, const Rect& line, const StepView& step);
  [[nodiscard]] std::pair<float, float> list_row(const Ui& ui, float room) const;
  void draw_available(Ui& ui, const Rect& area, const StepView& step) const;
  void draw_order(Ui& ui, const Rect& area, const StepView& step, Comparison& runs, Shared& shared);
  void drag(Ui& ui, const Rect& list, float row, const std::vector<sched::Node>& order,
            Comparison& runs, Shared& shared);
  /// Opens the current order in run B, optionally with all other blocks scheduled.
  void apply(Comparison& runs);
  void run_in_b(Comparison& runs, const std::string& text);
  void draw_scope(Ui& ui, Lines& lines, Comparison& runs);
  /// Name of the block, and whether the other blocks are scheduled.
  [[nodiscard]] std::string block_in_words() const;
  [[nodiscard]] Colour colour_of(const Ui& ui, sched::Node node) const;
  [[nodiscard]] std::string text_of(sched::Node node) const;

  ScheduleModel model_;
  std::uint64_t version_ = 0;
  std::string program_; ///< the program to which the transformations apply
  std::string scheduler_ = "weighted";
  std::size_t step_ = 0;              ///< from 1; 0: the last
  bool applies_ = false;              ///< the result of the running transformation or search will
                                      ///< run as B
  bool found_optimal_ = false;        ///< the result is an order found by the search
  bool all_blocks_ = false;           ///< the other blocks are scheduled as well
  bool awaits_all_ = false;           ///< scheduling of the other blocks is running, and the result
                                      ///< will run as B
  std::optional<TextOrigin> awaited_; ///< to be shown once the program has been transformed for it
  std::optional<sched::Node> dragged_;
  std::optional<sched::Node> chosen_; ///< the instruction selected by keys
  std::vector<DropPlace> places_;
  std::string problem_;
};

} // namespace stallscope::gui
