#pragma once

#include "model/analysis/ledger_model.hpp"
#include "model/comparison/comparison.hpp"
#include "view/widgets/widgets.hpp"
#include "view/window/panel.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::gui {

/// Buttons, slider, and the ledger of both runs over time above it.
class TransportBar {
public:
  /// Pixels of height it needs.
  [[nodiscard]] static float height(const Style& style, bool two_runs);
  /// True: the number of the cycle was clicked, to be asked for another.
  [[nodiscard]] bool draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared);

private:
  /// Behind the cycle `until` nothing is shown.
  void draw_strip(Ui& ui, const Rect& rect, Comparison& runs, Side side, std::uint64_t cycles,
                  std::uint64_t until);
  /// What the colours of the strips mean, the greatest loss first, and whether they hide what
  /// comes.
  void draw_legend(Ui& ui, const Rect& line, const Comparison& runs, Shared& shared,
                   std::uint64_t until);
  void draw_slider(Ui& ui, const Rect& rect, Comparison& runs) const;
  /// Returns where they end, to the right.
  float draw_buttons(Ui& ui, const Rect& rect, Comparison& runs);
  /// Likewise.
  float draw_cycle(Ui& ui, const Rect& line, const Transport& transport);
  void draw_speed(Ui& ui, const Rect& rect, Comparison& runs) const;
  void draw_lock(Ui& ui, const Rect& rect, Comparison& runs) const;

  std::array<LedgerModel, 2> ledgers_;
  bool cycle_clicked_ = false;
  bool hides_total_ = false; ///< how many cycles there are is being asked
};

} // namespace stallscope::gui
