#include "training/models/model_file.hpp"

#include "keyed_table.hpp"

namespace stallscope::training {

namespace {

using machine::Value;

constexpr std::uint64_t kMostSize = 1'000'000'000; ///< limit of a dimension

template <class T> constexpr auto kNeeded = TableKey<T>::Needed::yes;

const std::vector<TableKey<Model>>& model_keys() {
  static const std::vector<TableKey<Model>> keys{
      {"name", &Model::name, "-", "What the model is called.", kNeeded<Model>},
      {"title", &Model::title, "-", "The model in one line, for lists."},
      {"kind", KeyWords<Model>{{"transformer", "layers"}, [](Model&, std::size_t) {}}, "-",
       "A [transformer], or a list of layers, each under [[layer]]."},
      {"micro_batch", &Model::micro_batch, "samples", "Samples of a micro-batch (b).",
       TableKey<Model>::Needed::no, 1, kMostSize},
  };
  return keys;
}

const std::vector<TableKey<Transformer>>& transformer_keys() {
  using T = Transformer;
  constexpr auto kNo = TableKey<T>::Needed::no;
  static const std::vector<TableKey<T>> keys{
      {"hidden", &T::hidden, "-", "Hidden size (h).", kNeeded<T>, 1, kMostSize},
      {"layers", &T::layers, "-", "Layers (L).", kNeeded<T>, 1, kMostSize},
      {"heads", &T::heads, "-", "Attention heads (a); they divide h.", kNeeded<T>, 1, kMostSize},
      {"sequence", &T::sequence, "tokens", "Tokens of a sequence (s).", kNeeded<T>, 1, kMostSize},
      {"vocabulary", &T::vocabulary, "tokens", "Different tokens (v).", kNeeded<T>, 1, kMostSize},
      {"style",
       KeyWords<T>{{"gpt", "llama"},
                   [](T& t, std::size_t i) { t.style = static_cast<TransformerStyle>(i); }},
       "-",
       "gpt: biases, layer norms, an MLP of 4h, learned positions, embeddings shared with the "
       "output; llama: no biases, RMS norms, a gated MLP, an output of its own."},
      {"feed_forward", &T::feed_forward, "-", "Width of the MLP (f), of style llama only.", kNo, 1,
       kMostSize},
      {"key_value_heads", &T::key_value_heads, "-",
       "Heads of keys and values (k), of style llama only.", kNo, 1, kMostSize},
      {"final_norm",
       KeyWords<T>{{"counted", "lecture"},
                   [](T& t, std::size_t i) { t.final_norm = static_cast<FinalNorm>(i); }},
       "-",
       "counted: with the norm behind the last layer, h(s + 2); lecture: h(s + 1), as the lecture "
       "counts."},
  };
  return keys;
}

const std::vector<TableKey<ModelLayer>>& layer_keys() {
  using L = ModelLayer;
  constexpr auto kNo = TableKey<L>::Needed::no;
  constexpr std::uint64_t kMost = 1'000'000'000'000'000;
  static const std::vector<TableKey<L>> keys{
      {"name", &L::name, "-", "What the layer is called.", kNeeded<L>},
      {"parameters", &L::parameters, "-", "Parameters of the layer.", kNo, 0, kMost},
      {"forward_flop", &L::forward_flop, "FLOP", "Of the forward pass of one sample.", kNo, 0,
       kMost},
      {"activation_bytes", &L::activation_bytes, "bytes",
       "Output of the layer, of one sample: kept for the backward pass, and sent where a pipeline "
       "is "
       "cut behind the layer.",
       kNo, 0, kMost},
  };
  return keys;
}

void check_transformer(const Transformer& t, const machine::Place& place, machine::Report& report) {
  if (t.heads != 0 && t.hidden % t.heads != 0)
    report.error(place,
                 "hidden size " + std::to_string(t.hidden) + " in " + std::to_string(t.heads) +
                     " heads",
                 "heads that divide the hidden size");
  if (t.style == TransformerStyle::llama && (t.feed_forward == 0 || t.key_value_heads == 0))
    report.error(place, "style llama without feed_forward or key_value_heads", "both");
  if (t.style == TransformerStyle::gpt && (t.feed_forward != 0 || t.key_value_heads != 0))
    report.error(place, "feed_forward and key_value_heads are for style llama",
                 "neither: the MLP of style gpt is 4h wide");
  if (t.style == TransformerStyle::llama && t.key_value_heads != 0 &&
      t.heads % t.key_value_heads != 0)
    report.error(place, "key_value_heads that do not divide heads", "a divisor of heads");
}

void read_layers(const Value& list, Model& model, machine::Report& report) {
  if (list.kind != Value::Kind::array || list.items.empty()) {
    report.error(list.place, "'layer' is " + machine::shown(list), "tables, each under [[layer]]");
    return;
  }
  for (const Value& item : list.items)
    read_table(item, "[[layer]]", layer_keys(), {}, model.layers.emplace_back(), report);
}

} // namespace

Result<Model> parse_model(std::string_view file, std::string_view toml) {
  const std::vector<machine::Setting> none;
  machine::Report report(file, toml, none);
  const auto tree = tree_of(toml, "a model file", report);
  Model model;
  if (tree) {
    read_table(*tree, "the file", model_keys(), {"transformer", "layer"}, model, report);
    const machine::Member* transformer = tree->find("transformer");
    const machine::Member* layers = tree->find("layer");
    if ((transformer == nullptr) == (layers == nullptr))
      report.error({},
                   transformer == nullptr ? "no [transformer] and no [[layer]]"
                                          : "both [transformer] and [[layer]]",
                   "one of the two");
    else if (layers != nullptr)
      read_layers(layers->value, model, report);
    else
      read_table(transformer->value, "[transformer]", transformer_keys(), {}, model.transformer,
                 report);
    if (transformer != nullptr && report.count() == 0)
      check_transformer(model.transformer, transformer->value.place, report);
  }
  if (report.count() == 0 && (parameters(model).overflow || forward_flop(model).overflow))
    report.error({}, "the model has more parameters or FLOP than 64 bits count", "a smaller model");
  if (report.count() > 0)
    return report.take();
  return model;
}

Result<Model> load_model(const std::string& name_or_file, Streams streams, const FileReader& read) {
  std::vector<std::pair<std::string_view, std::string_view>> shipped;
  for (const ModelInfo& info : models())
    shipped.emplace_back(info.name, info.toml);
  Result<NamedText> found = find_text(name_or_file, "model", shipped, streams, read);
  if (!found)
    return found.diagnostics();
  return parse_model(found->file, found->text);
}

std::string model_file_of(const std::string& name) {
  return is_file_name(name) ? name : std::string();
}

std::string describe_model_keys() {
  return "Keys of a model file (TOML)\n" + described("at the head of the file", model_keys()) +
         described("[transformer]", transformer_keys()) + described("[[layer]]", layer_keys());
}

} // namespace stallscope::training
