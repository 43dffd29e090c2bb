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

/// Why executing an instruction cannot simply go on to the next.
enum class Trap : std::uint8_t {
  none,
  end,  ///< end_pc or return_pc reached: the program ended normally
  exit, ///< exit system call; ArchState::exit_code is set
  breakpoint,
  illegal,    ///< no instruction there: jump outside the code, unknown instruction
  misaligned, ///< memory access not a multiple of its size (when not allowed) or jump to an odd
              ///< place
  unmapped,   ///< memory access outside the program's regions
  read_only,  ///< store to a region that cannot be written
  overflow,   ///< signed overflow of a trapping add or subtract
  divide_by_zero,
  bad_syscall,      ///< unknown system call number
  bad_input,        ///< a read call met the end of the input, or text that is no number
  too_much_code,    ///< more instructions written by the program itself than are kept: WrittenCode
  unhandled,        ///< bare metal: an ecall or ebreak, and the program has no trap handler
  deadlock,         ///< the program waits for something that cannot happen any more
  interrupted,      ///< a call was ended from outside: it waited for input, or CallLimit says so
  asks_cycle,       ///< no trap of the guest: Environment::asks_cycle
  undeclared_limit, ///< a store to memory nobody declared, more of which than kMaxUndeclaredBlocks
};

[[nodiscard]] std::string_view name(Trap trap); ///< "misaligned"
/// end, exit and breakpoint are ways to stop; the others are guest faults.
[[nodiscard]] bool is_fault(Trap trap);

/// The architectural state of a running program: a value; copying it is a checkpoint.
struct ArchState {
  std::array<std::uint64_t, kMaxRegisters>
      regs{}; ///< integers sign-extended, FP as bits; regs[0] is always 0
  std::uint64_t pc = 0;
  std::uint64_t npc = 0;          ///< with delay slots: where to go after pc; otherwise unused
  std::uint64_t heap_end = 0;     ///< current break of sbrk
  std::uint64_t instructions = 0; ///< executed so far
  std::uint64_t exceptions = 0;   ///< traps taken to the program's own handler so far
  std::uint64_t input_used = 0;   ///< bytes of the standard input consumed
  std::uint64_t output_bytes = 0; ///< bytes printed so far
  std::int64_t exit_code = 0;
  std::uint32_t region_hint =
      0; ///< region accessed last: where the next check begins; never changes a result
  /// What the program may touch now; shared between copies, replaced as a whole when it changes.
  std::shared_ptr<const std::vector<MemoryRegion>> regions;
  Shared<PlatformState> platform; ///< what Linux or a semihosting host knows of the program
  Memory memory;
  /// What fetches see of executable memory, since the program changed it: see synchronize_code().
  /// None: the code of the file.
  std::optional<Memory> code;
};

/// Collects what the guest prints. `offset` is the position in the whole output, so that a replay
/// of an earlier part can be told from new output.
class OutputSink {
public:
  virtual ~OutputSink() = default;
  virtual void write(std::uint64_t offset, std::string_view text) = 0;
};

/// Standard input that comes while the program runs, as from a terminal or a pipe.
///
/// What has come is kept, in the pieces it came in. A read call gets no more than the rest of one
/// piece, so that a replay of an earlier part reads the same although more is there by then.
class InputSource {
public:
  enum class Wait : std::uint8_t { more, end, interrupted };

  virtual ~InputSource() = default;
  /// Everything that has come so far. Valid until the next wait().
  [[nodiscard]] virtual std::string_view text() const = 0;
  /// End of the piece that the byte at `offset` came in; offset < text().size().
  [[nodiscard]] virtual std::uint64_t piece_end(std::uint64_t offset) const = 0;
  /// Waits for another piece. Behind the end there is nothing more, however often it is asked for.
  virtual Wait wait() = 0;
  /// wait() has found the end.
  [[nodiscard]] virtual bool has_ended() const = 0;
  /// Somebody types: what the program has printed must be seen before it waits.
  [[nodiscard]] virtual bool is_terminal() const = 0;
};

/// Bounds the host's time and memory that calls of the guest take: one may move gigabytes, while
/// whoever runs the guest looks at the clock and at its memory after so many cycles.
class CallLimit {
public:
  virtual ~CallLimit() = default;
  /// Asked before each call, and again by a long one as it goes. False, and from then on always:
  /// the run is to end. The call gives Trap::interrupted, or stops where it is.
  virtual bool may_go_on() = 0;
  /// Asked before a call takes so much memory more than `state` has: pages, or a copy of a file.
  /// False: as may_go_on().
  virtual bool may_take(const ArchState& state, std::uint64_t bytes) = 0;
};

struct Effect;

/// An instruction of the right path that has been executed; one that trapped has not.
struct Commit {
  std::uint32_t instruction; ///< index into Program::code
  std::uint64_t cycle;       ///< of its execution
  std::uint8_t raised_flags; ///< riscv: of fflags, also when they were set before
  const Effect& effect;
};

/// Is told of every instruction that is executed. `behind` is the state behind it, so that
/// behind.instructions is its number, by which replays of an earlier part can be recognised.
class CommitSink {
public:
  virtual ~CommitSink() = default;
  virtual void executed(const Program& program, const ArchState& behind, const Commit& commit) = 0;
};

/// What a program can reach besides its own memory, and the rules it runs under. Not part of the
/// state.
struct Environment {
  std::string_view input;       ///< standard input of the guest, when no source is given
  OutputSink* output = nullptr; ///< nullptr: printed text is counted and dropped
  bool delay_slots = false;     ///< the instruction behind a branch or jump always executes
  Misaligned misaligned = Misaligned::by_platform;
  Undeclared undeclared = Undeclared::fault;
  CommitSink* commits = nullptr; ///< nullptr: nobody is told
  /// Traps go to the handler of a bare-metal program. Otherwise they are reported like those of all
  /// other programs, and nothing has changed.
  bool deliver_traps = true;
  /// An instruction that reads or sets a counter of cycles is not executed by `execute`, which
  /// gives Trap::asks_cycle and changes nothing: the cycle in which that happens is not known yet.
  bool asks_cycle = false;
  InputSource* input_source = nullptr; ///< standard input that comes as it is asked for
  CallLimit* call_limit = nullptr;     ///< nullptr: calls take what they take
};

/// Whether a call of the guest may begin, or go on.
[[nodiscard]] inline bool calls_may_go_on(const Environment& environment) {
  return environment.call_limit == nullptr || environment.call_limit->may_go_on();
}

/// Whether a call may write so much, or has to stop as calls_may_go_on() says.
[[nodiscard]] inline bool call_may_write(const Environment& environment, const ArchState& state,
                                         std::uint64_t address, std::uint64_t bytes) {
  return environment.call_limit == nullptr ||
         environment.call_limit->may_take(state, state.memory.bytes_to_add(address, bytes));
}

/// Programs given as text are let off on the right path: with Undeclared::zero, and when the
/// machine does not say what happens.
[[nodiscard]] inline bool faults_when_misaligned(const Program& program,
                                                 const Environment& environment) {
  return environment.misaligned == Misaligned::fault ||
         (environment.misaligned == Misaligned::by_platform &&
          program.platform != Platform::linux_user && program.isa != Isa::x86);
}

/// What one executed instruction did, as far as a timing model needs to know. With a fault of a
/// memory access `address` says where; `bytes` is its size, 0 when the access was made by a system
/// call.
struct Effect {
  std::uint64_t next_pc =
      0; ///< where control goes: with delay slots, where it goes after the delay slot
  std::uint64_t address = 0;      ///< of a memory access; of a store, where there are two
  std::uint64_t read_address = 0; ///< with `two_places`: of what is read
  std::uint64_t result = 0;       ///< value written to rd, if any
  std::uint8_t bytes = 0;         ///< size of a memory access, 0: none
  /// It reads one place and writes another, both of `bytes`: x86 push, pop and call with an operand
  /// in memory.
  bool two_places = false;
  bool taken = false;     ///< a branch or jump that left the straight line
  bool exception = false; ///< a trap the program handles itself: next_pc is its handler
  Trap trap = Trap::none; ///< with a fault, registers and memory are as before the instruction
};

/// State at the start of the run: data in place, registers set, pc at the entry.
[[nodiscard]] ArchState initial_state(const Program& program);

/// Executes the instruction at state.pc and moves pc on. `cycle` is what cycle counters read.
/// A bare-metal program takes its traps itself: `Effect::exception` is set, the instruction counts
/// in state.exceptions and not in state.instructions, the CSRs say what happened and pc is at the
/// handler. Without a handler, or when the handler's first instruction traps itself, the trap ends
/// the run.
/// Otherwise a fault or `end` leaves the state as it was, pc at the instruction; it does not count
/// in state.instructions. `exit` and `breakpoint` are executed and counted, and pc moves on, so
/// that a run can go on behind a breakpoint.
///
/// A jump to a register clears bit 0 of the address in riscv programs; in mips programs an address
/// that is not a multiple of 4 is Trap::misaligned. Addresses without an instruction are
/// Trap::illegal once pc is there.
Effect execute(const Program& program, ArchState& state, const Environment& environment,
               std::uint64_t cycle);

/// As `execute`, on the wrong path: every change goes into `log` first, pc moves on behind faults,
/// which have no effect (but a load gives 0); system calls do nothing and report no trap, nothing
/// is printed or read. `trap` is reported for everything else. Without an instruction at pc
/// (`illegal`, `end`) pc stays. state.instructions does not count.
Effect execute_speculatively(const Program& program, ArchState& state,
                             const Environment& environment, std::uint64_t cycle, UndoLog& log);

/// The same for those who have looked the instruction at state.pc up already. `effect` is empty
/// before.
void execute(const Program& program, ArchState& state, const Environment& environment,
             std::uint64_t cycle, const Instruction& instruction, Effect& effect);
void execute_speculatively(const Program& program, ArchState& state, const Environment& environment,
                           std::uint64_t cycle, UndoLog& log, const Instruction& instruction,
                           Effect& effect);

/// At `pc` stands the break that MIPS assemblers put in front of a division with three operands,
/// and the divisor is 0.
[[nodiscard]] bool is_break_of_division(const Program& program, const ArchState& state,
                                        std::uint64_t pc);

/// Takes back everything in `log` from the end down to `mark` entries, and drops those. pc and npc
/// are the caller's to restore.
void roll_back(ArchState& state, UndoLog& log, std::size_t mark);

/// The outcome of a run on the reference machine.
struct ReferenceRun {
  static constexpr std::size_t kMostOutputBytes = std::size_t{64} << 20;

  ArchState state;
  Trap trap = Trap::none; ///< none: the instruction limit was reached
  std::string output;     ///< the first kMostOutputBytes of it; state.output_bytes is its length
};

/// Runs a state on until a trap ends the run, or until it has executed `instruction_limit`
/// instructions since its start (traps taken to a handler count as well). One instruction a cycle,
/// which is what cycle counters read. Trap::none: the limit was reached.
[[nodiscard]] Trap advance_reference(const Program& program, ArchState& state,
                                     const Environment& environment,
                                     std::uint64_t instruction_limit);

class ThreadedCode;
/// The same, with what the program was translated to before; `code` is of this program and
/// environment.
[[nodiscard]] Trap advance_reference(const Program& program, ArchState& state,
                                     const Environment& environment,
                                     std::uint64_t instruction_limit, ThreadedCode& code);

/// Runs a program with no timing at all: one instruction after the other, one a cycle. Ground truth
/// for every core. Output is collected, and also handed to `environment.output` when there is one.
[[nodiscard]] ReferenceRun run_reference(const Program& program, const Environment& environment,
                                         std::uint64_t instruction_limit);

} // namespace stallscope::isa
