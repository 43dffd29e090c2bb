#include "base/check.hpp"
#include "fuzz_graph.hpp"
#include "graph/evaluate/evaluate.hpp"
#include "graph/execute/execute.hpp"
#include "graph/onnx/read.hpp"
#include "graph/passes/passes.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

// Any bytes are a model that can be computed, optimised and run, or problems that can be printed;
// and a tensor, likewise.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stallscope;
  using namespace stallscope::graph;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (const Result<Tensor> tensor = read_onnx_tensor(bytes, "fuzz.pb"); tensor)
    STALLSCOPE_CHECK(static_cast<std::size_t>(elements_of(tensor->shape)) == tensor->values.size(),
                     "a tensor has the elements that its sizes claim");
  OnnxOptions options;
  options.dimensions["batch"] = 2;
  const Result<Graph> read = read_onnx(bytes, "fuzz.onnx", options);
  (void)format(read.diagnostics());
  if (!read) {
    STALLSCOPE_CHECK(has_errors(read.diagnostics()), "a failure says why");
    return 0;
  }
  if (!is_quick(*read))
    return 0;
  const Result<Values> values = evaluate(*read);
  (void)format(values.diagnostics());
  const Result<Optimized> optimized = optimize(*read, {"all"}, shipped_rules());
  STALLSCOPE_CHECK(optimized.ok(), "passes take any graph");
  if (const Result<Execution> run = execute(*read, {}, {}); run)
    (void)run_record(*read, *run, {}, true);
  return 0;
}
