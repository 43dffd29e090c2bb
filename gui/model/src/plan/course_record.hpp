#pragma once

#include "trace/run_record.hpp"

#include <vector>

namespace stallscope::gui {

/// Adds the idle intervals of the lanes counted in the ledger as lost slots.
void add_lost(trace::RunRecord& record, const std::vector<bool>& counted);

} // namespace stallscope::gui
