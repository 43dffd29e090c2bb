#include "x86/library/library.hpp"

#include "base/ascii.hpp"
#include "execution/executor_regions.hpp"
#include "isa/registers.hpp"
#include "program/undeclared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace stallscope::isa::x86 {

namespace {

/// Maximum field width and precision of printf; larger ones are a fault, like an unknown
/// conversion.
constexpr std::int64_t kMaxFieldWidth = 1000;

class Call {
public:
  Call(const Program& program, ArchState& state, const Environment& environment, Effect& effect)
      : program_(program), state_(state), environment_(environment), effect_(effect) {}

  Trap run(Function function) {
    switch (function) {
    case Function::puts: {
      std::string text;
      if (const Trap trap = read_string(state_.regs[kRdi], text); trap != Trap::none)
        return trap;
      text += '\n';
      return print(text);
    }
    case Function::putchar:
      print(std::string(1, static_cast<char>(state_.regs[kRdi])));
      return return_value(state_.regs[kRdi] & 0xff);
    case Function::printf:
      return formatted();
    case Function::exit:
      state_.exit_code = static_cast<std::int32_t>(state_.regs[kRdi]);
      return Trap::exit;
    case Function::abort:
      return Trap::breakpoint;
    case Function::malloc:
      return allocate(state_.regs[kRdi], 1);
    case Function::calloc:
      return allocate(state_.regs[kRdi], state_.regs[kRsi]);
    case Function::free:
      return Trap::none;
    case Function::popcount:
      return return_value(static_cast<std::uint64_t>(std::popcount(state_.regs[kRdi])));
    case Function::popcount_word:
      return return_value(
          static_cast<std::uint64_t>(std::popcount(static_cast<std::uint32_t>(state_.regs[kRdi]))));
    default:
      return calculate(function);
    }
  }

private:
  Trap return_value(std::uint64_t value) {
    effect_.result = value;
    state_.regs[kRax] = value;
    return Trap::none;
  }

  /// Sizes are rounded up to multiples of 16 bytes; memory is zeroed, an empty object gets the size
  /// of one byte; returns 0 if there is no memory left.
  Trap allocate(std::uint64_t count, std::uint64_t bytes) {
    constexpr std::uint64_t kAlign = 16;
    const std::uint64_t begin = (state_.heap_end + kAlign - 1) / kAlign * kAlign;
    const std::uint64_t left = begin < program_.heap_end ? program_.heap_end - begin : 0;
    if (left == 0 || (bytes != 0 && count > left / bytes))
      return return_value(0);
    state_.heap_end = begin + std::max<std::uint64_t>(count * bytes, 1);
    return return_value(begin);
  }

  Trap give_real(std::uint64_t value) {
    effect_.result = value;
    state_.regs[kXmm0] = value;
    state_.regs[kXmmHigh0] = 0;
    return Trap::none;
  }

  Trap calculate(Function function) {
    const std::uint64_t bits = state_.regs[kXmm0];
    if (function == Function::sqrtf || function == Function::fabsf) {
      const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
      const float y = function == Function::sqrtf ? std::sqrt(x) : std::fabs(x);
      return give_real(std::bit_cast<std::uint32_t>(y));
    }
    const auto x = std::bit_cast<double>(bits);
    const auto y = std::bit_cast<double>(state_.regs[kXmm0 + 1]);
    return give_real(std::bit_cast<std::uint64_t>(real_result(function, x, y)));
  }

  static double real_result(Function function, double x, double y) {
    switch (function) {
    case Function::sqrt:
      return std::sqrt(x);
    case Function::fabs:
      return std::fabs(x);
    case Function::floor:
      return std::floor(x);
    case Function::ceil:
      return std::ceil(x);
    case Function::trunc:
      return std::trunc(x);
    case Function::round:
      return std::round(x);
    case Function::exp:
      return std::exp(x);
    case Function::log:
      return std::log(x);
    case Function::sin:
      return std::sin(x);
    case Function::cos:
      return std::cos(x);
    case Function::tan:
      return std::tan(x);
    case Function::pow:
      return std::pow(x, y);
    default:
      return std::fmod(x, y);
    }
  }

  Trap print(std::string_view text) {
    if (environment_.output != nullptr && !text.empty())
      environment_.output->write(state_.output_bytes, text);
    state_.output_bytes += text.size();
    return return_value(text.size());
  }

  Trap check(std::uint64_t address, std::uint64_t bytes) {
    Trap trap = check_regions(*state_.regions, state_.region_hint, address, bytes, false);
    if (trap == Trap::unmapped)
      trap = reach_undeclared(program_, environment_, state_, {address, bytes, false, false});
    if (trap != Trap::none)
      effect_.address = address;
    return trap;
  }

  /// Reads up to the zero byte.
  Trap read_string(std::uint64_t address, std::string& text) {
    for (;; ++address) {
      if (const Trap trap = check(address, 1); trap != Trap::none)
        return trap;
      const auto byte = static_cast<char>(state_.memory.load(address, 1));
      if (byte == '\0')
        return Trap::none;
      text += byte;
      constexpr std::size_t kAskEvery = 1 << 20;
      if (text.size() % kAskEvery == 0 && !calls_may_go_on(environment_))
        return Trap::interrupted;
    }
  }

  /// The next non-FP argument: five registers after the format, then the stack.
  Trap next_integer(std::uint64_t& value) {
    static constexpr std::array<RegId, 5> kRegisters{kRsi, kRdx, kRcx, kR8, kR8 + 1};
    if (integers_ < kRegisters.size()) {
      value = state_.regs[kRegisters.at(integers_++)];
      return Trap::none;
    }
    return next_on_stack(value);
  }
  Trap next_real(double& value) {
    constexpr unsigned kRealRegisters = 8;
    std::uint64_t bits = 0;
    if (reals_ < kRealRegisters)
      bits = state_.regs[kXmm0 + reals_++];
    else if (const Trap trap = next_on_stack(bits); trap != Trap::none)
      return trap;
    value = std::bit_cast<double>(bits);
    return Trap::none;
  }
  Trap next_on_stack(std::uint64_t& value) {
    const std::uint64_t address = state_.regs[kRsp] + 8 * stacked_++;
    const Trap trap = check(address, 8);
    if (trap == Trap::none)
      value = state_.memory.load(address, 8);
    return trap;
  }

  struct Conversion {
    std::string flags; ///< subset of - + space # 0
    unsigned width = 0;
    std::optional<unsigned> precision;
    bool wide = false;   ///< l, ll, z, j, t
    unsigned narrow = 0; ///< h: 1, hh: 2
    char letter = 0;
  };

  /// Digits, or a star for the next argument, an int. Magnitudes above kMaxFieldWidth are an
  /// unknown conversion.
  Trap number(std::string_view format, std::size_t& at, std::int64_t& value) {
    value = 0;
    if (at < format.size() && format[at] == '*') {
      ++at;
      std::uint64_t argument = 0;
      if (const Trap trap = next_integer(argument); trap != Trap::none)
        return trap;
      value = static_cast<std::int32_t>(argument);
      return std::abs(value) <= kMaxFieldWidth ? Trap::none : Trap::bad_syscall;
    }
    for (; at < format.size() && is_digit(format[at]) && value <= kMaxFieldWidth; ++at)
      value = value * 10 + (format[at] - '0');
    return std::abs(value) <= kMaxFieldWidth ? Trap::none : Trap::bad_syscall;
  }

  /// `at` is after the percent sign. bad_syscall: an unsupported conversion.
  Trap read_conversion(std::string_view format, std::size_t& at, Conversion& c) {
    const auto here = [&] { return at < format.size() ? format[at] : '\0'; };
    while (std::string_view("-+ #0").find(here()) != std::string_view::npos && here() != '\0')
      c.flags += format[at++];
    std::int64_t digits = 0;
    if (const Trap trap = number(format, at, digits); trap != Trap::none)
      return trap;
    if (digits < 0) // only from a star: left-aligned
      c.flags += '-';
    c.width = static_cast<unsigned>(std::abs(digits));
    if (here() == '.') {
      ++at;
      if (const Trap trap = number(format, at, digits); trap != Trap::none)
        return trap;
      if (digits >= 0) // a negative precision, only from a star, means none
        c.precision = static_cast<unsigned>(digits);
    }
    for (; here() == 'l' || here() == 'z' || here() == 'j' || here() == 't'; ++at)
      c.wide = true;
    for (; here() == 'h'; ++at)
      ++c.narrow;
    c.letter = here();
    ++at;
    const bool known = c.letter != '\0' &&
                       std::string_view("diuxXocspfFeEgG").find(c.letter) != std::string_view::npos;
    return known ? Trap::none : Trap::bad_syscall;
  }

  /// The text of a converted value, by the host's printf with the same flags.
  template <class Value>
  static std::string shown(const Conversion& c, std::string_view length, Value value) {
    const std::string precision = c.precision ? fmt::format(".{}", *c.precision) : "";
    const std::string width = c.width > 0 ? std::to_string(c.width) : "";
    const std::string format = fmt::format("%{}{}{}{}{}", c.flags, width, precision, length,
                                           c.letter == 'i' ? 'd' : c.letter);
    const int size = std::snprintf(nullptr, 0, format.c_str(), value);
    if (size < 0)
      return {};
    std::string text(static_cast<std::size_t>(size) + 1, '\0');
    (void)std::snprintf(text.data(), text.size(), format.c_str(), value);
    text.pop_back();
    return text;
  }

  static std::string integer_text(const Conversion& c, std::uint64_t value) {
    const bool is_signed = c.letter == 'd' || c.letter == 'i';
    const unsigned bits = c.wide ? 64 : c.narrow == 0 ? 32 : c.narrow == 1 ? 16 : 8;
    const unsigned shift = 64 - bits;
    if (is_signed)
      return shown(c, "ll",
                   static_cast<long long>(static_cast<std::int64_t>(value << shift) >> shift));
    return shown(c, "ll", static_cast<unsigned long long>(value << shift >> shift));
  }

  Trap convert(const Conversion& c, std::string& out) {
    if (std::string_view("fFeEgG").find(c.letter) != std::string_view::npos) {
      double value = 0;
      const Trap trap = next_real(value);
      out += shown(c, "", value);
      return trap;
    }
    std::uint64_t value = 0;
    if (const Trap trap = next_integer(value); trap != Trap::none)
      return trap;
    if (c.letter == 's') {
      std::string text;
      if (const Trap trap = read_string(value, text); trap != Trap::none)
        return trap;
      out += shown(c, "", text.c_str());
    } else if (c.letter == 'c') {
      const Conversion field{c.flags, c.width, {}, false, 0, 's'};
      const char byte = static_cast<char>(value);
      if (byte == '\0' && c.width <= 1) // a string cannot contain it
        out += byte;
      else
        out += shown(field, "", std::string(1, byte).c_str());
    } else if (c.letter == 'p') {
      const bool to_the_left = c.flags.find('-') != std::string::npos;
      if (value == 0)
        out += shown({to_the_left ? "-" : "", c.width, {}, false, 0, 's'}, "", "(nil)");
      else
        out += integer_text({c.flags + '#', c.width, c.precision, true, 0, 'x'}, value);
    } else {
      out += integer_text(c, value);
    }
    return Trap::none;
  }

  Trap formatted() {
    std::string format;
    if (const Trap trap = read_string(state_.regs[kRdi], format); trap != Trap::none)
      return trap;
    std::string out;
    for (std::size_t at = 0; at < format.size();) {
      if (format[at] != '%') {
        out += format[at++];
        continue;
      }
      if (++at < format.size() && format[at] == '%') {
        out += format[at++];
        continue;
      }
      Conversion conversion;
      if (const Trap trap = read_conversion(format, at, conversion); trap != Trap::none)
        return trap;
      if (const Trap trap = convert(conversion, out); trap != Trap::none)
        return trap;
    }
    return print(out);
  }

  const Program& program_;
  ArchState& state_;
  const Environment& environment_;
  Effect& effect_;
  std::size_t integers_ = 0;
  unsigned reals_ = 0;
  unsigned stacked_ = 0;
};

} // namespace

std::optional<Function> function_named(std::string_view name) {
  const auto found = std::find(kFunctionNames.begin(), kFunctionNames.end(), name);
  if (found == kFunctionNames.end())
    return std::nullopt;
  return static_cast<Function>(found - kFunctionNames.begin());
}

Trap call_library(const Program& program, ArchState& state, const Environment& environment,
                  const Instruction& instruction, Effect& effect) {
  return Call(program, state, environment, effect).run(static_cast<Function>(instruction.imm));
}

std::optional<MissingOfLibgcc> missing_of_libgcc(std::string_view name) {
  static constexpr std::array<std::string_view, 6> kOperations{"div",  "udiv",   "mod",
                                                               "umod", "divmod", "udivmod"};
  for (const std::string_view operation : kOperations)
    for (const auto& [type, bits] : {std::pair{"di", 64}, std::pair{"ti", 128}})
      if (name == fmt::format("__{}{}{}", operation, type, operation.ends_with("divmod") ? 4 : 3))
        return MissingOfLibgcc{
            fmt::format("'{}' is the division of {} bits of libgcc, which is not there", name,
                        bits),
            bits == 64 ? "64-bit code: gcc -m64; or operands of 32 bits" : "operands of 64 bits"};
  return std::nullopt;
}

} // namespace stallscope::isa::x86
