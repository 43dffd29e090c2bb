#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa::riscv {

/// The number of a control and status register by its name, of user and machine mode: "fcsr",
/// "mstatus". Upper halves ("cycleh") exist with registers of 32 bits only.
[[nodiscard]] std::optional<std::uint32_t> csr_named(std::string_view name, unsigned xlen);
/// Its name, or "0x" and its number when it has none here.
[[nodiscard]] std::string csr_text(std::uint32_t number, unsigned xlen);

} // namespace stallscope::isa::riscv
