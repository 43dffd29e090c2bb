#include "language/machine_keys_zh.hpp"

#include <algorithm>
#include <array>

// Meanings of the keys of a machine file in Chinese; the English ones are in machine_keys().
namespace stallscope::gui {

namespace {

struct KeyMeaning {
  std::string_view key;
  std::string_view meaning;
};

// clang-format off: one line per key
constexpr std::array kMeanings{
    KeyMeaning{"xlen",
               "整数寄存器的位数，32 或 64。RISC-V 文本按此汇编，C 按此编译，除非 --xlen "
               "或文本另有说明（'.attribute arch'），或文本含有只有 64 位才有的指令。可执行文件自己"
               "会说明。"},
    KeyMeaning{
        "missing_unit",
        "以文本给出的程序有一种操作，没有任何部件（端口）能执行时怎么办。assume：像相近的操作那样执"
        "行，用它的部件和时间，并会说明：浮点取数、存数和原子操作如同 load 和 store，fp_multiply "
        "和 "
        "fp_fused 如同 multiply，fp_divide 如同 divide，其余的（以及这两者也没有时）如同 "
        "integer；时间取决于操作数时取最长的。error：程序不运行。可执行文件遇到时就结束。"
        "--strict 是 error 以及 memory.undeclared = fault 的简写。"},
    KeyMeaning{"pipeline.width", "每个周期取指和发射的指令数，也是每一级能容纳的指令数。"},
    KeyMeaning{"pipeline.overlap", "false：不流水，前一条指令离开最后一级后才取下一条。"},
    KeyMeaning{"pipeline.group",
               "sliding：一级只要有空位就接收新指令；lockstep：整组都离开后才接收。"},
    KeyMeaning{
        "register_file.write_then_read",
        "true：值写入的同一周期就能读出（前半周期写，后半周期读）；false：下一周期起才能读出。"},
    KeyMeaning{"register_file.wait",
               "操作在哪里等待操作数：在读寄存器的那一级，还是在它的前一级。"},
    KeyMeaning{"register_file.ports",
               "split：读和写使用各自的端口；shared：同一周期不能又读又写，写优先。"},
    KeyMeaning{"register_file.read_ports", "每个周期能读的寄存器操作数个数；0：不限。"},
    KeyMeaning{"register_file.write_ports", "每个周期能写的结果个数；0：不限。"},
    KeyMeaning{"register_file.second_operand_cycles",
               "有两个或更多寄存器操作数（包括 RISC-V 的 x0）的指令在执行级之前的读寄存器级多停多久"
               "：只有一个读端口、依次读取时为 1。仅用于 pipeline.overlap = false。"},
    KeyMeaning{"forwarding.paths", "不经过寄存器堆，把结果从某一级的末尾送到另一级的开头。送到读寄"
                                   "存器级的供那里的分支比较器使用，送到访存级的供存数使用。"},
    KeyMeaning{"unit.count", "相同部件的份数。"},
    KeyMeaning{"unit.latency", "一个操作执行多久。"},
    KeyMeaning{"unit.pipelined", "true：每个周期接收一个新操作；false：一次只做一个。"},
    KeyMeaning{"hazards.waw", "功能部件中更老的操作要写同一寄存器时，发射等待。any：总是等待；overt"
                              "ake：只在较新的操作会先写时等待。"},
    KeyMeaning{"hazards.unit_reuse",
               "非流水部件何时接收下一个操作。same_cycle：前一个离开的那个周期；next_"
               "cycle：那个周期里仍然关闭。所有操作都只需一个周期的部件视为流水部件。"},
    KeyMeaning{"front_end.width", "每个周期取多少条指令。"},
    KeyMeaning{"front_end.fetch_bytes",
               "取指到这么多字节的对齐块的末尾为止；必须是 2 的幂。0：可从任意位置取。"},
    KeyMeaning{"front_end.cycles", "从取指到分派的周期数。0：两者在同一周期。"},
    KeyMeaning{
        "front_end.queue",
        "取指与分派之间能容纳多少微操作。要跟得上，至少为 front_end.width 乘以 front_end.cycles。"},
    KeyMeaning{"front_end.taken_branches", "取指越过多少个跳转成立的分支或跳转后仍在同一周期从目标"
                                           "继续（目标须在取指时已知）。0：遇到第"
                                           "一个就结束。"},
    KeyMeaning{
        "front_end.branch_queue",
        "分支预测队列的表项数：从取指到退休的分支和跳转，每个带一个检查点。0：不限，最多 512。"},
    KeyMeaning{
        "front_end.pairs_count_once",
        "true：合成一个微操作的两条指令（decode.fuse_compare_branch、decode.fuse_lui_addi）只占 "
        "front_end.width 的一个位置，如同供给的是已译码的微操作；false：各占一个。"},
    KeyMeaning{
        "decode.micro_ops",
        "一个周期取来的指令最多译成多少微操作；更多的那条指令单独占一个周期。每周期译码的指令数与"
        "取指相同。0：不限。"},
    KeyMeaning{"scheduler.width",
               "所有端口一个周期共可开始多少操作，最老的优先；0：每个端口一个。"},
    KeyMeaning{"front_end.redirect_cycles",
               "预测错误后，取指比“分支执行完的下一个周期”再晚多少周期继续。"},
    KeyMeaning{"front_end.decode_cycles",
               "取指不知道的目标（不在 btb 中）在取到分支后这么久才知道；取指等待它。"},
    KeyMeaning{
        "decode.fuse_compare_branch",
        "true：同一周期取到的比较和依据其结果的分支合成一个微操作（x86：cmp、test 和算术指令与 "
        "jcc；其他：slt、sltu 与 beqz、bnez）。"},
    KeyMeaning{"decode.fuse_lui_addi",
               "true：同一周期取到的 lui 或 auipc 与补全常数的加法合成一个微操作。"},
    KeyMeaning{"decode.fuse_load_op", "true：取数与同一指令用该值做的计算只占一个分派、退休和重排序"
                                      "缓冲的位置；在取指队列和保留站中仍各占一个。"},
    KeyMeaning{"decode.fuse_store",
               "true：拆成两个微操作的存数，其地址和数据只占一个分派、退休和重排"
               "序缓冲的位置；在取指队列和保留站中仍各占一个。"},
    KeyMeaning{"dispatch.width", "每个周期按程序顺序重命名并送往保留站的个数。"},
    KeyMeaning{"dispatch.serialise",
               "true：系统调用、屏障、控制寄存器访问和原子访问要等更老的全部退休且其存数都写入缓存"
               "后才分派，在它们退休之前后面的也不分派；false：与其他操作一样。"},
    KeyMeaning{"rename.scheme",
               "如何把同一寄存器的后写者与先写者分开。none（记分牌）：没有活动操作写同一目的寄存器"
               "时才分派，操作数全在寄存器里才读，前面没有人还要读旧值时才写。tags（Tomasulo）：保"
               "留站等待生产者的标签。physical：映射表，物理寄存器多于体系结构寄存器。"},
    KeyMeaning{"rename.integer_registers",
               "physical：整数物理寄存器个数，至少 39：32 个体系结构寄存器、4 "
               "个用于一条指令的微操作之间、3 个供一个微操作写。"},
    KeyMeaning{"rename.fp_registers",
               "physical：浮点物理寄存器个数，至少 35：体系结构寄存器以及一个微操作可能写的那些。"},
    KeyMeaning{"station.entries", "能容纳多少个。"},
    KeyMeaning{"scheduler.release",
               "操作何时离开其位置：带着结果离开，如保留站；或开始执行时离开，如发射队列。"},
    KeyMeaning{"scheduler.port_choice",
               "几个端口都能执行的操作从哪个端口开始。lowest：开始时取列出的第一个空闲端口；special"
               "ised：同上，但只执行一种操作的端口排在最前；least_"
               "loaded：分派时就定下等待者最少的端口（相同时取列出的最后一个），之后只等它。"},
    KeyMeaning{"scheduler.reuse_same_cycle", "true：一个周期里腾出的（表项、寄存器的最后一次使用）"
                                             "当个周期就能再用；false：下一周期起。"},
    KeyMeaning{"scheduler.read_cycles", "从离开发射队列到执行：读寄存器的周期数。"},
    KeyMeaning{
        "scheduler.wait_behind_branches",
        "true：分支或跳转之后分派的操作在保留站中等到它判定之后的周期：取指和分派跟随预测，执"
        "行不跟随；false：操作数到齐就开始。只用于有重排序缓冲的机器；没有时根本不会分派。"},
    KeyMeaning{"port.count", "相同端口的份数。"},
    KeyMeaning{
        "port.latency",
        "一个操作执行多久；对取数：命中第一级缓存时从有地址到有值，不论 cache.latency 怎么写。"},
    KeyMeaning{"port.pipelined", "true：每个周期开始一个操作；false：前一个执行完才开始。"},
    KeyMeaning{"results.wakeup", "等待结果的操作何时能开始：结果写出的下一周期（broadcast），或其生"
                                 "产者执行的最后一个周期之后。"},
    KeyMeaning{"results.buses", "每个周期能写的结果个数，老的优先；0：不限。"},
    KeyMeaning{
        "results.done_without_result",
        "true：没有结果的操作（分支、存数）在执行的最后一个周期就完成，下一周期可以退休；false"
        "：它也占用其他操作写结果的那个周期。需要重排序缓冲和 wakeup = \"after_write\"。"},
    KeyMeaning{"bypass.cycles", "‘to’ 中的操作使用 ‘from’ 中产生的结果时，比 results.wakeup "
                                "所说的晚多少周期开始。已退休的值立即来自寄存器堆。"},
    KeyMeaning{"reorder_buffer.entries",
               "从分派到按程序顺序退休。0：没有重排序缓冲，结果写出即最终，未决分支之后不取指。"},
    KeyMeaning{"reorder_buffer.width", "每个周期退休多少；0：与分派相同。"},
    KeyMeaning{"load_store.disambiguation",
               "更老的存数还没执行时取数何时执行。perfect：只等写它所读内容的那些；conservative：等"
               "到所有更老存数的地址都已知；predict：等预测会相关的那些（存数集），取得过早的连同其"
               "后的一起重新取。"},
    KeyMeaning{
        "load_store.forwarding",
        "取数从哪些在途的更老存数（包括存数缓冲）得到值。none：都不；exact：写相同字节的；covering"
        "：写了它所读全部字节的；partial：任意，其余部分拼起来。对其他的则等它们写入缓存。"},
    KeyMeaning{
        "load_store.capture_data",
        "true：存数的数据不是端口的操作：在它被写出的周期从总线上取得，若已就绪则在分派时取得；"
        "false：store_data 与其他操作一样执行。需要重排序缓冲、wakeup = \"after_write\" 和 "
        "store_data 的端口，数据在其保留站中等待。"},
    KeyMeaning{"load_store.store_set_cycles",
               "disambiguation = \"predict\" "
               "时：每隔这么多周期忘掉所有存数集，免得取数继续等待如今写别处的存数；0：从不。"},
    KeyMeaning{"load_store.load_entries", "从分派到退休；0：不限。"},
    KeyMeaning{"load_store.store_entries", "从分派到退休；0：不限。"},
    KeyMeaning{"load_store.store_buffer",
               "已退休、等待数据缓存的存数，缓存每周期接收一个；0：退休时写入。"},
    KeyMeaning{"load_store.forward_cycles", "从在途存数得到值的取数执行多久。"},
    KeyMeaning{"branch.resolve", "条件分支在哪一级判定：在该级末尾取指得知预测错误。"},
    KeyMeaning{"branch.jump_register_resolve", "间接跳转（目标在寄存器中）在哪一级判定。"},
    KeyMeaning{"branch.jump_resolve", "直接跳转（目标在指令中）在哪一级改变取指。"},
    KeyMeaning{"branch.predict_in", "预测为跳转的分支在哪一级末尾改变取指。"},
    KeyMeaning{"branch.predictor",
               "取指对条件分支的假设。固定规则：not_"
               "taken（一直向前，跳转之后也是）、taken（跳转）、backward_"
               "taken（目标在分支之前则跳转）；perfect：总是对；never_right：总是错。按历史：one_"
               "bit：与上次相同；two_"
               "bit：按地址的饱和计数器；local：按分支自身历史的计数器；gshare：按地址与全局历史异"
               "或的计数器；tournament：由选择器在 local 与 gshare "
               "中选较好者；perceptron：全局历史的加权和；tage：历史长度成几何级数的带标签表，加循"
               "环预测器；bimode：gshare 的计数器分两组，各管多跳转与多不跳转的分支。"},
    KeyMeaning{"branch.taken_cycles",
               "条件分支跳转时多执行多久，例如 ALU "
               "先比较、再用一个周期加出目标。0：目标有自己的加法器（分支目标 ALU）。"},
    KeyMeaning{
        "branch.to_next",
        "目标就是顺序下一条指令（有延迟槽时为其后的一条）的分支跳转或跳转指令花费多少。go_on："
        "不花费，取指本来就在那里；redirect：与去别处一样，因为内核只要跳转就改变取指，并不比"
        "较地址。"},
    KeyMeaning{"branch.delay_slot",
               "true：分支或跳转后面的那条指令总是执行。不适用于 RISC-V 程序。"},
    KeyMeaning{"predictor.entries",
               "按地址（one_bit、two_bit、tage 的基础表）或按地址与历史（gshare，tournament "
               "中的也是；bimode 的两组各有这么多）查找的计数器个数；或感知器个数。2 的幂。"},
    KeyMeaning{"predictor.counter_bits",
               "two_bit、local、gshare、tournament、bimode 的饱和计数器位数。上半部分表示跳转。"},
    KeyMeaning{"predictor.initial", "计数器最初说什么：weakly 表示离另一方向只差一步。bimode "
                                    "的两组从各自的方向（weakly）开始。"},
    KeyMeaning{
        "predictor.history_bits",
        "gshare、tournament、bimode、perceptron 的全局历史长度。比索引短的历史与地址的高位异或。"},
    KeyMeaning{"predictor.local_entries",
               "local 和 tournament：各分支的历史个数，按地址查找。2 的幂。"},
    KeyMeaning{"predictor.local_history_bits",
               "local 和 tournament：这些历史的长度。2 的该次幂是它们共用的计数器个数。"},
    KeyMeaning{"predictor.chooser_entries",
               "tournament：在 local 与 gshare "
               "中选择的两位计数器个数，按地址查找，两者不同时学习。bimode：选择哪一组的计数器，除"
               "非选了相反的组而它对了，否则学习分支的方向。2 的幂。"},
    KeyMeaning{"predictor.tables", "tage：带标签的表的个数。"},
    KeyMeaning{"predictor.table_entries", "tage：每个带标签的表的项数。2 的幂。"},
    KeyMeaning{"predictor.tag_bits", "tage：标签长度。"},
    KeyMeaning{"predictor.min_history", "tage：第一个带标签的表的历史长度，其间成几何级数。"},
    KeyMeaning{"predictor.max_history", "tage：最后一个带标签的表的历史长度。"},
    KeyMeaning{"predictor.loop_entries",
               "tage：统计迭代次数以预见最后一次的循环个数。2 的幂；0：没有。"},
    KeyMeaning{"predictor.history_update", "分支何时进入历史。predict：立即，按预测；预测错误时修复"
                                           "。resolve：结果已知时；在途的分支缺失。"},
    KeyMeaning{"predictor.plugin", "branch.predictor = \"plugin\"：方向预测器，由 --plugin "
                                   "载入；可带选项：\"名称,选项=值\"。"},
    KeyMeaning{"btb.entries",
               "分支目标缓冲：跳转过的分支和跳转及其目标。它知道的在取指时预测；不知道的在 "
               "branch.predict_in 那一级、指令译码时预测。2 的幂；0：没有，全部在那里预测。"},
    KeyMeaning{"btb.ways", "每组的项数，最久未用的让位。"},
    KeyMeaning{"return_stack.depth",
               "返回地址栈：调用压栈，返回出栈；多出的调用覆盖最老的一项。0：没有。"},
    KeyMeaning{
        "return_stack.repair",
        "预测错误时修复多少。full：全部；top：栈顶位置及其内容；none：不修复，错误路径留下痕迹。"},
    KeyMeaning{
        "indirect.predictor",
        "如何预测不是返回的间接跳转的目标。none：至多用分支目标缓冲；last_"
        "target：按地址，与上次相同；history：按地址和最近几个间接跳转的目标（小型 ITTAGE）。"},
    KeyMeaning{"indirect.entries", "每个表的项数。2 的幂。"},
    KeyMeaning{"indirect.tables", "history：除只按地址的表以外，带标签的表的个数。"},
    KeyMeaning{"indirect.history_targets",
               "history：最后一个表回看多少个目标；前面的每个表减半，但至少一个。"},
    KeyMeaning{"cache.serves",
               "处理器核的哪些访问到它这里：取指、数据访问、两者；none：只有其他缓存的缺失。"},
    KeyMeaning{"cache.size", "容量。"},
    KeyMeaning{"cache.ways", "每组的行数：1 为直接映射；等于总行数为全相联。组数是 2 的幂。"},
    KeyMeaning{"cache.line", "一行的字节数，2 的幂；不小于它前面各级缓存的行。"},
    KeyMeaning{"cache.latency",
               "命中需要多久。缺失继续到下一级，因此延迟相加。kind = \"out_of_order\" "
               "时：第一级的命中已计入 port.latency 和 front_end.cycles，只加上超出的部分。"},
    KeyMeaning{"cache.replacement", "满组中哪一行让位。lru：最久未用；plru：位树（路数为 2 "
                                    "的幂）；random：随机；srrip：2 位的再引用间隔预测；plugin："
                                    "replacement_plugin。"},
    KeyMeaning{
        "cache.replacement_plugin",
        "replacement = \"plugin\"：替换策略，由 --plugin 载入；可带选项：\"名称,选项=值\"。"},
    KeyMeaning{"cache.write", "back（写回）：存数先取来该行，逐出时写回；through（写直达）：存数立"
                              "即送往下一级，缺失不取来任何行。"},
    KeyMeaning{"cache.ports", "每个周期能开始多少次访问；0：不限。"},
    KeyMeaning{"cache.banks", "同一周期开始的访问必须落在不同的体。2 的幂；1：没有会冲突的体。"},
    KeyMeaning{"cache.bank_bytes", "地址每隔这么多字节换一个体；2 的幂。"},
    KeyMeaning{"cache.mshrs", "进行中的缺失数（缺失状态保持寄存器）。对在途行的第二次缺失与第一次一"
                              "起等待；全部占用时拒绝访问。"},
    KeyMeaning{
        "cache.line_cycles",
        "一行占用到下一级的连接多久，两个方向相同。最先需要的字节先到，因此只影响等待该连接者。"},
    KeyMeaning{"cache.inclusive", "true：包含前面各级缓存的全部内容；它逐出的，那里也逐出。"},
    KeyMeaning{
        "cache.prefetcher",
        "next_"
        "line：一次缺失或预取行的首次使用会请求后面的行；stride：地址两次相距相同的指令请求"
        "后续的行；plugin：prefetch_plugin。从不跨 4096 字节，有两个以上 MSHR 时给别人留一个。"},
    KeyMeaning{"cache.prefetch_plugin",
               "prefetcher = \"plugin\"：预取器，由 --plugin 载入；可带选项：\"名称,选项=值\"。"},
    KeyMeaning{"cache.prefetch_degree", "一次请求多少行。"},
    KeyMeaning{"cache.prefetch_entries", "stride：记住多少条指令的地址。2 的幂。"},
    KeyMeaning{"cache.seed", "随机替换的种子。"},
    KeyMeaning{"main_memory.latency", "从最后一级缓存的请求到最先的字节。"},
    KeyMeaning{"main_memory.line_cycles", "一行占用内存多久，两个方向相同：即带宽。"},
    KeyMeaning{"main_memory.warm",
               "true：第一个周期时缓存和转换缓冲已经预热：程序先执行过一遍，访问一个接一个，到程序"
               "结束、到它要读输入之处，或满 10,000,000 条指令为止。仅在有缓存时可用；即 --warm。"},
    KeyMeaning{"fetch_tlb.entries",
               "能容纳的地址转换数；0：没有，转换不花时间。仅在有缓存时可用。"},
    KeyMeaning{"fetch_tlb.ways", "每组的项数，最久未用的让位；组数是 2 的幂。"},
    KeyMeaning{"fetch_tlb.page", "页的大小，2 的幂。"},
    KeyMeaning{"fetch_tlb.walk", "转换不在其中的访问多花多久；一次只查一个页表。"},
    KeyMeaning{"data_tlb.entries", "能容纳的地址转换数；0：没有，转换不花时间。仅在有缓存时可用。"},
    KeyMeaning{"data_tlb.ways", "每组的项数，最久未用的让位；组数是 2 的幂。"},
    KeyMeaning{"data_tlb.page", "页的大小，2 的幂。"},
    KeyMeaning{"data_tlb.walk", "转换不在其中的访问多花多久；一次只查一个页表。"},
    KeyMeaning{"memory.data_latency", "取数或存数在访存级停留多久。"},
    KeyMeaning{"memory.fetch_latency", "指令在取指级停留多久。"},
    KeyMeaning{"memory.fetch_bytes",
               "一次取指带来多少字节，按此对齐；2 "
               "的幂。顺序的内容会提前取来，因此只有在新的字节里开始或结束的指令才要再取一次：跳转"
               "之后跨两块的指令要取两次。0：每条指令取一次。"},
    KeyMeaning{"memory.port", "shared：指令和数据共用一个存储器端口，有数据访问的周期不开始取指。"},
    KeyMeaning{
        "memory.misaligned",
        "地址不是其大小倍数的访问怎么办。by_platform：出错，但 Linux "
        "允许程序这样做，所需时间与其他访问相同；以文本给出的程序也可以，除非 memory.undeclared 为 "
        "fault，并会说明一次。fault 和 allow "
        "对所有程序有效；这两种情况下原子访问都出错。"},
    KeyMeaning{
        "memory.undeclared",
        "以文本给出的程序访问它从未声明的存储器时怎么办。zero：在那里读到零，或它在那里存入的值；"
        "会说明一次。最多写 1024 块，每块 4 "
        "KiB，紧靠栈下方的不给：需要更多就要声明。用教科书寄存器名（R1）的文本除以零也放行。"
        "可执行文件总是出错。"
        "--strict 是 fault 的简写。"},
    KeyMeaning{"memory.access_bytes", "一次访问能到达数据存储器的多少字节，按此对齐；2 的幂。"},
    KeyMeaning{"memory.split_cycles", "跨越 memory.access_bytes 倍数的访问多花多久：分两次完成。"},
    KeyMeaning{"counting.drain",
               "周期数算到最后一条指令离开流水线，还是只算到它离开功能部件之前的各级。"},
    KeyMeaning{"limits.no_progress", "这么久什么都没有动，运行就停止并给出转储。"},
};
// clang-format on

} // namespace

std::string_view chinese_meaning(std::string_view key) {
  const auto found = std::find_if(kMeanings.begin(), kMeanings.end(),
                                  [key](const KeyMeaning& entry) { return entry.key == key; });
  return found == kMeanings.end() ? std::string_view() : found->meaning;
}

std::vector<std::string_view> chinese_meanings() {
  std::vector<std::string_view> all;
  for (const KeyMeaning& entry : kMeanings)
    all.push_back(entry.meaning);
  return all;
}

} // namespace stallscope::gui
