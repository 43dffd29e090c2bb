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
             "tage: history of the first tagged table. Those between follow a geometric series."),
      number("predictor.max_history", 128, 1, 512, "branches",
             "tage: history of the last tagged table."),
      number("predictor.loop_entries", 64, 0, 4096, "entries",
             "tage: loops whose iterations are counted, so that the last one is foreseen. A power "
             "of two; 0: none."),
      choice("predictor.history_update", {"predict", "resolve"},
             "When a branch enters the histories. predict: at once, as predicted; a misprediction "
             "repairs them. resolve: when its outcome is known; branches in flight are missing."),
      other("predictor.plugin", "string", "\"\"", "name of a loaded plug-in",
            "branch.predictor = \"plugin\": the predictor of directions, loaded by --plugin; with "
            "its options: \"NAME,option=value\"."),
      number("btb.entries", 0, 0, 1 << 16, "entries",
             "Branch target buffer: taken branches and jumps with their targets. What it knows is "
             "predicted at fetch; what it does not know, in the stage of branch.predict_in, where "
             "the instruction is decoded. A power of two; 0: there is none, and all is predicted "
             "there."),
      number("btb.ways", 4, 1, 64, "ways",
             "Entries of a set, of which the one used longest ago makes room."),
      number("return_stack.depth", 0, 0, 64, "entries",
             "Return-address stack: calls push, returns pop; one call too many overwrites the "
             "oldest entry. 0: there is none."),
      choice("return_stack.repair", {"full", "top", "none"},
             "What a misprediction puts right of it. full: everything; top: the place of the top "
             "and the entry there; none: nothing, the wrong path leaves its traces."),
      choice("indirect.predictor", {"none", "last_target", "history"},
             "How targets of indirect jumps that are no returns are predicted. none: by the branch "
             "target buffer, if at all; last_target: as the last time, by address; history: by "
             "address and the targets of the last indirect jumps (a small ITTAGE)."),
      number("indirect.entries", 512, 1, 1 << 16, "entries",
             "Entries of each table. A power of two."),
      number("indirect.tables", 3, 1, 4, "tables",
             "history: tagged tables, beside the one by address alone."),
      number("indirect.history_targets", 8, 1, 16, "targets",
             "history: how many targets the last table looks back; each one in front of it half as "
             "many, but one at least."),
  };
}

namespace {

/// The keys of one TLB.
std::vector<KeySpec> tlb_keys(const char* entries, const char* ways, const char* page,
                              const char* walk) {
  return {
      number(entries, 0, 0, 1 << 16, "entries",
             "Translations it holds; 0: there is none, and translating takes no time. Only with "
             "caches."),
      number(ways, 4, 1, 64, "ways",
             "Entries of a set, of which the one used longest ago makes room; the number of sets "
             "is a power of two."),
      number(page, 4096, 256, 1 << 30, "bytes", "Size of a page, a power of two."),
      number(walk, 20, 0, 10'000, "cycles",
             "How much longer an access takes whose translation is not there; one walk at a time."),
  };
}

std::vector<KeySpec> main_memory_keys() {
  return {
      number("main_memory.latency", 100, 1, 10'000, "cycles",
             "From a request of the last cache to the first bytes."),
      number("main_memory.line_cycles", 4, 0, 1000, "cycles",
             "How long a line takes the memory, in either direction: its bandwidth."),
      not_timing(flag(
          "main_memory.warm", false,
          "true: caches and translation buffers are warm in the first cycle: the program has been "
          "executed once, one access after the other, to its end, to where it would read its "
          "input, or for 10,000,000 instructions. Only with caches; --warm.")),
  };
}

/// The keys of [[cache]].
std::vector<KeySpec> cache_table_keys() {
  return {
      other("cache", "list of tables ([[cache]])", "[]", "at most 8",
            "The caches. Without any, memory.data_latency and memory.fetch_latency hold. --set "
            "addresses one by its name: cache.NAME.ways=4."),
      other("cache.name", "string", "-", "letters, digits and _ - + /, at most 16",
            "The name of the cache; not memory."),
      not_timing(
          choice("cache.serves", {"none", "fetch", "data", "both"},
                 "What comes to it from the core: instruction fetches, data accesses, both; none: "
                 "only what misses in other caches.")),
      other("cache.next", "name of a cache, or memory", "\"memory\"", "no cycles",
            "Where misses go, and what it writes back."),
      number("cache.size", 32'768, 1, 1LL << 30, "bytes", "What it holds."),
      number("cache.ways", 8, 1, 256, "ways",
             "Lines of a set: 1 is direct mapped; as many as there are lines, fully associative. "
             "The number of sets is a power of two."),
      number("cache.line", 64, 4, 4096, "bytes",
             "Bytes of a line, a power of two; not less than in the caches in front of it."),
      number(
          "cache.latency", 1, 1, 1000, "cycles",
          "How long a hit takes. A miss goes on to the next level behind it, so that latencies "
          "add up. kind = \"out_of_order\": hits in the first level are part of port.latency and "
          "front_end.cycles, and only what takes longer is added to them."),
      choice("cache.replacement", {"lru", "plru", "random", "srrip", "plugin"},
             "Which line of a full set makes room. lru: used longest ago; plru: a tree of bits "
             "(ways are a power of two); random; srrip: re-reference interval prediction with 2 "
             "bits; plugin: replacement_plugin."),
      other(
          "cache.replacement_plugin", "string", "\"\"", "name of a loaded plug-in",
          "replacement = \"plugin\": the replacement policy, loaded by --plugin; with its options: "
          "\"NAME,option=value\"."),
      choice("cache.write", {"back", "through"},
             "back: a store brings the line, which is written when it is evicted; through: a store "
             "goes to the next level at once, and a miss brings nothing."),
      number("cache.ports", 0, 0, 16, "accesses a cycle",
             "How many accesses begin in a cycle; 0: no limit."),
      number(
          "cache.banks", 1, 1, 64, "banks",
          "Accesses that begin in one cycle must go to different banks. A power of two; 1: there "
          "are no banks to conflict."),
      number("cache.bank_bytes", 8, 1, 4096, "bytes",
             "Addresses change the bank every so many bytes; a power of two."),
      number("cache.mshrs", 8, 1, 64, "lines",
             "Misses under way (miss status holding registers). A second miss to a line that is on "
             "its way waits with the first; when all are taken an access is refused."),
      number("cache.line_cycles", 1, 0, 1000, "cycles",
             "How long a line takes the connection to the next level, either way. The first bytes "
             "come first, so that it costs only what waits for the connection."),
      flag("cache.inclusive", false,
           "true: holds all that the caches in front of it hold; what it evicts is evicted there "
           "too."),
      choice("cache.prefetcher", {"none", "next_line", "stride", "plugin"},
             "next_line: a miss, or the first use of a prefetched line, asks for the lines behind; "
             "stride: an instruction whose addresses have twice had the same distance asks for the "
             "next ones; plugin: prefetch_plugin. Never across 4096 bytes, and one MSHR is left to "
             "others where there are two."),
      other("cache.prefetch_plugin", "string", "\"\"", "name of a loaded plug-in",
            "prefetcher = \"plugin\": the prefetcher, loaded by --plugin; with its options: "
            "\"NAME,option=value\"."),
      number("cache.prefetch_degree", 1, 1, 16, "lines", "How many lines are asked for at a time."),
      number("cache.prefetch_entries", 64, 1, 4096, "entries",
             "stride: instructions whose addresses are remembered. A power of two."),
      not_timing(number("cache.seed", 1, 1, 1LL << 62, "-", "Of random replacement.")),
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
