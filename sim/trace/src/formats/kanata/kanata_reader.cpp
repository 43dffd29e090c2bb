// Reads the lines of a Kanata file.
#include "formats/kanata/kanata_reader.hpp"

#include "formats/kanata/kanata.hpp"
#include "formats/readers.hpp"

#include <fmt/format.h>

#include <cstring>

namespace stallscope::trace {

namespace {

/// Limit, later than the end of any run.
constexpr std::uint64_t kLastCycle = std::uint64_t{1} << 62;

} // namespace

void KanataReader::read_line(std::string_view line) {
  if (!header_seen_) {
    header_seen_ = true;
    read_header(line);
    if (line.substr(0, 6) == "Kanata")
      return;
  }
  if (line.empty())
    return;
  std::string_view rest = printable(line);
  const std::string_view command = next_field(rest, '\t');
  if (command == "C" || command == "C=")
    read_time(command, rest);
  else if (command == "I")
    read_begin(rest);
  else if (command == "L")
    read_label(rest);
  else if (command == "S" || command == "E")
    read_stage(rest, command == "S");
  else if (command == "R")
    read_end(rest);
  else if (command == "W")
    read_dependence(rest);
  else
    report("a line that begins with '" + std::string(command.substr(0, 20)) + "'",
           "C=, C, I, L, S, E, R or W, and a tab");
}

/// Writers replace these characters by spaces; so does the reader.
std::string_view KanataReader::printable(std::string_view line) {
  if (std::memchr(line.data(), '\0', line.size()) == nullptr &&
      std::memchr(line.data(), '\r', line.size()) == nullptr)
    return line;
  printable_ = line;
  for (char& c : printable_)
    c = c == '\0' || c == '\r' ? ' ' : c;
  return printable_;
}

void KanataReader::read_header(std::string_view line) {
  std::string_view rest = line;
  const std::string_view word = next_field(rest, '\t');
  const std::string_view version = next_field(rest, '\t');
  if (word != "Kanata")
    report("no header", "'Kanata', a tab and '0004'");
  else if (version != "0004")
    report("version '" + std::string(version.substr(0, 20)) + "'", "0004, as which it is read");
}

bool KanataReader::number(std::string_view& rest, std::uint64_t& value, const char* what) {
  const std::string_view field = next_field(rest, '\t');
  if (parse_number(field, value))
    return true;
  report(fmt::format("{} '{}'", what, field.substr(0, 20)), "a whole number");
  return false;
}

void KanataReader::read_time(std::string_view command, std::string_view rest) {
  if (rest.substr(0, 1) == "-") {
    report("time goes back", "a whole number");
    return;
  }
  std::uint64_t value = 0;
  if (!number(rest, value, "time"))
    return;
  const std::uint64_t from = command == "C" ? cycle_ : 0;
  if (value > kLastCycle - from)
    report(fmt::format("time {} is too late", value), fmt::format("at most {}", kLastCycle - from));
  else if (from + value < cycle_)
    report(fmt::format("time goes back from {} to {}", cycle_, value));
  else if (!started_ && touched_.empty() && command == "C=")
    cycle_ = value;
  else
    go_to(from + value);
}

void KanataReader::read_begin(std::string_view rest) {
  std::uint64_t id = 0;
  std::uint64_t simulator_id = 0;
  if (!number(rest, id, "operation") || !number(rest, simulator_id, "number of the simulator"))
    return;
  if (ops_.find(id) != nullptr || ended_.find(id) != nullptr) {
    report(fmt::format("operation {} has begun before", id));
    return;
  }
  if (ops_.size() >= options().limits.ops_in_flight) {
    report(fmt::format("more than {} operations have begun and not ended: the rest is not read",
                       options().limits.ops_in_flight));
    gave_up_ = true;
    return;
  }
  Op& op = ops_.add(id);
  std::string text = std::move(op.text); // keeps the strings' memory for reuse
  std::string tooltip = std::move(op.tooltip);
  std::vector<std::uint64_t> takes = std::move(op.takes);
  text.clear();
  tooltip.clear();
  takes.clear();
  op = Op{};
  op.id = id;
  op.simulator_id = simulator_id;
  op.text = std::move(text);
  op.tooltip = std::move(tooltip);
  op.takes = std::move(takes);
  touch(op);
}

/// The operation of a line; reports an unknown one.
KanataReader::Op* KanataReader::operation(std::string_view& rest) {
  std::uint64_t id = 0;
  return number(rest, id, "operation") ? alive(id) : nullptr;
}

KanataReader::Op* KanataReader::alive(std::uint64_t id) {
  Op* op = ops_.find(id);
  if (op != nullptr && !op->ended)
    return op;
  if (op != nullptr || ended_.find(id) != nullptr)
    report(fmt::format("operation {} has ended", id));
  else
    report(fmt::format("operation {} is not known", id), "an I line before");
  return nullptr;
}

void KanataReader::read_label(std::string_view rest) {
  std::uint64_t id = 0;
  std::uint64_t type = 0;
  if (!number(rest, id, "operation") || !number(rest, type, "kind of label"))
    return;
  if (type > 2) {
    report(fmt::format("label of kind {}", type), "0, 1 or 2");
    return;
  }
  const std::string_view text = next_field(rest, '\t');
  if (Op* op = ops_.find(id)) {
    add_label(*op, type, text);
  } else if (const Ended* ended = ended_.find(id)) {
    if (type != 2)
      to_.add_note(now(), ended->op, type == 0, unescaped(text));
  } else {
    (void)alive(id); // reports an unknown one
  }
}

void KanataReader::add_label(Op& op, std::uint64_t type, std::string_view text) {
  touch(op);
  if (op.text.size() + op.tooltip.size() + text.size() > options().limits.label_bytes) {
    report(fmt::format("operation {} has labels of more than {} bytes", op.id,
                       options().limits.label_bytes));
    return;
  }
  if (type == 0)
    op.text += text;
  else if (type == 1)
    op.tooltip += text;
  else
    label_stage(op, text);
}

/// Label of the last started stage: recognised stall labels become causes, others notes.
void KanataReader::label_stage(Op& op, std::string_view text) {
  StallLabel label;
  const bool stalled = op.cause.why != Reason::none;
  if (stalled && read_stall_label(text, label) &&
      (op.cause.why != Reason::other || label.reg.empty())) {
    if (!label.reg.empty())
      op.cause.reg = names_.reg(label.reg);
    op.cause.culprit = numbering_.differs() ? kNoOp : label.culprit;
    return;
  }
  if (!op.tooltip.empty())
    op.tooltip += "\\n";
  op.tooltip += text;
}

void KanataReader::read_stage(std::string_view rest, bool starts) {
  std::uint64_t id = 0;
  std::uint64_t lane = 0;
  if (!number(rest, id, "operation"))
    return;
  if (!starts && (ended_.find(id) != nullptr || (ops_.find(id) != nullptr && ops_.find(id)->ended)))
    return; // the operation's end closes every stage
  Op* op = alive(id);
  if (op == nullptr || !number(rest, lane, "lane"))
    return;
  const std::string_view name = next_field(rest, '\t');
  if (name.empty()) {
    report("a stage without a name");
    return;
  }
  if (lane == 0)
    stage(*op, name, starts);
  else if (lane == 1)
    stall(*op, name, starts);
  else if (!other_lanes_) {
    other_lanes_ = true;
    report(fmt::format("lane {} is left out, as all lanes but 0 (stages) and 1 (stalls)", lane));
  }
}

void KanataReader::stage(Op& op, std::string_view name, bool starts) {
  const LaneId lane = names_.lane(name);
  if (lane == kNoLane)
    return;
  if (starts) {
    op.lane = lane;
    op.entered = true;
    op.leaving = false;
  } else if (op.lane == lane) { // otherwise the begin of another stage has closed it
    op.leaving = true;
  }
  touch(op);
}

void KanataReader::stall(Op& op, std::string_view name, bool starts) {
  touch(op);
  if (!starts) {
    op.cause = {};
    return;
  }
  const std::optional<Reason> reason = reason_from_name(name);
  op.cause =
      reason && *reason != Reason::none ? Cause{*reason} : Cause{Reason::other, names_.reg(name)};
}

void KanataReader::read_end(std::string_view rest) {
  Op* op = operation(rest);
  std::uint64_t retire_id = 0;
  std::uint64_t kind = 0;
  if (op == nullptr || !number(rest, retire_id, "retirement") || !number(rest, kind, "end"))
    return;
  if (kind > 1) {
    report(fmt::format("end {}", kind), "0 (retired) or 1 (flushed)");
    return;
  }
  op->ended = true;
  op->ending = kind == 0 ? Ending::retired : Ending::flushed;
  touch(*op);
}

void KanataReader::read_dependence(std::string_view rest) {
  Op* op = operation(rest);
  std::uint64_t producer = 0;
  if (op == nullptr || !number(rest, producer, "producer"))
    return;
  if (ops_.find(producer) == nullptr && ended_.find(producer) == nullptr) {
    report(fmt::format("producer {} is not known", producer),
           fmt::format("an operation that has not ended, or one of the last {} that have",
                       kanata::kRemembered));
    return;
  }
  if (++op->producers > options().limits.producers) {
    if (op->producers == options().limits.producers + 1)
      report(fmt::format("operation {} takes more than {} results: the rest is left out", op->id,
                         options().limits.producers));
    return;
  }
  op->takes.push_back(producer);
  touch(*op);
}

std::unique_ptr<TraceReader> make_kanata_reader(OpStream& to, ReaderOptions options) {
  return std::make_unique<KanataReader>(to, std::move(options));
}

} // namespace stallscope::trace
