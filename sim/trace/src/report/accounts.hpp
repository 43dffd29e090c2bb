#pragma once

#include "trace/run_record.hpp"

#include <string>
#include <vector>

namespace stallscope::trace {

/// One line of a ledger account: slots used, or lost to one reason.
struct AccountLine {
  Reason reason = Reason::none; ///< none: used
  std::uint64_t slots = 0;
  double share = 0; ///< of all slots of the account, 0 to 1
};

/// The non-zero lines of an account: used slots, then the reasons in a fixed order, so that
/// accounts can be compared.
[[nodiscard]] std::vector<AccountLine> account_lines(const LedgerAccount& account);

/// "issue: 11 slots = 1 x 11 cycles, balanced".
[[nodiscard]] std::string account_title(const Ledger& ledger, LedgerPoint point);

/// One value of the statistics. `name` is its identifier in JSON and CSV.
struct Statistic {
  std::string name;
  std::string label;
  std::string value; ///< formatted, with unit
  double number = 0;
  bool of_host = false; ///< a property of the host, not of the simulated machine
};

/// The statistics of a run in display order. Undefined values (CPI without instructions, speed
/// without a time) are omitted.
[[nodiscard]] std::vector<Statistic> statistics(const RunRecord& run);

} // namespace stallscope::trace
