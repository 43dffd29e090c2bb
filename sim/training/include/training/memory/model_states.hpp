#pragma once

#include "training/models/model.hpp"
#include "training/numbers/exact.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// Bytes per parameter of parameters, gradients and optimizer states.
struct StateBytes {
  std::uint64_t parameters = 2;
  std::uint64_t gradients = 2;
  std::uint64_t optimizer = 12; ///< K in ZeRO: master copy, momentum and variance in 4 bytes each

  [[nodiscard]] std::uint64_t all() const { return parameters + gradients + optimizer; }
};
/// zero: 2 + 2 + 12, ZeRO's mixed precision, which the lecture groups as 4 and 12; megatron: 2 + 4
/// + 12, gradients in 4 bytes.
[[nodiscard]] std::optional<StateBytes> state_bytes_called(std::string_view name);

/// Which activations are recomputed for the backward pass.
enum class Recompute : std::uint8_t {
  none,      ///< none: all are kept
  selective, ///< the attention scores
  full,      ///< all but the input of each layer
};
[[nodiscard]] std::optional<Recompute> recompute_called(std::string_view name);
[[nodiscard]] std::vector<std::string_view> recompute_names();
[[nodiscard]] std::string_view name(Recompute recompute);

/// Degrees of parallelism, and where states are kept.
struct Spread {
  std::uint64_t data_parallel = 1;   ///< d
  std::uint64_t pipeline = 1;        ///< p
  std::uint64_t tensor_parallel = 1; ///< t
  bool sequence_parallel = false;
  unsigned zero = 0; ///< ZeRO stage, 0 to 3
  Recompute recompute = Recompute::none;
  std::uint64_t in_flight = 1;      ///< micro-batches whose activations a device holds at the same
                                    ///< time
  bool offload_optimizer = false;   ///< optimizer states in host memory
  bool offload_activations = false; ///< activations in host memory, except those of one layer
};

/// Memory of the device with the largest total, in bytes.
struct DeviceMemory {
  Exact parameters;
  Exact gradients;
  Exact optimizer;
  Exact activations;
  Exact host; ///< this device's share, in host memory

  [[nodiscard]] Exact all() const { return parameters + gradients + optimizer + activations; }
};

/// ZeRO: stage 1 partitions optimizer states over d devices, stage 2 also gradients, stage 3 also
/// parameters.
struct ModelStates {
  Exact parameters;
  Exact gradients;
  Exact optimizer;

  [[nodiscard]] Exact all() const { return parameters + gradients + optimizer; }
};
[[nodiscard]] ModelStates model_states(const Exact& parameters, const StateBytes& bytes,
                                       unsigned zero, std::uint64_t data_parallel);

/// Activations of one GPT layer and one micro-batch on one device, in bytes (Korthikanti et al.,
/// Reducing Activation Recomputation in Large Transformer Models, 2022, table 2):
/// none       sbh(10 + 24/t + 5as/(ht))   with sequence parallelism: sbh(34 + 5as/h)/t
/// selective  sbh(10 + 24/t)              sbh 34/t
/// full       2sbh                        2sbh/t
[[nodiscard]] Exact layer_activations(const Transformer& t, std::uint64_t micro_batch,
                                      const Spread& spread);
/// Activations of the ends of the model, for one micro-batch: the embedding's mask of dropout; the
/// output's inputs of the norm and of the product in 2 bytes, and logits in 4. Together 5sbh +
/// 4sbv, as in the lecture.
[[nodiscard]] Exact end_activations(const Transformer& t, std::uint64_t micro_batch,
                                    const Spread& spread, bool embedding, bool output);
[[nodiscard]] std::string_view layer_formula(const Spread& spread);

/// (L(5as^2 + 34hs) + 5hs + 4sv)b: activations of all layers, embedding and output, as in the
/// lecture.
[[nodiscard]] Checked lecture_activations(const Model& model);

/// Layers are divided evenly between stages (rounded up on the first), with the embedding on the
/// first, and on a single stage the output. For a list of layers: the maxima over stages with equal
/// numbers of layers of parameters and, separately, of activations.
[[nodiscard]] DeviceMemory device_memory(const Model& model, const StateBytes& bytes,
                                         const Spread& spread);

/// An invalid combination of options; `expected` names the valid values. Empty: valid.
struct SpreadProblem {
  std::string_view key; ///< the plan's key that the problem concerns
  std::string message;
  std::string expected;
};
[[nodiscard]] std::vector<SpreadProblem> problems_of(const Model& model, const Spread& spread);

} // namespace stallscope::training
