#include "sched/target/target.hpp"

#include "sched/target/latency.hpp"
#include "target/issue_resources.hpp"

namespace stallscope::sched {

struct Target::Parts {
  explicit Parts(const machine::Machine& described)
      : machine(described), model(machine), scratch(model), latencies(machine), resources(model) {}

  machine::Machine machine; ///< the other members refer to it
  PipelineModel model;
  PipelineModel scratch;
  LatencyTable latencies;
  IssueResources resources;
};

Target::Target(const machine::Machine& machine) : parts_(std::make_shared<Parts>(machine)) {}

const machine::Machine& Target::machine() const {
  return parts_->machine;
}
const PipelineModel& Target::model() const {
  return parts_->model;
}
PipelineModel& Target::scratch_model() const {
  return parts_->scratch;
}
LatencyTable& Target::latencies() const {
  return parts_->latencies;
}
const IssueResources& Target::issue_resources() const {
  return parts_->resources;
}

} // namespace stallscope::sched
