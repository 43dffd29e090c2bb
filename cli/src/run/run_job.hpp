#pragma once

#include "input_output/guest_input.hpp"
#include "run/run_options.hpp"
#include "run/run_view.hpp"
#include "subject/source_files.hpp"
#include "subject/subject.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// Runs up to this many cycles show their table when nothing is asked for.
[[nodiscard]] std::uint64_t automatic_cycles(const RunArguments& a);
/// What is shown of pictures that would be too large: so many cycles from the first fetch on.
[[nodiscard]] Range beginning_of(const RunArguments& a, const trace::RunRecord& run);
/// The same of two runs: the cycles that are shown of either.
[[nodiscard]] Range beginning_of(const RunArguments& a, const trace::RunRecord& one,
                                 const trace::RunRecord& other);
/// Something is shown beside what the guest prints.
[[nodiscard]] bool reports(const RunArguments& a);

/// A run that nothing stands against: everything it needs has been read and checked.
struct Prepared {
  machine::Machine machine;
  isa::Program program;
  session::RunOptions options;
  bool reference = false;
  std::vector<std::string> notes; ///< on what was changed for the program
};

/// One run as the user asked for it: what is kept, what is shown while it runs.
class Job {
public:
  /// `lines` is filled in with --lines.
  Job(const RunArguments& arguments, const trace::View& view, const Range& cycles, const Range& ops,
      trace::LineCosts& lines)
      : a_(arguments), view_(view), cycles_(cycles), ops_(ops), lines_(lines) {}

  /// Prints what is wrong with program, machine or options.
  [[nodiscard]] std::optional<Prepared>
  prepare(const std::string& program_name, const std::string& machine_name, bool compared) const;
  std::optional<trace::RunRecord> run(Prepared& prepared, bool compared);
  /// Opens the input of all runs; prints why not.
  [[nodiscard]] bool open_input() { return input_.open(a_.subject); }
  /// Lets source files be read, with --lines; prints why not.
  [[nodiscard]] bool find_sources();
  /// What the lines of C cost, where they are shown without being asked for; null: not counted.
  [[nodiscard]] const trace::LineCosts* lines_by_default() const {
    return counted_by_default_ ? &lines_ : nullptr;
  }
  /// The reader of the guest's standard output has closed it (EPIPE); the run ended there.
  [[nodiscard]] bool reader_gone() const { return reader_gone_; }

private:
  [[nodiscard]] bool can_log(const isa::Program& program) const;
  [[nodiscard]] bool has_structures(const machine::Machine& machine) const;
  [[nodiscard]] bool shows_beginning(bool compared) const;
  [[nodiscard]] bool may_shorten() const;
  void set_window(session::RunOptions& options, const machine::Machine& machine,
                  bool compared) const;
  std::optional<trace::RunRecord> run_prepared(Prepared& prepared, bool compared);
  void refuse_too_large(session::RunOptions& options) const;
  trace::RunRecord simulate(const Prepared& prepared);
  bool shows_what_is_asked(const Prepared& prepared, const trace::RunRecord& record, bool compared);
  void count_lines(const Prepared& prepared);
  [[nodiscard]] bool may_show_lines() const;
  void count_by_default(const Prepared& prepared, trace::RunRecord& record);

  const RunArguments& a_;
  const trace::View& view_;
  const Range& cycles_;
  const Range& ops_;
  trace::LineCosts& lines_;
  GuestInput input_;
  SourceFiles sources_; ///< of --lines
  bool reader_gone_ = false;
  bool counted_by_default_ = false;
  unsigned runs_ = 0;
};

} // namespace stallscope::cli
