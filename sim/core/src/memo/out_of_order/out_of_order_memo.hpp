#pragma once

#include "base/check.hpp"
#include "core/memo/fast_forward.hpp"
#include "memo/engine.hpp"
#include "memo/out_of_order/explorer.hpp"
#include "memo/out_of_order/packed_window.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace stallscope::core::memo {

/// The policy of the fast forward for dynamically scheduled cores (see MemoPolicy). A part is a
/// list of actions (see Action), stored in the words behind it.
class OutOfOrderMemo {
public:
  using Core = OutOfOrderCore;
  using State = OutOfOrderState;
  using Limits = FastForward<Core>::Limits;

  struct Work {};
  struct Addition {
    std::array<std::uint16_t, 6> occupied{}; ///< entries in use at its end, as in Occupancy
  };
  /// Data of the cycle being replayed.
  struct Stretch {
    isa::Effect effect;                   ///< effect of the last instruction executed
    std::span<const std::uint32_t> freed; ///< physical registers freed at the end of the cycle, not
                                          ///< earlier because the cycle may be repeated
  };

  /// Counters that a cycle adds to.
  static constexpr std::array kCounters{&OutOfOrderCounters::retired,
                                        &OutOfOrderCounters::retired_micro_ops,
                                        &OutOfOrderCounters::fetched,
                                        &OutOfOrderCounters::flushed,
                                        &OutOfOrderCounters::branches,
                                        &OutOfOrderCounters::mispredictions,
                                        &OutOfOrderCounters::replays,
                                        &OutOfOrderCounters::indirect_jumps,
                                        &OutOfOrderCounters::indirect_mispredictions,
                                        &OutOfOrderCounters::returns,
                                        &OutOfOrderCounters::return_mispredictions};
  static_assert(sizeof(OutOfOrderCounters) == kCounters.size() * sizeof(std::uint64_t),
                "every counter is listed");
  static constexpr bool kUnpacksCounts = false;
  static constexpr bool kRetriesSteps = false;

  OutOfOrderMemo(const OutOfOrderCore& core, const Limits& limits);

  void record_to(const trace::RecordingSink* recorder) const {
    STALLSCOPE_CHECK(recorder == nullptr && !limits_.records, "records are stepped");
  }
  struct Mark {};
  [[nodiscard]] static Mark mark() { return {}; }
  static void go_back(const Mark& /*mark*/) {}

  [[nodiscard]] bool is_supported() const { return is_supported_; }
  void step_to(OutOfOrderState& s, std::uint64_t cycle) const;
  void step_to_candidate(OutOfOrderState& s, std::uint64_t before_cycle) const;
  [[nodiscard]] static bool can_pack(const OutOfOrderState& s) { return is_clean(s); }
  [[nodiscard]] static std::uint64_t features_of(const OutOfOrderState& s);
  /// States whose code has changed are not packed.
  [[nodiscard]] static bool changes_code(const OutOfOrderState& /*s*/) { return false; }
  [[nodiscard]] std::string_view pack(const OutOfOrderState& s, PackingBuffer& buffer) const;
  [[nodiscard]] static std::uint64_t bytes() { return 0; }
  static void forget() {}
  [[nodiscard]] static std::uint64_t in_flight(const OutOfOrderState& s) {
    return s.rob.end - s.rob.oldest;
  }

  void begin_replay(const OutOfOrderState& s);
  void begin_stretch(const OutOfOrderState& s) {
    base_.take(s);
    script_.clear();
  }
  Replayed replay(OutOfOrderState& s, Part<OutOfOrderMemo>& part, Stretch& stretch,
                  std::uint64_t& key);
  void note(const Part<OutOfOrderMemo>& /*part*/, std::uint64_t key) {
    script_.keys.push_back(key);
  }
  void stop(const Part<OutOfOrderMemo>& /*part*/, const Stretch& stretch) {
    stop_at(stretch.effect.next_pc, stretch, Replayed::outcome);
  }
  void end_stretch(OutOfOrderState& s, const Ending<OutOfOrderMemo>& ending, Stretch& stretch);
  void unpack(OutOfOrderState& s, std::string_view packed);
  static void add(OutOfOrderState& s, const Ending<OutOfOrderMemo>& ending, std::uint64_t cycles);

  void clear_script() { script_.clear(); }
  [[nodiscard]] bool has_script() const {
    return !script_.keys.empty() || script_.executed != 0 || script_.steps;
  }
  void explore(OutOfOrderState& s);
  [[nodiscard]] bool is_whole() const { return !explorer_.forgotten; }
  [[nodiscard]] std::size_t complete_parts() const {
    return explorer_.forgotten ? explorer_.sure_parts : explorer_.parts.size() - 1;
  }
  [[nodiscard]] std::uint64_t key(std::size_t part) const { return explorer_.parts[part].key; }
  Part<OutOfOrderMemo>& store_part(MemoTable<OutOfOrderMemo>& table, std::size_t number,
                                   const Part<OutOfOrderMemo>* instead);
  [[nodiscard]] static Addition addition(const OutOfOrderState& s);

  [[nodiscard]] static bool is_followed(const OutOfOrderState& s, OpId unfollowed);

private:
  Replayed stop_at(std::uint64_t functional_pc, const Stretch& stretch, Replayed how) {
    script_.last = stretch.effect;
    script_.last_pc = functional_pc;
    return how;
  }
  bool execute_next(OutOfOrderState& s, std::uint64_t number, std::uint32_t index,
                    isa::Effect& effect);
  void add_store(OutOfOrderState& s, std::uint64_t place, std::uint32_t instruction) const;
  void move_to_store_buffer(OutOfOrderState& s, std::uint64_t place,
                            std::uint32_t instruction) const;
  std::uint64_t find_outcome(OutOfOrderState& s, Action action, std::uint64_t number,
                             const std::uint32_t* words, const isa::Effect& effect);
  std::uint64_t memory_order_violation(OutOfOrderState& s, std::uint64_t store_place,
                                       const std::uint32_t* words) const;
  std::uint64_t search_store_queue(OutOfOrderState& s, std::uint64_t load_place,
                                   const std::uint32_t* words) const;

  const OutOfOrderCore& core_;
  const Limits& limits_;
  bool is_supported_ = false;
  MicroOpOrigins origins_;
  WindowExplorer explorer_;
  WindowExplorer::Script script_;
  Base base_; ///< ring positions at the beginning of the stretch
  RetiredRegisters retired_;
  InWindow left_window_; ///< window positions when replay began
};

template <> struct PolicyOf<OutOfOrderCore> { using Type = OutOfOrderMemo; };

} // namespace stallscope::core::memo
