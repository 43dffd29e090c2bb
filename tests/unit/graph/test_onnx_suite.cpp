#include "base/read_file.hpp"
#include "graph/evaluate/evaluate.hpp"
#include "onnx_model.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

namespace fs = std::filesystem;

/// Where Debian's libonnx-testdata has the models of ONNX's own tests, with inputs and outputs.
const fs::path kSuite = "/usr/share/libonnx-testdata/data";

std::string bytes_of(const fs::path& file) {
  const Result<std::string> text = read_file(file.string(), std::size_t{64} << 20, "a test's file");
  return text ? *text : std::string();
}

/// The model's first inputs (field 11 of its graph, field 7), by name.
std::vector<std::string> inputs_of(const std::string& model) {
  std::vector<std::string> out;
  const auto varint = [](std::string_view& of) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; !of.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(of.front());
      of.remove_prefix(1);
      value |= std::uint64_t{byte & 127U} << shift;
      if (byte < 128)
        break;
    }
    return value;
  };
  const auto each = [&varint](std::string_view of, std::uint64_t field, const auto& use) {
    while (!of.empty()) {
      const std::uint64_t key = varint(of);
      if ((key & 7U) == 0) {
        (void)varint(of);
        continue;
      }
      const std::uint64_t size = (key & 7U) == 5 ? 4 : (key & 7U) == 1 ? 8 : varint(of);
      if (key >> 3 == field)
        use(of.substr(0, size));
      of.remove_prefix(std::min<std::size_t>(size, of.size()));
    }
  };
  each(model, 7, [&](std::string_view graph) {
    each(graph, 11, [&](std::string_view input) {
      each(input, 1, [&](std::string_view name) { out.emplace_back(name); });
    });
  });
  return out;
}

struct SuiteCounts {
  std::size_t right = 0;
  std::size_t unknown = 0; ///< some output depends on an operator that is not known
  std::size_t refused = 0;
  std::vector<std::string> wrong;
  std::vector<std::string> refusals;
};

bool is_near(const Tensor& found, const Tensor& expected) {
  if (found.shape != expected.shape)
    return false;
  for (std::size_t i = 0; i < found.values.size(); ++i) {
    const double a = found.values[i];
    const double b = expected.values[i];
    const bool same = a == b || (std::isnan(a) && std::isnan(b));
    // The tolerances of ONNX's own runner; half precision has 11 bits.
    if (!same && !(std::abs(a - b) <= 1e-3 * std::abs(b) + 1e-6))
      return false;
  }
  return true;
}

/// All inputs become initialisers, so that sizes and axes among them are known.
void run_model(const fs::path& folder, SuiteCounts& counts) {
  std::string model = bytes_of(folder / "model.onnx");
  const fs::path data = folder / "test_data_set_0";
  const std::vector<std::string> names = inputs_of(model);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string tensor = bytes_of(data / ("input_" + std::to_string(i) + ".pb"));
    if (tensor.empty())
      continue;
    const OnnxMessage named = OnnxMessage().bytes(8, names[i]);
    model += OnnxMessage().message(7, OnnxMessage().bytes(5, tensor + named.text())).text();
  }
  const std::string name = folder.filename().string();
  const Result<Graph> graph = read_onnx(model, name);
  if (!graph) {
    ++counts.refused;
    counts.refusals.push_back(graph.diagnostics().front().message);
    return;
  }
  EvaluateOptions options;
  options.allow_nonfinite = true;
  const Result<Values> values = evaluate(*graph, options);
  const std::vector<bool> open = not_computed(*graph);
  bool known = values.ok();
  bool right = known;
  for (std::size_t i = 0; known && i < graph->outputs.size(); ++i) {
    const Result<Tensor> expected =
        read_onnx_tensor(bytes_of(data / ("output_" + std::to_string(i) + ".pb")), name);
    known = !open[graph->outputs[i].node];
    right = right && expected && is_near(*(*values)[graph->outputs[i].node], *expected);
  }
  if (!known)
    ++counts.unknown;
  else if (right)
    ++counts.right;
  else
    counts.wrong.push_back(name);
}

SuiteCounts run_suite(const char* part) {
  SuiteCounts counts;
  std::vector<fs::path> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(kSuite / part))
    folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  for (const fs::path& folder : folders)
    run_model(folder, counts);
  return counts;
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names)
    out += name + "\n";
  return out;
}

} // namespace

TEST_CASE("onnx: models of its own tests give the values that these say", "[graph]") {
  if (!fs::exists(kSuite)) {
    WARN("libonnx-testdata is not installed");
    return;
  }
  // As many as version 1.12 has of those whose operators are all known here.
  const auto [part, least] = GENERATE(table<const char*, std::size_t>(
      {{"node", 374}, {"pytorch-converted", 48}, {"pytorch-operator", 28}, {"simple", 6}}));
  const SuiteCounts counts = run_suite(part);
  INFO(part << ": " << counts.right << " right, " << counts.unknown << " with unknown operators, "
            << counts.refused << " refused, wrong:\n"
            << listed(counts.wrong) << "refused:\n"
            << listed(counts.refusals));
  CHECK(counts.wrong.empty());
  CHECK(counts.right >= least);
}
