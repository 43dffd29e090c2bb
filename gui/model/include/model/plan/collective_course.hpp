#pragma once

#include "training/collectives/collective.hpp"

#include <vector>

namespace stallscope::gui {

/// A collective operation, with one step per cycle.
struct CollectiveCourse {
  training::CollectiveTask task;
  std::vector<training::CollectiveStep> steps;
};

} // namespace stallscope::gui
