#pragma once

#include "core/memo/fast_forward.hpp"
#include "memo/memo_table.hpp"
#include "memo/packing.hpp"

#include <chrono>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <vector>

namespace stallscope::core::memo {

/// How replaying a part ended.
enum class Replayed : std::uint8_t {
  outcome, ///< with an outcome
  ended,   ///< the stretch has ended
  left,    ///< an instruction left the path that was recorded
  step,    ///< the rest must be stepped each time
};

/// What Engine needs to know of a core: how its timing state is packed and unpacked, what a part
/// does outside the timing, and how a stretch is stepped and recorded.
///
/// While stored stretches are replayed, only the functional state, cycle and operation numbers of
/// the state are up to date. A script has what has been replayed of the present stretch.
template <class P>
concept MemoPolicy = requires(P policy, typename P::State& s, std::uint64_t number,
                              const Ending<P>& ending, Part<P>& part, typename P::Stretch& stretch,
                              MemoTable<P>& table, PackingBuffer& buffer, std::string_view packed,
                              trace::RecordingSink* recorder) {
  typename P::Core;
  typename P::Work;     ///< what a part does; words may follow the part
  typename P::Addition; ///< what an ending adds beside counts
  P::kCounters;         ///< counters of the state that a stretch adds to
  /// unpack() copies ledger or counters.
  { P::kUnpacksCounts } -> std::convertible_to<bool>;
  /// A part that had to be stepped may be stored later.
  { P::kRetriesSteps } -> std::convertible_to<bool>;
  { policy.is_supported() } -> std::convertible_to<bool>;
  policy.step_to(s, number);
  /// Steps to a state that may be worth storing, before a cycle.
  policy.step_to_candidate(s, number);
  { policy.can_pack(s) } -> std::convertible_to<bool>;
  /// A hash of some of a state, which differs when the state does with high probability.
  { policy.features_of(s) } -> std::same_as<std::uint64_t>;
  /// Whether the code differs from that of the previous state, for which everything is stored.
  { policy.changes_code(s) } -> std::convertible_to<bool>;
  { policy.pack(s, buffer) } -> std::same_as<std::string_view>;
  /// Of the policy's own data for the table.
  { policy.bytes() } -> std::same_as<std::uint64_t>;
  policy.forget();
  /// The record of the run that begins, if any; a position in it, and going back to it.
  policy.record_to(recorder);
  policy.go_back(policy.mark());
  { policy.in_flight(s) } -> std::same_as<std::uint64_t>;

  // Replay.
  policy.begin_replay(s);
  policy.begin_stretch(s);
  { policy.replay(s, part, stretch, number) } -> std::same_as<Replayed>;
  /// An outcome has become known.
  policy.note(part, number);
  /// It is unknown how the stretch goes on.
  policy.stop(part, stretch);
  policy.end_stretch(s, ending, stretch);
  /// The timing as of the packed state; the functional state is as the script says.
  policy.unpack(s, packed);
  policy.add(s, ending, number);

  // Exploring.
  policy.clear_script();
  { policy.has_script() } -> std::convertible_to<bool>;
  /// Steps the stretch, behind what the script has of it.
  policy.explore(s);
  { policy.is_whole() } -> std::convertible_to<bool>;       ///< all of it can be stored
  { policy.complete_parts() } -> std::same_as<std::size_t>; ///< parts with an outcome
  { policy.key(std::size_t{}) } -> std::same_as<std::uint64_t>;
  /// Stores a part, in place of another one when there is one.
  { policy.store_part(table, std::size_t{}, &part) } -> std::same_as<Part<P>&>;
  { policy.addition(s) } -> std::same_as<typename P::Addition>;

  /// Nothing visible is of an operation up to this one.
  { policy.is_followed(s, OpId{}) } -> std::convertible_to<bool>;
};

/// The policy of a core.
template <class Core> struct PolicyOf;

/// The memoizing fast forward: `run.hpp` has the main loop and decides when to give up,
/// `replay.hpp` follows stored stretches, `learn.hpp` steps unknown ones and stores them.
template <class P> class Engine {
public:
  using Core = typename P::Core;
  using State = typename P::State;
  using Limits = typename FastForward<Core>::Limits;
  using Statistics = typename FastForward<Core>::Statistics;

  Engine(const Core& core, const Limits& limits) : limits_(limits), policy_(core, limits_) {
    static_assert(MemoPolicy<P>);
  }

  void run(State& state, std::uint64_t until_cycle);
  [[nodiscard]] const Statistics& statistics() const { return statistics_; }
  [[nodiscard]] const Limits& limits() const { return limits_; }
  [[nodiscard]] P& policy() { return policy_; }

private:
  using Node = memo::Node<P>;
  using Part = memo::Part<P>;
  using Edge = memo::Edge<P>;
  using Ending = memo::Ending<P>;

  // run.hpp
  void step_to(State& s, std::uint64_t cycle);
  bool run_with_margin(State& s, std::uint64_t until_cycle, std::uint64_t margin);
  void go_on(State& s, std::uint64_t until_cycle);
  void measure(State& s, std::uint64_t until_cycle);
  void step_out(State& s, std::uint64_t until_cycle);
  void resume(const State& s);
  void step_to_known(State& s, std::uint64_t until_cycle);
  bool met_before(std::uint64_t hash);
  void enter_node(Node& node);
  // replay.hpp
  void replay(State& s, std::uint64_t until_cycle);
  bool replay_stretch(State& s, Part*& first);
  Part* follow(Part& part, std::uint64_t key);
  Part* end_stretch(State& s, Ending& ending, typename P::Stretch& stretch);
  void bring_up_to_date(State& s);
  // learn.hpp
  void explore(State& s);
  Part& remember(Node& from);
  Edge& add_edge(Part& part, std::uint64_t key);
  Ending& make_ending(const State& s, std::uint64_t from_cycle, OpId from_op, Node& next);
  void clear_table(State& s);

  const Limits limits_;
  P policy_;
  MemoTable<P> table_;
  PackingBuffer packing_;
  Node* node_ = nullptr; ///< memo node of the state
  Edge* open_ = nullptr; ///< the last outcome of the script, whose continuation is unknown; none:
                         ///< the whole stretch is unknown
  Part* stepped_ = nullptr; ///< the script ends at this part, which was to be stepped
  bool remembers_ = true;   ///< whether the next explored stretch is stored
  /// Tags of the states met so far, by hash. A state is stored only when met for the second time,
  /// because most states of large programs never recur.
  std::vector<std::uint32_t> met_;
  unsigned short_runs_ = 0;      ///< recent runs of replay that were short: each doubles the cycles
                                 ///< stepped before the next run
  OpId unfollowed_;              ///< operations in flight up to this one may lack their values
  std::vector<Ending*> pending_; ///< replayed since the state was last brought up to date
  Statistics statistics_;
  /// Progress and host time at one moment, to measure whether memoization pays. They affect speed
  /// only, never results.
  struct Sample {
    std::uint64_t cycle = 0;
    std::uint64_t stepped_cycles = 0; ///< as in Statistics
    std::chrono::nanoseconds time{};
  };
  [[nodiscard]] Sample sample(const State& s) const;
  Sample measured_from_;                    ///< start of the current measurement
  Sample paused_at_;                        ///< end of the last run
  std::uint64_t stepping_cycles_ = 1 << 12; ///< cycles to be stepped when memoization does not pay
  std::uint64_t stepping_left_ = 0;         ///< of these, the cycles left

  // Counters as they were before a stretch.
  struct Numbers {
    decltype(State::counters) counters;
    trace::Ledger ledger;
  };
  Numbers before_;
};

} // namespace stallscope::core::memo
