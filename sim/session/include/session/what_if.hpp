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

/// How a what-if change relates to the ledger.
struct Promise {
  /// Where the ledger charges the bottleneck. With several points the largest counts, since each is
  /// an account of the whole machine. Empty: nowhere.
  std::vector<Charge> charges;
  /// Other changes have the same reasons: the ledger has only their sum.
  std::string shared_by; ///< the changes that share it: "all ports"; empty: none
  std::string nowhere;   ///< why no point charges it, as a sentence without its end
};

/// One bottleneck removed from a machine.
struct Relief {
  std::string name;  ///< stable: "perfect_prediction", "twice.alu"
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
  std::vector<std::string> settings; ///< the change, one setting as for --set each
  std::uint64_t cycles = 0;          ///< measured
  std::uint64_t cycles_saved = 0;
  std::uint64_t cycles_more = 0; ///< instead of a saving: it takes longer (an anomaly)
  /// Cycles the ledger charges to the bottleneck (slots over width, rounded). None when it is
  /// charged nowhere.
  std::optional<std::uint64_t> promised_cycles;
  Promise promise;      ///< what these cycles are
  bool complete = true; ///< the run reached the same end
};

struct WhatIfReport {
  trace::RunRecord base;
  std::vector<WhatIf> changes; ///< largest saving first
  /// All compatible changes together; none when interrupted earlier, or when there is no change.
  std::optional<WhatIf> everything;
  bool interrupted = false; ///< later changes have not been tried
};

/// The settings, as for --set, that turn one machine into another.
[[nodiscard]] std::vector<std::string> change_of(const machine::Machine& machine,
                                                 const machine::Machine& changed);

/// Runs the program on the unchanged machine, then with each bottleneck removed in turn.
/// `options.record` is ignored. An interrupt by options.progress ends the list.
[[nodiscard]] WhatIfReport what_if(const isa::Program& program, const machine::Machine& machine,
                                   const RunOptions& options);

} // namespace stallscope::session
