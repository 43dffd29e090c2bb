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

/// Cycles that the ledger charges to a bottleneck, at one of its points.
struct Charge {
  trace::LedgerPoint point = trace::LedgerPoint::retire;
  std::vector<Reason> reasons;
};

/// The loss that the ledger charges to the bottleneck of a what-if change.
struct Promise {
  /// The charges of the bottleneck. With several points the largest counts, since each is an
  /// account of the whole machine. Empty: the ledger does not charge it.
  std::vector<Charge> charges;
  /// Other changes affect the same reasons, of which the ledger has only the sum.
  std::string shared_by; ///< the changes that share the charges: "all ports"; empty: none
  std::string nowhere;   ///< why no point charges the bottleneck, as a sentence without its end
};

/// One bottleneck removed from a machine.
struct Relief {
  std::string name;  ///< stable identifier: "perfect_prediction", "twice.alu"
  std::string title; ///< "every branch is predicted right"
  std::function<void(machine::Machine&)> change;
  Promise promise;
};

/// The changes that idealise a machine: perfect prediction and caches, known memory order, each
/// unit (or port) doubled, widths and buffers doubled, full forwarding, one-cycle latency of slow
/// units, speculation where branches stall. Only those that change the machine.
[[nodiscard]] std::vector<Relief> reliefs_of(const machine::Machine& machine);

/// A run of the changed machine, compared with the unchanged one.
struct WhatIf {
  std::string name;
  std::string title;
  std::vector<std::string> settings; ///< the change as settings in the notation of --set
  std::uint64_t cycles = 0;          ///< measured cycles
  std::uint64_t cycles_saved = 0;
  std::uint64_t cycles_more = 0; ///< cycles by which the changed run is longer (an anomaly),
                                 ///< instead of a saving
  /// Cycles that the ledger charges to the bottleneck (slots over width, rounded). nullopt when it
  /// is not charged.
  std::optional<std::uint64_t> promised_cycles;
  Promise promise;      ///< the charges behind these cycles
  bool complete = true; ///< both runs reached the same end
};

struct WhatIfReport {
  trace::RunRecord base;
  std::vector<WhatIf> changes; ///< largest saving first
  /// All compatible changes together; nullopt when interrupted earlier, or when there is no change.
  std::optional<WhatIf> everything;
  bool interrupted = false; ///< interrupted: later changes have not been tried
};

/// The settings, as for --set, that turn one machine into another.
[[nodiscard]] std::vector<std::string> change_of(const machine::Machine& machine,
                                                 const machine::Machine& changed);

/// Runs the program on the unchanged machine, then with each bottleneck removed in turn.
/// `options.record` is ignored. An interrupt by options.progress ends the list.
[[nodiscard]] WhatIfReport what_if(const isa::Program& program, const machine::Machine& machine,
                                   const RunOptions& options);

} // namespace stallscope::session
