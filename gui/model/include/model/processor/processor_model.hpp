#pragma once

#include "model/looks/tokens.hpp"
#include "model/processor/processor_layout.hpp"
#include "model/run/run.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// An operation in the figure, in its units.
struct ProcessorToken {
  OpId op;
  std::string number;
  std::string text;
  std::uint8_t color = 0;
  std::size_t part = 0;
  double x = 0; ///< middle
  double y = 0;
  double from_x = 0; ///< where it was in the cycle before; the same when it has just come in
  double from_y = 0;
  double width = 0; ///< of its block
  double height = 0;
  bool counted = false; ///< there is no room for it: it is one of a ProcessorCount
  Cause cause;
  std::string reason; ///< "RAW $t2"; empty when it works
  bool wrong_path = false;
  bool swept = false;   ///< discarded in this cycle: it fades from where it was
  bool decided = false; ///< of a branch in the queue: it is known where it goes
};

/// Operations of a part for which there is no room: "+12" stands for them.
struct ProcessorCount {
  std::size_t count = 0;
  double x = 0; ///< middle
  double y = 0;
  double width = 0;
  double height = 0;
};

/// Why a part stands empty, and what an instruction cache waits for.
struct ProcessorGap {
  std::size_t part = 0;
  LaneId lane = kNoLane; ///< of it; kNoLane: of a part without one
  Cause cause;
  std::string words; ///< "RAW $t2", "idle"; of an instruction cache "line 0x40 arrives in cycle 97"
};

/// The figure in a cycle.
struct ProcessorView {
  bool loading = false;
  std::vector<ProcessorToken> tokens;
  /// Branches and jumps in flight, oldest first: the branch prediction queue. They stand in other
  /// parts as well.
  std::vector<ProcessorToken> queue;
  std::vector<ProcessorCount> counts;
  std::vector<std::size_t> in_part;  ///< operations, by part
  std::vector<ProcessorGap> gaps;    ///< of parts in which nothing stands; one each at most
  std::vector<bool> lit;             ///< by flow: something passes it in this cycle
  std::optional<bool> prediction_ok; ///< a branch is decided: right or wrong
  OpId branch;                       ///< the wrongly predicted one
  std::size_t discarded = 0;         ///< operations that are swept away in this cycle
};

/// The processor as a living block diagram.
class ProcessorModel {
public:
  /// The figure of the run's machine; made again when that changes.
  const ProcessorLayout& layout(const Run& run, const ProcessorRoom& room = {});
  /// Costs what is in flight.
  const ProcessorView& visible(Run& run, std::uint64_t cycle);
  /// What hovering over a token says.
  [[nodiscard]] std::string explain(Run& run, std::uint64_t cycle, OpId op) const;
  /// Of a part that stands empty; nothing where that is not known.
  [[nodiscard]] std::string explain_part(Run& run, std::uint64_t cycle, std::size_t part) const;

private:
  void find_gaps(const Run& run, const RunWindow& window, const Timeline& part);
  void await_line(const Run& run, const RunWindow& window, const Timeline& part);
  void queue_branches(const Run& run, const RunWindow& window,
                      const std::vector<const OpRow*>& rows, const Timeline& part);
  void decide_branches(const Run& run, const RunWindow& window, const Timeline& part,
                       const std::map<OpId, ProcessorToken>& was);

  ProcessorLayout layout_;
  ProcessorView view_;
  const Run* of_ = nullptr;
  Language language_ = Language::english;
  std::uint64_t version_ = ~0ULL;
  std::uint64_t cycle_ = ~0ULL;
};

} // namespace stallscope::gui
