#pragma once

#include "base/result.hpp"
#include "isa/compile_c.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// One key of a machine file, described once, here for parsing, checking, --describe and --dump.
struct KeyInfo {
  std::string_view name; ///< dotted: "register_file.write_then_read"
  std::string_view
      type; ///< "boolean", "integer", "one of split, shared", "list of stage names", ...
  std::string_view default_value; ///< as TOML text; "-" when the key must be given
  std::string_view range;         ///< "1 to 8", "-" when it has none
  std::string_view unit;          ///< "cycles", "instructions", "-"
  std::string_view meaning;       ///< one or two sentences
  std::string_view kind;          ///< of machines it is for: "in_order", "out_of_order"; "any"
};

/// Every key, in the order of a machine file.
[[nodiscard]] const std::vector<KeyInfo>& machine_keys();

/// One `--set key=value`; the value is TOML, but a bare word stands for a string: predictor=taken.
/// Entries of lists of tables are addressed by name: unit.alu.latency=4, port.load.count=2. Bare
/// words stand for strings inside lists and tables too: forwarding.paths=[EX->EX, MEM->EX].
struct Setting {
  std::string key;
  std::string value;
};

/// Splits "key=value".
[[nodiscard]] Result<Setting> parse_setting(std::string_view text);

/// Parses and checks a machine file, with overrides applied as if they stood in the file. All
/// problems are reported together: unknown keys (with the nearest known one), wrong types, values
/// out of range, contradictions.
[[nodiscard]] Result<Machine> parse_machine(std::string_view file, std::string_view toml,
                                            const std::vector<Setting>& settings = {});

struct PresetInfo {
  std::string_view name;
  std::string_view title;
  std::string_view toml; ///< the whole file, built into the program
};

/// The machines shipped, in teaching order.
[[nodiscard]] const std::vector<PresetInfo>& presets();

/// A preset by name, or a file when `name_or_file` has a '/' or ends in .toml. An unknown name
/// lists the nearest.
[[nodiscard]] Result<Machine> load_machine(const std::string& name_or_file,
                                           const std::vector<Setting>& settings = {});

/// The machine as a complete TOML file, every key of its kind written out. parse_machine of it
/// gives an equal machine.
[[nodiscard]] std::string dump(const Machine& machine);

/// `machines --describe`: every key with default, range, unit and meaning, as text.
[[nodiscard]] std::string describe_keys();

/// A machine's parts and sizes in a few lines, in the order in which an instruction meets them.
[[nodiscard]] std::string outline(const Machine& machine);

/// An error for every operation of the program that no unit (of dynamically scheduled machines: no
/// port) executes, with its line, once a class, one for the first that reads more registers at once
/// than the machine has read ports, and one for a RISC-V program on a machine with delay slots;
/// empty when the machine can run the program. Operations of machine code are not looked at, as
/// nobody can tell them from the data between them: a run that meets one without a unit ends there.
[[nodiscard]] Diagnostics check_runs(const Machine& machine, const isa::Program& program);

/// Gives the operations of a program given as text that no unit (no port) executes to one that
/// executes a similar operation, as missing_unit of the machine says; a warning for each class,
/// with the line of the first. Loads, stores, branches, jumps and system operations are never
/// assumed, and neither is anything for an executable. To be called before check_runs().
[[nodiscard]] Diagnostics assume_units(Machine& machine, const isa::Program& program);

/// What C is to be compiled to for the machine: extensions whose operations it executes. Without
/// floating point it is taken for one of the small cores, which have 32 bits, as machines of xlen =
/// 32 do.
[[nodiscard]] isa::CTarget c_target(const Machine& machine);

/// Group names usable wherever a class is: any, memory, loads, stores, control, fp, fp_alu.
[[nodiscard]] bool parse_op_classes(std::string_view name, OpClassSet& out);

} // namespace stallscope::machine
