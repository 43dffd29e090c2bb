#pragma once

#include "arguments/arguments.hpp"

#include <CLI/CLI.hpp>

#include <map>
#include <string>

namespace stallscope::cli {

/// The options --format, --json and --output; `formats` lists the formats in the help text.
void add_train_output(CLI::App& command, TrainCommand& train, const char* formats,
                      const std::map<std::string, Format>& words);

/// `train memory` and `train collective`.
void add_train_parts(CLI::App& train_app, TrainCommand& train);

/// The commands for scenarios on one device with its links and its host, and `train groups`.
void add_train_scenarios(CLI::App& train_app, TrainCommand& train);

CLI::App* add_train(CLI::App& app, TrainCommand& train);

} // namespace stallscope::cli
