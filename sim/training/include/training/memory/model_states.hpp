#pragma once

#include "training/models/model.hpp"
#include "training/numbers/exact.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// Bytes a parameter takes in each of three parts.
struct StateBytes {
  std::uint64_t parameters = 2;
  std::uint64_t gradients = 2;
  std::uint64_t optimizer = 12; ///< K of ZeRO: a copy, momentum and variance in 4 bytes each

  [[nodiscard]] std::uint64_t all() const { return parameters + gradients + optimizer; }
};
/// zero: 2 + 2 + 12, ZeRO's mixed precision, which the lecture counts as 4 and 12; megatron: 2 + 4
/// + 12, gradients in 4 bytes.
[[nodiscard]] std::optional<StateBytes> state_bytes_called(std::string_view name);
[[nodiscard]] std::vector<std::string_view> state_bytes_names();

/// What of the activations is kept for the backward pass.
enum class Recompute : std::uint8_t {
  none,      ///< everything
  selective, ///< all but attention scores: they are computed again
  full,      ///< the input of each layer
};
[[nodiscard]] std::optional<Recompute> recompute_called(std::string_view name);
[[nodiscard]] std::vector<std::string_view> recompute_names();
[[nodiscard]] std::string_view name(Recompute recompute);

/// How a model is spread over devices.
struct Spread {
  std::uint64_t data_parallel = 1;   ///< d
  std::uint64_t pipeline = 1;        ///< p
  std::uint64_t tensor_parallel = 1; ///< t
  bool sequence_parallel = false;
  unsigned zero = 0; ///< ZeRO stage, 0 to 3
  Recompute recompute = Recompute::none;
  std::uint64_t in_flight = 1;      ///< micro-batches whose activations a device holds
  bool offload_optimizer = false;   ///< optimizer states in host memory
  bool offload_activations = false; ///< swapped out, but for those of one layer
};

/// Memory of the device that has most: the four parts, in bytes.
struct DeviceMemory {
  Exact parameters;
  Exact gradients;
  Exact optimizer;
  Exact activations;
  Exact host; ///< of this device's share, in host memory

  [[nodiscard]] Exact all() const { return parameters + gradients + optimizer + activations; }
};

/// ZeRO: stage 1 divides optimizer states by d, stage 2 also gradients, stage 3 also parameters.
struct ModelStates {
  Exact parameters;
  Exact gradients;
  Exact optimizer;

  [[nodiscard]] Exact all() const { return parameters + gradients + optimizer; }
};
[[nodiscard]] ModelStates model_states(const Exact& parameters, const StateBytes& bytes,
                                       unsigned zero, std::uint64_t data_parallel);

/// Of one GPT layer and one micro-batch, on one device (Korthikanti et al., Reducing
/// Activation Recomputation in Large Transformer Models, 2022, table 2), in bytes:
///   none       sbh(10 + 24/t + 5as/(ht))   with sequence parallelism all over t: sbh(34 + 5as/h)/t
///   selective  sbh(10 + 24/t)              sbh 34/t
///   full       2sbh                        2sbh/t
[[nodiscard]] Exact layer_activations(const Transformer& t, std::uint64_t micro_batch,
                                      const Spread& spread);
[[nodiscard]] std::string_view layer_formula(const Spread& spread);

/// (L(5as^2 + 34hs) + 5hs + 4sv)b: all layers, embedding and output as the lecture counts them.
[[nodiscard]] Checked lecture_activations(const Model& model);

/// Layers are dealt out evenly to the stages (rounded up on the first one), with the embedding on
/// the first. Of a list of layers: the stage with most parameters, and that with most activations,
/// of a division into stages of as many layers each.
[[nodiscard]] DeviceMemory device_memory(const Model& model, const StateBytes& bytes,
                                         const Spread& spread);

/// What does not go together; expected says what would. Empty: nothing.
struct SpreadProblem {
  std::string_view key; ///< of a plan, that it is about
  std::string message;
  std::string expected;
};
[[nodiscard]] std::vector<SpreadProblem> problems_of(const Model& model, const Spread& spread);

} // namespace stallscope::training
