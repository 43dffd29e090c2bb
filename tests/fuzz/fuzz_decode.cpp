// Machine code of RISC-V: any bits decode or are illegal, and never crash; what decodes encodes to
// the same bits, and so does its text. The first byte chooses 32 or 64 bits, words follow.
#include "property/machine_code.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace stallscope::property;
  if (size == 0 || size > 4096)
    return 0;
  const unsigned xlen = (data[0] & 1) == 0 ? 32 : 64;
  std::vector<std::uint32_t> words((size - 1) / 4);
  if (!words.empty())
    std::memcpy(words.data(), data + 1, words.size() * 4);
  std::string problem = problem_of_text(words, xlen);
  for (const std::uint32_t bits : words)
    problem += problem_of_code(bits, xlen);
  if (!problem.empty()) {
    std::fprintf(stderr, "%s\n", problem.c_str());
    std::abort();
  }
  return 0;
}
