#pragma once

#include "arguments.hpp"

#include <CLI/CLI.hpp>

namespace stallscope::cli {

/// `train memory` and `train collective`.
void add_train_parts(CLI::App& train_app, TrainCommand& train);

CLI::App* add_train(CLI::App& app, TrainCommand& train);

} // namespace stallscope::cli
