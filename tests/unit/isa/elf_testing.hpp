#pragma once

#include "elf_builder.hpp"
#include "isa/elf.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace stallscope::isa::testing {

using Lines = std::vector<std::string>;

/// What a user reads about a file called "a.out", a line a problem.
inline Lines problems_of(const Bytes& bytes) {
  Lines lines;
  const auto elf = read_elf("a.out", bytes);
  for (const Diagnostic& d : elf.diagnostics())
    lines.push_back(format(d));
  return lines;
}

} // namespace stallscope::isa::testing
