#pragma once

#include "arguments/arguments.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace stallscope::cli {

/// The commands on traces and differences, and the one that prints the manual.
class TraceCommands {
public:
  explicit TraceCommands(CLI::App& app);

  /// Resolves --json; false when it conflicts with --format.
  [[nodiscard]] bool settle();
  /// Stores the arguments of the given command; false if it is not one of these commands.
  [[nodiscard]] bool take(Arguments& arguments) const;
  [[nodiscard]] bool prints_manual() const { return manual_command_->parsed(); }

  ShowArguments show;
  ConvertArguments convert;
  DiffArguments diff;
  std::string manual; ///< man, bash or zsh

private:
  const CLI::App* show_command_;
  const CLI::App* convert_command_;
  const CLI::App* diff_command_;
  const CLI::App* manual_command_;
};

} // namespace stallscope::cli
