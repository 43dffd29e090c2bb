#pragma once

#include "isa/program.hpp"
#include "machine/description.hpp"
#include "session/runner.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::session {

/// One bottleneck of a machine taken away.
struct Relief {
  std::string name;  ///< stable: "perfect_prediction", "twice.alu"
  std::string title; ///< "every branch is predicted right"
  std::function<void(machine::Machine&)> change;
  trace::LedgerPoint point = trace::LedgerPoint::retire; ///< where its slots are counted
  std::vector<Reason> reasons; ///< that the ledger charges to the bottleneck; none: it has no
                               ///< reason of its own
};

/// What can be taken away from a machine: prediction and caches made perfect, memory order known,
/// each unit (or port) doubled, widths and buffers doubled, forwarding everywhere, results of the
/// slow units in a cycle. Only what changes the machine.
[[nodiscard]] std::vector<Relief> reliefs_of(const machine::Machine& machine);

/// A run of the changed machine beside that of the machine as it is.
struct WhatIf {
  std::string name;
  std::string title;
  std::uint64_t cycles = 0; ///< measured
  std::uint64_t cycles_saved = 0;
  std::uint64_t cycles_more = 0; ///< instead: it takes longer (an anomaly)
  /// What the ledger charges to the bottleneck, in cycles (slots over width, rounded): the most
  /// that the CPI stack lets one expect. None where the ledger has no reason of its own for it.
  std::optional<std::uint64_t> promised_cycles;
  bool complete = true; ///< the run came to the same end
};

struct WhatIfReport {
  trace::RunRecord base;
  std::vector<WhatIf> changes; ///< the greatest saving first
  bool interrupted = false;    ///< changes behind have not been tried
};

/// Runs the program as it is, then with each bottleneck removed in turn. `options.record` is not
/// looked at. Runs that options.progress interrupts end the list.
[[nodiscard]] WhatIfReport what_if(const isa::Program& program, const machine::Machine& machine,
                                   const RunOptions& options);

} // namespace stallscope::session
