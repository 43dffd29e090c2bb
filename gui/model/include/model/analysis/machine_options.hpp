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

/// Kind of control for a key of a machine, a plan or a graph.
enum class Control : std::uint8_t {
  toggle, ///< boolean
  slider, ///< integer in a range
  choice, ///< one of some words
  subset, ///< any of some words: forwarding paths
  text,   ///< text field: a list of durations, names
};

/// A key of the current machine, plan or graph, as a control.
struct MachineOption {
  std::string key;                                  ///< as for --set: "unit.alu.latency"
  std::string group;                                ///< "forwarding", "unit alu"
  std::string label;                                ///< the last part of the key
  const machine::KeyInfo* described = nullptr;      ///< for a machine's key
  std::array<std::string, kLanguages.size()> words; ///< for keys of plans and graphs: the meaning,
                                                    ///< by Language
  std::string unit;                                 ///< "cycles"; empty: none
  Control control = Control::toggle;
  std::int64_t least = 0; ///< for sliders
  std::int64_t most = 0;
  std::vector<std::string> choices; ///< for choices and subsets
  std::string value;                ///< as TOML: "true", "4", "split", "[\"EX->EX\"]"
  std::string preset_value;         ///< value without settings

  /// The key's meaning in the current language.
  [[nodiscard]] std::string meaning() const;
  [[nodiscard]] bool changed() const { return value != preset_value; }
  [[nodiscard]] bool on() const { return value == "true"; }
  [[nodiscard]] std::int64_t number() const;
  [[nodiscard]] bool has(std::string_view choice) const; ///< for subsets: the choice is selected
};

/// The options of a machine, plan or graph: every key with a control. Changes form a list of
/// settings, with which a run is reopened.
class MachineOptions {
public:
  /// Loads the options of a run with its settings.
  void open(const RunSpec& spec);
  /// Loads the options of a preset or file with given settings.
  void open(const std::string& machine, const std::vector<machine::Setting>& settings);
  [[nodiscard]] const std::string& machine() const { return spec_.machine; }
  [[nodiscard]] const std::vector<MachineOption>& options() const { return options_; }
  [[nodiscard]] const MachineOption* find(std::string_view key) const;
  /// The options whose key, group or meaning contains the text, ignoring case; all for an empty
  /// text.
  [[nodiscard]] std::vector<const MachineOption*> matching(std::string_view text) const;

  // Changes an option. Returns whether the machine is valid with the change. If not, nothing
  // changes, and problems() has the contradictions.
  bool set(std::string_view key, const std::string& value);
  bool set_on(std::string_view key, bool on) { return set(key, on ? "true" : "false"); }
  bool set_number(std::string_view key, std::int64_t number);
  /// for subsets
  bool set_in(std::string_view key, std::string_view choice, bool in);
  void reset();
  void reset(std::string_view key);

  /// The specification for opening a run.
  [[nodiscard]] const std::vector<machine::Setting>& settings() const { return settings_; }
  [[nodiscard]] const Diagnostics& problems() const { return problems_; }

private:
  bool take(const std::vector<machine::Setting>& settings);
  void follow_model(std::vector<machine::Setting>& settings, const std::string& model);

  RunSpec spec_; ///< its settings are ignored
  std::vector<machine::Setting> settings_;
  std::vector<MachineOption> options_;
  std::vector<machine::Setting> preset_; ///< the values of all options without settings
  Diagnostics problems_;
};

} // namespace stallscope::gui
