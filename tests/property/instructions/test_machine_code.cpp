#include "property/generators/random.hpp"
#include "property/machine_code.hpp"
#include "riscv/encoding.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>

#include <vector>

using namespace stallscope;
using namespace stallscope::property;

namespace {

/// Without Catch's bookkeeping for each of them: there are millions.
void check_code(std::uint32_t bits, unsigned xlen) {
  if (const std::string problem = problem_of_code(bits, xlen); !problem.empty())
    FAIL_CHECK(problem);
}

/// Words that are instructions, or nearly.
std::vector<std::uint32_t> likely_code(unsigned times, Random& random) {
  std::vector<std::uint32_t> words;
  for (unsigned i = 0; i < times; ++i)
    for (const isa::riscv::Encoding& e : isa::riscv::encodings()) {
      const auto any = static_cast<std::uint32_t>(random.next());
      words.push_back((any & ~e.pattern.mask) | e.pattern.match);
    }
  return words;
}

} // namespace

TEST_CASE("machine code: every 16-bit word is illegal or encodes to itself, and so does its text") {
  const unsigned xlen = GENERATE(32U, 64U);
  std::vector<std::uint32_t> words;
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    check_code(bits, xlen);
    if ((bits & 3U) != 3)
      words.push_back(bits);
  }
  CHECK(words.size() == 49152);
  CHECK(problem_of_text(words, xlen) == "");
}

TEST_CASE("machine code: 4 million random words are illegal or encode to themselves") {
  const unsigned xlen = GENERATE(32U, 64U);
  Random random(xlen);
  for (int i = 0; i < random_cases(1'000'000); ++i)
    check_code(static_cast<std::uint32_t>(random.next()) | 3U, xlen);
  const std::vector<std::uint32_t> words = likely_code(random_cases(3800), random);
  CHECK(words.size() > random_cases(1'000'000));
  for (const std::uint32_t bits : words)
    check_code(bits, xlen);
}

TEST_CASE("machine code: the exact text of random words assembles into them") {
  const unsigned xlen = GENERATE(32U, 64U);
  Random random(xlen + 1);
  CHECK(problem_of_text(likely_code(random_cases(200), random), xlen) == "");
  std::vector<std::uint32_t> words;
  for (int i = 0; i < random_cases(100'000); ++i)
    words.push_back(static_cast<std::uint32_t>(random.next()) | 3U);
  CHECK(problem_of_text(words, xlen) == "");
}
