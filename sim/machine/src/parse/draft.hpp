#pragma once

#include "machine/description.hpp"
#include "parse/section.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// A machine while it is read: its parts, and where they were written, for problems between several
/// of them.
struct Draft {
  Machine machine;
  std::vector<Place> stages;       ///< one a stage
  std::vector<Place> paths;        ///< one a forwarding path
  std::vector<Place> units;        ///< one a unit
  std::vector<Place> unit_lanes;   ///< one a unit: its lanes key, or the unit
  std::vector<Place> unit_results; ///< one a unit: its result key, or the unit
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
  Place btb;          ///< its entries
  Place return_stack; ///< its depth
  Place indirect;     ///< its predictor
  Place data_latency; ///< of [memory]
  Place fetch_latency;
  Place latency_rules;         ///< issue.latency
  bool has_late_stage = false; ///< late_alu.stage is given, perhaps wrongly
  bool stages_ok = false;      ///< stages were read and their roles are complete and in order
  bool units_ok = false;       ///< every unit was read without a problem
};

/// The index of the stage that a key names; the default, or after a problem, otherwise.
[[nodiscard]] unsigned read_stage(const Section& section, std::string_view key,
                                  unsigned default_stage, const Draft& draft);
/// The refinements that an entry of [[unit]] or [[port]] names one by one; it takes them from those
/// that only name their class.
[[nodiscard]] OpClassSet named_refinements(const Value& unit);
using PortLatencies = std::array<std::uint32_t, kPortClassCount>;
/// Reads `latency` and `latencies` of a unit or port, called so in messages; 0 for classes that it
/// does not execute.
[[nodiscard]] PortLatencies read_latencies(const Section& table, std::string_view what,
                                           const std::string& name, const PortClassSet& operations);
/// A number that is a power of two, or 0 where its key allows that.
[[nodiscard]] unsigned read_power(const Section& section, std::string_view key);
/// Reads [[unit]].
void read_units(const Section& file, Draft& draft);
/// Reads [hazards] and [issue].
void read_issue(const Section& file, Draft& draft);

/// Reads and checks [predictor], [btb], [return_stack] and [indirect]; [branch] has been read.
void read_prediction(const Section& file, Draft& draft);
/// Reads and checks [[cache]], [main_memory], [fetch_tlb] and [data_tlb].
void read_caches(const Section& file, Draft& draft);

/// The tables of a dynamically scheduled machine. Making them reports unknown keys, so that they
/// are made once.
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
  std::vector<Section> stations; ///< one a value
  std::vector<Section> ports;
  std::vector<Section> bypasses;
  bool is_sound = false; ///< all was read without a problem
};
/// Reads what the dynamic scheduling of a machine is made of, into Machine::dynamic.
void read_dynamic(const Section& file, DynamicTables& tables, Draft& draft);
/// Reads [[bypass]]; stations and ports have been read.
void read_bypasses(const DynamicTables& tables, Dynamic& machine);
/// Contradictions between its keys; [btb] and its like have been read.
void check_dynamic(const DynamicTables& tables, const Draft& draft, Report& report);

/// Roles: each in exactly one stage, in pipeline order. Sets stages_ok.
void check_stages(Draft& draft, Report& report);
/// Contradictions between keys that are each right on their own.
void check_machine(const Draft& draft, Report& report);

} // namespace stallscope::machine
