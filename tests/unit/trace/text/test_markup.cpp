// Reports as texts for documents: Markdown and LaTeX, from the grids of the reports of text.

#include "unit/trace/sample_runs.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::trace;
using namespace stallscope::trace::test;

namespace {

View cycles(std::uint64_t from, std::uint64_t to) {
  View view;
  view.table = true;
  view.from_cycle = Cycle{from};
  view.to_cycle = Cycle{to};
  return view;
}

} // namespace

TEST_CASE("a table in Markdown: operations that wait are bold, registers are no formulas") {
  const std::string text = text_table(p4(), cycles(2, 4), markup_style(Markup::markdown));
  CHECK(text.substr(0, text.find("\n\n")) == R"(| cycle | ID | RR | ALU | RW |
| ---: | :--- | :--- | :--- | :--- |
| 2 | 2 | 1 | - fill | - fill |
| 3 | **2 RAW \$t2** | - RAW | 1 | - fill |
| 4 | **2 RAW \$t2** | - RAW | - RAW | 1 |)");
  CHECK(text.find("- **1** add \\$t2, \\$t0, \\$t1\n") != std::string::npos);
}

TEST_CASE("a table in LaTeX: nothing in it is a command of LaTeX's") {
  const std::string text = text_table(p4(), cycles(2, 4), markup_style(Markup::latex));
  CHECK(text.substr(0, text.find("\n\n")) == R"(\begin{tabular}{r|llll}
{}cycle & ID & RR & ALU & RW \\
\hline
{}2 & 2 & 1 & {-} fill & {-} fill \\
{}3 & \textbf{2 RAW \$t2} & {-} RAW & 1 & {-} fill \\
{}4 & \textbf{2 RAW \$t2} & {-} RAW & {-} RAW & 1 \\
\end{tabular})");
}

TEST_CASE("two runs stand side by side in a document, however wide they are") {
  View view;
  view.table = true;
  const std::string text =
      text_comparison(p4(), p4_swapped(), view, Align::cycle, markup_style(Markup::latex));
  CHECK(text.find("\\begin{tabular}{r|llll|r|llll}") != std::string::npos);
  CHECK(text.find("\\multicolumn{5}{l}{A: 11 cycles} & \\multicolumn{5}{l}{B: 8 cycles}") !=
        std::string::npos);
}

TEST_CASE("a report in Markdown has headings, lists and no bars") {
  View view;
  view.table = view.diagram = view.ledger = view.stats = true;
  const std::string text = text_report(p4(), view, markup_style(Markup::markdown));
  CHECK(text.rfind("**", 0) == 0);
  CHECK(text.find("\n### ") != std::string::npos);
  CHECK(text.find("####") == std::string::npos);
  for (std::size_t at = text.find("| "); at != std::string::npos; at = text.find("\n| ", at + 1))
    CHECK(text.find(" |\n", at) != std::string::npos);
}
