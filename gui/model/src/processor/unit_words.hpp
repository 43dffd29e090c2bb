#pragma once

#include "machine/description.hpp"

#include <string>

namespace stallscope::gui {

/// What a port executes, in short and in the language at hand: "int div fpmul br".
[[nodiscard]] std::string port_words(const machine::Port& port);

} // namespace stallscope::gui
