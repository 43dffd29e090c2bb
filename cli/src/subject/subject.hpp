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

/// The key=value pairs of --set; prints and gives nothing when one is malformed.
[[nodiscard]] std::optional<std::vector<machine::Setting>>
parse_settings(const std::vector<std::string>& texts);

/// The machine without a pipeline: an instruction a cycle, results only.
inline constexpr std::string_view kReferenceMachine = "reference";
inline constexpr std::string_view kReferenceTitle =
    "No pipeline: results only, as fast as possible; no table, diagram, ledger or comparison";

/// Machine and program as the user asked for them. Each prints its problems and gives nothing when
/// there are any, or when the user interrupts.
[[nodiscard]] std::optional<machine::Machine>
load_machine(const std::string& name, const std::vector<std::string>& settings);
[[nodiscard]] std::optional<isa::Program>
load_program(const std::string& name, const Subject& subject, const machine::Machine& machine);
/// As load_program; the machine is changed to what the program is written for, as far as nothing is
/// said against it: it gets delay slots for text that has them, and units for the operations of
/// text that it has none for (machine::assume_units). What was changed is added to `notes`.
[[nodiscard]] std::optional<isa::Program> load_for(const std::string& name, const Subject& subject,
                                                   machine::Machine& machine,
                                                   std::vector<std::string>& notes);
/// The same; the notes are printed, unless the subject is to be quiet.
[[nodiscard]] std::optional<isa::Program> load_for(const std::string& name, const Subject& subject,
                                                   machine::Machine& machine);

/// What --isa says; prints when there is no such notation.
[[nodiscard]] std::optional<isa::Isa> asked_notation(const Subject& subject);

/// The registers of --reg, set; prints what is wrong with one.
[[nodiscard]] bool set_registers(isa::Program& program, const std::vector<std::string>& registers);

/// What the file of a program holds, or standard input for "-"; of C the executable it becomes for
/// the machine. Empty when it cannot be read.
[[nodiscard]] std::string program_bytes(const std::string& name, const Subject& subject,
                                        const machine::Machine& machine);

/// Not both the program and its input, nor two programs, are to come from standard input; prints.
[[nodiscard]] bool standard_input_once(const Subject& subject, const std::string& second_program);

/// What the subject is read from, with the option that says so; names that are no files of ours
/// (presets, standard input) are empty.
[[nodiscard]] std::vector<NamedFile> files_of(const Subject& subject);
/// The machine's file; empty for presets, also when a file has the same name.
[[nodiscard]] std::string machine_file(const std::string& machine);

/// Lets the machine execute what it has no unit for, as its missing_unit says: a sentence each.
[[nodiscard]] std::vector<std::string> assumed_units(machine::Machine& machine,
                                                     const isa::Program& program);

/// The machine executes everything in the program; otherwise prints which operation it lacks.
[[nodiscard]] bool can_run(const machine::Machine& machine, const isa::Program& program);

/// Limits and stop condition; prints and gives nothing when one is wrong.
[[nodiscard]] std::optional<session::RunOptions> run_options(const Subject& subject,
                                                             const isa::Program& program);

} // namespace stallscope::cli
