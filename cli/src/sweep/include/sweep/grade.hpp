#pragma once

#include "base/result.hpp"
#include "machine/description.hpp"
#include "sweep/experiment.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace stallscope::sweep {

/// The expected value of a register or a word of memory.
using Expected = std::variant<std::int64_t, double>;

/// One check, with its marks.
struct Check {
  enum class Kind : std::uint8_t { output, contains, exit_code, registers, memory, cycles };

  Kind kind = Kind::output;
  std::string what; ///< for the feedback; generated when the rubric has none
  double marks = 1;
  std::string text; ///< output, contains
  std::int64_t exit_code = 0;
  std::vector<std::pair<std::string, Expected>> registers;
  struct Words {
    std::string place; ///< label or address
    std::vector<std::int64_t> values;
  };
  std::vector<Words> memory;
  unsigned word_bytes = 4;
  std::uint64_t cycles = 0;      ///< full marks up to this many cycles
  std::uint64_t cycles_none = 0; ///< no marks from here on, decreasing in between; 0: no marks
                                 ///< above `cycles`
};

/// A task: a program to be handed in, or a table of cycles of a given program.
struct Task {
  std::string name;
  std::string file; ///< in the submission's folder
  std::string machine_name;
  machine::Machine machine;
  ProgramEntry program; ///< how it is run; for a table: the program it describes
  std::vector<Check> checks;
  bool is_table = false;
  double marks = 0;                      ///< of a table
  bool partial = false;                  ///< of a table: marks in proportion to the correct cells
  std::optional<trace::RunRecord> truth; ///< of a table: the recorded run

  [[nodiscard]] double most() const;
};

struct Rubric {
  Experiment context; ///< file, folder, text: the base of problems and file names
  std::string title;
  PointLimits limits;
  double limit_wall_seconds = 0; ///< wall-clock limit of a task of a submission, compilation
                                 ///< included
  std::vector<Task> tasks;

  [[nodiscard]] double most() const;
};

/// Parses a rubric and runs the programs of its tables. All problems are reported together. `file`
/// is the name in messages, and determines the folder of the files it names.
[[nodiscard]] Result<Rubric> parse_rubric(const std::string& file, std::string text,
                                          Author author = Author::stranger);

/// The same, reading the file.
[[nodiscard]] Result<Rubric> load_rubric(const std::string& file, Author author = Author::stranger);

/// The result of a check, or of a table.
struct Finding {
  std::string what;
  double marks = 0;
  double most = 0;
  std::string sentence; ///< why marks were lost; empty: full marks
};
struct TaskFindings {
  std::string name;
  double marks = 0;
  double most = 0;
  std::vector<Finding> findings;
  std::string note; ///< result of the run, or why there was none; can have several lines
};
struct Grade {
  std::string submission;
  double marks = 0;
  double most = 0;
  std::vector<TaskFindings> tasks;
};

/// A submission and its names.
struct Submission {
  std::string path;
  std::string name;          ///< unique display name
  std::string feedback_file; ///< unique file name
};

/// Names submissions by the last component of their path, or by as many as make them unique. A
/// duplicate path is an error.
[[nodiscard]] Result<std::vector<Submission>> submissions_of(const std::vector<std::string>& paths);

/// Grades a folder, or a file when the rubric has one task. Submissions are read, and programs run,
/// in separate processes, so that failures of any kind are results.
[[nodiscard]] Grade grade(const Rubric& rubric, const Submission& submission);

/// What keeps hand-ins in that this system does not allow, as text after "without"; empty: nothing.
[[nodiscard]] std::string missing_walls(const Rubric& rubric);

/// CSV with a line for each submission and a column for each task, after a header. Printable text
/// only.
[[nodiscard]] std::string marks_heading(const Rubric& rubric);
[[nodiscard]] std::string marks_row(const Grade& grade);
/// The feedback for a student: file names relative to the submission, and no control characters
/// except newlines.
[[nodiscard]] std::string feedback_text(const Rubric& rubric, const Grade& grade);

/// Compares a submitted table with a run. Two forms, distinguished by the first heading: `cycle`
/// and the stages, with instruction numbers in the cells; or `op` (or `instruction`) and the
/// cycles, with stages in the cells.
struct TableComparison {
  std::uint64_t cells = 0; ///< cells that are not empty in both tables
  std::uint64_t right = 0;
  std::string problem; ///< invalid table, or the first wrong cell; empty: correct
};
[[nodiscard]] TableComparison compare_table(const std::string& csv, const trace::RunRecord& truth);

/// Parses CSV as in RFC 4180; also with semicolons instead of commas, when the first line has more
/// of them.
[[nodiscard]] std::vector<std::vector<std::string>> read_csv(std::string_view text);

} // namespace stallscope::sweep
