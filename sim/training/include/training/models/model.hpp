#pragma once

#include "training/numbers/exact.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// Structure of a transformer layer.
enum class TransformerStyle : std::uint8_t {
  gpt,   ///< biases, layer norms, an MLP of 4h, learned positions, shared embeddings
  llama, ///< no biases, RMS norms, a gated MLP, no positional parameters, separate output matrix
};

/// How the parameters of the final norm are counted.
enum class FinalNorm : std::uint8_t {
  counted, ///< both vectors: h(s + 2) with positions
  lecture, ///< one vector, as in the lecture: h(s + 1)
};

struct Transformer {
  std::uint64_t hidden = 0;     ///< h
  std::uint64_t layers = 0;     ///< L
  std::uint64_t heads = 0;      ///< a
  std::uint64_t sequence = 0;   ///< s
  std::uint64_t vocabulary = 0; ///< v
  TransformerStyle style = TransformerStyle::gpt;
  std::uint64_t feed_forward = 0;    ///< for llama: width of the MLP
  std::uint64_t key_value_heads = 0; ///< for llama
  FinalNorm final_norm = FinalNorm::counted;
};

/// A layer of a model that is not a transformer; FLOP and bytes per sample.
struct ModelLayer {
  std::string name;
  std::uint64_t parameters = 0;
  std::uint64_t forward_flop = 0;
  std::uint64_t activation_bytes = 0; ///< kept for the backward pass
};

struct Model {
  std::string name;
  std::string title;
  std::uint64_t micro_batch = 1; ///< b, samples per micro-batch
  Transformer transformer;       ///< used if `layers` is empty
  std::vector<ModelLayer> layers;

  [[nodiscard]] bool is_transformer() const { return layers.empty(); }
};

/// GPT: L(12h^2 + 13h) + hv + h(s + 2).
/// Llama: L(2h^2 + 2h^2 k/a + 3hf + 2h) + 2hv + h.
[[nodiscard]] Checked parameters(const Model& model);
/// Parameters of one transformer layer.
[[nodiscard]] Checked layer_parameters(const Transformer& t);
/// The formula of `parameters`, as text.
[[nodiscard]] std::string_view parameter_formula(const Model& model);
/// Forward pass of a micro-batch: GPT bsL(24h^2 + 4sh) + 2bshv (Narayanan et al. 2021, section
/// 5.1: a third of their formula without recomputation).
[[nodiscard]] Checked forward_flop(const Model& model);

} // namespace stallscope::training
