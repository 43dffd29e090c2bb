#pragma once

#include "machine/machine_file.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// Control of a machine key.
enum class Control : std::uint8_t {
  toggle, ///< boolean
  slider, ///< integer in a range
  choice, ///< one of some words
  subset, ///< any of some words: forwarding paths
};

/// A key of the current machine, as a control.
struct MachineOption {
  std::string key;   ///< as for --set: "unit.alu.latency"
  std::string group; ///< "forwarding", "unit alu"
  std::string label; ///< the last part of the key
  const machine::KeyInfo* described = nullptr;
  std::string unit; ///< "cycles"; empty: none
  Control control = Control::toggle;
  std::int64_t least = 0; ///< of a slider
  std::int64_t most = 0;
  std::vector<std::string> choices; ///< of a choice or subset
  std::string value;                ///< as TOML: "true", "4", "split", "[\"EX->EX\"]"
  std::string preset_value;         ///< of the unchanged machine

  /// In the language at hand.
  [[nodiscard]] std::string meaning() const;
  [[nodiscard]] bool changed() const { return value != preset_value; }
  [[nodiscard]] bool on() const { return value == "true"; }
  [[nodiscard]] std::int64_t number() const;
  [[nodiscard]] bool has(std::string_view choice) const; ///< of a subset
};

/// The options of a machine: every key that a control can represent. Changes are a list of
/// settings, with which a run is reopened.
class MachineOptions {
public:
  /// A preset or file, and settings made before.
  void open(const std::string& machine, const std::vector<machine::Setting>& settings);
  [[nodiscard]] const std::string& machine() const { return machine_; }
  [[nodiscard]] const std::vector<MachineOption>& options() const { return options_; }
  [[nodiscard]] const MachineOption* find(std::string_view key) const;
  /// Those whose key, group or meaning holds the text; all for an empty one. Ignores case.
  [[nodiscard]] std::vector<const MachineOption*> matching(std::string_view text) const;

  // Each returns whether the machine is valid with the change. If not, nothing changes, and
  // problems() has the contradictions.
  bool set(std::string_view key, const std::string& value);
  bool set_on(std::string_view key, bool on) { return set(key, on ? "true" : "false"); }
  bool set_number(std::string_view key, std::int64_t number);
  bool set_in(std::string_view key, std::string_view choice, bool in); ///< of a subset
  void reset();
  void reset(std::string_view key);

  /// The specification for opening a run.
  [[nodiscard]] const std::vector<machine::Setting>& settings() const { return settings_; }
  [[nodiscard]] const Diagnostics& problems() const { return problems_; }

private:
  bool take(const std::vector<machine::Setting>& settings);

  std::string machine_;
  std::vector<machine::Setting> settings_;
  std::vector<MachineOption> options_;
  Diagnostics problems_;
};

} // namespace stallscope::gui
