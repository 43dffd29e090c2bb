#include "keys/key_makers.hpp"
#include "machine/limits.hpp"

namespace stallscope::machine {

namespace {

std::vector<KeySpec> front_keys() {
  return {
      number("front_end.width", 1, 1, 8, "instructions", "How many are fetched in a cycle."),
      number("front_end.fetch_bytes", 0, 0, 64, "bytes",
             "A fetch ends where a block of so many bytes does, aligned to as many; a power of "
             "two from 4, and from 16 for programs of x86, whose instructions have up to 15 "
             "bytes. An instruction belongs to the block in which it begins, and comes whole "
             "with it. 0: it takes instructions from anywhere."),
      number("front_end.cycles", 1, 0, kMaxFrontCycles, "cycles",
             "From the fetch of an instruction to its dispatch. 0: both are one."),
      number("front_end.queue", 16, 1, 512, "micro-ops",
             "How many can be between fetch and dispatch. To keep up they are "
             "front_end.width times front_end.cycles at least."),
      number("front_end.redirect_cycles", 0, 0, 100, "cycles",
             "How much later fetch goes on behind a misprediction than in the cycle behind the "
             "one in which the branch has executed."),
      number("front_end.decode_cycles", 1, 0, 100, "cycles",
             "A target that fetch does not know (btb) is known so long after the fetch of its "
             "branch; fetch waits for it."),
      number("front_end.taken_branches", 0, 0, 8, "branches",
             "Behind so many branches and jumps that are taken a fetch goes on at the target in "
             "the same cycle, when fetch knows it, from a block of its own. 0: it ends behind the "
             "first."),
      number("front_end.branch_queue", 0, 0, kMaxBranchQueue, "branches",
             "Entries of the branch prediction queue: branches and jumps from fetch to "
             "retirement, each with its checkpoint. 0: as many as come, 512 at most."),
      flag("front_end.pairs_count_once", false,
           "true: two instructions that are fused into one micro-op (decode.fuse_compare_branch, "
           "decode.fuse_lui_addi) take one place of front_end.width, as where micro-ops that have "
           "been decoded are delivered; false: each takes one."),
      number("decode.micro_ops", 0, 0, 64, "micro-ops",
             "How many the instructions fetched in a cycle are decoded into at most; one that has "
             "more is alone. As many instructions are decoded in a cycle as are fetched. 0: no "
             "limit."),
      flag(
          "decode.fuse_compare_branch", false,
          "true: a comparison and the branch on its result, fetched in one cycle, are one micro-op "
          "(x86: cmp, test and arithmetic with jcc; else slt, sltu with beqz, bnez)."),
      flag("decode.fuse_lui_addi", false,
           "true: lui or auipc and the addition that completes the constant, fetched in one cycle, "
           "are one micro-op."),
      flag("decode.fuse_load_op", false,
           "true: a load and what the same instruction computes with its value take one place of "
           "the dispatch and retirement width and of the reorder buffer; in the fetch queue and in "
           "stations each has its own."),
      flag("decode.fuse_store", false,
           "true: address and data of a store that is two micro-ops take one place of the dispatch "
           "and retirement width and of the reorder buffer; in the fetch queue and in stations "
           "each has its own."),
      number("dispatch.width", 1, 1, 8, "micro-ops",
             "How many are renamed and sent to the stations in a cycle, in program order."),
      flag("dispatch.serialise", true,
           "true: system calls, fences, accesses to control registers and atomic accesses are "
           "dispatched when everything older has retired and its stores are in the cache, and "
           "nothing behind them before they have retired; false: as other operations."),
      choice("rename.scheme", {"none", "tags", "physical"}, 1,
             "How later writers of a register are kept apart from earlier ones. none (a "
             "scoreboard): an operation is dispatched when no active one has its destination, "
             "reads registers when all its operands are in them, and writes when nobody before it "
             "has still to read the old value. tags (Tomasulo): stations wait for the tag of the "
             "producer. physical: a map table, and more physical registers than architectural "
             "ones."),
      number("rename.integer_registers", 0, 0, kMaxPhysicalRegisters, "registers",
             "physical: how many there are, 39 at least: the 32 architectural ones, 4 for values "
             "between micro-ops of one instruction, and 3 that one micro-op may write."),
      number("rename.fp_registers", 0, 0, kMaxPhysicalRegisters, "registers",
             "physical: the same for floating point, 35 at least: the architectural ones, and what "
             "one micro-op may write."),
  };
}

std::vector<KeySpec> station_keys() {
  return {
      other("station", "list of tables ([[station]])", "-", "1 to 16",
            "Where operations wait for their operands: reservation stations, issue queues. --set "
            "addresses one by its name: station.NAME.entries=16."),
      other("station.name", "string", "-", "letters, digits and _ - + /, at most 16",
            "The name of the station."),
      number("station.entries", 1, 1, 512, "micro-ops", "How many it holds."),
      choice("scheduler.release", {"write", "issue"},
             "When an operation leaves its station: with its result, as from a reservation "
             "station; or when it begins, as from an issue queue."),
      number("scheduler.width", 0, 0, 32, "operations",
             "How many begin in a cycle on all ports together, oldest first; 0: one on every "
             "port."),
      choice("scheduler.port_choice", {"lowest", "specialised", "least_loaded"},
             "On which port an operation begins that several behind its station execute. lowest: "
             "when it begins, the first listed that is free; specialised: the same, but ports "
             "that execute one class alone come first, so that others are left to what needs them; "
             "least_loaded: it is given one when it is dispatched, that for which the fewest "
             "wait, of several the last listed, and waits for that one."),
      flag("scheduler.reuse_same_cycle", false,
           "true: what is freed in a cycle (an entry, a register's last use) can be taken in it; "
           "false: from the next one on."),
      number("scheduler.read_cycles", 0, 0, 15, "cycles",
             "From leaving the station to execution: reading registers."),
      flag("scheduler.wait_behind_branches", false,
           "true: what is dispatched behind a branch or jump waits in its station until the cycle "
           "behind the one in which that is decided: fetch and dispatch follow the prediction, "
           "execution does not. false: it begins when its operands are there. With a reorder "
           "buffer only; without one nothing is dispatched there."),
      other("port", "list of tables ([[port]])", "-", "1 to 32, copies counted",
            "What begins one operation a cycle, the oldest in its station that it can execute. "
            "--set addresses one by its name: port.NAME.latency=4."),
      other("port.name", "string", "-", "letters, digits and _ - + /, at most 16",
            "The name of the port."),
      number("port.count", 1, 1, 8, "copies", "Identical copies of the port."),
      other("port.station", "name of a station", "the station, when there is one only", "-",
            "Where it takes operations from."),
      other("port.operations", "list of operation classes or groups, store_address, store_data",
            "-", "a class in any number of ports",
            "What the port executes. A class brings its refinements along, unless some port names "
            "them. With ports for store_address and store_data a store is two micro-ops, and no "
            "port names stores. nop needs no port, unless one names it. Atomics are loads, integer "
            "operations and stores."),
      number(
          "port.latency", 1, 1, 1000, "cycles",
          "How long an operation executes; a load: from its address to its value, when it hits the "
          "first cache, whatever cache.latency says."),
      other("port.latencies", "table of class = cycles", "{}", "1 to 1000 each",
            "Latencies of single classes that differ from port.latency. A class stands for its "
            "refinements as well, as far as they are not named themselves."),
      flag("port.pipelined", true,
           "true: begins an operation every cycle; false: when the one before has executed."),
      other("port.alone", "list of operation classes or groups, store_address, store_data", "[]",
            "classes of port.operations; not with pipelined = false",
            "Classes that are not pipelined in a port that is: they share a unit which executes "
            "one of them at a time."),
  };
}

std::vector<KeySpec> back_keys() {
  return {
      choice("results.wakeup", {"after_write", "bypass"},
             "When an operation can begin that waits for a result: in the cycle behind the one in "
             "which it is written (broadcast); or behind the last one in which its producer "
             "executes."),
      number("results.buses", 0, 0, 32, "results a cycle",
             "Results that can be written in a cycle, oldest first; 0: no limit."),
      flag("results.done_without_result", false,
           "true: an operation without a result, as a branch or a store, is done in the last cycle "
           "in which it executes, and can retire in the next; false: it takes the cycle in which "
           "others write theirs. With a reorder buffer and wakeup = \"after_write\"."),
      other("bypass", "list of tables ([[bypass]])", "[]", "one table at most for a pair of units",
            "Results that take longer from some units to others, as between integer and "
            "floating-point units, or between clusters."),
      other("bypass.from", "list of ports, operation classes or groups", "-", "-",
            "Where the result is made: ports by their names; classes and groups in whatever port "
            "executes them. A name that is both is the port."),
      other("bypass.to", "list of ports, operation classes or groups", "-", "-",
            "Where it is used. What several ports of its station can execute waits until the "
            "result has come to all of them."),
      number("bypass.cycles", 1, 0, 100, "cycles",
             "How much later an operation in 'to' can begin with a result made in 'from' than "
             "results.wakeup says. What has retired before that is dispatched comes from the "
             "register file, at once."),
      number("reorder_buffer.entries", 0, 0, 1000, "micro-ops",
             "From dispatch to retirement in program order. 0: there is none, results are final "
             "when they are written, and nothing is fetched behind a branch that is not decided."),
      number("reorder_buffer.width", 0, 0, 8, "micro-ops",
             "How many retire in a cycle; 0: as many as are dispatched. The ledger counts no more "
             "slots there than are dispatched in a cycle."),
      choice("load_store.disambiguation", {"perfect", "conservative", "predict"},
             "When a load executes although older stores have not. perfect: it waits for those "
             "that write what it reads; conservative: until the addresses of all of them are "
             "known; predict: for those it is predicted to depend on (store sets), and what it "
             "took too early is fetched again with all behind it."),
      choice("load_store.forwarding", {"none", "exact", "covering", "partial"}, 2,
             "From which older stores in flight, the store buffer included, a load takes its "
             "value when it reads what they write. none: from none; exact: from one that writes "
             "the same bytes; covering: from one that writes all bytes it reads; partial: from "
             "any one, with the rest from the cache. From others, and where two have parts of "
             "it, it waits until they are in the cache."),
      flag("load_store.capture_data", false,
           "true: the data of a store is no operation of a port: it is taken from the bus in the "
           "cycle in which it is written, or at dispatch, when it is there already; false: "
           "store_data executes like others. With a reorder buffer, wakeup = \"after_write\" and "
           "ports for store_data, in front of whose station it waits."),
      number(
          "load_store.store_set_cycles", 0, 0, 1'000'000'000, "cycles",
          "With disambiguation = \"predict\": all store sets are forgotten every so many cycles, "
          "so that loads wait no longer for stores that write elsewhere by now; 0: never."),
      number("load_store.load_entries", 0, 0, 512, "loads",
             "From dispatch to retirement; 0: no "
             "limit."),
      number("load_store.store_entries", 0, 0, 512, "stores",
             "From dispatch to retirement; 0: no limit."),
      number("load_store.store_buffer", 0, 0, kMaxStoreBuffer, "stores",
             "Stores that have retired and wait for the data cache, which takes one a cycle; 0: "
             "retirement writes them, and one that misses the cache holds it up."),
      number("load_store.forward_cycles", 1, 1, 100, "cycles",
             "How long a load executes that takes its value from a store in flight."),
  };
}

} // namespace

std::vector<KeySpec> dynamic_keys() {
  std::vector<KeySpec> keys;
  for (auto make : {front_keys, station_keys, back_keys})
    for (KeySpec& spec : make())
      keys.push_back(std::move(spec));
  return keys;
}

} // namespace stallscope::machine
