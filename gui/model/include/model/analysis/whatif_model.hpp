#pragma once

#include "model/language/strings.hpp"
#include "model/run/run.hpp"
#include "model/run/worker.hpp"
#include "session/what_if.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// A bottleneck of the machine, with the effect of removing it.
struct WhatIfLine {
  std::string name;
  std::string title;             ///< in English, for programs
  std::optional<Text> text = {}; ///< for plans and graphs, instead of `title`
  bool measured = false;
  std::int64_t saved = 0; ///< cycles; negative: the run takes longer
  std::uint64_t cycles = 0;
  std::optional<std::uint64_t> promised; ///< cycles charged to the bottleneck in the ledger

  /// Description in the current language.
  [[nodiscard]] std::string words() const;
};

/// What-if analysis of a run: the effect of each change of its machine, measured by simulation.
class WhatIfModel {
public:
  explicit WhatIfModel(Threads threads = Threads::background) : worker_(threads) {}

  /// Takes over finished measurements; clears them when the run changes.
  void update(const Run& run);
  /// Measures all changes in the background.
  void measure(const Run& run);
  void cancel();
  void wait() { worker_.wait(); }
  [[nodiscard]] bool measuring() const { return task_ != nullptr && !task_->finished(); }
  /// Sorted by savings once measured.
  [[nodiscard]] const std::vector<WhatIfLine>& lines() const { return lines_; }

private:
  void list(const Run& run);
  void measure_course(const Run& run);

  std::vector<WhatIfLine> lines_;
  std::uint64_t version_ = 0;
  std::uint64_t generation_ = 0;
  std::shared_ptr<Task> task_;
  Worker worker_;
};

} // namespace stallscope::gui
