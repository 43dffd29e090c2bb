#include "run/run_options.hpp"

#include "input_output/console.hpp"
#include "subject/subject.hpp"

#include <fmt/format.h>

#include <string_view>

namespace stallscope::cli {

namespace {

/// The first option whose output requires a pipeline; empty: none.
std::string_view pipeline_option(const RunArguments& a) {
  return a.table                        ? "--table"
         : a.diagram                    ? "--diagram"
         : a.ledger                     ? "--ledger"
         : a.cpi                        ? "--cpi"
         : a.lines                      ? "--lines"
         : a.structures                 ? "--structures"
         : !a.cycles.empty()            ? "--cycles"
         : !a.instructions.empty()      ? "--instructions"
         : !a.compare.empty()           ? "--compare"
         : !a.against.empty()           ? "--against"
         : a.format == Format::csv      ? "--format csv"
         : a.format == Format::svg      ? "--format svg"
         : a.format == Format::html     ? "--format html"
         : a.format == Format::markdown ? "--format markdown"
         : a.format == Format::latex    ? "--format latex"
         : is_trace(a.format)           ? "--format"
                                        : "";
}

/// The first option that requests a view or a comparison; empty: none.
std::string_view shown_option(const RunArguments& a) {
  return a.table              ? "--table"
         : a.diagram          ? "--diagram"
         : a.ledger           ? "--ledger"
         : a.cpi              ? "--cpi"
         : a.lines            ? "--lines"
         : a.stats            ? "--stats"
         : a.structures       ? "--structures"
         : a.registers        ? "--registers"
         : !a.compare.empty() ? "--compare"
         : !a.against.empty() ? "--against"
                              : "";
}

} // namespace

bool names_second(const RunArguments& a) {
  return !a.compare.empty() || !a.against.empty();
}

bool options_agree(const RunArguments& a) {
  const bool two = names_second(a);
  if (a.subject.machine == kReferenceMachine && !pipeline_option(a).empty()) {
    print_error(fmt::format("{}: machine {} has no pipeline to show; expected a machine that has "
                            "one, such as --machine mips-5 (see 'stallscope machines')",
                            pipeline_option(a), kReferenceMachine));
    return false;
  }
  if (a.compare == kReferenceMachine) {
    print_error(fmt::format("--compare {}: it has no pipeline to compare with; expected another "
                            "machine (see 'stallscope machines')",
                            kReferenceMachine));
    return false;
  }
  if (is_trace(a.format) && !shown_option(a).empty()) {
    print_error(
        fmt::format("{} and a trace; expected one of them: --format kanata, o3, perfetto or "
                    "jsonl writes what happens in the run, and shows nothing",
                    shown_option(a)));
    return false;
  }
  if (!two && a.align_instructions) {
    print_error("--align-instructions lines two runs up; expected --compare MACHINE2 or --against "
                "PROGRAM2 as well");
    return false;
  }
  if (two && a.lines) {
    print_error("--lines is of one run; expected no --compare and no --against (two runs by line: "
                "stallscope diff)");
    return false;
  }
  if (two && (!a.commit_log.empty() || !a.signature_file.empty())) {
    print_error(fmt::format("{} is of one run; expected no --compare and no --against",
                            a.commit_log.empty() ? "--signature" : "--commit-log"));
    return false;
  }
  return true;
}

} // namespace stallscope::cli
