#pragma once

#include "training/simulation/simulate.hpp"

#include <string>
#include <vector>

namespace stallscope::training {

/// What took the time [begin, end) of a wait.
struct WhyLink {
  enum class What : std::uint8_t {
    work,      ///< the operation ran on its device
    transfer,  ///< its result was on its way
    link_busy, ///< its result waited for a link, or for its turn in an order with transfers
  };
  What what = What::work;
  OperationIndex operation = kNoOperation;
  OperationIndex behind = kNoOperation; ///< link_busy: whose result had the link; none: unknown
  Ticks begin = 0;
  Ticks end = 0;
};

/// The chain of causes of an idle span, from its end back to its begin or before: what its next
/// operation waited for, what kept that from beginning earlier (its input, or the operation in
/// front of it on its device), and so on. Each link ends where the one before it begins. For a
/// drained device that of the operation which ends last.
[[nodiscard]] std::vector<WhyLink> why_idle(const Plan& plan, const Verified& verified,
                                            const Execution& run, const IdleSpan& span);

/// The device to which the result of an operation is sent.
[[nodiscard]] std::uint32_t receiver_of(const Plan& plan, const Operation& operation);

/// "1B0 runs on device 1"
[[nodiscard]] std::string sentence(const WhyLink& link, const Plan& plan);

} // namespace stallscope::training
