#pragma once

#include "base/utf8.hpp"

namespace stallscope::trace {

// Makes these functions visible beside the overloads for painted lines.
using stallscope::cells;
using stallscope::clean;
using stallscope::first_cells;
using stallscope::wrapped;

} // namespace stallscope::trace
