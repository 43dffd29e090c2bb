#include "language/patterns.hpp"
#include "language/zh/words.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

namespace stallscope::gui {

namespace {

struct KeyWords {
  std::string_view key;
  std::string_view words;
};

template <std::size_t N>
std::string_view find_words(const KeyWords (&list)[N], std::string_view key) {
  const auto found = std::find_if(std::begin(list), std::end(list),
                                  [key](const KeyWords& entry) { return entry.key == key; });
  return found == std::end(list) ? std::string_view() : found->words;
}

constexpr KeyWords kPlanKeysZh[] = {
    {"schedule", "命名的流水线调度"},
    {"order", "各设备执行顺序的文件（torch.distributed.pipelining 的 CSV），代替命名的调度"},
    {"older_order", "顺序文件按旧写法：B 是输入梯度，BW 是整个反向"},
    {"devices", "流水线的设备数"},
    {"micro_batches", "微批次数"},
    {"chunks", "每个设备的阶段数"},
    {"per_chunk", "时长是一个设备的整个部分的：每个阶段取其一份；否则每个阶段都用给定的时长"},
    {"forward", "前向的时长（刻）；可以是每个阶段一个的列表"},
    {"backward", "整个反向的时长（刻）"},
    {"input_gradient", "反向拆开时输入梯度的时长（刻）"},
    {"weight_gradient", "权重梯度的时长（刻）"},
    {"overlapped", "重叠的一个前向和一个反向的时长（刻）"},
    {"unshard", "UNSHARD（收集参数）占用设备的时长（刻）；用于含有它的顺序文件"},
    {"reduce_gradient", "REDUCE_GRAD 占用设备的时长（刻）；用于含有它的顺序文件"},
    {"optimizer_step", "OPTIMIZER 占用设备的时长（刻）；用于含有它的顺序"},
    {"transfer", "激活或梯度传到另一个设备的时间（刻）；使用模型时也可给定"},
    {"links",
     "unlimited：两设备之间同时任意多次传输；full-duplex：每个方向一次；half-duplex：共一次"},
    {"devices_per_node",
     "一个节点的设备数：节点之间的传输共用两端节点的网络接口；不给则每两个设备之间"
     "各有一条链路（使用模型时由集群给出）"},
    {"accumulation", "每次更新权重的微批次数（pipedream-2bw）"},
    {"activation_limit", "一个设备的内存能放下的微批次激活数"},
    {"weight_held", "算出输入梯度之后为权重梯度保留的激活份额（Transformer 层：32/(34 + 5as/h)）；"
                    "模型的字节数按全部保留到那时计"},
    {"model", "一个模型：时长来自它的各层，以纳秒计；内存以字节计"},
    {"cluster", "模型所在的设备与链路：名字或文件，后面可加 xN 表示 N 个设备"},
    {"micro_batch_size", "一个微批次的样本数"},
    {"reached_percent", "实际达到设备算力的百分比"},
    {"topology", "节点间的网络：islands：没有瓶颈；fat-tree：每个节点是一个叶交换机；"
                 "full-mesh、ring、torus：设备间直接相连"},
    {"oversubscription", "fat-tree 中每条上行链路对应的节点内设备数"},
    {"link_percent", "设备之间所有链路的速度，占集群所给速度的百分比"},
    {"tick", "一刻的纳秒数：时长向上取整到整刻"},
    {"data_parallel", "模型的副本数"},
    {"tensor_parallel", "共同分担每一层的设备数"},
    {"sequence_parallel", "张量并行的各部分之间也按序列分担"},
    {"zero", "ZeRO 级别：1 在副本间分担优化器状态，2 再分担梯度，3 再分担参数"},
    {"recompute", "none：不重算；selective（需要模型）：重算注意力得分；full：只保存每层的输入，反"
                  "向之前重算前向"},
    {"state_bytes",
     "每个参数的字节数：参数、梯度、优化器状态；zero（2,2,12）、megatron（2,4,12）或三个数"},
    {"overlap_gradients", "一层的梯度归约与其他层的计算同时进行"},
    {"offload_optimizer", "优化器状态和更新放在主机上"},
    {"offload_activations", "除一层之外，激活换出到主机"},
    {"show_out_of_memory", "内存不够的设备只作提示，计划照常运行"},
};

constexpr KeyWords kGraphKeysZh[] = {
    {"differentiate", "要求导的结果"},
    {"wrt", "对哪些量求导；空：所有参数和输入"},
    {"mode", "求导的方法：反向、前向、符号、数值"},
    {"passes", "优化遍，以逗号分隔，直到不再变化；all：可一起使用的各遍"},
    {"rules", "替换规则的文件；空：程序自带的规则"},
    {"vector_lanes", "向量的通道数：布局遍据此计算代价"},
    {"fast_memory", "融合注意力的片上字节数；0：键和值只读一次"},
    {"page", "页拼接分配器一页的字节数"},
    {"tune", "在一台机器上调优其循环的乘积；空：不调优"},
    {"machine", "测量周期数的机器"},
    {"search", "搜索循环安排的方法：进化、随机、网格"},
    {"budget", "测量的循环安排数"},
    {"times", "实测核函数时间的文件；空：按 FLOP 和字节计算"},
    {"rewrites", "最多改写这么多次，以便逐步查看；空：全部"},
    {"checkpoint", "前向图中要重算的结果：不重算、每 √n 个、最优"},
    {"slots", "最优检查点同时保存的结果数"},
    {"style", "逐个核函数执行（eager），或整张图一次执行（static）"},
    {"order", "整张图中核函数的顺序：表调度、按程序，或已证明最优"},
    {"devices", "设备数"},
    {"streams", "每个设备的流数"},
    {"distribute", "分到各设备上的值及其轴：x:0,A:1"},
    {"memory_limit", "一个设备的字节数；0：不限"},
    {"launch", "主机上一次启动的时间（刻）"},
    {"graph_launch", "启动整张图的时间（刻）"},
    {"flop_per_tick", "设备每刻的运算次数"},
    {"bytes_per_tick", "设备每刻读写的字节数"},
    {"copy_bytes_per_tick", "主机与设备之间每刻的字节数；0：输入已在设备上"},
    {"link_bytes_per_tick", "设备之间每刻的字节数"},
};

constexpr KeyWords kSchedulesZh[] = {
    {"naive", "一个批次依次通过各设备，其他设备等待"},
    {"gpipe", "先做完所有前向，再做所有反向；激活要全部保存"},
    {"1f1b", "前向与反向交替（DAPPLE）：在途的激活不多于设备数"},
    {"pipedream", "不清空流水线，每个反向之后更新权重；保存多个权重版本"},
    {"pipedream-2bw", "每若干微批次更新一次权重，只保存两个版本"},
    {"interleaved-1f1b", "每个设备有多个阶段的 1F1B：气泡更小，传输更多"},
    {"looped-bfs", "每个设备有多个阶段，广度优先地执行"},
    {"chimera", "两条方向相反的流水线互补气泡"},
    {"zb-h1", "反向拆成输入梯度与权重梯度，后者填入气泡；内存与 1F1B 相同"},
    {"zb-h2", "同上，内存约两倍，几乎没有气泡"},
    {"zb-v", "每个设备两个阶段，呈 V 形，几乎没有气泡"},
    {"v-half", "V 形，激活内存约一半"},
    {"v-min", "V 形，激活内存约三分之一"},
    {"dualpipe", "两条方向相反的流水线，前向与反向重叠"},
    {"dualpipev", "DualPipe 的 V 形，没有第二份权重"},
};

/// A pattern and its translation: "{}" matches a name or number.
struct OperationWords {
  std::string_view english;
  std::string_view chinese; ///< parameters in the same order, or as "{0}", "{1}"
};

constexpr OperationWords kOperationsZh[] = {
    {"device {} stream {}", "设备 {0} 流 {1}"},
    {"device {}", "设备 {0}"},
    {"device", "设备"},
    {"stream {}", "流 {0}"},
    {"link {}", "链路 {0}"},
    {"records an event", "记录一个事件"},
    {"waits for the event of {} ({})", "等待 {0} 的事件（{1}）"},
    {"{}: transfer to device {}", "{0}：传到设备 {1}"},
    {"transfer of {} to device {}", "{0} 传到设备 {1}"},
    {"launch of the graph", "启动整张图"},
    {"launch {}", "启动 {0}"},
    {"copy in {}", "复制 {0} 到设备"},
    {"copy out {}", "复制 {0} 到主机"},
    {"all-reduce of the gradients of layer {}", "第 {0} 层梯度的全归约"},
    {"reduce-scatter of the gradients of layer {}", "第 {0} 层梯度的归约散播"},
    {"all-gather of the parameters of layer {}", "第 {0} 层参数的全收集"},
    {"all-reduce of iteration {}", "第 {0} 次迭代的全归约"},
    {"optimizer step of layer {}", "第 {0} 层的权重更新"},
    {"optimizer step", "权重更新"},
    {"activations of layer {} to the host", "第 {0} 层的激活换出到主机"},
    {"activations of layer {} from the host", "第 {0} 层的激活从主机换入"},
    {"gradients of layer {} to the host", "第 {0} 层的梯度到主机"},
    {"parameters of layer {} to the device", "第 {0} 层的参数到设备"},
    {"recomputation of layer {}", "第 {0} 层重算"},
    {"iteration {} of worker {}", "工作者 {1} 的第 {0} 次迭代"},
    {"parameters to worker {}", "参数到工作者 {0}"},
    {"gradients of worker {}", "工作者 {0} 的梯度"},
    {"update by worker {}", "工作者 {0} 的更新"},
    {"forward pass of layer {}: {}", "第 {0} 层 {1} 的前向"},
    {"input gradient of layer {}: {}", "第 {0} 层 {1} 的输入梯度"},
    {"weight gradient of layer {}: {}", "第 {0} 层 {1} 的权重梯度"},
    {"all-gather in front of layer {}: {}", "第 {0} 层 {1} 之前的全收集"},
    {"reduce-scatter of layer {}: {}", "第 {0} 层 {1} 的归约散播"},
    {"all-reduce of layer {}: {}", "第 {0} 层 {1} 的全归约"},
    {"forward pass of layer {}", "第 {0} 层的前向"},
    {"backward pass of layer {}", "第 {0} 层的反向"},
    {"read of batch {}", "读取第 {0} 批"},
    {"preprocessing of batch {}", "预处理第 {0} 批"},
    {"copy of batch {}", "第 {0} 批到设备"},
    {"training with batch {}", "用第 {0} 批训练"},
};

} // namespace

std::string chinese_operation(std::string_view english) {
  if (const std::size_t next = english.find("; "); next != std::string_view::npos)
    return chinese_operation(english.substr(0, next)) + "；" +
           chinese_operation(english.substr(next + 2));
  for (const OperationWords& words : kOperationsZh) {
    const auto names = captured(english, words.english);
    if (!names)
      continue;
    return with_values(words.chinese, {names->begin(), names->end()});
  }
  return std::string(english);
}

std::string_view chinese_plan_key(std::string_view key) {
  return find_words(kPlanKeysZh, key);
}

std::string_view chinese_graph_key(std::string_view key) {
  return find_words(kGraphKeysZh, key);
}

std::string_view chinese_plan_schedule(std::string_view name) {
  return find_words(kSchedulesZh, name);
}

} // namespace stallscope::gui
