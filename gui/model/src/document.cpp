#include "model/document.hpp"

#include "model/strings.hpp"
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

/// Where compiled programs go: beside what else is kept, or where there is no home for a while.
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
  editor_.update(seconds, runs.run(Side::a).machine());
  if (question_ == DocumentQuestion::replaced)
    return; // what is typed does not run before it is known which text stays
  if (editor_.take_good_news() && editor_.changed())
    run_text(runs);
  keep_safe();
}

/// When run A has another program than the one it was given from here.
void Document::follow(Comparison& runs) {
  const Run& run = runs.run(Side::a);
  if (run.state() == Run::State::empty)
    return;
  const ProgramSource& program = run.spec().program;
  if (own_ == program) {
    if (question_ == DocumentQuestion::replaced)
      question_ = DocumentQuestion::none; // it has come back
    return;
  }
  if (own_ && editor_.changed() && program.text != editor_.text()) {
    question_ = DocumentQuestion::replaced;
    return;
  }
  take_over(program, runs);
}

void Document::take_over(const ProgramSource& source, Comparison& runs) {
  own_ = source;
  if (source.text) {
    if (*source.text != editor_.text() || source.name != editor_.name())
      editor_.create_unchanged(source.name, *source.text, source.isa);
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

void Document::show(const ProgramSource& program, Comparison& runs) {
  RunSpec spec = runs.run(Side::a).spec();
  spec.program = program;
  own_ = program;
  runs.open_a(std::move(spec));
}

void Document::run_text(Comparison& runs) {
  ProgramSource program = editor_.source();
  if (!program.isa)
    program.isa = notation_of(runs.run(Side::a).spec().program);
  if (own_ == program)
    return;
  show(program, runs);
}

/// Text that is not saved is written where a crash does not reach it; what is saved goes from
/// there.
void Document::keep_safe() {
  if (question_ == DocumentQuestion::restore || !editor_.read())
    return; // what was found there is not overwritten before it has been asked about
  if (!editor_.changed()) {
    if (std::exchange(has_kept_, false))
      autosave_.forget();
    return;
  }
  if (has_kept_ && kept_ == editor_.text())
    return;
  kept_ = editor_.text();
  has_kept_ = true;
  if (!autosave_.keep(editor_.source()) && !std::exchange(said_, true))
    message_ = tr(Text::autosave_failed, {autosave_.problem()});
}

std::string Document::take_message() {
  return std::exchange(message_, {});
}

void Document::open(const std::string& name, Comparison& runs) {
  RunSpec spec = runs.run(Side::a).spec();
  spec.program = {};
  spec.program.name = name;
  spec.scheduler.clear();
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
    if (own_ && !notation_of(program)) // its name does not say it
      program.isa = notation_of(*own_);
    show(program, runs);
  }
  return true;
}

/// Nothing would be lost any more: what was asked about may happen.
void Document::saved() {
  autosave_.forget();
  has_kept_ = false;
  if (question_ == DocumentQuestion::closing)
    closing_ = true;
  if (question_ == DocumentQuestion::replaced)
    own_.reset(); // the other program is taken over
  if (question_ == DocumentQuestion::closing || question_ == DocumentQuestion::replaced)
    question_ = DocumentQuestion::none;
}

std::string Document::suggested_file() const {
  if (editor_.has_file())
    return editor_.name();
  const programs::ShippedProgram* shipped = programs::find_shipped(editor_.name());
  const std::string name = shipped != nullptr ? std::string(shipped->file) : editor_.name();
  return fs::path(name).filename().string();
}

void Document::discard() {
  const DocumentQuestion asked = std::exchange(question_, DocumentQuestion::none);
  autosave_.forget();
  has_kept_ = false;
  if (asked == DocumentQuestion::closing)
    closing_ = true;
  if (asked == DocumentQuestion::replaced)
    own_.reset();
  found_.reset();
}

void Document::keep(Comparison& runs) {
  const DocumentQuestion asked = std::exchange(question_, DocumentQuestion::none);
  if (asked == DocumentQuestion::replaced && own_)
    show(ProgramSource(*own_), runs);
}

void Document::restore(Comparison& runs) {
  question_ = DocumentQuestion::none;
  if (!found_)
    return;
  editor_.create(found_->name, found_->text, found_->isa);
  found_.reset();
  ProgramSource program = editor_.source();
  kept_ = *program.text;
  has_kept_ = true;
  if (editor_.is_compiled()) {
    own_ = runs.run(Side::a).spec().program;
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
  std::optional<CCompiler> compiler =
      compiler_path_ ? find_compiler(*compiler_path_) : find_compiler();
  if (!compiler) {
    Diagnostic missing;
    missing.file = editor_.name();
    missing.line = 1;
    missing.message = tr(Text::no_compiler);
    editor_.set_diagnostics({missing});
    return;
  }
  // The text as it is, saved or not; what it includes is found beside its file.
  const std::string copy = compile_folder_ + "/" + fs::path(editor_.name()).filename().string();
  if (const std::string why = write_whole_file(copy, editor_.text()); !why.empty()) {
    message_ = tr(Text::save_failed, {copy, why});
    return;
  }
  compiler->link.push_back("-I" + fs::path(absolute(editor_.name())).parent_path().string());
  const std::uint64_t text = editor_.opened();
  compilation_ = gui::compile(
      worker_, *compiler, copy, compile_folder_, false, [this, copy, text, &runs](Compiled result) {
        compilation_.reset();
        if (text != editor_.opened())
          return; // another program is edited by now
        Diagnostics said = compiler_diagnostics(result.messages, copy);
        if (!result.ok && !has_errors(said)) {
          Diagnostic failed;
          failed.file = copy;
          failed.line = 1;
          failed.message = tr(Text::compile_failed, {editor_.name()}) + " " +
                           result.messages.substr(0, result.messages.find('\n'));
          said.push_back(failed);
        }
        editor_.set_diagnostics(std::move(said));
        if (!result.ok || question_ == DocumentQuestion::replaced)
          return;
        ProgramSource program;
        program.name = result.file;
        show(program, runs);
      });
}

} // namespace stallscope::gui
