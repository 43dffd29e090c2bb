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

/// A check with its marks.
struct Check {
  enum class Kind : std::uint8_t { output, contains, exit_code, registers, memory, cycles };

  Kind kind = Kind::output;
  std::string what; ///< for the feedback; generated when the rubric has none
  double marks = 1;
  std::string text; ///< for output and contains
  std::int64_t exit_code = 0;
  std::vector<std::pair<std::string, Expected>> registers;
  struct Words {
    std::string place; ///< label or address of a word of memory
    std::vector<std::int64_t> values;
  };
  std::vector<Words> memory;
  unsigned word_bytes = 4;
  std::uint64_t cycles = 0;      ///< full marks up to this many cycles
  std::uint64_t cycles_none = 0; ///< no marks from this number of cycles on, decreasing in between;
                                 ///< 0: no marks above `cycles`
};

/// A task: a program to submit, or a table of the cycles of a given program.
struct Task {
  std::string name;
  std::string file; ///< in the submission's folder
  std::string machine_name;
  machine::Machine machine;
  ProgramEntry program; ///< run options; for a table: the program it describes
  std::vector<Check> checks;
  bool is_table = false;
  double marks = 0;                      ///< for a table
  bool partial = false;                  ///< for a table: marks in proportion to the correct cells
  std::optional<trace::RunRecord> truth; ///< for a table: the recorded run

  [[nodiscard]] double most() const;
};

struct Rubric {
  Experiment context; ///< file, folder and text: base of locations and file names
  std::string title;
  PointLimits limits;
  double limit_wall_seconds = 0; ///< wall-clock limit of a task of a submission, compilation
                                 ///< included
  std::vector<Task> tasks;

  [[nodiscard]] double most() const;
};

/// Parses a rubric and runs the programs of its tables. All problems are reported together. `file`
/// is the name in messages, and determines the folder of relative file names.
[[nodiscard]] Result<Rubric> parse_rubric(const std::string& file, std::string text,
                                          Author author = Author::stranger);

/// Reads and parses a rubric file.
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
  std::string note; ///< outcome of the run, or why there was none; can have several lines
};
struct Grade {
  std::string submission;
  double marks = 0;
  double most = 0;
  std::vector<TaskFindings> tasks;
};

/// A submission with its names.
struct Submission {
  std::string path;
  std::string name;          ///< unique display name
  std::string feedback_file; ///< unique file name
};

/// Names submissions by the last component of their path, or by as many components as make the
/// names unique. A duplicate path is an error.
[[nodiscard]] Result<std::vector<Submission>> submissions_of(const std::vector<std::string>& paths);

/// Grades a folder, or a file if the rubric has one task. Submissions are read, and programs run,
/// in separate processes, so that crashes are recorded as results.
[[nodiscard]] Grade grade(const Rubric& rubric, const Submission& submission);

/// The isolation mechanisms that this system does not support, as text after "without"; empty: all
/// are supported.
[[nodiscard]] std::string missing_walls(const Rubric& rubric);

/// CSV with a header, a line for each submission and a column for each task. Printable text only.
[[nodiscard]] std::string marks_heading(const Rubric& rubric);
[[nodiscard]] std::string marks_row(const Grade& grade);
/// The feedback for a student: file names are relative to the submission, and control characters
/// other than newlines are removed.
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

/// Parses CSV as in RFC 4180; semicolons are separators if the first line has more of them than
/// commas.
[[nodiscard]] std::vector<std::vector<std::string>> read_csv(std::string_view text);

} // namespace stallscope::sweep
