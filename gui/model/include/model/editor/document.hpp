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

/// Reason for asking the user about unsaved text.
enum class DocumentQuestion : std::uint8_t {
  none,
  replaced, ///< run A has another program, and the text has unsaved changes
  closing,  ///< the window is closing, and the text has unsaved changes
  restore,  ///< unsaved text of the last session exists
};

/// The edited program, plan or graph of run A. Follows when run A is opened with another one, runs
/// edited text as soon as it is valid, compiles C, and prevents loss of unsaved text.
class Document {
public:
  Document(Threads threads, const Folders& folders);

  [[nodiscard]] EditorModel& editor() { return editor_; }
  [[nodiscard]] const EditorModel& editor() const { return editor_; }
  /// Advances time. Call once per frame.
  void update(double seconds, Comparison& runs);
  /// Waits for compilers and readers: for tests.
  void wait();

  /// Opens an included program or a file in run A.
  void open(const std::string& name, Comparison& runs);
  /// False: the text has no file yet, or writing failed; the reason is in the editor's problem().
  bool save(Comparison& runs);
  bool save_as(const std::string& file, Comparison& runs);
  /// Suggested file name for a text without a file: "p4.mips" for "lecture/p4".
  [[nodiscard]] std::string suggested_file() const;

  [[nodiscard]] DocumentQuestion question() const { return question_; }
  /// For DocumentQuestion::restore: the unsaved text of the last session.
  [[nodiscard]] const std::optional<Unsaved>& found() const { return found_; }
  /// Run A is returning to a previous program, plan or graph (undo). No question is asked: the
  /// current text can be restored the same way.
  void go_back_to(const RunSpec& spec);
  // Answers to the question.
  void discard(); ///< drops the text
  void keep(Comparison& runs);
  void restore(Comparison& runs);
  void postpone(); ///< the text of the earlier session stays where it is until a later start

  /// The window is closing. True: no text would be lost; otherwise the user is asked.
  bool may_close();
  /// The user has answered, and the window may close.
  [[nodiscard]] bool closing() const { return closing_; }

  // For C:
  /// Compiles the text and runs the result.
  void compile(Comparison& runs);
  [[nodiscard]] bool compiling() const { return compilation_ != nullptr; }
  /// Stops the compiler; the run is unchanged.
  void stop_compiling() {
    if (compilation_ != nullptr)
      compilation_->cancel();
  }

  /// Recent files, last opened first.
  [[nodiscard]] const std::vector<std::string>& recent() const { return recent_; }
  void set_recent(std::vector<std::string> files) { recent_ = std::move(files); }

  /// The reason why unsaved text is not autosaved, reported once; empty: none.
  [[nodiscard]] std::string take_message();

private:
  /// The source of a text, or the file it runs as.
  struct Origin {
    Subject subject = Subject::program;
    ProgramSource program;
    std::vector<std::string> settings; ///< "key=value" of a named schedule, contained in the text

    bool operator==(const Origin&) const = default;
  };
  [[nodiscard]] static Origin origin_of(const RunSpec& spec);
  void follow(Comparison& runs);
  void take_over(const RunSpec& spec, Comparison& runs);
  void run_text(Comparison& runs);
  void keep_safe();
  void saved();
  /// Runs a text, or an executable, in A.
  void show(const ProgramSource& program, Comparison& runs);
  void take_compiled(Compiled result, Comparison& runs);

  EditorModel editor_;
  Autosave autosave_;
  std::string compile_folder_;
  std::optional<Unsaved> found_;
  DocumentQuestion question_ = DocumentQuestion::none;
  bool closing_ = false;
  std::optional<Origin> own_; ///< run A's version of this text
  std::string kept_;          ///< the autosaved text
  bool has_kept_ = false;
  std::string message_;
  bool said_ = false; ///< the autosave failure has been reported
  std::vector<std::string> recent_;
  std::shared_ptr<Task> compilation_;
  Worker worker_; ///< last: its thread ends before other members are destroyed
};

} // namespace stallscope::gui
