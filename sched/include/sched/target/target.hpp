#pragma once

#include "machine/description.hpp"

#include <memory>

namespace stallscope::sched {

class IssueResources;
class LatencyTable;
class PipelineModel;

/// A machine as schedulers use it: description, pipeline model, and cached measurements.
/// Constructing a target takes as long as scheduling dozens of short blocks, so the blocks of a
/// program share one target. Copies share all data, which is filled in during use: only one thread
/// at a time may schedule for a target.
class Target {
public:
  /// Implicit, so that a machine can be passed for a single block.
  Target(const machine::Machine& machine); // NOLINT(google-explicit-constructor)

  [[nodiscard]] const machine::Machine& machine() const;
  /// A model without instructions: for queries and to be copied.
  [[nodiscard]] const PipelineModel& model() const;
  /// A model for one caller at a time, cleared by this call.
  [[nodiscard]] PipelineModel& scratch_model() const;
  [[nodiscard]] LatencyTable& latencies() const;
  [[nodiscard]] const IssueResources& issue_resources() const;

private:
  struct Parts;
  std::shared_ptr<Parts> parts_;
};

} // namespace stallscope::sched
