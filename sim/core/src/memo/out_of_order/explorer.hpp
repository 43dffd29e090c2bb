#pragma once

#include "base/check.hpp"
#include "core/out_of_order/out_of_order_core.hpp"
#include "isa/csr.hpp"
#include "memo/out_of_order/action.hpp"
#include "out_of_order/interface/direct_effects.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace stallscope::core {

/// A sink of OutOfOrderPipeline that is its effects policy as well: it records what a stepped cycle
/// does outside the timing, and every outcome on which the timing depended.
///
/// Replay may have executed the first part of the cycle already, up to an unknown outcome or an
/// instruction that trapped. For that part (the script) outcomes are supplied, and no effect is
/// applied again.
class WindowExplorer {
public:
  static constexpr bool kActive = false;
  static constexpr bool kIsExplorer = true;

  explicit WindowExplorer(const OutOfOrderCore& core) : core_(core) {}

  /// The script: the actions that replay has executed already.
  struct Script {
    std::vector<std::uint64_t> keys; ///< outcomes found by replay
    std::size_t executed = 0;        ///< number of instructions executed
    bool steps = false;              ///< the script ends where the rest of the cycle must be
                                     ///< stepped
    isa::Effect last;                ///< effect of the last instruction executed ...
    std::uint64_t last_pc = 0;       ///< ... and the functional pc after it
    bool seen_at_decode = false;     ///< result of follow_control() for the branch or jump fetched
                                     ///< last: see control_key()
    /// Register values of the right path.
    std::array<std::uint64_t, kMaxRegisters> right_path{};
    void clear() {
      keys.clear();
      executed = 0;
      steps = false;
    }
  };
  /// A part of the cycle that ends with an outcome, or the last part.
  struct Part {
    std::size_t begin = 0; ///< index into words of the first action
    std::uint64_t key = 0;
  };

  /// Starts a cycle with its script.
  void begin(OutOfOrderState& s, const Script& script) {
    s_ = &s;
    base_ = Base(s);
    script_ = &script;
    keys_done_ = executed_done_ = 0;
    has_reached_step_ = false;
    words.clear();
    parts.assign(1, {});
    forgotten = false;
    leaving_.clear();
    left_ = left_loads_ = left_stores_ = 0;
  }
  std::vector<std::uint32_t> words; ///< actions after the script
  std::vector<Part> parts;          ///< parts after the script
  /// True when what follows the first `sure_words` words and `sure_parts` parts depends on more
  /// than outcomes, so that it cannot be stored.
  bool forgotten = false;
  std::size_t sure_words = 0;
  std::size_t sure_parts = 0;
  void forget() {
    if (has_items())
      return;
    has_reached_step_ = true;
    if (forgotten)
      return;
    forgotten = true;
    sure_words = words.size();
    sure_parts = parts.size() - 1;
  }

  /// The effects have been applied already: replay has executed the cycle up to an unknown outcome
  /// that is still ahead.
  [[nodiscard]] bool is_scripted() const {
    return has_items() || (script_->steps && !has_reached_step_);
  }
  /// The script has outcomes or instructions left.
  [[nodiscard]] bool has_items() const {
    return keys_done_ < script_->keys.size() || executed_done_ < script_->executed;
  }

  // The effects policy: as DirectEffects.
  [[nodiscard]] bool can_predict() const {
    return has_items() ||
           direct().can_predict(); // replay: there was room when the cycle was stepped first
  }
  [[nodiscard]] const std::array<std::uint64_t, kMaxRegisters>& registers() const {
    return is_scripted() ? script_->right_path : s_->arch.regs;
  }
  void set_access(WindowOp& op, const isa::Effect& effect) const {
    if (!is_scripted())
      direct().set_access(op, effect);
  }
  void execute_functionally(const isa::Instruction& instruction, bool wrong_path, bool ends_pair,
                            isa::Effect& effect, std::uint64_t now) {
    isa::ArchState& arch = s_->arch;
    if (executed_done_ < script_->executed) {
      if (++executed_done_ == script_->executed) {
        effect = script_->last;
        arch.pc = script_->last_pc;
      } else {
        effect.next_pc = arch.pc = instruction.pc + instruction.size;
      }
      return;
    }
    has_reached_step_ = true;
    if (!is_repeatable(instruction))
      forget();
    const std::uint64_t end = arch.pc + instruction.size;
    direct().execute_functionally(instruction, wrong_path, ends_pair, effect, now);
    const bool goes_on = !isa::is_control(instruction.op_class);
    if (leaves_path(arch, end, effect, wrong_path, goes_on))
      forget();
    add_to_ = words.size();
    write(Action::execute, (wrong_path ? kOnWrongPath : kNoBits) | (goes_on ? kGoesOn : kNoBits) |
                               (ends_pair ? kEndsPair : kNoBits));
    words.push_back(index_of(instruction));
  }
  /// The instruction's effect is the same at every execution.
  [[nodiscard]] static bool is_repeatable(const isa::Instruction& instruction) {
    switch (instruction.op) {
    case isa::Op::syscall:
    case isa::Op::breakpoint:
    case isa::Op::mret:
    case isa::Op::fence_i:
    case isa::Op::unknown:
    case isa::Op::x86_library:
      return false;
    default: // a store-conditional may not store
      return instruction.op_class != isa::OpClass::atomic && !changes_protection(instruction);
    }
  }
  /// The instruction traps, or continues elsewhere than at the next instruction (`end`) without
  /// being a branch or jump.
  [[nodiscard]] static bool leaves_path(const isa::ArchState& arch, std::uint64_t end,
                                        const isa::Effect& effect, bool wrong_path, bool goes_on) {
    return effect.exception || (effect.trap != isa::Trap::none && !wrong_path) ||
           (goes_on && arch.pc != end);
  }

  void add(std::span<const PlannedOp> parts_added) {
    if (is_scripted())
      return;
    std::uint64_t memory = 0;
    for (std::size_t i = 0; i < parts_added.size(); ++i)
      memory |= parts_added[i].is_memory ? std::uint64_t{1} << i : 0;
    STALLSCOPE_CHECK(parts_added.size() <= kPartsMask, "an instruction has few micro-ops");
    const std::uint64_t number = parts_added.size() << kPartsShift | memory << kMemoryShift;
    if (add_to_ + 2 == words.size() && parts.back().begin <= add_to_)
      words[add_to_] |= static_cast<std::uint32_t>(number << 8);
    else // an outcome was recorded in between
      write(Action::add, number);
  }
  /// Records whether a wrong-path instruction accesses memory: an access to an invalid address is
  /// omitted.
  void access_made(std::span<const PlannedOp> parts_added, bool is_made) {
    if (std::none_of(parts_added.begin(), parts_added.end(),
                     [](const PlannedOp& part) { return part.is_memory; }))
      return;
    if (has_key()) {
      (void)next_key();
      return;
    }
    write(Action::access_made);
    finish_part(is_made ? 1 : 0);
  }
  void leave(const WindowOp& op) {
    ++left_;
    left_loads_ += op.planned->is_load ? 1 : 0;
    left_stores_ += op.planned->writes_data ? 1 : 0;
    for (unsigned d = 0; d < op.planned->op.write_count; ++d)
      if (const unsigned kind = op.planned->kinds[d]; kind != kRegisterKinds)
        leaving_.push_back(static_cast<std::uint32_t>(op.planned->op.writes[d]) | kind << 16);
  }
  void retired() {
    if (!is_scripted() && left_ != 0) {
      write(Action::commit, left_);
      words.push_back(left_loads_);
      words.push_back(left_stores_);
      words.push_back(static_cast<std::uint32_t>(leaving_.size()));
      words.insert(words.end(), leaving_.begin(), leaving_.end());
    }
  }
  void release(const BranchEntry& entry, bool speculates) {
    if (is_scripted())
      return;
    direct().release(entry, speculates);
    write(Action::release);
  }
  void buffer_store(const WindowOp& op) {
    direct().buffer_store(op);
    note(Action::buffer_store, place_of(op), op.instruction);
  }
  void store_left(const WindowOp& op) {
    forget_store(op.address, op.bytes);
    note(Action::store_left, place_of(op));
  }
  void drained(std::uint64_t stores) {
    if (stores != 0)
      note(Action::drained, stores);
  }
  void end() { note(Action::end); }
  void learn(const BranchEntry& entry) {
    if (is_scripted())
      return;
    direct().learn(entry);
    write(Action::learn, branch_place(entry));
  }
  void enter_store(const WindowOp& op, std::uint64_t now) {
    if (is_scripted())
      return;
    direct().enter_store(op, now);
    write(Action::enter_store, place_of(op));
    words.push_back(op.instruction);
  }
  void forget_store(std::uint64_t address, unsigned bytes) const {
    if (!is_scripted())
      direct().forget_store(address, bytes);
  }
  void redirect(BranchEntry& branch, std::uint64_t stores) {
    if (is_scripted())
      return;
    direct().redirect(branch, stores);
    write(Action::redirect, branch_place(branch));
    words.push_back(static_cast<std::uint32_t>(base_.end - s_->rob.end));
    words.push_back(static_cast<std::uint32_t>(base_.end_of_branches - s_->branch_queue.end));
    words.push_back(static_cast<std::uint32_t>(stores));
  }
  void undo_stores(std::uint64_t stores) {
    if (stores != 0)
      note(Action::undo_stores, stores);
  }

  bool control(BranchEntry& entry, std::uint32_t index, std::uint64_t next_pc, bool speculates) {
    if (has_key()) {
      const std::uint64_t key = next_key();
      return key != kNoKey ? (key & 1) != 0 : script_->seen_at_decode;
    }
    const bool seen_at_decode = direct().control(entry, index, next_pc, speculates);
    const std::uint64_t key =
        control_key(core_.program().instruction(index), entry, seen_at_decode);
    if (key == kNoKey)
      forget();
    write(Action::control);
    words.push_back(index);
    finish_part(key);
    return seen_at_decode;
  }
  CacheAnswer fetch_line(std::uint64_t address, std::uint64_t pc, std::uint64_t now) {
    if (has_key())
      return CacheAnswer::of(next_key());
    write(Action::fetch_line);
    for (const std::uint64_t number : {address, pc}) {
      words.push_back(static_cast<std::uint32_t>(number));
      words.push_back(static_cast<std::uint32_t>(number >> 32));
    }
    return finish_part(direct().fetch_line(address, pc, now));
  }
  CacheAnswer send_buffered(std::uint64_t now) {
    if (has_key()) { // a store's completion depends on the cache
      const CacheAnswer answer = CacheAnswer::of(next_key());
      s_->store_buffer.answered(answer.accepted, now + answer.cycles);
      return answer;
    }
    write(Action::send_buffered);
    return finish_part(direct().send_buffered(now));
  }
  CacheAnswer access(const WindowOp& op, bool writes, std::uint64_t now) {
    if (has_key())
      return CacheAnswer::of(next_key());
    write(Action::access, place_of(op));
    words.push_back(op.instruction);
    words.push_back(writes ? 1 : 0);
    return finish_part(direct().access(op, writes, now));
  }
  Slot check_memory_order(const WindowOp& store, std::uint64_t now) {
    const bool joins = !is_scripted();
    const Slot load = oldest_violation(store);
    if (load != kNoSlot && joins)
      join_store_set(core_, *s_, s_->rob.ops[load].instruction, store.instruction, now);
    return load;
  }
  std::uint64_t last_of_set(const WindowOp& load, std::uint64_t now) {
    if (load.store_position <= oldest_store_now())
      return 0;
    if (has_key()) {
      const std::uint64_t place = next_key();
      return place == 0 ? 0 : base_.oldest_store + place;
    }
    write(Action::last_of_set, load.store_position - base_.oldest_store);
    words.push_back(load.instruction);
    const std::uint64_t found = direct().last_of_set(load, now);
    finish_part(found == 0 ? 0 : found - base_.oldest_store);
    return found;
  }
  template <class AddressOf> StoreMatch find_store(const WindowOp& load, AddressOf address_is) {
    if (load.store_position <= oldest_store_now())
      return {};
    if (has_key())
      return match_of(next_key(), base_.oldest_store);
    write(Action::find_store, place_of(load));
    words.push_back(static_cast<std::uint32_t>(load.store_position - base_.oldest_store));
    const std::size_t count_at = words.size();
    words.push_back(0);
    for (std::uint64_t at = load.store_position; at > oldest_store_now();)
      if (const AddressIs is = address_is(--at); is != AddressIs::known) {
        words.push_back(static_cast<std::uint32_t>(at - base_.oldest_store) |
                        (is == AddressIs::ending ? 1U << 31 : 0));
        ++words[count_at];
      }
    const StoreMatch match = direct().find_store(load, address_is);
    finish_part(match_key(match, base_.oldest_store));
    return match;
  }
  BufferedMatch find_buffered(const WindowOp& load) {
    if (has_key())
      return static_cast<BufferedMatch>(next_key());
    write(Action::find_buffered, place_of(load));
    const BufferedMatch match = direct().find_buffered(load);
    finish_part(static_cast<std::uint64_t>(match));
    return match;
  }

private:
  [[nodiscard]] DirectEffects direct() const { return {core_, *s_}; }
  /// As LoadStoreQueue::oldest_violation().
  Slot oldest_violation(const WindowOp& store) {
    loads_.clear();
    s_->lsq.for_each_load_read_before(s_->rob, store,
                                      [this](Slot slot) { loads_.push_back(slot); });
    if (loads_.empty())
      return kNoSlot;
    if (has_key()) {
      const std::uint64_t place = next_key();
      return place == 0 ? kNoSlot : s_->slot_at(base_.oldest + place - 1);
    }
    write(Action::memory_order, place_of(store));
    words.push_back(store.instruction);
    words.push_back(static_cast<std::uint32_t>(loads_.size()));
    Slot oldest = kNoSlot;
    std::uint64_t key = 0;
    for (const Slot slot : loads_) {
      const WindowOp& load = s_->rob.ops[slot];
      words.push_back(static_cast<std::uint32_t>(place_of(load)));
      words.push_back(load.instruction);
      if (overlaps(store, load)) {
        oldest = slot;
        key = place_of(load) + 1;
      }
    }
    finish_part(key);
    return oldest;
  }
  void write(Action action, std::uint64_t number = 0) {
    STALLSCOPE_CHECK(number < std::uint64_t{1} << 24, "an action's number has 24 bits");
    words.push_back(word_of(action, number));
  }
  void note(Action action, std::uint64_t number = 0) {
    if (!is_scripted())
      write(action, number);
  }
  void note(Action action, std::uint64_t number, std::uint32_t word) {
    if (is_scripted())
      return;
    write(action, number);
    words.push_back(word);
  }
  /// The script supplies the next outcome; otherwise it is used up.
  [[nodiscard]] bool has_key() {
    if (keys_done_ < script_->keys.size())
      return true;
    has_reached_step_ = true;
    return false;
  }
  std::uint64_t next_key() { return script_->keys[keys_done_++]; }
  std::uint64_t finish_part(std::uint64_t key) {
    parts.back().key = key;
    parts.push_back({words.size(), 0});
    return key;
  }
  CacheAnswer finish_part(const CacheAnswer& answer) {
    finish_part(answer.key());
    return answer;
  }
  [[nodiscard]] std::uint64_t oldest_store_now() const { return base_.oldest_store + left_stores_; }
  /// Position in the window relative to the oldest micro-op at the beginning of the cycle.
  [[nodiscard]] std::uint64_t place_of(const WindowOp& op) const {
    const auto slot = static_cast<Slot>(&op - s_->rob.ops.data());
    return s_->position_of(slot) - base_.oldest;
  }
  /// The same of an entry of the branch prediction queue.
  [[nodiscard]] std::uint32_t branch_place(const BranchEntry& entry) const {
    const auto index = static_cast<std::uint64_t>(&entry - s_->branch_queue.entries.data());
    return static_cast<std::uint32_t>((index - base_.oldest_branch) % kBranchEntries);
  }
  [[nodiscard]] std::uint32_t index_of(const isa::Instruction& instruction) const {
    return static_cast<std::uint32_t>(&instruction - core_.program().code.data());
  }

  const OutOfOrderCore& core_;
  OutOfOrderState* s_ = nullptr; ///< the state being stepped
  Base base_;
  const Script* script_ = nullptr;
  std::size_t keys_done_ = 0;
  std::size_t executed_done_ = 0;
  bool has_reached_step_ = false;
  std::vector<std::uint32_t> leaving_; ///< previous physical registers freed by retirement
  std::size_t add_to_ = 0;             ///< index of the word of the last instruction executed
  std::vector<Slot> loads_;            ///< loads that may have read before a store
  std::uint32_t left_ = 0;
  std::uint32_t left_loads_ = 0;
  std::uint32_t left_stores_ = 0;
};

} // namespace stallscope::core
