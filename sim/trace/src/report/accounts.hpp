#pragma once

#include "trace/run_record.hpp"

#include <string>
#include <vector>

namespace stallscope::trace {

/// One line of a ledger account: what became of some of its slots.
struct AccountLine {
  Reason reason = Reason::none; ///< none: used
  std::uint64_t slots = 0;
  double share = 0; ///< of all slots of the account, 0 to 1
};

/// The lines of an account that are not zero: what was used, then the reasons in their fixed order,
/// so that two accounts can be compared by eye.
[[nodiscard]] std::vector<AccountLine> account_lines(const LedgerAccount& account);

/// "issue: 11 slots = 1 x 11 cycles, balanced".
[[nodiscard]] std::string account_title(const Ledger& ledger, LedgerPoint point);

/// One number of the statistics. `name` is its identifier in JSON and CSV.
struct Statistic {
  std::string name;
  std::string label;
  std::string value; ///< as shown, with its unit
  double number = 0;
  bool of_host = false; ///< tells of the host and the moment, not of the simulated machine
};

/// The statistics of a run in the order they are shown. What cannot be told (CPI without
/// instructions, speed without a time) is left out.
[[nodiscard]] std::vector<Statistic> statistics(const RunRecord& run);

} // namespace stallscope::trace
