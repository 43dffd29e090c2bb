#pragma once

#include <string>

namespace stallscope::gui {

/// The man page of stallscope-gui in the requests of man(7), generated from its options and
/// keyboard commands.
[[nodiscard]] std::string manual();

} // namespace stallscope::gui
