#pragma once

#include "execution/executor_integer.hpp"
#include "execution/executor_regions.hpp"
#include "isa/executor.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stallscope::isa {

/// A program's memory as accessed by its host or kernel: every access is first checked against the
/// regions, and nothing changes if a check fails. The host of a bare machine ignores the protection
/// that the program has configured for itself.
class GuestMemory {
public:
  GuestMemory(const Program& program, ArchState& state) : program_(program), state_(state) {}

  /// An address in a register. In 32-bit programs addresses are stored sign-extended.
  [[nodiscard]] std::uint64_t pointer(std::uint64_t value) const {
    return program_.xlen == 32 ? integer::low(value) : value;
  }
  /// Size of an address or a long in bytes.
  [[nodiscard]] unsigned word_bytes() const { return program_.xlen / 8; }

  [[nodiscard]] bool allows(std::uint64_t address, std::uint64_t bytes, bool write) const {
    std::uint32_t hint = 0;
    return bytes == 0 || (address + bytes - 1 >= address &&
                          check_regions(program_.platform == Platform::bare_metal ? program_.regions
                                                                                  : *state_.regions,
                                        hint, address, bytes, write) == Trap::none);
  }
  [[nodiscard]] std::optional<std::uint64_t> load(std::uint64_t address, unsigned bytes) const {
    if (!allows(address, bytes, false))
      return std::nullopt;
    return state_.memory.load(address, bytes);
  }
  [[nodiscard]] bool store(std::uint64_t address, unsigned bytes, std::uint64_t value) {
    if (!allows(address, bytes, true))
      return false;
    state_.memory.store(address, bytes, value);
    return true;
  }
  [[nodiscard]] bool write(std::uint64_t address, std::span<const std::uint8_t> bytes) {
    if (!allows(address, bytes.size(), true))
      return false;
    state_.memory.write(address, bytes);
    return true;
  }
  [[nodiscard]] bool write(std::uint64_t address, std::string_view text) {
    return write(address, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }
  /// Text up to its zero byte, which must be within max_bytes.
  [[nodiscard]] std::optional<std::string> text(std::uint64_t address,
                                                std::size_t max_bytes) const {
    std::string text;
    for (; text.size() < max_bytes; ++address) {
      const auto byte = load(address, 1);
      if (!byte)
        return std::nullopt;
      if (*byte == 0)
        return text;
      text += static_cast<char>(*byte);
    }
    return std::nullopt;
  }

private:
  const Program& program_;
  ArchState& state_;
};

/// Prints a readable range of guest memory, in pieces.
void print_memory(ArchState& state, const Environment& environment, std::uint64_t address,
                  std::uint64_t bytes);

} // namespace stallscope::isa
