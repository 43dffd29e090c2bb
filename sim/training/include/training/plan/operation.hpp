#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::training {

/// A duration or a point in time in ticks; a run starts at tick 0.
using Ticks = std::uint64_t;

/// Kind of an operation on a micro-batch and a stage.
enum class Kind : std::uint8_t {
  forward,          ///< F
  backward,         ///< B: input and weight gradient together
  input_gradient,   ///< I: the gradient that the previous stage needs
  weight_gradient,  ///< W: no other stage depends on it
  recompute,        ///< R: recomputes activations before a backward pass
  send_forward,     ///< sends an activation to the next stage
  receive_forward,  ///< receives an activation from the previous stage
  send_backward,    ///< sends a gradient to the previous stage
  receive_backward, ///< receives a gradient from the next stage
  unshard,          ///< gathers parameters (FSDP); per stage, not per micro-batch
  reshard,          ///< releases gathered parameters
  reduce_gradient,  ///< sums the gradients of all replicas
  optimizer_step,   ///< updates the weights; per stage, not per micro-batch
};
inline constexpr std::size_t kKindCount = static_cast<std::size_t>(Kind::optimizer_step) + 1;

struct KindInfo {
  std::string_view name;   ///< stable identifier in JSON and CSV: "forward"
  std::string_view letter; ///< in order files: "F", "SEND_F"
  std::string_view words;  ///< "forward pass"
};
[[nodiscard]] const KindInfo& info(Kind kind);
/// The kind with this letter in an order file.
[[nodiscard]] std::optional<Kind> kind_from_letter(std::string_view letter);

/// The operation occupies the device: it is not communication.
[[nodiscard]] constexpr bool computes(Kind kind) {
  return kind <= Kind::recompute || kind == Kind::optimizer_step;
}
[[nodiscard]] constexpr bool is_transfer(Kind kind) {
  return kind >= Kind::send_forward && kind <= Kind::receive_backward;
}
/// The operation concerns one micro-batch; otherwise a whole stage.
[[nodiscard]] constexpr bool has_micro_batch(Kind kind) {
  return kind < Kind::unshard;
}

using StageId = std::uint16_t;
using DeviceId = std::uint16_t;
using MicroBatch = std::uint32_t;

/// One operation of a plan. Its times follow from the order, the durations and the transfers.
struct Operation {
  Kind kind = Kind::forward;
  /// This operation and the next one of the same device run concurrently, as one:
  /// (0F7;7B3)OVERLAP_F_B.
  bool overlaps_next = false;
  StageId stage = 0;
  MicroBatch micro_batch = 0;

  bool operator==(const Operation&) const = default;
};
static_assert(sizeof(Operation) == 8);

/// Notation of order files: "3F2" is the forward pass of micro-batch 2 on stage 3.
[[nodiscard]] std::string name(const Operation& operation);

/// Index into Plan::operations.
using OperationIndex = std::uint32_t;
inline constexpr OperationIndex kNoOperation = 0xffffffffU;

} // namespace stallscope::training
