#pragma once

#include "base/utf8.hpp"

namespace stallscope::trace {

// Beside the functions of the same names for painted lines.
using stallscope::cells;
using stallscope::clean;
using stallscope::first_cells;
using stallscope::wrapped;

} // namespace stallscope::trace
