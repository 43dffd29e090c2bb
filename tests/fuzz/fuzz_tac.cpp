#include "fuzzing.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  stallscope::fuzzing::assemble_anything(stallscope::isa::Isa::tac, data, size);
  return 0;
}
