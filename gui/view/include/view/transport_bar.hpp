#pragma once

#include "model/comparison.hpp"
#include "model/ledger_model.hpp"
#include "view/widgets.hpp"

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
  void draw(Ui& ui, const Rect& area, Comparison& runs);

private:
  void draw_strip(Ui& ui, const Rect& rect, const Run& run, Side side, std::uint64_t cycles);
  void draw_slider(Ui& ui, const Rect& rect, Comparison& runs) const;
  /// Returns where they end, to the right.
  float draw_buttons(Ui& ui, const Rect& rect, Comparison& runs) const;
  void draw_speed(Ui& ui, const Rect& rect, Comparison& runs) const;
  void draw_lock(Ui& ui, const Rect& rect, Comparison& runs) const;

  std::array<LedgerModel, 2> ledgers_;
};

} // namespace stallscope::gui
