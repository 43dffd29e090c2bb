#include "language/zh/words.hpp"

#include <map>

namespace stallscope::gui {

namespace {

/// By key, or by scenario and key if scenarios differ.
const std::map<std::string, std::string_view, std::less<>>& words() {
  static const std::map<std::string, std::string_view, std::less<>> all{
      {"algorithm", "采用的算法"},
      {"collective", "各节点共同完成的操作"},
      {"group_size", "分层算法中每组的节点数"},
      {"nodes", "节点数"},
      {"root", "只涉及一个节点时的根"},
      {"activations", "两遍之间激活的去处：保留、重算、换出"},
      {"attention", "一个设备分担的注意力的前向刻数"},
      {"backward", "一层反向的刻数"},
      {"batch", "一批的样本数"},
      {"bound", "有界异步时最多领先的迭代数"},
      {"bucket", "至少一起发送的梯度字节数；0：一层的"},
      {"bytes", "梯度和参数的字节数；每字节一刻"},
      {"cache", "主机内存保留的样本数"},
      {"cluster", "模型所在的设备和链路"},
      {"compute", "每个工作者一次迭代的刻数：4,4,4,8 有一个掉队者"},
      {"copies", "模型的副本数（d）"},
      {"copy", "每字节到设备的刻数"},
      {"data-parallel.activation", "一层激活的字节数"},
      {"data-parallel.order",
       "梯度何时发送：反向之后、先来先发、前面的层优先、或分片（ZeRO 3：每遍之前收集参数）"},
      {"data-parallel.prefetch", "分片时提前收集的层数"},
      {"decompress", "加载线程解压一个样本的刻数"},
      {"device_preprocess", "设备预处理一批的刻数"},
      {"epochs", "轮数"},
      {"files", "random：每个样本读一次；merged：每批读一次"},
      {"forward", "一层前向的刻数；可用逗号逐层给出"},
      {"gradient", "一层梯度的字节数；没有模型时每字节一刻"},
      {"host_step", "主机上一层优化器更新的刻数"},
      {"input.prefetch", "提前加载的批数"},
      {"iterations", "迭代次数"},
      {"keep_parameters", "分片：参数只在反向之后丢弃"},
      {"kept", "重算时仍保留的字节数"},
      {"kind", "是否也按序列分担各部分之间的激活"},
      {"latency", "每条消息的延迟刻数"},
      {"layers", "层数"},
      {"micro_batch_size", "样本数；0：模型的"},
      {"mlp", "一个设备分担的 MLP 的前向刻数"},
      {"mode", "工作者何时继续：等所有人、只等自己、最多领先若干；或不用服务器"},
      {"model", "用一个模型的各层代替数字；刻为纳秒"},
      {"no_barrier", "前向只等自己那层的梯度（按优先级时总是如此）"},
      {"offload.activation", "一层激活的字节数；没有模型时每字节一刻"},
      {"offload.gradient", "一层梯度和参数的字节数"},
      {"offload.prefetch", "提前换入激活的层数"},
      {"offload_optimizer", "优化器更新在主机上进行（ZeRO-Offload）"},
      {"on_device", "预处理占用设备"},
      {"optimizer", "屏障之后更新权重的刻数"},
      {"oversubscription", "胖树中节点内每条上行链路的设备数；0：集群的"},
      {"policy", "缓存的替换策略：lru、fifo 或 keep（先来的留下）"},
      {"preprocess", "加载线程预处理一个样本的刻数"},
      {"resident", "换出时，前向中同时留在设备上的激活的层数：下一层等最早一层的激活离开"},
      {"sample_bytes", "一个样本的字节数；存储每字节一刻"},
      {"samples", "数据集的样本数，每轮重新排序"},
      {"seed", "样本次序的种子"},
      {"seek", "一次读取除字节外的刻数"},
      {"server.iterations", "每个工作者的迭代次数"},
      {"servers", "分担参数的服务器数"},
      {"slice", "按优先级发送时一片的字节数；有模型时默认 4 MiB"},
      {"step", "训练一批的刻数"},
      {"stored_percent", "压缩后存储中所占的百分比"},
      {"tensor-parallel.activation", "一次全归约的字节数；每字节一刻"},
      {"tensor_parallel", "分担每一层的设备数"},
      {"threads", "加载线程数"},
      {"tick", "有模型时：一刻的纳秒数，使图不致太宽"},
      {"tiles", "乘积切成的块数：一块发送时计算下一块"},
      {"topology", "节点之间的网络（默认：集群的）"},
      {"update", "服务器更新一次的刻数"},
      {"workers", "工作者数"},
  };
  return all;
}

} // namespace

std::string_view chinese_scenario_key(std::string_view scenario, std::string_view key) {
  const auto own = words().find(std::string(scenario) + "." + std::string(key));
  const auto found = own == words().end() ? words().find(key) : own;
  return found == words().end() ? std::string_view() : found->second;
}

} // namespace stallscope::gui
