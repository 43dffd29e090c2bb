// Keys of dynamically scheduled machines.

#include "keys/key_makers.hpp"
#include "machine/limits.hpp"

namespace stallscope::machine {

namespace {

/// The field of a dynamically scheduled machine.
template <auto Member> Field dynamic() {
  return at<&Machine::dynamic, Member>();
}

std::vector<KeySpec> front_keys() {
  return {
      number("front_end.width", dynamic<&Dynamic::fetch_width>(), 1, 8, "instructions",
             "Number of instructions fetched in a cycle.", "每个周期取多少条指令。"),
      power_of_two(
          number("front_end.fetch_bytes", dynamic<&Dynamic::fetch_bytes>(), 0, 64, "bytes",
                 "Size of a fetch block: the fetch of a cycle ends at the end of an aligned block "
                 "of this size; a power of two from 4, and from 16 for programs of x86, whose "
                 "instructions have up to 15 bytes. An instruction belongs to the block in which "
                 "it begins. 0: fetch is not limited by blocks.",
                 "取指到这么多字节的对齐块的末尾为止；必须是 2 的幂。0：可从任意位置取。")),
      number(
          "front_end.cycles", dynamic<&Dynamic::front_cycles>(), 0, kMaxFrontCycles, "cycles",
          "Cycles from the fetch of an instruction to its dispatch. 0: both are in the same cycle.",
          "从取指到分派的周期数。0：两者在同一周期。"),
      number("front_end.queue", dynamic<&Dynamic::fetch_queue>(), 1, 512, "micro-ops",
             "Maximum number of micro-ops between fetch and dispatch. At least front_end.width "
             "times front_end.cycles are needed for full throughput.",
             "取指与分派之间能容纳多少微操作。要跟得上，至少为 front_end.width 乘以 "
             "front_end.cycles。"),
      number("front_end.redirect_cycles", dynamic<&Dynamic::redirect_cycles>(), 0, 100, "cycles",
             "Extra cycles until fetch resumes after a misprediction, which it otherwise does in "
             "the cycle after the branch has executed.",
             "预测错误后，取指比“分支执行完的下一个周期”再晚多少周期继续。"),
      number("front_end.decode_cycles", dynamic<&Dynamic::decode_cycles>(), 0, 100, "cycles",
             "Cycles from the fetch of a branch until a target missing in the branch target buffer "
             "(btb) is known from decode; fetch waits for it.",
             "取指不知道的目标（不在 btb 中）在取到分支后这么久才知道；取指等待它。"),
      number("front_end.taken_branches", dynamic<&Dynamic::taken_branches>(), 0, 8, "branches",
             "Number of taken branches and jumps behind which fetch continues at the target in the "
             "same cycle, in another fetch block, when the target is known. 0: the fetch of a "
             "cycle ends at the first.",
             "取指越过多少个跳转成立的分支或跳转后仍在同一周期从目标继续（目标须在取指时已知）。0："
             "遇到第一个就结束。"),
      number(
          "front_end.branch_queue", dynamic<&Dynamic::branch_queue>(), 0, kMaxBranchQueue,
          "branches",
          "Entries of the branch prediction queue: branches and jumps from fetch to retirement, "
          "each with its checkpoint. 0: the maximum, 512.",
          "分支预测队列的表项数：从取指到退休的分支和跳转，每个带一个检查点。0：不限，最多 512。"),
      flag("front_end.pairs_count_once", dynamic<&Dynamic::pairs_count_once>(),
           "true: two instructions that are fused into one micro-op (decode.fuse_compare_branch, "
           "decode.fuse_lui_addi) take one slot of front_end.width, as in machines that deliver "
           "decoded micro-ops; false: each takes one.",
           "true：合成一个微操作的两条指令（decode.fuse_compare_branch、decode.fuse_lui_addi）只占 "
           "front_end.width 的一个位置，如同供给的是已译码的微操作；false：各占一个。"),
      number("decode.micro_ops", dynamic<&Dynamic::decode_micro_ops>(), 0, 64, "micro-ops",
             "Maximum number of micro-ops into which the instructions fetched in a cycle are "
             "decoded; an instruction with more is decoded alone. As many instructions are decoded "
             "in a cycle as are fetched. 0: no limit.",
             "一个周期取来的指令最多译成多少微操作；更多的那条指令单独占一个周期。每周期译码的指令"
             "数与取指相同。0：不限。"),
      flag("decode.fuse_compare_branch", dynamic<&Dynamic::fuse_compare_branch>(),
           "true: a comparison and the branch on its result, fetched in one cycle, are one "
           "micro-op (x86: cmp, test and arithmetic with jcc; else slt, sltu with beqz, bnez).",
           "true：同一周期取到的比较和依据其结果的分支合成一个微操作（x86：cmp、test 和算术指令与 "
           "jcc；其他：slt、sltu 与 beqz、bnez）。"),
      flag("decode.fuse_lui_addi", dynamic<&Dynamic::fuse_lui_addi>(),
           "true: lui or auipc and the addition that completes the constant, fetched in one cycle, "
           "are one micro-op.",
           "true：同一周期取到的 lui 或 auipc 与补全常数的加法合成一个微操作。"),
      flag("decode.fuse_load_op", dynamic<&Dynamic::fuse_load_op>(),
           "true: a load and the operation of the same instruction on its value take one slot of "
           "the dispatch and retirement width and of the reorder buffer; in the fetch queue and in "
           "stations each has a separate entry.",
           "true：取数与同一指令用该值做的计算只占一个分派、退休和重排序缓冲的位置；在取指队列和保"
           "留站中仍各占一个。"),
      flag("decode.fuse_store", dynamic<&Dynamic::fuse_store>(),
           "true: the address and data micro-ops of a store take one slot of the dispatch and "
           "retirement width and of the reorder buffer; in the fetch queue and in stations each "
           "has a separate entry.",
           "true：拆成两个微操作的存数，其地址和数据只占一个分派、退休和重排序缓冲的位置；在取指队"
           "列和保留站中仍各占一个。"),
      number("dispatch.width", dynamic<&Dynamic::dispatch_width>(), 1, 8, "micro-ops",
             "Number of micro-ops renamed and sent to the stations in a cycle, in program order.",
             "每个周期按程序顺序重命名并送往保留站的个数。"),
      flag("dispatch.serialise", dynamic<&Dynamic::serialise>(),
           "true: system calls, fences, accesses to control registers and atomic accesses are "
           "dispatched when all older operations have retired and their stores are in the cache, "
           "and younger ones are dispatched only after they have retired; false: they are "
           "dispatched like other operations.",
           "true：系统调用、屏障、控制寄存器访问和原子访问要等更老的全部退休且其存数都写入缓存后才"
           "分派，在它们退休之前后面的也不分派；false：与其他操作一样。"),
      choice("rename.scheme", dynamic<&Dynamic::renaming>(), {"none", "tags", "physical"},
             "How WAW and WAR hazards are avoided. none (a scoreboard): an operation is dispatched "
             "when no operation in flight has the same destination, reads registers when all its "
             "operands are available, and writes when no older operation still has to read the old "
             "value. tags (Tomasulo): stations wait for the tag of the producer. physical: a map "
             "table, and more physical registers than architectural ones.",
             "如何把同一寄存器的后写者与先写者分开。none（记分牌）：没有活动操作写同一目的寄存器时"
             "才分派，操作数全在寄存器里才读，前面没有人还要读旧值时才写。tags（Tomasulo）：保留站"
             "等待生产者的标签。physical：映射表，物理寄存器多于体系结构寄存器。"),
      number("rename.integer_registers", dynamic<&Dynamic::integer_registers>(), 0,
             kMaxPhysicalRegisters, "registers",
             "physical: number of integer registers, at least 39: the 32 architectural ones, 4 for "
             "values between micro-ops of one instruction, and 3 that one micro-op may write.",
             "physical：整数物理寄存器个数，至少 39：32 个体系结构寄存器、4 "
             "个用于一条指令的微操作之间、3 个供一个微操作写。"),
      number("rename.fp_registers", dynamic<&Dynamic::fp_registers>(), 0, kMaxPhysicalRegisters,
             "registers",
             "physical: number of floating-point registers, at least 35: the architectural ones, "
             "and those that one micro-op may write.",
             "physical：浮点物理寄存器个数，至少 35：体系结构寄存器以及一个微操作可能写的那些。"),
  };
}

std::vector<KeySpec> station_keys() {
  return {
      other("station", "list of tables ([[station]])", "-", "1 to 16",
            "Where operations wait for their operands: reservation stations, issue queues. --set "
            "addresses one by its name: station.NAME.entries=16.",
            "操作等待操作数的地方：保留站、发射队列。--set "
            "按名称指定其中一个：station.NAME.entries=16。"),
      identifier("station.name", at<&Station::name>(), kLaneSigns, kMaxLaneBytes,
                 "The name of the station.", "保留站的名称。"),
      number("station.entries", at<&Station::entries>(), 1, 512, "micro-ops", "Number of entries.",
             "能容纳多少个。"),
      choice("scheduler.release", dynamic<&Dynamic::release>(), {"write", "issue"},
             "When an operation releases its station entry: at write-back, as in a reservation "
             "station; or at issue, as in an issue queue.",
             "操作何时离开其位置：带着结果离开，如保留站；或开始执行时离开，如发射队列。"),
      number("scheduler.width", dynamic<&Dynamic::issue_width>(), 0, 32, "operations",
             "Number of operations issued in a cycle on all ports together, oldest first; 0: one "
             "on every port.",
             "所有端口一个周期共可开始多少操作，最老的优先；0：每个端口一个。"),
      choice("scheduler.port_choice", dynamic<&Dynamic::port_choice>(),
             {"lowest", "specialised", "least_loaded"},
             "Selection of the port of an operation that several ports of its station execute. "
             "lowest: at issue, the first free port in the order of the file; specialised: the "
             "same, but ports that execute only one class come first, so that others stay free; "
             "least_loaded: at dispatch and permanently, the port with the fewest waiting "
             "operations, among equals the last in the order of the file.",
             "几个端口都能执行的操作从哪个端口开始。lowest：开始时取列出的第一个空闲端口；specialis"
             "ed：同上，但只执行一种操作的端口排在最前；least_"
             "loaded：分派时就定下等待者最少的端口（相同时取列出的最后一个），之后只等它。"),
      flag("scheduler.reuse_same_cycle", dynamic<&Dynamic::reuse_same_cycle>(),
           "true: an entry or register that is freed in a cycle can be allocated in the same "
           "cycle; false: from the next cycle on.",
           "true：一个周期里腾出的（表项、寄存器的最后一次使用）当个周期就能再用；false：下一周期起"
           "。"),
      number("scheduler.read_cycles", dynamic<&Dynamic::read_cycles>(), 0, 15, "cycles",
             "Cycles from issue to execution, for reading registers.",
             "从离开发射队列到执行：读寄存器的周期数。"),
      flag("scheduler.wait_behind_branches", dynamic<&Dynamic::waits_behind_branches>(),
           "true: operations behind a branch or jump wait in their stations until the cycle after "
           "it is resolved: fetch and dispatch follow the prediction, execution does not. false: "
           "they execute when their operands are available. With a reorder buffer only; without "
           "one nothing is dispatched behind an unresolved branch.",
           "true：分支或跳转之后分派的操作在保留站中等到它判定之后的周期：取指和分派跟随预测，执行"
           "不跟随；false：操作数到齐就开始。只用于有重排序缓冲的机器；没有时根本不会分派。"),
      other("port", "list of tables ([[port]])", "-", "1 to 32, copies counted",
            "A port issues one operation a cycle, the oldest in its station that it can execute. "
            "--set addresses one by its name: port.NAME.latency=4.",
            "端口每个周期发射一个操作，即其保留站中它能执行的最老的一个。--set "
            "按名称指定其中一个：port.NAME.latency=4。"),
      identifier("port.name", at<&Port::name>(), kLaneSigns, kMaxLaneBytes, "The name of the port.",
                 "端口的名称。"),
      number("port.count", at<&Port::count>(), 1, 8, "copies", "Identical copies of the port.",
             "相同端口的份数。"),
      other("port.station", "name of a station", "the station, when there is one only", "-",
            "The station from which the port issues operations.", "端口从哪个保留站发射操作。"),
      other("port.operations", "list of operation classes or groups, store_address, store_data",
            "-", "a class in any number of ports",
            "What the port executes. A class includes its refinements, unless a port names them. "
            "With ports for store_address and store_data a store is two micro-ops, and no port "
            "names stores. nop needs no port, unless one names it. Atomics are loads, integer "
            "operations and stores.",
            "端口执行什么。一个类包括它的细分类，除非有端口写明了它们。有 store_address 和 "
            "store_data 的端口时，一次存数是两个微操作，任何端口都不再写存数。nop "
            "不需要端口，除非有端口写明了它。原子操作是取数、整数操作和存数。"),
      with_default(number("port.latency", {}, 1, 1000, "cycles",
                          "Cycles of execution of an operation; for a load: from its address to "
                          "its value when it hits the first cache, independent of cache.latency.",
                          "一个操作执行多久；对取数：命中第一级缓存时从有地址到有值，不论 "
                          "cache.latency 怎么写。"),
                   1),
      other("port.latencies", "table of class = cycles", "{}", "1 to 1000 each",
            "Latencies of single classes that differ from port.latency. A class includes its "
            "refinements, unless they are named as well.",
            "与 port.latency 不同的个别操作类的时间。一个类包括它的细分类，除非它们也写明了。"),
      with_default(
          flag("port.pipelined", {},
               "true: starts an operation every cycle; false: when the previous one has executed.",
               "true：每个周期开始一个操作；false：前一个执行完才开始。"),
          1),
      other("port.alone", "list of operation classes or groups, store_address, store_data", "[]",
            "classes of port.operations; not with pipelined = false",
            "Unpipelined classes of a port that is otherwise pipelined: they share a unit which "
            "executes one of them at a time.",
            "在其余部分流水的端口中不流水的操作类：它们共用一个一次只执行其中一个的部件。"),
  };
}

std::vector<KeySpec> back_keys() {
  return {
      choice("results.wakeup", dynamic<&Dynamic::wakeup>(), {"after_write", "bypass"},
             "When an operation can use a result: in the cycle after the result is written "
             "(broadcast); or in the cycle after the last one in which its producer executes "
             "(bypass).",
             "等待结果的操作何时能开始：结果写出的下一周期（broadcast），或其生产者执行的最后一个周"
             "期之后。"),
      number("results.buses", dynamic<&Dynamic::result_buses>(), 0, 32, "results a cycle",
             "Results that can be written in a cycle, oldest first; 0: no limit.",
             "每个周期能写的结果个数，老的优先；0：不限。"),
      flag("results.done_without_result", dynamic<&Dynamic::done_without_result>(),
           "true: an operation without a result, such as a branch or a store, completes in its "
           "last cycle of execution, and can retire in the next; false: it completes one cycle "
           "later, in the write cycle of other operations. With a reorder buffer and wakeup = "
           "\"after_write\".",
           "true：没有结果的操作（分支、存数）在执行的最后一个周期就完成，下一周期可以退休；false："
           "它也占用其他操作写结果的那个周期。需要重排序缓冲和 wakeup = \"after_write\"。"),
      other("bypass", "list of tables ([[bypass]])", "[]", "one table at most for a pair of units",
            "Extra delays of results from some units to others, for instance between integer and "
            "floating-point units, or between clusters.",
            "结果从一些部件到另一些部件的额外延迟，例如在整数与浮点部件之间，或在簇之间。"),
      other("bypass.from", "list of ports, operation classes or groups", "-", "-",
            "The producer of the result: ports by their names; classes and groups in any port that "
            "executes them. A name that is both denotes the port.",
            "结果的生产者：按名称的端口；或操作类和组，在执行它们的任何端口中。两者都是的名称指端口"
            "。"),
      other("bypass.to", "list of ports, operation classes or groups", "-", "-",
            "The consumer of the result. An operation that several ports of its station can "
            "execute waits until the result is available to all of them.",
            "结果的消费者。其保留站中有几个端口能执行的操作，等到结果对它们全都可用。"),
      number("bypass.cycles", at<&Bypass::cycles>(), 0, 100, "cycles",
             "Extra cycles, beyond those of results.wakeup, until an operation in 'to' can begin "
             "with a result produced in 'from'. Results of operations that retired before the "
             "consumer's dispatch are read from the register file without this delay.",
             "‘to’ 中的操作使用 ‘from’ 中产生的结果时，比 results.wakeup "
             "所说的晚多少周期开始。已退休的值立即来自寄存器堆。"),
      number("reorder_buffer.entries", dynamic<&Dynamic::reorder_entries>(), 0, 1000, "micro-ops",
             "Number of micro-ops from dispatch to retirement in program order. 0: there is no "
             "reorder buffer, results are final when they are written, and nothing is fetched "
             "behind an unresolved branch.",
             "从分派到按程序顺序退休。0：没有重排序缓冲，结果写出即最终，未决分支之后不取指。"),
      number("reorder_buffer.width", dynamic<&Dynamic::retire_width>(), 0, 8, "micro-ops",
             "Number of micro-ops that retire in a cycle; 0: as many as are dispatched. The ledger "
             "counts at most as many slots at retirement as are dispatched in a cycle.",
             "每个周期退休多少；0：与分派相同。"),
      choice("load_store.disambiguation", dynamic<&Dynamic::disambiguation>(),
             {"perfect", "conservative", "predict"},
             "Which older stores a load waits for (memory disambiguation). perfect: those that "
             "write the bytes it reads; conservative: it waits until the addresses of all older "
             "stores are known; predict: those on which it is predicted to depend (store sets), "
             "and a load that has read too early is replayed with all younger operations.",
             "更老的存数还没执行时取数何时执行。perfect：只等写它所读内容的那些；conservative：等到"
             "所有更老存数的地址都已知；predict：等预测会相关的那些（存数集），取得过早的连同其后的"
             "一起重新取。"),
      choice(
          "load_store.forwarding", dynamic<&Dynamic::forwarding>(),
          {"none", "exact", "covering", "partial"},
          "Store-to-load forwarding: from which older stores in flight, the store buffer included, "
          "a load takes its value when they overlap with it. none: from none; exact: from one that "
          "writes the same bytes; covering: from one that writes all bytes it reads; partial: from "
          "any one, with the rest from the cache. Otherwise, and when two stores have parts of the "
          "value, the load waits until they are in the cache.",
          "取数从哪些在途的更老存数（包括存数缓冲）得到值。none：都不；exact：写相同字节的；coverin"
          "g：写了它所读全部字节的；partial：任意，其余部分拼起来。对其他的则等它们写入缓存。"),
      flag("load_store.capture_data", dynamic<&Dynamic::captures_store_data>(),
           "true: the data of a store need no port: they are taken from the bus in the cycle in "
           "which they are written, or at dispatch when they are available; false: store_data is "
           "executed like other operations. With a reorder buffer, wakeup = \"after_write\" and "
           "ports for store_data, in whose station the data are awaited.",
           "true：存数的数据不是端口的操作：在它被写出的周期从总线上取得，若已就绪则在分派时取得；f"
           "alse：store_data 与其他操作一样执行。需要重排序缓冲、wakeup = \"after_write\" 和 "
           "store_data 的端口，数据在其保留站中等待。"),
      number(
          "load_store.store_set_cycles", dynamic<&Dynamic::store_set_cycles>(), 0, 1'000'000'000,
          "cycles",
          "With disambiguation = \"predict\": number of cycles after which all store sets are "
          "cleared, so that loads do not wait for stores they do not depend on any more; 0: never.",
          "disambiguation = \"predict\" "
          "时：每隔这么多周期忘掉所有存数集，免得取数继续等待如今写别处的存数；0：从不。"),
      number("load_store.load_entries", dynamic<&Dynamic::load_entries>(), 0, 512, "loads",
             "Loads from dispatch to retirement; 0: no limit.", "从分派到退休；0：不限。"),
      number("load_store.store_entries", dynamic<&Dynamic::store_entries>(), 0, 512, "stores",
             "Stores from dispatch to retirement; 0: no limit.", "从分派到退休；0：不限。"),
      number(
          "load_store.store_buffer", dynamic<&Dynamic::store_buffer_entries>(), 0, kMaxStoreBuffer,
          "stores",
          "Number of retired stores that can wait for the data cache, which accepts one a cycle; "
          "0: stores write the cache at retirement, and a store that misses delays retirement.",
          "已退休、等待数据缓存的存数，缓存每周期接收一个；0：退休时写入。"),
      number("load_store.forward_cycles", dynamic<&Dynamic::forward_cycles>(), 1, 100, "cycles",
             "Cycles of execution of a load that takes its value from a store in flight.",
             "从在途存数得到值的取数执行多久。"),
  };
}

} // namespace

std::vector<KeySpec> dynamic_keys() {
  return joined({front_keys(), station_keys(), back_keys()});
}

} // namespace stallscope::machine
