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
  std::string_view range;         ///< "1 to 8"; "-" without a range
  std::string_view unit;          ///< "cycles", "instructions", "-"
  std::string_view meaning;       ///< one or two sentences
  std::string_view chinese_meaning;
  std::string_view kind; ///< kind of machines that have the key: "in_order",
                         ///< "out_of_order"; "any"
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

/// The machine with further settings after those it was parsed with, as `--set` does. When a
/// machine was changed after parsing, or was not parsed, the settings are applied to its dump.
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
/// name the nearest names are suggested. `streams`: treatment of pipes and devices when it is a
/// file.
[[nodiscard]] Result<Machine> load_machine(const std::string& name_or_file,
                                           const std::vector<Setting>& settings = {},
                                           Streams streams = Streams::wait);

/// The machine as a complete TOML file with every key of its kind. parse_machine returns an equal
/// machine for it.
[[nodiscard]] std::string dump(const Machine& machine);

/// `machines --describe`: every key with default, range, unit and meaning, as text.
[[nodiscard]] std::string describe_keys();
/// The same of one key ("main_memory.warm"), or of a section ("main_memory"). Unknown: the nearest
/// key is suggested.
[[nodiscard]] Result<std::string> describe_keys(std::string_view key_or_section);

/// The parts of a machine and their sizes in a few lines, in pipeline order.
[[nodiscard]] std::string outline(const Machine& machine);

/// Checks that the machine can run a program. Errors: operations that no unit (port) executes, with
/// their line, one for each class; the first instruction that reads more registers at once than
/// there are read ports; a RISC-V program on a machine with delay slots. Operations of machine code
/// are not checked, because code cannot be distinguished from data: a run ends at an operation
/// without a unit.
[[nodiscard]] Diagnostics check_runs(const Machine& machine, const isa::Program& program);

/// Assigns each operation of a text program without a unit (port) to a unit that executes a similar
/// operation, as the machine's missing_unit says; a warning for each class, with the line of the
/// first such operation. Not for loads, stores, branches, jumps and system operations, nor for
/// executables. Must be called before check_runs().
[[nodiscard]] Diagnostics assume_units(Machine& machine, const isa::Program& program);

/// The C compilation target for the machine: extensions whose operations it executes. Machines
/// without floating point, and with xlen = 32, get 32 bits.
[[nodiscard]] isa::CTarget c_target(const Machine& machine);

/// Group names usable wherever a class is: any, memory, loads, stores, control, fp, fp_alu.
[[nodiscard]] bool parse_op_classes(std::string_view name, OpClassSet& out);

} // namespace stallscope::machine
