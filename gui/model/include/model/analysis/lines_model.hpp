#pragma once

#include "model/run/run.hpp"
#include "model/run/worker.hpp"
#include "trace/line_costs.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stallscope::gui {

/// A source line and its share of the cycles shown.
struct LineRow {
  std::string file; ///< empty: the program itself, or unknown
  std::uint32_t line = 0;
  std::string place; ///< "12", "sum.c:12"; empty: unknown
  std::string text;  ///< without indentation; empty: unknown
  std::uint64_t cycles = 0;
  std::uint64_t instructions = 0;
  double share = 0;           ///< of the cycles shown, 0 to 1
  double part_of_most = 0;    ///< of the cycles of the most expensive line, 0 to 1
  Reason held = Reason::none; ///< the reason that held it longest
  std::uint64_t held_cycles = 0;
};

/// Lines with costs of cycles [from, to]. The cycles of all rows and `rest` add up to `cycles`.
struct LinesView {
  std::uint64_t from = 1;
  std::uint64_t to = 0;
  bool whole = true; ///< these are all cycles of the run
  std::uint64_t cycles = 0;
  std::uint64_t rest = 0; ///< after the last retirement
  std::vector<LineRow> rows;
};

/// The cycles of a run by source line (trace::LineAccount), counted in the background: of the whole
/// run when it is recorded completely, otherwise of the stretch around the current cycle.
class LinesModel {
public:
  enum class Order : std::uint8_t { cost, place };

  explicit LinesModel(Threads threads = Threads::background) : worker_(threads) {}

  /// The lines at a cycle; null: being recorded or counted, or the run has none.
  const LinesView* visible(Run& run, std::uint64_t cycle);
  void set_order(Order order);
  [[nodiscard]] Order order() const { return order_; }
  void wait() { worker_.wait(); }
  /// The costs shown by the last result of visible(), most expensive first, with texts.
  [[nodiscard]] const trace::LineCosts& costs() const { return costs_; }
  /// Operations of this run have source lines.
  [[nodiscard]] static bool has_lines(const Run& run);

  /// Finds the next (or previous) cycle in which an operation of the line retires. `found` as in
  /// Run::scan.
  static std::shared_ptr<Task> walk(Run& run, const std::string& file, std::uint32_t line,
                                    std::uint64_t cycle, bool forwards, Run::Found found);

private:
  void count(const Run& run, WindowPtr window);
  void list();

  Order order_ = Order::cost;
  WindowPtr counted_; ///< the record that costs_ are of, or are being counted of
  std::uint64_t generation_ = 0;
  bool ready_ = false;
  trace::LineCosts costs_;
  LinesView view_;
  Worker worker_;
};

} // namespace stallscope::gui
