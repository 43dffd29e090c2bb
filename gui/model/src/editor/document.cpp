#include "model/editor/document.hpp"

#include "machine/machine_file.hpp"
#include "model/editor/course_text.hpp"
#include "model/files/settings.hpp"
#include "model/language/strings.hpp"
#include "model/run/opened_file.hpp"
#include "problem.hpp"
#include "programs/shipped.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stallscope::gui {

namespace fs = std::filesystem;

namespace {

constexpr const char* kCompiledFolder = "/compiled";

std::string absolute(const std::string& file) {
  std::error_code error;
  const fs::path path = fs::absolute(file, error);
  return error ? file : path.lexically_normal().string();
}

/// Folder of compiled programs: the state folder, or without a home folder a temporary one.
std::string folder_for_compiled(const Folders& folders) {
  if (!folders.state.empty())
    return folders.state + kCompiledFolder;
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  return (error ? fs::path("/tmp") : temporary).string() + "/stallscope" + kCompiledFolder;
}

} // namespace

Document::Document(Threads threads, const Folders& folders)
    : editor_(threads), autosave_(folders), compile_folder_(folder_for_compiled(folders)),
      found_(autosave_.found()), worker_(threads) {
  if (found_)
    question_ = DocumentQuestion::restore;
}

void Document::wait() {
  editor_.wait();
  worker_.wait();
}

void Document::update(double seconds, Comparison& runs) {
  worker_.poll();
  follow(runs);
  editor_.update(seconds, runs.run(Side::a).machine(), runs.run(Side::a).spec());
  if (question_ == DocumentQuestion::replaced)
    return; // edited text does not run until the question has been answered
  if (editor_.take_good_news() && editor_.changed())
    run_text(runs);
  keep_safe();
}

Document::Origin Document::origin_of(const RunSpec& spec) {
  return {spec.subject, spec.program,
          is_named_schedule(spec) ? remember(spec).settings : std::vector<std::string>()};
}

/// Detects that run A was opened with another program, plan or graph than this document's.
void Document::follow(Comparison& runs) {
  const Run& run = runs.run(Side::a);
  if (run.state() == Run::State::empty || is_recorded(run.spec().subject))
    return;
  const Origin now = origin_of(run.spec());
  if (own_ == now) {
    if (question_ == DocumentQuestion::replaced)
      question_ = DocumentQuestion::none; // run A has the document's program again
    return;
  }
  if (own_ && editor_.changed() && now.program.text != editor_.text()) {
    question_ = DocumentQuestion::replaced;
    return;
  }
  take_over(run.spec(), runs);
}

void Document::take_over(const RunSpec& spec, Comparison& runs) {
  const ProgramSource& source = spec.program;
  own_ = origin_of(spec);
  if (source.text) {
    if (*source.text != editor_.text() || source.name != editor_.source().name)
      editor_.create_unchanged(source.name, *source.text, source.isa, spec.subject);
    return;
  }
  if (spec.subject != Subject::program) {
    if (Result<std::string> text = course_text(spec))
      editor_.create_unchanged(source.name, *std::move(text), {}, spec.subject);
    else
      editor_.show_nothing(format(text.diagnostics()));
    return;
  }
  if (!editor_.open(source.name)) {
    editor_.show_nothing(editor_.problem());
    return;
  }
  if (programs::find_shipped(source.name) == nullptr)
    add_recent(recent_, absolute(source.name));
  if (editor_.is_compiled())
    compile(runs);
}

void Document::go_back_to(const RunSpec& spec) {
  question_ = DocumentQuestion::none;
  own_.reset(); // will be loaded into the editor
  if (!spec.program.text)
    return;
  editor_.create(spec.program.name, *spec.program.text, spec.program.isa, spec.subject);
  own_ = origin_of(spec);
}

void Document::show(const ProgramSource& program, Comparison& runs) {
  RunSpec spec = with_source(runs.run(Side::a).spec(), editor_.subject(), program);
  own_ = origin_of(spec);
  runs.open_a(std::move(spec));
}

void Document::run_text(Comparison& runs) {
  ProgramSource program = editor_.source();
  if (!program.isa && editor_.subject() == Subject::program &&
      runs.run(Side::a).spec().subject == Subject::program)
    program.isa = notation_of(runs.run(Side::a).spec().program);
  if (own_ && own_->program == program)
    return;
  show(program, runs);
}

/// Autosaves unsaved text for crash recovery; deletes the autosave once the text is saved.
void Document::keep_safe() {
  if (question_ == DocumentQuestion::restore || !editor_.read())
    return; // recovered text is not overwritten before the user has answered
  if (!editor_.changed()) {
    if (std::exchange(has_kept_, false))
      autosave_.forget();
    return;
  }
  if (has_kept_ && kept_ == editor_.text())
    return;
  kept_ = editor_.text();
  has_kept_ = true;
  if (!autosave_.keep(editor_.source(), editor_.subject()) && !std::exchange(said_, true))
    message_ = tr(Text::autosave_failed, {autosave_.problem()});
}

std::string Document::take_message() {
  return std::exchange(message_, {});
}

void Document::open(const std::string& name, Comparison& runs) {
  RunSpec spec = with_file(runs.run(Side::a).spec(), name);
  std::error_code error;
  if (spec.subject != Subject::program && fs::is_regular_file(name, error))
    add_recent(recent_, absolute(name)); // programs are added when they are loaded into the editor
  runs.open_a(std::move(spec));
}

bool Document::save(Comparison& runs) {
  return editor_.has_file() && save_as(editor_.name(), runs);
}

bool Document::save_as(const std::string& file, Comparison& runs) {
  if (!editor_.save_as(file))
    return false;
  add_recent(recent_, absolute(file));
  const bool makes_way = question_ == DocumentQuestion::replaced;
  saved();
  if (makes_way)
    return true;
  if (editor_.is_compiled()) {
    compile(runs);
  } else {
    ProgramSource program;
    program.name = file;
    if (own_ && editor_.subject() == Subject::program &&
        !notation_of(program)) // the name does not determine it
      program.isa = notation_of(own_->program);
    show(program, runs);
  }
  return true;
}

/// Continues the action that was waiting for the answer, since no text would be lost any more.
void Document::saved() {
  autosave_.forget();
  has_kept_ = false;
  if (question_ == DocumentQuestion::closing)
    closing_ = true;
  if (question_ == DocumentQuestion::replaced)
    own_.reset(); // the other program will be loaded into the editor
  if (question_ == DocumentQuestion::closing || question_ == DocumentQuestion::replaced)
    question_ = DocumentQuestion::none;
}

std::string Document::suggested_file() const {
  if (editor_.has_file())
    return editor_.name();
  const programs::ShippedProgram* shipped = programs::find_shipped(editor_.name());
  const std::string name = shipped != nullptr ? std::string(shipped->file) : editor_.source().name;
  return fs::path(name).filename().string();
}

void Document::discard() {
  const DocumentQuestion asked = std::exchange(question_, DocumentQuestion::none);
  if (asked == DocumentQuestion::restore && found_)
    Autosave::forget(*found_);
  else
    autosave_.forget();
  has_kept_ = false;
  if (asked == DocumentQuestion::closing)
    closing_ = true;
  if (asked == DocumentQuestion::replaced)
    own_.reset();
  found_.reset();
}

void Document::postpone() {
  question_ = DocumentQuestion::none;
  if (found_)
    autosave_.set_aside(*found_);
  found_.reset();
}

void Document::keep(Comparison& runs) {
  const DocumentQuestion asked = std::exchange(question_, DocumentQuestion::none);
  if (asked == DocumentQuestion::replaced && own_)
    show(ProgramSource(own_->program), runs);
}

void Document::restore(Comparison& runs) {
  question_ = DocumentQuestion::none;
  if (!found_)
    return;
  editor_.create(found_->name, found_->text, found_->isa, found_->subject);
  ProgramSource program = editor_.source();
  if (autosave_.keep(program, editor_.subject()) && autosave_.path() != found_->file)
    Autosave::forget(*found_);
  found_.reset();
  kept_ = *program.text;
  has_kept_ = true;
  if (editor_.is_compiled()) {
    own_ = origin_of(runs.run(Side::a).spec());
    compile(runs);
  } else {
    show(program, runs);
  }
}

bool Document::may_close() {
  if (closing_ || !editor_.changed())
    return true;
  question_ = DocumentQuestion::closing;
  return false;
}

void Document::compile(Comparison& runs) {
  if (!editor_.is_compiled())
    return;
  isa::COptions options;
  if (const machine::Machine* machine = runs.run(Side::a).machine())
    options.target = machine::c_target(*machine);
  options.include_folders = {fs::path(absolute(editor_.name())).parent_path().string()};
  if (!isa::has_c_compiler(options)) {
    Diagnostic missing = problem(editor_.name(), tr(Text::no_compiler));
    missing.line = 1;
    editor_.set_diagnostics({missing});
    return;
  }
  // A copy of the current text, saved or not; includes are searched in the folder of its file.
  const std::string copy = compile_folder_ + "/" + fs::path(editor_.name()).filename().string();
  if (const std::string why = write_whole_file(copy, editor_.text()); !why.empty()) {
    message_ = tr(Text::save_failed, {copy, why});
    return;
  }
  const std::uint64_t text = editor_.opened();
  compilation_ = gui::compile(worker_, copy, std::move(options), compile_folder_,
                              [this, text, &runs](Compiled result) {
                                compilation_.reset();
                                if (text == editor_.opened()) // the same document is still edited
                                  take_compiled(std::move(result), runs);
                              });
}

void Document::take_compiled(Compiled result, Comparison& runs) {
  const fs::path own = fs::path(editor_.name()).filename();
  for (Diagnostic& d : result.said) {
    const bool elsewhere = fs::path(d.file).filename() != own;
    if (d.line != 0 && !elsewhere)
      continue;
    // Messages on a header or the whole program are shown on the first line.
    const std::string place =
        elsewhere && d.line != 0 ? fmt::format("{}:{}: ", d.file, d.line) : std::string();
    d.message =
        d.severity == Severity::error
            ? fmt::format("{} {}{}", tr(Text::compile_failed, {editor_.name()}), place, d.message)
            : place + d.message;
    d.line = 1;
  }
  editor_.set_diagnostics(std::move(result.said));
  if (result.file.empty() || question_ == DocumentQuestion::replaced)
    return;
  ProgramSource program;
  program.name = std::move(result.file);
  show(program, runs);
}

} // namespace stallscope::gui
