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

/// The instruction of a line that is in a stage in the present cycle.
struct MarginMark {
  std::uint32_t line = 0; ///< 1-based
  std::string stage;
  std::string number; ///< of the operation
  std::uint8_t color = 0;
  bool stalled = false;
  bool wrong_path = false;
};

/// The program's text: edited by a view, read by the assemblers while it is typed.
class EditorModel {
public:
  /// Quiet after the last key for so long before the text is read again.
  static constexpr double kQuietSeconds = 0.2;

  explicit EditorModel(Threads threads = Threads::background) : worker_(threads) {}

  /// A shipped program or a file; false when it is no text or cannot be read: problem() says why.
  bool open(const std::string& name);
  /// `isa`: its notation, where the name does not say it.
  void create(const std::string& name, std::string text, std::optional<isa::Isa> isa = {});
  /// The same for a text that is no work of the user's: nothing is lost with it.
  void create_unchanged(const std::string& name, std::string text,
                        std::optional<isa::Isa> isa = {});
  /// Of a program without a text: nothing to edit, and why.
  void show_nothing(std::string why);
  /// Goes up whenever there is another text than the one that was edited.
  [[nodiscard]] std::uint64_t opened() const { return opened_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  /// The view's buffer after a change.
  void set_text(std::string text);
  [[nodiscard]] bool changed() const { return text_ != saved_; }
  /// A shipped program has no file: it is saved under another name.
  [[nodiscard]] bool has_file() const;
  bool save(); ///< false: problem() says why
  bool save_as(const std::string& file);
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// As a program to run: the text, under the name.
  [[nodiscard]] ProgramSource source() const;
  /// C, which is compiled when it is asked for and not read while it is typed.
  [[nodiscard]] bool is_compiled() const;
  /// What a compiler said.
  void set_diagnostics(Diagnostics diagnostics) { diagnostics_ = std::move(diagnostics); }

  /// Time passes: behind a pause in typing the text is read in the background, for a machine.
  void update(double seconds, const machine::Machine* machine);
  void wait() { worker_.wait(); }
  /// Of the text as it was read last, and whether that is the one there is now.
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  [[nodiscard]] bool has_errors() const;
  /// Of the text, where its name or what stands in it tells.
  [[nodiscard]] std::optional<isa::Isa> notation() const { return notation_; }
  [[nodiscard]] bool read() const { return read_version_ == version_; }
  [[nodiscard]] std::vector<const Diagnostic*> diagnostics_of(std::uint32_t line) const;
  /// The last program that could be read.
  [[nodiscard]] const isa::Program* program() const { return program_.get(); }
  /// Whether the text was read without errors since the last call: time to simulate it again.
  [[nodiscard]] bool take_good_news();

  [[nodiscard]] std::size_t line_count() const { return lines_.size(); }
  [[nodiscard]] std::string_view line(std::size_t index) const; ///< from 0
  [[nodiscard]] std::vector<SyntaxSpan> syntax(std::size_t index) const;

  /// Which lines are in which stages in a cycle, by line. Of a run of this program. `file`: of the
  /// lines of this source file of machine code, by its last part; empty: of the text that was
  /// assembled.
  [[nodiscard]] static std::vector<MarginMark> marks(Run& run, std::uint64_t cycle,
                                                     std::string_view file = {});

  void toggle_breakpoint(std::uint32_t line);
  [[nodiscard]] const std::set<std::uint32_t>& breakpoints() const { return breakpoints_; }
  /// To run to; those of lines without an instruction are left out.
  [[nodiscard]] std::vector<session::Condition> conditions(const isa::Program& program) const;

private:
  void take_text(std::string text);
  void index_lines();

  std::string name_;
  std::string text_;
  std::string saved_;
  std::string problem_;
  std::optional<isa::Isa> notation_;                       ///< of its colours
  std::optional<isa::Isa> given_notation_;                 ///< where the name does not say it
  std::vector<std::pair<std::size_t, std::size_t>> lines_; ///< bytes [begin, end)
  std::set<std::uint32_t> breakpoints_;
  Diagnostics diagnostics_;
  std::shared_ptr<const isa::Program> program_;
  std::uint64_t opened_ = 0;
  std::uint64_t version_ = 0; ///< of the text
  std::uint64_t read_version_ = 0;
  std::uint64_t asked_version_ = 0;
  double quiet_ = 0;
  bool good_news_ = false;
  Worker worker_;
};

} // namespace stallscope::gui
