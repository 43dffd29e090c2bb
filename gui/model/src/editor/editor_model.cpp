#include "model/editor/editor_model.hpp"

#include "isa/assemble.hpp"
#include "isa/compile_c.hpp"
#include "model/editor/course_text.hpp"
#include "model/files/settings.hpp"
#include "model/language/strings.hpp"
#include "model/looks/tokens.hpp"
#include "programs/shipped.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::gui {

bool EditorModel::open(const std::string& name) {
  Result<std::string> text = read_source(name);
  if (!text) {
    problem_ = format(text.diagnostics());
    return false;
  }
  create_unchanged(name, *std::move(text));
  return true;
}

bool EditorModel::has_errors() const {
  return stallscope::has_errors(diagnostics_);
}

void EditorModel::create_unchanged(const std::string& name, std::string text,
                                   std::optional<isa::Isa> isa, Subject subject) {
  create(name, std::move(text), isa, subject);
  saved_ = text_;
}

void EditorModel::show_nothing(std::string why) {
  create_unchanged({}, {});
  problem_ = std::move(why);
}

bool EditorModel::is_compiled() const {
  return subject_ == Subject::program && isa::is_c_file(name_);
}

void EditorModel::create(const std::string& name, std::string text, std::optional<isa::Isa> isa,
                         Subject subject) {
  subject_ = subject;
  name_ = name;
  given_notation_ = isa;
  ++opened_;
  problem_.clear();
  breakpoints_.clear();
  diagnostics_.clear();
  program_.reset();
  saved_.clear();
  take_text(std::move(text));
  quiet_ = kQuietSeconds; // not being typed: parse without delay
}

void EditorModel::set_text(std::string text) {
  if (text != text_)
    take_text(std::move(text));
}

void EditorModel::take_text(std::string text) {
  text_ = std::move(text);
  ++version_;
  quiet_ = 0;
  held_.reset();
  index_lines();
  notation_.reset();
  if (subject_ != Subject::program)
    return;
  notation_ = notation_of({name_, std::nullopt, given_notation_, 64, std::nullopt});
  // The notation of names without a specific extension, including .s, used by all compilers, is
  // determined by the content.
  if (!given_notation_ && (!notation_ || notation_ == isa::Isa::riscv) && !is_compiled())
    if (const auto told = isa::isa_from_text(text_); isa::looks_like_x86(text_) || told)
      notation_ = isa::looks_like_x86(text_) ? isa::Isa::x86 : *told;
}

void EditorModel::index_lines() {
  lines_.clear();
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text_.size(); ++i)
    if (i == text_.size() || text_[i] == '\n') {
      lines_.emplace_back(begin, i);
      begin = i + 1;
    }
}

bool EditorModel::has_file() const {
  return !name_.empty() &&
         (subject_ == Subject::program ? programs::find_shipped(name_) == nullptr
                                       : course_file_name(subject_, name_) == name_);
}

bool EditorModel::save() {
  if (!has_file()) {
    problem_ = tr(Text::save_as);
    return false;
  }
  return save_as(name_);
}

bool EditorModel::save_as(const std::string& file) {
  const std::string why = write_whole_file(file, text_);
  problem_ = why.empty() ? std::string() : tr(Text::save_failed, {file, why});
  if (!why.empty())
    return false;
  name_ = file;
  saved_ = text_;
  return true;
}

ProgramSource EditorModel::source() const {
  ProgramSource source;
  source.name = course_file_name(subject_, name_);
  source.text = text_;
  source.isa = given_notation_;
  return source;
}

/// Result of parsing a text.
struct EditorModel::Reading {
  Diagnostics problems;
  std::shared_ptr<const isa::Program> program; ///< null: invalid, or not a program
  bool good = false;                           ///< the text can be run
};

void EditorModel::update(double seconds, const machine::Machine* machine, const RunSpec& run) {
  worker_.poll();
  quiet_ += seconds;
  if (held_ != nullptr && quiet_ >= kQuietSeconds)
    take(std::exchange(held_, nullptr));
  if (version_ == asked_version_ || worker_.busy())
    return;
  asked_version_ = version_;
  if (name_.empty() || is_compiled()) {
    read_version_ = version_;
    return;
  }
  const std::uint64_t version = version_;
  const RunSpec of = with_source(run, subject_, source());
  const machine::Machine reader = machine == nullptr ? machine::Machine() : *machine;
  worker_.start([=, this](Task& task) {
    auto reading = std::make_shared<Reading>();
    if (of.subject == Subject::program) {
      Result<isa::Program> program = read_program(of.program, reader);
      reading->problems = program.diagnostics();
      reading->good = static_cast<bool>(program);
      if (program)
        reading->program = std::make_shared<const isa::Program>(std::move(program).value());
    } else {
      reading->problems = course_problems(of);
      reading->good = !stallscope::has_errors(reading->problems);
    }
    task.post([this, version, reading] {
      if (version != version_)
        return; // the text has changed since
      if (reading->good || quiet_ >= kQuietSeconds)
        take(reading);
      else
        held_ = reading; // one is still typing
    });
  });
}

void EditorModel::take(const std::shared_ptr<Reading>& reading) {
  read_version_ = version_;
  diagnostics_ = std::move(reading->problems);
  if (reading->program != nullptr)
    program_ = reading->program;
  good_news_ = reading->good;
}

bool EditorModel::take_good_news() {
  return std::exchange(good_news_, false);
}

std::vector<const Diagnostic*> EditorModel::diagnostics_of(std::uint32_t line) const {
  std::vector<const Diagnostic*> of;
  for (const Diagnostic& diagnostic : diagnostics_)
    if (diagnostic.line == line)
      of.push_back(&diagnostic);
  return of;
}

std::string_view EditorModel::line(std::size_t index) const {
  if (index >= lines_.size())
    return {};
  return std::string_view(text_).substr(lines_[index].first,
                                        lines_[index].second - lines_[index].first);
}

std::vector<SyntaxSpan> EditorModel::syntax(std::size_t index) const {
  return syntax_of(line(index), notation_, program_.get());
}

namespace {

/// The last component of a path.
std::string_view last_part(std::string_view path) {
  return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

} // namespace

std::vector<MarginMark> EditorModel::marks(Run& run, std::uint64_t cycle, std::string_view file) {
  std::vector<MarginMark> marks;
  const WindowPtr window = cycle == 0 ? nullptr : run.window(cycle, cycle + 1);
  if (window == nullptr)
    return marks;
  const trace::RunRecord& record = window->record;
  const Timeline part = window->index.slice(Cycle{cycle}, Cycle{cycle + 1});
  for (const OpRow& row : part.rows)
    for (const Span& span : part.spans_of(row)) {
      const std::size_t i = row.instruction.value;
      if (span.begin.value > cycle || span.end.value <= cycle ||
          i >= record.legend.instruction_line.size() || record.legend.instruction_line[i] == 0)
        continue;
      const std::string_view of = i < record.legend.instruction_file.size()
                                      ? std::string_view(record.legend.instruction_file[i])
                                      : std::string_view();
      if (last_part(of) != last_part(file))
        continue;
      MarginMark mark;
      mark.line = record.legend.instruction_line[i];
      mark.stage = part.lanes[span.lane].name;
      mark.number = number_of(row.op, row.wrong_path, record);
      mark.color = color_of(record.shown(row.op));
      mark.stalled = span.cause.why != Reason::none;
      mark.wrong_path = row.wrong_path;
      marks.push_back(std::move(mark));
    }
  std::stable_sort(marks.begin(), marks.end(),
                   [](const MarginMark& a, const MarginMark& b) { return a.line < b.line; });
  return marks;
}

void EditorModel::toggle_breakpoint(std::uint32_t line) {
  if (breakpoints_.erase(line) == 0)
    breakpoints_.insert(line);
}

std::vector<session::Condition> EditorModel::conditions(const isa::Program& program) const {
  std::vector<session::Condition> list;
  for (const std::uint32_t line : breakpoints_)
    if (program.has_line(program.name, line)) {
      session::Condition condition;
      condition.kind = session::Condition::Kind::line;
      condition.value = line;
      condition.file = program.name;
      condition.text = fmt::format("line {}", line);
      list.push_back(std::move(condition));
    }
  return list;
}

} // namespace stallscope::gui
