#include "keys/key_makers.hpp"

namespace stallscope::machine {

std::vector<KeySpec> prediction_keys() {
  return {
      number("predictor.entries", 4096, 1, 1 << 20, "entries",
             "Counters found by address (one_bit, two_bit, the base of tage) or by address and "
             "history (gshare, also that of tournament; each of the two banks of bimode); "
             "perceptrons. A power of two."),
      number("predictor.counter_bits", 2, 1, 8, "bits",
             "Of the saturating counters of two_bit, local, gshare, tournament and bimode. Its "
             "upper half "
             "says taken."),
      choice(
          "predictor.initial",
          {"weakly_not_taken", "strongly_not_taken", "weakly_taken", "strongly_taken"},
          "What the counters say at first: weakly is one step from the other direction. The banks "
          "of bimode begin weakly with their own direction."),
      number("predictor.history_bits", 12, 1, 63, "branches",
             "Length of the global history of gshare, tournament, bimode and perceptron. One "
             "shorter than "
             "the index is xored with the upper bits of the address."),
      number("predictor.local_entries", 1024, 1, 1 << 20, "entries",
             "local and tournament: histories of single branches, found by address. A power of "
             "two."),
      number("predictor.local_history_bits", 10, 1, 16, "branches",
             "local and tournament: length of these histories. 2 to the power of it is the number "
             "of counters they share."),
      number(
          "predictor.chooser_entries", 4096, 1, 1 << 20, "entries",
          "tournament: two-bit counters, found by address, that choose local or gshare and learn "
          "where the two differ. bimode: those that choose the bank, and learn the branch's "
          "direction unless the other bank was chosen and right. A power of two."),
      number("predictor.tables", 7, 1, 12, "tables", "tage: tagged tables."),
      number("predictor.table_entries", 1024, 16, 1 << 15, "entries",
             "tage: entries of each tagged table. A power of two."),
      number("predictor.tag_bits", 11, 4, 15, "bits", "tage: length of the tags."),
      number("predictor.min_history", 4, 1, 64, "branches",
             "tage: history length of the first tagged table. The lengths in between form a "
             "geometric series."),
      number("predictor.max_history", 128, 1, 512, "branches",
             "tage: history length of the last tagged table."),
      number("predictor.loop_entries", 64, 0, 4096, "entries",
             "tage: entries of the loop predictor, which counts iterations to predict the last "
             "one. A power of two; 0: none."),
      choice("predictor.history_update", {"predict", "resolve"},
             "When a branch updates the histories. predict: at the prediction, with the predicted "
             "direction; a misprediction repairs them. resolve: when its outcome is known, so that "
             "branches in flight are missing."),
      other("predictor.plugin", "string", "\"\"", "name of a loaded plug-in",
            "branch.predictor = \"plugin\": the direction predictor, loaded by --plugin; with its "
            "options: \"NAME,option=value\"."),
      number("btb.entries", 0, 0, 1 << 16, "entries",
             "Branch target buffer: number of taken branches and jumps stored with their targets. "
             "A hit is predicted at fetch; a miss in the stage of branch.predict_in, after decode. "
             "A power of two; 0: there is no branch target buffer, and all are predicted in that "
             "stage."),
      number("btb.ways", 4, 1, 64, "ways",
             "Entries of a set, of which the least recently used one is evicted."),
      number("return_stack.depth", 0, 0, 64, "entries",
             "Return-address stack: calls push, returns pop; a push onto a full stack overwrites "
             "the oldest entry. 0: there is none."),
      choice("return_stack.repair", {"full", "top", "none"},
             "Repair after a misprediction. full: the whole stack; top: the top pointer and the "
             "top entry; none: no repair, changes by the wrong path remain."),
      choice("indirect.predictor", {"none", "last_target", "history"},
             "Prediction of the targets of indirect jumps other than returns. none: by the branch "
             "target buffer, if there is one; last_target: the last target, by address; history: "
             "by address and the targets of the last indirect jumps (a small ITTAGE)."),
      number("indirect.entries", 512, 1, 1 << 16, "entries",
             "Entries of each table. A power of two."),
      number("indirect.tables", 3, 1, 4, "tables",
             "history: number of tagged tables, in addition to the table indexed by address only."),
      number("indirect.history_targets", 8, 1, 16, "targets",
             "history: history length of the last table in targets; each earlier table has half "
             "the length of the next, at least one."),
  };
}

namespace {

/// The keys of one TLB.
std::vector<KeySpec> tlb_keys(const char* entries, const char* ways, const char* page,
                              const char* walk) {
  return {
      number(entries, 0, 0, 1 << 16, "entries",
             "Number of translations; 0: there is no TLB, and translation takes no time. Only with "
             "caches."),
      number(
          ways, 4, 1, 64, "ways",
          "Entries of a set, of which the least recently used one is evicted; the number of sets "
          "is a power of two."),
      number(page, 4096, 256, 1 << 30, "bytes", "Size of a page, a power of two."),
      number(walk, 20, 0, 10'000, "cycles",
             "Extra cycles of an access that misses the TLB; one page-table walk at a time."),
  };
}

std::vector<KeySpec> main_memory_keys() {
  return {
      number("main_memory.latency", 100, 1, 10'000, "cycles",
             "Cycles from a request of the last cache to the first bytes of the line."),
      number("main_memory.line_cycles", 4, 0, 1000, "cycles",
             "Cycles for which a line occupies the memory, in either direction: its bandwidth."),
      not_timing(flag("main_memory.warm", false,
                      "true: caches and TLBs are warm in the first cycle: the program has been "
                      "executed once, one access after the other, to its end, to its first read of "
                      "input, or for 10,000,000 instructions. Only with caches; --warm.")),
  };
}

/// The keys of [[cache]].
std::vector<KeySpec> cache_table_keys() {
  return {
      other("cache", "list of tables ([[cache]])", "[]", "at most 8",
            "The caches. Without caches, memory.data_latency and memory.fetch_latency apply. --set "
            "addresses one by its name: cache.NAME.ways=4."),
      other("cache.name", "string", "-", "letters, digits and _ - + /, at most 16",
            "The name of the cache; not memory."),
      not_timing(choice("cache.serves", {"none", "fetch", "data", "both"},
                        "Accesses of the core that the cache serves: instruction fetches, data "
                        "accesses, both; none: only misses of other caches.")),
      other("cache.next", "name of a cache, or memory", "\"memory\"", "no cycles",
            "The next level, to which misses and write-backs are sent."),
      number("cache.size", 32'768, 1, 1LL << 30, "bytes", "What it holds."),
      number("cache.ways", 8, 1, 256, "ways",
             "Number of lines of a set: 1 is direct mapped; as many as there are lines, fully "
             "associative. The number of sets is a power of two."),
      number(
          "cache.line", 64, 4, 4096, "bytes",
          "Bytes of a line, a power of two; at least the line size of the caches in front of it."),
      number("cache.latency", 1, 1, 1000, "cycles",
             "Cycles of a hit. A miss is sent to the next level after these cycles, so that "
             "latencies add up. kind = \"out_of_order\": hits in the first level are part of "
             "port.latency and front_end.cycles, to which only longer times are added."),
      choice("cache.replacement", {"lru", "plru", "random", "srrip", "plugin"},
             "Replacement policy: the line of a full set that is evicted. lru: the least recently "
             "used; plru: by a tree of bits (ways are a power of two); random; srrip: re-reference "
             "interval prediction with 2 bits; plugin: replacement_plugin."),
      other(
          "cache.replacement_plugin", "string", "\"\"", "name of a loaded plug-in",
          "replacement = \"plugin\": the replacement policy, loaded by --plugin; with its options: "
          "\"NAME,option=value\"."),
      choice("cache.write", {"back", "through"},
             "back: a store allocates the line, which is written when it is evicted; through: a "
             "store is sent to the next level immediately, and a miss allocates nothing."),
      number("cache.ports", 0, 0, 16, "accesses a cycle",
             "Number of accesses that can begin in a cycle; 0: no limit."),
      number("cache.banks", 1, 1, 64, "banks",
             "Accesses that begin in one cycle must go to different banks. A power of two; 1: "
             "there are no bank conflicts."),
      number("cache.bank_bytes", 8, 1, 4096, "bytes",
             "Bytes of consecutive addresses in one bank; a power of two."),
      number("cache.mshrs", 8, 1, 64, "lines",
             "Number of miss status holding registers, that is of misses in flight. A second miss "
             "to a line in flight waits with the first; when all are in use an access is refused."),
      number(
          "cache.line_cycles", 1, 0, 1000, "cycles",
          "Cycles for which a line occupies the connection to the next level, in either direction. "
          "Critical word first: only accesses that wait for the connection are delayed."),
      flag("cache.inclusive", false,
           "true: inclusive: holds all lines of the caches in front of it; lines it evicts are "
           "evicted there too."),
      choice("cache.prefetcher", {"none", "next_line", "stride", "plugin"},
             "next_line: a miss, or the first use of a prefetched line, prefetches the following "
             "lines; stride: an instruction whose addresses have had the same distance twice "
             "prefetches the next ones; plugin: prefetch_plugin. Prefetches do not cross multiples "
             "of 4096 bytes, and leave one MSHR free where there are at least two."),
      other("cache.prefetch_plugin", "string", "\"\"", "name of a loaded plug-in",
            "prefetcher = \"plugin\": the prefetcher, loaded by --plugin; with its options: "
            "\"NAME,option=value\"."),
      number("cache.prefetch_degree", 1, 1, 16, "lines", "Number of lines per prefetch."),
      number("cache.prefetch_entries", 64, 1, 4096, "entries",
             "stride: number of instructions in the table of strides. A power of two."),
      not_timing(number("cache.seed", 1, 1, 1LL << 62, "-", "Seed of random replacement.")),
  };
}

} // namespace

std::vector<KeySpec> cache_keys() {
  std::vector<KeySpec> keys = cache_table_keys();
  for (const std::vector<KeySpec>& more :
       {main_memory_keys(),
        tlb_keys("fetch_tlb.entries", "fetch_tlb.ways", "fetch_tlb.page", "fetch_tlb.walk"),
        tlb_keys("data_tlb.entries", "data_tlb.ways", "data_tlb.page", "data_tlb.walk")})
    keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

} // namespace stallscope::machine
