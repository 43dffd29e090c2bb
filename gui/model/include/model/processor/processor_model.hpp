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

/// An operation in the figure, in figure units.
struct ProcessorToken {
  OpId op;
  std::string number;
  std::string text;
  std::uint8_t color = 0;
  std::size_t part = 0;
  double x = 0; ///< centre
  double y = 0;
  double from_x = 0; ///< position in the previous cycle; equal to the current one if it has just
                     ///< been fetched
  double from_y = 0;
  double width = 0; ///< width of its block
  double height = 0;
  bool counted = false; ///< does not fit: part of a ProcessorCount
  Cause cause;
  std::string reason; ///< "RAW $t2"; empty if executing
  bool wrong_path = false;
  bool swept = false;   ///< squashed in this cycle: fades out
  bool decided = false; ///< for branches in the prediction queue: resolved
};

/// The number of operations of a part that do not fit: shown as "+12".
struct ProcessorCount {
  std::size_t count = 0;
  double x = 0; ///< centre
  double y = 0;
  double width = 0;
  double height = 0;
};

/// The reason why a part is empty, or the event an instruction cache waits for. Of parts without a
/// recorded reason it is derived from the parts that lead to them.
struct ProcessorGap {
  std::size_t part = 0;
  LaneId lane = kNoLane; ///< kNoLane: a part without lanes
  Cause cause;
  std::string words; ///< "RAW $t2", "idle"; for an instruction cache "line 0x40 arrives in cycle
                     ///< 97"
};

/// The figure in a cycle.
struct ProcessorView {
  bool loading = false;
  std::vector<ProcessorToken> tokens;
  /// Branches and jumps in flight, oldest first: the branch prediction queue. They are also shown
  /// in other parts.
  std::vector<ProcessorToken> queue;
  std::vector<ProcessorCount> counts;
  std::vector<std::size_t> in_part;  ///< number of operations, by part
  std::vector<ProcessorGap> gaps;    ///< at most one per empty part
  std::vector<bool> lit;             ///< by flow: active in this cycle
  std::optional<bool> prediction_ok; ///< set if a branch is resolved in this cycle: the prediction
                                     ///< was right or wrong
  OpId branch;                       ///< the mispredicted branch
  std::size_t discarded = 0;         ///< operations squashed in this cycle
};

/// The processor as an animated block diagram.
class ProcessorModel {
public:
  /// The figure of the run's machine; recomputed when the machine changes.
  const ProcessorLayout& layout(const Run& run, const ProcessorRoom& room = {});
  /// The figure in a cycle. Costs depend on the operations in flight.
  const ProcessorView& visible(Run& run, std::uint64_t cycle);
  /// Tooltip of a token.
  [[nodiscard]] std::string explain(Run& run, std::uint64_t cycle, OpId op) const;
  /// Tooltip of an empty part; empty when unknown.
  [[nodiscard]] std::string explain_part(Run& run, std::uint64_t cycle, std::size_t part) const;

private:
  void find_gaps(const Run& run, const RunWindow& window, const Timeline& part);
  [[nodiscard]] const ProcessorGap* gap_of(std::size_t part) const;
  [[nodiscard]] std::optional<Cause> cause_of_feeders(std::size_t part) const;
  void derive_gaps(const Run& run, const RunWindow& window);
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
