#pragma once

#include "base/check.hpp"
#include "core/out_of_order/out_of_order_core.hpp"
#include "isa/csr.hpp"
#include "memo/out_of_order/action.hpp"
#include "out_of_order/effects.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace stallscope::core {

/// A sink of Window that records what a stepped cycle does outside the timing, and every outcome on
/// which the timing depended.
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
  void begin(const Base& base, const Script& script) {
    base_ = base;
    script_ = &script;
    keys_done_ = executed_done_ = 0;
    has_reached_step_ = false;
    words.clear();
    parts.assign(1, {});
    forgotten = false;
    leaving_.clear();
    left_ = left_loads_ = left_stores_ = 0;
  }
  void end() {
    if (!is_scripted())
      write(Action::end);
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

  // Called by Window.
  [[nodiscard]] bool is_scripted() const {
    return has_items() || (script_->steps && !has_reached_step_);
  }
  /// The script has outcomes or instructions left.
  [[nodiscard]] bool has_items() const {
    return keys_done_ < script_->keys.size() || executed_done_ < script_->executed;
  }
  /// Destination values of an instruction just fetched.
  [[nodiscard]] const std::array<std::uint64_t, kMaxRegisters>&
  registers(const isa::ArchState& arch) const {
    return is_scripted() ? script_->right_path : arch.regs;
  }

  template <class Execute>
  void execute(const isa::Instruction& instruction, isa::ArchState& arch, bool wrong_path,
               bool ends_pair, isa::Effect& effect, Execute execute_now) {
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
    execute_now();
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
  void release() { note(Action::release); }
  void buffer_store(std::uint64_t position, std::uint32_t instruction) {
    note(Action::buffer_store, position - base_.oldest, instruction);
  }
  void store_left(std::uint64_t position) { note(Action::store_left, position - base_.oldest); }
  void drained(std::uint64_t stores) {
    if (stores != 0)
      note(Action::drained, stores);
  }
  void learn(std::uint64_t ring_index) { note(Action::learn, branch_place(ring_index)); }
  void enter_store(std::uint64_t position, std::uint32_t instruction) {
    note(Action::enter_store, position - base_.oldest, instruction);
  }
  void redirect(const OutOfOrderState& s, const BranchEntry& branch, std::uint64_t stores) {
    if (is_scripted())
      return;
    write(Action::redirect,
          branch_place(static_cast<std::uint64_t>(&branch - s.branch_queue.entries.data())));
    words.push_back(static_cast<std::uint32_t>(base_.end - s.rob.end));
    words.push_back(static_cast<std::uint32_t>(base_.end_of_branches - s.branch_queue.end));
    words.push_back(static_cast<std::uint32_t>(stores));
  }
  void undo_stores(std::uint64_t stores) {
    if (stores != 0)
      note(Action::undo_stores, stores);
  }

  template <class Follow>
  bool control(std::uint32_t index, const BranchEntry& entry, Follow follow) {
    if (has_key()) {
      const std::uint64_t key = next_key();
      return key != kNoKey ? (key & 1) != 0 : script_->seen_at_decode;
    }
    const bool seen_at_decode = follow();
    const std::uint64_t key =
        control_key(core_.program().instruction(index), entry, seen_at_decode);
    if (key == kNoKey)
      forget();
    write(Action::control);
    words.push_back(index);
    finish_part(key);
    return seen_at_decode;
  }
  template <class Ask> std::uint64_t fetch_line(std::uint64_t address, std::uint64_t pc, Ask ask) {
    if (has_key())
      return next_key();
    write(Action::fetch_line);
    for (const std::uint64_t number : {address, pc}) {
      words.push_back(static_cast<std::uint32_t>(number));
      words.push_back(static_cast<std::uint32_t>(number >> 32));
    }
    return finish_part(ask());
  }
  template <class Send>
  std::uint64_t send_buffered(OutOfOrderState& s, std::uint64_t now, Send send) {
    if (has_key()) { // a store's completion depends on the cache
      const CacheAnswer answer = CacheAnswer::of(next_key());
      BufferedStore& store = s.store_buffer.at(s.store_buffer.unsent);
      store.sent = answer.accepted;
      store.done_at = answer.accepted ? now + answer.cycles : 0;
      s.store_buffer.unsent += answer.accepted ? 1 : 0;
      return answer.key();
    }
    write(Action::send_buffered);
    return finish_part(send());
  }
  template <class Ask>
  std::uint64_t access(std::uint64_t position, std::uint32_t instruction, bool writes, Ask ask) {
    if (has_key())
      return next_key();
    write(Action::access, position - base_.oldest);
    words.push_back(instruction);
    words.push_back(writes ? 1 : 0);
    return finish_part(ask());
  }
  /// The oldest load among `may_have` that has read before an older store to the same address.
  template <class MayHave>
  Slot overtaken(const OutOfOrderState& s, const WindowOp& store, MayHave may_have) {
    loads_.clear();
    for (std::uint64_t at = s.load_queue.end; at > s.load_queue.oldest;) {
      const Slot slot = s.load_queue.at(--at);
      if (s.rob.ops[slot].id < store.id)
        break;
      if (may_have(s.rob.ops[slot]))
        loads_.push_back(slot);
    }
    if (loads_.empty())
      return kNoSlot;
    if (has_key()) {
      const std::uint64_t place = next_key();
      return place == 0 ? kNoSlot : s.slot_at(base_.oldest + place - 1);
    }
    const auto own = static_cast<Slot>(&store - s.rob.ops.data());
    write(Action::overtaken, s.position_of(own) - base_.oldest);
    words.push_back(store.instruction);
    words.push_back(static_cast<std::uint32_t>(loads_.size()));
    Slot oldest = kNoSlot;
    std::uint64_t key = 0;
    for (const Slot slot : loads_) {
      const WindowOp& load = s.rob.ops[slot];
      const std::uint64_t place = s.position_of(slot) - base_.oldest;
      words.push_back(static_cast<std::uint32_t>(place));
      words.push_back(load.instruction);
      if (overlaps(store, load)) {
        oldest = slot;
        key = place + 1;
      }
    }
    finish_part(key);
    return oldest;
  }
  template <class Find>
  std::uint64_t last_of_set(std::uint32_t instruction, std::uint64_t store_position, Find find) {
    if (store_position <= oldest_store_now())
      return 0;
    if (has_key()) {
      const std::uint64_t place = next_key();
      return place == 0 ? 0 : base_.oldest_store + place;
    }
    write(Action::last_of_set, store_position - base_.oldest_store);
    words.push_back(instruction);
    const std::uint64_t found = find();
    finish_part(found == 0 ? 0 : found - base_.oldest_store);
    return found;
  }
  template <class AddressOf, class Find>
  StoreMatch find_store(std::uint64_t position, std::uint64_t store_position, AddressOf address_is,
                        Find find) {
    if (store_position <= oldest_store_now())
      return {};
    if (has_key())
      return match_of(next_key(), base_.oldest_store);
    write(Action::find_store, position - base_.oldest);
    words.push_back(static_cast<std::uint32_t>(store_position - base_.oldest_store));
    const std::size_t count_at = words.size();
    words.push_back(0);
    for (std::uint64_t at = store_position; at > oldest_store_now();)
      if (const AddressIs is = address_is(--at); is != AddressIs::known) {
        words.push_back(static_cast<std::uint32_t>(at - base_.oldest_store) |
                        (is == AddressIs::ending ? 1U << 31 : 0));
        ++words[count_at];
      }
    const StoreMatch match = find();
    finish_part(match_key(match, base_.oldest_store));
    return match;
  }
  template <class Find> BufferedMatch find_buffered(std::uint64_t position, Find find) {
    if (has_key())
      return static_cast<BufferedMatch>(next_key());
    write(Action::find_buffered, position - base_.oldest);
    const BufferedMatch match = find();
    finish_part(static_cast<std::uint64_t>(match));
    return match;
  }

private:
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
  [[nodiscard]] std::uint64_t oldest_store_now() const { return base_.oldest_store + left_stores_; }
  [[nodiscard]] std::uint32_t branch_place(std::uint64_t ring_index) const {
    return static_cast<std::uint32_t>((ring_index - base_.oldest_branch) % kBranchEntries);
  }
  [[nodiscard]] std::uint32_t index_of(const isa::Instruction& instruction) const {
    return static_cast<std::uint32_t>(&instruction - core_.program().code.data());
  }

  const OutOfOrderCore& core_;
  Base base_;
  const Script* script_ = nullptr;
  std::size_t keys_done_ = 0;
  std::size_t executed_done_ = 0;
  bool has_reached_step_ = false;
  std::vector<std::uint32_t> leaving_; ///< previous physical registers freed by retirement
  std::size_t add_to_ = 0;             ///< index of the word of the last instruction executed
  std::vector<Slot> loads_;            ///< loads that may have overtaken a store
  std::uint32_t left_ = 0;
  std::uint32_t left_loads_ = 0;
  std::uint32_t left_stores_ = 0;
};

} // namespace stallscope::core
