#pragma once

#include "model/run/run.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// An operation in the order of its device; two that overlap are one.
struct OrderCell {
  std::string label; ///< "1F3"
  std::uint8_t color = 0;
  std::size_t first = 0; ///< into the operations of the device
  std::size_t count = 1;
};

/// What the verifier and the simulation say of another order.
struct OrderAnswer {
  bool legal = false;
  std::string problem;      ///< why it is not
  std::uint64_t cycles = 0; ///< of a legal one
  RunSpec spec;             ///< the run with it
};

/// The order of every device of a plan, and others that are tried.
class OrderModel {
public:
  /// Takes over the order of a run when it has changed.
  void open(const Run& run);
  /// Why it cannot be changed: weights that change between micro-batches are not in an order file.
  [[nodiscard]] bool changeable() const { return changeable_; }
  [[nodiscard]] const std::vector<std::vector<OrderCell>>& devices() const { return devices_; }
  /// The order in which a cell stands at another place of its device.
  [[nodiscard]] OrderAnswer moved(std::size_t device, std::size_t from, std::size_t to) const;

private:
  RunSpec spec_;
  std::uint64_t version_ = 0;
  const Run* of_ = nullptr;
  bool changeable_ = false;
  std::vector<std::vector<OrderCell>> devices_;
  std::shared_ptr<const void> plan_; ///< the training::Plan without what a model adds
};

} // namespace stallscope::gui
