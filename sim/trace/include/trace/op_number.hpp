#pragma once

#include "timeline/timeline.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::trace {

struct OpWindow;
struct RunRecord;

/// The number of an operation in its program: the number of its instruction in the order of
/// execution, from 1, and the number of the micro-op within the instruction. Wrong-path operations
/// are numbered from the branch on, without affecting the numbers of the right path. An instruction
/// thus has the same number on every machine.
struct OpNumber {
  std::uint64_t instruction = 0; ///< 0: not known
  std::uint8_t part = 0;         ///< number of the micro-op in its instruction, from 1; 0: the only
                                 ///< micro-op
  bool fused = false;            ///< fused with the next instruction

  bool operator==(const OpNumber&) const = default;
};

/// "12", "12.2", "12+13".
[[nodiscard]] std::string number_text(const OpNumber& number);

/// Numbers by OpId from the first row on, according to timeline and legend.
[[nodiscard]] std::vector<OpNumber> program_numbers(const RunRecord& run);
/// Numbers the operations of a record that counts micro-ops by instruction: sets
/// RunRecord::numbers.
void number_operations(RunRecord& run);
/// The number of an operation's instruction; 0: not known.
[[nodiscard]] std::uint64_t number_of_instruction(const RunRecord& run, OpId op);
/// The operations whose instructions have the numbers [from, to] of the program.
[[nodiscard]] OpWindow op_window(const RunRecord& run, std::uint64_t from, std::uint64_t to);

/// An operation as a user names it: "12", "12.2" (a micro-op), "12x" (on a wrong path), or "@345"
/// (number in fetch order, wrong paths and micro-ops counted: the `op` of JSON and CSV).
struct OpName {
  std::uint64_t number = 0;
  std::uint8_t part = 0; ///< from 1; 0: the first
  bool wrong_path = false;
  bool is_id = false;

  bool operator==(const OpName&) const = default;
};
[[nodiscard]] std::optional<OpName> parse_op_name(std::string_view text);
/// The name in the notation of the user.
[[nodiscard]] std::string op_name_text(const OpName& name);
/// Whether an operation of the record has this name.
[[nodiscard]] bool has_name(const RunRecord& run, const OpRow& row, const OpName& name);
/// The first operation of this name in the record; nullptr when there is none.
[[nodiscard]] const OpRow* find_op(const RunRecord& run, const OpName& name);

} // namespace stallscope::trace
