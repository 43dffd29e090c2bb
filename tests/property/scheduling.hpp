#pragma once

#include "isa/assemble.hpp"
#include "property/generators/random.hpp"
#include "sched/verification/verify.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>

// What tests of program transformations share.

namespace stallscope::property {

/// The program of a text; a text that does not assemble ends the test.
inline isa::Program assembled(isa::Isa isa, const std::string& text, bool delay_slots = false) {
  isa::AssembleOptions options;
  options.delay_slots = delay_slots;
  auto program = isa::assemble(isa, "loop", text, options);
  INFO(text << format(program.diagnostics()));
  REQUIRE(program);
  return std::move(program).value();
}

/// A branch for order, often as a comparison and a test of its result: "blt a0, a1" is
/// "slt t6, a0, a1" and "bnez t6"; t6 must not be read behind it.
inline std::string as_comparison(const std::string& branch, Random& random) {
  const std::size_t space = branch.find(' ');
  const std::string mnemonic = branch.substr(0, space);
  if (mnemonic == "bne" || random.chance(60))
    return branch;
  const char* compare = mnemonic.back() == 'u' ? "sltu" : "slt";
  const char* test = mnemonic.starts_with("blt") ? "bnez t6" : "beqz t6";
  return fmt::format("{} t6,{}\n{}", compare, branch.substr(space), test);
}

/// Both give the same results with a few inputs, with some of which the original ends.
inline void check_equal(const isa::Program& original, const isa::Program& result,
                        bool delay_slots = false, unsigned inputs = 6, std::uint64_t seed = 1) {
  sched::VerifyOptions options;
  options.inputs = inputs;
  options.seed = seed;
  options.delay_slots = delay_slots;
  options.instruction_limit = 20000;
  const sched::Verification found = sched::verify(original, result, options);
  CHECK(found.difference == "");
  CHECK(found.compared > 0);
}

} // namespace stallscope::property
