#include "examples_zh.hpp"

#include <algorithm>
#include <array>

// What the headers of the shipped programs say, in Chinese; in English the programs have it.
namespace stallscope::gui {

namespace {

// clang-format off: a line a text
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
        "x[0] 和 x[7]：11.0 和 18.0。"},
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
