#include "unit/trace/sample_runs.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::trace;
using namespace stallscope::trace::test;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++n;
  return n;
}

RunRecord one_add() {
  RunBuilder b("one.mips", "lecture-4", lecture_lanes(), {"add $t2, $t0, $t1"});
  b.op(1, 0, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, 4);
  RunRecord run = b.build(4);
  run.output = "caf\xe9\n"; // Latin-1, no UTF-8
  run.stop = {"exit", "", 3, "", {}};
  return run;
}

} // namespace

TEST_CASE("JSON of what a guest has printed is text, whatever the bytes") {
  const auto written = [](const std::string& output) {
    RunRecord run = one_add();
    run.output = output;
    const std::string json = json_report(run, {});
    const std::string begin = "\"output\": ";
    const std::size_t from = json.find(begin) + begin.size();
    return json.substr(from, json.find(",\n  \"ledger\"") - from);
  };
  CHECK(written("") == R"("")");
  CHECK(written(std::string("a\0\x1f\x7f\"\\/\b\f\n\r\t", 12)) == R"("a\u0000\u001f)"
                                                                  "\x7f"
                                                                  R"(\"\\/\b\f\n\r\t")");
  CHECK(written("é€😀.") == "\"é€😀.\"");
  // No UTF-8: a stray byte, one too few, a surrogate, too long, too large.
  const std::string bad = "\uFFFD";
  CHECK(written("x\x80y") == "\"x" + bad + "y\"");
  CHECK(written("\xe2\x82") == "\"" + bad + "\"");
  CHECK(written("\xe2\x82\n") == "\"" + bad + "\\n\"");
  CHECK(written("\xed\xa0\x80\xc3\xa9") == "\"" + bad + bad + bad + "é\"");
  CHECK(written("\xc0\xaf\xf5") == "\"" + bad + bad + bad + "\"");
}

TEST_CASE("JSON of a run without anything asked is the summary and the ledger") {
  CHECK(json_report(one_add(), {}) == R"({
  "schema": "stallscope.run/1",
  "program": "one.mips",
  "isa": "mips",
  "machine": "lecture-4",
  "settings": [],
  "timed": true,
  "cycles": 4,
  "instructions": 1,
  "micro_ops": 1,
  "ipc": 0.25,
  "branches": 0,
  "mispredictions": 0,
  "wrong_path_ops": 0,
  "stop": {
    "reason": "exit",
    "detail": "",
    "exit_code": 3
  },
  "output": "caf)"
                                      "\xEF\xBF\xBD"
                                      R"(\n",
  "ledger": {
    "cycles": 4,
    "balanced": true,
    "points": [
      {
        "point": "fetch",
        "width": 1,
        "slots": 4,
        "used": 4,
        "lost": {}
      },
      {
        "point": "issue",
        "width": 1,
        "slots": 4,
        "used": 4,
        "lost": {}
      },
      {
        "point": "retire",
        "width": 1,
        "slots": 4,
        "used": 4,
        "lost": {}
      }
    ]
  },
  "notes": [],
  "host_seconds": 0.0
}
)");
}

TEST_CASE("JSON gives waits with reason, register, culprit and sentence, and empty cells theirs") {
  View view;
  view.table = view.diagram = view.stats = true;
  const std::string json = json_report(p4(), view);
  CHECK(has(json, R"x("waits": {"reason": "raw", "register": "$t2", "culprit": 1, "sentence": )x"
                  R"x("waits for $t2 from instruction 1 (add $t2, $t0, $t1)"})x"));
  CHECK(has(json, R"("reason": "drain")"));
  CHECK(has(json, R"("stall_cycles.raw": 4.0)"));
  CHECK(has(json, R"("consumer": 4)"));
}

TEST_CASE("registers in JSON are strings: 64 bits do not fit in a JSON number") {
  View view;
  view.registers = true;
  RunRecord run = one_add();
  run.registers = {{"$t0", 0xffffffffffffffffULL}};
  const std::string json = json_report(run, view);
  CHECK(has(json, R"("hex": "0xffffffffffffffff")"));
  CHECK(has(json, R"("decimal": "-1")"));
}

TEST_CASE("JSON of a comparison has the cycles saved and the first difference") {
  const std::string json = json_comparison(p4(), p4_swapped(), {}, Align::cycle);
  CHECK(has(json, R"("schema": "stallscope.comparison/1")"));
  CHECK(has(json, R"("saved": 3)"));
  CHECK(has(json, R"("saved_by": "b")"));
  CHECK(has(json, R"("a_cycle": 7)"));
  CHECK(has(json_comparison(p4(), p4(), {}, Align::cycle), R"("divergence": null)"));
}

TEST_CASE("CSV quotes fields with commas and doubles quotes") {
  View view;
  view.table = true;
  RunRecord run = one_add();
  run.legend.instruction_text[0] = "say \"a, b\"";
  const std::string csv = csv_report(run, view);
  CHECK(csv.substr(0, csv.find('\n')) ==
        "cycle,stage,state,op,number,line,instruction,wrong_path,reason,register,culprit,"
        "culprit_number,sentence");
  CHECK(has(csv, "1,ID,works,1,1,1,\"say \"\"a, b\"\"\",0,,,,,\n"));
}

TEST_CASE("CSV of one part is that part alone, of several one titled block each") {
  View one;
  one.ledger = true;
  CHECK(csv_report(p4(), one) == R"(point,width,cycles,reason,slots,share
fetch,1,11,used,4,0.363636
fetch,1,11,drain,3,0.272727
fetch,1,11,raw,4,0.363636
issue,1,11,used,4,0.363636
issue,1,11,fill,1,0.090909
issue,1,11,drain,2,0.181818
issue,1,11,raw,4,0.363636
retire,1,11,used,4,0.363636
retire,1,11,fill,3,0.272727
retire,1,11,raw,4,0.363636
)");
  View two;
  two.diagram = two.stats = true;
  const std::string csv = csv_report(p4(), two);
  CHECK(csv.substr(0, 10) == "# diagram\n");
  CHECK(has(csv, "\n\n# stats\nname,value\ncycles,11\n"));
  CHECK(has(csv, "2,2,\"add $t4, $t3, $t2\",0,retired,ID,3,4,waits,raw,$t2,1,"));
}

TEST_CASE("the SVG table has a tooltip for every cell and a hatch for every wait") {
  View view;
  view.table = true;
  const std::string svg = svg_report(p4(), view);
  CHECK(count(svg, "<title>cycle ") == 44);  // 11 cycles x 4 stages
  CHECK(count(svg, "url(#slash)") == 4 + 1); // four stalled cells and the legend
  CHECK(has(svg, "<title>cycle 3, ID: 2 add $t4, $t3, $t2 waits for $t2 from instruction 1 (add "
                 "$t2, $t0, $t1)</title>"));
  CHECK(has(svg, "<title>cycle 3, RR: empty; the instruction that would be here waits for $t2 from "
                 "instruction 1"));
  CHECK_FALSE(has(svg, "http://www.w3.org/1999")); // nothing is loaded from elsewhere
}

TEST_CASE("a forwarded value is a solid arrow, one through the register file a dashed one") {
  View view;
  view.diagram = true;
  const std::string forwarded = svg_report(dual(), view);
  CHECK(count(forwarded, "class=\"arrow\"") == 2 + 1); // and one in the legend
  CHECK(has(forwarded, "A value that is forwarded"));
  CHECK_FALSE(has(forwarded, "handed over through the register file"));
  const std::string handed_over = html_report(p4(), view);
  CHECK(count(handed_over, "class=\"arrow early\"") == 2 + 1);
  CHECK(has(handed_over, "handed over through the register file"));
  CHECK_FALSE(has(handed_over, "A value that is forwarded"));
  view.diagram = false;
  view.table = true; // no arrows, nothing to explain
  CHECK_FALSE(has(svg_report(dual(), view), "A value that"));
  // The sample of the wrong path is an operation of the picture.
  CHECK(count(svg_report(dual(), view), ">4x</text>") == 3 + 1 + 1); // cycles 2, 5, 6, list, legend
  CHECK_FALSE(has(svg_report(dual(), view), ">3x</text>"));
}

TEST_CASE("text of programs is escaped in SVG and HTML") {
  RunRecord run = one_add();
  run.legend.instruction_text[0] = "<script>alert('x')</script> & \"q\"";
  run.program = "<b>";
  const std::string html = html_report(run, {});
  CHECK_FALSE(has(html, "<script>alert"));
  CHECK_FALSE(has(html, "<b>"));
  CHECK(has(html, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;q&quot;"));
  CHECK_FALSE(has(svg_report(run, {}), "<script>"));
}

TEST_CASE("the listing of a page says which cycles its counts are of, and has none without them") {
  RunRecord run = one_add();
  run.cycles += 100; // of which the timeline covers the first
  CHECK(has(html_report(run, {}),
            fmt::format("<p>Counted in cycles 1 to {} of {}.</p>", run.cycles - 100, run.cycles)));
  run.timeline = {};
  const std::string html = html_report(run, {});
  CHECK(has(html, "<th>instruction</th></tr>"));
  CHECK_FALSE(has(html, "executed"));
}

TEST_CASE("HTML holds table, diagram, ledger, listing and output, and needs nothing from outside") {
  const std::string html = html_report(dual(), {});
  for (const char* part :
       {"<h2>Occupancy table</h2>", "<h2>Pipeline diagram</h2>", "<h2>Cycle ledger</h2>",
        "<h2>Program</h2>", "prefers-color-scheme:dark", "@media print"})
    CHECK(has(html, part));
  CHECK(has(html, "<td class=\"m\">sub $t3, $t1, $t2</td><td class=\"n\">0</td><td "
                  "class=\"n\">1</td><td>2, FULL 2</td>"));
  CHECK_FALSE(has(html, "src="));
  CHECK_FALSE(has(html, "href="));
  CHECK_FALSE(has(html, "Counted in cycles"));
  CHECK(has(html_report(one_add(), {}),
            "<h2>Output of the program</h2>\n<pre>caf\xEF\xBF\xBD\n</pre>"));
}

TEST_CASE("a compared SVG marks the cells that differ, on both sides") {
  View view;
  view.table = true;
  const std::string svg = svg_comparison(p4(), p4_swapped(), view, Align::cycle);
  CHECK(count(svg, "class=\"differs\"") == 15 + 12 + 1); // A, B, legend
  CHECK(has(svg, "A 11 cycles, B 8 cycles: B saves 3 cycles (27.3 %)."));
  const std::string same = svg_comparison(p4(), p4(), view, Align::cycle);
  CHECK(count(same, "class=\"differs\"") == 0);
  CHECK(has(svg, "Differs from the other run: another instruction is in this stage there"));
  CHECK_FALSE(has(same, "Differs from the other run"));
}

TEST_CASE("a compared page puts two figures of the same scale beside each other") {
  View view;
  view.table = view.diagram = true;
  const std::string html = html_comparison(p4(), p4_swapped(), view, Align::cycle);
  CHECK(has(html, ".pair{display:grid;grid-template-columns:1fr 1fr"));
  std::vector<std::string> widths;
  const std::string tag = "<svg width=\"";
  for (std::size_t at = html.find(tag); at != std::string::npos; at = html.find(tag, at + 1))
    widths.push_back(
        html.substr(at + tag.size(), html.find('"', at + tag.size()) - at - tag.size()));
  REQUIRE(widths.size() >= 5); // the hatches, two tables, two diagrams
  CHECK(widths[1] == widths[2]);
  CHECK(widths[3] == widths[4]);
  // The instructions stand below the table, which leaves it half the page.
  CHECK(std::stod(widths[1]) < 600);
}

TEST_CASE("a compared diagram is not padded to the rows of the other, and marks no empty place") {
  View view;
  view.diagram = true;
  RunBuilder b("short.mips", "lecture-4", lecture_lanes(), {"add $t2, $t0, $t1"});
  b.op(1, 0, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, 4);
  const RunRecord brief = b.build(4);
  const std::string html = html_comparison(p4(), brief, view, Align::cycle);
  // A heading and a line of 27 px each, a margin of 2 px above and 1 px on every side: 4 rows, 1
  // row.
  CHECK(has(html, " height=\"139\" "));
  CHECK(has(html, " height=\"58\" "));
  // Of P4, whose first instruction is the same, every cell of the three others differs.
  CHECK(count(svg_comparison(p4(), brief, view, Align::cycle), "class=\"differs\"") ==
        6 + 4 + 6 + 1); // op 2: cycles 2 to 7, op 3: 5 to 8, op 4: 6 to 11; the legend
}
