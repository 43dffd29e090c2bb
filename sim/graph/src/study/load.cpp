#include "base/input_limits.hpp"
#include "base/number.hpp"
#include "graph/fx/read.hpp"
#include "graph/notation/examples.hpp"
#include "graph/notation/parse.hpp"
#include "graph/onnx/read.hpp"
#include "graph/study/study.hpp"
#include "study/named_files.hpp"
#include "study/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stallscope::graph {

namespace {

/// "batch=4,sequence=128".
Result<std::map<std::string, std::int64_t>> sizes_in(const std::string& list) {
  std::map<std::string, std::int64_t> out;
  for (const std::string& word : names_in(list)) {
    const std::size_t equals = std::min(word.find('='), word.size());
    const auto size = equals < word.size() ? parse_number(word.substr(equals + 1)) : std::nullopt;
    if (!size || *size < 1 || *size > static_cast<std::uint64_t>(kMostElements)) {
      Diagnostic problem;
      problem.message = fmt::format("--dimensions: '{}' is no name and size", word);
      problem.expected = "batch=4";
      return problem;
    }
    out[word.substr(0, equals)] = static_cast<std::int64_t>(*size);
  }
  return out;
}

Result<Graph> load_onnx(const std::string& file, const std::string& dimensions,
                        const ReadGraphFile& read) {
  const auto sizes = sizes_in(dimensions);
  if (!sizes)
    return sizes.diagnostics();
  const Result<std::string> bytes = read(file, InputLimits::onnx, "an ONNX model");
  if (!bytes)
    return bytes.diagnostics();
  NamedFiles named(file, "a file with values of the model, below its folder");
  return read_onnx(*bytes, file,
                   {*sizes, [&named](const std::string& name) { return named.read(name); }});
}

} // namespace

Result<Graph> load_graph(const std::string& file, const ReadGraphFile& read,
                         const std::string& dimensions) {
  if (file.ends_with(".onnx"))
    return load_onnx(file, dimensions, read);
  for (const ExampleInfo& example : examples())
    if (example.name == file)
      return parse_graph(example.text, file + ".graph");
  Result<std::string> text = read(file, InputLimits::graph_text, "a .graph file");
  if (!text) {
    Diagnostics problems = text.diagnostics();
    std::vector<std::string_view> names;
    for (const ExampleInfo& example : examples())
      names.push_back(example.name);
    if (problems.front().suggestion.empty())
      problems.front().suggestion = nearest_word(file, names);
    return problems;
  }
  if (is_fx(*text)) {
    const auto sizes = sizes_in(dimensions);
    return sizes ? read_fx(*text, file == "-" ? "<stdin>" : file, *sizes)
                 : Result<Graph>(sizes.diagnostics());
  }
  NamedFiles named(file, "a .npy file below the folder of the graph");
  return parse_graph(*text, file == "-" ? "<stdin>" : file,
                     [&named](const std::string& name) { return named.read(name); });
}

} // namespace stallscope::graph
