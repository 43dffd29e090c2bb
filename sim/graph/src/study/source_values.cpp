#include "study/source_values.hpp"

#include "base/number.hpp"
#include "graph/notation/npy.hpp"
#include "graph/onnx/read.hpp"
#include "study/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace stallscope::graph {

namespace {

/// Uniform in [low, high), by the seed that sources without values have; whole numbers from low to
/// high.
Tensor uniform(const Node& node, double low, double high) {
  const bool whole = node.type == Type::i32;
  Tensor out = random_tensor(Type::f64, node.shape, seed_of(1, node.name));
  for (double& value : out.values) {
    value = low + (value + 1) / 2 * (high - low + (whole ? 1 : 0));
    value = whole ? std::floor(value) : value;
  }
  return out;
}

/// The value that a word describes: a file, a range or a number. None: it describes none.
std::optional<Result<Tensor>> described(const Node& node, const std::string& word,
                                        const ReadGraphFile& read) {
  const bool npy = word.ends_with(".npy");
  if (npy || word.ends_with(".pb")) {
    const Result<std::string> bytes =
        read(word, InputLimits::graph_file, npy ? "a .npy file" : "a tensor of ONNX");
    if (!bytes)
      return Result<Tensor>(bytes.diagnostics());
    return npy ? read_npy(*bytes, word) : read_onnx_tensor(*bytes, word);
  }
  const std::size_t colon = std::min(word.find(':'), word.size());
  const auto low = parse_real(std::string_view(word).substr(0, colon));
  const auto high =
      colon < word.size() ? parse_real(std::string_view(word).substr(colon + 1)) : low;
  if (!low || !high || *low > *high)
    return std::nullopt;
  if (colon == word.size())
    return Result<Tensor>(filled(Type::f64, node.shape, *low));
  const bool whole = node.type == Type::i32;
  const double from = whole ? std::ceil(*low) : *low;
  const double to = whole ? std::floor(*high) : *high;
  return from > to ? std::nullopt : std::optional(Result<Tensor>(uniform(node, from, to)));
}

bool give_value(Graph& graph, const std::string& word, const ReadGraphFile& read,
                Diagnostics& problems) {
  const std::size_t equals = std::min(word.find('='), word.size());
  const auto id = node_called(graph, word.substr(0, equals), "--input", problems);
  if (!id)
    return false;
  Node& node = graph.nodes[*id];
  if (node.op != Op::param && node.op != Op::input)
    return fail(problems, fmt::format("--input: {} is {}; expected a param or input", node.name,
                                      node.op == Op::constant ? "a constant" : "a result"));
  const std::string value = equals < word.size() ? word.substr(equals + 1) : "";
  auto found = described(node, value, read);
  if (!found)
    return fail(problems, fmt::format("--input: '{}' is no value of {}; expected {}=FILE.npy, "
                                      "{}=0.5:2 (a range) or {}=3",
                                      value, node.name, node.name, node.name, node.name));
  if (!found->ok())
    return fail(problems, *found);
  if (const auto problem = set_value(node, std::move(**found), value))
    return fail(problems, fmt::format("--input {}: {}; expected {}", node.name, problem->message,
                                      problem->expected));
  return true;
}

} // namespace

bool set_source_values(Graph& graph, const std::vector<std::string>& words,
                       const ReadGraphFile& read, Diagnostics& problems) {
  bool good = true;
  std::set<std::string> given;
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (!given.insert(name).second)
      good = fail(problems, fmt::format("--input: {} has two values; expected one", name));
    else
      good = give_value(graph, word, read, problems) && good;
  }
  return good;
}

std::vector<std::string> tangents_in(const Graph& graph, const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (const std::string& word : words)
    if (word.starts_with("dot.") && graph.find(word.substr(0, word.find('='))) == kNoNode)
      out.push_back(word);
  return out;
}

} // namespace stallscope::graph
