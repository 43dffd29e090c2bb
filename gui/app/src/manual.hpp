#pragma once

#include <string>

namespace stallscope::gui {

/// The man page of stallscope-gui, in the language of man(7), made from its options and from what
/// its keys do.
[[nodiscard]] std::string manual();

} // namespace stallscope::gui
