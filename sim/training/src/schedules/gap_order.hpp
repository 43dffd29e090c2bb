#pragma once

#include "training/schedules/search.hpp"

#include <vector>

namespace stallscope::training {

/// Orders in which weight gradients fill the gaps between passes (the automatic scheduler of Qi et
/// al., "Zero Bubble Pipeline Parallelism", 2024, section 3.1): before the first gradient comes a
/// device begins as many forward passes as there is time and memory for; then F and I alternate,
/// and a weight gradient runs in a gap that it fits into, where memory is full, or in a smaller gap
/// of a device that has lost the most time so far. Every choice that the authors leave open is
/// tried. Empty: the plan has several stages a device, or no order respects the memory limit.
[[nodiscard]] std::vector<FoundOrder> gap_orders(const OrderProblem& problem);

} // namespace stallscope::training
