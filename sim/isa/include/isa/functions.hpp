#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The functions of a program and their extents.
namespace stallscope::isa {

/// Code of a function: [begin, end). Code of a text without functions has an empty name.
struct Function {
  std::string name;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool has_size = false; ///< its end is declared; otherwise it ends at the next label that starts
                         ///< something else
};

/// Continuation of control flow after an instruction. Calls return.
enum class FlowEnd : std::uint8_t {
  none,     ///< the next instruction
  branch,   ///< the next instruction or the target
  jump,     ///< the target
  indirect, ///< an address in a register, other than a return address
  stop,     ///< return, or no executable instruction
};
[[nodiscard]] FlowEnd flow_end(const Program& program, const Instruction& instruction);
[[nodiscard]] bool is_call(const Instruction& instruction);
/// A direct call of a function that is not in the text: its substitute is after Program::end_pc,
/// without branches, and ends with a return.
[[nodiscard]] bool calls_absent_function(const Program& program, const Instruction& instruction);
/// A branch or jump with an immediate target.
[[nodiscard]] bool is_direct_jump(const Instruction& instruction);

/// All functions, sorted by address; of several names for a function the one declared with a size.
/// Functions are code symbols declared as such (STT_FUNC; .type, .size or .cfi_startproc) or
/// called. Without declarations: for executables, and listings with local labels (.L2), all names
/// that are not local; for handwritten text the called names, main and _start. A function ends
/// according to its size, otherwise at the next function.
[[nodiscard]] std::vector<Function> functions_of(const Program& program);

/// The function that contains an address.
[[nodiscard]] std::optional<Function> function_at(const Program& program, std::uint64_t pc);

/// The code of a name: a function, or the code from a label to the end of its function.
[[nodiscard]] std::optional<Function> function_named(const Program& program, std::string_view name);

/// The instructions in an address range in which each starts at the end of the previous one; in
/// machine code, decoded at every halfword, others overlap.
[[nodiscard]] std::vector<std::uint32_t>
instructions_between(const Program& program, std::uint64_t begin, std::uint64_t end);

/// The instructions of a function, in address order. For a text that does not declare its end:
/// those reachable from the start, since labels after it may start other functions that are never
/// called; with an indirect jump among them, all that may belong to the function.
[[nodiscard]] std::vector<std::uint32_t> instructions_of(const Program& program,
                                                         const Function& function);

} // namespace stallscope::isa
