#include "describe_end.hpp"

#include "isa/registers.hpp"
#include "isa/written_code.hpp"

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

/// "'lw t0, 0(a0)' at sum.s:12 at pc 0x10010, loop+8"
std::string place_of_end(const isa::Program& program, const isa::ArchState& state,
                         std::uint64_t pc) {
  const std::uint32_t index = index_at(program, state, pc);
  const std::string where =
      index != isa::kNoIndex ? instruction_at(program, index) : std::string("no instruction");
  const std::string symbolic = program.symbolic(pc);
  return fmt::format("{} at pc {:#x}{}{}", where, pc, symbolic.empty() ? "" : ", ", symbolic);
}

/// Memory of an executable file that holds no code.
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

/// An ecall or ebreak on a bare machine. An ecall may be meant for the kernel of a program that was
/// linked without a C library and looks like made for no system.
std::string unhandled_sentence(const isa::Program& program, const isa::ArchState& state,
                               const EndedBy& ended) {
  const std::uint32_t index = index_at(program, state, ended.pc);
  const bool call = index != isa::kNoIndex && program.instruction(index).op == isa::Op::syscall;
  return fmt::format(
      "on a bare machine this goes to the trap handler of the program, which has {}{}",
      state.regs[isa::riscv::kMtvec] == 0 ? "none (mtvec is 0)"
                                          : "trapped in its first instruction",
      call ? "; --platform linux if the program is made for Linux" : "");
}

/// Of an x86 program: a function of the library that the platform does.
bool calls_library(const isa::Program& program, const isa::ArchState& state, const EndedBy& ended) {
  const std::uint32_t index = index_at(program, state, ended.pc);
  return index != isa::kNoIndex && program.instruction(index).op == isa::Op::x86_library;
}

std::string fault_sentence(const isa::Program& program, const isa::ArchState& state,
                           const EndedBy& ended) {
  const bool is_instruction = index_at(program, state, ended.pc) != isa::kNoIndex;
  std::string text = place_of_end(program, state, ended.pc) + ": ";
  const std::uint64_t address = ended.effect.address;
  switch (ended.trap) {
  case isa::Trap::illegal:
    return text + (is_instruction ? "this instruction cannot be executed"
                   : in_data(program, state, ended.pc)
                       ? "the program jumped to memory that is not executable"
                       : "the program jumped outside its code");
  case isa::Trap::misaligned:
    return text + misaligned_sentence(program, state, ended);
  case isa::Trap::unmapped: {
    if (program.tohost != 0 && address - program.tohost < 8)
      return text +
             fmt::format("what it stores to tohost, {:#x}, is neither 1 nor another odd "
                         "number, and no memory of the program, where a call for its host "
                         "could stand",
                         state.regs[program.instruction(index_at(program, state, ended.pc)).rs2]);
    text += fmt::format("access to {:#x}, where the program has no memory; it has", address);
    for (const isa::MemoryRegion& region : *state.regions)
      text += fmt::format(" {} [{:#x}, {:#x})", region.name, region.begin, region.end);
    return text;
  }
  case isa::Trap::read_only:
    return text + fmt::format("store to {:#x}, which is read-only", address);
  case isa::Trap::overflow:
    return text + "signed overflow (the unsigned form of the instruction does not trap)";
  case isa::Trap::divide_by_zero:
    return text + (program.isa == isa::Isa::x86
                       ? "division by zero, or a quotient that does not fit"
                       : "division by zero");
  case isa::Trap::bad_syscall:
    return text +
           (calls_library(program, state, ended)
                ? "printf with a conversion that there is not: d i u o x X c s p f F e E g G "
                  "with l, h or z and fields of up to 1000 characters"
                : "unknown system call number");
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

/// The signal by which a Linux kernel ends a program for a fault; 0 for what is none there.
/// Source: arch/riscv/kernel/traps.c and arch/riscv/mm/fault.c of Linux, as told by signal(7).
std::uint64_t signal_of_fault(const isa::Program& program, const isa::ArchState& state,
                              const EndedBy& ended) {
  constexpr std::uint64_t kSigill = 4;
  constexpr std::uint64_t kSigbus = 7;
  constexpr std::uint64_t kSigsegv = 11;
  if (program.platform != isa::Platform::linux_user)
    return 0;
  switch (ended.trap) {
  case isa::Trap::illegal: // or there is nothing to execute at all
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

/// The names of signals are those of Linux.
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

/// An end by exit: by the program's own word, its host's protocol, or a signal.
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
    stop.detail = fmt::format("the program reported failure {} through tohost", number);
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

/// What the entry function of an assembled program returned, an int; 0 when it did not return.
std::int64_t returned_value(const isa::Program& program, const isa::ArchState& state,
                            const EndedBy& ended) {
  if (ended.pc != program.return_pc)
    return 0;
  const RegId reg = program.isa == isa::Isa::mips  ? isa::mips::kV0
                    : program.isa == isa::Isa::x86 ? isa::x86::kRax
                                                   : isa::riscv::kA0;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(state.regs[reg]));
}

bool shows_32_bits(const isa::Program& program, RegId reg) {
  return program.xlen == 32 && !program.is_floating_point(reg);
}

} // namespace

std::string register_dump(const isa::Program& program, const isa::ArchState& state) {
  std::string text;
  unsigned column = 0;
  for (std::size_t reg = 1; reg < program.register_names.size() && reg < kMaxRegisters; ++reg) {
    if (program.register_names[reg].empty() || state.regs[reg] == 0)
      continue;
    const bool narrow = shows_32_bits(program, static_cast<RegId>(reg));
    text += fmt::format("  {:>6} = {:#0{}x}", program.register_names[reg],
                        narrow ? state.regs[reg] & 0xFFFFFFFFU : state.regs[reg], narrow ? 10 : 18);
    if (++column % 3 == 0)
      text += '\n';
  }
  if (column % 3 != 0)
    text += '\n';
  return text.empty() ? std::string("  all registers are 0\n") : text;
}

trace::StopInfo describe_end(const isa::Program& program, const isa::ArchState& state,
                             const EndedBy& ended) {
  trace::StopInfo stop;
  switch (ended.trap) {
  case isa::Trap::none:
    stop.reason = "running";
    break;
  case isa::Trap::end:
    stop.reason = "end";
    stop.exit_code = returned_value(program, state, ended);
    break;
  case isa::Trap::exit:
    describe_exit(program, state, ended, stop);
    break;
  case isa::Trap::breakpoint:
    stop.reason = "breakpoint";
    stop.detail = "breakpoint instruction " + place_of_end(program, state, ended.pc);
    break;
  case isa::Trap::interrupted:
    stop.reason = "interrupted";
    stop.detail = "interrupted while the program waited for input";
    break;
  default:
    stop.reason = "fault";
    stop.detail = fault_sentence(program, state, ended);
    if (const std::uint64_t signal = signal_of_fault(program, state, ended); signal != 0) {
      stop.exit_code = static_cast<std::int64_t>(128 + signal); // as shells report it
      stop.detail += fmt::format(" (on Linux: signal {})", signal_name(signal));
    }
    stop.dump = register_dump(program, state);
    break;
  }
  return stop;
}

namespace {

/// Calls of a host by number: through tohost those of Linux, semihosting has its own. Both are kept
/// in one list, so a program that may use both gets numbers only.
std::string_view host_call_name(const isa::Program& program, std::uint64_t number) {
  constexpr std::uint32_t kSlliX0By31 = 0x01F01013; // stands before the ebreak of semihosting
  const bool semihosting =
      std::any_of(program.code.begin(), program.code.end(),
                  [](const isa::Instruction& i) { return i.raw == kSlliX0By31; });
  if (program.tohost != 0)
    return semihosting ? std::string_view{} : isa::linux_call_name(number);
  switch (number) { // "Semihosting for AArch32 and AArch64", chapter 7
  case 0x0D:
    return "SYS_TMPNAM";
  case 0x0E:
    return "SYS_REMOVE";
  case 0x0F:
    return "SYS_RENAME";
  case 0x12:
    return "SYS_SYSTEM";
  default:
    return {};
  }
}

} // namespace

std::vector<std::string> platform_notes(const isa::Program& program, const isa::ArchState& state) {
  const isa::PlatformState& platform = *state.platform;
  if (platform.unknown_calls.empty())
    return {};
  const bool is_linux = program.platform == isa::Platform::linux_user;
  std::vector<std::string> calls;
  for (const std::uint64_t number : platform.unknown_calls) {
    const std::string_view name =
        is_linux ? isa::linux_call_name(number) : host_call_name(program, number);
    calls.push_back(name.empty() ? fmt::format("{}", number)
                                 : fmt::format("{} ({})", name, number));
  }
  return {fmt::format("the program made {} that do not exist here and were answered with an error: "
                      "{}{}",
                      is_linux ? "Linux system calls" : "calls of its host", fmt::join(calls, ", "),
                      platform.more_unknown_calls ? " and others" : "")};
}

std::string signature_of(const isa::Program& program, const isa::ArchState& state) {
  const auto begin = program.symbols.find("begin_signature");
  const auto end = program.symbols.find("end_signature");
  std::string text;
  if (begin == program.symbols.end() || end == program.symbols.end())
    return text;
  for (std::uint64_t at = begin->second.address; at < end->second.address; at += 4)
    text += fmt::format("{:08x}\n", state.memory.load(at, 4));
  return text;
}

std::vector<trace::RegisterValue>
named_registers(const isa::Program& program,
                const std::array<std::uint64_t, kMaxRegisters>& values) {
  std::vector<bool> named(kMaxRegisters);
  for (const isa::MicroOp& micro_op : program.micro_ops) {
    for (const isa::RegisterRead& read : micro_op.sources())
      named[read.reg] = true;
    for (const RegId reg : micro_op.destinations())
      named[reg] = true;
  }
  for (const isa::InitialRegister& initial : program.initial_registers)
    named[initial.reg] = true;
  std::vector<trace::RegisterValue> list;
  for (std::size_t reg = 0; reg < program.register_names.size(); ++reg)
    if (named[reg] && !program.register_names[reg].empty())
      list.push_back({program.register_names[reg], values[reg],
                      program.is_floating_point(static_cast<RegId>(reg)),
                      shows_32_bits(program, static_cast<RegId>(reg))});
  return list;
}

} // namespace stallscope::session
