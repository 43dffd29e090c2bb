#pragma once

#include "base/ids.hpp"
#include "isa/memory.hpp"
#include "isa/misaligned.hpp"
#include "isa/platform_state.hpp"
#include "isa/program.hpp"
#include "isa/undeclared.hpp"
#include "isa/undo_log.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// Reason why execution does not continue with the next instruction.
enum class Trap : std::uint8_t {
  none,
  end,  ///< end_pc or return_pc reached: the program ended normally
  exit, ///< exit system call; ArchState::exit_code is set
  breakpoint,
  illegal,    ///< no instruction at pc: jump outside the code, unknown instruction
  misaligned, ///< memory access not aligned to its size (if not allowed) or jump to a misaligned
              ///< address
  unmapped,   ///< memory access outside the program's regions
  read_only,  ///< store to a read-only region
  overflow,   ///< signed overflow of a trapping add or subtract
  divide_by_zero,
  bad_syscall,      ///< unknown system call number
  bad_input,        ///< a read call met the end of the input, or text that is not a number
  too_much_code,    ///< the program has written more instructions than WrittenCode can hold
  unhandled,        ///< bare metal: an ecall or ebreak without a trap handler
  deadlock,         ///< the program waits for an event that cannot occur
  interrupted,      ///< a call was stopped from outside: the user interrupted a wait for input, or
                    ///< CallLimit returned false
  asks_cycle,       ///< not a guest trap: see Environment::asks_cycle
  undeclared_limit, ///< stores to undeclared memory exceeded kMaxUndeclaredBlocks
};

[[nodiscard]] std::string_view name(Trap trap); ///< "misaligned"
/// The trap is a guest fault; false for end, exit and breakpoint, which stop the run.
[[nodiscard]] bool is_fault(Trap trap);

/// The architectural state of a running program: a value; copying it is a checkpoint.
struct ArchState {
  std::array<std::uint64_t, kMaxRegisters>
      regs{}; ///< integers sign-extended, FP as bits; regs[0] is always 0
  std::uint64_t pc = 0;
  std::uint64_t npc = 0;          ///< with delay slots: the pc after the next instruction;
                                  ///< otherwise unused
  std::uint64_t heap_end = 0;     ///< current break of sbrk
  std::uint64_t instructions = 0; ///< executed so far
  std::uint64_t exceptions = 0;   ///< traps taken to the program's own handler so far
  std::uint64_t input_used = 0;   ///< bytes of the standard input consumed
  std::uint64_t output_bytes = 0; ///< bytes printed so far
  std::int64_t exit_code = 0;
  std::uint32_t region_hint = 0; ///< index of the region of the last access, where the next check
                                 ///< starts; has no effect on results
  /// The accessible regions; shared between copies, replaced as a whole when changed.
  std::shared_ptr<const std::vector<MemoryRegion>> regions;
  Shared<PlatformState> platform; ///< state of the Linux or semihosting environment
  Memory memory;
  /// Executable memory as seen by fetches, once the program has changed code: see
  /// synchronize_code(). None: the code of the file.
  std::optional<Memory> code;
};

/// On bare metal the instruction belongs to an extension that is off: it is illegal.
[[nodiscard]] bool is_disabled(const Program& program, const ArchState& state,
                               const Instruction& instruction);

/// Receives the guest's output. `offset` is the position in the whole output, which distinguishes
/// the replay of an earlier part from new output.
class OutputSink {
public:
  virtual ~OutputSink() = default;
  virtual void write(std::uint64_t offset, std::string_view text) = 0;
};

/// Standard input that arrives while the program runs, from a terminal or a pipe.
///
/// Received input is kept, with the boundaries of its pieces. A read call returns at most the rest
/// of one piece, so that a replay of an earlier part reads the same, although more input is
/// available then.
class InputSource {
public:
  enum class Wait : std::uint8_t { more, end, interrupted };

  virtual ~InputSource() = default;
  /// All input received so far. Valid until the next wait().
  [[nodiscard]] virtual std::string_view text() const = 0;
  /// End of the piece that contains the byte at `offset`; offset < text().size().
  [[nodiscard]] virtual std::uint64_t piece_end(std::uint64_t offset) const = 0;
  /// Waits for another piece. After the end of the input every call reports the end.
  virtual Wait wait() = 0;
  /// wait() has reached the end of the input.
  [[nodiscard]] virtual bool has_ended() const = 0;
  /// Input comes from a terminal: output must be flushed before waiting.
  [[nodiscard]] virtual bool is_terminal() const = 0;
};

/// Limits host time and memory used by guest calls: a single call may move gigabytes, while time
/// and memory are otherwise checked only between numbers of cycles.
class CallLimit {
public:
  virtual ~CallLimit() = default;
  /// Called before each guest call, and repeatedly during a long one. False, and false ever after:
  /// the run is to end. The call returns Trap::interrupted, or stops at its current position.
  virtual bool may_go_on() = 0;
  /// Called before a guest call allocates additional memory: pages, or a copy of a file. False: as
  /// may_go_on().
  virtual bool may_take(const ArchState& state, std::uint64_t bytes) = 0;
};

struct Effect;

/// An executed instruction on the right path; instructions that trap are not committed.
struct Commit {
  std::uint32_t instruction; ///< index into Program::code
  std::uint64_t cycle;       ///< in which it was executed
  std::uint8_t raised_flags; ///< riscv: bits of fflags, including flags that were already set
  const Effect& effect;
};

/// Receives every executed instruction. `behind` is the state after it, so that behind.instructions
/// is its number, which identifies replays of an earlier part.
class CommitSink {
public:
  virtual ~CommitSink() = default;
  virtual void executed(const Program& program, const ArchState& behind, const Commit& commit) = 0;
};

/// The environment of a program besides its own memory, and rules of execution. Not part of the
/// state.
struct Environment {
  std::string_view input;       ///< standard input of the guest, if there is no input_source
  OutputSink* output = nullptr; ///< nullptr: output is counted and dropped
  bool delay_slots = false;     ///< the instruction after a branch or jump always executes
  Misaligned misaligned = Misaligned::by_platform;
  Undeclared undeclared = Undeclared::fault;
  CommitSink* commits = nullptr; ///< nullptr: none
  /// Traps go to the handler of a bare-metal program. If false, they are reported like those of
  /// other programs, without a change of state.
  bool deliver_traps = true;
  /// An instruction that reads or sets a cycle counter is not executed: `execute` returns
  /// Trap::asks_cycle without a change of state, since the cycle of its execution is unknown.
  bool asks_cycle = false;
  InputSource* input_source = nullptr; ///< standard input, read on demand
  CallLimit* call_limit = nullptr;     ///< nullptr: no limits
};

/// Whether a guest call may start, or continue.
[[nodiscard]] inline bool calls_may_go_on(const Environment& environment) {
  return environment.call_limit == nullptr || environment.call_limit->may_go_on();
}

/// Whether a call may write this number of bytes; otherwise it must stop as for calls_may_go_on().
[[nodiscard]] inline bool call_may_write(const Environment& environment, const ArchState& state,
                                         std::uint64_t address, std::uint64_t bytes) {
  return environment.call_limit == nullptr ||
         environment.call_limit->may_take(state, state.memory.bytes_to_add(address, bytes));
}

/// Whether a misaligned access is a fault. Text programs with Undeclared::zero are exempt on the
/// right path, unless the machine specifies the behaviour.
[[nodiscard]] inline bool faults_when_misaligned(const Program& program,
                                                 const Environment& environment) {
  return environment.misaligned == Misaligned::fault ||
         (environment.misaligned == Misaligned::by_platform &&
          program.platform != Platform::linux_user && program.isa != Isa::x86);
}

/// Effects of an executed instruction that a timing model needs. After a fault of a memory access,
/// `address` is its address; `bytes` is its size, 0 if the access was made by a system call.
struct Effect {
  std::uint64_t next_pc =
      0; ///< pc of the next instruction; with delay slots, of the one after the delay slot
  std::uint64_t address = 0;      ///< address of a memory access; with `two_places` of the store
  std::uint64_t read_address = 0; ///< with `two_places`: of the load
  std::uint64_t result = 0;       ///< value written to rd
  std::uint8_t bytes = 0;         ///< size of a memory access, 0: no access
  /// The instruction reads one address and writes another, both of size `bytes`: x86 push, pop and
  /// call with a memory operand.
  bool two_places = false;
  bool taken = false;     ///< a branch or jump that was taken
  bool exception = false; ///< a trap handled by the program: next_pc is its handler
  Trap trap = Trap::none; ///< after a fault, registers and memory are as before the instruction
};

/// State at the start of the run: data loaded, registers set, pc at the entry.
[[nodiscard]] ArchState initial_state(const Program& program);

/// Executes the instruction at state.pc and advances pc. `cycle` is the value of cycle counters. A
/// bare-metal program handles its own traps: `Effect::exception` is set, the instruction counts in
/// state.exceptions and not in state.instructions, the CSRs describe the trap and pc is at the
/// handler. Without a handler, or if the handler's first instruction traps as well, the trap ends
/// the run. Otherwise a fault or `end` leaves the state unchanged, with pc at the instruction,
/// which does not count in state.instructions. `exit` and `breakpoint` are executed and counted,
/// and pc advances, so that a run can continue after a breakpoint.
///
/// A jump to a register clears bit 0 of the address in riscv programs; in mips programs an address
/// that is not a multiple of 4 is Trap::misaligned. Addresses without an instruction are
/// Trap::illegal once pc is there.
Effect execute(const Program& program, ArchState& state, const Environment& environment,
               std::uint64_t cycle);

/// Executes an instruction on the wrong path: every change is recorded in `log` first; after a
/// fault pc advances, and the instruction has no effect (except that a load gives 0); system calls
/// do nothing, and report no trap. `trap` is reported for all other causes. Without an instruction
/// at pc (`illegal`, `end`) pc stays. The instruction does not count in state.instructions.
Effect execute_speculatively(const Program& program, ArchState& state,
                             const Environment& environment, std::uint64_t cycle, UndoLog& log);

/// For callers that have already looked up the instruction at state.pc. `effect` must be empty.
void execute(const Program& program, ArchState& state, const Environment& environment,
             std::uint64_t cycle, const Instruction& instruction, Effect& effect);
void execute_speculatively(const Program& program, ArchState& state, const Environment& environment,
                           std::uint64_t cycle, UndoLog& log, const Instruction& instruction,
                           Effect& effect);

/// At `pc` is the break that MIPS assemblers place before a division with three operands, and the
/// divisor is 0.
[[nodiscard]] bool is_break_of_division(const Program& program, const ArchState& state,
                                        std::uint64_t pc);

/// Undoes the entries of `log` from the end down to `mark`, and removes them. The caller restores
/// pc and npc.
void roll_back(ArchState& state, UndoLog& log, std::size_t mark);

/// Result of a run on the reference machine.
struct ReferenceRun {
  static constexpr std::size_t kMostOutputBytes = std::size_t{64} << 20;

  ArchState state;
  Trap trap = Trap::none; ///< none: the instruction limit was reached
  std::string output;     ///< the first kMostOutputBytes bytes; the total length is
                          ///< state.output_bytes
};

/// Runs a state until a trap ends the run, or until `instruction_limit` instructions have been
/// executed since the program's start (including traps taken to a handler). One instruction per
/// cycle, as read by cycle counters. Trap::none: the limit was reached.
[[nodiscard]] Trap advance_reference(const Program& program, ArchState& state,
                                     const Environment& environment,
                                     std::uint64_t instruction_limit);

class ThreadedCode;
/// Runs a state with existing threaded code; `code` must be of this program and environment.
[[nodiscard]] Trap advance_reference(const Program& program, ArchState& state,
                                     const Environment& environment,
                                     std::uint64_t instruction_limit, ThreadedCode& code);

/// Runs a program without a timing model, one instruction per cycle: the reference for every core.
/// Output is collected, and also passed to `environment.output`.
[[nodiscard]] ReferenceRun run_reference(const Program& program, const Environment& environment,
                                         std::uint64_t instruction_limit);

} // namespace stallscope::isa
