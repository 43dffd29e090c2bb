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

/// What a register or a word of memory is to hold.
using Expected = std::variant<std::int64_t, double>;

/// One thing that is looked at, and what it is worth.
struct Check {
  enum class Kind : std::uint8_t { output, contains, exit_code, registers, memory, cycles };

  Kind kind = Kind::output;
  std::string what; ///< for the feedback; made up when the rubric has none
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
  std::uint64_t cycles = 0;      ///< all marks up to here
  std::uint64_t cycles_none = 0; ///< none from here on, less and less between; 0: none above cycles
};

/// A program that is handed in, or a table of cycles of a program that is given.
struct Task {
  std::string name;
  std::string file; ///< in the submission's folder
  std::string machine_name;
  machine::Machine machine;
  ProgramEntry program; ///< how it is run; of a table: what it is about
  std::vector<Check> checks;
  bool is_table = false;
  double marks = 0;                      ///< of a table
  bool partial = false;                  ///< of a table: the share of right cells
  std::optional<trace::RunRecord> truth; ///< of a table: the run, recorded

  [[nodiscard]] double most() const;
};

struct Rubric {
  Experiment context; ///< file, folder, text: problems and names of files go by it
  std::string title;
  PointLimits limits;
  double limit_wall_seconds = 0; ///< of the clock, a task of a hand-in, its compiler included
  std::vector<Task> tasks;

  [[nodiscard]] double most() const;
};

/// Reads a rubric and runs the programs of its tables. All problems are reported together.
[[nodiscard]] Result<Rubric> load_rubric(const std::string& file);

/// What came of a check, or of a table.
struct Finding {
  std::string what;
  double marks = 0;
  double most = 0;
  std::string sentence; ///< why not all; empty: all
};
struct TaskFindings {
  std::string name;
  double marks = 0;
  double most = 0;
  std::vector<Finding> findings;
  std::string note; ///< what the run did, or why there was none; may have several lines
};
struct Grade {
  std::string submission;
  double marks = 0;
  double most = 0;
  std::vector<TaskFindings> tasks;
};

/// What is graded, and under which names.
struct Submission {
  std::string path;
  std::string name;          ///< for tables and people; no two have the same
  std::string feedback_file; ///< a file's name, likewise
};

/// Submissions are called by the last part of their path, or by as many of its last parts as tell
/// them apart. A path that is named twice is an error.
[[nodiscard]] Result<std::vector<Submission>> submissions_of(const std::vector<std::string>& paths);

/// Grades a folder, or a file when the rubric has one task. Hand-ins are read and programs run in
/// processes of their own, so that whatever they are and do is a finding.
[[nodiscard]] Grade grade(const Rubric& rubric, const Submission& submission);

/// A line a submission, with a column a task; the first line has their names. Nothing in them but
/// text that can be printed.
[[nodiscard]] std::string marks_heading(const Rubric& rubric);
[[nodiscard]] std::string marks_row(const Grade& grade);
/// What a student gets to read: names of files from the hand-in on, and no control characters but
/// line ends.
[[nodiscard]] std::string feedback_text(const Rubric& rubric, const Grade& grade);

/// Compares a table that was handed in with a run. Two forms, told by the first heading: `cycle`
/// and the stages, with the numbers of instructions in the cells; or `op` (or `instruction`) and
/// the cycles, with stages in the cells.
struct TableComparison {
  std::uint64_t cells = 0; ///< that hold something in one of the two
  std::uint64_t right = 0;
  std::string problem; ///< it is no such table, or the first wrong cell; empty: all is right
};
[[nodiscard]] TableComparison compare_table(const std::string& csv, const trace::RunRecord& truth);

/// Rows of fields, as RFC 4180 has them; also with semicolons instead of commas, when the first
/// line has more of them.
[[nodiscard]] std::vector<std::vector<std::string>> read_csv(std::string_view text);

} // namespace stallscope::sweep
