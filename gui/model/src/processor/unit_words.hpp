#pragma once

#include "machine/description.hpp"

#include <string>

namespace stallscope::gui {

/// Operation classes of a port, abbreviated, in the current language: "int div fpmul br".
[[nodiscard]] std::string port_words(const machine::Port& port);

} // namespace stallscope::gui
