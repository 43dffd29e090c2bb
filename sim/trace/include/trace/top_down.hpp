#pragma once

#include "trace/ledger.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace stallscope::trace {

/// Top-down analysis: top-level shares of a core's slots. After Yasin, A Top-Down Method for
/// Performance Analysis and Counters Architecture (ISPASS 2014), but exact: every slot has one
/// reason.
enum class Share : std::uint8_t {
  retiring,        ///< useful work
  frontend,        ///< front-end bound: no instruction available from fetch and decode
  bad_speculation, ///< squashed work, and the refill after it
  backend_core,    ///< operands, units, registers, buffers
  backend_memory,  ///< data accesses
};
inline constexpr std::size_t kShareCount = static_cast<std::size_t>(Share::backend_memory) + 1;

struct ShareInfo {
  std::string_view name;  ///< identifier for JSON: "bad_speculation"
  std::string_view title; ///< "bad speculation"
};
[[nodiscard]] const ShareInfo& info(Share share);
[[nodiscard]] Share share_of(Reason reason);

/// A component of a CPI stack.
struct CpiPart {
  Reason reason = Reason::none; ///< none: slots of useful work
  std::uint64_t slots = 0;
};

/// The CPI stack by reason, and the five shares, both of one ledger account: the parts add up to
/// width x cycles slots exactly.
struct CpiStack {
  std::uint32_t width = 1;
  std::uint64_t slots = 0;    ///< width x cycles
  std::vector<CpiPart> parts; ///< useful work first, then the largest loss; parts of 0 slots are
                              ///< omitted
  std::array<std::uint64_t, kShareCount> shares{}; ///< slots, by Share

  /// Converts slots to cycles per instruction.
  [[nodiscard]] double cpi(std::uint64_t part, std::uint64_t instructions) const {
    return instructions == 0
               ? 0.0
               : static_cast<double>(part) / width / static_cast<double>(instructions);
  }
};
[[nodiscard]] CpiStack cpi_stack(const LedgerAccount& account);

} // namespace stallscope::trace
