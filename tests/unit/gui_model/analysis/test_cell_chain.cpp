#include "model/cells/cell_chain.hpp"
#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"
#include "trace/critical_path.hpp"
#include "unit/gui_model/model_testing.hpp"

#include <algorithm>

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

namespace {

/// The language that is at hand until the end of a scope.
struct Speaking {
  explicit Speaking(Language wanted) : before(language()) { set_language(wanted); }
  ~Speaking() { set_language(before); }
  Speaking(const Speaking&) = delete;
  Speaking& operator=(const Speaking&) = delete;
  Language before;
};

/// Asked for, waited for, and asked again, as a view does from frame to frame.
CellChainView chain_of(Run& run, const TableCellId& cell) {
  CHECK(cell_chain(run, cell, true).loading);
  run.wait();
  run.poll();
  return cell_chain(run, cell, true);
}

} // namespace

TEST_CASE("the chain of a cell leads to its root, with the cycles of each link", "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  // Instruction 2 waits in ID in cycles 3 and 4 for $t2, which 1 writes in WB, in cycle 4 (see
  // test_tables): its wait is the time 1 needs in ALU, cycle 3, and in WB, cycle 4.
  const CellChainView chain = chain_of(open.run, {3, 0, OpId{2}});
  REQUIRE_FALSE(chain.links.empty());
  CHECK(chain.cycles == 2);
  std::uint64_t sum = 0;
  for (const ChainLinkView& link : chain.links)
    sum += link.end - link.begin;
  CHECK(sum == chain.cycles);
  const auto of_producer = [](const ChainLinkView& link) { return link.cell.op == OpId{1}; };
  CHECK(std::any_of(chain.links.begin(), chain.links.end(), of_producer));
  const Timeline& timeline = open.run.summary().timeline;
  for (const ChainLinkView& link : chain.links) {
    INFO(link.words);
    REQUIRE(link.cell.op);
    const auto place = place_of(timeline, link.cell.op, link.cell.cycle);
    CHECK(place == link.cell); // a cell there is
  }
}

TEST_CASE("links are said as on the command line, and in Chinese", "[gui_model]") {
  for (const auto& [program, machine] :
       {std::pair("lecture/p4", "lecture-4"), std::pair("textbook/sum", "mips-5")}) {
    OpenRun open(spec_of(program, machine));
    const trace::RunRecord& record = open.run.summary();
    const trace::RunGraph graph(record);
    std::size_t links = 0;
    for (const OpRow& row : record.timeline.rows)
      for (const Span& span : record.timeline.spans_of(row)) {
        if (span.cause.why == Reason::none)
          continue;
        const auto chain = graph.why(row.op, span.begin);
        REQUIRE(chain);
        for (const trace::PathLink& link : chain->links) {
          ++links;
          const std::string words = link_words(record, link);
          CHECK(trace::link_sentence(link, record).rfind(words, 0) == 0);
          const Speaking chinese(Language::chinese);
          const std::string other = link_words(record, link);
          CHECK_FALSE(other.empty());
          CHECK(other != words);
          CHECK(other.find('{') == std::string::npos);
        }
      }
    CHECK(links > 0);
  }
}

TEST_CASE("what is behind the reason of a cell is what would hold it then", "[gui_model]") {
  // Of two operands that are missing the later one binds; without it the other one holds.
  OpenRun open(text_of("main: mul $t0, $s0, $s1\n mul $t1, $s2, $s3\n add $t2, $t0, $t1\n",
                       isa::Isa::mips, "lecture-4"));
  Run& run = open.run;
  const trace::RunRecord& record = run.summary();
  std::size_t behind = 0;
  std::size_t held = 0;
  for (const OpRow& row : record.timeline.rows)
    for (const Span& span : record.timeline.spans_of(row)) {
      if (span.cause.why == Reason::none)
        continue;
      for (std::uint64_t cycle = span.begin.value; cycle < span.end.value; ++cycle) {
        ++held;
        const TableCellId cell{cycle, span.lane, row.op};
        (void)cell_chain(run, cell, false);
        run.wait();
        run.poll();
        const CellReasonPtr reason = run.why(cycle, span.lane, row.op, false);
        REQUIRE(reason);
        CHECK_FALSE(reason->behind == span.cause);
        const CellChainView view = cell_chain(run, cell, false);
        CHECK(view.behind.empty() == (reason->behind.why == Reason::none));
        if (view.behind.empty())
          continue;
        ++behind;
        CHECK(view.behind.find(cause_sentence(record, row.op, reason->behind)) !=
              std::string::npos);
        const Speaking chinese(Language::chinese);
        CHECK(cell_chain(run, cell, false).behind != view.behind);
      }
    }
  CHECK(held > 0);
  CHECK(behind > 0);
}
