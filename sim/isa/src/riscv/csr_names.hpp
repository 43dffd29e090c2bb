#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa::riscv {

/// The number of a control and status register with this name, of all modes: "fcsr", "mstatus";
/// including unsupported ones. Upper halves ("cycleh") exist only with 32-bit registers.
[[nodiscard]] std::optional<std::uint32_t> csr_named(std::string_view name, unsigned xlen);
/// Its name, independent of the register width; empty if it has no known name.
[[nodiscard]] std::string csr_name(std::uint32_t number);
/// Its name, or "0x" and its number if it has no known name.
[[nodiscard]] std::string csr_text(std::uint32_t number, unsigned xlen);

} // namespace stallscope::isa::riscv
