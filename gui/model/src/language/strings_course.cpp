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
    {Text::graph_totals,
     {"{0} operations, {1} kernels, {2} FLOP, {3} bytes",
      "{0} 个操作，{1} 个核函数，{2} FLOP，{3} 字节"}},
    {Text::panel_options, {"Options", "选项"}},
    // clang-format on
};

} // namespace

void add_course_texts(StringTable& table, Language language) {
  for (const CourseText& text : kCourseTexts)
    table.texts[static_cast<std::size_t>(text.id)] = text.words[static_cast<std::size_t>(language)];
}

} // namespace stallscope::gui
