// Keys of [[cache]], [main_memory], [fetch_tlb], [data_tlb], [memory], [counting] and [limits].

#include "keys/key_makers.hpp"

namespace stallscope::machine {

namespace {

/// The field of [main_memory].
template <auto Member> Field main_memory() {
  return at<&Machine::caches, &Caches::memory, Member>();
}

/// The keys of one TLB, with their names.
template <auto Buffer>
std::vector<KeySpec> tlb_keys(const char* entries, const char* ways, const char* page,
                              const char* walk) {
  constexpr auto kCaches = &Machine::caches;
  return {
      number(entries, at<kCaches, Buffer, &Tlb::entries>(), 0, 1 << 16, "entries",
             "Number of translations; 0: there is no TLB, and translation takes no time. Only with "
             "caches.",
             "能容纳的地址转换数；0：没有，转换不花时间。仅在有缓存时可用。"),
      number(ways, at<kCaches, Buffer, &Tlb::ways>(), 1, 64, "ways",
             "Entries of a set, of which the least recently used one is evicted; the number of "
             "sets is a power of two.",
             "每组的项数，最久未用的让位；组数是 2 的幂。"),
      power_of_two(number(page, at<kCaches, Buffer, &Tlb::page_bytes>(), 256, 1 << 30, "bytes",
                          "Size of a page, a power of two.", "页的大小，2 的幂。")),
      number(walk, at<kCaches, Buffer, &Tlb::walk_cycles>(), 0, 10'000, "cycles",
             "Extra cycles of an access that misses the TLB; one page-table walk at a time.",
             "转换不在其中的访问多花多久；一次只查一个页表。"),
  };
}

std::vector<KeySpec> main_memory_keys() {
  return {
      number("main_memory.latency", main_memory<&MainMemory::latency_cycles>(), 1, 10'000, "cycles",
             "Cycles from a request of the last cache to the first bytes of the line.",
             "从最后一级缓存的请求到最先的字节。"),
      number("main_memory.line_cycles", main_memory<&MainMemory::line_cycles>(), 0, 1000, "cycles",
             "Cycles for which a line occupies the memory, in either direction: its bandwidth.",
             "一行占用内存多久，两个方向相同：即带宽。"),
      not_timing(flag(
          "main_memory.warm", at<&Machine::caches, &Caches::warm>(),
          "true: caches and TLBs are warm in the first cycle: the program has been executed once, "
          "one access after the other, to its end, to its first read of input, or for 10,000,000 "
          "instructions. Only with caches; --warm.",
          "true：第一个周期时缓存和转换缓冲已经预热：程序先执行过一遍，访问一个接一个，到程序结束、"
          "到它要读输入之处，或满 10,000,000 条指令为止。仅在有缓存时可用；即 --warm。")),
  };
}

/// The keys of [[cache]].
std::vector<KeySpec> cache_table_keys() {
  return {
      other("cache", "list of tables ([[cache]])", "[]", "at most 8",
            "The caches. Without caches, memory.data_latency and memory.fetch_latency apply. --set "
            "addresses one by its name: cache.NAME.ways=4.",
            "各缓存。没有缓存时用 memory.data_latency 和 memory.fetch_latency。--set "
            "按名称指定其中一个：cache.NAME.ways=4。"),
      identifier("cache.name", at<&Cache::name>(), kLaneSigns, kMaxLaneBytes,
                 "The name of the cache; not memory.", "缓存的名称；不能是 memory。"),
      not_timing(
          choice("cache.serves", at<&Cache::serves>(), {"none", "fetch", "data", "both"},
                 "Accesses of the core that the cache serves: instruction fetches, data accesses, "
                 "both; none: only misses of other caches.",
                 "处理器核的哪些访问到它这里：取指、数据访问、两者；none：只有其他缓存的缺失。")),
      other("cache.next", "name of a cache, or memory", "\"memory\"", "no cycles",
            "The next level, to which misses and write-backs are sent.",
            "下一级，缺失和写回送往那里。"),
      number("cache.size", at<&Cache::size_bytes>(), 1, 1LL << 30, "bytes", "What it holds.",
             "容量。"),
      number("cache.ways", at<&Cache::ways>(), 1, 256, "ways",
             "Number of lines of a set: 1 is direct mapped; as many as there are lines, fully "
             "associative. The number of sets is a power of two.",
             "每组的行数：1 为直接映射；等于总行数为全相联。组数是 2 的幂。"),
      power_of_two(number(
          "cache.line", at<&Cache::line_bytes>(), 4, 4096, "bytes",
          "Bytes of a line, a power of two; at least the line size of the caches in front of it.",
          "一行的字节数，2 的幂；不小于它前面各级缓存的行。")),
      number("cache.latency", at<&Cache::latency_cycles>(), 1, 1000, "cycles",
             "Cycles of a hit. A miss is sent to the next level after these cycles, so that "
             "latencies add up. kind = \"out_of_order\": hits in the first level are part of "
             "port.latency and front_end.cycles, to which only longer times are added.",
             "命中需要多久。缺失继续到下一级，因此延迟相加。kind = \"out_of_order\" "
             "时：第一级的命中已计入 port.latency 和 front_end.cycles，只加上超出的部分。"),
      choice("cache.replacement", at<&Cache::replacement>(),
             {"lru", "plru", "random", "srrip", "plugin"},
             "Replacement policy: the line of a full set that is evicted. lru: the least recently "
             "used; plru: by a tree of bits (ways are a power of two); random; srrip: re-reference "
             "interval prediction with 2 bits; plugin: replacement_plugin.",
             "满组中哪一行让位。lru：最久未用；plru：位树（路数为 2 的幂）；random：随机；srrip：2 "
             "位的再引用间隔预测；plugin：replacement_plugin。"),
      other("cache.replacement_plugin", "string", "\"\"", "name of a loaded plug-in",
            "replacement = \"plugin\": the replacement policy, loaded by --plugin; with its "
            "options: \"NAME,option=value\".",
            "replacement = \"plugin\"：替换策略，由 --plugin 载入；可带选项：\"名称,选项=值\"。"),
      choice("cache.write", at<&Cache::write>(), {"back", "through"},
             "back: a store writes the line in the cache, which is written when it is evicted; "
             "through: a store is sent to the next level immediately.",
             "back（写回）：存数写缓存中的行，逐出时写回；through（写直达）：存数立即送往下一级。"),
      choice(
          "cache.write_miss", at<&Cache::write_miss>(), {"by_policy", "allocate", "no_allocate"},
          "What a store does that misses. by_policy: it allocates with write = \"back\", and does "
          "not with write = \"through\"; allocate (write-allocate): it requests the line, as a "
          "load does (with write = \"through\", stores behind it wait for the connection until the "
          "line has arrived: it is reserved in the order of accesses); no_allocate (write-around): "
          "it is sent to the next level, and the cache does not get the line.",
          "存数缺失时怎么办。by_policy：write = \"back\" 时分配，write = \"through\" "
          "时不分配；allocate（写分配）：像取数一样取来该行（write = \"through\" "
          "时，其后的存数等到该行到达才能用连接：连接按访问的顺序预留）；no_allocate（不按写分配）"
          "：存数送往下一级，缓存不取来该行。"),
      number("cache.ports", at<&Cache::ports>(), 0, 16, "accesses a cycle",
             "Number of accesses that can begin in a cycle; 0: no limit.",
             "每个周期能开始多少次访问；0：不限。"),
      power_of_two(number("cache.banks", at<&Cache::banks>(), 1, 64, "banks",
                          "Accesses that begin in one cycle must go to different banks. A power of "
                          "two; 1: there are no bank conflicts.",
                          "同一周期开始的访问必须落在不同的体。2 的幂；1：没有会冲突的体。")),
      power_of_two(number("cache.bank_bytes", at<&Cache::bank_bytes>(), 1, 4096, "bytes",
                          "Bytes of consecutive addresses in one bank; a power of two.",
                          "地址每隔这么多字节换一个体；2 的幂。")),
      number("cache.mshrs", at<&Cache::mshrs>(), 1, 64, "lines",
             "Number of miss status holding registers, that is of misses in flight. A second miss "
             "to a line in flight waits with the first; when all are in use an access is refused.",
             "进行中的缺失数（缺失状态保持寄存器）。对在途行的第二次缺失与第一次一起等待；全部占用"
             "时拒绝访问。"),
      number(
          "cache.line_cycles", at<&Cache::line_cycles>(), 0, 1000, "cycles",
          "Cycles for which a line occupies the connection to the next level, in either direction. "
          "Critical word first: only accesses that wait for the connection are delayed.",
          "一行占用到下一级的连接多久，两个方向相同。最先需要的字节先到，因此只影响等待该连接者。"),
      flag("cache.inclusive", at<&Cache::inclusive>(),
           "true: inclusive: holds all lines of the caches in front of it; lines it evicts are "
           "evicted there too.",
           "true：包含前面各级缓存的全部内容；它逐出的，那里也逐出。"),
      choice("cache.prefetcher", at<&Cache::prefetcher>(),
             {"none", "next_line", "stride", "plugin"},
             "next_line: a miss, or the first use of a prefetched line, prefetches the following "
             "lines; stride: an instruction whose addresses have had the same distance twice "
             "prefetches the next ones; plugin: prefetch_plugin. Prefetches do not cross multiples "
             "of 4096 bytes, and leave one MSHR free where there are at least two.",
             "next_"
             "line：一次缺失或预取行的首次使用会请求后面的行；stride：地址两次相距相同的指令请求后"
             "续的行；plugin：prefetch_plugin。从不跨 4096 字节，有两个以上 MSHR 时给别人留一个。"),
      other("cache.prefetch_plugin", "string", "\"\"", "name of a loaded plug-in",
            "prefetcher = \"plugin\": the prefetcher, loaded by --plugin; with its options: "
            "\"NAME,option=value\".",
            "prefetcher = \"plugin\"：预取器，由 --plugin 载入；可带选项：\"名称,选项=值\"。"),
      number("cache.prefetch_degree", at<&Cache::prefetch_degree>(), 1, 16, "lines",
             "Number of lines per prefetch.", "一次请求多少行。"),
      power_of_two(number("cache.prefetch_entries", at<&Cache::prefetch_entries>(), 1, 4096,
                          "entries",
                          "stride: number of instructions in the table of strides. A power of two.",
                          "stride：记住多少条指令的地址。2 的幂。")),
      not_timing(number("cache.seed", at<&Cache::seed>(), 1, 1LL << 62, "-",
                        "Seed of random replacement.", "随机替换的种子。")),
  };
}

} // namespace

std::vector<KeySpec> cache_keys() {
  return joined({cache_table_keys(), main_memory_keys(),
                 tlb_keys<&Caches::fetch_tlb>("fetch_tlb.entries", "fetch_tlb.ways",
                                              "fetch_tlb.page", "fetch_tlb.walk"),
                 tlb_keys<&Caches::data_tlb>("data_tlb.entries", "data_tlb.ways", "data_tlb.page",
                                             "data_tlb.walk")});
}

std::vector<KeySpec> memory_keys() {
  return {
      number("memory.data_latency", at<&Machine::data_latency_cycles>(), 1, 1000, "cycles",
             "Cycles of a load or store in the memory stage.", "取数或存数在访存级停留多久。"),
      number("memory.fetch_latency", at<&Machine::fetch_latency_cycles>(), 1, 1000, "cycles",
             "Cycles of an instruction in the fetch stage.", "指令在取指级停留多久。"),
      power_of_two(
          number("memory.fetch_bytes", at<&Machine::fetch_bytes>(), 0, 64, "bytes",
                 "Number of bytes of a fetch, aligned to this size; a power of two. Sequential "
                 "instructions in these bytes need no further fetch: an instruction takes another "
                 "fetch only where it begins or ends in new bytes, and after a jump an instruction "
                 "that spans two such blocks takes two. 0: every instruction is one fetch.",
                 "一次取指带来多少字节，按此对齐；2 "
                 "的幂。顺序的内容会提前取来，因此只有在新的字节里开始或结束的指令才要再取一次：跳"
                 "转之后跨两块的指令要取两次。0：每条指令取一次。")),
      choice("memory.port", at<&Machine::memory_port>(), {"separate", "shared"},
             "shared: instructions and data share one memory port, and no fetch starts in a cycle "
             "with a data access.",
             "shared：指令和数据共用一个存储器端口，有数据访问的周期不开始取指。"),
      not_timing(of_any_kind(choice(
          "memory.misaligned", at<&Machine::misaligned>(), {"by_platform", "fault", "allow"},
          "Treatment of an access whose address is not a multiple of its size. by_platform: it "
          "faults, except in programs for Linux, and in programs given as text unless "
          "memory.undeclared is fault, where it takes the time of any other access and a note is "
          "given once. fault and allow apply to all programs; atomic accesses fault with both.",
          "地址不是其大小倍数的访问怎么办。by_platform：出错，但 Linux "
          "允许程序这样做，所需时间与其他访问相同；以文本给出的程序也可以，除非 memory.undeclared "
          "为 fault，并会说明一次。fault 和 allow 对所有程序有效；这两种情况下原子访问都出错。"))),
      not_timing(of_any_kind(choice(
          "memory.undeclared", at<&Machine::undeclared>(), {"zero", "fault"},
          "Treatment of accesses by a program given as text to memory that it has not declared as "
          "writable. zero: loads read zeros or the values stored there before, and a note is given "
          "once. Programs that declare memory (.data, .bss, .mem) fault outside of it. At most "
          "1024 blocks of 4 KiB can be written, and none directly below the stack: programs that "
          "need more must declare it. In text with the register names of textbooks, R1, divisions "
          "by zero are permitted as well. Executables always fault. --strict is short for fault.",
          "以文本给出的程序访问它从未声明的存储器时怎么办。zero：在那里读到零，或它在那里存入的值；"
          "会说明一次。最多写 1024 块，每块 4 "
          "KiB，紧靠栈下方的不给：需要更多就要声明。用教科书寄存器名（R1）的文本除以零也放行。可执"
          "行文件总是出错。--strict 是 fault 的简写。"))),
      power_of_two(number("memory.access_bytes", at<&Machine::access_bytes>(), 1, 64, "bytes",
                          "Number of bytes of data memory that one access can cover, aligned to "
                          "this size; a power of two.",
                          "一次访问能到达数据存储器的多少字节，按此对齐；2 的幂。")),
      number("memory.split_cycles", at<&Machine::split_cycles>(), 0, 100, "cycles",
             "Extra cycles of an access that crosses a multiple of memory.access_bytes, and is "
             "made in two parts.",
             "跨越 memory.access_bytes 倍数的访问多花多久：分两次完成。"),
      not_timing(
          choice("counting.drain", at<&Machine::drain>(), {"counted", "excluded"},
                 "Whether cycles count until the last instruction has left the pipeline, or "
                 "only until it has left the stages before the functional units. All work "
                 "counts: in the ledger, slots used after that take the place of slots "
                 "lost to filling.",
                 "周期数算到最后一条指令离开流水线，还是只算到它离开功能部件之前的各级。所有工作都"
                 "计入：账本中，此后使用的槽代替因流水线填充而损失的槽。")),
      not_timing(of_any_kind(number(
          "limits.no_progress", at<&Machine::no_progress_cycles>(), 2'000, 1'000'000'000, "cycles",
          "Number of cycles without progress after which the run stops with a dump.",
          "这么久什么都没有动，运行就停止并给出转储。"))),
  };
}

} // namespace stallscope::machine
