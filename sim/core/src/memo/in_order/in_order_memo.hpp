#pragma once

#include "base/check.hpp"
#include "core/memo/fast_forward.hpp"
#include "isa/threaded_code.hpp"
#include "memo/engine.hpp"
#include "memo/in_order/explorer.hpp"

#include <array>
#include <deque>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::core::memo {

/// The policy of the fast forward for in-order cores (see MemoPolicy). A part is a sequence of
/// instructions that ends with one with an outcome, executed as threaded code.
class InOrderMemo {
public:
  using Core = InOrderCore;
  using State = InOrderState;
  using Limits = FastForward<Core>::Limits;

  struct Work {
    OutcomeKind kind = OutcomeKind::none;
    std::uint32_t count = 0;                        ///< number of instructions
    const isa::ThreadedCode::Trace* code = nullptr; ///< code of these instructions, without the
                                                    ///< last one when kind is `operands`
    const isa::ThreadedCode::Trace* last = nullptr; ///< code of the last instruction
    const WrongStep* path = nullptr; ///< for wrong_target and wrong_operands: the wrong path up to
                                     ///< the instruction concerned
    std::size_t path_length = 0;
  };
  struct Addition {
    const trace::EventBlock* events = nullptr; ///< events of the stretch, when the run is recorded
  };
  struct Stretch {};

  static constexpr std::array kCounters{&InOrderCounters::retired, &InOrderCounters::fetched,
                                        &InOrderCounters::flushed, &InOrderCounters::branches,
                                        &InOrderCounters::mispredictions};
  static_assert(sizeof(InOrderCounters) == kCounters.size() * sizeof(std::uint64_t),
                "every counter is listed");
  static constexpr bool kUnpacksCounts = true; // machine::DrainRule::excluded
  // An instruction that has trapped once need not trap again.
  static constexpr bool kRetriesSteps = true;

  InOrderMemo(const InOrderCore& core, const Limits& limits);

  /// The recorder of the run that begins; null: the run is not recorded.
  void record_to(trace::RecordingSink* recorder) {
    STALLSCOPE_CHECK((recorder != nullptr) == limits_.records,
                     "a recorder is given exactly when runs are recorded");
    recorder_ = recorder;
  }
  [[nodiscard]] trace::RecordingSink::Mark mark() const {
    return recorder_ != nullptr ? recorder_->mark() : trace::RecordingSink::Mark{};
  }
  void go_back(const trace::RecordingSink::Mark& mark) {
    if (recorder_ != nullptr)
      recorder_->go_back(mark);
  }

  [[nodiscard]] bool is_supported() const { return code_ != nullptr; }
  void step_to(InOrderState& s, std::uint64_t cycle);
  void step_to_candidate(InOrderState& s, std::uint64_t before_cycle);
  [[nodiscard]] bool can_pack(const InOrderState& s) const;
  [[nodiscard]] static std::uint64_t features_of(const InOrderState& s);
  [[nodiscard]] bool changes_code(InOrderState& s) { return code_->attach(s.arch); }
  [[nodiscard]] std::string_view pack(const InOrderState& s, PackingBuffer& buffer) const;
  [[nodiscard]] std::uint64_t bytes() const {
    return (code_ != nullptr ? code_->bytes() : 0) + event_bytes_;
  }
  void forget();
  [[nodiscard]] static std::uint64_t in_flight(const InOrderState& s) { return s.in_flight; }

  void begin_replay(InOrderState& s) { s.arch.pc = right_path_pc(s); }
  void begin_stretch(const InOrderState& s) {
    replayed_.clear();
    stretch_pc_ = s.arch.pc;
  }
  Replayed replay(InOrderState& s, Part<InOrderMemo>& part, Stretch& stretch, std::uint64_t& key);
  void note(const Part<InOrderMemo>& part, std::uint64_t key) {
    replayed_.push_back({&part.work, key});
  }
  static void stop(const Part<InOrderMemo>& /*part*/, const Stretch& /*stretch*/) {}
  void end_stretch(const InOrderState& s, const Ending<InOrderMemo>& ending, Stretch& /*stretch*/) {
    if (recorder_ != nullptr)
      recorder_->append(*ending.more.events, Cycle{s.cycle}, s.next_op);
  }
  void unpack(InOrderState& s, std::string_view packed);
  static void add(InOrderState& /*s*/, const Ending<InOrderMemo>& /*ending*/,
                  std::uint64_t /*cycles*/) {}

  void clear_script();
  [[nodiscard]] bool has_script() const { return !explorer_.script.empty(); }
  void explore(InOrderState& s);
  [[nodiscard]] bool is_whole() const { return !explorer_.sure_facts; }
  [[nodiscard]] std::size_t complete_parts() const;
  [[nodiscard]] std::uint64_t key(std::size_t part) const {
    return explorer_.facts[known_facts_ + part].key;
  }
  Part<InOrderMemo>& store_part(MemoTable<InOrderMemo>& table, std::size_t number,
                                Part<InOrderMemo>* instead) const;
  [[nodiscard]] Addition addition(const InOrderState& s);

  [[nodiscard]] static bool is_followed(const InOrderState& s, OpId unfollowed);

private:
  std::uint64_t execute(InOrderState& s, const isa::ThreadedCode::Trace*& trace,
                        std::uint32_t count);
  Replayed leave(const Work& work, std::uint64_t executed);
  [[nodiscard]] std::uint64_t cycles_for_operands(const InOrderState& s, std::uint32_t index) const;
  std::uint64_t look_at_wrong_path(InOrderState& s, const Work& work);
  void write_script(const InOrderState& s);

  const InOrderCore& core_;
  const Limits& limits_;
  Explorer explorer_;
  std::unique_ptr<isa::ThreadedCode> code_; ///< null when the code is not supported: its
                                            ///< instructions are stepped
  trace::RecordingSink* recorder_ = nullptr;
  std::deque<trace::EventBlock> events_; ///< events of all endings
  std::uint64_t event_bytes_ = 0;
  trace::EventBlock explored_events_; ///< events of the stretch stepped last
  /// The parts replayed of the current stretch; the last one may be incomplete.
  struct ReplayedPart {
    const Work* work;
    std::uint64_t key;
  };
  std::vector<ReplayedPart> replayed_;
  bool has_left_ = false;              ///< an instruction of the last part left the recorded path
                                       ///< ...
  std::uint64_t executed_of_last_ = 0; ///< ... after this number of instructions of the part
  std::uint64_t stretch_pc_ = 0;
  std::size_t known_facts_ = 0; ///< number of outcomes of the script
  isa::UndoLog wrong_path_changes_;
};

template <> struct PolicyOf<InOrderCore> { using Type = InOrderMemo; };

} // namespace stallscope::core::memo
