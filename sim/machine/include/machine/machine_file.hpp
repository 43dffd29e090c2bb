#pragma once

#include "base/read_file.hpp"
#include "base/result.hpp"
#include "isa/compile_c.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// One key of a machine file, declared once for parsing, checking, --describe and --dump.
struct KeyInfo {
  std::string_view name; ///< dotted: "register_file.write_then_read"
  std::string_view
      type; ///< "boolean", "integer", "one of split, shared", "list of stage names", ...
  std::string_view default_value; ///< as TOML text; "-" for a required key
  std::string_view range;         ///< "1 to 8", "-" without one
  std::string_view unit;          ///< "cycles", "instructions", "-"
  std::string_view meaning;       ///< one or two sentences
  std::string_view kind;          ///< kind of machines: "in_order", "out_of_order"; "any"
};

/// All keys, in the order of a machine file.
[[nodiscard]] const std::vector<KeyInfo>& machine_keys();

/// Splits "key=value".
[[nodiscard]] Result<Setting> parse_setting(std::string_view text);

/// Parses and checks a machine file, with overrides applied as if they were in the file. All
/// problems are reported together: unknown keys (with the nearest known one), wrong types, values
/// out of range, contradictions.
[[nodiscard]] Result<Machine> parse_machine(std::string_view file, std::string_view toml,
                                            const std::vector<Setting>& settings = {});

/// The machine with further settings behind those it was parsed with, so that `--set` does the
/// same. A machine that was changed after parsing, or was not parsed, gets them on its dump.
[[nodiscard]] Result<Machine> with_settings(const Machine& machine,
                                            const std::vector<Setting>& settings);

struct PresetInfo {
  std::string_view name;
  std::string_view title;
  std::string_view toml; ///< the whole file, built into the program
};

/// The shipped machines (presets), in teaching order.
[[nodiscard]] const std::vector<PresetInfo>& presets();

/// A preset by name, or a file when `name_or_file` contains a '/' or ends in .toml. For an unknown
/// name the nearest ones are suggested. `streams`: of a file.
[[nodiscard]] Result<Machine> load_machine(const std::string& name_or_file,
                                           const std::vector<Setting>& settings = {},
                                           Streams streams = Streams::wait);

/// The machine as a complete TOML file with every key of its kind. parse_machine returns an equal
/// machine for it.
[[nodiscard]] std::string dump(const Machine& machine);

/// `machines --describe`: every key with default, range, unit and meaning, as text.
[[nodiscard]] std::string describe_keys();

/// The parts of a machine and their sizes in a few lines, in pipeline order.
[[nodiscard]] std::string outline(const Machine& machine);

/// Checks that the machine can run a program. Errors: operations that no unit (port) executes, with
/// their line, one for each class; the first instruction that reads more registers at once than
/// there are read ports; a RISC-V program on a machine with delay slots. Operations of machine code
/// are not checked, because code cannot be told from data: a run that meets one without a unit ends
/// there.
[[nodiscard]] Diagnostics check_runs(const Machine& machine, const isa::Program& program);

/// Assigns the operations of a text program that no unit (port) executes to one that executes a
/// similar operation, as missing_unit of the machine says; a warning for each class, with the line
/// of the first. Not for loads, stores, branches, jumps and system operations, nor for executables.
/// To be called before check_runs().
[[nodiscard]] Diagnostics assume_units(Machine& machine, const isa::Program& program);

/// The C compilation target for the machine: extensions whose operations it executes. Machines
/// without floating point, and with xlen = 32, get 32 bits.
[[nodiscard]] isa::CTarget c_target(const Machine& machine);

/// Group names usable wherever a class is: any, memory, loads, stores, control, fp, fp_alu.
[[nodiscard]] bool parse_op_classes(std::string_view name, OpClassSet& out);

} // namespace stallscope::machine
