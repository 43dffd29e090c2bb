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

/// What the ledger charges to a bottleneck, at one of its points.
struct Charge {
  trace::LedgerPoint point = trace::LedgerPoint::retire;
  std::vector<Reason> reasons;
};

/// What a relief has to do with the ledger.
struct Promise {
  /// Where a bottleneck is charged; at several points the greatest counts, as each is the whole
  /// machine seen from another place. None: nowhere.
  std::vector<Charge> charges;
  /// Others have the same reasons: the ledger says only what all of them cost together.
  std::string shared_by; ///< "all ports"; empty: none
  std::string nowhere;   ///< why it is charged nowhere, a sentence without its end
};

/// One bottleneck of a machine taken away.
struct Relief {
  std::string name;  ///< stable: "perfect_prediction", "twice.alu"
  std::string title; ///< "every branch is predicted right"
  std::function<void(machine::Machine&)> change;
  Promise promise;
};

/// What can be taken away from a machine: prediction and caches made perfect, memory order known,
/// each unit (or port) doubled, widths and buffers doubled, forwarding everywhere, results of the
/// slow units in a cycle; speculation where branches are waited for. Only what changes the machine.
[[nodiscard]] std::vector<Relief> reliefs_of(const machine::Machine& machine);

/// A run of the changed machine beside that of the machine as it is.
struct WhatIf {
  std::string name;
  std::string title;
  std::vector<std::string> settings; ///< the change, as --set takes it, one for each
  std::uint64_t cycles = 0;          ///< measured
  std::uint64_t cycles_saved = 0;
  std::uint64_t cycles_more = 0; ///< instead: it takes longer (an anomaly)
  /// What the ledger charges to the bottleneck, in cycles (slots over width, rounded). None where
  /// it is charged nowhere.
  std::optional<std::uint64_t> promised_cycles;
  Promise promise;      ///< what that is
  bool complete = true; ///< the run came to the same end
};

struct WhatIfReport {
  trace::RunRecord base;
  std::vector<WhatIf> changes; ///< the greatest saving first
  /// All of them at once, as far as they make a machine together; none when interrupted before, or
  /// there is no change.
  std::optional<WhatIf> everything;
  bool interrupted = false; ///< changes behind have not been tried
};

/// The settings that make a machine of another, as --set takes them.
[[nodiscard]] std::vector<std::string> change_of(const machine::Machine& machine,
                                                 const machine::Machine& changed);

/// Runs the program as it is, then with each bottleneck removed in turn. `options.record` is not
/// looked at. Runs that options.progress interrupts end the list.
[[nodiscard]] WhatIfReport what_if(const isa::Program& program, const machine::Machine& machine,
                                   const RunOptions& options);

} // namespace stallscope::session
