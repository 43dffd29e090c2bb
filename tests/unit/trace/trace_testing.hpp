#pragma once

#include "trace/trace_file.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::trace::test {

/// Records the calls of a stream, one a line.
class Told final : public OpStream {
public:
  std::vector<std::string> lines;

  void lane(LaneId id, const Lane& lane) override {
    say("lane {} {}{}", id, lane.name, lane.is_unit ? " unit" : "");
  }
  void name_register(RegId id, std::string_view name) override { say("register {} {}", id, name); }
  void ticks(const Ticks& t) override { say("ticks {}", t.per_cycle); }
  void start(Cycle first) override { say("start {}", first.value); }
  void begin(Cycle cycle, OpId op, const OpFacts& facts) override {
    std::string more;
    if (facts.pc)
      more += fmt::format(" pc={:x}", *facts.pc);
    if (facts.line != 0)
      more += fmt::format(" line={}:{}", facts.file, facts.line);
    if (facts.part > 0)
      more += fmt::format(" part={}", facts.part);
    more += facts.fused ? " fused" : "";
    more += facts.wrong_path ? " wrong" : "";
    if (facts.stored > Cycle{0})
      more += fmt::format(" stored={}", facts.stored.value);
    if (!facts.note.empty())
      more += fmt::format(" note='{}'", facts.note);
    say("{} begin {} '{}'{}", cycle.value, op.value, facts.text, more);
  }
  void add_note(Cycle cycle, OpId op, bool is_text, std::string_view text) override {
    say("{} {} {} '{}'", cycle.value, is_text ? "text" : "note", op.value, text);
  }
  void enter(Cycle cycle, OpId op, LaneId lane) override {
    say("{} enter {} {}", cycle.value, op.value, lane);
  }
  void leave(Cycle cycle, OpId op) override { say("{} leave {}", cycle.value, op.value); }
  void hold(Cycle cycle, OpId op, const Cause& cause) override {
    say("{} hold {} {} {} {}", cycle.value, op.value, info(cause.why).name,
        cause.reg == kNoRegister ? -1 : static_cast<int>(cause.reg), cause.culprit.value);
  }
  void take(Cycle cycle, OpId consumer, const Arrow& arrow) override {
    say("{} take {} from {}", cycle.value, consumer.value, arrow.producer.value);
  }
  void end(Cycle cycle, OpId op, Ending ending, OpId by) override {
    say("{} {} {} by {}", cycle.value, ending == Ending::retired ? "retired" : "flushed", op.value,
        by.value);
  }
  void finish(Cycle end) override { say("finish {}", end.value); }

private:
  template <class... Arguments>
  void say(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    lines.push_back(fmt::format(text, std::forward<Arguments>(arguments)...));
  }
};

/// What a reader tells of a trace, and what it reports.
struct Read {
  std::vector<std::string> told;
  TraceProblems problems;
};

[[nodiscard]] inline Read read(TraceFormat format, std::string_view text,
                               ReaderOptions options = {}) {
  options.file = "trace";
  Told told;
  const auto reader = make_reader(format, told, options);
  reader->add(text);
  reader->finish();
  return {told.lines, reader->problems()};
}

/// Reads a trace and writes it in a format.
[[nodiscard]] inline std::string converted(TraceFormat from, std::string_view text,
                                           TraceFormat to) {
  std::string out;
  const auto writer = make_writer(to, [&out](std::string_view piece) { out += piece; });
  const auto reader = make_reader(from, *writer, {});
  reader->add(text);
  reader->finish();
  return out;
}

[[nodiscard]] inline bool told(const Read& read, std::string_view line) {
  return std::find(read.told.begin(), read.told.end(), line) != read.told.end();
}

/// The lines that are reported, with what is wrong: "3: ...".
[[nodiscard]] inline std::vector<std::string> reported(const Read& read) {
  std::vector<std::string> lines;
  for (const Diagnostic& problem : read.problems.first)
    lines.push_back(fmt::format("{}: {}", problem.line, problem.message));
  return lines;
}

} // namespace stallscope::trace::test
