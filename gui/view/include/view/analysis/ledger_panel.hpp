#pragma once

#include "model/analysis/ledger_model.hpp"
#include "model/analysis/whatif_model.hpp"
#include "view/window/panel.hpp"

#include <array>
#include <optional>

namespace stallscope::gui {

/// The cycle ledgers of both runs: the CPI stack, reasons over time, the five shares, and what-if
/// results.
class LedgerPanel final : public PanelView {
public:
  explicit LedgerPanel(Threads threads) : panes_{Pane{threads}, Pane{threads}} {}
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;

private:
  struct Pane {
    explicit Pane(Threads threads) : what_if(threads) {}
    LedgerModel model;
    WhatIfModel what_if;
    /// The machine for which the ledger point was chosen; the point is kept for machines of the
    /// same kind.
    const machine::Machine* machine = nullptr;
    std::optional<trace::LedgerPoint> usual_point;
  };

  void draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);
  // Each function draws from `top` on and returns the lower end.
  float draw_points(Ui& ui, const Rect& column, float top, const Run& run, Side side);
  float draw_stack(Ui& ui, const Rect& column, float top, const StackView& stack) const;
  float draw_parts(Ui& ui, const Rect& column, float top, const StackView& stack, Comparison& runs,
                   Side side);
  float draw_over_time(Ui& ui, const Rect& column, float top, Comparison& runs, Side side,
                       Shared& shared);
  float draw_shares(Ui& ui, const Rect& column, float top, const StackView& stack) const;
  float draw_what_if(Ui& ui, const Rect& column, float top, const Run& run, Side side);
  void walk(Comparison& runs, Side side, Reason reason, bool forwards);

  std::array<Pane, 2> panes_;
};

} // namespace stallscope::gui
