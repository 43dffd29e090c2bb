#pragma once

#include "elf_builder.hpp"
#include "isa/executor.hpp"
#include "isa/load_elf.hpp"
#include "isa/registers.hpp"
#include "isa/riscv_code.hpp"

#include <catch2/catch.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

/// A program in an executable file, driven an instruction at a time.
namespace stallscope::isa::testing {

inline constexpr std::uint64_t kGuestCode = 0x10000;
inline constexpr std::uint64_t kGuestData = 0x11000; ///< to kGuestEnd
inline constexpr std::uint64_t kGuestEnd = 0x14000;
inline constexpr std::int64_t kBuffer = kGuestData; ///< as an argument of a system call

inline ElfOptions on(Platform platform) {
  ElfOptions options;
  options.platform = platform;
  return options;
}

/// Code at kGuestCode, in memory that may be read, written and executed up to kGuestEnd.
inline Result<Program> executable(unsigned xlen, const std::vector<std::uint32_t>& code,
                                  const ElfOptions& options,
                                  const std::vector<ElfBuilder::Symbol>& symbols = {}) {
  ElfBuilder elf;
  elf.xlen = xlen;
  elf.segments[0].flags = ElfBuilder::r | ElfBuilder::w | ElfBuilder::x;
  elf.segments[0].memory_bytes = kGuestEnd - kGuestCode;
  elf.segments[0].bytes.clear();
  for (const std::uint32_t word : code)
    put(elf.segments[0].bytes, word, 4);
  if (!symbols.empty())
    elf.add_symbols(symbols);
  return program_from_elf("guest", elf.build(), options);
}

class Guest : private OutputSink {
public:
  Guest(unsigned xlen, const std::vector<std::uint32_t>& code, const ElfOptions& options,
        const std::vector<ElfBuilder::Symbol>& symbols = {})
      : program(loaded(xlen, code, options, symbols)), state(initial_state(program)) {
    environment.output = this;
  }
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

  /// Executes the next instruction.
  Effect step() { return execute(program, state, environment, cycle); }
  /// A register, as a signed number.
  [[nodiscard]] std::int64_t reg(RegId number) const {
    return static_cast<std::int64_t>(state.regs[number]);
  }

  void put_text(std::uint64_t address, std::string_view text) {
    state.memory.write(address, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }
  [[nodiscard]] std::string read(std::uint64_t address, std::size_t bytes) const {
    std::string text(bytes, '\0');
    state.memory.read(address, {reinterpret_cast<std::uint8_t*>(text.data()), bytes});
    return text;
  }
  [[nodiscard]] std::uint64_t load(std::uint64_t address, unsigned bytes = 8) const {
    return state.memory.load(address, bytes);
  }
  void store(std::uint64_t address, std::uint64_t value, unsigned bytes = 8) {
    state.memory.store(address, bytes, value);
  }

  Program program;
  ArchState state;
  Environment environment;
  std::uint64_t cycle = 1;
  std::string output;

private:
  static Program loaded(unsigned xlen, const std::vector<std::uint32_t>& code,
                        const ElfOptions& options, const std::vector<ElfBuilder::Symbol>& symbols) {
    Result<Program> result = executable(xlen, code, options, symbols);
    INFO(format(result.diagnostics()));
    REQUIRE(result.ok());
    return std::move(result).value();
  }
  void write(std::uint64_t, std::string_view text) override { output += text; }
};

inline constexpr std::uint32_t kEcall = 0x00000073;

/// A Linux program that does nothing but calls.
class LinuxGuest : public Guest {
public:
  explicit LinuxGuest(unsigned xlen = 64, const ElfOptions& options = on(Platform::linux_user))
      : Guest(xlen, {kEcall}, options) {}

  /// The result of a system call, and `trap`.
  std::int64_t call(std::uint64_t number, std::initializer_list<std::int64_t> arguments = {}) {
    state.pc = kGuestCode;
    RegId at = riscv::kA0;
    for (const std::int64_t argument : arguments)
      state.regs[at++] = static_cast<std::uint64_t>(argument);
    state.regs[riscv::kA7] = number;
    trap = step().trap;
    return reg(riscv::kA0);
  }

  Trap trap = Trap::none;
};

/// Machine code for a mnemonic of the manual and its operands.
inline std::uint32_t code(std::string_view mnemonic, const RiscvOperands& operands,
                          unsigned xlen = 64) {
  const auto bits = encode_riscv(mnemonic, operands, xlen);
  INFO(mnemonic);
  REQUIRE(bits);
  return *bits;
}

} // namespace stallscope::isa::testing
