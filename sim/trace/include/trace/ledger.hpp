#pragma once

#include "base/ids.hpp"
#include "timeline/reason.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::trace {

/// The points of a machine at which slots are counted, front to back.
enum class LedgerPoint : std::uint8_t { fetch, issue, retire };
inline constexpr std::size_t kLedgerPointCount = 3;

[[nodiscard]] std::string_view name(LedgerPoint point);

/// Slots of one point: width x cycles of them, each used or lost to exactly one reason (index
/// Reason::none = used).
struct LedgerAccount {
  std::uint32_t width = 1; ///< slots a cycle
  std::array<std::uint64_t, kReasonCount> slots{};

  [[nodiscard]] std::uint64_t used() const { return slots[0]; }
  [[nodiscard]] std::uint64_t lost() const { return total() - used(); }
  [[nodiscard]] std::uint64_t total() const;
  bool operator==(const LedgerAccount&) const = default;
};

/// The cycle ledger of a run.
struct Ledger {
  std::uint64_t cycles = 0;
  std::array<LedgerAccount, kLedgerPointCount> accounts;

  LedgerAccount& at(LedgerPoint point) { return accounts[static_cast<std::size_t>(point)]; }
  [[nodiscard]] const LedgerAccount& at(LedgerPoint point) const {
    return accounts[static_cast<std::size_t>(point)];
  }
  /// Every account adds up to width x cycles. Otherwise `why` names the first that does not.
  [[nodiscard]] bool balanced(std::string* why = nullptr) const;
};

} // namespace stallscope::trace
