// Predictors, caches and translation buffers in machine files.

#include "machine_text.hpp"

#include <fmt/format.h>

using namespace stallscope;
using namespace stallscope::machine;

namespace {

constexpr std::string_view kTwoLevels = R"([[cache]]
name = "L1I"
serves = "fetch"
next = "L2"
size = 16384
[[cache]]
name = "L1D"
serves = "data"
next = "L2"
size = 32768
ways = 4
replacement = "plru"
write = "through"
mshrs = 4
[[cache]]
name = "L2"
size = 262144
latency = 12
inclusive = true
prefetcher = "stride"
[main_memory]
latency = 80
line_cycles = 6
[data_tlb]
entries = 48
ways = 3
)";

/// The one problem of a file with a cache `name = "C"`, serves data, and more keys, behind kSmall,
/// whose last line is the 21st.
std::string cache_problem(std::string_view keys) {
  return problem_of(
      small_and(fmt::format("[[cache]]\nname = \"C\"\nserves = \"data\"\n{}\n", keys)));
}

} // namespace

TEST_CASE("caches: a file says sizes, policies and the chain to memory") {
  const Machine m = machine_of(small_and(kTwoLevels));
  REQUIRE(m.caches.levels.size() == 3);
  const Cache& l1d = m.caches.levels[1];
  CHECK(l1d.sets() == 128); // 32768 / 64 / 4
  CHECK(l1d.next == 2);
  CHECK(l1d.replacement == Replacement::plru);
  CHECK(l1d.write == WritePolicy::write_through);
  CHECK(m.caches.levels[2].next == 3); // the main memory
  CHECK(m.caches.levels[2].inclusive);
  CHECK(m.caches.levels[2].prefetcher == PrefetcherKind::stride);
  CHECK(m.caches.first_for(true) == 0);
  CHECK(m.caches.first_for(false) == 1);
  CHECK(m.caches.memory == MainMemory{80, 6});
  CHECK(m.caches.data_tlb.entries == 48);
  CHECK(m.caches.fetch_tlb.entries == 0);
  CHECK(machine_of(kSmall).caches.levels.empty());
}

TEST_CASE("caches and predictors: a dump parses to an equal machine") {
  const Machine m = machine_of(
      small_and(std::string("[predictor]\nentries = 512\nhistory_bits = 9\ninitial = "
                            "\"strongly_taken\"\nhistory_update = \"resolve\"\n[btb]\nentries = "
                            "64\nways = 2\n[return_stack]\ndepth = 8\nrepair = \"top\"\n"
                            "[indirect]\npredictor = \"history\"\ntables = 2\n") +
                std::string(kTwoLevels)),
      {{"branch.predictor", "gshare"}, {"cache.L2.latency", "9"}});
  CHECK(m.predictor == PredictorKind::gshare);
  CHECK(m.caches.levels[2].latency_cycles == 9);
  INFO(dump(m));
  CHECK(parse_machine("dump", dump(m)).value() == m);
}

TEST_CASE("caches: zeros and sizes that do not come out even") {
  CHECK(cache_problem("size = 0") ==
        "test.toml:25:8: error: 'cache.size' is 0; expected an integer from 1 to 1073741824");
  CHECK(cache_problem("ways = 0") ==
        "test.toml:25:8: error: 'cache.ways' is 0; expected an integer from 1 to 256");
  CHECK(cache_problem("mshrs = 0") ==
        "test.toml:25:9: error: 'cache.mshrs' is 0; expected an integer from 1 to 64");
  CHECK(cache_problem("line = 48") ==
        "test.toml:25:8: error: 'cache.line' is 48; expected a power of two, such as 32");
  CHECK(cache_problem("size = 1000") ==
        "test.toml:25:8: error: 1000 bytes are no whole number of lines of 64 bytes; expected a "
        "multiple of cache.line");
  CHECK(cache_problem("size = 1024\nways = 3") == // 16 lines
        "test.toml:26:8: error: 16 lines cannot be divided into sets of 3 ways; expected ways that "
        "divide the number of lines");
  CHECK(cache_problem("size = 3072\nways = 4") == // 48 lines
        "test.toml:25:8: error: 48 lines in sets of 4 ways are 12 sets; expected a number of sets "
        "that is a power of two");
  CHECK(cache_problem("size = 3072\nways = 12\nreplacement = \"plru\"") ==
        "test.toml:26:8: error: a tree of bits over 12 ways; expected for plru a power of two up "
        "to 64, or replacement = \"lru\"");
  CHECK(cache_problem("banks = 3") ==
        "test.toml:25:9: error: 'cache.banks' is 3; expected a power of two, such as 2");
}

TEST_CASE("caches: what comes behind them") {
  CHECK(cache_problem("next = \"L2\"") ==
        "test.toml:25:8: error: behind the cache 'C' comes 'L2', which is not there; expected one "
        "of C, memory");
  CHECK(cache_problem("next = \"C\"") ==
        "test.toml:25:8: error: the caches behind 'C' go round in a circle; expected a chain that "
        "ends at memory");
  CHECK(cache_problem("next = \"D\"\nline = 64\n[[cache]]\nname = \"D\"\nline = 32") ==
        "test.toml:26:8: error: lines of 'C' have 64 bytes, those of 'D' behind it 32; expected "
        "lines that do not get smaller towards memory");
  CHECK(cache_problem("[[cache]]\nname = \"D\"") ==
        "test.toml:25:1: error: nothing reaches the cache 'D'; expected serves = \"data\", "
        "\"fetch\" or \"both\", or another cache whose next it is");
  CHECK(cache_problem("[[cache]]\nname = \"D\"\nserves = \"both\"") ==
        "test.toml:25:1: error: the caches 'C' and 'D' both serve data; expected one of them; the "
        "other one as its next");
  CHECK(problems_of(small_and("[[cache]]\nname = \"C\"\nserves = \"fetch\"\n[[cache]]\nname = "
                              "\"C\"\nserves = \"data\"\n"))[0]
            .message == "a second cache is named 'C'");
  CHECK(problem_of(small_and("[[cache]]\nname = \"memory\"\nserves = \"data\"\n")) ==
        "test.toml:23:8: error: a cache is named 'memory'; expected another name: that is what "
        "lies behind the last cache");
}

TEST_CASE("caches: nothing else may say how long an access takes") {
  CHECK(cache_problem("[memory]\ndata_latency = 3") ==
        "test.toml:26:16: error: 'memory.data_latency' is 3, but the cache 'C' says how long data "
        "accesses take; expected 1, or no cache for them");
  CHECK(machine_of(small_and("[[cache]]\nname = \"C\"\nserves = \"data\"\n[memory]\nfetch_latency "
                             "= 3\n"))
            .fetch_latency_cycles == 3); // fetches have no cache
  CHECK(problem_of(small_and("[fetch_tlb]\nentries = 16\n")) ==
        "test.toml:23:11: error: a translation buffer for fetches without a cache that serves it; "
        "expected a [[cache]] that serves it, or entries = 0");
  CHECK(cache_problem("[data_tlb]\nentries = 16\nways = 3") ==
        "test.toml:27:8: error: 16 entries cannot be divided into sets of 3; expected ways that "
        "divide the entries");
}

TEST_CASE("predictors: sizes that contradict each other") {
  CHECK(problem_of(small_and("[predictor]\nentries = 1000\n")) ==
        "test.toml:23:11: error: 'predictor.entries' is 1000; expected a power of two, such as "
        "512");
  CHECK(problem_of(small_and("[predictor]\nentries = 0\n")) ==
        "test.toml:23:11: error: 'predictor.entries' is 0; expected an integer from 1 to 1048576");
  CHECK(problem_of(small_and("[predictor]\nentries = 256\nhistory_bits = 9\n"),
                   {{"branch.predictor", "gshare"}}) ==
        "test.toml:24:16: error: a history of 9 branches does not fit into the 8 bits that find "
        "one of 256 counters; expected history_bits that 2 to the power of is at most "
        "predictor.entries");
  CHECK(problem_of(small_and("[predictor]\nmax_history = 3\n"), {{"branch.predictor", "tage"}}) ==
        "test.toml:23:15: error: 7 tables with histories from 4 to 3 branches cannot all have "
        "different ones; expected a larger max_history, or fewer tables");
  CHECK(problem_of(small_and("[btb]\nentries = 8\nways = 16\n")) ==
        "test.toml:24:8: error: 8 entries cannot be divided into sets of 16; expected ways that "
        "divide the entries");
  CHECK(problem_of(small_and("[btb]\nentries = 8\n"), {{"branch.predict_in", "IF"}}) ==
        "test.toml:23:11: error: a branch target buffer, but branches are predicted in 'IF', where "
        "they are fetched, without one; expected a later branch.predict_in, or entries = 0");
}

TEST_CASE("caches: one that includes others is not smaller than any of them") {
  const std::string text = small_and(kTwoLevels);
  CHECK(problem_of(replaced(text, "size = 262144", "size = 16384")) ==
        "test.toml:38:8: error: the cache 'L2' has 16384 bytes and includes 'L1D', which has "
        "32768; expected at least as many as the caches in front of it, or inclusive = false");
  CHECK(machine_of(replaced(text, "size = 262144", "size = 32768")).caches.levels[2].inclusive);
  const std::string apart = replaced(text, "inclusive = true\n", "");
  CHECK_FALSE(
      machine_of(replaced(apart, "size = 262144", "size = 16384")).caches.levels[2].inclusive);
}

TEST_CASE("caches: strides are those of accesses to data") {
  const std::string text = small_and(kTwoLevels);
  const std::string problem = problem_of(
      replaced(text, "serves = \"fetch\"\n", "serves = \"fetch\"\nprefetcher = \"stride\"\n"));
  CHECK(problem.find(":25:14: error: the cache 'L1I' has a prefetcher of strides, but serves "
                     "fetches only") != std::string::npos);
  CHECK(problem.find("did you mean 'next_line'?") != std::string::npos);
}
