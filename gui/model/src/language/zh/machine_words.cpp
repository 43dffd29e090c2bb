#include "language/patterns.hpp"
#include "language/zh/words.hpp"

#include <array>
#include <utility>
#include <vector>

namespace stallscope::gui {

namespace {

using Entry = std::pair<std::string_view, std::string_view>;

// clang-format off: one line per entry
/// Texts of the core's structures; {} matches any text, which stands for {0}, {1} in order.
constexpr std::array kStructures{
    Entry{"Fetch queue", "取指队列"},
    Entry{"Branch prediction queue", "分支预测队列"},
    Entry{"Branch prediction queue: events of the cycle", "分支预测队列：本周期的事件"},
    Entry{"Map table: registers that are renamed", "映射表：被重命名的寄存器"},
    Entry{"Register result status", "寄存器结果状态"},
    Entry{"Free physical registers", "空闲物理寄存器"},
    Entry{"Station {}", "保留站 {0}"},
    Entry{"Load queue", "取数队列"},
    Entry{"Store queue", "存数队列"},
    Entry{"Reorder buffer", "重排序缓冲"},
    Entry{"Active operations", "活动操作"},
    Entry{"Store buffer", "存数缓冲"},
    Entry{"{}: sets of the fetches of this cycle and the next, and of lines on their way",
          "{0}：本周期和下一周期取指的组，以及在途行的组"},
    Entry{"{}: sets of the accesses of this cycle and in flight, and of lines on their way",
          "{0}：本周期和在途访问的组，以及在途行的组"},
    Entry{"instruction", "指令"},
    Entry{"micro-op", "微操作"},
    Entry{"arrives", "到达"},
    Entry{"predicted", "预测"},
    Entry{"outcome", "结果"},
    Entry{"predicted by", "预测者"},
    Entry{"behind it", "其后"},
    Entry{"event", "事件"},
    Entry{"register", "寄存器"},
    Entry{"physical", "物理"},
    Entry{"tag", "标签"},
    Entry{"producer", "生产者"},
    Entry{"value", "值"},
    Entry{"written by", "写者"},
    Entry{"kind", "种类"},
    Entry{"free", "空闲"},
    Entry{"next", "下一个"},
    Entry{"state", "状态"},
    Entry{"address", "地址"},
    Entry{"value from", "值来自"},
    Entry{"data", "数据"},
    Entry{"destination", "目的"},
    Entry{"frees", "释放"},
    Entry{"bytes", "字节"},
    Entry{"set", "组"},
    Entry{"way", "路"},
    Entry{"line", "行"},
    Entry{"rank", "次序"},
    Entry{"in this cycle", "本周期"},
    Entry{"load", "取数"},
    Entry{"store address", "存数地址"},
    Entry{"store data", "存数数据"},
    Entry{"store", "存数"},
    Entry{"branch", "分支"},
    Entry{"compute", "计算"},
    Entry{"fetched", "已取指"},
    Entry{"waiting", "等待"},
    Entry{"waits for a store", "等待存数"},
    Entry{"after store #{}", "在存数 #{0} 之后"},
    Entry{"ready from {}", "第 {0} 周期就绪"},
    Entry{"ready", "就绪"},
    Entry{"reading; executing to {}", "读操作数；执行到第 {0} 周期"},
    Entry{"executing to {}", "执行到第 {0} 周期"},
    Entry{"done", "完成"},
    Entry{"executed", "已执行"},
    Entry{"not taken {}", "不跳转 {0}"},
    Entry{"taken {}", "跳转 {0}"},
    Entry{"open", "未决"},
    Entry{"right", "正确"},
    Entry{"as predicted", "与预测相同"},
    Entry{"mispredicted: {}", "预测错误：{0}"},
    Entry{"{} micro-op", "{0} 个微操作"},
    Entry{"{} micro-ops", "{0} 个微操作"},
    Entry{"flush", "冲刷"},
    Entry{"release", "释放"},
    Entry{"resolve", "判定"},
    Entry{"resolve: mispredicted", "判定：预测错误"},
    Entry{"entry", "进入"},
    Entry{"target", "目标"},
    Entry{"target buffer", "目标缓冲"},
    Entry{"return stack", "返回栈"},
    Entry{"indirect predictor", "间接跳转预测器"},
    Entry{"none: return stack empty", "无：返回栈为空"},
    Entry{"none", "无"},
    Entry{"straight on {}", "直接往下 {0}"},
    Entry{"loop predictor", "循环预测器"},
    Entry{"table {}, entry {}, counter {}", "表 {0}，第 {1} 项，计数器 {2}"},
    Entry{"entry {}, counter {}", "第 {0} 项，计数器 {1}"},
    Entry{"integer", "整数"},
    Entry{"floating point", "浮点"},
    Entry{"no", "否"},
    Entry{"yes", "是"},
    Entry{"store #{}", "存数 #{0}"},
    Entry{"behind the first cache", "第一级缓存之后"},
    Entry{"memory", "存储器"},
    Entry{"{}, {} byte", "{0}，{1} 字节"},
    Entry{"{}, {} bytes", "{0}，{1} 字节"},
    Entry{"in the cache in {}", "第 {0} 周期进入缓存"},
    Entry{"waits", "等待"},
    Entry{"modified", "已修改"},
    Entry{"prefetched", "预取来的"},
    Entry{"clean", "未修改"},
    Entry{"prefetch on its way, here in {}", "预取在途，第 {0} 周期到达"},
    Entry{"on its way, here in {}", "在途，第 {0} 周期到达"},
    Entry{"read", "读"},
    Entry{"written", "写"},
    Entry{"{}: {} micro-ops, those that are fused in one entry",
          "{0}：{1} 个微操作，融合的共用一项"},
    Entry{"{}, fused", "{0}，融合"},
    Entry{"checkpoint", "检查点"},
    Entry{"retired", "已退休"},
    Entry{"store buffer", "存数缓冲"},
    Entry{"register file", "寄存器堆"},
    Entry{"{}; {}", "{0}；{1}"},
    Entry{"history {}, return stack {}", "历史 {0}，返回栈 {1} 项"},
    Entry{"history {}", "历史 {0}"},
    Entry{"return stack {}", "返回栈 {0} 项"},
    Entry{"{} and {} more", "{0} 等，另有 {1} 个"},
    Entry{"{} in {}", "{0} 在 {1}"},
    Entry{"{}, {} of {}", "{0}，{1} / {2}"},
    Entry{"{}, {}", "{0}，{1}"},
};

/// By the names of session::reliefs_of; {} is the unit or port.
constexpr std::array kReliefs{
    Entry{"perfect_prediction", "所有分支和跳转都预测正确"},
    Entry{"targets", "跳转和预测为跳转的分支在取指时就知道目标"},
    Entry{"perfect_caches", "每次访问都命中第一级缓存"},
    Entry{"main_memory", "主存只需一个周期"},
    Entry{"renaming", "寄存器重命名：没有 WAR 和 WAW 相关"},
    Entry{"issue_limits", "任何指令都可以一起发射，直到宽度用完"},
    Entry{"waw", "只有会抢先写的指令才等待"},
    Entry{"wider_fetch", "取指宽度加倍"},
    Entry{"wider_dispatch", "分派和退休宽度加倍"},
    Entry{"reorder_buffer", "重排序缓冲加倍"},
    Entry{"stations", "保留站加倍"},
    Entry{"memory_queues", "取数队列、存数队列和存数缓冲加倍"},
    Entry{"registers", "物理寄存器加倍"},
    Entry{"memory_order", "取数只等待所需的存数"},
    Entry{"serialise", "系统操作和原子访问与其他操作一样"},
    Entry{"result_buses", "每周期的结果数不限"},
    Entry{"bypass", "结果写出之前就转发"},
    Entry{"taken_branches", "取指越过跳转成立的分支继续"},
    Entry{"wider_issue", "每个端口每周期都能开始一个操作"},
    Entry{"branch_queue", "分支预测队列加倍"},
    Entry{"any_port", "操作从任意空闲端口开始"},
    Entry{"equal_bypass", "结果到各功能部件的时间相同"},
    Entry{"forwarding", "其后各级的结果都转发到执行级"},
    Entry{"wider", "流水线宽度加倍"},
    Entry{"memory_latency", "数据访问只需一个周期"},
    Entry{"fetch_latency", "取指只需一个周期"},
    Entry{"register_ports", "每周期读写的寄存器数不限"},
    Entry{"execution_behind_branches", "分支之后的操作不等待它"},
    Entry{"speculation", "有 64 项的重排序缓冲，且所有分支都预测正确"},
    Entry{"fast_load", "取数只需一个周期"},
    Entry{"fast_store", "存数只需一个周期"},
    Entry{"fast_multiply", "乘法只需一个周期"},
    Entry{"fast_divide", "除法只需一个周期"},
    Entry{"fast_fp_add", "浮点加法只需一个周期"},
    Entry{"fast_fp_multiply", "浮点乘法只需一个周期"},
    Entry{"fast_fp_divide", "浮点除法和开方只需一个周期"},
    Entry{"twice.{}", "部件 {0} 加倍"},
    Entry{"fast.{}", "部件 {0} 只需一个周期"},
};
/// Operation classes of a unit, in the processor figure.
constexpr std::array kUnits{
    Entry{"int", "整数"},       Entry{"mul", "乘"},       Entry{"div", "除"},
    Entry{"br", "分支"},        Entry{"load", "取数"},    Entry{"store", "存数"},
    Entry{"sta", "存数地址"},   Entry{"std", "存数数据"}, Entry{"fpadd", "浮点加"},
    Entry{"fpmul", "浮点乘"},   Entry{"fpdiv", "浮点除"}, Entry{"fma", "乘加"},
    Entry{"fpmov", "浮点传送"},
};
// clang-format on

/// The translation of a text by the first pattern that it matches; the texts in its holes are
/// translated in the same way.
template <std::size_t N>
std::string matched(const std::array<Entry, N>& table, std::string_view text) {
  for (const auto& [english, chinese] : table) {
    const auto captures = captured(text, english);
    if (!captures)
      continue;
    std::vector<std::string> values;
    for (const std::string_view value : *captures)
      values.push_back(matched(table, value));
    return with_values(chinese, values);
  }
  return std::string(text);
}

} // namespace

std::string chinese_structure(std::string_view english) {
  return matched(kStructures, english);
}

std::string chinese_unit(std::string_view english) {
  return matched(kUnits, english);
}

std::string chinese_relief(std::string_view name) {
  return matched(kReliefs, name);
}

std::vector<std::string_view> chinese_machine_words() {
  std::vector<std::string_view> all;
  for (const auto& [english, chinese] : kStructures)
    all.push_back(chinese);
  for (const auto& [name, chinese] : kReliefs)
    all.push_back(chinese);
  for (const auto& [word, chinese] : kUnits)
    all.push_back(chinese);
  return all;
}

} // namespace stallscope::gui
