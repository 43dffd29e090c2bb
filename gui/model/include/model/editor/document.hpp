#pragma once

#include "model/comparison/comparison.hpp"
#include "model/editor/c_compiler.hpp"
#include "model/editor/editor_model.hpp"
#include "model/files/settings.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::gui {

/// Why somebody has to be asked about the text.
enum class DocumentQuestion : std::uint8_t {
  none,
  replaced, ///< run A has another program now, and the text has changes that are not saved
  closing,  ///< the window is to be closed, and the text has such changes
  restore,  ///< the last session left a text behind that was not saved
};

/// The program that is edited, beside run A, which runs it. Follows when another program is opened
/// there, runs what has been typed as soon as it can be read, compiles C, and sees to it that no
/// text is lost unasked.
class Document {
public:
  Document(Threads threads, const Folders& folders);

  [[nodiscard]] EditorModel& editor() { return editor_; }
  [[nodiscard]] const EditorModel& editor() const { return editor_; }
  /// Time passes. Once a frame.
  void update(double seconds, Comparison& runs);
  /// Until what has been asked of compilers and readers is there: for tests.
  void wait();

  /// Opens a shipped program or a file in run A, and follows there.
  void open(const std::string& name, Comparison& runs);
  /// False: it has no file of its own yet, or cannot be written, which the editor's problem() says.
  bool save(Comparison& runs);
  bool save_as(const std::string& file, Comparison& runs);
  /// Where a text without a file is offered to be saved: "p4.mips" for "lecture/p4".
  [[nodiscard]] std::string suggested_file() const;

  [[nodiscard]] DocumentQuestion question() const { return question_; }
  /// For DocumentQuestion::restore: what there is.
  [[nodiscard]] const std::optional<Unsaved>& found() const { return found_; }
  /// Run A is being given a program it had before. Nothing is asked: the text that goes comes back
  /// in the same way.
  void go_back_to(const ProgramSource& program);
  // Answers to it
  void discard(); ///< the text may go
  void keep(Comparison& runs);
  void restore(Comparison& runs);

  /// The window is to be closed. True: nothing is lost by that; otherwise it is asked about.
  bool may_close();
  /// It was asked about, and the window may go.
  [[nodiscard]] bool closing() const { return closing_; }

  // C
  /// Compiles the text and runs what comes of it.
  void compile(Comparison& runs);
  [[nodiscard]] bool compiling() const { return compilation_ != nullptr; }

  /// Files, the last opened first.
  [[nodiscard]] const std::vector<std::string>& recent() const { return recent_; }
  void set_recent(std::vector<std::string> files) { recent_ = std::move(files); }

  /// Why unsaved text is not kept, once; empty: nothing to say.
  [[nodiscard]] std::string take_message();

private:
  void follow(Comparison& runs);
  void take_over(const ProgramSource& source, Comparison& runs);
  void run_text(Comparison& runs);
  void keep_safe();
  void saved();
  void show(const ProgramSource& program, Comparison& runs);
  void take_compiled(Compiled result, Comparison& runs);

  EditorModel editor_;
  Autosave autosave_;
  std::string compile_folder_;
  std::optional<Unsaved> found_;
  DocumentQuestion question_ = DocumentQuestion::none;
  bool closing_ = false;
  std::optional<ProgramSource> own_; ///< what run A has of this text
  std::string kept_;                 ///< the text that the autosave has
  bool has_kept_ = false;
  std::string message_;
  bool said_ = false; ///< that nothing is kept
  std::vector<std::string> recent_;
  std::shared_ptr<Task> compilation_;
  Worker worker_; ///< last: its thread ends before the rest goes
};

} // namespace stallscope::gui
