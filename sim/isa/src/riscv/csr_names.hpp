#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa::riscv {

/// The number of a control and status register by its name, of user and machine mode: "fcsr",
/// "mstatus".
[[nodiscard]] std::optional<std::uint32_t> csr_named(std::string_view name);
/// Its name, or "0x" and its number when it has none here.
[[nodiscard]] std::string csr_text(std::uint32_t number);

} // namespace stallscope::isa::riscv
