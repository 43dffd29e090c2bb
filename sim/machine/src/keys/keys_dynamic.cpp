#include "keys/key_makers.hpp"
#include "machine/limits.hpp"

namespace stallscope::machine {

namespace {

std::vector<KeySpec> front_keys() {
  return {
      number("front_end.width", 1, 1, 8, "instructions",
             "Number of instructions fetched in a cycle."),
      number("front_end.fetch_bytes", 0, 0, 64, "bytes",
             "Size of a fetch block: the fetch of a cycle ends at the end of an aligned block of "
             "this size; a power of two from 4, and from 16 for programs of x86, whose "
             "instructions have up to 15 bytes. An instruction belongs to the block in which it "
             "begins. 0: fetch is not limited by blocks."),
      number("front_end.cycles", 1, 0, kMaxFrontCycles, "cycles",
             "Cycles from the fetch of an instruction to its dispatch. 0: both are in the same "
             "cycle."),
      number("front_end.queue", 16, 1, 512, "micro-ops",
             "Maximum number of micro-ops between fetch and dispatch. At least front_end.width "
             "times front_end.cycles are needed for full throughput."),
      number("front_end.redirect_cycles", 0, 0, 100, "cycles",
             "Extra cycles until fetch resumes after a misprediction, which it otherwise does in "
             "the cycle after the branch has executed."),
      number("front_end.decode_cycles", 1, 0, 100, "cycles",
             "Cycles from the fetch of a branch until a target missing in the branch target buffer "
             "(btb) is known from decode; fetch waits for it."),
      number("front_end.taken_branches", 0, 0, 8, "branches",
             "Number of taken branches and jumps behind which fetch continues at the target in the "
             "same cycle, in another fetch block, when the target is known. 0: the fetch of a "
             "cycle ends at the first."),
      number("front_end.branch_queue", 0, 0, kMaxBranchQueue, "branches",
             "Entries of the branch prediction queue: branches and jumps from fetch to retirement, "
             "each with its checkpoint. 0: the maximum, 512."),
      flag("front_end.pairs_count_once", false,
           "true: two instructions that are fused into one micro-op (decode.fuse_compare_branch, "
           "decode.fuse_lui_addi) take one slot of front_end.width, as in machines that deliver "
           "decoded micro-ops; false: each takes one."),
      number("decode.micro_ops", 0, 0, 64, "micro-ops",
             "Maximum number of micro-ops into which the instructions fetched in a cycle are "
             "decoded; an instruction with more is decoded alone. As many instructions are decoded "
             "in a cycle as are fetched. 0: no limit."),
      flag(
          "decode.fuse_compare_branch", false,
          "true: a comparison and the branch on its result, fetched in one cycle, are one micro-op "
          "(x86: cmp, test and arithmetic with jcc; else slt, sltu with beqz, bnez)."),
      flag("decode.fuse_lui_addi", false,
           "true: lui or auipc and the addition that completes the constant, fetched in one cycle, "
           "are one micro-op."),
      flag("decode.fuse_load_op", false,
           "true: a load and the operation of the same instruction on its value take one slot of "
           "the dispatch and retirement width and of the reorder buffer; in the fetch queue and in "
           "stations each has a separate entry."),
      flag("decode.fuse_store", false,
           "true: the address and data micro-ops of a store take one slot of the dispatch and "
           "retirement width and of the reorder buffer; in the fetch queue and in stations each "
           "has a separate entry."),
      number("dispatch.width", 1, 1, 8, "micro-ops",
             "Number of micro-ops renamed and sent to the stations in a cycle, in program order."),
      flag("dispatch.serialise", true,
           "true: system calls, fences, accesses to control registers and atomic accesses are "
           "dispatched when all older operations have retired and their stores are in the cache, "
           "and younger ones are dispatched only after they have retired; false: they are "
           "dispatched like other operations."),
      choice("rename.scheme", {"none", "tags", "physical"}, 1,
             "How WAW and WAR hazards are avoided. none (a scoreboard): an operation is dispatched "
             "when no operation in flight has the same destination, reads registers when all its "
             "operands are available, and writes when no older operation still has to read the old "
             "value. tags (Tomasulo): stations wait for the tag of the producer. physical: a map "
             "table, and more physical registers than architectural ones."),
      number("rename.integer_registers", 0, 0, kMaxPhysicalRegisters, "registers",
             "physical: number of integer registers, at least 39: the 32 architectural ones, 4 for "
             "values between micro-ops of one instruction, and 3 that one micro-op may write."),
      number("rename.fp_registers", 0, 0, kMaxPhysicalRegisters, "registers",
             "physical: number of floating-point registers, at least 35: the architectural ones, "
             "and those that one micro-op may write."),
  };
}

std::vector<KeySpec> station_keys() {
  return {
      other("station", "list of tables ([[station]])", "-", "1 to 16",
            "Where operations wait for their operands: reservation stations, issue queues. --set "
            "addresses one by its name: station.NAME.entries=16."),
      other("station.name", "string", "-", "letters, digits and _ - + /, at most 16",
            "The name of the station."),
      number("station.entries", 1, 1, 512, "micro-ops", "Number of entries."),
      choice("scheduler.release", {"write", "issue"},
             "When an operation releases its station entry: at write-back, as in a reservation "
             "station; or at issue, as in an issue queue."),
      number("scheduler.width", 0, 0, 32, "operations",
             "Number of operations issued in a cycle on all ports together, oldest first; 0: one "
             "on every port."),
      choice("scheduler.port_choice", {"lowest", "specialised", "least_loaded"},
             "Selection of the port of an operation that several ports of its station execute. "
             "lowest: at issue, the first free port in the order of the file; specialised: the "
             "same, but ports that execute only one class come first, so that others stay free; "
             "least_loaded: at dispatch and permanently, the port with the fewest waiting "
             "operations, among equals the last in the order of the file."),
      flag("scheduler.reuse_same_cycle", false,
           "true: an entry or register that is freed in a cycle can be allocated in the same "
           "cycle; false: from the next cycle on."),
      number("scheduler.read_cycles", 0, 0, 15, "cycles",
             "Cycles from issue to execution, for reading registers."),
      flag("scheduler.wait_behind_branches", false,
           "true: operations behind a branch or jump wait in their stations until the cycle after "
           "it is resolved: fetch and dispatch follow the prediction, execution does not. false: "
           "they execute when their operands are available. With a reorder buffer only; without "
           "one nothing is dispatched behind an unresolved branch."),
      other("port", "list of tables ([[port]])", "-", "1 to 32, copies counted",
            "A port issues one operation a cycle, the oldest in its station that it can execute. "
            "--set addresses one by its name: port.NAME.latency=4."),
      other("port.name", "string", "-", "letters, digits and _ - + /, at most 16",
            "The name of the port."),
      number("port.count", 1, 1, 8, "copies", "Identical copies of the port."),
      other("port.station", "name of a station", "the station, when there is one only", "-",
            "The station from which the port issues operations."),
      other("port.operations", "list of operation classes or groups, store_address, store_data",
            "-", "a class in any number of ports",
            "What the port executes. A class includes its refinements, unless a port names them. "
            "With ports for store_address and store_data a store is two micro-ops, and no port "
            "names stores. nop needs no port, unless one names it. Atomics are loads, integer "
            "operations and stores."),
      number("port.latency", 1, 1, 1000, "cycles",
             "Cycles of execution of an operation; for a load: from its address to its value when "
             "it hits the first cache, independent of cache.latency."),
      other("port.latencies", "table of class = cycles", "{}", "1 to 1000 each",
            "Latencies of single classes that differ from port.latency. A class includes its "
            "refinements, unless they are named as well."),
      flag("port.pipelined", true,
           "true: starts an operation every cycle; false: when the previous one has executed."),
      other("port.alone", "list of operation classes or groups, store_address, store_data", "[]",
            "classes of port.operations; not with pipelined = false",
            "Unpipelined classes of a port that is otherwise pipelined: they share a unit which "
            "executes one of them at a time."),
  };
}

std::vector<KeySpec> back_keys() {
  return {
      choice("results.wakeup", {"after_write", "bypass"},
             "When an operation can use a result: in the cycle after the result is written "
             "(broadcast); or in the cycle after the last one in which its producer executes "
             "(bypass)."),
      number("results.buses", 0, 0, 32, "results a cycle",
             "Results that can be written in a cycle, oldest first; 0: no limit."),
      flag("results.done_without_result", false,
           "true: an operation without a result, such as a branch or a store, completes in its "
           "last cycle of execution, and can retire in the next; false: it completes one cycle "
           "later, in the write cycle of other operations. With a reorder buffer and wakeup = "
           "\"after_write\"."),
      other("bypass", "list of tables ([[bypass]])", "[]", "one table at most for a pair of units",
            "Extra delays of results from some units to others, for instance between integer and "
            "floating-point units, or between clusters."),
      other("bypass.from", "list of ports, operation classes or groups", "-", "-",
            "The producer of the result: ports by their names; classes and groups in any port that "
            "executes them. A name that is both denotes the port."),
      other("bypass.to", "list of ports, operation classes or groups", "-", "-",
            "The consumer of the result. An operation that several ports of its station can "
            "execute waits until the result is available to all of them."),
      number("bypass.cycles", 1, 0, 100, "cycles",
             "Extra cycles, beyond those of results.wakeup, until an operation in 'to' can begin "
             "with a result produced in 'from'. Results of operations that retired before the "
             "consumer's dispatch are read from the register file without this delay."),
      number("reorder_buffer.entries", 0, 0, 1000, "micro-ops",
             "Number of micro-ops from dispatch to retirement in program order. 0: there is no "
             "reorder buffer, results are final when they are written, and nothing is fetched "
             "behind an unresolved branch."),
      number("reorder_buffer.width", 0, 0, 8, "micro-ops",
             "Number of micro-ops that retire in a cycle; 0: as many as are dispatched. The ledger "
             "counts at most as many slots at retirement as are dispatched in a cycle."),
      choice("load_store.disambiguation", {"perfect", "conservative", "predict"},
             "Which older stores a load waits for (memory disambiguation). perfect: those that "
             "write the bytes it reads; conservative: it waits until the addresses of all older "
             "stores are known; predict: those on which it is predicted to depend (store sets), "
             "and a load that has read too early is replayed with all younger operations."),
      choice("load_store.forwarding", {"none", "exact", "covering", "partial"}, 2,
             "Store-to-load forwarding: from which older stores in flight, the store buffer "
             "included, a load takes its value when they overlap with it. none: from none; exact: "
             "from one that writes the same bytes; covering: from one that writes all bytes it "
             "reads; partial: from any one, with the rest from the cache. Otherwise, and when two "
             "stores have parts of the value, the load waits until they are in the cache."),
      flag("load_store.capture_data", false,
           "true: the data of a store need no port: they are taken from the bus in the cycle in "
           "which they are written, or at dispatch when they are available; false: store_data is "
           "executed like other operations. With a reorder buffer, wakeup = \"after_write\" and "
           "ports for store_data, in whose station the data are awaited."),
      number("load_store.store_set_cycles", 0, 0, 1'000'000'000, "cycles",
             "With disambiguation = \"predict\": number of cycles after which all store sets are "
             "cleared, so that loads do not wait for stores they do not depend on any more; 0: "
             "never."),
      number("load_store.load_entries", 0, 0, 512, "loads",
             "Loads from dispatch to retirement; 0: no limit."),
      number("load_store.store_entries", 0, 0, 512, "stores",
             "Stores from dispatch to retirement; 0: no limit."),
      number(
          "load_store.store_buffer", 0, 0, kMaxStoreBuffer, "stores",
          "Number of retired stores that can wait for the data cache, which accepts one a cycle; "
          "0: stores write the cache at retirement, and a store that misses delays retirement."),
      number("load_store.forward_cycles", 1, 1, 100, "cycles",
             "Cycles of execution of a load that takes its value from a store in flight."),
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
