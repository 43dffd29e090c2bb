#pragma once

#include "arguments.hpp"

#include <CLI/CLI.hpp>

namespace stallscope::cli {

CLI::App* add_train(CLI::App& app, TrainCommand& train);

} // namespace stallscope::cli
