#include "timeline/reason.hpp"

namespace stallscope {

namespace {

// In the order of the enumeration.
constexpr std::array<ReasonInfo, kReasonCount> kReasons{{
    {"none", "", "used", "The slot did useful work."},
    {"fill", "fill", "pipeline filling", "The first instruction has not reached this point yet."},
    {"drain", "end", "program ended", "The program has ended; there is nothing more to fetch."},
    {"raw", "RAW", "RAW dependence",
     "Read after write: an operand is produced by an earlier instruction that has not delivered it "
     "yet."},
    {"war", "WAR", "WAR dependence",
     "Write after read: an earlier instruction has still to read the register this one would "
     "overwrite."},
    {"waw", "WAW", "WAW dependence",
     "Write after write: an earlier instruction would write the same register later than this "
     "one."},
    {"unit_busy", "UNIT", "functional unit busy",
     "Structural hazard: every functional unit of this kind is busy."},
    {"stage_full", "FULL", "next stage occupied",
     "Structural hazard: the next stage, or the place in front in its own, is occupied by another "
     "instruction, which is at work there or waits itself."},
    {"read_port", "RP", "register read port",
     "Structural hazard: no read port of the register file is free."},
    {"write_port", "WP", "write port or result bus",
     "Structural hazard: no write port of the register file is free, or no result bus (common data "
     "bus)."},
    {"memory_port", "MP", "memory port",
     "Structural hazard: the memory port is taken by another access."},
    {"pairing", "PAIR", "pairing rule",
     "The issue rules of the machine forbid issuing this together with an older instruction of the "
     "same cycle, or as many have been issued as can be in a cycle."},
    {"not_pipelined", "1x1", "not pipelined",
     "The machine takes the next instruction only when the one before has ended."},
    {"latency", "LAT", "execution latency",
     "An instruction still reads its operands, executes, or writes its result."},
    {"memory_latency", "MLAT", "memory latency",
     "A data access is still under way, or what it has read is written."},
    {"fetch_latency", "IFL", "fetch latency", "An instruction fetch takes more than one cycle."},
    {"icache_miss", "ICM", "instruction cache miss",
     "An instruction fetch waits for a line that the first cache (or a page that the TLB) does not "
     "hold."},
    {"dcache_miss", "DCM", "data cache miss",
     "A data access waits for a line that the first cache (or a page that the TLB) does not hold."},
    {"mispredict", "MISP", "misprediction",
     "Work behind a wrongly predicted branch, and the empty slots until the right path arrives."},
    {"redirect", "TGT", "late target",
     "A branch or jump is taken as predicted, but its target is known too late for the next "
     "fetch."},
    {"fetch_group", "GRP", "end of fetch group",
     "Fetch stopped at a taken branch or a group boundary; the rest of the width stays unused."},
    {"exception", "TRAP", "trap to a handler",
     "An instruction has trapped: everything before it ends first, then the program's trap handler "
     "is fetched."},
    {"serialising", "SER", "serialising instruction", "An instruction that must run alone."},
    {"queue_full", "QF", "queue full", "No entry is free in a queue, station or buffer."},
    {"branches_full", "BQF", "branch prediction queue full",
     "No entry is free in the branch prediction queue: every branch in flight has one, until it "
     "retires."},
    {"reorder_full", "ROB", "reorder buffer full", "No entry is free in the reorder buffer."},
    {"station_full", "RSF", "station full",
     "No entry is free in the reservation stations in front of the units it needs; on a "
     "scoreboard, "
     "which has none: no such unit."},
    {"load_full", "LQF", "load queue full", "No entry is free in the load queue."},
    {"store_full", "SQF", "store queue full", "No entry is free in the store queue."},
    {"buffer_full", "SBF", "store buffer full",
     "No entry is free in the buffer of stores that have retired and are not in the cache yet."},
    {"no_register", "REG", "no free register", "No physical register is free for the result."},
    {"bypass", "BYP", "bypass latency",
     "A result is there, and takes longer from the unit that made it to the one that needs it."},
    {"memory_order", "MO", "memory order",
     "A load waits for an older store, or has read before an older store to the same place, and is "
     "replayed with all behind it."},
    {"control", "CTL", "undecided branch",
     "The machine does not guess: nothing goes on behind a branch or jump before it is decided."},
    {"idle", "", "idle unit",
     "The instructions in flight use other units, or are on their way to this one."},
    {"activation", "ACT", "waits for an activation",
     "The stage before has still to compute the activation that is needed next."},
    {"gradient", "GRAD", "waits for a gradient",
     "The stage behind has still to compute the gradient that is needed next."},
    {"transfer", "XFER", "transfer in flight",
     "What is needed next is on its way from another device."},
    {"link_busy", "LINK", "link busy",
     "What is needed next waits for its link, which still carries something else."},
    {"order", "ORD", "order of the device",
     "Another operation could run, but the order of the device has a different one next."},
    {"memory_limit", "MEM", "memory limit", "No memory is free for what is next."},
    {"barrier", "BARR", "barrier",
     "Waits until all have come here: a flush, a collective or an optimizer step."},
    {"input", "IN", "input not loaded", "The samples have not been loaded yet."},
    {"launch", "LNCH", "launch overhead", "The host has not launched the next kernel yet."},
    {"data", "DATA", "data dependence", "A tensor that is needed next is still being computed."},
    {"event", "EVT", "waits for an event",
     "Another stream still computes what is needed next, and has not recorded its event yet."},
    {"copy", "COPY", "copy between host and device",
     "What is needed next is on its way between the host and the device."},
    {"other", "HELD", "held", "Held for the reason that the trace of another tool names so."},
}};

} // namespace

const ReasonInfo& info(Reason reason) {
  return kReasons[static_cast<std::size_t>(reason)];
}

std::optional<Reason> reason_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kReasonCount; ++i)
    if (kReasons[i].name == name)
      return static_cast<Reason>(i);
  return std::nullopt;
}

} // namespace stallscope
