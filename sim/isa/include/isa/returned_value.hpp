#pragma once

#include "isa/executor.hpp"
#include "isa/program.hpp"

#include <cstdint>

namespace stallscope::isa {

/// What the entry function of a program given as text has returned.
struct ReturnedValue {
  enum class Kind : std::uint8_t {
    integer, ///< an int
    number,  ///< a double or a float
  };

  Kind kind = Kind::integer;
  std::int64_t integer = 0;
  double number = 0;
  bool is_single = false;
  RegId reg = kNoRegister; ///< that holds it: rax, xmm0, a0, fa0, $v0, $f0
};

/// Assembly code does not say what its functions return, but what it leaves for the caller does:
/// the last value written to a register of results, and read by nothing up to the return, has been
/// made to be returned. `main` returns an int. Where neither register has such a value it is the
/// int register too: a search compares the index that it returns.
[[nodiscard]] ReturnedValue returned_value(const Program& program, const ArchState& state);

} // namespace stallscope::isa
