#include "training/schedules/schedules.hpp"

#include "families.hpp"

#include <fmt/format.h>

#include <array>

namespace stallscope::training {

namespace {

constexpr std::uint32_t kAnyChunks = 64;

struct Entry {
  ScheduleInfo info;
  Layout layout;
};

// In teaching order.
constexpr std::array kSchedules{
    Entry{{"naive", "Naive model parallelism", "",
           "One micro-batch at a time passes all devices, forward and backward.", 1, 1, false,
           false, false, false, order_naive},
          Layout::looped},
    Entry{{"gpipe", "GPipe", "Huang et al., 2019", "All forward passes, then all backward passes.",
           1, 1, false, false, false, false, order_gpipe},
          Layout::looped},
    Entry{{"1f1b", "One forward, one backward", "Fan et al., DAPPLE, 2021",
           "Backward passes as early as possible: as many micro-batches are in flight as stages "
           "follow.",
           1, 1, false, false, false, false, order_1f1b},
          Layout::looped},
    Entry{{"pipedream", "PipeDream", "Narayanan et al., 2019",
           "1f1b without a flush: weights change behind every backward pass, and each micro-batch "
           "keeps the version it began with.",
           1, 1, false, false, false, false, order_pipedream},
          Layout::looped},
    Entry{{"pipedream-2bw", "PipeDream-2BW", "Narayanan et al., 2021",
           "The same with gradients of several micro-batches added up: two versions are enough.", 1,
           1, false, false, false, false, order_pipedream_2bw},
          Layout::looped},
    Entry{{"interleaved-1f1b", "Interleaved 1F1B", "Narayanan et al., Megatron-LM, 2021",
           "Several chunks of the model a device: the pipeline fills and drains in shorter steps.",
           1, kAnyChunks, false, false, false, true, order_interleaved, 2},
          Layout::looped},
    Entry{{"looped-bfs", "Looped breadth-first", "Lamy-Poirier, 2023",
           "Chunk by chunk all micro-batches.", 1, kAnyChunks, false, false, false, false,
           order_looped_breadth_first, 2},
          Layout::looped},
    Entry{{"chimera", "Chimera", "Li and Hoefler, 2021",
           "Two pipelines in opposite directions fill each other's bubbles; weights are there "
           "twice.",
           1, 1, false, false, true, false, order_chimera},
          Layout::two_directions},
    Entry{{"zb-h1", "Zero bubble H1", "Qi et al., 2023",
           "1f1b with the weight gradients moved into bubbles; no more memory.", 1, 1, true, false,
           false, false, order_zb_h1},
          Layout::looped},
    Entry{{"zb-h2", "Zero bubble H2", "Qi et al., 2023",
           "More forward passes before the first gradient: no bubble, twice the memory.", 1, 1,
           true, false, false, false, order_zb_h2},
          Layout::looped},
    Entry{{"zb-v", "Zero bubble V", "Qi et al., 2024",
           "Two chunks a device, down and up again: no bubble with the memory of 1f1b.", 2, 2, true,
           false, false, false, order_zb_v, 2},
          Layout::v_shape},
    Entry{{"v-half", "V-Half", "Qi et al., 2024", "The same shape with half the memory.", 2, 2,
           true, false, false, false, order_v_half, 2},
          Layout::v_shape},
    Entry{{"v-min", "V-Min", "Qi et al., 2024", "The same shape with the least memory, a third.", 2,
           2, true, false, false, false, order_v_min, 2},
          Layout::v_shape},
    Entry{{"dualpipe", "DualPipe", "DeepSeek-V3, 2024",
           "Two directions; forward and backward passes run overlapped; weights are there twice.",
           1, 1, true, true, true, false, order_dualpipe},
          Layout::two_directions},
    Entry{{"dualpipev", "DualPipeV", "DeepSeek, 2025",
           "The same on a V-shaped pipeline, with weights once.", 2, 2, true, true, false, false,
           order_dualpipev, 2},
          Layout::v_shape},
};

const auto kInfos = [] {
  std::array<ScheduleInfo, kSchedules.size()> infos;
  for (std::size_t i = 0; i < infos.size(); ++i)
    infos[i] = kSchedules[i].info;
  return infos;
}();

class SizeCheck {
public:
  SizeCheck(const ScheduleInfo& info, const ScheduleSize& size) : info_(info) {
    between("devices", "devices", size.devices, 1, kMostDevices);
    between("micro_batches", "micro-batches", size.micro_batches, 1, kMostMicroBatches);
    if (size.chunks != 0)
      between("chunks", "chunks", size.chunks, info.least_chunks, info.most_chunks);
    if (info.even && size.devices % 2 != 0)
      error("devices", fmt::format("{} devices", size.devices), "an even number of devices");
    const std::uint32_t rounds =
        size.devices == 0 ? 1 : std::max(1U, size.micro_batches / size.devices);
    if (info.multiple && size.micro_batches % rounds != 0)
      error("micro_batches",
            fmt::format("{} micro-batches on {} devices", size.micro_batches, size.devices),
            fmt::format("a multiple of {}, the rounds of at least {} micro-batches", rounds,
                        size.devices));
    if (info.overlaps) {
      if (size.micro_batches < 2 * size.devices)
        error("micro_batches",
              fmt::format("{} micro-batches on {} devices", size.micro_batches, size.devices),
              fmt::format("at least {}, twice the devices", 2 * size.devices));
      if (info.even && size.micro_batches % 2 != 0)
        error("micro_batches", fmt::format("{} micro-batches", size.micro_batches),
              "an even number, half of them in each direction");
    }
    const std::uint64_t stages = std::uint64_t{size.devices} *
                                 (size.chunks != 0 ? size.chunks : info.default_chunks) *
                                 (info.even ? 2 : 1);
    if (stages > kMostStages)
      error("devices", fmt::format("{} stages", stages), fmt::format("at most {}", kMostStages));
    if (const std::uint64_t operations =
            stages * size.micro_batches * (info.split ? 3 : 2) / (info.even ? 2 : 1);
        operations > kMostOperations)
      error("micro_batches", fmt::format("{} operations", operations),
            fmt::format("at most {}", kMostOperations));
  }

  std::vector<SizeProblem> take() { return std::move(problems_); }

private:
  void between(std::string_view key, const char* what, std::uint64_t value, std::uint64_t least,
               std::uint64_t most) {
    if (value < least || value > most)
      error(key, fmt::format("{} {}", value, what),
            least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most));
  }
  void error(std::string_view key, std::string found, std::string expected) {
    Diagnostic problem;
    problem.message = fmt::format("{}: {}", info_.name, found);
    problem.expected = std::move(expected);
    problems_.push_back({key, std::move(problem)});
  }

  const ScheduleInfo& info_;
  std::vector<SizeProblem> problems_;
};

} // namespace

std::span<const ScheduleInfo> schedules() {
  return kInfos;
}

const ScheduleInfo* find_schedule(std::string_view name) {
  for (const ScheduleInfo& info : kInfos)
    if (info.name == name)
      return &info;
  return nullptr;
}

void lay_out(Plan& plan, Layout layout) {
  const std::uint32_t p = plan.devices;
  const bool two = layout == Layout::two_directions;
  const std::uint32_t stages = p * (two ? 2 : plan.chunks);
  const auto parts = static_cast<std::uint16_t>(two ? p : stages);
  plan.pipelines.assign(1, {0, parts});
  if (two)
    plan.pipelines.push_back({static_cast<StageId>(p), parts});
  plan.stages.assign(stages, {});
  for (std::uint32_t s = 0; s < stages; ++s) {
    Stage& stage = plan.stages[s];
    const bool second = s >= p;
    stage.pipeline = two && second ? 1 : 0;
    stage.part = static_cast<std::uint16_t>(two && second ? s - p : s);
    const bool back = second && layout != Layout::looped;
    stage.device = static_cast<DeviceId>(back ? 2 * p - 1 - s : s % p);
  }
}

std::vector<SizeProblem> problems_of(const ScheduleInfo& info, const ScheduleSize& size) {
  return SizeCheck(info, size).take();
}

Result<Plan> make_plan(std::string_view schedule, const ScheduleSize& size) {
  const ScheduleInfo* info = find_schedule(schedule);
  if (info == nullptr) {
    std::vector<std::string_view> names;
    for (const ScheduleInfo& known : kInfos)
      names.push_back(known.name);
    Diagnostic problem;
    problem.message = fmt::format("unknown schedule '{}'", schedule);
    problem.expected = fmt::format("{}", fmt::join(names, ", "));
    problem.suggestion = nearest_word(schedule, names);
    return problem;
  }
  Diagnostics problems;
  for (SizeProblem& found : problems_of(*info, size))
    problems.push_back(std::move(found.problem));
  if (!problems.empty())
    return problems;
  Plan plan;
  plan.schedule = info->name;
  plan.devices = size.devices;
  plan.micro_batches = size.micro_batches;
  plan.chunks = size.chunks != 0 ? size.chunks : info->default_chunks;
  for (const Entry& entry : kSchedules)
    if (entry.info.name == info->name)
      lay_out(plan, entry.layout);
  info->order(plan);
  return plan;
}

} // namespace stallscope::training
