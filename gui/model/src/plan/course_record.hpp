#pragma once

#include "trace/run_record.hpp"

#include <vector>

namespace stallscope::gui {

/// Says the empty stretches of the lanes that the ledger counts as lost slots, over time.
void add_lost(trace::RunRecord& record, const std::vector<bool>& counted);

} // namespace stallscope::gui
