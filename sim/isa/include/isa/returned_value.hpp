#pragma once

#include "isa/executor.hpp"
#include "isa/program.hpp"

#include <cstdint>

namespace stallscope::isa {

/// The return value of the entry function of a text program.
struct ReturnedValue {
  enum class Kind : std::uint8_t {
    integer, ///< an int
    number,  ///< a double or a float
  };

  Kind kind = Kind::integer;
  std::int64_t integer = 0;
  double number = 0;
  bool is_single = false;
  RegId reg = kNoRegister; ///< the register with the value: rax, xmm0, a0, fa0, $v0, $f0
};

/// Assembly code does not declare the type of return values; it is inferred from the last write to
/// a result register that is not read before the return. `main` returns an int. If no result
/// register qualifies, the value is also in the int register: a search, for example, compares the
/// index that it returns.
[[nodiscard]] ReturnedValue returned_value(const Program& program, const ArchState& state);

} // namespace stallscope::isa
