#pragma once

#include "arguments/arguments.hpp"
#include "input_output/result_file.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"
#include "machine/machine_file.hpp"
#include "session/runner.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::cli {

/// The key=value pairs of --set; prints an error and returns nothing when one is malformed.
[[nodiscard]] std::optional<std::vector<machine::Setting>>
parse_settings(const std::vector<std::string>& texts);

/// The reference machine: no pipeline, one instruction per cycle, results only.
inline constexpr std::string_view kReferenceMachine = "reference";
inline constexpr std::string_view kReferenceTitle =
    "No pipeline: results only, as fast as possible; no table, diagram, ledger or comparison";

/// Machine and program as selected by the user. Each function prints its errors and returns nothing
/// on failure, or when the user interrupts.
[[nodiscard]] std::optional<machine::Machine>
load_machine(const std::string& name, const std::vector<std::string>& settings);
[[nodiscard]] std::optional<isa::Program>
load_program(const std::string& name, const Subject& subject, const machine::Machine& machine);
/// Enables the delay slots of a machine that can have them, for text written for them, unless an
/// option forbids it; says so. The text has to be assembled again then.
[[nodiscard]] std::optional<std::string>
enable_delay_slots(machine::Machine& machine, const Subject& subject, const isa::Program& program);
/// As load_program, and adapts the machine to the program unless an option forbids it: delay slots
/// for text written for them, and units for operations of text that it cannot execute
/// (machine::assume_units). The changes are added to `notes`.
[[nodiscard]] std::optional<isa::Program> load_for(const std::string& name, const Subject& subject,
                                                   machine::Machine& machine,
                                                   std::vector<std::string>& notes);
/// Loads the program and adapts the machine; prints the notes unless the subject is quiet.
[[nodiscard]] std::optional<isa::Program> load_for(const std::string& name, const Subject& subject,
                                                   machine::Machine& machine);

/// The notation of --isa; prints an error if unknown.
[[nodiscard]] std::optional<isa::Isa> asked_notation(const Subject& subject);

/// Sets the registers of --reg; prints an error.
[[nodiscard]] bool set_registers(isa::Program& program, const std::vector<std::string>& registers);

/// The content of the program file, or standard input for "-"; for C the executable compiled for
/// the machine. Empty if it cannot be read.
[[nodiscard]] std::string program_bytes(const std::string& name, const Subject& subject,
                                        const machine::Machine& machine);

/// Checks that standard input is used only once, as program or as input; prints an error.
[[nodiscard]] bool standard_input_once(const Subject& subject, const std::string& second_program);

/// The input files of the subject, with their options; presets and standard input have empty names.
[[nodiscard]] std::vector<NamedFile> files_of(const Subject& subject);
/// The machine's file; empty for presets, even if a file has the same name.
[[nodiscard]] std::string machine_file(const std::string& machine);

/// Applies the machine's missing_unit to operations without a unit; returns one sentence each.
[[nodiscard]] std::vector<std::string> assumed_units(machine::Machine& machine,
                                                     const isa::Program& program);

/// Checks that the machine executes all operations of the program; prints the missing ones.
[[nodiscard]] bool can_run(const machine::Machine& machine, const isa::Program& program);

/// Limits and stop condition; prints an error and returns nothing when one is invalid.
[[nodiscard]] std::optional<session::RunOptions> run_options(const Subject& subject,
                                                             const isa::Program& program);

} // namespace stallscope::cli
