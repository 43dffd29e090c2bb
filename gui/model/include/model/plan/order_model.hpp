#pragma once

#include "model/run/run.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::training {
struct Operation;
struct Plan;
} // namespace stallscope::training

namespace stallscope::gui {

/// An operation in the order of its device; two overlapped ones form one cell.
struct OrderCell {
  std::uint32_t first = 0; ///< index into the operations of the device
  std::uint32_t count = 1;
};

/// Result of verifying and simulating a modified order.
struct OrderAnswer {
  bool legal = false;
  std::string problem;      ///< the violations, if illegal
  std::uint64_t cycles = 0; ///< duration of a legal order; 0: not simulated
  RunSpec spec;             ///< the run with this order
};

/// The order of every device of a plan, and modified orders.
class OrderModel {
public:
  /// Takes over the order of a run after a change.
  void open(const Run& run);
  /// False for plans that update weights between micro-batches, which order files cannot express.
  [[nodiscard]] bool changeable() const { return changeable_; }
  [[nodiscard]] const std::vector<std::vector<OrderCell>>& devices() const { return devices_; }
  /// "1F3", "1F3+0B2"; made when it is drawn.
  [[nodiscard]] std::string label(std::size_t device, std::size_t cell) const;
  [[nodiscard]] std::uint8_t color(std::size_t device, std::size_t cell) const;
  /// As shade_of_stage().
  [[nodiscard]] float shade(std::size_t device, std::size_t cell) const;
  /// The longest of the first labels of all devices, for the width of cells.
  [[nodiscard]] const std::string& longest_label() const { return longest_label_; }
  /// The order with a cell moved to another position of its device, as the verifier finds it: not
  /// simulated, without a run and its cycles.
  [[nodiscard]] OrderAnswer verified(std::size_t device, std::size_t from, std::size_t to) const;
  /// The order with a cell moved to another position of its device, verified and simulated.
  [[nodiscard]] OrderAnswer moved(std::size_t device, std::size_t from, std::size_t to) const;

private:
  struct Candidate;
  /// The plan with a cell moved, and an answer that has not been found yet.
  [[nodiscard]] Candidate candidate(std::size_t device, std::size_t from, std::size_t to) const;
  /// The operations of a cell.
  [[nodiscard]] const training::Operation* first_of(std::size_t device, std::size_t cell) const;

  RunSpec spec_;
  std::uint64_t version_ = 0;
  const Run* of_ = nullptr;
  bool changeable_ = false;
  std::vector<std::vector<OrderCell>> devices_;
  std::string longest_label_;
  std::shared_ptr<const training::Plan> plan_; ///< the training::Plan before apply_job
};

} // namespace stallscope::gui
