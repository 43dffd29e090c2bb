#pragma once

#include "trace/build_timeline.hpp"
#include "trace/render.hpp"
#include "trace/sinks.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::trace::test {

[[nodiscard]] inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline constexpr RegId kT0 = 8; ///< $t0; $t1 is kT0 + 1, and so on up to $t8

/// Builds a run by hand: facts in any order, reported to a RecordingSink in order of cycles.
class RunBuilder {
public:
  RunBuilder(std::string program, std::string machine, std::vector<Lane> lanes,
             std::vector<std::string> texts)
      : lanes_(std::move(lanes)) {
    run_.program = std::move(program);
    run_.isa = "mips";
    run_.machine = std::move(machine);
    run_.legend.instruction_text = std::move(texts);
    for (std::size_t i = 0; i < run_.legend.instruction_text.size(); ++i) {
      run_.legend.instruction_line.push_back(static_cast<std::uint32_t>(i + 1));
      run_.legend.instruction_pc.push_back(0x400000 + 4 * i);
    }
    run_.legend.register_names.assign(32, "");
    for (RegId r = 0; r < 9; ++r)
      run_.legend.register_names[kT0 + r] = "$t" + std::to_string(r);
    run_.stop.reason = "end";
  }

  /// `places`: (lane, first cycle there); `last`: its last cycle.
  RunBuilder& op(std::uint64_t id, std::uint32_t instruction,
                 std::vector<std::pair<LaneId, std::uint64_t>> places, std::uint64_t last) {
    start(id, instruction, std::move(places), false);
    fact(last, [=](RecordingSink& sink) {
      sink.report(What::retire, Cycle{last}, OpId{id}, kNoOp, {}, kNoLane, 0);
    });
    ++run_.instructions;
    ++run_.micro_ops;
    return *this;
  }
  RunBuilder& wrong_path(std::uint64_t id, std::uint32_t instruction,
                         std::vector<std::pair<LaneId, std::uint64_t>> places, std::uint64_t gone,
                         std::uint64_t branch) {
    start(id, instruction, std::move(places), true);
    fact(gone, [=](RecordingSink& sink) {
      sink.report(What::flush, Cycle{gone}, OpId{id}, OpId{branch}, {}, kNoLane, 0);
    });
    ++run_.wrong_path_ops;
    return *this;
  }
  /// An operation that is still on its last lane when the record ends.
  RunBuilder& unfinished(std::uint64_t id, std::uint32_t instruction,
                         std::vector<std::pair<LaneId, std::uint64_t>> places) {
    start(id, instruction, std::move(places), false);
    return *this;
  }
  RunBuilder& hold(std::uint64_t id, std::uint64_t cycle, Cause cause) {
    return fact(cycle, [=](RecordingSink& sink) {
      sink.report(What::hold, Cycle{cycle}, OpId{id}, kNoOp, cause, kNoLane, 0);
    });
  }
  RunBuilder& empty(LaneId lane, std::uint64_t cycle, Cause cause) {
    return fact(cycle, [=](RecordingSink& sink) {
      sink.report(What::empty, Cycle{cycle}, kNoOp, kNoOp, cause, lane, 0);
    });
  }
  RunBuilder& lose(LedgerPoint point, std::uint64_t cycle, unsigned slots, Cause cause) {
    return fact(cycle, [=](RecordingSink& sink) {
      sink.report(What::lose, Cycle{cycle}, kNoOp, kNoOp, cause, static_cast<LaneId>(point), slots);
    });
  }
  RunBuilder& forward(std::uint64_t consumer, std::uint64_t producer, std::uint64_t cycle,
                      RegId reg, LaneId from) {
    return fact(cycle, [=](RecordingSink& sink) {
      sink.report(What::forward, Cycle{cycle}, OpId{consumer}, OpId{producer},
                  {Reason::none, reg, kNoOp}, from, 0);
    });
  }

  RunRecord build(std::uint64_t cycles, std::uint32_t width = 1) { return build(1, cycles, width); }
  /// Records cycles first to last only; facts of earlier cycles come first, as they do in a log
  /// that begins late.
  RunRecord build(std::uint64_t first, std::uint64_t last, std::uint32_t width) {
    std::stable_sort(facts_.begin(), facts_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    RecordingSink sink;
    for (const auto& [cycle, tell] : facts_)
      tell(sink);
    sink.covered(Cycle{first}, Cycle{last + 1});
    run_.timeline = build_timeline(sink.log(), lanes_);
    run_.cycles = last;
    run_.ledger = recount_ledger(run_.timeline, width);
    return run_;
  }

private:
  RunBuilder& fact(std::uint64_t cycle, std::function<void(RecordingSink&)> tell) {
    facts_.emplace_back(cycle, std::move(tell));
    return *this;
  }
  void start(std::uint64_t id, std::uint32_t instruction,
             std::vector<std::pair<LaneId, std::uint64_t>> places, bool wrong) {
    fact(places.front().second, [=](RecordingSink& sink) {
      sink.begin(Cycle{places.front().second}, OpId{id}, InstructionIndex{instruction}, wrong);
    });
    for (const auto& [lane, cycle] : places)
      fact(cycle, [lane = lane, cycle = cycle, id](RecordingSink& sink) {
        sink.report(What::enter, Cycle{cycle}, OpId{id}, kNoOp, {}, lane, 0);
      });
  }

  RunRecord run_;
  std::vector<Lane> lanes_;
  std::vector<std::pair<std::uint64_t, std::function<void(RecordingSink&)>>> facts_;
};

inline Cause raw(unsigned t, std::uint64_t producer) {
  return {Reason::raw, static_cast<RegId>(kT0 + t), OpId{producer}};
}
inline Cause because(Reason reason, std::uint64_t culprit = 0) {
  return {reason, kNoRegister, OpId{culprit}};
}

inline std::vector<Lane> lecture_lanes() {
  return {{"ID", 1, false}, {"RR", 1, false}, {"ALU", 1, true}, {"RW", 1, false}};
}

/// The lecture's four adds in source order: 11 cycles.
inline RunRecord p4() {
  RunBuilder b(
      "p4.mips", "lecture-4", lecture_lanes(),
      {"add $t2, $t0, $t1", "add $t4, $t3, $t2", "add $t7, $t5, $t6", "add $t0, $t0, $t7"});
  b.op(1, 0, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, 4);
  b.op(2, 1, {{0, 2}, {1, 5}, {2, 6}, {3, 7}}, 7).hold(2, 3, raw(2, 1));
  b.op(3, 2, {{0, 5}, {1, 6}, {2, 7}, {3, 8}}, 8);
  b.op(4, 3, {{0, 6}, {1, 9}, {2, 10}, {3, 11}}, 11).hold(4, 7, raw(7, 3));
  b.forward(2, 1, 5, kT0 + 2, kNoLane).forward(4, 3, 9, kT0 + 7, kNoLane);
  const Cause fill = because(Reason::fill);
  const Cause drain = because(Reason::drain);
  b.empty(0, 9, drain);
  b.empty(1, 1, fill).empty(1, 2, {}).empty(1, 3, raw(2, 1)).empty(1, 5, {}).empty(1, 7, raw(7, 3));
  b.empty(1, 9, {}).empty(1, 10, drain);
  b.empty(2, 1, fill).empty(2, 3, {}).empty(2, 4, raw(2, 1)).empty(2, 6, {}).empty(2, 8, raw(7, 3));
  b.empty(2, 10, {}).empty(2, 11, drain);
  b.empty(3, 1, fill).empty(3, 4, {}).empty(3, 5, raw(2, 1)).empty(3, 7, {}).empty(3, 9, raw(7, 3));
  b.empty(3, 11, {});
  b.lose(LedgerPoint::fetch, 3, 1, raw(2, 1)).lose(LedgerPoint::fetch, 5, 0, {});
  b.lose(LedgerPoint::fetch, 7, 1, raw(7, 3)).lose(LedgerPoint::fetch, 9, 1, drain);
  b.lose(LedgerPoint::issue, 1, 1, fill).lose(LedgerPoint::issue, 2, 0, {});
  b.lose(LedgerPoint::issue, 3, 1, raw(2, 1)).lose(LedgerPoint::issue, 5, 0, {});
  b.lose(LedgerPoint::issue, 7, 1, raw(7, 3)).lose(LedgerPoint::issue, 9, 0, {});
  b.lose(LedgerPoint::issue, 10, 1, drain);
  b.lose(LedgerPoint::retire, 1, 1, fill).lose(LedgerPoint::retire, 4, 0, {});
  b.lose(LedgerPoint::retire, 5, 1, raw(2, 1)).lose(LedgerPoint::retire, 7, 0, {});
  b.lose(LedgerPoint::retire, 9, 1, raw(7, 3)).lose(LedgerPoint::retire, 11, 0, {});
  return b.build(11);
}

/// The same with the second and third swapped: 8 cycles.
inline RunRecord p4_swapped() {
  RunBuilder b(
      "p4-swapped.mips", "lecture-4", lecture_lanes(),
      {"add $t2, $t0, $t1", "add $t7, $t5, $t6", "add $t4, $t3, $t2", "add $t0, $t0, $t7"});
  b.op(1, 0, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, 4);
  b.op(2, 1, {{0, 2}, {1, 3}, {2, 4}, {3, 5}}, 5);
  b.op(3, 2, {{0, 3}, {1, 5}, {2, 6}, {3, 7}}, 7).hold(3, 4, raw(2, 1));
  b.op(4, 3, {{0, 5}, {1, 6}, {2, 7}, {3, 8}}, 8);
  const Cause fill = because(Reason::fill);
  const Cause drain = because(Reason::drain);
  b.empty(0, 6, drain);
  b.empty(1, 1, fill).empty(1, 2, {}).empty(1, 4, raw(2, 1)).empty(1, 5, {}).empty(1, 7, drain);
  b.empty(2, 1, fill).empty(2, 3, {}).empty(2, 5, raw(2, 1)).empty(2, 6, {}).empty(2, 8, drain);
  b.empty(3, 1, fill).empty(3, 4, {}).empty(3, 6, raw(2, 1)).empty(3, 7, {});
  b.lose(LedgerPoint::fetch, 4, 1, raw(2, 1)).lose(LedgerPoint::fetch, 5, 0, {});
  b.lose(LedgerPoint::fetch, 6, 1, drain);
  b.lose(LedgerPoint::issue, 1, 1, fill).lose(LedgerPoint::issue, 2, 0, {});
  b.lose(LedgerPoint::issue, 4, 1, raw(2, 1)).lose(LedgerPoint::issue, 5, 0, {});
  b.lose(LedgerPoint::issue, 7, 1, drain);
  b.lose(LedgerPoint::retire, 1, 1, fill).lose(LedgerPoint::retire, 4, 0, {});
  b.lose(LedgerPoint::retire, 6, 1, raw(2, 1)).lose(LedgerPoint::retire, 7, 0, {});
  return b.build(8);
}

/// A two-wide five-stage machine with a load-use stall, a pairing stall and a mispredicted branch.
inline RunRecord dual() {
  std::vector<Lane> lanes{
      {"IF", 2, false}, {"ID", 2, false}, {"EX", 2, true}, {"MEM", 2, false}, {"WB", 2, false}};
  RunBuilder b("loop.s", "dual-5", lanes,
               {"lw $t0, 0($t8)", "add $t1, $t0, $t0", "bne $t1, $t2, done", "sub $t3, $t1, $t2",
                "or $t4, $t3, $t3", "done: xor $t5, $t1, $t2"});
  b.op(1, 0, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}, 5);
  b.op(2, 1, {{0, 1}, {1, 2}, {2, 5}, {3, 6}, {4, 7}}, 7).hold(2, 3, raw(0, 1));
  b.op(3, 2, {{0, 2}, {1, 5}, {2, 6}, {3, 7}, {4, 8}}, 8);
  b.hold(3, 3, because(Reason::stage_full, 2));
  b.wrong_path(4, 3, {{0, 2}, {1, 5}, {2, 6}}, 7, 3);
  b.hold(4, 3, because(Reason::stage_full, 2));
  b.wrong_path(5, 4, {{0, 5}, {1, 6}}, 7, 3);
  b.op(6, 5, {{0, 7}, {1, 8}, {2, 9}, {3, 10}, {4, 11}}, 11);
  const Cause mispredict = because(Reason::mispredict, 3);
  const Cause fill = because(Reason::fill);
  const Cause drain = because(Reason::drain);
  b.empty(0, 6, because(Reason::fetch_group, 5)).empty(0, 7, drain).empty(0, 8, drain);
  b.empty(1, 1, fill)
      .empty(1, 2, {})
      .empty(1, 3, raw(0, 1))
      .empty(1, 5, {})
      .empty(1, 7, mispredict);
  b.empty(1, 8, drain);
  b.empty(2, 1, fill)
      .empty(2, 3, raw(0, 1))
      .empty(2, 6, {})
      .empty(2, 7, mispredict)
      .empty(2, 9, drain);
  b.empty(3, 1, fill).empty(3, 4, raw(0, 1)).empty(3, 8, mispredict).empty(3, 10, drain);
  b.empty(4, 1, fill).empty(4, 5, raw(0, 1)).empty(4, 8, mispredict).empty(4, 11, drain);
  b.lose(LedgerPoint::issue, 1, 2, fill).lose(LedgerPoint::issue, 3, 1, raw(0, 1));
  b.lose(LedgerPoint::issue, 4, 2, raw(0, 1)).lose(LedgerPoint::issue, 5, 1, raw(0, 1));
  b.lose(LedgerPoint::issue, 6, 0, {}).lose(LedgerPoint::issue, 7, 2, mispredict);
  b.lose(LedgerPoint::issue, 9, 1, drain).lose(LedgerPoint::issue, 10, 2, drain);
  b.forward(2, 1, 5, kT0, 3).forward(3, 2, 6, kT0 + 1, 2);
  RunRecord run = b.build(11, 2);
  run.branches = 1;
  run.mispredictions = 1;
  return run;
}

} // namespace stallscope::trace::test
