#include "training/models/model.hpp"

namespace stallscope::training {

Checked layer_parameters(const Transformer& t) {
  const Checked h(t.hidden);
  if (t.style == TransformerStyle::gpt)
    return Checked(12) * h * h + Checked(13) * h;
  // Width of keys and of values: key_value_heads heads, each h / a wide.
  const Checked keys(t.hidden / t.heads * t.key_value_heads);
  return Checked(2) * h * h + Checked(2) * h * keys + Checked(3) * h * Checked(t.feed_forward) +
         Checked(2) * h;
}

Checked parameters(const Model& model) {
  if (!model.is_transformer()) {
    Checked sum;
    for (const ModelLayer& layer : model.layers)
      sum = sum + Checked(layer.parameters);
    return sum;
  }
  const Transformer& t = model.transformer;
  const Checked h(t.hidden);
  const Checked layers = Checked(t.layers) * layer_parameters(t);
  if (t.style == TransformerStyle::llama)
    return layers + Checked(2) * h * Checked(t.vocabulary) + h;
  const Checked norm(t.final_norm == FinalNorm::counted ? 2 : 1);
  return layers + h * Checked(t.vocabulary) + h * (Checked(t.sequence) + norm);
}

std::string_view parameter_formula(const Model& model) {
  if (!model.is_transformer())
    return "sum of all layers";
  if (model.transformer.style == TransformerStyle::llama)
    return "L(2h^2 + 2h^2 k/a + 3hf + 2h) + 2hv + h";
  return model.transformer.final_norm == FinalNorm::counted ? "L(12h^2 + 13h) + hv + h(s + 2)"
                                                            : "L(12h^2 + 13h) + hv + h(s + 1)";
}

Checked forward_flop(const Model& model) {
  const Checked b(model.micro_batch);
  if (!model.is_transformer()) {
    Checked sum;
    for (const ModelLayer& layer : model.layers)
      sum = sum + Checked(layer.forward_flop);
    return b * sum;
  }
  const Transformer& t = model.transformer;
  const Checked h(t.hidden);
  const Checked s(t.sequence);
  const Checked keys(t.style == TransformerStyle::llama ? t.hidden / t.heads * t.key_value_heads
                                                        : t.hidden);
  const Checked mlp =
      t.style == TransformerStyle::llama ? Checked(3) * Checked(t.feed_forward) : Checked(8) * h;
  // Matrix products with weights, 2 FLOP per multiply-add; then attention scores and the weighted
  // sum of values.
  const Checked layer =
      Checked(2) * h * (Checked(2) * h + Checked(2) * keys + mlp) + Checked(4) * s * h;
  return b * s * Checked(t.layers) * layer + Checked(2) * b * s * h * Checked(t.vocabulary);
}

} // namespace stallscope::training
