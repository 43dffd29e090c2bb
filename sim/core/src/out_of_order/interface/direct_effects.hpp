#pragma once

// The effects policy of a core that is stepped: applies the effects of effects.hpp at once. The
// explorer of memo/out_of_order/ has the same functions, which also record what they do.

#include "out_of_order/interface/effects.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace stallscope::core {

class DirectEffects {
public:
  DirectEffects(const OutOfOrderCore& core, OutOfOrderState& s) : core_(core), s_(s) {}

  // Fetch
  /// The predictor has room for another prediction in flight.
  [[nodiscard]] bool can_predict() const { return core_.predictor().can_predict(s_.predictor); }
  CacheAnswer fetch_line(std::uint64_t address, std::uint64_t pc, std::uint64_t now) {
    return access_cache(core_, s_, {.address = address, .fetch = true, .pc = pc}, now);
  }
  /// Executes an instruction functionally. `ends_pair`: it is the second of a fused pair.
  void execute_functionally(const isa::Instruction& instruction, bool wrong_path,
                            bool /*ends_pair*/, isa::Effect& effect, std::uint64_t now) {
    if (wrong_path)
      execute_speculatively(core_.program(), s_.arch, core_.environment(), now, s_.undo,
                            instruction, effect);
    else
      isa::execute(core_.program(), s_.arch, core_.environment(), now, instruction, effect);
  }
  /// The register values behind the instruction executed last.
  [[nodiscard]] const std::array<std::uint64_t, kMaxRegisters>& registers() const {
    return s_.arch.regs;
  }
  /// The instruction executed last is cracked into these micro-ops.
  void add(std::span<const PlannedOp> /*parts*/) {}
  /// Whether a wrong-path instruction accesses memory.
  void access_made(std::span<const PlannedOp> /*parts*/, bool /*is_made*/) {}
  /// Sets the address that a micro-op accesses.
  void set_access(WindowOp& op, const isa::Effect& effect) {
    op.bytes = 0;
    if (op.planned->is_memory) {
      op.address = address_of(effect, op.planned->is_load);
      op.bytes = effect.bytes;
    }
  }
  /// As follow_control().
  bool control(BranchEntry& entry, std::uint32_t index, std::uint64_t next_pc, bool speculates) {
    return follow_control(core_, s_, entry, index, next_pc, speculates);
  }
  /// The timing depends on more than outcomes that fast forward can repeat.
  void forget() {}

  // Branch resolution and recovery
  void learn(const BranchEntry& entry) { learn_branch(core_, s_, entry); }
  /// Behind a squash of `stores` stores of the store queue.
  void redirect(BranchEntry& branch, std::uint64_t /*stores*/) { go_back_to(core_, s_, branch); }
  /// Stores have left the store queue to be dispatched again.
  void undo_stores(std::uint64_t /*stores*/) {}

  // Load and store queue
  void enter_store(const WindowOp& op, std::uint64_t now) {
    core::enter_store(core_, s_, op, op.instruction, op.store_position, now);
  }
  /// A store is in neither the store queue nor the store buffer.
  void forget_store(std::uint64_t address, unsigned bytes) {
    s_.lsq.stores.filter.count(address, bytes, -1);
  }
  std::uint64_t last_of_set(const WindowOp& load, std::uint64_t now) {
    return last_store_of_set(core_, s_, load.instruction, load.store_position, now);
  }
  /// As StoreQueue::youngest_older().
  template <class AddressOf> StoreMatch find_store(const WindowOp& load, AddressOf address_is) {
    return s_.lsq.stores.youngest_older(core_.dynamic().forwarding, load, load.store_position,
                                        address_is);
  }
  BufferedMatch find_buffered(const WindowOp& load) {
    return youngest_buffered(s_, core_.dynamic().forwarding, load);
  }
  CacheAnswer access(const WindowOp& op, bool writes, std::uint64_t now) {
    return access_data_cache(core_, s_, op, op.instruction, writes, now);
  }
  /// As LoadStoreQueue::oldest_violation(); the load joins the store set of the store.
  Slot check_memory_order(const WindowOp& store, std::uint64_t now) {
    const Slot oldest = s_.lsq.oldest_violation(s_.rob, store);
    if (oldest != kNoSlot)
      join_store_set(core_, s_, s_.rob.ops[oldest].instruction, store.instruction, now);
    return oldest;
  }

  // Retirement and store buffer
  /// The oldest branch leaves the branch prediction queue.
  void release(const BranchEntry& entry, bool speculates) {
    if (speculates)
      core_.predictor().release(s_.predictor, entry.prediction);
  }
  /// The oldest micro-op retires.
  void leave(const WindowOp& /*op*/) {}
  /// All micro-ops of the cycle have retired.
  void retired() {}
  void buffer_store(const WindowOp& op) { core::buffer_store(core_, s_, op, op.instruction); }
  /// The oldest store leaves the store queue without entering the store buffer.
  void store_left(const WindowOp& op) { forget_store(op.address, op.bytes); }
  CacheAnswer send_buffered(std::uint64_t now) { return core::send_buffered(core_, s_, now); }
  /// The oldest stores of the store buffer are in the cache.
  void drained(std::uint64_t /*stores*/) {}
  /// The cycle has ended.
  void end() {}

private:
  const OutOfOrderCore& core_;
  OutOfOrderState& s_;
};

} // namespace stallscope::core
