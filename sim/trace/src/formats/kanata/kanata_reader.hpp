#pragma once

#include "formats/kanata/kanata_facts.hpp"
#include "formats/kanata/kanata_names.hpp"
#include "formats/line_reader.hpp"
#include "formats/op_table.hpp"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::trace {

/// The lines of a cycle describe its end, in any order; they are interpreted when the cycle ends.
class KanataReader final : public LineReader {
public:
  KanataReader(OpStream& to, ReaderOptions options)
      : LineReader(std::move(options)), to_(to),
        names_(to, [this](const std::string& found, const std::string& expected) {
          report(found, expected);
        }) {}

  void finish() override;
  [[nodiscard]] bool gave_up() const override { return gave_up_; }
  [[nodiscard]] std::uint64_t operations() const override { return begun_; }

private:
  struct Op {
    std::uint64_t id = 0;
    std::uint64_t simulator_id = 0;
    OpId op;             ///< assigned when the operation enters a lane
    std::string text;    ///< type 0 labels of this cycle, or all labels until the operation enters
                         ///< a lane, as in the file: interpreted together
    std::string tooltip; ///< type 1 labels, and text that becomes a note
    OpId discarded_by;
    std::vector<std::uint64_t> takes; ///< ids of producers, in this cycle
    std::size_t producers = 0;        ///< W lines so far
    LaneId lane = kNoLane;
    Cause cause;
    Cause emitted_cause;
    bool begun = false;   ///< the operation has entered a lane
    bool touched = false; ///< changed in this cycle; the following members are also of this cycle
    bool entered = false;
    bool leaving = false;
    bool ended = false;
    Ending ending = Ending::retired;
  };
  struct Ended {
    OpId op;
  };

  // Defined in kanata_reader.cpp: lines
  void read_line(std::string_view line) override;
  [[nodiscard]] std::string_view printable(std::string_view line);
  void read_header(std::string_view line);
  void read_time(std::string_view command, std::string_view rest);
  void read_begin(std::string_view rest);
  void read_label(std::string_view rest);
  void read_stage(std::string_view rest, bool starts);
  void read_end(std::string_view rest);
  void read_dependence(std::string_view rest);
  void add_label(Op& op, std::uint64_t type, std::string_view text);
  void label_stage(Op& op, std::string_view text);
  void stage(Op& op, std::string_view name, bool starts);
  void stall(Op& op, std::string_view name, bool starts);
  [[nodiscard]] bool number(std::string_view& rest, std::uint64_t& value, const char* what);
  [[nodiscard]] Op* operation(std::string_view& rest);
  [[nodiscard]] Op* alive(std::uint64_t id);
  void touch(Op& op) {
    if (!op.touched)
      touched_.push_back(op.id);
    op.touched = true;
  }

  // Defined in kanata_cycle.cpp: the lines of a cycle together
  void go_to(std::uint64_t cycle);
  void settle();
  void begin(Op& op);
  void emit(Op& op);
  void add_late_labels(Op& op);
  void emit_end(Op& op);
  /// The number of an operation in flight, or of one of the last that have ended.
  [[nodiscard]] OpId known(std::uint64_t id);
  void remember(std::uint64_t id, OpId op);
  [[nodiscard]] Cycle now() const { return Cycle{cycle_ + shift_}; }

  OpStream& to_;
  bool header_seen_ = false;
  bool started_ = false;
  bool gave_up_ = false;
  bool other_lanes_ = false;
  std::uint64_t cycle_ = 0; ///< as counted in the trace
  std::uint64_t shift_ = 0; ///< offset, so that the first cycle is 1
  std::uint64_t begun_ = 0;
  Numbering numbering_;
  OpTable<Op> ops_; ///< by id
  std::vector<std::uint64_t> touched_;
  std::vector<std::uint64_t> due_; ///< ids of operations that entered a lane in a cycle and leave
                                   ///< it in the next
  std::uint64_t due_at_ = 0;       ///< the cycle of due_
  OpTable<Ended> ended_;           ///< by id; the operations that ended last
  std::deque<std::uint64_t> ended_order_;
  KanataNames names_;
  std::string printable_;
  KanataFacts facts_; ///< labels during interpretation
};

} // namespace stallscope::trace
