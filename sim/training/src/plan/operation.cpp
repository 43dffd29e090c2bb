#include "training/plan/operation.hpp"

namespace stallscope::training {

namespace {

// By Kind.
constexpr std::array<KindInfo, kKindCount> kKinds{{
    {"forward", "F", "forward pass"},
    {"backward", "B", "backward pass"},
    {"input_gradient", "I", "input gradient"},
    {"weight_gradient", "W", "weight gradient"},
    {"recompute", "R", "recomputation"},
    {"send_forward", "SEND_F", "send of an activation"},
    {"receive_forward", "RECV_F", "receipt of an activation"},
    {"send_backward", "SEND_B", "send of a gradient"},
    {"receive_backward", "RECV_B", "receipt of a gradient"},
    {"unshard", "UNSHARD", "gathering of parameters"},
    {"reshard", "RESHARD", "dropping of gathered parameters"},
    {"reduce_gradient", "REDUCE_GRAD", "reduction of gradients"},
    {"optimizer_step", "OPTIMIZER", "optimizer step"},
}};

} // namespace

const KindInfo& info(Kind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}

std::optional<Kind> kind_from_letter(std::string_view letter) {
  for (std::size_t i = 0; i < kKindCount; ++i)
    if (kKinds[i].letter == letter)
      return static_cast<Kind>(i);
  return std::nullopt;
}

std::string name(const Operation& operation) {
  std::string text = std::to_string(operation.stage);
  text += info(operation.kind).letter;
  if (has_micro_batch(operation.kind))
    text += std::to_string(operation.micro_batch);
  return text;
}

} // namespace stallscope::training
