#include "run/describe_end.hpp"

#include "isa/call_results.hpp"
#include "isa/csr.hpp"
#include "isa/registers.hpp"
#include "isa/returned_value.hpp"
#include "isa/written_code.hpp"
#include "run/library_fault.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::session {

namespace {

/// "'lw t0, 0(a0)' at sum.s:12"
std::string instruction_at(const isa::Program& program, std::uint32_t index) {
  const isa::SourcePlace place = program.place_of(index);
  return place.line == 0
             ? fmt::format("'{}'", program.text_of(index))
             : fmt::format("'{}' at {}:{}", program.text_of(index), place.file, place.line);
}

/// A breakpoint instruction. The break that the MIPS div with three operands puts in front of the
/// division is an exception to MARS and SPIM, and ends the program; so it is a fault here.
void describe_break(const isa::Program& program, const isa::ArchState& state, const EndedBy& ended,
                    trace::StopInfo& stop) {
  if (!isa::is_break_of_division(program, state, ended.pc)) {
    stop.reason = "breakpoint";
    stop.detail = "breakpoint instruction " + place_of_end(program, state, ended.pc);
    return;
  }
  const std::uint32_t index = index_at(program, state, ended.pc);
  const isa::Instruction& next = program.instruction(index + 1);
  stop.reason = "fault";
  stop.detail =
      fmt::format("division by zero: '{}' comes behind {}; '--reg {}=1' and the like let a "
                  "register begin with another value",
                  program.text_of(index + 1), place_of_end(program, state, ended.pc),
                  program.register_names.at(next.rs2));
  stop.dump = register_dump(program, state);
}

/// The pc is in memory of an executable file that holds no code.
bool in_data(const isa::Program& program, const isa::ArchState& state, std::uint64_t pc) {
  return program.decoded && std::any_of(state.regions->begin(), state.regions->end(),
                                        [pc](const isa::MemoryRegion& region) {
                                          return region.begin <= pc && pc < region.end &&
                                                 !region.executable;
                                        });
}

std::string misaligned_sentence(const isa::Program& program, const isa::ArchState& state,
                                const EndedBy& ended) {
  if (ended.effect.bytes == 0)
    return "jump to an address that is not a multiple of 4";
  const std::uint32_t index = index_at(program, state, ended.pc);
  const char* permission = "--set memory.misaligned=allow permits it";
  if (index != isa::kNoIndex && isa::demands_alignment(program.instruction(index)))
    permission = program.isa == isa::Isa::x86
                     ? "movups has no such need, movaps and arithmetic on whole registers have; of "
                       "the stack: %rsp is a multiple of 16 where a call stands"
                     : "atomic accesses are always aligned";
  return fmt::format("access of {} bytes at {:#x}, which is not a multiple of {} ({})",
                     ended.effect.bytes, ended.effect.address, ended.effect.bytes, permission);
}

/// An ecall or ebreak on a bare machine. An ecall may be a Linux system call of a program that was
/// linked without a C library, whose file does not name a system.
std::string unhandled_sentence(const isa::Program& program, const isa::ArchState& state,
                               const EndedBy& ended) {
  const std::uint32_t index = index_at(program, state, ended.pc);
  const bool call = index != isa::kNoIndex && program.instruction(index).op == isa::Op::syscall;
  return fmt::format(
      "on a bare machine this goes to the trap handler of the program, which has {}{}",
      state.regs[isa::riscv::kMtvec] == 0         ? "none (mtvec is 0)"
      : fault_reported_by_library(program, state) ? "ended it"
                                                  : "trapped in its first instruction",
      call ? "; --platform linux if the program is made for Linux" : "");
}

/// For an x86 program: the instruction calls a library function that the platform provides.
bool calls_library(const isa::Program& program, const isa::ArchState& state, const EndedBy& ended) {
  const std::uint32_t index = index_at(program, state, ended.pc);
  return index != isa::kNoIndex && program.instruction(index).op == isa::Op::x86_library;
}

/// Advice on a divisor of 0 in a program given as text, whose registers begin with 0.
std::string division_advice(const isa::Program& program) {
  if (program.platform != isa::Platform::simple)
    return "";
  return program.isa == isa::Isa::tac
             ? " (variables begin with 0: '.reg NAME = VALUE' or --reg NAME=VALUE gives the "
               "divisor another value)"
             : fmt::format(" ({}: --reg NAME=VALUE gives the divisor another value)",
                           registers_begin(program));
}

/// An access to unmapped memory.
std::string unmapped_sentence(const isa::Program& program, const isa::ArchState& state,
                              std::uint64_t address) {
  std::string text =
      fmt::format("access to {:#x}, where the program has no memory; it has", address);
  for (const isa::MemoryRegion& region : *state.regions)
    if (region.name != isa::kUndeclaredRegion)
      text += fmt::format(" {} [{:#x}, {:#x})", region.name, region.begin, region.end);
  const bool below_stack =
      program.platform == isa::Platform::simple &&
      std::any_of(state.regions->begin(), state.regions->end(), [address](const auto& region) {
        return region.name == "stack" && address < region.begin &&
               region.begin - address <= isa::kStackGuardBytes;
      });
  if (below_stack)
    return text + "; it is just below the stack, which has overflowed";
  const bool declares = std::any_of(program.regions.begin(), program.regions.end(),
                                    [](const isa::MemoryRegion& r) { return r.name == "data"; });
  return program.platform == isa::Platform::simple && declares
             ? text + "; a program that declares memory has no other"
             : text;
}

/// A store to read-only memory. In a program given as text, an address that runs through undeclared
/// memory often reaches the program itself.
std::string read_only_sentence(const isa::Program& program, const isa::ArchState& state,
                               const EndedBy& ended) {
  const std::uint64_t address = ended.effect.address;
  std::string text = fmt::format("store to {:#x}, which is read-only", address);
  const std::uint32_t index = index_at(program, state, ended.pc);
  if (program.platform != isa::Platform::simple || index == isa::kNoIndex)
    return text;
  for (const isa::MemoryRegion& region : *state.regions)
    if (region.executable && region.begin <= address && address < region.end)
      text += fmt::format(": the code of the program lies there, from {:#x} to {:#x}", region.begin,
                          region.end);
  if (state.platform->first_undeclared)
    text += fmt::format(" (undeclared memory reads zeros, but not here; '--reg {}=0x20000000' and "
                        "the like let it begin elsewhere)",
                        program.register_names.at(program.instruction(index).rs1));
  return text;
}

/// An unsupported system call.
std::string system_call_sentence(const isa::Program& program, const isa::ArchState& state,
                                 const EndedBy& ended) {
  const std::uint32_t index = index_at(program, state, ended.pc);
  if (program.platform != isa::Platform::simple || index == isa::kNoIndex)
    return "unknown system call number";
  const bool mips = program.isa == isa::Isa::mips;
  const bool x86 = program.isa == isa::Isa::x86;
  const bool of_32_bits =
      x86 && program.instruction(index).rs2 == isa::x86::kRbx; // the 32-bit call int $0x80
  const RegId reg = mips ? isa::mips::kV0 : x86 ? isa::x86::kRax : isa::riscv::kA7;
  return fmt::format("there is no system call {} ({}); there are {}",
                     static_cast<std::int64_t>(state.regs[reg]), program.register_names.at(reg),
                     mips         ? "1 to 12, 17 and 34 to 36"
                     : of_32_bits ? "1, 3, 4 and 252"
                     : x86        ? "0, 1, 60 and 231"
                                  : "1, 4, 5, 8 to 12, 34 to 36, 63, 64 and 93");
}

/// Why the instruction, or the absence of one, is illegal.
std::string illegal_sentence(const isa::Program& program, const isa::ArchState& state,
                             const EndedBy& ended) {
  const std::uint32_t index = index_at(program, state, ended.pc);
  if (index != isa::kNoIndex) {
    const std::string objection = isa::csr_objection(program, state, program.instruction(index));
    if (!objection.empty())
      return objection;
    constexpr std::uint64_t kFpState = 3ULL << 13; // mstatus.FS
    if (program.platform == isa::Platform::bare_metal &&
        is_floating_point(program.instruction(index).op_class) &&
        (state.regs[isa::riscv::kMstatus] & kFpState) == 0)
      return "floating point is off (mstatus.FS is 0)";
    if (program.instruction(index).op == isa::Op::x86_set_mxcsr)
      return fmt::format("MXCSR would be {:#x}, and is 0x1f80 throughout: exceptions masked, "
                         "rounding to nearest, denormal numbers kept",
                         state.regs[program.instruction(index).rs1]);
    return "this instruction cannot be executed";
  }
  if (const std::string rule = isa::protection_at(program, state, ended.pc);
      !rule.empty() && !is_executable(state, ended.pc))
    return fmt::format("{} forbids to execute what is there", rule);
  if (program.platform == isa::Platform::bare_metal && is_executable(state, ended.pc))
    return "the program jumped to memory that holds no instruction";
  return in_data(program, state, ended.pc) ? "the program jumped to memory that is not executable"
                                           : "the program jumped outside its code";
}

/// For a trap of a bare-metal program that was not taken by its handler.
std::string handler_note(const isa::Program& program, const isa::ArchState& state,
                         const EndedBy& ended) {
  if (program.platform != isa::Platform::bare_metal || ended.trap == isa::Trap::bad_syscall)
    return {};
  const std::uint64_t vector = state.regs[isa::riscv::kMtvec];
  if (vector == 0)
    return {};
  const std::uint64_t handler = program.xlen == 32 ? vector & 0xFFFFFFFCU : vector & ~3ULL;
  return handler == ended.pc ? " (in the first instruction of the trap handler, which would never "
                               "get further)"
                             : "";
}

bool is_in_tohost(const isa::Program& program, const EndedBy& ended) {
  return program.tohost != 0 && ended.effect.address - program.tohost < 8;
}

/// The value that the store which ended the run would have written to tohost.
std::uint64_t command_in_tohost(const isa::Program& program, const isa::ArchState& state,
                                const EndedBy& ended) {
  isa::Memory memory = state.memory;
  memory.store(ended.effect.address, ended.effect.bytes,
               state.regs[program.instruction(index_at(program, state, ended.pc)).rs2]);
  return memory.load(program.tohost, 8);
}

std::string forbidden_access_sentence(const isa::Program& program, const isa::ArchState& state,
                                      const EndedBy& ended) {
  const std::uint64_t address = ended.effect.address;
  for (std::uint64_t at = address; at < address + std::max<unsigned>(ended.effect.bytes, 1); ++at)
    if (const std::string rule = isa::protection_at(program, state, at); !rule.empty())
      return fmt::format("access of {} bytes at {:#x}, which {} forbids", ended.effect.bytes,
                         address, rule);
  const auto inside = [address](const isa::MemoryRegion& region) {
    return region.begin <= address && address < region.end;
  };
  // Both parts of the access are permitted, but it crosses from one region to another.
  if (std::any_of(state.regions->begin(), state.regions->end(), inside))
    return fmt::format("access of {} bytes at {:#x}, which lie in different PMP entries, or only "
                       "partly in one",
                       ended.effect.bytes, address);
  return {};
}

std::string unmapped_access_sentence(const isa::Program& program, const isa::ArchState& state,
                                     const EndedBy& ended) {
  if (is_in_tohost(program, ended))
    return fmt::format("what it stores to tohost, {:#x}, is neither 1 nor another odd number, and "
                       "no memory of the program, where a call for its host could stand",
                       command_in_tohost(program, state, ended));
  if (program.platform == isa::Platform::bare_metal)
    if (const std::string forbidden = forbidden_access_sentence(program, state, ended);
        !forbidden.empty())
      return forbidden;
  const std::uint64_t address = ended.effect.address;
  if (const std::uint64_t bytes = ended.effect.bytes; bytes > 1 && address > ~bytes + 1)
    return fmt::format("access of {} bytes at {:#x}, which reaches beyond the last address there "
                       "is ({} bytes below 0)",
                       bytes, address, ~address + 1);
  return unmapped_sentence(program, state, address);
}

std::string bad_call_sentence(const isa::Program& program, const isa::ArchState& state,
                              const EndedBy& ended) {
  if (is_in_tohost(program, ended)) {
    const std::uint64_t command = command_in_tohost(program, state, ended);
    return fmt::format("what it stores to tohost, {:#x}, is command {} of device {}; there are "
                       "device 0 with command 0 (exit, system calls) and device 1 with commands 0 "
                       "(reads a character) and 1 (writes one)",
                       command, command >> 48 & 0xFF, command >> 56);
  }
  if (calls_library(program, state, ended))
    return "printf with a conversion that there is not: d i u o x X c s p f F e E g G with l, h or "
           "z and fields of up to 1000 characters";
  return system_call_sentence(program, state, ended);
}

std::string fault_sentence(const isa::Program& program, const isa::ArchState& state,
                           const EndedBy& ended) {
  std::string text = place_of_end(program, state, ended.pc) + ": ";
  switch (ended.trap) {
  case isa::Trap::illegal:
    return text + illegal_sentence(program, state, ended) + handler_note(program, state, ended);
  case isa::Trap::misaligned:
    return text + misaligned_sentence(program, state, ended);
  case isa::Trap::unmapped:
    return text + unmapped_access_sentence(program, state, ended);
  case isa::Trap::read_only:
    if (program.platform == isa::Platform::bare_metal)
      if (const std::string forbidden = forbidden_access_sentence(program, state, ended);
          !forbidden.empty())
        return text + forbidden;
    return text + read_only_sentence(program, state, ended);
  case isa::Trap::overflow:
    return text + "signed overflow (the unsigned form of the instruction does not trap)";
  case isa::Trap::divide_by_zero:
    return text +
           (program.isa == isa::Isa::x86 ? "division by zero, or a quotient that does not fit"
                                         : "division by zero") +
           division_advice(program);
  case isa::Trap::bad_syscall:
    return text + bad_call_sentence(program, state, ended);
  case isa::Trap::bad_input:
    return text + "the program reads input, but there is none left, or it is no number (give some "
                  "with --input)";
  case isa::Trap::too_much_code:
    return text + fmt::format("the program has run {} different instructions that it wrote itself, "
                              "and more are not kept",
                              isa::WrittenCode::kMaxInstructions);
  case isa::Trap::unhandled:
    return text + unhandled_sentence(program, state, ended);
  default:
    return text + std::string(name(ended.trap));
  }
}

/// The signal by which a Linux kernel ends a program for a fault; 0 when the trap raises no signal.
/// Source: arch/riscv/kernel/traps.c and arch/riscv/mm/fault.c of Linux, and signal(7).
std::uint64_t signal_of_fault(const isa::Program& program, const isa::ArchState& state,
                              const EndedBy& ended) {
  constexpr std::uint64_t kSigill = 4;
  constexpr std::uint64_t kSigbus = 7;
  constexpr std::uint64_t kSigsegv = 11;
  if (program.platform != isa::Platform::linux_user)
    return 0;
  switch (ended.trap) {
  case isa::Trap::illegal: // also when there is no instruction
    return index_at(program, state, ended.pc) != isa::kNoIndex ? kSigill : kSigsegv;
  case isa::Trap::misaligned:
    return kSigbus;
  case isa::Trap::unmapped:
  case isa::Trap::read_only:
    return kSigsegv;
  default:
    return 0;
  }
}

/// The names of signals in Linux.
std::string signal_name(std::uint64_t number) {
  constexpr std::array<std::string_view, 16> kNames{
      "",       "SIGHUP",  "SIGINT",  "SIGQUIT", "SIGILL",  "SIGTRAP", "SIGABRT", "SIGBUS",
      "SIGFPE", "SIGKILL", "SIGUSR1", "SIGSEGV", "SIGUSR2", "SIGPIPE", "SIGALRM", "SIGTERM"};
  return number > 0 && number < kNames.size() ? fmt::format("{} ({})", number, kNames[number])
                                              : fmt::format("{}", number);
}

std::string signal_sentence(const isa::Program& program, const isa::ArchState& state,
                            const EndedBy& ended) {
  const std::uint32_t index = index_at(program, state, ended.pc);
  const bool by_itself =
      index == isa::kNoIndex || program.instruction(index).op != isa::Op::breakpoint;
  const std::uint64_t number = state.platform->end_number;
  const std::string signal = signal_name(number);
  constexpr std::uint64_t kIgnore = 1;
  const bool handled = state.platform->signals[number].handler > kIgnore;
  return (by_itself ? fmt::format("the program ended itself with signal {}", signal)
                    : fmt::format("the program was ended by signal {}: breakpoint instruction {}",
                                  signal, place_of_end(program, state, ended.pc))) +
         (handled ? "; it has a handler for it, and handlers are not called here" : "");
}

/// Describes an exit: requested by the program, by its host's protocol, or by a signal.
void describe_exit(const isa::Program& program, const isa::ArchState& state, const EndedBy& ended,
                   trace::StopInfo& stop) {
  using End = isa::PlatformState::End;
  const std::uint64_t number = state.platform->end_number;
  stop.exit_code = state.exit_code;
  switch (state.platform->end) {
  case End::none:
    stop.reason = "exit";
    break;
  case End::passed:
    stop.reason = "passed";
    break;
  case End::failed:
    stop.reason = "failed";
    stop.detail = fmt::format("the program reported failure {} through tohost",
                              static_cast<std::int64_t>(number));
    break;
  case End::signal:
    stop.reason = "signal";
    stop.detail = signal_sentence(program, state, ended);
    break;
  case End::abort:
    stop.reason = "abort";
    stop.detail = fmt::format("the program stopped with semihosting reason {:#x}", number);
    break;
  }
}

/// Describes the value returned by the entry function of an assembled program, when it has
/// returned.
void describe_return(const isa::Program& program, const isa::ArchState& state, const EndedBy& ended,
                     trace::StopInfo& stop) {
  stop.reason = "end";
  if (ended.pc != program.return_pc)
    return;
  const isa::ReturnedValue value = isa::returned_value(program, state);
  if (value.kind == isa::ReturnedValue::Kind::integer)
    stop.exit_code = value.integer;
  else
    stop.detail = fmt::format("it returned {} ({})",
                              value.is_single ? fmt::format("{}", static_cast<float>(value.number))
                                              : fmt::format("{}", value.number),
                              program.register_names.at(value.reg));
}

} // namespace

std::string place_of_end(const isa::Program& program, const isa::ArchState& state,
                         std::uint64_t pc) {
  const std::uint32_t index = index_at(program, state, pc);
  const std::string where =
      index != isa::kNoIndex ? instruction_at(program, index) : std::string("no instruction");
  const std::string symbolic = program.symbolic(pc);
  return fmt::format("{} at pc {:#x}{}{}", where, pc, symbolic.empty() ? "" : ", ", symbolic);
}

trace::StopInfo describe_end(const isa::Program& program, const isa::ArchState& state,
                             const EndedBy& ended) {
  trace::StopInfo stop;
  switch (ended.trap) {
  case isa::Trap::none:
    stop.reason = "running";
    break;
  case isa::Trap::end:
    describe_return(program, state, ended, stop);
    break;
  case isa::Trap::exit:
    describe_exit(program, state, ended, stop);
    if (const auto fault = fault_reported_by_library(program, state)) {
      stop.reason = "fault";
      stop.detail = fault_sentence(program, state, *fault);
    }
    break;
  case isa::Trap::breakpoint:
    describe_break(program, state, ended, stop);
    break;
  case isa::Trap::interrupted:
    stop.reason = "interrupted";
    stop.detail = "interrupted while the program waited for input";
    break;
  case isa::Trap::undeclared_limit:
    stop.reason = "undeclared";
    stop.detail = undeclared_limit_sentence(program, state, ended);
    stop.dump = register_dump(program, state);
    break;
  default:
    stop.reason = "fault";
    stop.detail = fault_sentence(program, state, ended);
    if (const std::uint64_t signal = signal_of_fault(program, state, ended); signal != 0) {
      stop.exit_code = static_cast<std::int64_t>(128 + signal); // in the convention of shells
      stop.detail += fmt::format(" (on Linux: signal {})", signal_name(signal));
    }
    stop.dump = register_dump(program, state);
    break;
  }
  return stop;
}

} // namespace stallscope::session
