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

/// Transport buttons and slider, with the ledgers of both runs over time above.
class TransportBar {
public:
  /// Height in pixels.
  [[nodiscard]] static float height(const Style& style, bool two_runs);
  /// True: the cycle number was clicked, to enter another one.
  [[nodiscard]] bool draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared);

private:
  /// Cycles after `until` are hidden.
  void draw_strip(Ui& ui, const Rect& rect, Comparison& runs, Side side, std::uint64_t cycles,
                  std::uint64_t until);
  /// The legend of the strips' colours, the largest loss first, and a switch to hide future cycles.
  void draw_legend(Ui& ui, const Rect& line, const Comparison& runs, Shared& shared,
                   std::uint64_t until);
  void draw_slider(Ui& ui, const Rect& rect, Comparison& runs) const;
  /// Returns the right end.
  float draw_buttons(Ui& ui, const Rect& rect, Comparison& runs);
  /// Returns the right end.
  float draw_cycle(Ui& ui, const Rect& line, const Transport& transport);
  void draw_speed(Ui& ui, const Rect& rect, Comparison& runs) const;
  void draw_lock(Ui& ui, const Rect& rect, Comparison& runs) const;

  std::array<LedgerModel, 2> ledgers_;
  bool cycle_clicked_ = false;
  bool hides_total_ = false; ///< the number of cycles is hidden, since a question asks for it
};

} // namespace stallscope::gui
