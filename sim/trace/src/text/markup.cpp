#include "text/markup.hpp"

#include "report/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

/// Escapes characters with a meaning in Markdown, in tables too; `$` begins a formula on GitHub.
std::string markdown_text(std::string_view text) {
  constexpr std::string_view kSpecial = "\\`*_[]<>|$~&#";
  std::string out;
  for (const char c : text) {
    if (kSpecial.find(c) != std::string_view::npos)
      out += '\\';
    out += c;
  }
  return out;
}

std::string latex_text(std::string_view text) {
  std::string out;
  for (const char c : text)
    switch (c) {
    case '\\':
      out += "\\textbackslash{}";
      break;
    case '~':
      out += "\\textasciitilde{}";
      break;
    case '^':
      out += "\\textasciicircum{}";
      break;
    case '<':
      out += "\\textless{}";
      break;
    case '>':
      out += "\\textgreater{}";
      break;
    case '|':
      out += "\\textbar{}";
      break;
    case '"':
      out += "\\textquotedbl{}";
      break;
    case '-': // prevents two hyphens from becoming a dash
      out += "{-}";
      break;
    case '{':
    case '}':
    case '$':
    case '&':
    case '#':
    case '_':
    case '%':
      out += '\\';
      out += c;
      break;
    default:
      out += c;
    }
  return out;
}

std::string escaped(std::string_view text, Markup markup) {
  return markup == Markup::latex ? latex_text(text) : markdown_text(text);
}

std::string bold(const std::string& text, Markup markup) {
  return markup == Markup::latex ? fmt::format("\\textbf{{{}}}", text)
                                 : fmt::format("**{}**", text);
}

std::string marked(const Line& line, Markup markup) {
  std::string out;
  for (const Piece& piece : line) {
    const bool blank = piece.text.find_first_not_of(' ') == std::string::npos;
    const std::string text = escaped(piece.text, markup);
    out += piece.ink == Ink::held && !blank ? bold(text, markup) : text;
  }
  const std::size_t begin = out.find_first_not_of(' ');
  return begin == std::string::npos ? "" : out.substr(begin, out.find_last_not_of(' ') + 1 - begin);
}

std::string cell_text(const GridCell& cell, const GridColumn& column, Markup markup) {
  std::string out;
  for (const Line& item : cell) {
    if (!out.empty())
      out += !column.stacked ? ", " : markup == Markup::markdown ? "<br>" : "; ";
    out += marked(item, markup);
  }
  return out;
}

/// The texts of a row, one a column.
std::vector<std::string> row_texts(const Grid& grid, const std::vector<GridCell>& row,
                                   Markup markup) {
  std::vector<std::string> texts;
  for (std::size_t c = 0; c < grid.columns.size(); ++c)
    texts.push_back(c < row.size() ? cell_text(row[c], grid.columns[c], markup) : "");
  return texts;
}

std::vector<std::string> heading_texts(const Grid& grid, Markup markup) {
  std::vector<std::string> texts;
  for (const GridColumn& column : grid.columns)
    texts.push_back(grid.headings ? marked(column.heading, markup) : "");
  return texts;
}

/// A note occupies a separate row, in the first column that is not fixed.
std::vector<std::string> note_texts(const Grid& grid, const std::string& note, Markup markup) {
  std::vector<std::string> texts(grid.columns.size());
  texts[std::min(grid.fixed, texts.size() - 1)] = escaped(note, markup);
  return texts;
}

/// Visits all rows, including notes, in order.
template <class Visit> void for_each_row(const Grid& grid, Markup markup, Visit visit) {
  auto note = grid.notes.begin();
  for (std::size_t r = 0; r <= grid.rows.size(); ++r) {
    for (; note != grid.notes.end() && note->first == r; ++note)
      visit(note_texts(grid, note->second, markup));
    if (r < grid.rows.size())
      visit(row_texts(grid, grid.rows[r], markup));
  }
}

std::string markdown_grid(const Grid& grid) {
  std::string out;
  for (const auto& [column, title] : grid.groups)
    out += fmt::format("{}{}", out.empty() ? "" : " / ", marked(title, Markup::markdown));
  out += out.empty() ? "" : "\n\n";
  const auto add = [&out](const std::vector<std::string>& texts) {
    out += '|';
    for (const std::string& text : texts)
      out += fmt::format(" {} |", text);
    out += '\n';
  };
  add(heading_texts(grid, Markup::markdown));
  out += '|';
  for (const GridColumn& column : grid.columns)
    out += column.right ? " ---: |" : " :--- |";
  out += '\n';
  for_each_row(grid, Markup::markdown, add);
  return out;
}

std::string latex_grid(const Grid& grid) {
  std::string out = "\\begin{tabular}{";
  for (std::size_t c = 0; c < grid.columns.size(); ++c) {
    if (c > 0 && (grid.columns[c].rule_before || c == grid.fixed))
      out += '|';
    out += grid.columns[c].right ? 'r' : 'l';
  }
  out += "}\n";
  for (std::size_t g = 0; g < grid.groups.size(); ++g) {
    const std::size_t first = g == 0 ? 0 : grid.groups[g].first;
    const std::size_t end =
        g + 1 < grid.groups.size() ? grid.groups[g + 1].first : grid.columns.size();
    out += fmt::format("{}\\multicolumn{{{}}}{{l}}{{{}}}", g > 0 ? " & " : "", end - first,
                       marked(grid.groups[g].second, Markup::latex));
  }
  out += grid.groups.empty() ? "" : " \\\\\n";
  const auto add = [&out](const std::vector<std::string>& texts) {
    for (std::size_t c = 0; c < texts.size(); ++c) // braces, so that no line begins with an option
      out += fmt::format("{}{}", c > 0 ? " & " : "{}", texts[c]);
    out += " \\\\\n";
  };
  if (grid.headings) {
    add(heading_texts(grid, Markup::latex));
    out += "\\hline\n";
  }
  for_each_row(grid, Markup::latex, add);
  return out + "\\end{tabular}\n";
}

} // namespace

std::string markup_grid(const Grid& grid, Markup markup) {
  if (grid.columns.empty())
    return "";
  return (markup == Markup::latex ? latex_grid(grid) : markdown_grid(grid)) + "\n";
}

std::string markup_list(const std::vector<ListEntry>& entries, Markup markup) {
  if (entries.empty())
    return "";
  std::string out = markup == Markup::latex ? "\\begin{itemize}\n" : "";
  for (const ListEntry& entry : entries) {
    const std::string label = marked(entry.label, markup);
    std::string words = escaped(entry.text, markup);
    if (!entry.note.empty())
      words += fmt::format(" ({})", escaped(entry.note, markup));
    out += markup == Markup::latex ? fmt::format("\\item {} {}\n", bold(label, markup), words)
                                   : fmt::format("- {} {}\n", bold(label, markup), words);
  }
  return out + (markup == Markup::latex ? "\\end{itemize}\n\n" : "\n");
}

std::string markup_paragraph(std::string_view text, Markup markup, Ink ink) {
  const std::string words = escaped(clean(text), markup);
  return (ink == Ink::heading ? bold(words, markup) : words) + "\n\n";
}

std::string markup_title(std::string_view title, Markup markup) {
  const std::string words = escaped(clean(title), markup);
  return markup == Markup::latex ? fmt::format("\\subsection*{{{}}}\n\n", words)
                                 : fmt::format("### {}\n\n", words);
}

} // namespace stallscope::trace
