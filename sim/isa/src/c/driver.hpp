#pragma once

#include "base/result.hpp"
#include "call_text.hpp"
#include "functions.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// The function that a call means; an error names those there are, and the nearest.
[[nodiscard]] Result<CFunction> called_function(const CallText& call,
                                                const std::vector<CFunction>& functions,
                                                const std::string& source);

/// A call with zeros, and memory of zeros behind pointers.
[[nodiscard]] CallText call_with_zeros(const CFunction& function);

/// Where a number in a call is larger than a list has elements, it may be the length of what the
/// list stands for, f(1000, {1,2,3}): such lists get zeros behind them, as many as are missing. Not
/// so when another number is the length of the list. What was done, in words; empty: nothing.
[[nodiscard]] std::string pad_lists(CallText& call, const CFunction& function);

/// C that calls a function and keeps what comes of it where call_results() finds it. It stands
/// behind the source in one translation unit, so that the compiler checks and converts arguments.
/// `as_main`: in a function main, for the C library's start; else with a start of its own, in which
/// nothing runs but the call.
[[nodiscard]] Result<std::string> driver_text(const CallText& call, const CFunction& function,
                                              bool as_main);

/// Functions of the C library that compilers call of their own accord, for programs without one.
[[nodiscard]] std::string_view support_text();

} // namespace stallscope::isa
