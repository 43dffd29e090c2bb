#pragma once

#include "timeline/occupancy_table.hpp"
#include "timeline/pipeline_diagram.hpp"
#include "trace/line_costs.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::trace {

/// What a report of a run contains.
struct View {
  bool table = false;
  bool diagram = false;
  bool ledger = false;
  bool cpi = false; ///< CPI stack and top-down shares
  bool stats = false;
  bool registers = false;
  bool structures = false; ///< RunRecord::structures
  /// Cost by source line, which is counted only on request; null: not counted.
  const LineCosts* lines = nullptr;
  bool every_cycle = false;        ///< text tables: do not collapse equal cycles into one row
  std::optional<Cycle> from_cycle; ///< window; nullopt: everything recorded
  std::optional<Cycle> to_cycle;   ///< inclusive
  std::optional<OpId> from_op;     ///< number in fetch order; see RunRecord::window
  std::optional<OpId> to_op;       ///< inclusive
};

/// No part is selected.
[[nodiscard]] inline bool nothing_asked(const View& view) {
  return !view.table && !view.diagram && !view.ledger && !view.cpi && !view.stats &&
         !view.registers && !view.structures && view.lines == nullptr;
}

/// Limit of cells of a table (cycles x lanes) and a diagram (rows x cycles), in every format:
/// larger ones are unreadable, and a diagram grows with the square of the run.
inline constexpr std::uint64_t kMaxTableCells = 250'000;
inline constexpr std::uint64_t kMaxDiagramCells = 6'000'000;

/// Extent of a record, or of its recorded part so far.
struct Extent {
  Cycle first_cycle{1};
  Cycle end_cycle{1}; ///< one past the last
  OpId first_op;
  OpId last_op; ///< inclusive; before first_op: no operations
  std::size_t lanes = 0;
  const Terms* terms = &kProgramTerms;
};
[[nodiscard]] Extent extent_of(const RunRecord& run);

/// Why tables and diagrams of this extent are not drawn: more than kMaxTableCells or
/// kMaxDiagramCells, in a sentence that names the options to reduce the size. Empty when they can
/// be drawn.
[[nodiscard]] std::string why_too_large(const View& view, const Extent& extent);

/// Output format of a text report: lines for a terminal, or a text for documents.
enum class Markup : std::uint8_t { none, markdown, latex };

/// Style of text output.
struct TextStyle {
  bool color = false;   ///< ANSI colours
  bool unicode = false; ///< box drawing and arrows; otherwise ASCII
  unsigned columns =
      100; ///< terminal width; wide tables are split into column blocks, lines never wrap
  Markup markup = Markup::none;
};
/// Style for documents: tables are not truncated, and only ASCII is used.
[[nodiscard]] constexpr TextStyle markup_style(Markup markup) {
  return {.columns = 1'000'000, .markup = markup};
}

/// How comparisons align two runs: by cycle, or by retired instruction.
enum class Align : std::uint8_t { cycle, instruction };

// Text output, for terminals and files. Every function returns complete lines.
[[nodiscard]] std::string text_table(const RunRecord& run, const View& view,
                                     const TextStyle& style);
[[nodiscard]] std::string text_diagram(const RunRecord& run, const View& view,
                                       const TextStyle& style);
[[nodiscard]] std::string text_ledger(const RunRecord& run, const TextStyle& style);
/// CPI stack: shares of the cycles of an instruction by Share, then by reason. Each part adds up to
/// width x cycles slots.
[[nodiscard]] std::string text_cpi(const RunRecord& run, const TextStyle& style);
/// The most expensive source lines, each with its most frequent stall reason.
[[nodiscard]] std::string text_lines(const LineCosts& costs, const TextStyle& style);
[[nodiscard]] std::string text_stats(const RunRecord& run, const TextStyle& style);
[[nodiscard]] std::string text_registers(const RunRecord& run, const TextStyle& style);
[[nodiscard]] std::string text_structures(const RunRecord& run, const TextStyle& style);
/// All parts selected in the view, with headings.
[[nodiscard]] std::string text_report(const RunRecord& run, const View& view,
                                      const TextStyle& style);
/// Two runs side by side: differing cells are marked, first divergence and cycles saved are given
/// at the end.
[[nodiscard]] std::string text_comparison(const RunRecord& a, const RunRecord& b, const View& view,
                                          Align align, const TextStyle& style);

// Output to files.
[[nodiscard]] std::string csv_report(const RunRecord& run, const View& view);
/// csv_report() for two runs, with the run ("a", "b") in the first column.
[[nodiscard]] std::string csv_comparison(const RunRecord& a, const RunRecord& b, const View& view);
[[nodiscard]] std::string svg_report(const RunRecord& run, const View& view);
[[nodiscard]] std::string svg_comparison(const RunRecord& a, const RunRecord& b, const View& view,
                                         Align align);
[[nodiscard]] std::string html_report(const RunRecord& run, const View& view);
[[nodiscard]] std::string html_comparison(const RunRecord& a, const RunRecord& b, const View& view,
                                          Align align);
/// JSON output, documented in sim/trace/JSON.md.
[[nodiscard]] std::string json_report(const RunRecord& run, const View& view);
[[nodiscard]] std::string json_comparison(const RunRecord& a, const RunRecord& b, const View& view,
                                          Align align);

/// Renumbers and recolours the operations of `b` like those of `a`, so that a reordered program can
/// be followed: the k-th executions of instructions with the same text correspond. Operations
/// without a counterpart in `a` get numbers after its last. Returns false, without changes, when
/// one of the runs was not recorded from its first cycle or less than half of `b` is found in `a`.
bool number_alike(const RunRecord& a, RunRecord& b);
/// A structure's cell with renumbered operations: "store #12".
[[nodiscard]] std::string with_shown_numbers(std::string_view cell, const RunRecord& run);
/// The structures of a run that has some, with operations numbered as in other displays.
[[nodiscard]] Structures shown_structures(const RunRecord& run);

/// The first difference of two runs, aligned by retired instruction; nullopt when there is no
/// difference, or when the records do not contain it, because they begin after cycle 1 or end
/// before the difference.
struct Divergence {
  std::uint64_t instruction = 0; ///< index in retirement order, from 1
  Cycle a_cycle;                 ///< cycle of its retirement
  Cycle b_cycle;
  std::string sentence; ///< "instruction 2 (add ...) retires in cycle 8 instead of 5, waiting in ID
                        ///< for ..."
};
[[nodiscard]] std::optional<Divergence> first_divergence(const RunRecord& a, const RunRecord& b);

/// A cause in words: "waits for $t2 from op 1 (add $t2, $t0, $t1)".
[[nodiscard]] std::string sentence(const Cause& cause, const RunRecord& run);
/// Memory-order violation as the reason why an operation is held in the front end after a replay.
enum class Replay : std::uint8_t {
  none,    ///< held for another reason
  unknown, ///< this load or an older one read too early; the record does not show which
  behind,  ///< behind an older load, the cause's culprit
  itself,  ///< this load read before the cause's culprit, an older store
};
[[nodiscard]] Replay replay_of(LaneId lane, const Cause& cause, Cycle cycle, const RunRecord& run);
/// For an operation held on a lane in a cycle because of a memory-order violation (of itself or an
/// older load): "has read before micro-op 8 (...), which is older and writes there, and is done
/// again". Empty when the operation is held for another reason.
[[nodiscard]] std::optional<std::string> replay_sentence(LaneId lane, const Cause& cause,
                                                         Cycle cycle, const RunRecord& run);
/// sentence() for a known subject, which avoids that an operation waits for itself.
[[nodiscard]] std::string sentence_about(OpId subject, const Cause& cause, const RunRecord& run);
/// Source of a value that was not forwarded: "through the register file", "from the common data
/// bus", "from the reorder buffer".
[[nodiscard]] std::string storage_words(const Arrow& arrow, const RunRecord& run);
/// Why a lane is empty in a cycle, or `partly` empty: "the instruction that would be here waits for
/// $t2 from ...".
[[nodiscard]] std::string empty_sentence(LaneId lane, const Cause& gap, Cycle cycle,
                                         const RunRecord& run, bool partly = false);
/// empty_sentence() when the sentence has a known operation as its subject: a load that has read
/// too early and is replayed, or a micro-op that reaches its station late; otherwise nullopt.
[[nodiscard]] std::optional<std::string> empty_clause(LaneId lane, const Cause& gap, Cycle cycle,
                                                      const RunRecord& run);
/// Why an operation was not fetched earlier: "fetch waits for the memory port, taken by ...".
[[nodiscard]] std::string fetch_sentence(const Cause& cause, const RunRecord& run);

} // namespace stallscope::trace
