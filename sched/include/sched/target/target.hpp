#pragma once

#include "machine/description.hpp"

#include <memory>

namespace stallscope::sched {

class IssueResources;
class LatencyTable;
class PipelineModel;

/// A machine as schedulers see it: its description, the pipeline model made of it, and what has
/// been measured on that. Making one takes as long as scheduling dozens of short blocks, so one
/// is made for all blocks of a program. Copies share everything; as it is filled in while it is
/// used, one thread at a time may schedule for it.
class Target {
public:
  /// Implicit, so that for a single block a machine will do.
  Target(const machine::Machine& machine); // NOLINT(google-explicit-constructor)

  [[nodiscard]] const machine::Machine& machine() const;
  /// Nothing is ever placed in it: to be asked and to be copied.
  [[nodiscard]] const PipelineModel& model() const;
  /// A model for one caller at a time; what was placed in it before is gone.
  [[nodiscard]] PipelineModel& scratch_model() const;
  [[nodiscard]] LatencyTable& latencies() const;
  [[nodiscard]] const IssueResources& issue_resources() const;

private:
  struct Parts;
  std::shared_ptr<Parts> parts_;
};

} // namespace stallscope::sched
