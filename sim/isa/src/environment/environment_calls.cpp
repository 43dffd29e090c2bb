#include "environment/environment_calls.hpp"

#include "environment/environment_input.hpp"
#include "environment/environment_text.hpp"
#include "execution/executor_fp.hpp"
#include "execution/executor_integer.hpp"
#include "execution/executor_regions.hpp"
#include "isa/registers.hpp"
#include "platform/linux/linux_abi.hpp"
#include "program/undeclared.hpp"

#include <fmt/format.h>

#include <limits>

namespace stallscope::isa {

namespace {

/// Alignment of blocks returned by sbrk.
constexpr std::uint64_t kHeapAlignment = 8;
/// Bytes of a long call between checks for interruption.
constexpr std::uint64_t kAskEvery = 1 << 20;
/// Maximum length of a line with a number: the program does not wait for the end of a longer line.
constexpr std::uint64_t kMostNumberBytes = 65'536;

/// One system call. Each method implements one call; faults are detected before anything is
/// changed.
class SystemCall {
public:
  SystemCall(const Program& program, ArchState& state, const Environment& environment,
             const Instruction& instruction, Effect& effect)
      : program_(program), state_(state), environment_(environment), instruction_(instruction),
        effect_(effect) {}

  /// The call number is a constant: tac, and `halt` in mips.
  Trap tac() {
    const auto value =
        static_cast<std::int64_t>(instruction_.rs2 == 0 ? instruction_.target : argument());
    switch (instruction_.imm) {
    case 1:
      return print(fmt::format("{}\n", value));
    case 5:
      return read_integer_call();
    case 17:
      return exit(value);
    default:
      return Trap::bad_syscall;
    }
  }

  Trap mips() {
    switch (state_.regs[instruction_.rs1]) {
    case 2:
      return print(print_real(fp::to_float(static_cast<std::uint32_t>(extra()))));
    case 3:
      return print(print_real(fp::to_double(extra())));
    case 6:
      return read_real_call(true);
    case 7:
      return read_real_call(false);
    case 17:
      return exit(integer::low_signed(argument()));
    default:
      return common(state_.regs[instruction_.rs1]);
    }
  }

  Trap riscv() {
    switch (state_.regs[instruction_.rs1]) {
    case 63:
      return read_file();
    case 64:
      return write_file();
    case 93:
      return exit(integer::low_signed(argument()));
    default:
      return common(state_.regs[instruction_.rs1]);
    }
  }

  /// Linux call numbers on x86: for int $0x80, with its first argument in ebx, and for syscall.
  Trap x86() {
    if (instruction_.rs2 == isa::x86::kRbx)
      return x86_of_32_bits();
    switch (state_.regs[instruction_.rs1]) {
    case 0:
      return read_file();
    case 1:
      return write_file();
    case 60:
    case 231: // exit_group
      return exit(integer::low_signed(argument()));
    default:
      return Trap::bad_syscall;
    }
  }

private:
  Trap x86_of_32_bits() {
    switch (integer::low(state_.regs[instruction_.rs1])) {
    case 3:
      return read_file();
    case 4:
      return write_file();
    case 1:
    case 252: // exit_group
      return exit(integer::low_signed(argument()));
    default:
      return Trap::bad_syscall;
    }
  }

  /// The calls with the same numbers in SPIM, MARS and RARS.
  Trap common(std::uint64_t number) {
    switch (number) {
    case 1:
      return print(fmt::format("{}", static_cast<std::int64_t>(argument())));
    case 4:
      return print_string();
    case 5:
      return read_integer_call();
    case 8:
      return read_string();
    case 9:
      return sbrk();
    case 10:
      return exit(0);
    case 11:
      return print(std::string(1, static_cast<char>(argument())));
    case 12:
      return read_character();
    case 34:
      return print(narrow() ? fmt::format("0x{:08x}", integer::low(argument()))
                            : fmt::format("0x{:016x}", argument()));
    case 35:
      return print(narrow() ? fmt::format("{:032b}", integer::low(argument()))
                            : fmt::format("{:064b}", argument()));
    case 36:
      return print(fmt::format("{}", narrow() ? integer::low(argument()) : argument()));
    default:
      return Trap::bad_syscall;
    }
  }

  [[nodiscard]] std::uint64_t argument() const { return state_.regs[instruction_.rs2]; }
  [[nodiscard]] std::uint64_t second_argument() const {
    return state_.regs[instruction_.rs3 != 0 ? instruction_.rs3 : instruction_.rs2 + 1U];
  }
  /// $f12 in mips, a2 in riscv, rdx in x86.
  [[nodiscard]] std::uint64_t extra() const {
    return state_.regs[static_cast<std::size_t>(instruction_.imm)];
  }

  /// Whether the argument is displayed with 32 bits. MIPS code for 32 and 64 bits looks identical,
  /// so its value decides there.
  [[nodiscard]] bool narrow() const {
    return program_.xlen == 32 ||
           (program_.isa == Isa::mips && integer::word(argument()) == argument());
  }

  [[nodiscard]] std::uint64_t pointer(std::uint64_t value) const {
    return program_.xlen == 32 ? integer::low(value) : value;
  }

  Trap return_value(std::uint64_t value) {
    effect_.result = value;
    const bool in_half = program_.isa == Isa::x86 && program_.xlen == 32;
    state_.regs[instruction_.rd] = in_half ? integer::low(value) : value;
    return Trap::none;
  }

  Trap print(std::string_view text) {
    if (environment_.output != nullptr && !text.empty())
      environment_.output->write(state_.output_bytes, text);
    state_.output_bytes += text.size();
    return Trap::none;
  }

  Trap exit(std::int64_t code) {
    state_.exit_code = code;
    return Trap::exit;
  }

  /// The next input line: at least that many bytes of it.
  [[nodiscard]] std::optional<std::string_view> next_line(std::uint64_t bytes) const {
    return input_line_for(state_, environment_, bytes);
  }

  Trap check(std::uint64_t address, std::uint64_t bytes, bool write) {
    if (bytes == 0)
      return Trap::none;
    Trap trap = check_regions(*state_.regions, state_.region_hint, address, bytes, write);
    if (trap == Trap::unmapped)
      trap = reach_undeclared(program_, environment_, state_, {address, bytes, write, false});
    if (trap != Trap::none)
      effect_.address = address;
    return trap;
  }

  /// The next line, which should contain a number: at most kMostNumberBytes; for a longer line,
  /// none.
  [[nodiscard]] static std::optional<InputLine> number_line(std::string_view input) {
    if (input.substr(0, kMostNumberBytes).find('\n') == std::string_view::npos &&
        input.size() > kMostNumberBytes)
      return std::nullopt;
    return first_line(input);
  }

  Trap read_integer_call() {
    const auto input = next_line(kMostNumberBytes + 1);
    if (!input)
      return Trap::interrupted;
    const auto line = number_line(*input);
    const auto value =
        line ? read_integer(line->text, program_.xlen == 32 ? 32 : 64) : std::nullopt;
    if (!value)
      return Trap::bad_input;
    state_.input_used += line->bytes;
    return return_value(static_cast<std::uint64_t>(*value));
  }

  Trap read_real_call(bool single) {
    const auto input = next_line(kMostNumberBytes + 1);
    if (!input)
      return Trap::interrupted;
    const auto line = number_line(*input);
    const auto value = line ? read_real(line->text) : std::nullopt;
    if (!value)
      return Trap::bad_input;
    state_.input_used += line->bytes;
    effect_.result = single ? fp::single_in_register(fp::bits_of(static_cast<float>(*value)), false)
                            : fp::bits_of(*value);
    state_.regs[instruction_.rd2] = effect_.result;
    return Trap::none;
  }

  Trap read_character() {
    const auto input = input_for(state_, environment_);
    if (!input)
      return Trap::interrupted;
    if (input->empty())
      return Trap::bad_input;
    ++state_.input_used;
    return return_value(static_cast<unsigned char>(input->front()));
  }

  /// A string ends with a zero byte; if it reaches the end of the mapped memory first, this is a
  /// fault.
  Trap print_string() {
    const std::uint64_t begin = pointer(argument());
    std::string text;
    for (std::uint64_t address = begin;; ++address) {
      if (address == begin || !same_region(address))
        if (const Trap trap = check(address, 1, false); trap != Trap::none)
          return trap;
      const auto byte = static_cast<char>(state_.memory.load(address, 1));
      if (byte == '\0')
        return print(text);
      text += byte;
      if (text.size() % kAskEvery == 0 && !calls_may_go_on(environment_))
        return Trap::interrupted;
    }
  }

  [[nodiscard]] bool same_region(std::uint64_t address) const {
    const std::vector<MemoryRegion>& regions = *state_.regions;
    return state_.region_hint < regions.size() && address < regions[state_.region_hint].end;
  }

  /// Like fgets: at most length - 1 bytes, up to and including the end of the line, followed by a
  /// zero byte.
  Trap read_string() {
    const std::uint64_t address = pointer(argument());
    const auto length = static_cast<std::int64_t>(second_argument());
    if (length < 1)
      return Trap::none;
    std::string text;
    if (length > 1) {
      const auto most = static_cast<std::uint64_t>(length) - 1;
      const auto input = next_line(most);
      if (!input)
        return Trap::interrupted;
      const auto line = first_line(*input);
      if (!line)
        return Trap::bad_input;
      text = input->substr(0, std::min(line->bytes, most));
    }
    const std::uint64_t taken = text.size();
    text += '\0';
    if (const Trap trap = check(address, text.size(), true); trap != Trap::none)
      return trap;
    if (!call_may_write(environment_, state_, address, text.size()))
      return Trap::interrupted;
    write_text(address, text);
    state_.input_used += taken;
    return Trap::none;
  }

  void write_text(std::uint64_t address, std::string_view text) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    state_.memory.write(address, {bytes, text.size()});
  }

  Trap sbrk() {
    const auto amount = static_cast<std::int64_t>(argument());
    const std::uint64_t old_end = state_.heap_end;
    const std::uint64_t wanted = old_end + static_cast<std::uint64_t>(amount);
    const std::uint64_t end = (wanted + kHeapAlignment - 1) / kHeapAlignment * kHeapAlignment;
    const bool wrapped = amount < 0 ? wanted > old_end : wanted < old_end || end < wanted;
    if (wrapped || end > program_.heap_end || wanted < program_.heap_begin)
      return return_value(~0ULL);
    state_.heap_end = end;
    return return_value(program_.xlen == 32 ? integer::word(old_end) : old_end);
  }

  Trap read_file() {
    if (argument() != 0)
      return return_value(static_cast<std::uint64_t>(linux_abi::kEBADF));
    const std::uint64_t most = pointer(extra());
    const auto input = most == 0 ? std::string_view{} : input_for(state_, environment_);
    if (!input)
      return Trap::interrupted;
    const std::string_view text = input->substr(0, most);
    const std::uint64_t address = pointer(second_argument());
    if (const Trap trap = check(address, text.size(), true); trap != Trap::none)
      return trap;
    if (!call_may_write(environment_, state_, address, text.size()))
      return Trap::interrupted;
    write_text(address, text);
    state_.input_used += text.size();
    return return_value(text.size());
  }

  Trap write_file() {
    if (argument() != 1 && argument() != 2)
      return return_value(static_cast<std::uint64_t>(linux_abi::kEBADF));
    const std::uint64_t address = pointer(second_argument());
    const std::uint64_t bytes = pointer(extra());
    if (const Trap trap = check(address, bytes, false); trap != Trap::none)
      return trap;
    // In chunks: the guest may print a whole region.
    std::array<std::uint8_t, Memory::kPageBytes> piece{};
    for (std::uint64_t done = 0; done < bytes;) {
      if (done % kAskEvery == 0 && done != 0 && !calls_may_go_on(environment_))
        break; // the run ends: the rest of the output is discarded
      const std::size_t part =
          static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), bytes - done));
      state_.memory.read(address + done, std::span(piece).first(part));
      print({reinterpret_cast<const char*>(piece.data()), part});
      done += part;
    }
    return return_value(bytes);
  }

  const Program& program_;
  ArchState& state_;
  const Environment& environment_;
  const Instruction& instruction_;
  Effect& effect_;
};

} // namespace

Trap system_call(const Program& program, ArchState& state, const Environment& environment,
                 const Instruction& instruction, Effect& effect) {
  SystemCall call(program, state, environment, instruction, effect);
  switch (program.isa) {
  case Isa::tac:
    return call.tac();
  case Isa::mips:
    return instruction.has_immediate ? call.tac() : call.mips();
  case Isa::riscv:
    return call.riscv();
  case Isa::x86:
    return call.x86();
  }
  return Trap::bad_syscall;
}

} // namespace stallscope::isa
