#include "model/analysis/whatif_model.hpp"

#include "language/machine_words_zh.hpp"
#include "model/language/strings.hpp"

#include <algorithm>
#include <utility>

namespace stallscope::gui {

std::string WhatIfLine::words() const {
  return language() == Language::english ? title : chinese_relief(name);
}

void WhatIfModel::list(const Run& run) {
  lines_.clear();
  version_ = run.version();
  ++generation_;
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
  if (run.program() == nullptr || measuring())
    return;
  // Runs of a program with code that writes itself are on one thread at a time: a copy.
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
        lines.push_back({change.name, change.title, true,
                         static_cast<std::int64_t>(change.cycles_saved) -
                             static_cast<std::int64_t>(change.cycles_more),
                         change.cycles, change.promised_cycles});
      for (WhatIfLine& line : lines_) // those that an interruption has left out
        if (std::none_of(lines.begin(), lines.end(),
                         [&line](const WhatIfLine& l) { return l.name == line.name; }))
          lines.push_back(std::move(line));
      lines_ = std::move(lines);
    });
  });
}

void WhatIfModel::cancel() {
  if (task_ != nullptr)
    task_->cancel();
  task_.reset();
}

} // namespace stallscope::gui
