#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa::riscv {

/// The number of a control and status register by its name, of all modes: "fcsr", "mstatus"; also
/// of those that there are not here. Upper halves ("cycleh") exist with registers of 32 bits only.
[[nodiscard]] std::optional<std::uint32_t> csr_named(std::string_view name, unsigned xlen);
/// Its name, whatever the width of registers; empty when it has none here.
[[nodiscard]] std::string csr_name(std::uint32_t number);
/// Its name, or "0x" and its number when it has none here.
[[nodiscard]] std::string csr_text(std::uint32_t number, unsigned xlen);

} // namespace stallscope::isa::riscv
