#pragma once

#include "base/result.hpp"
#include "call_text.hpp"
#include "functions.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// The function named in a call; an error lists the available functions and the closest name.
[[nodiscard]] Result<CFunction> called_function(const CallText& call,
                                                const std::vector<CFunction>& functions,
                                                const std::string& source);

/// A call with zeros as arguments, and zero-filled memory for pointers.
[[nodiscard]] CallText call_with_zeros(const CFunction& function);

/// If a number in a call is larger than the number of elements of a list, it may be the length of
/// the array given by the list, f(1000, {1,2,3}): such lists are extended with zeros to that
/// length, unless another number is the length of the list. Returns a description of the change;
/// empty: none.
[[nodiscard]] std::string pad_lists(CallText& call, const CFunction& function);

/// C text that calls a function and stores its results where call_results() finds them. It follows
/// the source in the same translation unit, so that the compiler checks and converts arguments.
/// `as_main`: in a function main, started by the C library; otherwise with its own start code,
/// which executes only the call.
[[nodiscard]] Result<std::string> driver_text(const CallText& call, const CFunction& function,
                                              bool as_main);

/// Functions of the C library that compilers call implicitly, for programs without the library.
[[nodiscard]] std::string_view support_text();

} // namespace stallscope::isa
