#pragma once

#include "training/collectives/collective.hpp"

#include <vector>

namespace stallscope::gui {

/// A collective operation: a step a cycle.
struct CollectiveCourse {
  training::CollectiveTask task;
  std::vector<training::CollectiveStep> steps;
};

} // namespace stallscope::gui
