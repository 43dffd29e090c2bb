#pragma once

#include "model/editor/syntax.hpp"
#include "model/run/program_source.hpp"
#include "model/run/run.hpp"
#include "session/condition.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::gui {

/// The stage in the current cycle of an instruction of a line.
struct MarginMark {
  std::uint32_t line = 0; ///< 1-based
  std::string stage;
  std::string number; ///< number of the operation
  std::uint8_t color = 0;
  bool stalled = false;
  bool wrong_path = false;
};

/// The program's text: edited in a view, parsed while typing.
class EditorModel {
public:
  /// Pause after the last keystroke before errors are shown. Text that can be run is taken at once.
  static constexpr double kQuietSeconds = 0.2;

  explicit EditorModel(Threads threads = Threads::background) : worker_(threads) {}

  /// Opens an included program or a file; false when it is not readable text, with the reason in
  /// problem().
  bool open(const std::string& name);
  /// `isa`: the notation, if the name does not determine it.
  void create(const std::string& name, std::string text, std::optional<isa::Isa> isa = {},
              Subject subject = Subject::program);
  /// Opens generated text, which counts as saved.
  void create_unchanged(const std::string& name, std::string text, std::optional<isa::Isa> isa = {},
                        Subject subject = Subject::program);
  /// For a program without source text: the reason why it cannot be edited.
  void show_nothing(std::string why);
  /// Incremented whenever another text is opened.
  [[nodiscard]] std::uint64_t opened() const { return opened_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Sets the text after a change in the view.
  void set_text(std::string text);
  [[nodiscard]] bool changed() const { return text_ != saved_; }
  /// False for an included program, which is saved under another name.
  [[nodiscard]] bool has_file() const;
  bool save(); ///< false: failed, with the reason in problem()
  bool save_as(const std::string& file);
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// Kind of the text: a program, a plan or a graph.
  [[nodiscard]] Subject subject() const { return subject_; }
  /// The text with its name, as a program, plan or graph to run.
  [[nodiscard]] ProgramSource source() const;
  /// The text is C, which is compiled on request and not parsed while typing.
  [[nodiscard]] bool is_compiled() const;
  /// Shows compiler messages.
  void set_diagnostics(Diagnostics diagnostics) { diagnostics_ = std::move(diagnostics); }

  /// Advances time: after a pause in typing, parses the text in the background, a program for a
  /// machine, a plan with the settings of its run.
  void update(double seconds, const machine::Machine* machine, const RunSpec& run = {});
  void wait() { worker_.wait(); }
  /// Problems of the last parsed text, and whether that text is the current one.
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  [[nodiscard]] bool has_errors() const;
  /// Notation of the text, by its name or content.
  [[nodiscard]] std::optional<isa::Isa> notation() const { return notation_; }
  [[nodiscard]] bool read() const { return read_version_ == version_; }
  [[nodiscard]] std::vector<const Diagnostic*> diagnostics_of(std::uint32_t line) const;
  /// The last valid program.
  [[nodiscard]] const isa::Program* program() const { return program_.get(); }
  /// Whether a valid program was parsed since the last call, which should be simulated.
  [[nodiscard]] bool take_good_news();

  [[nodiscard]] std::size_t line_count() const { return lines_.size(); }
  [[nodiscard]] std::string_view line(std::size_t index) const; ///< from 0
  [[nodiscard]] std::vector<SyntaxSpan> syntax(std::size_t index) const;

  /// The stages of each line in a cycle of a run of this program. `file`: source file (last
  /// component) for machine code; empty: the assembled text.
  [[nodiscard]] static std::vector<MarginMark> marks(Run& run, std::uint64_t cycle,
                                                     std::string_view file = {});

  void toggle_breakpoint(std::uint32_t line);
  [[nodiscard]] const std::set<std::uint32_t>& breakpoints() const { return breakpoints_; }
  /// Conditions for the breakpoint lines; lines without instructions are omitted.
  [[nodiscard]] std::vector<session::Condition> conditions(const isa::Program& program) const;

private:
  struct Reading;
  void take_text(std::string text);
  void take(const std::shared_ptr<Reading>& reading);
  void index_lines();

  Subject subject_ = Subject::program;
  std::string name_;
  std::string text_;
  std::string saved_;
  std::string problem_;
  std::optional<isa::Isa> notation_;                       ///< for syntax colours
  std::optional<isa::Isa> given_notation_;                 ///< if the name does not determine it
  std::vector<std::pair<std::size_t, std::size_t>> lines_; ///< bytes [begin, end)
  std::set<std::uint32_t> breakpoints_;
  Diagnostics diagnostics_;
  std::shared_ptr<const isa::Program> program_;
  std::uint64_t opened_ = 0;
  std::uint64_t version_ = 0; ///< incremented by changes of the text
  std::uint64_t read_version_ = 0;
  std::uint64_t asked_version_ = 0;
  double quiet_ = 0;
  std::shared_ptr<Reading> held_; ///< of the current text, with errors that are not shown yet
  bool good_news_ = false;
  Worker worker_;
};

} // namespace stallscope::gui
