#pragma once

namespace stallscope {

/// Number of processors that this process may use, at least 1.
[[nodiscard]] unsigned usable_processors();

} // namespace stallscope
