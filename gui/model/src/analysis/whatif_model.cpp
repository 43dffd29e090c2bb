#include "model/analysis/whatif_model.hpp"

#include "language/translation.hpp"
#include "model/graph/graph_course.hpp"
#include "model/language/strings.hpp"
#include "model/plan/course_changes.hpp"
#include "model/plan/plan_course.hpp"
#include "session/what_if_engine.hpp"

#include <algorithm>
#include <utility>

namespace stallscope::gui {

std::string WhatIfLine::words() const {
  if (text)
    return tr(*text);
  return translated(title, [this](const Translation& in) { return in.relief(name); });
}

void WhatIfModel::list(const Run& run) {
  lines_.clear();
  version_ = run.version();
  ++generation_;
  for (const CourseChange& change : course_changes(run)) {
    WhatIfLine line;
    line.name = change.name;
    line.text = change.words;
    lines_.push_back(std::move(line));
  }
  if (run.machine() == nullptr)
    return;
  for (const session::Relief& relief : session::reliefs_of(*run.machine())) {
    WhatIfLine line;
    line.name = relief.name;
    line.title = relief.title;
    lines_.push_back(std::move(line));
  }
}

void WhatIfModel::update(const Run& run) {
  worker_.poll();
  if (version_ != run.version()) {
    cancel();
    list(run);
  }
}

void WhatIfModel::measure(const Run& run) {
  update(run);
  if (measuring())
    return;
  if (run.course() != nullptr)
    return measure_course(run);
  if (run.program() == nullptr)
    return;
  // A program that writes code may be used by one thread only: the worker gets a copy.
  const auto program = std::make_shared<isa::Program>(*run.program());
  program->written.reset();
  const auto machine = *run.machine();
  const RunSpec spec = run.spec();
  const std::uint64_t generation = generation_;
  task_ = worker_.start([=, this](Task& task) {
    session::RunOptions options;
    options.input = spec.input;
    options.limit_cycles = spec.limit_cycles;
    options.limit_memory_bytes = spec.limit_memory_bytes;
    options.limit_kind = session::LimitKind::safety;
    options.keep_output = false;
    options.progress = [&task](const session::Progress&) { return !task.cancelled(); };
    auto report =
        std::make_shared<session::WhatIfReport>(session::what_if(*program, machine, options));
    task.post([this, report, generation] {
      if (generation != generation_)
        return;
      std::vector<WhatIfLine> lines;
      for (const session::WhatIf& change : report->changes)
        lines.push_back({change.name, change.title, std::nullopt, true,
                         static_cast<std::int64_t>(change.cycles_saved) -
                             static_cast<std::int64_t>(change.cycles_more),
                         change.cycles, change.promised_cycles});
      for (WhatIfLine& line : lines_) // measurements missing after an interruption
        if (std::none_of(lines.begin(), lines.end(),
                         [&line](const WhatIfLine& l) { return l.name == line.name; }))
          lines.push_back(std::move(line));
      lines_ = std::move(lines);
    });
  });
}

/// Measures each change of a plan or graph as a separate run.
void WhatIfModel::measure_course(const Run& run) {
  const std::vector<CourseChange> changes = course_changes(run);
  const auto before = static_cast<std::int64_t>(run.last_cycle());
  const std::uint64_t generation = generation_;
  task_ = worker_.start([this, changes, before, generation](Task& task) {
    const auto go_on = [&task] { return !task.cancelled(); };
    session::WhatIfEngine<WhatIfLine> engine([&](const std::string&) { return go_on(); });
    for (const CourseChange& change : changes)
      (void)engine.measure(change.name, [&]() -> std::optional<WhatIfLine> {
        const auto course = change.spec.subject == Subject::plan ? open_plan(change.spec, go_on)
                                                                 : open_graph(change.spec, go_on);
        if (!go_on()) {
          engine.interrupt();
          return std::nullopt;
        }
        WhatIfLine line;
        line.name = change.name;
        line.text = change.words;
        line.measured = course.ok(); // invalid for the changed size
        if (course) {
          line.cycles = (*course)->cycles();
          line.saved = before - static_cast<std::int64_t>(line.cycles);
        }
        return line;
      });
    if (engine.interrupted())
      return;
    auto lines = std::make_shared<std::vector<WhatIfLine>>(
        engine.ranked([](const WhatIfLine& a, const WhatIfLine& b) {
          return a.measured != b.measured ? a.measured : a.saved > b.saved;
        }));
    task.post([this, lines, generation] {
      if (generation == generation_)
        lines_ = std::move(*lines);
    });
  });
}

void WhatIfModel::cancel() {
  if (task_ != nullptr)
    task_->cancel();
  task_.reset();
}

} // namespace stallscope::gui
