#pragma once

#include "trace/ledger.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace stallscope::trace {

/// Where the slots of a core go, at the coarsest. After Yasin, A Top-Down Method for Performance
/// Analysis and Counters Architecture (ISPASS 2014), but counted exactly: every slot has one
/// reason.
enum class Share : std::uint8_t {
  retiring,        ///< useful work
  frontend,        ///< no instruction was there: fetch and decode
  bad_speculation, ///< work that was thrown away, and the refill behind it
  backend_core,    ///< operands, units, registers, buffers
  backend_memory,  ///< data accesses
};
inline constexpr std::size_t kShareCount = static_cast<std::size_t>(Share::backend_memory) + 1;

struct ShareInfo {
  std::string_view name;  ///< stable, for JSON: "bad_speculation"
  std::string_view title; ///< "bad speculation"
};
[[nodiscard]] const ShareInfo& info(Share share);
[[nodiscard]] Share share_of(Reason reason);

/// A part of the cycles an instruction takes.
struct CpiPart {
  Reason reason = Reason::none; ///< none: the slots that did useful work
  std::uint64_t slots = 0;
};

/// The cycles an instruction takes, by reason, and the five shares: of the slots of one account of
/// the ledger, so that the parts add up to width x cycles exactly.
struct CpiStack {
  std::uint32_t width = 1;
  std::uint64_t slots = 0;    ///< width x cycles
  std::vector<CpiPart> parts; ///< useful work first, then the greatest loss; none of 0 slots
  std::array<std::uint64_t, kShareCount> shares{}; ///< slots, by Share

  /// Cycles per instruction that so many slots are.
  [[nodiscard]] double cpi(std::uint64_t part, std::uint64_t instructions) const {
    return instructions == 0
               ? 0.0
               : static_cast<double>(part) / width / static_cast<double>(instructions);
  }
};
[[nodiscard]] CpiStack cpi_stack(const LedgerAccount& account);

} // namespace stallscope::trace
