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
  outcome, ///< the part has an outcome
  ended,   ///< the stretch has ended
  left,    ///< an instruction left the recorded path
  step,    ///< the remaining cycles must be stepped every time
};

/// Interface between Engine and a core: packing and unpacking the timing state, the work of a part
/// outside the timing, stepping and recording a stretch.
///
/// While stored stretches are replayed, only the functional state, cycle and operation numbers of
/// the state are up to date. The script is the list of what has been replayed of the current
/// stretch.
template <class P>
concept MemoPolicy = requires(P policy, typename P::State& s, std::uint64_t number,
                              const Ending<P>& ending, Part<P>& part, typename P::Stretch& stretch,
                              MemoTable<P>& table, PackingBuffer& buffer, std::string_view packed,
                              trace::RecordingSink* recorder) {
  typename P::Core;
  typename P::Work;     ///< work of a part; words may follow the part in memory
  typename P::Addition; ///< what an ending adds to the state beside counts
  P::kCounters;         ///< counters of the state that a stretch adds to
  /// unpack() overwrites the ledger or counters.
  { P::kUnpacksCounts } -> std::convertible_to<bool>;
  /// A part that had to be stepped may be stored later.
  { P::kRetriesSteps } -> std::convertible_to<bool>;
  { policy.is_supported() } -> std::convertible_to<bool>;
  policy.step_to(s, number);
  /// Steps to a state that may be worth storing, at most up to a given cycle.
  policy.step_to_candidate(s, number);
  { policy.can_pack(s) } -> std::convertible_to<bool>;
  /// Hash of part of the state; different states have different hashes with high probability.
  { policy.features_of(s) } -> std::same_as<std::uint64_t>;
  /// The code differs from that of the previous state, for which all parts are stored.
  { policy.changes_code(s) } -> std::convertible_to<bool>;
  { policy.pack(s, buffer) } -> std::same_as<std::string_view>;
  /// Size in bytes of the policy's own data that belong to the table.
  { policy.bytes() } -> std::same_as<std::uint64_t>;
  policy.forget();
  /// The recorder of the run that begins, or null; a position in the record, and return to it.
  policy.record_to(recorder);
  policy.go_back(policy.mark());
  { policy.in_flight(s) } -> std::same_as<std::uint64_t>;

  // Replay.
  policy.begin_replay(s);
  policy.begin_stretch(s);
  { policy.replay(s, part, stretch, number) } -> std::same_as<Replayed>;
  /// Adds an outcome to the script.
  policy.note(part, number);
  /// Ends replay at a part whose continuation is unknown.
  policy.stop(part, stretch);
  policy.end_stretch(s, ending, stretch);
  /// Restores the timing of the packed state; the functional state is as of the script.
  policy.unpack(s, packed);
  policy.add(s, ending, number);

  // Exploring.
  policy.clear_script();
  { policy.has_script() } -> std::convertible_to<bool>;
  /// Steps the stretch, starting with the script.
  policy.explore(s);
  { policy.is_whole() } -> std::convertible_to<bool>;       ///< the whole stretch can be stored
  { policy.complete_parts() } -> std::same_as<std::size_t>; ///< parts with an outcome
  { policy.key(std::size_t{}) } -> std::same_as<std::uint64_t>;
  /// Stores a part, replacing an existing one if given.
  { policy.store_part(table, std::size_t{}, &part) } -> std::same_as<Part<P>&>;
  { policy.addition(s) } -> std::same_as<typename P::Addition>;

  /// The values of all operations up to this one are not visible in the state any more.
  { policy.is_followed(s, OpId{}) } -> std::convertible_to<bool>;
};

/// The policy of a core.
template <class Core> struct PolicyOf;

/// The memoizing fast forward: `run.hpp` has the main loop and decides when memoization does not
/// pay, `replay.hpp` follows stored stretches, `learn.hpp` steps unknown ones and stores them.
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

  // Defined in run.hpp
  void step_to(State& s, std::uint64_t cycle);
  bool run_with_margin(State& s, std::uint64_t until_cycle, std::uint64_t margin);
  void go_on(State& s, std::uint64_t until_cycle);
  void measure(State& s, std::uint64_t until_cycle);
  void step_out(State& s, std::uint64_t until_cycle);
  void resume(const State& s);
  void step_to_known(State& s, std::uint64_t until_cycle);
  bool met_before(std::uint64_t hash);
  void enter_node(Node& node);
  // Defined in replay.hpp
  void replay(State& s, std::uint64_t until_cycle);
  bool replay_stretch(State& s, Part*& first);
  Part* follow(Part& part, std::uint64_t key);
  Part* end_stretch(State& s, Ending& ending, typename P::Stretch& stretch);
  void bring_up_to_date(State& s);
  // Defined in learn.hpp
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
  Part* stepped_ = nullptr; ///< the part at which the script ends, which was marked to be stepped;
                            ///< none: there is no such part
  bool remembers_ = true;   ///< whether the next explored stretch is stored
  /// Tags of the states met so far, by hash. A state is stored only when met for the second time,
  /// because most states of large programs never recur.
  std::vector<std::uint32_t> met_;
  unsigned short_runs_ = 0;      ///< number of recent short replays: each doubles the cycles
                                 ///< stepped before the next replay
  OpId unfollowed_;              ///< the values of operations in flight up to this one may be
                                 ///< unknown
  std::vector<Ending*> pending_; ///< endings replayed since the state was last brought up to date
  Statistics statistics_;
  /// Progress and host time at one moment, to measure whether memoization pays. They affect speed
  /// only, never results.
  struct Sample {
    std::uint64_t cycle = 0;
    std::uint64_t stepped_cycles = 0; ///< Statistics::stepped_cycles at that moment
    std::chrono::nanoseconds time{};
  };
  [[nodiscard]] Sample sample(const State& s) const;
  Sample measured_from_;                    ///< start of the current measurement
  Sample paused_at_;                        ///< end of the last run
  std::uint64_t stepping_cycles_ = 1 << 12; ///< number of cycles to step when memoization does not
                                            ///< pay
  std::uint64_t stepping_left_ = 0;         ///< of these, the cycles still to be stepped

  // Counters at the beginning of a stretch.
  struct Numbers {
    decltype(State::counters) counters;
    trace::Ledger ledger;
  };
  Numbers before_;
};

} // namespace stallscope::core::memo
