#pragma once

#include "arguments/arguments.hpp"

#include <CLI/CLI.hpp>

namespace stallscope::cli {

CLI::App* add_graph(CLI::App& app, GraphCommand& graph);

} // namespace stallscope::cli
