#include "fuzz_trace.hpp"

// Any bytes are a trace, or lines that are reported.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  stallscope::fuzzing::read_anything(stallscope::trace::TraceFormat::kanata, data, size);
  return 0;
}
