#pragma once

#include "model/run/run.hpp"
#include "model/run/worker.hpp"
#include "session/what_if.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// A bottleneck of the machine, and what taking it away brings.
struct WhatIfLine {
  std::string name;
  std::string title; ///< in English
  bool measured = false;
  std::int64_t saved = 0; ///< cycles; negative: it takes longer
  std::uint64_t cycles = 0;
  std::optional<std::uint64_t> promised; ///< what the ledger charges to it, in cycles

  /// What is taken away, in the language at hand.
  [[nodiscard]] std::string words() const;
};

/// What would help a run: every relief of its machine, measured by simulating again.
class WhatIfModel {
public:
  explicit WhatIfModel(Threads threads = Threads::background) : worker_(threads) {}

  /// Takes what has been measured; forgets it when the run is another one.
  void update(const Run& run);
  /// Measures everything, in the background.
  void measure(const Run& run);
  void cancel();
  void wait() { worker_.wait(); }
  [[nodiscard]] bool measuring() const { return task_ != nullptr && !task_->finished(); }
  /// In the order of savings once they are measured.
  [[nodiscard]] const std::vector<WhatIfLine>& lines() const { return lines_; }

private:
  void list(const Run& run);

  std::vector<WhatIfLine> lines_;
  std::uint64_t version_ = 0;
  std::uint64_t generation_ = 0;
  std::shared_ptr<Task> task_;
  Worker worker_;
};

} // namespace stallscope::gui
