#include "environment/environment_input.hpp"
#include "isa/registers.hpp"
#include "isa/written_code.hpp"
#include "platform/guest_memory.hpp"
#include "platform/host.hpp"

#include <algorithm>
#include <array>

namespace stallscope::isa {

namespace {

enum class Call : std::uint8_t {
  open = 0x01,
  close = 0x02,
  write_character = 0x03,
  write_text = 0x04,
  write = 0x05,
  read = 0x06,
  read_character = 0x07,
  is_error = 0x08,
  is_terminal = 0x09,
  seek = 0x0A,
  length = 0x0C,
  clock = 0x10,
  time = 0x11,
  error_number = 0x13,
  command_line = 0x15,
  heap_info = 0x16,
  exit = 0x18,
  exit_extended = 0x20,
  elapsed = 0x30,
  tick_frequency = 0x31,
};

// Handles returned by OPEN. ":tt" is the console: the mode selects one of its three streams.
constexpr std::uint64_t kInput = 1;
constexpr std::uint64_t kOutput = 2;
constexpr std::uint64_t kErrorOutput = 3;
constexpr std::uint64_t kFeatures = 4;
/// The file ":semihosting-features": a magic number, and bits for EXIT_EXTENDED and for separate
/// output and error output.
constexpr std::string_view kFeatureBytes{"SHFB\x03", 5};

constexpr std::uint64_t kApplicationExit = 0x20026; ///< ADP_Stopped_ApplicationExit
constexpr std::int32_t kNoSuchFile = 2;             // errno values of the C library
constexpr std::int32_t kBadFile = 9;
constexpr std::int32_t kBadAddress = 14;
constexpr std::int32_t kInvalid = 22;
constexpr std::uint64_t kCyclesPerSecond = 1'000'000'000; ///< as for Linux programs

/// One call.
class SemihostingCall {
public:
  SemihostingCall(const Program& program, ArchState& state, const Environment& environment,
                  std::uint64_t cycle)
      : program_(program), state_(state), environment_(environment), cycle_(cycle),
        memory_(program, state), argument_(memory_.pointer(state.regs[riscv::kA0 + 1])) {}

  /// The result for a0; nothing if the run ends.
  std::optional<std::uint64_t> execute_call(std::uint64_t number);
  /// The user ended the wait for input, or a memory limit is reached: nothing was changed.
  [[nodiscard]] bool interrupted() const { return interrupted_; }

private:
  [[nodiscard]] static constexpr std::uint64_t failed() { return ~0ULL; }
  std::uint64_t fail(std::int32_t reason) {
    state_.platform.edit().host_errno = reason;
    return failed();
  }
  /// Word n of the argument block.
  std::optional<std::uint64_t> word(unsigned n) const {
    return memory_.load(argument_ + std::uint64_t{n} * memory_.word_bytes(), memory_.word_bytes());
  }
  template <std::size_t kCount> std::optional<std::array<std::uint64_t, kCount>> words() const {
    std::array<std::uint64_t, kCount> values{};
    for (unsigned i = 0; i < kCount; ++i) {
      const auto value = word(i);
      if (!value)
        return std::nullopt;
      values[i] = *value;
    }
    return values;
  }

  std::uint64_t open();
  std::uint64_t write_characters(bool one);
  std::uint64_t write();
  std::uint64_t read();
  std::uint64_t read_character();
  std::uint64_t read_features(std::uint64_t address, std::uint64_t bytes);
  std::uint64_t seek();
  std::uint64_t length();
  std::uint64_t command_line();
  std::uint64_t heap_info();
  std::uint64_t put_elapsed();
  std::optional<std::uint64_t> exit(std::uint64_t reason, std::uint64_t code);

  const Program& program_;
  ArchState& state_;
  const Environment& environment_;
  std::uint64_t cycle_;
  GuestMemory memory_;
  std::uint64_t argument_;
  bool interrupted_ = false;
};

std::uint64_t SemihostingCall::open() {
  const auto block = words<3>(); // name, mode, length of the name
  constexpr std::uint64_t kLongestName = 64;
  if (!block || !memory_.allows((*block)[0], std::min((*block)[2], kLongestName), false))
    return fail(kBadAddress);
  const auto [address, mode, bytes] = *block;
  std::string name;
  for (std::uint64_t i = 0; i < std::min(bytes, kLongestName); ++i)
    name += static_cast<char>(state_.memory.load(address + i, 1));
  if (name == ":tt" && mode < 12) // modes 0 to 3 read, 4 to 7 write, 8 to 11 append
    return mode < 4 ? kInput : mode < 8 ? kOutput : kErrorOutput;
  if (name == ":semihosting-features" && mode < 2) {
    state_.platform.edit().features_offset = 0;
    return kFeatures;
  }
  return fail(kNoSuchFile);
}

std::uint64_t SemihostingCall::write_characters(bool one) {
  std::uint64_t end = argument_;
  if (one)
    end += memory_.allows(end, 1, false) ? 1 : 0;
  else
    while (memory_.load(end, 1).value_or(0) != 0)
      ++end;
  print_memory(state_, environment_, argument_, end - argument_);
  return 0;
}

/// Returns how many bytes were not written.
std::uint64_t SemihostingCall::write() {
  const auto block = words<3>(); // file, address, bytes
  if (!block)
    return fail(kBadAddress);
  const auto [file, address, bytes] = *block;
  if (file != kOutput && file != kErrorOutput) {
    state_.platform.edit().host_errno = kBadFile;
    return bytes;
  }
  if (!memory_.allows(address, bytes, false)) {
    state_.platform.edit().host_errno = kBadAddress;
    return bytes;
  }
  print_memory(state_, environment_, address, bytes);
  return 0;
}

/// Returns how many of the requested bytes were not read.
std::uint64_t SemihostingCall::read() {
  const auto block = words<3>(); // file, address, bytes
  if (!block)
    return fail(kBadAddress);
  const auto [file, address, bytes] = *block;
  if (file == kFeatures)
    return read_features(address, bytes);
  if (file != kInput) {
    state_.platform.edit().host_errno = kBadFile;
    return bytes;
  }
  const auto input = bytes == 0 ? std::string_view{} : input_for(state_, environment_);
  const std::string_view text = input.value_or("").substr(0, bytes);
  interrupted_ = !input || !call_may_write(environment_, state_, address, text.size());
  if (interrupted_)
    return bytes;
  if (!memory_.write(address, text))
    return fail(kBadAddress);
  state_.input_used += text.size();
  return bytes - text.size();
}

std::uint64_t SemihostingCall::read_character() {
  const auto input = input_for(state_, environment_);
  interrupted_ = !input;
  if (!input || input->empty())
    return failed();
  ++state_.input_used;
  return static_cast<unsigned char>(input->front());
}

std::uint64_t SemihostingCall::read_features(std::uint64_t address, std::uint64_t bytes) {
  const std::string_view text =
      kFeatureBytes
          .substr(std::min<std::uint64_t>(state_.platform->features_offset, kFeatureBytes.size()))
          .substr(0, bytes);
  if (!memory_.write(address, text))
    return fail(kBadAddress);
  state_.platform.edit().features_offset += text.size();
  return bytes - text.size();
}

std::uint64_t SemihostingCall::seek() {
  const auto block = words<2>(); // file, position
  if (!block)
    return fail(kBadAddress);
  if ((*block)[0] != kFeatures)
    return fail(kInvalid);
  state_.platform.edit().features_offset = (*block)[1];
  return 0;
}

std::uint64_t SemihostingCall::length() {
  const auto file = word(0);
  if (!file)
    return fail(kBadAddress);
  return *file == kFeatures ? kFeatureBytes.size() : fail(kInvalid);
}

/// Writes the arguments, separated by blanks, to a buffer of the program.
std::uint64_t SemihostingCall::command_line() {
  const auto block = words<2>(); // address, bytes of the buffer
  if (!block)
    return fail(kBadAddress);
  std::string line;
  for (const std::string& argument : program_.arguments)
    line += (line.empty() ? "" : " ") + argument;
  const std::uint64_t bytes = line.size();
  line += '\0';
  if (line.size() > (*block)[1] || !memory_.allows(argument_, 2ULL * memory_.word_bytes(), true) ||
      !memory_.write((*block)[0], line))
    return fail(kBadAddress);
  state_.memory.store(argument_ + memory_.word_bytes(), memory_.word_bytes(), bytes);
  return 0;
}

/// The heap extends from the end of the program to the end of its memory, where the stack begins.
std::uint64_t SemihostingCall::heap_info() {
  const auto block = word(0);
  const std::uint64_t bytes = memory_.word_bytes();
  if (!block || !memory_.allows(*block, 4 * bytes, true))
    return fail(kBadAddress);
  const std::array<std::uint64_t, 4> info{program_.heap_begin, program_.heap_end, program_.heap_end,
                                          program_.heap_begin};
  for (std::size_t i = 0; i < info.size(); ++i)
    state_.memory.store(*block + i * bytes, static_cast<unsigned>(bytes), info[i]);
  return 0;
}

std::uint64_t SemihostingCall::put_elapsed() {
  if (!memory_.store(argument_, 8, cycle_))
    return fail(kBadAddress);
  return 0;
}

std::optional<std::uint64_t> SemihostingCall::exit(std::uint64_t reason, std::uint64_t code) {
  state_.exit_code =
      static_cast<std::int64_t>(static_cast<std::int32_t>(static_cast<std::uint32_t>(code)));
  if (reason != kApplicationExit) {
    PlatformState& platform = state_.platform.edit();
    platform.end = PlatformState::End::abort;
    platform.end_number = reason;
    state_.exit_code = 1;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> SemihostingCall::execute_call(std::uint64_t number) {
  switch (number > 0xFF ? Call{} : static_cast<Call>(number)) {
  case Call::open:
    return open();
  case Call::close:
    return 0;
  case Call::write_character:
    return write_characters(true);
  case Call::write_text:
    return write_characters(false);
  case Call::write:
    return write();
  case Call::read:
    return read();
  case Call::read_character:
    return read_character();
  case Call::is_error: // negative results are errors
    return word(0).value_or(failed()) >> (program_.xlen - 1) & 1;
  case Call::is_terminal: {
    const std::uint64_t file = word(0).value_or(0);
    return file >= kInput && file <= kErrorOutput ? 1 : 0;
  }
  case Call::seek:
    return seek();
  case Call::length:
    return length();
  case Call::clock: // hundredths of a second
    return cycle_ / (kCyclesPerSecond / 100);
  case Call::time:
    return cycle_ / kCyclesPerSecond;
  case Call::error_number:
    return static_cast<std::uint64_t>(state_.platform->host_errno);
  case Call::command_line:
    return command_line();
  case Call::heap_info:
    return heap_info();
  case Call::exit: // 64-bit programs pass a block with a code, 32-bit ones only the reason
    if (program_.xlen == 32)
      return exit(argument_, 0);
    return exit(word(0).value_or(0), word(1).value_or(1));
  case Call::exit_extended:
    return exit(word(0).value_or(0), word(1).value_or(1));
  case Call::elapsed:
    return put_elapsed();
  case Call::tick_frequency:
    return kCyclesPerSecond;
  }
  state_.platform.edit().add_unknown_call(number);
  return failed();
}

} // namespace

bool is_semihosting_call(const Program& program, const ArchState& state) {
  const auto is = [&](std::uint64_t at, std::uint32_t word) {
    const std::uint32_t index = index_at(program, state, at);
    return index != kNoIndex && program.instruction(index).raw == word;
  };
  return is(state.pc - 4, kSlliX0By31) && is(state.pc + 4, kSraiX0By7);
}

Trap semihosting_call(const Program& program, ArchState& state, const Environment& environment,
                      std::uint64_t cycle, Effect& effect) {
  SemihostingCall call(program, state, environment, cycle);
  const std::uint64_t number = GuestMemory(program, state).pointer(state.regs[riscv::kA0]);
  const auto result = call.execute_call(number);
  if (!result)
    return Trap::exit;
  if (call.interrupted())
    return Trap::interrupted;
  effect.result = program.xlen == 32 ? integer::word(*result) : *result;
  state.regs[riscv::kA0] = effect.result;
  return Trap::none;
}

} // namespace stallscope::isa
