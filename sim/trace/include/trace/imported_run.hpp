#pragma once

#include "trace/op_stream.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace stallscope::trace {

struct Extent;

/// The part of a trace kept as a timeline.
struct ImportWindow {
  Cycle from{1};
  Cycle to = kNever; ///< inclusive
  OpId first_op{1};
  OpId last_op{kNever.value};
  /// Limit of spans and arrows, including those of operations in flight: when it is reached, the
  /// record ends with a note.
  std::uint64_t max_spans = 8'000'000;
  /// Callback with the extent kept so far: RunOptions::too_large.
  std::function<std::string(const Extent&)> too_large;
};

/// Builds a run record from a trace reader. The record lacks data that traces do not contain:
/// ledger, cache and branch counters. All operations are counted; those of the window form the
/// timeline.
class ImportedRun final : public OpStream {
public:
  explicit ImportedRun(ImportWindow window);
  ~ImportedRun() override;

  void lane(LaneId id, const Lane& lane) override;
  void name_register(RegId id, std::string_view name) override;
  void start(Cycle first) override;
  void begin(Cycle cycle, OpId op, const OpFacts& facts) override;
  void add_note(Cycle cycle, OpId op, bool is_text, std::string_view text) override;
  void enter(Cycle cycle, OpId op, LaneId lane) override;
  void leave(Cycle cycle, OpId op) override;
  void hold(Cycle cycle, OpId op, const Cause& cause) override;
  void take(Cycle cycle, OpId consumer, const Arrow& arrow) override;
  void end(Cycle cycle, OpId op, Ending ending, OpId by) override;
  void finish(Cycle end) override;

  /// The record would exceed the size that the caller accepts: RunRecord::too_large.
  [[nodiscard]] bool outgrown() const;
  /// The record, after the end of the trace.
  [[nodiscard]] RunRecord take_record(std::string name);

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace stallscope::trace
