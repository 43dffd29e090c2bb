#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Where the functions of a program begin and end.
namespace stallscope::isa {

/// Code of a function: [begin, end). The code of a text without any is one without a name.
struct Function {
  std::string name;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool has_size = false; ///< its end is declared; else it is where something else begins
};

/// How control flow goes on behind an instruction. Calls come back.
enum class FlowEnd : std::uint8_t {
  none,     ///< to the next one
  branch,   ///< to the next one or to its target
  jump,     ///< to its target
  indirect, ///< to an address in a register that is no return address
  stop,     ///< a return, or nothing that can be executed
};
[[nodiscard]] FlowEnd flow_end(const Program& program, const Instruction& instruction);
[[nodiscard]] bool is_call(const Instruction& instruction);
/// A direct call of a function that the text does not contain: what stands for it lies behind
/// Program::end_pc, is straight, and ends with a return.
[[nodiscard]] bool calls_absent_function(const Program& program, const Instruction& instruction);
/// A branch or jump with its target in the instruction.
[[nodiscard]] bool is_direct_jump(const Instruction& instruction);

/// All functions, by address; of several names of one, the one that was declared with a size. What
/// a function is: names of code that are declared so (STT_FUNC; .type, .size or .cfi_startproc) or
/// called. Where nothing is declared: names of an executable, or of a listing with local labels
/// (.L2), that are not local; of a text written by hand what is called, main and _start. They end
/// as their sizes say, else where the next one begins.
[[nodiscard]] std::vector<Function> functions_of(const Program& program);

/// The function an address lies in.
[[nodiscard]] std::optional<Function> function_at(const Program& program, std::uint64_t pc);

/// The code behind a name: a function, or from a label to the end of the function it lies in.
[[nodiscard]] std::optional<Function> function_named(const Program& program, std::string_view name);

/// The instructions in an address range in which each begins where the one before ends; those of
/// machine code overlap otherwise, as it is decoded at every halfword.
[[nodiscard]] std::vector<std::uint32_t>
instructions_between(const Program& program, std::uint64_t begin, std::uint64_t end);

/// The instructions of a function, in address order. Of a text that does not say where it ends:
/// those that its beginning leads to, as labels behind it may begin others that nothing calls; all
/// that may be meant where an indirect jump is among them.
[[nodiscard]] std::vector<std::uint32_t> instructions_of(const Program& program,
                                                         const Function& function);

} // namespace stallscope::isa
