#include "environment/environment_input.hpp"
#include "isa/registers.hpp"
#include "platform/csr_numbers.hpp"
#include "platform/guest_memory.hpp"
#include "platform/host.hpp"
#include "platform/linux/linux_abi.hpp"
#include "platform/pmp.hpp"
#include "platform/tohost_halves.hpp"

namespace stallscope::isa {

using namespace linux_abi;

namespace {

// Call numbers equal those of Linux.
constexpr std::uint64_t kRead = 63;
constexpr std::uint64_t kWrite = 64;
constexpr std::uint64_t kExit = 93;
constexpr std::uint64_t kExitGroup = 94;

// Devices and their commands: bits 63 to 56 and 55 to 48 of a command.
constexpr std::uint64_t kSystemCalls = 0;
constexpr std::uint64_t kConsole = 1;
constexpr std::uint64_t kReadCharacter = 0;
constexpr std::uint64_t kWriteCharacter = 1;
constexpr std::uint64_t kIdentify = 0xFF; ///< supported by every device
constexpr std::uint64_t kIdentityBytes = 64;

constexpr std::uint64_t kPayload = (1ULL << 48) - 1;

/// A complete command for the host: executed and answered.
class HostCommand {
public:
  HostCommand(const Program& program, ArchState& state, const Environment& environment,
              std::uint64_t command)
      : program_(program), state_(state), environment_(environment), memory_(program, state),
        command_(command) {}

  /// Results other than `none` and `exit`: nothing was changed.
  Trap execute() {
    // A negative exit code with 32 or 64 bits, and the bit that marks exit codes.
    if (command_ >> 32 == 0xFFFFFFFFULL && (command_ & 1) != 0)
      return finish_run(integer::as_signed(command_) >> 1, PlatformState::End::failed);
    const std::uint64_t device = command_ >> 56;
    switch (command_ >> 48 & 0xFF) {
    case kIdentify:
      return identify(device);
    case kReadCharacter: // the only command of the device for system calls
      return device == kSystemCalls ? exit_or_call()
             : device == kConsole   ? read_character()
                                    : Trap::bad_syscall;
    case kWriteCharacter:
      return device == kConsole ? write_character() : Trap::bad_syscall;
    default:
      return Trap::bad_syscall;
    }
  }

private:
  [[nodiscard]] std::uint64_t payload() const { return command_ & kPayload; }

  Trap finish_run(std::int64_t code, PlatformState::End end) {
    PlatformState& platform = state_.platform.edit();
    platform.end = end;
    platform.end_number = static_cast<std::uint64_t>(code);
    state_.exit_code = code;
    return Trap::exit;
  }
  Trap exit(std::uint64_t code) {
    return finish_run(integer::as_signed(code),
                      code == 0 ? PlatformState::End::passed : PlatformState::End::failed);
  }

  /// The host has processed the command: tohost is 0 again. Its answer contains device and command.
  Trap done() {
    state_.memory.store(program_.tohost, 8, 0);
    return Trap::none;
  }
  Trap answer(std::uint64_t value) {
    if (program_.fromhost != 0)
      state_.memory.store(program_.fromhost, 8, (command_ & ~kPayload) | (value & kPayload));
    return done();
  }

  Trap exit_or_call() {
    if ((payload() & 1) != 0)
      return exit(payload() >> 1);
    constexpr std::uint64_t kUsedBytes = 32; // used part of the block: number and three arguments
    if (!memory_.allows(payload(), kUsedBytes, true))
      return Trap::unmapped; // trap of the store: the requested address is not mapped
    std::array<std::uint64_t, 4> block{};
    for (std::size_t i = 0; i < block.size(); ++i)
      block[i] = state_.memory.load(payload() + 8 * i, 8);
    const auto [number, file, address, bytes] = block;
    if (number == kExit || number == kExitGroup)
      return exit(file);
    std::int64_t result = kENOSYS;
    if (number == kWrite)
      result = write_call(file, address, bytes);
    else if (number == kRead) {
      const auto read = read_call(file, address, bytes);
      if (!read)
        return Trap::interrupted;
      result = *read;
    } else
      state_.platform.edit().add_unknown_call(number);
    state_.memory.store(payload(), 8, static_cast<std::uint64_t>(result));
    return answer(1);
  }

  std::int64_t write_call(std::uint64_t file, std::uint64_t address, std::uint64_t bytes) {
    if (file != 1 && file != 2)
      return kEBADF;
    if (!memory_.allows(address, bytes, false))
      return kEFAULT;
    print_memory(state_, environment_, address, bytes);
    return static_cast<std::int64_t>(bytes);
  }

  /// Nothing if the user ended the wait for input, or a memory limit is reached.
  std::optional<std::int64_t> read_call(std::uint64_t file, std::uint64_t address,
                                        std::uint64_t bytes) {
    if (file != 0)
      return kEBADF;
    if (!memory_.allows(address, bytes, true))
      return kEFAULT;
    const auto input = bytes == 0 ? std::string_view{} : input_for(state_, environment_);
    if (!input)
      return std::nullopt;
    const std::string_view text = input->substr(0, bytes);
    if (!call_may_write(environment_, state_, address, text.size()))
      return std::nullopt;
    if (!memory_.write(address, text))
      return kEFAULT;
    state_.input_used += text.size();
    return static_cast<std::int64_t>(text.size());
  }

  /// The answer of the console: the character, and a bit that marks a character.
  static std::uint64_t with_mark(std::uint8_t character) { return 0x100U | character; }

  Trap write_character() {
    const auto character = static_cast<char>(command_ & 0xFF);
    if (environment_.output != nullptr)
      environment_.output->write(state_.output_bytes, {&character, 1});
    ++state_.output_bytes;
    // The program may not read this answer; an earlier, unread answer of the console is kept.
    const bool unread = program_.fromhost != 0 && state_.memory.load(program_.fromhost, 8) != 0;
    return unread ? done() : answer(with_mark(static_cast<std::uint8_t>(character)));
  }

  /// At the end of the input there is no answer, as with an idle terminal.
  Trap read_character() {
    const auto input = input_for(state_, environment_);
    if (!input)
      return Trap::interrupted;
    if (input->empty()) {
      if (program_.fromhost != 0) // the answer to a written character is not an answer to this
        state_.memory.store(program_.fromhost, 8, 0);
      return done();
    }
    ++state_.input_used;
    return answer(with_mark(static_cast<std::uint8_t>(input->front())));
  }

  /// Puts the name of a device or of one of its commands at the address in the payload: the address
  /// is in its upper bits, the lowest eight select the command, kIdentify the device.
  Trap identify(std::uint64_t device) {
    const std::uint64_t address = payload() >> 8;
    if (!memory_.allows(address, kIdentityBytes, true))
      return Trap::unmapped;
    std::string name(identity(device, payload() & 0xFF));
    name.resize(kIdentityBytes);
    (void)memory_.write(address, name);
    return answer(1);
  }
  static std::string_view identity(std::uint64_t device, std::uint64_t what) {
    if (device == kSystemCalls)
      return what == kIdentify ? "syscall_proxy" : what == 0 ? "syscall" : "";
    if (device != kConsole)
      return "";
    return what == kIdentify         ? "bcd"
           : what == kReadCharacter  ? "read"
           : what == kWriteCharacter ? "write"
                                     : "";
  }

  const Program& program_;
  ArchState& state_;
  const Environment& environment_;
  GuestMemory memory_;
  std::uint64_t command_;
};

} // namespace

Trap store_to_host(const Program& program, ArchState& state, const Environment& environment,
                   std::uint64_t value, const Effect& effect, bool atomic) {
  if (!store_is_allowed(state, effect.address, effect.bytes)) // the region of tohost is never
                                                              // writable
    return Trap::read_only;
  const std::uint64_t before = state.memory.load(program.tohost, 8);
  const std::uint64_t halves_before = state.regs[riscv::kTohostHalves];
  state.memory.store(effect.address, effect.bytes, value);
  if (!completes_command(program, state, environment, effect, atomic))
    return Trap::none;
  state.regs[riscv::kTohostHalves] = 0;
  const std::uint64_t command = state.memory.load(program.tohost, 8);
  const Trap trap = calls_may_go_on(environment)
                        ? HostCommand(program, state, environment, command).execute()
                        : Trap::interrupted;
  if (trap != Trap::none && trap != Trap::exit) {
    state.memory.store(program.tohost, 8, before);
    state.regs[riscv::kTohostHalves] = halves_before;
  }
  return trap;
}

} // namespace stallscope::isa
