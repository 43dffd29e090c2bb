#include "v_block.hpp"

#include <algorithm>
#include <cstring>

namespace stallscope::training {

namespace {

constexpr std::int64_t kInterval = 6;
/// Types of passes in the order of a micro-batch: F of chunk 0 and 1, I of chunk 1 and 0.
constexpr std::size_t kPasses = 4;
/// The type of weight gradients, in the order of their device's passes I.
constexpr std::size_t kWeight = 4;
constexpr std::int64_t kNever = -1;

/// The type that runs in each slot of a device; kEmpty: none. In bytes, which are looked through
/// fast.
using Types = std::vector<std::int8_t>;
constexpr std::int8_t kEmpty = -1;

/// The first slot in [from, to) in which a device does nothing, or `to`.
std::int64_t first_empty(const Types& types, std::int64_t from, std::int64_t to) {
  if (from >= to)
    return to;
  const void* found = std::memchr(types.data() + from, static_cast<unsigned char>(kEmpty),
                                  static_cast<std::size_t>(to - from));
  return found == nullptr ? to : static_cast<const std::int8_t*>(found) - types.data();
}

/// Slots of all operations of a device: by type, then by micro-batch; of weight gradients by turn.
using DeviceSlots = std::array<std::vector<std::int64_t>, kPasses + 1>;

/// What a device holds, slot by slot, in chunks.
struct Level {
  std::int32_t held = 0;
  std::int32_t open = 0; ///< passes I whose W has not run

  bool operator==(const Level&) const = default;
};

/// What a device holds, slot by slot, where ranges of slots change by the same amount. Blocks of
/// slots know their maximum: a range costs as much as its blocks, and the parts of two.
class HeldChunks {
public:
  explicit HeldChunks(const std::vector<Level>& levels)
      : most_(levels.size() / kBlock + 1, 0), added_(most_.size(), 0) {
    held_.reserve(levels.size());
    for (const Level& level : levels)
      held_.push_back(level.held);
    for (std::size_t block = 0; block < most_.size(); ++block)
      find_most(block);
  }

  void add(std::size_t from, std::size_t to, std::int32_t by) {
    while (from < to) {
      const std::size_t block = from / kBlock;
      const std::size_t end = std::min(to, (block + 1) * kBlock);
      if (end - from == kBlock) {
        added_[block] += by;
        most_[block] += by;
      } else {
        for (std::size_t slot = from; slot < end; ++slot)
          held_[slot] += by;
        find_most(block);
      }
      from = end;
    }
  }

  /// The first slot of [from, to) with so many chunks, or `to`.
  [[nodiscard]] std::size_t first_with(std::size_t from, std::size_t to,
                                       std::int32_t chunks) const {
    while (from < to) {
      const std::size_t block = from / kBlock;
      const std::size_t end = std::min(to, (block + 1) * kBlock);
      for (; most_[block] >= chunks && from < end; ++from)
        if (held_[from] + added_[block] >= chunks)
          return from;
      from = end;
    }
    return to;
  }

private:
  static constexpr std::size_t kBlock = 64;

  void find_most(std::size_t block) {
    const auto first = std::min(block * kBlock, held_.size());
    const auto last = std::min(first + kBlock, held_.size());
    std::int32_t most = 0;
    for (std::size_t slot = first; slot < last; ++slot)
      most = std::max(most, held_[slot] + added_[block]);
    most_[block] = most;
  }

  std::vector<std::int32_t> held_; ///< without what was added to whole blocks
  std::vector<std::int32_t> most_; ///< by block
  std::vector<std::int32_t> added_;
};

/// An operation of any device.
struct Placed {
  std::int64_t time = 0;
  std::uint32_t device = 0;
  std::uint8_t type = 0;
  std::uint32_t number = 0; ///< micro-batch, or turn
};

std::int64_t last_slot(const DeviceSlots& slots) {
  std::int64_t last = 0;
  for (const std::vector<std::int64_t>& of_type : slots)
    if (!of_type.empty())
      last = std::max(last, of_type.back());
  return last;
}

/// Up to the last operation.
Types types_by_slot(const DeviceSlots& slots) {
  Types types(static_cast<std::size_t>(last_slot(slots)) + 1, kEmpty);
  for (std::size_t type = 0; type < slots.size(); ++type)
    for (const std::int64_t time : slots[type])
      types[static_cast<std::size_t>(time)] = static_cast<std::int8_t>(type);
  return types;
}

/// Weight gradients in the first free slots behind their passes I.
void place_weights(DeviceSlots& slots) {
  slots[kWeight].clear();
  const Types types = types_by_slot(slots);
  std::size_t open = 0;
  for (std::size_t time = 0; time < types.size(); ++time) {
    if (types[time] == 2 || types[time] == 3) {
      ++open;
    } else if (types[time] == kEmpty && open > 0) {
      slots[kWeight].push_back(static_cast<std::int64_t>(time));
      --open;
    }
  }
  for (std::size_t time = types.size(); open > 0; --open, ++time)
    slots[kWeight].push_back(static_cast<std::int64_t>(time));
}

/// All operations: those that begin first come first; of a slot by device and type. Counted by
/// slot, not compared.
std::vector<Placed> in_order(const std::vector<DeviceSlots>& slots) {
  std::int64_t last = 0;
  for (const DeviceSlots& device : slots)
    last = std::max(last, last_slot(device));
  std::vector<std::size_t> place(static_cast<std::size_t>(last) + 2, 0);
  for (const DeviceSlots& device : slots)
    for (const std::vector<std::int64_t>& times : device)
      for (const std::int64_t time : times)
        ++place[static_cast<std::size_t>(time) + 1];
  for (std::size_t time = 1; time < place.size(); ++time)
    place[time] += place[time - 1];
  std::vector<Placed> all(place.back());
  for (std::uint32_t device = 0; device < slots.size(); ++device)
    for (std::uint8_t type = 0; type < slots[device].size(); ++type)
      for (std::uint32_t i = 0; i < slots[device][type].size(); ++i) {
        const std::int64_t time = slots[device][type][i];
        all[place[static_cast<std::size_t>(time)]++] = {time, device, type, i};
      }
  return all;
}

/// Moves the operations of fill and drain to earlier slots.
class Squeeze {
public:
  /// `weights`: weight gradients have slots; otherwise they run in the first free ones.
  Squeeze(std::vector<DeviceSlots>& slots, bool weights)
      : slots_(slots), weights_(weights), types_(slots.size()), levels_(slots.size()),
        inputs_done_(slots.size()) {
    for (std::size_t device = 0; device < slots.size(); ++device) {
      types_[device] = types_by_slot(slots[device]);
      levels_[device].resize(types_[device].size());
      each_level(device, 0, types_[device].size(), [&](std::size_t time, const Level& level) {
        levels_[device][time] = level;
        return true;
      });
      for (const Level& level : levels_[device])
        most_ = std::max(most_, level.held);
      if (weights)
        held_.emplace_back(levels_[device]);
    }
  }

  void run() {
    enum class Phase : std::uint8_t { fill, steady, drain };
    Phase phase = Phase::fill;
    const auto last_batch = static_cast<std::uint32_t>(slots_[0][0].size() - 1);
    for (const Placed& op : in_order(slots_)) {
      if (phase == Phase::fill && op.type == 3 && op.device == 0)
        phase = Phase::steady;
      const bool moves = phase == Phase::drain || (phase == Phase::fill && weights_);
      if (phase == Phase::steady && op.type == 0 && op.number == last_batch)
        phase = Phase::drain;
      const std::int64_t time = moves ? earlier(op) : op.time;
      if (op.type == 2 || op.type == 3) {
        auto& done = inputs_done_[op.device];
        done.insert(std::upper_bound(done.begin(), done.end(), time), time);
      }
    }
  }

private:
  /// The first slot in which an operation's inputs are there.
  [[nodiscard]] std::int64_t ready(const Placed& op) const {
    std::int64_t last = -1;
    const auto after = [&](std::size_t device, std::size_t type) {
      last = std::max(last, slots_[device][type][op.number]);
    };
    if ((op.type == 0 || op.type == 2) && op.device > 0)
      after(op.device - 1U, op.type);
    if ((op.type == 1 || op.type == 3) && op.device + 1U < slots_.size())
      after(op.device + 1U, op.type);
    if (op.type > 0 && op.type < kPasses)
      after(op.device, op.type - 1U);
    if (op.type == kWeight)
      last = std::max(last, inputs_done_[op.device][op.number]);
    if (op.number > 0)
      last = std::max(last, slots_[op.device][op.type][op.number - 1]);
    return last + 1;
  }

  /// Moves an operation to the first free slot that memory allows; the slot.
  std::int64_t earlier(const Placed& op) {
    Types& types = types_[op.device];
    for (std::int64_t time = first_empty(types, ready(op), op.time); time < op.time;
         time = first_empty(types, time + 1, op.time)) {
      const auto to = static_cast<std::size_t>(time);
      const auto from = static_cast<std::size_t>(op.time);
      std::swap(types[to], types[from]);
      const std::int64_t full =
          weights_ ? moved_with_weights(op, to, from) : moved(op.device, to, from + 1);
      if (full == kNever) {
        slots_[op.device][op.type][op.number] = time;
        return time;
      }
      std::swap(types[to], types[from]);
      // From any slot up to there it holds as much or more then: W, if any, is no earlier.
      time = full;
    }
    return op.time;
  }

  /// Takes over what an operation, moved from a slot to an earlier one, changes between the two,
  /// where weight gradients have slots of their own: F holds a chunk from there on, W frees one, I
  /// does neither. The first slot in which the device would hold more than the peak; kNever: none.
  std::int64_t moved_with_weights(const Placed& op, std::size_t to, std::size_t from) {
    HeldChunks& held = held_[op.device];
    if (op.type < 2)
      if (const std::size_t full = held.first_with(to, from, most_); full < from)
        return static_cast<std::int64_t>(full);
    if (op.type < 2 || op.type == kWeight)
      held.add(to, from, op.type < 2 ? 1 : -1);
    return kNever;
  }

  /// Calls `see` with the memory level of a device slot by slot, from `from` at least up to
  /// `changed`, and on until the level no longer changes; `see` returns false to stop.
  template <class See>
  void each_level(std::size_t device, std::size_t from, std::size_t changed, const See& see) {
    const std::vector<Level>& levels = levels_[device];
    const Types& types = types_[device];
    Level level = from == 0 ? Level{} : levels[from - 1];
    for (std::size_t time = from; time < types.size(); ++time) {
      const std::int8_t type = types[time];
      if (type == 0 || type == 1) {
        ++level.held;
      } else if (type == 2 || type == 3) {
        ++level.open;
      } else if (type == static_cast<std::int8_t>(kWeight) ||
                 (type == kEmpty && !weights_ && level.open > 0)) {
        --level.held;
        --level.open;
      }
      if ((time >= changed && levels[time] == level) || !see(time, level))
        return;
    }
  }
  /// The first slot in which a device holds more than the peak; kNever: none, and the levels are
  /// taken over.
  std::int64_t moved(std::size_t device, std::size_t from, std::size_t changed) {
    std::int64_t full = kNever;
    changed_.clear();
    each_level(device, from, changed, [&](std::size_t time, const Level& level) {
      if (level.held > most_)
        full = static_cast<std::int64_t>(time);
      changed_.push_back(level);
      return full == kNever;
    });
    if (full == kNever)
      std::copy(changed_.begin(), changed_.end(),
                levels_[device].begin() + static_cast<std::ptrdiff_t>(from));
    return full;
  }

  std::vector<DeviceSlots>& slots_;
  bool weights_;
  std::vector<Types> types_;               ///< by device and slot
  std::vector<std::vector<Level>> levels_; ///< where weight gradients have no slots of their own
  std::vector<HeldChunks> held_;           ///< where they have
  std::vector<std::vector<std::int64_t>> inputs_done_; ///< slots of passes I, in order
  std::vector<Level> changed_;                         ///< scratch of moved()
  std::int32_t most_ = 0;                              ///< peak before anything has moved
};

/// Lets every operation begin as early as its device's order allows, in slots of one unit.
void pull_forward(std::vector<DeviceSlots>& slots) {
  std::vector<std::int64_t> free(slots.size(), 0);
  for (const Placed& op : in_order(slots)) {
    std::int64_t time = free[op.device];
    if ((op.type == 0 || op.type == 2) && op.device > 0)
      time = std::max(time, slots[op.device - 1U][op.type][op.number] + 1);
    if ((op.type == 1 || op.type == 3) && op.device + 1U < slots.size())
      time = std::max(time, slots[op.device + 1U][op.type][op.number] + 1);
    if (op.type > 0 && op.type < kPasses)
      time = std::max(time, slots[op.device][op.type - 1U][op.number] + 1);
    slots[op.device][op.type][op.number] = time;
    free[op.device] = time + 1;
  }
}

/// The operations of a device by slot; weight gradients of chunk 1 go first where both wait.
std::vector<VSlot> order_of(const DeviceSlots& slots) {
  std::vector<VSlot> order;
  const Types types = types_by_slot(slots);
  std::array<std::uint32_t, kPasses> passes{};
  std::array<std::uint32_t, 2> weights{};
  const auto add = [&order](std::size_t time, Kind kind, std::uint32_t chunk, std::uint32_t batch) {
    order.push_back({static_cast<std::int64_t>(time), kind, chunk, batch});
  };
  const auto add_weight = [&](std::size_t time) {
    const bool of_one = weights[1] < passes[2];
    if (!of_one && weights[0] >= passes[3])
      return false;
    add(time, Kind::weight_gradient, of_one ? 1 : 0, weights[of_one ? 1 : 0]++);
    return true;
  };
  for (std::size_t time = 0; time < types.size(); ++time) {
    if (types[time] == kEmpty) {
      (void)add_weight(time);
      continue;
    }
    const auto type = static_cast<std::size_t>(types[time]);
    add(time, type < 2 ? Kind::forward : Kind::input_gradient, type == 1 || type == 2 ? 1 : 0,
        passes[type]++);
  }
  for (std::size_t time = types.size(); add_weight(time); ++time) {
  }
  return order;
}

std::vector<VBlock> block_of(std::uint32_t devices, const auto& device_block) {
  std::vector<VBlock> block;
  for (std::int64_t i = 0; i < devices; ++i)
    block.push_back(device_block(i, std::int64_t{devices}));
  return block;
}

} // namespace

std::vector<VBlock> v_half_block(std::uint32_t devices) {
  return block_of(devices, [](std::int64_t i, std::int64_t p) {
    const std::int64_t gap = p % 2 == 0 ? 3 : 0; // passes of different devices never collide
    return VBlock{2 * i, 3 * p - i - 2, 3 * p + gap + 2 * i - 1, 6 * p + gap - i - 2};
  });
}

std::vector<VBlock> v_min_block(std::uint32_t devices) {
  return block_of(devices, [](std::int64_t i, std::int64_t p) {
    const std::int64_t gap = p % 3 == 0 ? 2 : 0;
    return VBlock{i, 2 * p - i - 1, 2 * p + gap + i, 4 * p + gap - i - 1};
  });
}

std::vector<std::vector<VSlot>> squeezed(const std::vector<VBlock>& block,
                                         std::uint32_t micro_batches) {
  std::vector<DeviceSlots> slots(block.size());
  for (std::size_t device = 0; device < block.size(); ++device) {
    for (std::size_t type = 0; type < kPasses; ++type)
      for (std::int64_t b = 0; b < micro_batches; ++b)
        slots[device][type].push_back(block[device][type] + kInterval * b);
    place_weights(slots[device]);
  }
  Squeeze(slots, true).run();
  pull_forward(slots);
  for (DeviceSlots& device : slots)
    device[kWeight].clear();
  Squeeze(slots, false).run();
  for (DeviceSlots& device : slots)
    place_weights(device);
  pull_forward(slots);
  std::vector<std::vector<VSlot>> orders;
  for (DeviceSlots& device : slots) {
    device[kWeight].clear();
    orders.push_back(order_of(device));
  }
  return orders;
}

} // namespace stallscope::training
