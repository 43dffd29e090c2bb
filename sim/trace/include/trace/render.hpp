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

/// What to show of a run.
struct View {
  bool table = false;
  bool diagram = false;
  bool ledger = false;
  bool cpi = false; ///< CPI stack and top-down shares
  bool stats = false;
  bool registers = false;
  bool structures = false; ///< RunRecord::structures
  /// The run by lines of its source, which is counted only when it is to be shown; null: not.
  const LineCosts* lines = nullptr;
  bool every_cycle = false;        ///< a table of text has a row for each of many equal cycles
  std::optional<Cycle> from_cycle; ///< window; absent: everything recorded
  std::optional<Cycle> to_cycle;   ///< inclusive
  std::optional<OpId> from_op;     ///< in fetch order; see RunRecord::window
  std::optional<OpId> to_op;       ///< inclusive
};

/// None of its parts is asked for.
[[nodiscard]] inline bool nothing_asked(const View& view) {
  return !view.table && !view.diagram && !view.ledger && !view.cpi && !view.stats &&
         !view.registers && !view.structures && view.lines == nullptr;
}

/// Cells a table (cycles x lanes) and a diagram (rows x cycles) may have, in every format: nobody
/// reads more, and a diagram grows with the square of the run.
inline constexpr std::uint64_t kMaxTableCells = 250'000;
inline constexpr std::uint64_t kMaxDiagramCells = 6'000'000;

/// How much of a run is in a record, or has come into it so far.
struct Extent {
  Cycle first_cycle{1};
  Cycle end_cycle{1}; ///< one past the last
  OpId first_op;
  OpId last_op; ///< inclusive; before first_op: none
  std::size_t lanes = 0;
};
[[nodiscard]] Extent extent_of(const RunRecord& run);

/// Why the pictures of a view are not drawn of so much: more than kMaxTableCells or
/// kMaxDiagramCells, in a sentence that names the options that choose less. Empty when they can be.
[[nodiscard]] std::string why_too_large(const View& view, const Extent& extent);

/// What a text report is written in: lines for a terminal, or a text for documents.
enum class Markup : std::uint8_t { none, markdown, latex };

/// How text is drawn.
struct TextStyle {
  bool color = false;   ///< ANSI colours
  bool unicode = false; ///< box drawing and arrows; otherwise ASCII
  unsigned columns =
      100; ///< width of the terminal; wide tables are cut into column blocks, lines never wrap
  Markup markup = Markup::none;
};
/// For documents: no table is cut, and only ASCII.
[[nodiscard]] constexpr TextStyle markup_style(Markup markup) {
  return {.columns = 1'000'000, .markup = markup};
}

/// Side-by-side comparisons line the two runs up by cycle (same cycle, same row) or by retired
/// instruction.
enum class Align : std::uint8_t { cycle, instruction };

// Text, for terminals and files. Every function returns complete lines.
[[nodiscard]] std::string text_table(const RunRecord& run, const View& view,
                                     const TextStyle& style);
[[nodiscard]] std::string text_diagram(const RunRecord& run, const View& view,
                                       const TextStyle& style);
[[nodiscard]] std::string text_ledger(const RunRecord& run, const TextStyle& style);
/// Where the cycles of an instruction go: the shares of Share, then the reasons. Each part adds up
/// to width x cycles slots.
[[nodiscard]] std::string text_cpi(const RunRecord& run, const TextStyle& style);
/// The dearest lines, each with the reason that held it most.
[[nodiscard]] std::string text_lines(const LineCosts& costs, const TextStyle& style);
[[nodiscard]] std::string text_stats(const RunRecord& run, const TextStyle& style);
[[nodiscard]] std::string text_registers(const RunRecord& run, const TextStyle& style);
[[nodiscard]] std::string text_structures(const RunRecord& run, const TextStyle& style);
/// Everything the view asks for, with headings.
[[nodiscard]] std::string text_report(const RunRecord& run, const View& view,
                                      const TextStyle& style);
/// Two runs side by side: differing cells marked, first divergence and cycles saved named at the
/// end.
[[nodiscard]] std::string text_comparison(const RunRecord& a, const RunRecord& b, const View& view,
                                          Align align, const TextStyle& style);

// Files.
[[nodiscard]] std::string csv_report(const RunRecord& run, const View& view);
/// The same for two runs, with the run ("a", "b") in the first column.
[[nodiscard]] std::string csv_comparison(const RunRecord& a, const RunRecord& b, const View& view);
[[nodiscard]] std::string svg_report(const RunRecord& run, const View& view);
[[nodiscard]] std::string svg_comparison(const RunRecord& a, const RunRecord& b, const View& view,
                                         Align align);
[[nodiscard]] std::string html_report(const RunRecord& run, const View& view);
[[nodiscard]] std::string html_comparison(const RunRecord& a, const RunRecord& b, const View& view,
                                          Align align);
/// The documented JSON (docs: sim/trace/JSON.md).
[[nodiscard]] std::string json_report(const RunRecord& run, const View& view);
[[nodiscard]] std::string json_comparison(const RunRecord& a, const RunRecord& b, const View& view,
                                          Align align);

/// Shows the instructions of `b` with the numbers and colours they have in `a`, so that a reordered
/// program can be followed: the k-th execution of an instruction of the same text is the same
/// instruction. What `a` does not have is numbered behind its last. Nothing happens, and false is
/// returned, when one of the runs was not recorded from its first cycle or less than half of `b` is
/// found in `a`.
/// `b`'s structures have the same numbers then.
bool number_alike(const RunRecord& a, RunRecord& b);
/// A cell of a structure with the numbers that operations of the run are shown with: "store #12".
[[nodiscard]] std::string with_shown_numbers(std::string_view cell, const RunRecord& run);

/// The first place in which two runs differ, lined up by retired instruction; nullopt when they
/// never do, or when it cannot be told from the records: they begin behind cycle 1, or end before
/// the difference.
struct Divergence {
  std::uint64_t instruction = 0; ///< number in retirement order, from 1
  Cycle a_cycle;                 ///< when it retired
  Cycle b_cycle;
  std::string sentence; ///< "instruction 2 (add ...) retires in cycle 8 instead of 5, waiting in ID
                        ///< for ..."
};
[[nodiscard]] std::optional<Divergence> first_divergence(const RunRecord& a, const RunRecord& b);

/// A cause in words: "waits for $t2 from op 1 (add $t2, $t0, $t1)".
[[nodiscard]] std::string sentence(const Cause& cause, const RunRecord& run);
/// Why an operation that has been on its way is held in front again: a load has read too early.
enum class Replay : std::uint8_t {
  none,    ///< that is not why it is held
  unknown, ///< itself or an older one; which is not recorded
  behind,  ///< an older one, the cause's culprit
  itself,  ///< it has read before the cause's culprit, an older store
};
[[nodiscard]] Replay replay_of(LaneId lane, const Cause& cause, Cycle cycle, const RunRecord& run);
/// Of an operation that is held on a lane in a cycle because a load, itself or an older one, has
/// read too early: "has read before micro-op 8 (...), which is older and writes there, and is done
/// again". None when that is not why it is held.
[[nodiscard]] std::optional<std::string> replay_sentence(LaneId lane, const Cause& cause,
                                                         Cycle cycle, const RunRecord& run);
/// `sentence` for a known subject: an operation is never said to wait for itself.
[[nodiscard]] std::string sentence_about(OpId subject, const Cause& cause, const RunRecord& run);
/// Where a value comes from that was not forwarded: "through the register file", "from the common
/// data bus", "from the reorder buffer".
[[nodiscard]] std::string storage_words(const Arrow& arrow, const RunRecord& run);
/// Why an operation was not fetched earlier: "fetch waits for the memory port, taken by ...".
[[nodiscard]] std::string fetch_sentence(const Cause& cause, const RunRecord& run);

} // namespace stallscope::trace
