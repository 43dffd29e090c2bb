#pragma once

#include "base/ids.hpp"

namespace stallscope::core {

/// The result buses (common data buses) in one cycle. Each carries one result, to the register file
/// and to the reservation stations that wait for it.
class ResultBuses {
public:
  /// `buses`: 0: one for every result.
  explicit ResultBuses(unsigned buses) : free_(buses != 0 ? buses : ~0U) {}

  [[nodiscard]] bool any_free() const { return free_ != 0; }
  /// A result takes a free bus.
  void take(OpId op) {
    --free_;
    last_ = op;
  }
  /// The operation that took the last bus: the one that a result without a bus waits behind. None:
  /// no result has been written in this cycle.
  [[nodiscard]] OpId last() const { return last_; }
  /// Of a machine with a number of buses: the results written in this cycle.
  [[nodiscard]] unsigned taken(unsigned buses) const { return buses - free_; }

private:
  unsigned free_;
  OpId last_;
};

} // namespace stallscope::core
