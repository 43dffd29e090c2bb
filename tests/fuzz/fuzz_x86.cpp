#include "fuzzing.hpp"
#include "property/cracking.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stallscope;
  fuzzing::assemble_anything(isa::Isa::x86, data, size);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const Result<isa::Program> program = isa::assemble(isa::Isa::x86, "input", text))
    STALLSCOPE_CHECK(property::cracking_problem(*program).empty(),
                     "micro-ops name the registers of their instruction");
  return 0;
}
