#pragma once

#include "core/in_order/in_order_core.hpp"
#include "core/out_of_order/out_of_order_core.hpp"
#include "isa/executor.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"
#include "timeline/timeline.hpp"
#include "trace/ledger.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stallscope::property {

/// A run of the in-order core from start to end, with all its results.
struct CoreRun {
  std::unique_ptr<core::InOrderState> state;
  Timeline timeline; ///< empty when nothing was recorded
  std::string output;
};

/// Simulates at most `limit_cycles` cycles. `single_steps`: with one call a cycle instead of one
/// for all.
[[nodiscard]] CoreRun run_core(const isa::Program& program, const machine::Machine& machine,
                               bool record, std::uint64_t limit_cycles, std::string_view input = {},
                               bool single_steps = false);

/// The same of a dynamically scheduled core, without a record.
struct DynamicRun {
  std::unique_ptr<core::OutOfOrderState> state;
  std::string output;
};
[[nodiscard]] DynamicRun run_dynamic(const isa::Program& program, const machine::Machine& machine,
                                     std::uint64_t limit_cycles, std::string_view input = {});

// Each check returns an empty string, or a sentence with the violation and its place.

/// Registers, memory, output, instruction count and stop reason equal those of the reference
/// machine.
[[nodiscard]] std::string differs_from_reference(const isa::Program& program, const CoreRun& run,
                                                 const isa::ReferenceRun& reference);
[[nodiscard]] std::string differs_from_reference(const isa::Program& program, const DynamicRun& run,
                                                 const isa::ReferenceRun& reference);

/// Invariants of every timeline of a whole run: spans of an operation are contiguous, every lane in
/// every cycle has an operation or a gap with a reason, every hold has a reason, every row ends
/// retired or flushed, and wrong-path rows are flushed.
[[nodiscard]] std::string broken_timeline(const Timeline& timeline, const core::InOrderState& end);

/// Invariants of the record of a whole run on any core: spans of a micro-op are contiguous, lanes
/// do not exceed their slots, every row ends retired or flushed; rows, statistics and ledger agree,
/// and recounting the timeline's lost slots gives the ledger.
[[nodiscard]] std::string broken_record(const trace::RunRecord& run,
                                        const machine::Machine& machine);

/// `whole` differs from `part`, another record of the same run, in the cycles of `part`.
[[nodiscard]] std::string differs_in_window(const Timeline& whole, const Timeline& part);

/// The ledger adds up to width x cycles, and recounting the timeline's lost slots gives the same.
[[nodiscard]] std::string broken_ledger(const CoreRun& run, unsigned width);

/// Everything visible of a state, and everything that determines its future, as numbers; equal
/// vectors, equal states. Without ArchState::region_hint, which is only the start of a search.
[[nodiscard]] std::vector<std::uint64_t> visible_state(const core::InOrderState& state,
                                                       std::size_t lanes);

} // namespace stallscope::property
