#include "model/editor/example_pictures.hpp"

#include "model/looks/tokens.hpp"
#include "model/scheduling/scheduled_text.hpp"
#include "session/runner.hpp"

#include <algorithm>
#include <utility>

namespace stallscope::gui {

ExamplePicture picture_of(const RunSpec& spec) {
  ExamplePicture picture;
  Result<machine::Machine> machine =
      machine::load_machine(spec.machine, spec.settings, Streams::refuse);
  if (!machine)
    return picture;
  const Result<isa::Program> program = read_program(spec.program, *machine);
  if (!program)
    return picture;
  (void)machine::assume_units(*machine, *program);
  if (has_errors(machine::check_runs(*machine, *program)))
    return picture;
  session::RunOptions options;
  options.record = true;
  options.to_cycle = ExamplePicture::kCycles;
  options.stop_after_window = true;
  options.limit_memory_bytes = 64ULL << 20;
  options.keep_output = false;
  const trace::RunRecord record = session::run_program(*program, *machine, options);
  const Timeline& timeline = record.timeline;
  for (const OpRow& row : timeline.rows) {
    if (picture.rows == ExamplePicture::kRows)
      break;
    for (const Span& span : timeline.spans_of(row)) {
      const std::uint64_t end = std::min(span.end.value, ExamplePicture::kCycles + 1);
      if (span.begin.value >= end)
        continue;
      picture.bars.push_back(
          {picture.rows, span.begin.value, end, color_of(record.shown(row.op)), span.cause.why});
      picture.cycles = std::max(picture.cycles, end - 1);
    }
    ++picture.rows;
  }
  return picture;
}

const ExamplePicture* ExamplePictures::of(const Example& example) {
  if (example.scenes.empty())
    return nullptr;
  const auto [known, is_new] = pictures_.try_emplace(example.name);
  if (is_new)
    worker_.start([this, name = example.name, spec = example.scenes.front().a](Task& task) {
      task.post([this, name, picture = picture_of(spec)] { pictures_[name] = picture; });
    });
  return known->second.bars.empty() ? nullptr : &known->second;
}

} // namespace stallscope::gui
