#include "svg/figure.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stallscope::trace {

namespace {

constexpr const char* kPageStyles =
    ":root{color-scheme:light dark}"
    "body{font:16px/1.45 'Helvetica Neue',Arial,'DejaVu "
    "Sans',sans-serif;margin:2rem;color:#1a1a1a;background:#fff}"
    "h1{font-size:1.6rem;margin:0 0 .3rem}h2{font-size:1.15rem;margin:2rem 0 "
    ".6rem}h3{font-size:1rem;margin:.2rem 0 .5rem}"
    "p{margin:.3rem 0}.saved{font-size:1.3rem;font-weight:bold}"
    ".figure{overflow-x:auto;max-width:100%}.figure svg{display:block}"
    ".pair{display:grid;grid-template-columns:1fr "
    "1fr;gap:1.5rem}.pair>div{min-width:0;max-width:100%}"
    ".pair svg{max-width:100%;min-width:var(--half);height:auto}"
    "@media screen and (max-width:899px){.pair{display:block}}"
    "table{border-collapse:collapse}th,td{text-align:left;padding:.15rem .9rem .15rem 0}"
    "th{border-bottom:2px solid currentColor}td.n{text-align:right}"
    "code,pre,td.m{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:.85rem}"
    "pre{border:1px solid #999;padding:.6rem;overflow-x:auto}"
    "g.on rect,tr.on{filter:brightness(.85)}g.on rect{stroke-width:2.5}tr.on{outline:2px solid "
    "#0072b2}"
    "@media "
    "print{body{margin:0;font-size:11pt}h2{break-after:avoid}.figure{overflow:visible;break-inside:"
    "avoid}"
    ".figure "
    "svg{max-width:100%;height:auto}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}";

constexpr const char* kDarkPageStyles =
    "body{color:#eaeaea;background:#16181c}g.on rect{filter:brightness(1.3)}";

// Hovering over an instruction highlights all its occurrences.
constexpr const char* kScript =
    "<script>(function(){function mark(e,on){var "
    "g=e.target.closest&&e.target.closest('[data-op]');if(!g)return;"
    "var box=g.closest('[data-run]');if(!box)return;"
    "box.querySelectorAll('[data-op=\"'+g.getAttribute('data-op')+'\"]').forEach(function(o){"
    "o.classList.toggle('on',on)})}"
    "document.addEventListener('mouseover',function(e){mark(e,true)});"
    "document.addEventListener('mouseout',function(e){mark(e,false)})})();</script>\n";

std::string page(const std::string& title, const std::string& body) {
  return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, "
                     "initial-scale=1\">\n<title>{}</title>\n"
                     "<style>{}{}.page{{fill:none}}@media screen and "
                     "(prefers-color-scheme:dark){{{}{}}}</style>\n</head>\n"
                     "<body>\n<svg width=\"0\" height=\"0\" style=\"position:absolute\" "
                     "aria-hidden=\"true\">{}</svg>\n"
                     "{}{}</body>\n</html>\n",
                     escaped(title), kPageStyles, figure_styles(), kDarkPageStyles,
                     dark_figure_styles(), svg_hatches(), body, kScript);
}

/// A figure in its natural width, or the available width; in a pair it shrinks to half its size
/// before it scrolls.
std::string figure_box(const std::string& title, const Figure& figure) {
  return fmt::format("<div class=\"figure\" style=\"--half:{:.0f}px\">\n{}</div>\n",
                     figure.width / 2, svg_element(figure, title));
}

/// Totals of one static instruction over its dynamic instances.
struct StaticCounts {
  std::uint64_t runs = 0;
  std::uint64_t flushed = 0;
  std::uint64_t waited = 0;
  std::map<Reason, std::uint64_t> by_reason;
};

std::map<std::uint32_t, StaticCounts> static_counts(const Timeline& timeline) {
  std::map<std::uint32_t, StaticCounts> counts;
  for (const OpRow& row : timeline.rows) {
    StaticCounts& entry = counts[row.instruction.value];
    if (row.part == 0) // count instructions, not micro-ops
      ++(row.flushed ? entry.flushed : entry.runs);
    for (const Wait& wait : waits_of(timeline, row)) {
      entry.waited += wait.cycles;
      entry.by_reason[wait.cause.why] += wait.cycles;
    }
  }
  return counts;
}

/// "12", or with its file "sort.c:12"; empty when unknown.
std::string source_line(const Legend& legend, std::uint32_t index) {
  if (const std::string place = legend.place(InstructionIndex{index}); !place.empty())
    return escaped(place);
  return index < legend.instruction_line.size() && legend.instruction_line[index] != 0
             ? fmt::format("{}", legend.instruction_line[index])
             : std::string{};
}

/// The program listing; with a timeline also the cost of each instruction in the recorded cycles.
std::string listing(const RunRecord& run) {
  const Timeline& timeline = run.timeline;
  const bool counted = !timeline.lanes.empty();
  const std::map<std::uint32_t, StaticCounts> counts = static_counts(timeline);
  std::string out;
  if (counted && timeline.end_cycle - timeline.first_cycle < run.cycles)
    out += fmt::format("<p>Counted in cycles {} to {} of {}.</p>\n", timeline.first_cycle.value,
                       timeline.end_cycle.value - 1, run.cycles);
  out += fmt::format("<table>\n<tr><th>line</th><th>address</th><th>instruction</th>{}</tr>\n",
                     counted ? "<th>executed</th><th>flushed</th><th>cycles waited</th>" : "");
  const Legend& legend = run.legend;
  for (std::uint32_t i = 0; i < legend.instruction_text.size(); ++i) {
    out += fmt::format(
        "<tr><td class=\"n\">{}</td><td class=\"m\">{}</td><td class=\"m\">{}</td>",
        source_line(legend, i),
        i < legend.instruction_pc.size() ? fmt::format("{:#x}", legend.instruction_pc[i]) : "",
        escaped(legend.instruction_text[i]));
    if (counted) {
      const auto at = counts.find(i);
      const StaticCounts entry = at != counts.end() ? at->second : StaticCounts{};
      std::string waits = entry.waited > 0 ? fmt::format("{}", entry.waited) : "";
      for (const auto& [reason, cycles] : entry.by_reason)
        waits += fmt::format(", {} {}", mark_of(reason), cycles);
      out += fmt::format("<td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td>", entry.runs,
                         entry.flushed, waits);
    }
    out += "</tr>\n";
  }
  return out + "</table>\n";
}

/// Several lines of text, each escaped.
std::string preformatted(const std::string& text) {
  std::string out = "<pre>";
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    out += escaped(std::string_view(text).substr(begin, end - begin));
    out += '\n';
    begin = end + 1;
  }
  out += "</pre>\n";
  return out;
}

std::string output_and_dump(const RunRecord& run) {
  std::string out;
  if (!run.output.empty()) {
    out += "<h2>Output of the program</h2>\n";
    out += preformatted(run.output);
    if (run.output_dropped > 0)
      out += fmt::format("<p>and {} more bytes, which were not kept</p>\n", run.output_dropped);
  }
  if (!run.stop.dump.empty()) {
    out += "<h2>State at the stop</h2>\n";
    out += preformatted(run.stop.dump);
  }
  return out;
}

/// Notes for the reader, one a paragraph.
std::string notes_of(const RunRecord& run) {
  std::string out;
  for (const std::string& note : run.notes)
    out += fmt::format("<p>{}</p>\n", escaped(note));
  return out;
}

} // namespace

std::string html_report(const RunRecord& run, const View& view) {
  std::string body =
      fmt::format("<div data-run>\n<h1>{}</h1>\n<p>{}; {}</p>\n", escaped(run_title(run)),
                  escaped(run_numbers(run)), escaped(stop_words(run)));
  body += notes_of(run);
  for (const TitledFigure& entry : run_figures(run, view))
    body +=
        fmt::format("<h2>{}</h2>\n{}", escaped(entry.title), figure_box(entry.title, entry.figure));
  if (!run.legend.instruction_text.empty() && !run.training)
    body += fmt::format("<h2>Program</h2>\n{}", listing(run));
  body += output_and_dump(run);
  body += "</div>\n";
  return page(run_title(run), body);
}

std::string html_comparison(const RunRecord& a, const RunRecord& b, const View& view, Align align) {
  const ComparisonFigures parts = comparison_figures(a, b, view, align);
  std::string body =
      fmt::format("<h1>{}</h1>\n<p class=\"saved\">{}</p>\n<p>{}</p>\n",
                  escaped(fmt::format("{} and {}", run_title(a), run_title(b))),
                  escaped(cycles_sentence(a, b)), escaped(divergence_sentence(a, b)));
  const auto side = [](const char* letter, const RunRecord& run, const std::string& content) {
    return fmt::format("<div data-run>\n<h3>{}: {}, {}</h3>\n{}</div>\n", letter,
                       escaped(run_title(run)),
                       escaped(counted(run.cycles, run.terms().time, run.terms().times)), content);
  };
  for (FigurePair pair : parts.pairs) {
    // With equal widths both figures shrink alike, and their lines stay aligned.
    pair.a.width = pair.b.width = std::max(pair.a.width, pair.b.width);
    body += fmt::format("<h2>{}</h2>\n<div class=\"pair\">\n{}{}</div>\n", escaped(pair.title),
                        side("A", a, figure_box(pair.title, pair.a)),
                        side("B", b, figure_box(pair.title, pair.b)));
  }
  const Figure legend = legend_figure(parts.legend, 1000);
  if (legend.height > 0)
    body += fmt::format("<h2>Legend</h2>\n{}", figure_box("Legend", legend));
  if (!a.training) // operations of plans come from no file
    body += fmt::format("<h2>Programs</h2>\n<div class=\"pair\">\n{}{}</div>\n",
                        side("A", a, listing(a)), side("B", b, listing(b)));
  return page(fmt::format("{} and {}", run_title(a), run_title(b)), body);
}

} // namespace stallscope::trace
