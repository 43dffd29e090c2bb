#include "training/plan/verify.hpp"

#include <fmt/format.h>

namespace stallscope::training {

namespace {

constexpr std::size_t kMostProblems = 1000;

/// Both ends of the transfers of one kind, by sending stage and micro-batch.
struct Ends {
  std::vector<OperationIndex> send;
  std::vector<OperationIndex> receive;
};

/// All transfers of a plan.
struct Transfers {
  Ends activation;
  Ends gradient;
};

/// What operations of a whole stage depend on, in the order of its device.
struct StageProgress {
  bool gathers = false;   ///< it has UNSHARD or RESHARD
  bool gathered = false;  ///< behind UNSHARD
  bool unreduced = false; ///< a gradient was added since the last REDUCE_GRAD
  bool unused = false;    ///< since the last OPTIMIZER
};

class Verifier {
public:
  explicit Verifier(const Plan& plan) : plan_(plan) {
    PassTable& passes = out_.passes;
    passes.micro_batches = plan.micro_batches;
    const std::size_t cells = plan.stages.size() * std::size_t{plan.micro_batches};
    passes.forward.assign(cells, kNoOperation);
    passes.backward.assign(cells, kNoOperation);
    passes.weight.assign(cells, kNoOperation);
  }

  Verified run() {
    for (std::uint32_t device = 0; device < plan_.devices; ++device)
      for (OperationIndex i = plan_.first_operation[device]; i < plan_.first_operation[device + 1];
           ++i)
        place(i, device);
    if (out_.problem_count == 0)
      for (StageId stage = 0; stage < plan_.stages.size(); ++stage)
        check_stage(stage);
    if (out_.problem_count == 0)
      check_recomputations();
    if (out_.problem_count == 0)
      check_stage_operations();
    if (out_.problem_count == 0 && out_.explicit_transfers)
      check_transfers();
    return std::move(out_);
  }

private:
  void problem(OperationIndex operation, std::uint32_t device, std::string message,
               std::string expected = {}) {
    ++out_.problem_count;
    if (out_.problems.size() < kMostProblems)
      out_.problems.push_back({operation, device, std::move(message), std::move(expected)});
  }

  void place(OperationIndex i, std::uint32_t device) {
    const Operation& op = plan_.operations[i];
    if (op.stage >= plan_.stages.size())
      return problem(i, device, fmt::format("{}: there is no stage {}", name(op), op.stage),
                     fmt::format("stages 0 to {}", plan_.stages.size() - 1));
    if (has_micro_batch(op.kind) && op.micro_batch >= plan_.micro_batches)
      return problem(i, device,
                     fmt::format("{}: there is no micro-batch {}", name(op), op.micro_batch),
                     fmt::format("micro-batches 0 to {}", plan_.micro_batches - 1));
    const Stage& stage = plan_.stages[op.stage];
    if (stage.device != device)
      return problem(i, device,
                     fmt::format("{}: stage {} is not on device {}", name(op), op.stage, device),
                     fmt::format("it on device {}", stage.device));
    if (has_micro_batch(op.kind) && plan_.pipeline_of_batch(op.micro_batch) != stage.pipeline)
      return problem(i, device,
                     fmt::format("{}: micro-batch {} does not pass stage {}", name(op),
                                 op.micro_batch, op.stage));
    if (op.overlaps_next && !overlaps(i, device))
      return problem(i, device, fmt::format("{} overlaps with no pass behind it", name(op)),
                     "a forward and a backward pass");
    if (op.overlaps_next && plan_.operations[i + 1].micro_batch == op.micro_batch)
      return problem(i, device,
                     fmt::format("{} overlaps with {}, which waits for all forward passes of its "
                                 "micro-batch",
                                 name(op), name(plan_.operations[i + 1])),
                     "passes of two micro-batches");
    if (is_transfer(op.kind))
      out_.explicit_transfers = true;
    register_pass(i, device);
  }

  /// The next operation is a backward pass if this one is a forward pass, and vice versa.
  [[nodiscard]] bool overlaps(OperationIndex i, std::uint32_t device) const {
    if (i + 1 >= plan_.first_operation[device + 1] || plan_.operations[i + 1].overlaps_next)
      return false;
    const auto backward = [](Kind kind) {
      return kind == Kind::backward || kind == Kind::input_gradient;
    };
    const Kind a = plan_.operations[i].kind;
    const Kind b = plan_.operations[i + 1].kind;
    return (a == Kind::forward && backward(b)) || (backward(a) && b == Kind::forward);
  }

  void register_pass(OperationIndex i, std::uint32_t device) {
    const Operation& op = plan_.operations[i];
    PassTable& passes = out_.passes;
    std::vector<OperationIndex>* list =
        op.kind == Kind::forward                                       ? &passes.forward
        : op.kind == Kind::backward || op.kind == Kind::input_gradient ? &passes.backward
        : op.kind == Kind::weight_gradient                             ? &passes.weight
                                                                       : nullptr;
    if (list == nullptr)
      return;
    OperationIndex& cell = (*list)[passes.at(op.stage, op.micro_batch)];
    if (cell != kNoOperation)
      return problem(i, device,
                     fmt::format("{} is there twice{}", name(op),
                                 plan_.operations[cell].kind == op.kind
                                     ? std::string()
                                     : fmt::format(": the gradient of {} is computed already",
                                                   name(plan_.operations[cell]))),
                     "it once");
    cell = i;
  }

  void check_stage(StageId stage) {
    const std::uint32_t device = plan_.stages[stage].device;
    for (MicroBatch batch = 0; batch < plan_.micro_batches; ++batch)
      if (plan_.pipeline_of_batch(batch) == plan_.stages[stage].pipeline)
        check_passes(stage, batch, device);
  }

  void check_passes(StageId stage, MicroBatch batch, std::uint32_t device) {
    const PassTable& passes = out_.passes;
    const std::size_t at = passes.at(stage, batch);
    const auto missing = [&](Kind kind, const char* words) {
      problem(kNoOperation, device,
              fmt::format("device {}: {} is missing", device,
                          name(Operation{kind, false, stage, batch})),
              words);
    };
    const OperationIndex forward = passes.forward[at];
    const OperationIndex backward = passes.backward[at];
    const OperationIndex weight = passes.weight[at];
    if (forward == kNoOperation)
      missing(Kind::forward, "every micro-batch on every stage");
    if (backward == kNoOperation)
      return missing(weight == kNoOperation ? Kind::backward : Kind::input_gradient,
                     "a backward pass of every micro-batch on every stage");
    const bool split = plan_.operations[backward].kind == Kind::input_gradient;
    if (split && weight == kNoOperation)
      missing(Kind::weight_gradient, "W for every I");
    if (!split && weight != kNoOperation)
      problem(weight, device,
              fmt::format("{}: {} has computed the weight gradient already",
                          name(plan_.operations[weight]), name(plan_.operations[backward])),
              "I in place of B, or no W");
    if (forward != kNoOperation && backward < forward)
      problem(backward, device,
              fmt::format("{} stands in front of {}", name(plan_.operations[backward]),
                          name(plan_.operations[forward])),
              "the backward pass behind the forward pass");
    if (split && weight != kNoOperation && weight < backward)
      problem(weight, device,
              fmt::format("{} stands in front of {}", name(plan_.operations[weight]),
                          name(plan_.operations[backward])),
              "W behind I");
  }

  /// Activations are computed again between the passes that make them and that need them.
  void check_recomputations() {
    for (std::uint32_t device = 0; device < plan_.devices; ++device)
      for (OperationIndex i = plan_.first_operation[device]; i < plan_.first_operation[device + 1];
           ++i) {
        const Operation& op = plan_.operations[i];
        if (op.kind != Kind::recompute)
          continue;
        const std::size_t at = out_.passes.at(op.stage, op.micro_batch);
        const OperationIndex forward = out_.passes.forward[at];
        const OperationIndex backward = out_.passes.backward[at];
        if (i < forward || i > backward)
          problem(i, device,
                  fmt::format("{} stands {} {}", name(op), i < forward ? "in front of" : "behind",
                              name(plan_.operations[i < forward ? forward : backward])),
                  "R between the forward and the backward pass");
      }
  }

  /// Gradients are reduced, and weights updated, behind a backward pass that has not been yet.
  /// Parameters of a stage that gathers them are gathered when a pass uses them, and once.
  void check_stage_operations();
  void check_stage_operation(OperationIndex i, std::uint32_t device, StageProgress& stage);

  /// Sends and receives are paired; a send comes after the pass whose result it sends, a receive
  /// before the pass that reads it; every result that crosses devices is sent.
  void check_transfers();
  void check_transfer(OperationIndex i, std::uint32_t device, Transfers& transfers);
  void check_ends(StageId stage, MicroBatch batch, bool forward, const Ends& ends);

  const Plan& plan_;
  Verified out_;
};

void Verifier::check_stage_operation(OperationIndex i, std::uint32_t device, StageProgress& stage) {
  const Operation& op = plan_.operations[i];
  const auto wrong = [&](const char* why, const char* expected) {
    problem(i, device, fmt::format("{}: {}", name(op), why), expected);
  };
  switch (op.kind) {
  case Kind::unshard:
    if (stage.gathered)
      wrong("the parameters of the stage are gathered already", "RESHARD in between");
    stage.gathered = true;
    return;
  case Kind::reshard:
    if (!stage.gathered)
      wrong("no parameters of the stage are gathered", "UNSHARD in front of it");
    stage.gathered = false;
    return;
  case Kind::reduce_gradient:
    if (!stage.unreduced)
      wrong("there is no gradient to reduce", "it behind a backward pass of the stage");
    stage.unreduced = false;
    return;
  case Kind::optimizer_step:
    if (!stage.unused)
      wrong("there is no gradient to update with", "it behind a backward pass of the stage");
    stage.unused = false;
    return;
  default:
    break;
  }
  if (computes(op.kind) && stage.gathers && !stage.gathered)
    wrong("the parameters of the stage are not gathered", "UNSHARD in front of it");
  if (op.kind == Kind::backward || op.kind == Kind::weight_gradient)
    stage.unreduced = stage.unused = true;
}

void Verifier::check_stage_operations() {
  std::vector<StageProgress> stages(plan_.stages.size());
  for (const Operation& op : plan_.operations)
    if (op.kind == Kind::unshard || op.kind == Kind::reshard)
      stages[op.stage].gathers = true;
  for (std::uint32_t device = 0; device < plan_.devices; ++device)
    for (OperationIndex i = plan_.first_operation[device]; i < plan_.first_operation[device + 1];
         ++i)
      check_stage_operation(i, device, stages[plan_.operations[i].stage]);
}

/// A transfer occurs once, between adjacent stages, after the pass whose result it sends or before
/// the pass that reads it.
void Verifier::check_transfer(OperationIndex i, std::uint32_t device, Transfers& transfers) {
  const Operation& op = plan_.operations[i];
  const bool forward = op.kind == Kind::send_forward || op.kind == Kind::receive_forward;
  const bool send = op.kind == Kind::send_forward || op.kind == Kind::send_backward;
  const bool at_edge = send == forward ? plan_.is_last(op.stage) : plan_.is_first(op.stage);
  if (at_edge) {
    problem(i, device, fmt::format("{}: there is no stage at the other end", name(op)));
    return;
  }
  const PassTable& passes = out_.passes;
  const int from = send ? op.stage : op.stage + (forward ? -1 : 1);
  Ends& ends = forward ? transfers.activation : transfers.gradient;
  OperationIndex& cell =
      (send ? ends.send : ends.receive)[passes.at(static_cast<StageId>(from), op.micro_batch)];
  if (cell != kNoOperation)
    problem(i, device, fmt::format("{} is there twice", name(op)), "it once");
  cell = i;
  const std::size_t own = passes.at(op.stage, op.micro_batch);
  const OperationIndex pass = forward ? passes.forward[own] : passes.backward[own];
  if (send ? i < pass : i > pass)
    problem(i, device,
            fmt::format("{} stands {} {}", name(op), send ? "in front of" : "behind",
                        name(plan_.operations[pass])),
            send ? "a send behind what it sends" : "a receive in front of what needs it");
}

/// Both ends of the transfer of a pass's result to another device.
void Verifier::check_ends(StageId stage, MicroBatch batch, bool forward, const Ends& ends) {
  const std::size_t at = out_.passes.at(stage, batch);
  const auto to = static_cast<StageId>(stage + (forward ? 1 : -1));
  const std::uint32_t device = plan_.stages[stage].device;
  const std::uint32_t other = plan_.stages[to].device;
  const bool sent = ends.send[at] != kNoOperation;
  const bool received = ends.receive[at] != kNoOperation;
  if (device == other && !sent && !received)
    return;
  const auto missing = [&](std::uint32_t where, Kind kind, StageId of, const char* expected) {
    problem(kNoOperation, where,
            fmt::format("device {}: {} is missing", where, name(Operation{kind, false, of, batch})),
            expected);
  };
  if (!sent)
    missing(device, forward ? Kind::send_forward : Kind::send_backward, stage,
            "a send of everything that another device needs");
  if (!received)
    missing(other, forward ? Kind::receive_forward : Kind::receive_backward, to,
            "a receive for every send");
}

void Verifier::check_transfers() {
  const std::size_t cells = out_.passes.forward.size();
  const Ends none{std::vector<OperationIndex>(cells, kNoOperation),
                  std::vector<OperationIndex>(cells, kNoOperation)};
  Transfers transfers{none, none};
  for (std::uint32_t device = 0; device < plan_.devices; ++device)
    for (OperationIndex i = plan_.first_operation[device]; i < plan_.first_operation[device + 1];
         ++i)
      if (is_transfer(plan_.operations[i].kind))
        check_transfer(i, device, transfers);
  for (StageId stage = 0; stage < plan_.stages.size(); ++stage)
    for (MicroBatch batch = 0; batch < plan_.micro_batches; ++batch) {
      if (plan_.pipeline_of_batch(batch) != plan_.stages[stage].pipeline)
        continue;
      if (!plan_.is_last(stage))
        check_ends(stage, batch, true, transfers.activation);
      if (!plan_.is_first(stage))
        check_ends(stage, batch, false, transfers.gradient);
    }
}

} // namespace

Verified verify(const Plan& plan) {
  return Verifier(plan).run();
}

} // namespace stallscope::training
