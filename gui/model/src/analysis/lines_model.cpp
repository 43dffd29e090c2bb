#include "model/analysis/lines_model.hpp"

#include "model/language/strings.hpp"
#include "model/run/subject.hpp"
#include "trace/stream_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <tuple>
#include <utility>

namespace stallscope::gui {

namespace {

std::string_view without_folders(std::string_view path) {
  return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(std::move(line));
  return lines;
}

/// Fills in the texts of lines of the program's own file, which for C is named by its debug
/// information.
void add_texts(trace::LineCosts& costs, const ProgramSource& source,
               const std::vector<std::string>& own) {
  std::vector<std::string> named;
  bool read = false;
  for (trace::LineCost& cost : costs.lines) {
    const bool is_named =
        !cost.file.empty() && without_folders(cost.file) == without_folders(source.name);
    if (is_named && !std::exchange(read, true)) {
      const Result<std::string> text =
          source.text ? Result<std::string>(*source.text) : read_source(source.name);
      if (text)
        named = lines_of(*text);
    }
    const std::vector<std::string>& lines = cost.file.empty() ? own : named;
    if ((cost.file.empty() || is_named) && cost.line > 0 && cost.line <= lines.size())
      cost.text = lines[cost.line - 1];
  }
}

bool is_of(const trace::Legend& legend, InstructionIndex i, const std::string& file,
           std::uint32_t line) {
  const std::uint32_t its_line =
      i.value < legend.instruction_line.size() ? legend.instruction_line[i.value] : 0;
  const std::string_view its_file = i.value < legend.instruction_file.size()
                                        ? std::string_view(legend.instruction_file[i.value])
                                        : std::string_view();
  return its_line == line && its_file == file;
}

double part_of(std::uint64_t some, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(some) / static_cast<double>(all);
}

} // namespace

bool LinesModel::has_lines(const Run& run) {
  return run.state() == Run::State::ready && counts_cycles(run.spec().subject);
}

const LinesView* LinesModel::visible(Run& run, std::uint64_t cycle) {
  worker_.poll();
  if (!has_lines(run))
    return nullptr;
  WindowPtr window = run.first_window();
  if (!run.whole()) { // stretches of equal length, so that a step seldom records anew
    const std::uint64_t length = run.window_cycles();
    const std::uint64_t from = (std::max<std::uint64_t>(cycle, 1) - 1) / length * length + 1;
    window = run.window(from, std::min(from + length, run.last_cycle() + 1));
  }
  if (window == nullptr)
    return nullptr;
  if (window != counted_)
    count(run, std::move(window));
  return ready_ ? &view_ : nullptr;
}

void LinesModel::count(const Run& run, WindowPtr window) {
  counted_ = std::move(window);
  ready_ = false;
  const std::uint64_t generation = ++generation_;
  const bool whole = run.whole();
  worker_.cancel_all();
  worker_.start([this, generation, whole, window = counted_, source = run.spec().program,
                 program = run.shared_program()](Task& task) {
    if (task.cancelled())
      return;
    trace::LineAccount account;
    trace::stream_record(window->record, account);
    auto costs = std::make_shared<trace::LineCosts>(account.costs());
    add_texts(*costs, source,
              program == nullptr ? std::vector<std::string>() : program->source_lines);
    task.post([this, generation, whole, window, costs] {
      if (generation != generation_)
        return;
      costs_ = std::move(*costs);
      view_.from = window->timeline().first_cycle.value;
      view_.to = window->timeline().end_cycle.value - 1;
      view_.whole = whole;
      ready_ = true;
      list();
    });
  });
}

void LinesModel::set_order(Order order) {
  if (order_ == order)
    return;
  order_ = order;
  list();
}

void LinesModel::list() {
  view_.cycles = costs_.cycles;
  view_.rest = costs_.rest;
  view_.rows.clear();
  const std::uint64_t most = costs_.lines.empty() ? 0 : costs_.lines.front().cycles;
  for (const trace::LineCost& cost : costs_.lines) {
    LineRow row;
    row.file = cost.file;
    row.line = cost.line;
    if (cost.line > 0)
      row.place = cost.file.empty() ? fmt::format("{}", cost.line)
                                    : fmt::format("{}:{}", without_folders(cost.file), cost.line);
    row.text = cost.text.substr(std::min(cost.text.find_first_not_of(" \t"), cost.text.size()));
    row.cycles = cost.cycles;
    row.instructions = cost.instructions;
    row.share = part_of(cost.cycles, costs_.cycles);
    row.part_of_most = part_of(cost.cycles, most);
    row.held = trace::longest_hold(cost);
    row.held_cycles = cost.held[static_cast<std::size_t>(row.held)];
    view_.rows.push_back(std::move(row));
  }
  if (order_ == Order::place)
    std::stable_sort(view_.rows.begin(), view_.rows.end(), [](const LineRow& a, const LineRow& b) {
      return std::tie(a.file, a.line) < std::tie(b.file, b.line);
    });
}

std::shared_ptr<Task> LinesModel::walk(Run& run, const std::string& file, std::uint32_t line,
                                       std::uint64_t cycle, bool forwards, Run::Found found) {
  const auto look = [file, line, forwards](const RunWindow& window, Cycle from,
                                           Cycle to) -> std::optional<RunPlace> {
    std::optional<RunPlace> best;
    for (const OpRow& row : window.timeline().rows) {
      if (row.in_flight || row.flushed || row.end.value == 0 ||
          !is_of(window.record.legend, row.instruction, file, line))
        continue;
      const std::uint64_t at = row.end.value - 1; // the last cycle in which it is there
      if (at >= from.value && at < to.value &&
          (!best || (forwards ? at < best->cycle : at > best->cycle)))
        best = RunPlace{at, row.op};
    }
    return best;
  };
  return run.scan(cycle, forwards, look, std::move(found));
}

} // namespace stallscope::gui
