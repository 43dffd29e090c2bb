#pragma once

#include "machine/machine_file.hpp"
#include "model/language/strings.hpp"
#include "model/run/run.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// Control of a key of a machine, a plan or a graph.
enum class Control : std::uint8_t {
  toggle, ///< boolean
  slider, ///< integer in a range
  choice, ///< one of some words
  subset, ///< any of some words: forwarding paths
  text,   ///< typed: a list of durations, names
};

/// A key of the current machine, plan or graph, as a control.
struct MachineOption {
  std::string key;                                  ///< as for --set: "unit.alu.latency"
  std::string group;                                ///< "forwarding", "unit alu"
  std::string label;                                ///< the last part of the key
  const machine::KeyInfo* described = nullptr;      ///< of a machine
  std::array<std::string, kLanguages.size()> words; ///< of others: what it means, by Language
  std::string unit;                                 ///< "cycles"; empty: none
  Control control = Control::toggle;
  std::int64_t least = 0; ///< of a slider
  std::int64_t most = 0;
  std::vector<std::string> choices; ///< of a choice or subset
  std::string value;                ///< as TOML: "true", "4", "split", "[\"EX->EX\"]"
  std::string preset_value;         ///< without settings

  /// In the language at hand.
  [[nodiscard]] std::string meaning() const;
  [[nodiscard]] bool changed() const { return value != preset_value; }
  [[nodiscard]] bool on() const { return value == "true"; }
  [[nodiscard]] std::int64_t number() const;
  [[nodiscard]] bool has(std::string_view choice) const; ///< of a subset
};

/// The options of a machine, plan or graph: every key that a control can represent. Changes are a
/// list of settings, with which a run is reopened.
class MachineOptions {
public:
  /// Those of a run, with the settings it has.
  void open(const RunSpec& spec);
  /// A preset or file, and settings made before.
  void open(const std::string& machine, const std::vector<machine::Setting>& settings);
  [[nodiscard]] const std::string& machine() const { return spec_.machine; }
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
  void follow_model(std::vector<machine::Setting>& settings, const std::string& model);

  RunSpec spec_; ///< whose settings are not used
  std::vector<machine::Setting> settings_;
  std::vector<MachineOption> options_;
  std::vector<machine::Setting> preset_; ///< every option's value without settings
  Diagnostics problems_;
};

} // namespace stallscope::gui
