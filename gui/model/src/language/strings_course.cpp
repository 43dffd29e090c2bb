#include "language/string_tables.hpp"

#include <array>

// Texts about plans and graphs, in both languages.
namespace stallscope::gui {

namespace {

struct CourseText {
  Text id;
  std::array<const char*, kLanguages.size()> words; ///< by Language
};

constexpr CourseText kCourseTexts[] = {
    // clang-format off: a text and its translation
    {Text::tick_head, {"tick {}, {}: {}", "第 {} 刻，{}：{}"}},
    {Text::ticks, {"ticks", "刻"}},
    {Text::plan, {"Plan", "计划"}},
    {Text::graph, {"Graph", "计算图"}},
    {Text::order_changed, {"order changed by hand", "手动改过顺序"}},
    {Text::kind_forward, {"F forward", "F 前向"}},
    {Text::kind_backward, {"B backward", "B 反向"}},
    {Text::kind_weight, {"W weight gradient", "W 权重梯度"}},
    {Text::kind_input, {"I input gradient", "I 输入梯度"}},
    {Text::kind_recompute, {"R recomputed", "R 重算"}},
    {Text::kind_update, {"U optimizer step", "U 更新权重"}},
    {Text::kind_reduction, {"G gradients reduced", "G 归约梯度"}},
    {Text::kind_other, {"overlapped", "重叠"}},
    {Text::kind_contraction, {"product", "乘积"}},
    {Text::kind_gradient, {"backward graph", "反向图"}},
    {Text::kind_elementwise, {"element by element", "逐元素"}},
    {Text::kind_reducing, {"other operators", "其他算子"}},
    {Text::kind_copy, {"copy", "复制"}},
    {Text::kind_launch, {"launch", "启动"}},
    {Text::memory_parameters, {"parameters", "参数"}},
    {Text::memory_gradients, {"gradients", "梯度"}},
    {Text::memory_optimizer, {"optimizer states", "优化器状态"}},
    {Text::memory_activations, {"activations", "激活"}},
    {Text::memory_workspace, {"workspace", "临时空间"}},
    {Text::memory_over_time, {"Memory of the devices", "各设备的内存"}},
    {Text::activations_over_time, {"Activations held (micro-batches)", "保存的激活（微批次）"}},
    {Text::memory_level,
     {"{0}, tick {1}: {2}; peak {3} in tick {4} {5}",
      "{0}，第 {1} 刻：{2}；峰值 {3}，第 {4} 刻 {5}"}},
    {Text::memory_no_room,
     {"{0} has no room for {1} in tick {2}: {3} of {4}",
      "{0} 在第 {2} 刻放不下 {1}：需要 {3}，共有 {4}"}},
    {Text::hint_devices,
     {"Click a cell to pin why it waits. Drag the axis to move in time, Ctrl+wheel zooms, "
      "Shift+wheel scrolls.",
      "点击格子固定等待的原因。拖动时间轴移动时间，Ctrl+滚轮缩放，Shift+滚轮左右移动。"}},
    {Text::trace_alone,
     {"A trace holds what has happened, but neither the program nor the machine: the table, the "
      "diagram and the search show it. Ctrl+O opens something else.",
      "轨迹只记录发生过什么，不含程序和机器：可以看表、流水线图和搜索。Ctrl+O 打开别的文件。"}},
    {Text::trace_reading, {"Reading {0} ...", "正在读取 {0}……"}},
    {Text::whatif_measuring, {"Measuring every change ...", "正在测量每种改变……"}},
    {Text::ledger_devices, {"devices", "设备"}},
    {Text::ledger_device_share, {"of the time of all devices is used", "（占各设备总时间）有用"}},
    {Text::whatif_transfer, {"transfers take no time", "传输不花时间"}},
    {Text::whatif_link, {"transfers take half as long", "传输时间减半"}},
    {Text::whatif_batch, {"one more micro-batch", "多一个微批次"}},
    {Text::whatif_half_batches, {"half as many micro-batches", "微批次减半"}},
    {Text::whatif_split, {"weight gradients split off (zb-h1)", "拆出权重梯度（zb-h1）"}},
    {Text::whatif_unlimited, {"links for any number of transfers", "链路同时传输次数不限"}},
    {Text::whatif_launch, {"launches take no time", "启动不花时间"}},
    {Text::whatif_stream, {"one more stream", "多一个流"}},
    {Text::whatif_all_passes, {"all passes", "所有优化遍"}},
    {Text::whatif_whole, {"the whole graph at once", "整张图一次执行"}},
    {Text::order_title, {"Order of every device", "各设备的执行顺序"}},
    {Text::order_help,
     {"Drag an operation to another place of its device, or move the chosen one with Alt+arrows. "
      "The verifier answers at once.",
      "把一个操作拖到同一设备的别处，或用 Alt+方向键移动所选的操作。验证结果立即给出。"}},
    {Text::order_good, {"legal: {} ticks", "合法：{} 刻"}},
    {Text::order_bad, {"not possible: {}", "不可行：{}"}},
    {Text::order_reset, {"Schedule's order", "恢复调度的顺序"}},
    {Text::figure_groups,
     {"Ranks and groups: {0} x {1} x {2} (data x pipeline x tensor)",
      "编号与分组：{0} × {1} × {2}（数据 × 流水线 × 张量）"}},
    {Text::figure_collective, {"{0} by {1} on {2} nodes", "{2} 个节点上的 {0}（{1}）"}},
    {Text::figure_step, {"step {} of {}", "第 {} 步，共 {} 步"}},
    {Text::figure_tensor_group, {"tensor parallel group", "张量并行组"}},
    {Text::figure_data_group, {"data parallel group", "数据并行组"}},
    {Text::figure_pipeline_group, {"pipeline group", "流水线组"}},
    {Text::passes_title, {"Rewrites", "改写"}},
    {Text::passes_before, {"before any", "改写之前"}},
    {Text::passes_step, {"{0} of {1}: {2}", "{1} 次中的第 {0} 次：{2}"}},
    {Text::passes_row, {"{0}: {1} times, {2} > {3} operations", "{0}：{1} 次，{2} → {3} 个操作"}},
    {Text::passes_none, {"Choose passes among the options", "请在选项中选择优化遍"}},
    {Text::values_title, {"Values", "值"}},
    {Text::plan_text_keys,
     {"all keys of a plan: stallscope train --describe",
      "计划的全部键：stallscope train --describe"}},
    {Text::no_course_text, {"has no text: it is made of its options", "没有文本：它由选项构成"}},
    {Text::graph_totals,
     {"{0} operations, {1} kernels, {2} FLOP, {3} bytes",
      "{0} 个操作，{1} 个核函数，{2} FLOP，{3} 字节"}},
    {Text::panel_options, {"Options", "选项"}},
    // clang-format on
};

/// Texts of all runs that name a step of time, where that is a tick.
constexpr CourseText kTickTexts[] = {
    // clang-format off: a text and its translation
    {Text::cycles_per_second, {"{} ticks/s", "每秒 {} 刻"}},
    {Text::lock_cycle, {"by tick", "按刻"}},
    {Text::cycle_of, {"tick {} of {}", "第 {} 刻，共 {} 刻"}},
    {Text::cycle, {"Tick", "刻"}},
    {Text::cycles, {"ticks", "刻"}},
    {Text::before_start, {"before the first tick", "第一刻之前"}},
    {Text::start_hint, {"{} goes on by a tick, Space plays", "按 {} 前进一刻，按空格键播放"}},
    {Text::panel_ledger, {"Ledger", "设备账本"}},
    {Text::hint_ledger,
     {"Click a reason: to its next tick, with Shift to the one before.",
      "点击一个原因：转到它的下一刻，按住 Shift 转到上一刻。"}},
    {Text::saved_so_far, {"Ticks saved so far: {}", "到目前节省 {} 刻"}},
    {Text::lost_so_far, {"Ticks behind so far: {}", "到目前多用 {} 刻"}},
    {Text::saved_none_so_far, {"no tick saved so far", "到目前没有节省时间"}},
    {Text::saved_total, {"Ticks saved: {}", "共节省 {} 刻"}},
    {Text::lost_total, {"Ticks lost: {}", "共多用 {} 刻"}},
    {Text::no_stall_behind, {"There is no stall behind this tick.", "此刻之后没有停顿。"}},
    {Text::no_stall_before, {"There is no stall before this tick.", "此刻之前没有停顿。"}},
    {Text::simulating, {"Simulating: tick {}", "正在模拟：第 {} 刻"}},
    {Text::loading, {"Recording these ticks ...", "正在记录这段时间……"}},
    {Text::search_found, {"found in tick {}", "在第 {} 刻找到"}},
    {Text::search_not_behind,
     {"Nothing found for '{}' behind this tick; Shift Enter looks in front of it.",
      "此刻之后没有找到“{}”；按 Shift Enter 向前找。"}},
    {Text::search_not_before,
     {"Nothing found for '{}' in front of this tick; Enter looks behind it.",
      "此刻之前没有找到“{}”；按 Enter 向后找。"}},
    {Text::cycle_zero,
     {"tick 0 is none: ticks are numbered from 1", "没有第 0 刻：刻从 1 开始编号"}},
    {Text::cycle_behind_end,
     {"tick {} is behind the end of the run, which has {} ticks",
      "第 {} 刻在运行结束之后：共有 {} 刻"}},
    {Text::ledger_walk, {"{} of {}: tick {}", "第 {} 处，共 {} 处：第 {} 刻"}},
    {Text::whatif_saves, {"ticks saved: {}", "节省 {} 刻"}},
    {Text::whatif_costs, {"ticks lost: {}", "多用 {} 刻"}},
    {Text::quiz_next_cycle, {"Which operation is where in tick {}?", "第 {} 刻，每个操作在哪里？"}},
    {Text::quiz_reason,
     {"Why does operation {} wait in tick {}?", "操作 {} 在第 {} 刻为什么等待？"}},
    {Text::export_too_large,
     {"Too much to export: choose fewer ticks.", "内容太多，无法导出：请缩短时间段。"}},
    {Text::term_lower_bound,
     {"The lower bound: no order takes fewer ticks.", "下界：任何顺序所用时间都不会更短。"}},
    {Text::ledger_time_column, {"Ticks {} to {}: {}", "第 {} 到 {} 刻：{}"}},
    {Text::export_from, {"From tick", "从第几刻"}},
    {Text::export_to, {"to tick", "到第几刻"}},
    {Text::go_to_hint, {"A tick (120) or an operation (#12).", "刻（120）或操作（#12）。"}},
    {Text::go_to_unknown, {"'{}' is no tick and no operation.", "“{}”不是刻，也不是操作。"}},
    {Text::hide_future_tip,
     {"The strips of stalls end at the present tick", "停顿条只画到当前时刻"}},
    {Text::strip_busy, {"Tick {}: no device is idle", "第 {} 刻：没有空闲的设备"}},
    {Text::strip_lost,
     {"Tick {}: {} % of the devices are idle, most of them for: {}",
      "第 {} 刻：{} % 的设备空闲，主要原因：{}"}},
    {Text::diagram_present, {"To the present tick", "回到当前时刻"}},
    {Text::chain_close,
     {"Ticks, from the end of the wait back to its root; W closes",
      "从等待结束往回直到根源的各刻；按 W 收起"}},
    {Text::chain_cycles, {"ticks {} to {}", "第 {} 至 {} 刻"}},
    {Text::chain_cycle, {"tick {}", "第 {} 刻"}},
    {Text::page_words, {"{} on {}, tick {} of {}", "{}，{}，第 {} 刻，共 {} 刻"}},
    // clang-format on
};

} // namespace

void add_course_texts(StringTable& table, Language language) {
  for (const CourseText& text : kTickTexts)
    table.tick_texts[static_cast<std::size_t>(text.id)] =
        text.words[static_cast<std::size_t>(language)];
  for (const CourseText& text : kCourseTexts)
    table.texts[static_cast<std::size_t>(text.id)] = text.words[static_cast<std::size_t>(language)];
}

} // namespace stallscope::gui
