#pragma once

#include "machine/description.hpp"
#include "parse/section.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// A machine during parsing: its parts with their positions, for problems that involve several.
struct Draft {
  Machine machine;
  std::vector<Place> stages;       ///< one for each stage
  std::vector<Place> paths;        ///< one for each forwarding path
  std::vector<Place> units;        ///< one for each unit
  std::vector<Place> unit_lanes;   ///< one for each unit: its lanes key, or the unit
  std::vector<Place> unit_results; ///< one for each unit: its result key, or the unit
  Place pipeline;
  Place forwarding;
  Place width;
  Place write_then_read;
  Place operand_wait;
  Place second_operand_cycles;
  Place resolve;
  Place jump_resolve;
  Place jump_register_resolve;
  Place late_stage;
  Place late_operations;
  Place predict_in;
  Place taken_cycles;
  Place btb;          ///< place of its entries
  Place return_stack; ///< place of its depth
  Place indirect;     ///< place of its predictor
  Place data_latency; ///< place of the key in [memory]
  Place fetch_latency;
  Place latency_rules;         ///< place of issue.latency
  bool has_late_stage = false; ///< late_alu.stage is given, possibly invalid
  bool stages_ok = false;      ///< stages are valid: roles complete and in order
  bool units_ok = false;       ///< all units are valid
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
/// Reads a power of two, or 0 where the key allows 0.
[[nodiscard]] unsigned read_power(const Section& section, std::string_view key);
/// Reads [[unit]].
void read_units(const Section& file, Draft& draft);
/// Reads [hazards] and [issue].
void read_issue(const Section& file, Draft& draft);

/// Reads and checks [predictor], [btb], [return_stack] and [indirect]; after [branch].
void read_prediction(const Section& file, Draft& draft);
/// Reads and checks [[cache]], [main_memory], [fetch_tlb] and [data_tlb].
void read_caches(const Section& file, Draft& draft);

/// The sections of a dynamically scheduled machine. Constructing them reports unknown keys;
/// therefore they are constructed only once.
struct DynamicTables {
  explicit DynamicTables(const Section& file);

  std::size_t problems_before;
  Section front_end;
  Section decode;
  Section dispatch;
  Section rename;
  Section scheduler;
  Section results;
  Section reorder_buffer;
  Section load_store;
  Section branch;
  const std::vector<Value>& station_values;
  const std::vector<Value>& port_values;
  const std::vector<Value>& bypass_values;
  std::vector<Section> stations; ///< one for each station
  std::vector<Section> ports;
  std::vector<Section> bypasses;
  bool is_sound = false; ///< all parts are valid
};
/// Reads the dynamic scheduling of a machine into Machine::dynamic.
void read_dynamic(const Section& file, DynamicTables& tables, Draft& draft);
/// Reads [[bypass]]; after stations and ports.
void read_bypasses(const DynamicTables& tables, Dynamic& machine);
/// Reports contradictions between its keys; after [btb] and the other predictors.
void check_dynamic(const DynamicTables& tables, const Draft& draft, Report& report);

/// Checks that each role is in exactly one stage, in pipeline order. Sets stages_ok.
void check_stages(Draft& draft, Report& report);
/// Reports contradictions between individually valid keys.
void check_machine(const Draft& draft, Report& report);

} // namespace stallscope::machine
