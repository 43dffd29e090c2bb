#include "families.hpp"
#include "order_writer.hpp"

#include <deque>

namespace stallscope::training {

/// Li and Hoefler, "Chimera", 2021: units of as many micro-batches as devices, half of them from
/// each end. With slots of one forward pass and equally long backward passes, micro-batch i of a
/// direction is forward on its stage k in slot k + 2i and backward in slot 2p - 1 - k + 2i: with p
/// even no two operations conflict, and units that follow each other every 2p slots leave no slot
/// empty between them.
void order_chimera(Plan& plan) {
  const std::uint32_t p = plan.devices;
  plan.pipeline_of.assign(plan.micro_batches, 0);
  for (std::uint32_t first = 0; first < plan.micro_batches; first += p) {
    const std::uint32_t count = std::min(p, plan.micro_batches - first);
    for (std::uint32_t i = (count + 1) / 2; i < count; ++i)
      plan.pipeline_of[first + i] = 1;
  }
  OrderWriter order(plan);
  std::vector<Timed> table;
  for (std::uint32_t device = 0; device < p; ++device) {
    table.clear();
    for (std::uint32_t first = 0; first < plan.micro_batches; first += p) {
      const std::int64_t begin = 2 * std::int64_t{first};
      std::array<std::uint32_t, 2> next{};
      for (std::uint32_t batch = first; batch < std::min(first + p, plan.micro_batches); ++batch) {
        const std::uint32_t up = plan.pipeline_of[batch];
        const std::uint32_t part = up != 0 ? p - 1 - device : device;
        const auto stage = static_cast<StageId>(up * p + part);
        const std::int64_t i = next[up]++;
        table.push_back({begin + part + 2 * i, {Kind::forward, false, stage, batch}});
        table.push_back({begin + 2 * p - 1 - part + 2 * i, {Kind::backward, false, stage, batch}});
      }
    }
    write_timetable(order, table);
  }
}

namespace {

/// The eight phases of DeepSeek's DualPipe and DualPipeV on one device: passes of direction 0 come
/// from the nearer end of the model (or are its first half), those of direction 1 from the farther
/// end.
class DualPipeOrder {
public:
  /// A stage of one direction, and its micro-batches from `first` on.
  struct Phase {
    std::uint32_t stage = 0;
    std::uint32_t first = 0; ///< first micro-batch
    std::uint32_t forwards = 0;
    std::uint32_t backwards = 0;
  };

  DualPipeOrder(OrderWriter& order, Phase near, Phase far) : order_(order), phases_{near, far} {}

  /// `rank` of `ranks`, counted from the end to the middle; `batches` micro-batches per direction.
  void write(std::uint32_t rank, std::uint32_t ranks, std::uint32_t batches,
             std::uint32_t steady_less) {
    const std::uint32_t outer = ranks - rank - 1; // ranks between this rank and the middle
    for (std::uint32_t i = 0; i < 2 * outer; ++i)
      forward(0);
    for (std::uint32_t i = 0; i < rank + 1; ++i) {
      forward(0);
      forward(1);
    }
    for (std::uint32_t i = 0; i < outer; ++i) {
      input_gradient(1);
      weight_gradient();
      forward(1);
    }
    for (std::uint32_t i = 0; i < batches - steady_less + rank + 1; ++i) {
      if (i == 0 && outer == 0) { // the middle rank starts the passes separately, so that the first
                                  // one starts earlier
        forward(0);
        backward(1);
      } else {
        overlapped(0, 1);
      }
      overlapped(1, 0);
    }
    for (std::uint32_t i = 0; i < outer; ++i) {
      backward(1);
      overlapped(1, 0);
    }
    drain(rank, outer);
    while (!weights_.empty())
      weight_gradient();
  }

private:
  /// The remaining backward passes; from the middle of the phase on split into I and W.
  void drain(std::uint32_t rank, std::uint32_t outer) {
    bool split = false;
    const auto last = [&](std::uint32_t phase) {
      if (split)
        input_gradient(phase);
      else
        backward(phase);
    };
    for (std::uint32_t i = 0; i < rank + 1; ++i) {
      const bool half = i == (rank + 1) / 2;
      split = split || (half && rank % 2 == 1);
      last(1);
      split = split || (half && rank % 2 == 0);
      last(0);
    }
    for (std::uint32_t i = 0; i < outer; ++i) {
      weight_gradient();
      input_gradient(0);
    }
  }

  void forward(std::uint32_t phase) {
    Phase& of = phases_[phase];
    order_.forward(of.stage, of.first + of.forwards++);
  }
  void backward(std::uint32_t phase) {
    Phase& of = phases_[phase];
    order_.backward(of.stage, of.first + of.backwards++);
  }
  void input_gradient(std::uint32_t phase) {
    Phase& of = phases_[phase];
    weights_.emplace_back(of.stage, of.first + of.backwards);
    order_.input_gradient(of.stage, of.first + of.backwards++);
  }
  /// Appends the oldest weight gradient that is outstanding.
  void weight_gradient() {
    const auto [stage, batch] = weights_.front();
    weights_.pop_front();
    order_.weight_gradient(stage, batch);
  }
  void overlapped(std::uint32_t forward_phase, std::uint32_t backward_phase) {
    Phase& f = phases_[forward_phase];
    Phase& b = phases_[backward_phase];
    order_.overlapped(f.stage, f.first + f.forwards++, b.stage, b.first + b.backwards++);
  }

  OrderWriter& order_;
  std::array<Phase, 2> phases_;
  std::deque<std::pair<std::uint32_t, std::uint32_t>> weights_; ///< outstanding: stage and
                                                                ///< micro-batch
};

} // namespace

void order_dualpipe(Plan& plan) {
  const std::uint32_t p = plan.devices;
  const std::uint32_t half = plan.micro_batches / 2;
  plan.pipeline_of.assign(plan.micro_batches, 0);
  std::fill(plan.pipeline_of.begin() + half, plan.pipeline_of.end(), std::uint8_t{1});
  OrderWriter order(plan);
  for (std::uint32_t device = 0; device < p; ++device) {
    const DualPipeOrder::Phase down{device, 0, 0, 0};
    const DualPipeOrder::Phase up{p + (p - 1 - device), half, 0, 0};
    const bool upper = device >= p / 2; // device nearer to the end from which micro-batches go up
    const std::uint32_t rank = std::min(device, p - 1 - device);
    DualPipeOrder(order, upper ? up : down, upper ? down : up).write(rank, p / 2, half, p);
    order.end_device();
  }
}

void order_dualpipev(Plan& plan) {
  const std::uint32_t p = plan.devices;
  OrderWriter order(plan);
  for (std::uint32_t device = 0; device < p; ++device) {
    DualPipeOrder(order, {device, 0, 0, 0}, {2 * p - 1 - device, 0, 0, 0})
        .write(device, p, plan.micro_batches, 2 * p);
    order.end_device();
  }
}

} // namespace stallscope::training
