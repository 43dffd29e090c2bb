#pragma once

#include "machine/description.hpp"
#include "parse/section.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// The tables of a machine file, lists of tables excepted, that machines of a kind have.
/// Constructing them reports unknown keys, and reads all keys that have a field in the machine.
class Tables {
public:
  Tables(const Section& file, std::string_view kind, Machine& machine);

  [[nodiscard]] const Section& operator[](std::string_view table) const {
    return tables_.at(std::string(table)).section;
  }
  /// The position of a key by its dotted name; of its table when absent.
  [[nodiscard]] Place place(std::string_view key) const;
  /// No problems were found in a table when it was constructed.
  [[nodiscard]] bool is_sound(std::string_view table) const {
    return tables_.at(std::string(table)).is_sound;
  }
  /// Likewise in all tables that only machines of one kind have.
  [[nodiscard]] bool are_sound(std::string_view kind) const;

private:
  struct Table {
    Section section;
    bool is_sound;
  };
  std::map<std::string, Table> tables_; ///< by name
};

/// A machine during parsing: its parts with their positions, for problems that involve several.
struct Draft {
  Draft(const Section& file, std::string_view kind, Machine head)
      : machine(std::move(head)), tables(file, kind, machine) {}

  Machine machine;
  Tables tables;
  std::vector<Place> stages;       ///< one for each stage
  std::vector<Place> paths;        ///< one for each forwarding path
  std::vector<Place> units;        ///< one for each unit
  std::vector<Place> unit_lanes;   ///< one for each unit: its lanes key, or the unit
  std::vector<Place> unit_results; ///< one for each unit: its result key, or the unit
  bool has_late_stage = false;     ///< late_alu.stage is given, possibly invalid
  bool stages_ok = false;          ///< stages are valid: roles complete and in order
  bool units_ok = false;           ///< all units are valid

  [[nodiscard]] Place place(std::string_view key) const { return tables.place(key); }
};

/// The index of the stage that a key names; the default when absent or invalid.
[[nodiscard]] unsigned read_stage(const Section& section, std::string_view key,
                                  unsigned default_stage, const Draft& draft);
/// The refinements that a [[unit]] or [[port]] entry names explicitly; they are removed from
/// entries that only name their class.
[[nodiscard]] OpClassSet named_refinements(const Value& unit);
using PortLatencies = std::array<std::uint32_t, kPortClassCount>;
/// Reads `latency` and `latencies` of a unit or port; 0 for classes that the unit or port does not
/// execute.
[[nodiscard]] PortLatencies read_latencies(const Section& table, std::string_view what,
                                           const std::string& name, const PortClassSet& operations);
/// Reads [[unit]].
void read_units(const Section& file, Draft& draft);
/// Reads [issue].
void read_issue(Draft& draft);

/// Reads predictor.plugin, and checks [predictor] and [btb].
void read_prediction(Draft& draft);
/// Reads [[cache]]; checks it, [main_memory], [fetch_tlb] and [data_tlb].
void read_caches(const Section& file, Draft& draft);

/// The lists of tables of a dynamically scheduled machine. Constructing them reports unknown keys;
/// therefore they are constructed only once.
struct DynamicTables {
  explicit DynamicTables(const Section& file);

  std::size_t problems_before;
  const std::vector<Value>& station_values;
  const std::vector<Value>& port_values;
  const std::vector<Value>& bypass_values;
  std::vector<Section> stations; ///< one for each station
  std::vector<Section> ports;
  std::vector<Section> bypasses;
  bool is_sound = false; ///< all parts are valid
};
/// Reads the parts of Machine::dynamic.
void read_dynamic(const Section& file, DynamicTables& tables, Draft& draft);
/// Reads [[bypass]]; after stations and ports.
void read_bypasses(const DynamicTables& tables, Dynamic& machine);
/// Reports contradictions between its keys.
void check_dynamic(const DynamicTables& tables, const Draft& draft, Report& report);

/// Checks that each role is in exactly one stage, in pipeline order. Sets stages_ok.
void check_stages(Draft& draft, Report& report);
/// Reports contradictions between individually valid keys.
void check_machine(const Draft& draft, Report& report);

} // namespace stallscope::machine
