#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::training {

/// A duration or a point in time in ticks; the first tick of a run begins at 0.
using Ticks = std::uint64_t;

/// What an operation does with a micro-batch on a stage.
enum class Kind : std::uint8_t {
  forward,          ///< F
  backward,         ///< B: input and weight gradient in one
  input_gradient,   ///< I: the gradient that the stage in front needs
  weight_gradient,  ///< W: nobody waits for it
  recompute,        ///< R: the activations once more, in front of a backward pass
  send_forward,     ///< an activation leaves for the next stage
  receive_forward,  ///< an activation comes from the stage before
  send_backward,    ///< a gradient leaves for the stage before
  receive_backward, ///< a gradient comes from the next stage
  unshard,          ///< parameters are gathered (FSDP); of a stage, of no micro-batch
  reshard,          ///< and dropped again
  reduce_gradient,  ///< gradients of all replicas are added up
  optimizer_step,   ///< weights change; of a stage, of no micro-batch
};
inline constexpr std::size_t kKindCount = static_cast<std::size_t>(Kind::optimizer_step) + 1;

struct KindInfo {
  std::string_view name;   ///< stable identifier in JSON and CSV: "forward"
  std::string_view letter; ///< in order files: "F", "SEND_F"
  std::string_view words;  ///< "forward pass"
};
[[nodiscard]] const KindInfo& info(Kind kind);
/// By its letter in an order file, which has no optimizer steps.
[[nodiscard]] std::optional<Kind> kind_from_letter(std::string_view letter);

/// It takes the device's time: no communication.
[[nodiscard]] constexpr bool computes(Kind kind) {
  return kind <= Kind::recompute || kind == Kind::optimizer_step;
}
[[nodiscard]] constexpr bool is_transfer(Kind kind) {
  return kind >= Kind::send_forward && kind <= Kind::receive_backward;
}
/// Of a stage as a whole.
[[nodiscard]] constexpr bool has_micro_batch(Kind kind) {
  return kind < Kind::unshard;
}

using StageId = std::uint16_t;
using DeviceId = std::uint16_t;
using MicroBatch = std::uint32_t;

/// One operation of a plan; it has no time: that follows from the order, the durations and the
/// transfers.
struct Operation {
  Kind kind = Kind::forward;
  /// It and the next one of the same device run at the same time, as one: (0F7;7B3)OVERLAP_F_B.
  bool overlaps_next = false;
  StageId stage = 0;
  MicroBatch micro_batch = 0;

  bool operator==(const Operation&) const = default;
};
static_assert(sizeof(Operation) == 8);

/// As in an order file: "3F2" is the forward pass of micro-batch 2 on stage 3.
[[nodiscard]] std::string name(const Operation& operation);

/// An operation of a plan, by its place there.
using OperationIndex = std::uint32_t;
inline constexpr OperationIndex kNoOperation = 0xffffffffU;

} // namespace stallscope::training
