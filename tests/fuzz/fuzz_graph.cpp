#include "fuzz_graph.hpp"

#include "base/check.hpp"
#include "graph/differentiate/differentiate.hpp"
#include "graph/execute/execute.hpp"
#include "graph/notation/npy.hpp"
#include "graph/notation/parse.hpp"
#include "graph/passes/passes.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

// Any bytes are a graph that can be computed, derived, optimised and run, or problems that can be
// printed; they are rules, or an array of NumPy, likewise.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stallscope;
  using namespace stallscope::graph;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)format(parse_rules(text, "fuzz.rules").diagnostics());
  (void)format(read_times(text, "fuzz.times").diagnostics());
  if (const Result<Tensor> tensor = read_npy(text, "fuzz.npy"); tensor) {
    const Result<Tensor> again = read_npy(write_npy(*tensor), "again.npy");
    STALLSCOPE_CHECK(again.ok() && again->shape == tensor->shape, "what was written is read");
  }
  const Result<Graph> read = parse_graph(text, "fuzz.graph");
  (void)format(read.diagnostics());
  if (!read) {
    STALLSCOPE_CHECK(has_errors(read.diagnostics()), "a failure says why");
    return 0;
  }
  if (!is_quick(*read))
    return 0;
  const Result<Values> values = evaluate(*read);
  (void)format(values.diagnostics());
  if (!values || read->outputs.empty())
    return 0;
  std::vector<NodeId> wrt;
  const Graph simple = without_composites(*read);
  for (NodeId id = 0; id < simple.nodes.size(); ++id)
    if (is_source(simple.at(id).op) && simple.at(id).op != Op::constant)
      wrt.push_back(id);
  const Graph both = reverse(simple, simple.outputs.front().node, wrt).graph;
  const Result<Optimized> optimized = optimize(both, {"all"}, shipped_rules());
  STALLSCOPE_CHECK(optimized.ok(), "passes take any graph");
  for (const Style style : {Style::eager, Style::whole}) {
    ExecuteOptions options;
    options.style = style;
    options.streams = 2;
    const Result<Execution> run = execute(*read, options, *values);
    if (run)
      (void)run_record(*read, *run, options, true);
  }
  return 0;
}
