#pragma once

// The cycle ledger: slots of every cycle at fetch (instructions), dispatch, issue (micro-ops; a
// slot a port) and retirement, each used or lost to one cause. Also the occupancy of the
// structures.

#include "common/slot_accounting.hpp"
#include "out_of_order/idle_ports.hpp"
#include "out_of_order/stall_causes.hpp"

namespace stallscope::core {

/// Charges the slots of cycles to the ledger.
template <class Cycle> class Accounting {
  using StallCauses = core::StallCauses<Cycle>;

public:
  /// Charges the slots of a number of equal cycles, the last of which is the present one.
  [[gnu::always_inline]] static void account(Cycle& c, std::uint64_t cycles) {
    charge(c, LedgerPoint::fetch, c.machine.fetch_width, c.fetched->slots - c.fetched->wrong,
           c.fetched->wrong, 0, 0, c.fetched->gap, cycles);
    charge(c, LedgerPoint::issue, c.machine.dispatch_width,
           c.dispatched->slots - c.dispatched->wrong - c.dispatched->again, c.dispatched->wrong,
           c.dispatched->again, 0, c.dispatched->gap, cycles);
    const unsigned ports = c.s.ledger.at(LedgerPoint::ports).width;
    // Fewer micro-ops may issue in a cycle than there are ports.
    const unsigned demanded = std::min(ports_demanded(c), ports);
    c.observer.end_cycle();
    c.observer.idle_ports(c);
    // A record contains the cause of ports that are empty because the issue width is used up.
    const bool all_begin = c.observer.shows_full_lanes() && c.issued->micro_ops == ports &&
                           ports < c.plan.ports.size();
    charge(c, LedgerPoint::ports, ports, c.issued->micro_ops - c.issued->wrong - c.issued->again,
           c.issued->wrong, c.issued->again, ports - demanded,
           c.issued->micro_ops < demanded ? StallCauses::issue_cause(c)
           : all_begin                    ? Cause{Reason::pairing}
                                          : Cause{},
           cycles);
    c.charged.own.gap_before = c.s.dispatch_gap;
    c.s.dispatch_gap = c.dispatched->gap;
    const unsigned width = c.plan.counted_width;
    const unsigned ended = c.policy.speculates() ? c.retired->slots : c.completed->slots;
    unsigned used = ended;
    // More micro-ops may complete than there are slots: they take the next slots as well.
    if (c.policy.carries_over()) {
      c.s.uncounted += ended;
      used = std::min(c.s.uncounted, width);
      c.s.uncounted -= used;
      c.charged.own.any_counted = used > 0;
    }
    // A record contains the cause for which no micro-op completes, even when a micro-op completed
    // earlier takes the slot.
    const bool unseen = c.observer.shows_full_lanes() && c.policy.carries_over() && ended == 0;
    charge(c, LedgerPoint::retire, width, used, 0, 0, 0,
           used < width || unseen ? StallCauses::retire_cause(c) : Cause{}, cycles);
    c.s.ledger.cycles = c.now;
    count_occupancy(c, cycles);
  }

private:
  [[gnu::always_inline]] static void charge(Cycle& c, LedgerPoint point, unsigned width,
                                            unsigned used, unsigned wrong, unsigned again,
                                            unsigned idle, const Cause& rest,
                                            std::uint64_t cycles) {
    trace::LedgerAccount& account = c.s.ledger.at(point);
    count_slots(account, Reason::none, used * cycles);
    const unsigned wasted = wrong + again;
    const unsigned lost = width - used - wasted - idle;
    if (wasted != 0) {
      count_slots(account, Reason::mispredict, wrong * cycles);
      count_slots(account, Reason::memory_order, again * cycles);
    }
    if (lost != 0)
      count_lost_slots(account, rest.why, lost * cycles);
    count_slots(account, Reason::idle, idle * cycles);
    c.observer.lost(point, wrong, again, idle, lost, rest);
  }

  /// Number of ports that the micro-ops in stations at the beginning of the cycle could use; all
  /// ports when the stations were empty, because the port demand of missing micro-ops is not known.
  static unsigned ports_demanded(const Cycle& c) {
    return c.issued->demanded < c.plan.demanded_ports.size()
               ? c.plan.demanded_ports[c.issued->demanded]
               : static_cast<unsigned>(std::popcount(demanded_ports(c.plan, c.issued->demanded)));
  }

  /// Adds the entries in use at the end of a number of equal cycles.
  [[gnu::always_inline]] static void count_occupancy(Cycle& c, std::uint64_t cycles) {
    Occupancy& taken = c.s.occupancy;
    taken.reorder[c.s.rob.used] += cycles;
    taken.stations[c.s.stations.total] += cycles;
    taken.loads[c.s.lsq.loads.used] += cycles;
    taken.stores[c.s.lsq.stores.used] += cycles;
    taken.store_buffer[c.s.store_buffer.size()] += cycles;
    taken.branches[c.s.branch_queue.size()] += cycles;
  }
};

} // namespace stallscope::core
