#include "language/zh/words.hpp"

#include <algorithm>
#include <array>

// Chinese versions of the headers of the included programs; the English ones are in the programs.
namespace stallscope::gui {

namespace {

// clang-format off: one line per text
constexpr std::array kExamples{
    ExampleWords{"lecture/b6_scheduled", "表调度器排出的 B6：10 个周期，没有更快的顺序",
                 "每一步，调度器都取一条现在能开始的语句，如果有的话。1、3、6 填补了 2 "
                 "本要等待的周期；只有 4 仍要等 2。60 种合法顺序中有四种达到 10 个周期。"},
    ExampleWords{"lecture/b6_source", "B6：六条语句的基本块，按源程序顺序",
                 "它的依赖：2 读 1 的 t0，并改写 1 读过的 t1；4 读 2 的 t1，并改写 t0；5 读 3 的 "
                 "t3；6 是自由的。60 种顺序满足全部依赖；这一种在四级流水线上需 12 "
                 "个周期。哪些语句本可以填补 2、4、5 等待的周期？"},
    ExampleWords{"lecture/b6_topological", "B6 的一种合法拓扑顺序，也是最慢的一种",
                 "每条语句都排在它所依赖的语句之后，所以结果正确；但每条相关语句都紧跟在它等待的语"
                 "句之后。15 个周期，比源程序顺序多三个：合法的顺序未必是好的顺序。"},
    ExampleWords{"lecture/independent_adds", "三条独立的加法：没有等待时流水线节省了什么",
                 "没有指令读别人写的值。逐条执行要 3 x 4 = 12 个周期；在四级流水线中第一条要 4 "
                 "个，之后每条晚一个周期结束：6 个。看表中第 3、4 周期：有几级在工作？"},
    ExampleWords{"lecture/multiply", "用乘法计算 8x + y：依赖链中间的一个慢操作",
                 "执行时间等于操作数乘以每个操作的周期数。本程序与 lecture/shift "
                 "计算相同的和；在乘法器需 4 个周期的机器上，乘法之后的每条加法都要等它。"},
    ExampleWords{"lecture/multiply_add_loop", "循环 C[j] += A * B[j]，编译器最初写出的样子",
                 "乘积等取数，和等乘积，存数等和：在图中看一次迭代。下一次迭代的哪些指令可以在空闲"
                 "周期里执行？循环展开和软件流水就是做这件事。输出 C 的和：648。"},
    ExampleWords{"lecture/p4", "P4：四条加法，第二条需要第一条的结果",
                 "课上的停顿例子。在四级流水线上，第二条加法在 ID 等待 "
                 "$t2，本可以执行的第三、四条等在它后面。看表中第 3 至 5 周期：为什么 RR、ALU 和 "
                 "RW 是空的？"},
    ExampleWords{
        "lecture/p4_swapped", "交换了第二、三条指令的 P4",
        "结果相同，周期更少：一条独立的加法填补了相关加法本要等待的空位。寄存器堆可在同一周期读和写"
        "时为八个周期（lecture-4），否则九个（lecture-4-shared，即课上印出的表所用的机器）。"},
    ExampleWords{
        "lecture/shift", "用移位计算 8x + y：与 lecture/multiply 相同的和，换成更便宜的操作",
        "乘以 2 的幂就是移位，乘法要 4 个周期的地方它只要 1 个。依赖链相同，只是每一环更短。"},
    ExampleWords{"lecture/index_add", "每隔六个取一个元素，地址用加法更新",
                 "这是 lecture/index_multiply 的强度削弱：下一个元素的地址是上一个加 24 "
                 "字节。乘法没有了，计数也没有了，因为地址就说明何时停止。输出同样的和：736。"},
    ExampleWords{
        "lecture/index_multiply", "每隔六个取一个元素，地址用乘法计算",
        "更少、更便宜的操作是课上缩短时间的办法之一。循环要 table[6 * "
        "i]：每次迭代一次乘法，其余的都等它。lecture/index_add 用加法走到那里（强度削弱）：乘法要 "
        "7 个周期时，每次迭代 5 个周期而不是 13 个。输出和：736。"},
    ExampleWords{"lecture/matrix_ijk", "矩阵乘法，C[i][j] 一次算完：沿 B 的列向下",
                 "人们通常写下的顺序：对每个 i 和 j，对 k 求和。内层循环沿 A 的行、B "
                 "的列走，列的元素在不同的行块里：8 x 8 的矩阵有 304 次未命中。交换 j 和 k "
                 "的循环（lecture/matrix_ikj）则是 129 次，乘积相同，指令更多。输出 C[7][7]：18。"},
    ExampleWords{
        "lecture/matrix_ikj", "矩阵乘法，逐行：A[i][k] 乘 B 的一行加到 C 的一行",
        "交换了 lecture/matrix_ijk 中 j 和 k 的循环。现在内层循环沿 B 的行和 C "
        "的行走。它每次都取出并存入 C，多一条指令，没有缓存时更慢；有 256 字节的缓存时，129 "
        "次未命中而不是 304 次，7723 个周期而不是 10887 个。输出 C[7][7]：18。"},
    ExampleWords{"lecture/walk_columns", "逐列求矩阵的和：每个元素一次未命中",
                 "与 lecture/walk_rows 相同的元素，另一种顺序。相继的两个元素相距 64 "
                 "字节，在不同的行块里；走到下一列时，上一列的行块早已让位给别的。256 "
                 "次未命中而不是 64 次，每次 20 个周期。没有缓存时两者用时相同。输出 32896。"},
    ExampleWords{"lecture/walk_rows", "逐行求矩阵的和：每四个元素一次未命中",
                 "减少缓存未命中是课上缩短时间的办法之一。行在内存中的次序就是走的次序：一次未命中"
                 "带来四个字的行块，接下来三个元素都在其中。256 个元素 64 "
                 "次未命中；沿列走（lecture/walk_columns）时，同样多的指令有 256 次。输出 32896。"},
    ExampleWords{"textbook/branch_after_alu", "分支比较的是前一条指令计算的值",
                 "ID 中的比较器比 EX 早一级需要操作数。addi 的结果在 EX 末尾才有，而分支已在 ID "
                 "停了一个周期：即使有全部转发路径也停顿 1 次。在 EX "
                 "比较则没有停顿，但跳转的分支要花 2 个周期而不是 1 个。"},
    ExampleWords{"textbook/branch_after_load", "分支比较的是前一条指令取来的值",
                 "取来的值在 MEM 末尾才有，而比较器在 ID 就需要它：停顿 2 "
                 "次。循环沿着一串数走，直到遇到零，就像字符串函数那样。"},
    ExampleWords{
        "textbook/branch_not_taken", "取指一直向前时，不跳转的分支没有代价",
        "分支之后取来的指令是对的。预测所有分支都跳转的机器反而要付出代价：它取了目标，又得回来。"},
    ExampleWords{"textbook/branch_taken", "跳转的分支：知道得晚的代价",
                 "取指在分支之后一直向前。分支结果是跳转时，其后取来的都被丢弃：在 ID 判定丢 1 "
                 "条，在 EX 丢 2 条，在 MEM 丢 3 条。有延迟槽的机器保留第一条。"},
    ExampleWords{
        "textbook/daxpy", "DAXPY：y[i] = a * x[i] + y[i]，线性代数的内层循环",
        "每个元素两次取数、一次乘法、一次加法、一次存数，还有四条只用于计数的指令。在 mips-5-fp "
        "上，一次迭代的大部分周期在等两个浮点操作：看周期账本。输出 y[0] 和 y[7]：13.0 和 97.0。"},
    ExampleWords{"textbook/fibonacci", "递归计算斐波那契数，RISC-V：调用、返回和栈",
                 "调用把返回地址和参数存到栈上再取回来：看 ra "
                 "的存数和取数，以及每个跳转和返回在流水线前端的代价。输出 fib(10) = 55。"},
    ExampleWords{"textbook/fp_latencies", "一串长操作：取数、乘、加、存数",
                 "每条指令都等前一条，但在不同的地方：乘法和加法在 ID 等操作数，存数在 EX "
                 "等，因为它到 MEM 才需要数据。"},
    ExampleWords{"textbook/load_use", "取数—使用：转发也无法消除的那种 RAW 冒险",
                 "取来的值在 MEM 末尾才有，比下一条指令想开始 EX 晚一个周期：停顿 1 "
                 "次。后半部分的独立加法填补了这个周期，没有代价。"},
    ExampleWords{
        "textbook/pairing", "配对规则：哪两条指令可以同时发射",
        "双发射机器每周期可取两条指令，如果允许。1 和 2 一起走；4 需要 3 的结果（RAW）；6 和 7 "
        "在同一周期都要唯一的存储器端口（PAIR）；前面的分支不与任何指令一起走（PAIR）。等待的那条与"
        "下一条一起走。"},
    ExampleWords{"textbook/raw", "RAW：指令使用前一条计算的值",
                 "没有转发时，值经寄存器堆到达读者：WB 前半周期写，ID 后半周期读，读者在 ID 等 2 "
                 "个周期。有转发时，和从 EX 末尾直接送到下一个 EX 的开头，谁也不等。"},
    ExampleWords{"textbook/raw_distance", "有距离的 RAW：读者离多远才不用等？",
                 "$t0 有四个读者。没有转发时只有第一个等待（2 "
                 "个周期）；之后值已在寄存器堆里，其余的都不等。把第一个读者逐行下移：距离 2 时等 "
                 "1 个周期，距离 3 时不等。"},
    ExampleWords{
        "textbook/store_data", "存数的数据：存数最后才需要值",
        "存数在 EX 计算地址，到 MEM 开头才需要数据。因此取来的值可以从 MEM 末尾送到后面存数的 "
        "MEM：复制一个字没有停顿。没有这条路径时，数据像其他操作数一样在 EX 就需要：停顿 1 次。"},
    ExampleWords{"textbook/structural_divider", "结构冒险：两次除法，一个非流水的除法器",
                 "第二次除法虽然操作数已齐，仍在 ID "
                 "等到第一次离开除法器。后面的乘法展示另一种部件：流水的，每周期接收一个。"},
    ExampleWords{
        "textbook/structural_memory", "结构冒险：指令和数据共用一个存储器",
        "存储器只有一个端口时，有取数或存数处于 MEM "
        "的周期不能取指。三次访存各损失一次取指。把指令和数据存储器（或缓存）分开就消除了冒险。"},
    ExampleWords{"textbook/structural_port", "结构冒险：三个结果在同一周期到达 MEM 和 WB",
                 "一次乘法、三条指令后的加法、再三条后的取数，都在第 9 周期离开各自的部件。MEM "
                 "每周期只收一个操作，老的优先；其余的在部件的最后一个周期里等待。"},
    ExampleWords{"textbook/sum", "数组求和，RISC-V",
                 "每次迭代有一次取数—使用停顿，末尾还有一个等待指针的跳转分支。哪条指令可以移到取数"
                 "和加法之间？输出 136。"},
    ExampleWords{
        "textbook/war", "WAR：按顺序执行时，改写前面指令要读的寄存器没有害处",
        "sub 在 WB 写 $t1，而 add 早在 ID "
        "就读过了。只要寄存器读得早且按顺序、写得晚，写后读就不会停顿。乱序执行的机器则要当心。"},
    ExampleWords{"textbook/waw", "WAW：短操作跟在写同一寄存器的长操作之后",
                 "乘法 7 个周期后离开部件，加法 4 个。若立即发射，加法会先写 "
                 "F0，随后被乘法的旧值覆盖。所以加法在 ID "
                 "等待：直到乘法离开部件（any），或恰好久到在它之后写（overtake）。"},
    ExampleWords{
        "textbook/x_plus_s", "x[i] = x[i] + s，原样：5 条指令 9 个周期",
        "Hennessy 和 Patterson 的循环，从最后一个元素到第一个，按他们的延迟表：取数使浮点操作晚 1 "
        "个周期，浮点操作使存数晚 2 个，减一使分支晚 1 个。一次迭代的九个周期中有四个是停顿。输出 "
        "x[0] 和 x[7]：11.0 和 18.0。第 6 版（RISC-V）的分支不等整数操作，一次迭代 8 个周期。"},
    ExampleWords{
        "textbook/x_plus_s_scheduled", "x[i] = x[i] + s，调度后：同样 5 条指令 7 个周期",
        "减一上移到加法等待取数的周期；存数现在在它之后，写成 8(R1) 而不是 "
        "0(R1)。还剩两个停顿，没有别的指令可放：需要循环展开。输出 x[0] 和 x[7]：11.0 和 18.0。"},
    ExampleWords{"textbook/x_plus_s_unrolled", "x[i] = x[i] + s，展开四次：四个元素 27 个周期",
                 "循环体的四份拷贝各用自己的寄存器，共用一次减一和一个分支。这省了三次减一、三个分"
                 "支及其停顿；每份拷贝仍要等自己的取数和加法。输出 x[0] 和 x[7]：11.0 和 18.0。"},
    ExampleWords{"textbook/x_plus_s_unrolled_scheduled",
                 "x[i] = x[i] + s，展开并调度：四个元素 14 个周期，一个也没有浪费",
                 "手上有四份独立的拷贝，总有一条指令能走：先全部取数，再全部加法，然后存数，减一足"
                 "够早以便分支。每个元素 3.5 个周期而不是 9 个。输出 x[0] 和 x[7]：11.0 和 18.0。"},
    ExampleWords{"textbook/beq_taken", "跳转的分支，在 ID、EX 或 MEM 判定：丢弃 1、2 或 3 条指令",
                 "书中最初的设计在 MEM 判定分支，那时其后的三条指令已经取来；把比较器移到 "
                 "ID，只丢弃 and。lw 在 beq 之后 2 个周期取来，MEM 判定时是 4 个。"},
    ExampleWords{"textbook/combine1", "combine1：长度和元素都通过调用抽象的向量得到",
                 "每次迭代调用一个求长度的函数和一个检查下标的函数；但决定时间的仍是内存中的乘积，"
                 "每次迭代都存入再取出。在 csapp-haswell 上每个元素 11.0 个周期，书中 11.14。"},
    ExampleWords{"textbook/combine2", "combine2：只求一次长度",
                 "每次迭代少一次调用：对这种操作看不出来，因为内存中的乘积更费时。整数求和则从 8.5 "
                 "降到 7.0（书中 10.12 和 7.02）。每个元素 11.0 个周期，书中 11.03。"},
    ExampleWords{"textbook/combine3", "combine3：直接取元素，没有调用",
                 "既没有调用，也不检查下标。乘积仍经过内存：一次乘法（5），一次存数和从它取值的取数"
                 "（6）。每个元素 11.0 个周期，书中 11.03。"},
    ExampleWords{"textbook/combine4", "combine4：乘积放在寄存器中",
                 "从一次迭代到下一次的链中只剩乘法：它的延迟 5 个周期就是延迟界限。每个元素 5.0 "
                 "个周期，书中 5.01。"},
    ExampleWords{
        "textbook/combine5", "combine5：展开两次",
        "计数减半，却没有好处：每次迭代有一前一后两次乘法。每个元素 5.0 个周期，书中 5.01。"},
    ExampleWords{"textbook/combine6", "combine6：展开两次，两个乘积",
                 "偶数和奇数元素各有一条链，两条链并行。每个元素 2.5 个周期，书中 2.51。"},
    ExampleWords{"textbook/combine7", "combine7：展开两次，重新结合",
                 "先把两个元素相乘；只有它们的积等待上一次迭代。每个元素 2.5 个周期，书中 2.51。"},
    ExampleWords{"textbook/delay_slot_before", "分支延迟槽，用分支之前的指令填充",
                 "在有延迟槽的机器上，分支之后的指令无论是否跳转都执行。最好的填充来自分支之前，只"
                 "要分支不需要它：原在 beq 之前的 add。槽中放 nop 要多一个周期。"},
    ExampleWords{"textbook/delay_slot_fall_through", "分支延迟槽，用不跳转时的下一条指令填充",
                 "分支需要 add，而且很少跳转：它后面的 sub 移进槽中。如果跳转了，sub "
                 "白白执行，而且必须无害。这里不跳转，槽没有代价。"},
    ExampleWords{"textbook/delay_slot_target", "分支延迟槽，用跳转目标的指令填充",
                 "分支需要 add，所以 add 不能放在它后面。循环顶部的 sub "
                 "复制到槽中，分支跳到它之后：跳转多少次就对多少次，不跳转时也无害，只要没有人需要"
                 "旧的 $t4。没有延迟槽的机器上，循环就少了 sub。"},
    ExampleWords{
        "textbook/dot_product", "点积：每次迭代都要等的和",
        "每次加法都需要前一次的和，但它在自己那次迭代的乘法之后才来，所以没有人等和：在书中的延迟表"
        "上每个元素 11 个周期，在 mips-5-fp 上 15 个。输出 204.0，前八个平方数的和。"},
    ExampleWords{
        "textbook/forwarding", "一个结果的四个读者：转发，以及分成两半的寄存器堆",
        "四条指令都读 sub 的 $2：and 从 EX 得到，or 从 MEM 得到，add 在写入的那个周期的后半读，sw "
        "从寄存器堆读。9 个周期，没有停顿；没有转发时 11 个，and 停顿两次，其后的不必再等。"},
    ExampleWords{"textbook/increment_loop", "把数组各元素加一的循环，每周期两条指令：推测值多少",
                 "哪个元素是最后一个，要取来并加一之后才知道，所以分支判定得晚。三次迭代，从第一条 "
                 "LD 发射起计周期：没有推测时，分支之后的取数要等分支执行完，第三个分支在 19 "
                 "执行；有推测时在 13。"},
    ExampleWords{"textbook/load_use_bubble", "取数及其使用：作为气泡插入的停顿",
                 "and 在 EX 开头就需要 $2，那时 lw 还在 MEM：它在 ID 停一个周期，后面的 or 在 IF "
                 "停。五条指令用 10 个周期而不是 9 个（这里 11 个：先设置地址）。"},
    ExampleWords{
        "textbook/minmax_branches", "用交换求最小和最大，各对有序：能预测的分支",
        "各对都有序，分支总是同一方向。在 csapp-haswell 上每对 2.0 个周期，书中 2.5 到 3.5。"},
    ExampleWords{"textbook/minmax_branches_random",
                 "用交换求最小和最大，随机的对：谁也预测不了的分支",
                 "一半的对要交换，随机分布：每两个分支就有一个预测错，每次约 20 个周期。每对 14.9 "
                 "个周期，书中 13.5。"},
    ExampleWords{
        "textbook/minmax_moves", "用条件传送求最小和最大，各对有序",
        "无论结果如何，两个都计算并存入：比总是预测对的分支工作更多。每对 3.0 个周期，书中 4.0。"},
    ExampleWords{"textbook/minmax_moves_random", "用条件传送求最小和最大，随机的对：没有什么要预测",
                 "除了循环的分支外没有分支，随机的对与有序的一样快。每对 3.0 个周期，书中 4.0。"},
    ExampleWords{"textbook/multiply_loop",
                 "x[i] = x[i] * s 与重排序缓冲：两次迭代同时进行，按序提交",
                 "重命名把两次迭代分开：第二次的 F0 和 F4 "
                 "是重排序缓冲的另外两项。图中显示的是第一次迭代的取数和乘法已提交、直到第二个分支"
                 "都已执行的时刻。所以第二个乘法紧接第一个结束，虽然它晚一次迭代发射：每周期提交一"
                 "条，第一次取数未命中而第二次的行块正在途中时，就有这个时刻。"},
    ExampleWords{"textbook/pipeline_diagram", "五条独立指令：多周期流水线图",
                 "没有等待：五级流水线中五条指令用 9 个周期。看第 5 周期（这里是第 "
                 "6：先设置地址），只有它所有级都在工作。"},
    ExampleWords{"textbook/saxpy", "SAXPY：单精度的 y[i] = a * x[i] + y[i]",
                 "在书中的延迟表上每个元素 13 个周期，其中 5 个是停顿；按 textbook/saxpy_scheduled "
                 "的顺序是 11 个；在 mips-5-fp 上是 18 和 15。输出 y[0] 和 y[7]：13.0 和 97.0。"},
    ExampleWords{"textbook/saxpy_scheduled", "调度后的 SAXPY：同样八条指令，放在等得更少的地方",
                 "先两次取数，计数放在等乘法的地方；排到后面的存数写作 "
                 "-4(R10)。加法前剩一个停顿，存数前剩两个：每个元素 11 个周期而不是 13 个。输出 "
                 "y[0] 和 y[7]：13.0 和 97.0。"},
    ExampleWords{"textbook/six_instructions",
                 "六条指令，各种冒险：记分牌、Tomasulo 算法、重排序缓冲",
                 "MUL.D 和 SUB.D 需要第二次取数（RAW），DIV.D 需要 MUL.D，ADD.D 改写 DIV.D 要读的 "
                 "F6（WAR）。从第一条 L.D 起计：记分牌在 13 发射 ADD.D，那时加法器空闲，结果从 17 "
                 "拿到 22，直到 DIV.D 读了 F6；有保留站时 ADD.D 在 11 写出，只有 DIV.D 要到 "
                 "57。有重排序缓冲时也一样，再等 DIV.D 提交。"},
    ExampleWords{"textbook/static_dual_issue", "静态双发射处理器上的循环：5 条指令 4 个周期",
                 "一对是一个 ALU "
                 "操作或分支，加一个取数或存数。按此排列，每次迭代的五条指令用四对，其中一对是满的"
                 "：CPI 0.8，最好是 0.5。dual-5 用下面的设置就有这样的对：没有第二个 ALU "
                 "操作，分支没有代价，与书中一样。"},
    ExampleWords{"textbook/static_dual_issue_unrolled",
                 "静态双发射处理器上展开四次的循环：14 条指令 8 个周期",
                 "循环体有四份，各用自己的寄存器，8 对的 16 个位置中有 12 个用于数组：每个元素 2 "
                 "个周期而不是 4 个，IPC 1.75。"},
    ExampleWords{"textbook/two_sums", "a = b + e; c = b + f：两次取数后立即使用",
                 "每条加法都紧跟在它需要的取数之后：两次停顿，七条指令 13 "
                 "个周期。把第三次取数提前（textbook/two_sums_reordered）就没有停顿：11 "
                 "个周期。（这里 14 和 12：先设置地址。）"},
    ExampleWords{"textbook/two_sums_reordered",
                 "a = b + e; c = b + f，重新排列：第三次取数提前，谁也不等",
                 "与 textbook/two_sums 相同的七条指令，11 个周期而不是 13 个（算上设置地址的那条是 "
                 "12 和 14）。"},
    ExampleWords{"x86/binary_search", "在有序数组中二分查找",
                 "每次比较决定下一次取数去哪里。用 -O2 "
                 "时这个决定变成条件传送：没有分支会预测错，而取数互相等待。"},
    ExampleWords{
        "x86/bubble_sort", "12 个数的冒泡排序",
        "内层循环比较相邻的数，并用两次存数交换它们；它的分支很难预测。结果有序时退出码为 0。"},
    ExampleWords{"x86/fibonacci", "递归计算斐波那契数：call、ret、push 和 pop",
                 "fibonacci(7) = 13，共 41 次调用。每次调用压入返回地址，每个 ret "
                 "是一次间接跳转，由返回地址栈预测。"},
    ExampleWords{"x86/gcd", "用除法求最大公约数",
                 "每一步是一次除法，等待前一步：idiv 取 rdx:rax，同时给出商和余数。输出 21 "
                 "1：分别是 1071 与 462 的，以及两个斐波那契数的。"},
    ExampleWords{"x86/matrix", "两个 4 乘 4 双精度矩阵的乘积",
                 "三重循环；最内层乘和加，一个地址每次移动 8 字节，另一个 32 字节。"},
    ExampleWords{"x86/polynomial", "20 次多项式的两种算法",
                 "霍纳法则的操作更少，但每一步都等前一步：每步一次乘法和一次加法。直接算法每步乘两"
                 "次，但只等一次乘法。输出 1.999979 1.999979：i / 2^i 的和，i 到 20。"},
    ExampleWords{"x86/popcount", "用三种方法数一个字中的 1",
                 "一次一位；一次一个为 1 的位；把相邻的加起来一次完成。移位、与，以及乘以一个 64 "
                 "位常数。输出 32 32 32。"},
    ExampleWords{"x86/strings", "逐字节求字符串长度并复制",
                 "带符号扩展或零扩展的一字节取数，以及一字节存数。输出一行大写的句子和 30 bytes。"},
    ExampleWords{"x86/structs", "记录的链表：取数找到下一个地址",
                 "每个结点有一个 byte、short、int、float、double "
                 "和指向下一个的指针；每次求和都要转换。输出 48000006641.250。"},
    ExampleWords{"x86/switch", "一个小解释器：用跳转表的 switch",
                 "间接跳转几乎每次去不同的地方，只凭地址很难预测。输出 440。"},
};
// clang-format on

} // namespace

const ExampleWords* chinese_example(std::string_view name) {
  constexpr std::string_view kO2 = "_o2";
  if (name.ends_with(kO2))
    name.remove_suffix(kO2.size());
  const auto found = std::find_if(kExamples.begin(), kExamples.end(),
                                  [name](const ExampleWords& words) { return words.name == name; });
  return found == kExamples.end() ? nullptr : &*found;
}

std::vector<std::string_view> chinese_examples() {
  std::vector<std::string_view> all;
  for (const ExampleWords& words : kExamples) {
    all.push_back(words.title);
    all.push_back(words.look_at);
  }
  return all;
}

} // namespace stallscope::gui
