#include "language/zh/words.hpp"

#include <array>
#include <utility>

// Messages of schedulers and transformations in Chinese; the English ones are in
// sched/messages.def.
namespace stallscope::gui {

namespace {

using sched::MessageId;
using Words = std::pair<MessageId, std::string_view>;
using Scheduler = std::pair<std::string_view, std::string_view>;

// clang-format off: one line per message
constexpr std::array kMessages{
    Words{MessageId::nothing_starts, "还没有指令能开始"},
    Words{MessageId::only_one, "只有它能开始"},
    Words{MessageId::most_dependents, "在能开始的指令中，依赖它的最多：有 {0} 条"},
    Words{MessageId::earliest, "能最早开始；有几条时取源程序中的第一条"},
    Words{MessageId::interlock_free, "与前一条指令没有互锁；有几条时取源程序中的第一条"},
    Words{MessageId::one_becomes_available, "；{1} 在第 {0} 周期可用"},
    Words{MessageId::some_become_available, "；{1+} 在第 {0} 周期可用"},
    Words{MessageId::moves_to, "；{0} 移到第 {1} 周期"},
    Words{MessageId::from_start, "从开头：它后面最长的路径为 {0} 个周期"},
    Words{MessageId::from_end, "从末尾：它前面最长的路径为 {0} 个周期"},
    Words{MessageId::ends_most_values, "，且在结束最多值的指令之中"},
    Words{MessageId::each_interlocks, "每条都会互锁；这一条等待最短，到第 {0} 周期"},
    Words{MessageId::no_interlock, "不互锁"},
    Words{MessageId::leaves_one, "，并给下一周期留下一条不互锁的"},
    Words{MessageId::interlocks_behind, "，但会与一个直接后继互锁"},
    Words{MessageId::direct_dependents, "；{0} 条直接依赖它"},
    Words{MessageId::is_dynamic, "{0} 是动态调度的：周期数按宽度、端口和延迟相同的顺序机器计算"},
    Words{MessageId::has_caches, "{0} 有缓存，缺失取决于地址"},
    Words{MessageId::competes_for_ports, "操作在读寄存器级等待时争用读端口"},
    Words{MessageId::overtaking_holds_up, "互相超越的操作可能在功能部件之后拖住更老的操作"},
    Words{MessageId::has_no_unit, "{0} 没有执行 {1} 的部件"},
    Words{MessageId::operand_latency, "{0} 要多久取决于其操作数"},
    Words{MessageId::split_access, "{0} 跨越边界时要更久"},
    Words{MessageId::behind_branch, "末尾分支之后的内容不属于这个基本块"},
    Words{MessageId::no_name, "它的标号不是名字"},
    Words{MessageId::label_exists, "已经有标号 {0}"},
    Words{MessageId::too_many_instructions, "它有 {0} 条指令，多于 {1} 条"},
    Words{MessageId::side_effects, "{0} 除结果外还有副作用"},
    Words{MessageId::compares_other_size, "它把 32 位的数与 64 位的数比较"},
    Words{MessageId::step_no_power, "它的步长不是 2 的幂，求最后的值需要一次除法"},
    Words{MessageId::no_register_last, "没有空闲寄存器存放计数器最后的值"},
    Words{MessageId::no_equality_branch, "它的分支不能写成比较是否相等的分支"},
    Words{MessageId::no_block_at_label, "它的标号处没有基本块开始"},
    Words{MessageId::notation, "它的写法无法改写"},
    Words{MessageId::only_riscv_and_mips, "只展开 RISC-V 和 MIPS 的循环"},
    Words{MessageId::delay_slot_filled, "它的延迟槽已被占用"},
    Words{MessageId::no_own_line, "有一条指令没有独占一行"},
    Words{MessageId::pcrel, "其中有半个地址从它所在的位置算起（%pcrel_hi）"},
    Words{MessageId::no_counter, "它没有把按常数前进的寄存器与不变的寄存器作比较"},
    Words{MessageId::counts_away, "它不朝着界限计数"},
    Words{MessageId::comparison_read, "它的比较结果在别处被读取"},
    Words{MessageId::no_register_limit, "没有空闲寄存器存放它的界限"},
    Words{MessageId::no_register_steps, "没有空闲寄存器存放一轮的步长"},
    Words{MessageId::no_register_bound, "没有空闲寄存器存放它的上界"},
    Words{MessageId::no_register_comparison, "没有空闲寄存器用于比较"},
    Words{MessageId::no_register_trips, "没有空闲寄存器用来计算循环次数"},
    Words{MessageId::steps_too_long_for_factor, "对这个展开倍数，它的步长太大"},
    Words{MessageId::steps_too_long, "它的步长太大"},
    Words{MessageId::steps_no_power, "它的步长合起来不是 2 的幂，需要一次除法"},
    Words{MessageId::mips_compares, "MIPS 的分支只比较是否相等"},
    Words{MessageId::displacement, "指令 {1} 的偏移 {0} 会超出范围"},
    Words{MessageId::no_interval, "没有找到启动间隔"},
    Words{MessageId::nothing_overlaps, "{0} 个周期的启动间隔容得下整个迭代，因此没有重叠"},
    Words{MessageId::too_many_in_flight, "会有 {0} 个迭代同时在途，多于 {1} 个"},
    Words{MessageId::at_interval, "启动间隔为 {0} 时，"},
    Words{MessageId::lacks_registers, "它的迭代还需要 {0} 个寄存器，超过循环周围空闲的数目"},
    Words{MessageId::lacks_integer_registers,
          "它的迭代还需要 {0} 个整数寄存器，超过循环周围空闲的数目"},
    Words{MessageId::not_shorter, "{0} 次迭代展开 {2} 倍要 {1} 个周期，不展开要 {3} 个"},
};

/// Priority rules of schedulers, by name.
constexpr std::array kSchedulers{
    Scheduler{"source", "源程序的顺序"},
    Scheduler{"topological", "深度优先的拓扑顺序，不看流水线"},
    Scheduler{"non-interfering", "先取与前一条指令没有互锁的"},
    Scheduler{"most-dependents", "先取被最多指令依赖的"},
    Scheduler{"weighted", "边以等待时间加权；先取能最早开始的"},
    Scheduler{"combined", "在能开始的之中，先取被最多指令依赖的"},
    Scheduler{"critical-path", "表调度，到末尾路径最长的优先"},
    Scheduler{"forward", "同上，并考虑使用中的寄存器"},
    Scheduler{"backward", "同上，从末尾开始"},
    Scheduler{"bidirectional", "从两端，每次取更紧迫的一条"},
    Scheduler{"hennessy-gross", "事后重排，向前看一条（1983）"},
    Scheduler{"gibbons-muchnick", "先取与其直接后继互锁的，再取直接后继最多的（1986）"},
    Scheduler{"optimal", "周期最少，由分支限界法证明"},
};
// clang-format on

} // namespace

std::string_view chinese(sched::MessageId id) {
  for (const auto& [each, pattern] : kMessages)
    if (each == id)
      return pattern;
  return {};
}

std::string_view chinese_scheduler(std::string_view name) {
  for (const auto& [each, title] : kSchedulers)
    if (each == name)
      return title;
  return {};
}

std::vector<std::string_view> chinese_messages() {
  std::vector<std::string_view> all;
  for (const auto& [id, pattern] : kMessages)
    all.push_back(pattern);
  for (const auto& [name, title] : kSchedulers)
    all.push_back(title);
  return all;
}

} // namespace stallscope::gui
