#pragma once

#include "base/diagnostic.hpp"
#include "call_text.hpp"
#include "functions.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Lengths of array parameters, which may depend on other parameters: `double m[n][n]`.
namespace stallscope::isa {

/// C text of the length in a bracket of a parameter, tokens [begin, end): parameters in it are
/// replaced by the values passed in the call, at least 1.
[[nodiscard]] std::string length_text(const CParameter& parameter, std::size_t begin,
                                      std::size_t end, const CallText& call,
                                      const std::vector<CParameter>& parameters);

/// The length as a number, if it is a constant or a single parameter; by index, from 0.
[[nodiscard]] std::optional<std::uint64_t> length_at(const CParameter& parameter, std::size_t level,
                                                     const CallText& call,
                                                     const std::vector<CParameter>& parameters);

/// Number of rows filled by a list: its elements, or for a list without inner braces, computed from
/// the lengths of the parameter's rows; none: the lengths are unknown.
[[nodiscard]] std::optional<std::uint64_t> rows_of(std::size_t number, const CallText& call,
                                                   const std::vector<CParameter>& parameters);

/// C for the elements of an array that a list fills, when its parameter says how many by what only
/// the compiler knows, such as an enumeration's constant; empty: as many as the list has.
[[nodiscard]] std::string least_length(std::size_t number, const CallText& call,
                                       const std::vector<CParameter>& parameters);

/// Why a list is none for its parameter.
[[nodiscard]] std::optional<Diagnostic>
problem_with_lengths(std::size_t number, const CallText& call,
                     const std::vector<CParameter>& parameters);

} // namespace stallscope::isa
