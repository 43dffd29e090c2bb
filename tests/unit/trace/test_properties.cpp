#include "sample_runs.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>

#include <random>
#include <sstream>

using namespace stallscope;
using namespace stallscope::trace;
using namespace stallscope::trace::test;

namespace {

/// Cells of a line on a terminal, counted apart from the code under test: escape codes none, CJK
/// two.
std::size_t cells_of(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == 0x1b) {
      i = text.find('m', i);
      continue;
    }
    if ((byte & 0xC0) == 0x80)
      continue;
    count += byte >= 0xE4 && byte <= 0xE9 ? 2 : 1; // U+4000 to U+9FFF
  }
  return count;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    widest = std::max(widest, cells_of(line));
  return widest;
}

/// A run whose facts are random and whose names are unpleasant.
RunRecord random_run(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  std::vector<Lane> lanes;
  const unsigned lane_count = 1 + below(9);
  for (unsigned i = 0; i < lane_count; ++i)
    lanes.push_back({below(4) == 0 ? "a lane with a long name" : "L" + std::to_string(i),
                     static_cast<std::uint8_t>(1 + below(8)), below(2) == 0});
  RunRecord run;
  run.program = "程序" + std::string(below(60), 'p');
  run.machine = "machine";
  run.stop.reason = "end";
  run.legend.instruction_text = {"add $t2, $t0, $t1", "指令 甲乙丙 " + std::string(below(80), 'x'),
                                 "mov\t\x01<&>\"", ""};
  run.legend.register_names = {"", "$t0", "a_register_with_a_name"};
  RecordingSink sink;
  std::uint64_t cycle = 1;
  const std::uint64_t first_op = below(2) == 0 ? 1 : 123456789;
  for (unsigned i = 0; i < 150; ++i) {
    cycle += below(2);
    const OpId op{first_op + below(10)};
    const OpId other{below(3) == 0 ? 0 : first_op + below(10)};
    const Cause cause{static_cast<Reason>(below(kReasonCount)),
                      below(2) == 0 ? kNoRegister : static_cast<RegId>(below(4)), other};
    const auto what = static_cast<What>(below(9));
    if (what == What::begin)
      sink.begin(Cycle{cycle}, op, InstructionIndex{below(5)}, below(3) == 0);
    else
      sink.report(what, Cycle{cycle}, op, other, cause,
                  static_cast<LaneId>(what == What::lose ? below(3) : below(lane_count)), below(3));
  }
  sink.covered(Cycle{1}, Cycle{cycle + 1});
  run.timeline = build_timeline(sink.log(), lanes);
  run.cycles = cycle;
  run.instructions = 3;
  run.ledger = recount_ledger(run.timeline, 2);
  run.host_seconds = 1e-4;
  run.registers = {{"a_register_with_a_name_that_is_very_long_indeed_0123456789", ~0ULL}};
  return run;
}

/// Tags nest, attributes are quoted, and no bare ampersand stands in text: what a reader of XML
/// insists on.
bool well_formed(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t i = 0; i < xml.size(); ++i) {
    if (xml[i] == '&') {
      const std::size_t end = xml.find(';', i);
      if (end == std::string::npos || end - i > 6)
        return false;
    }
    if (xml[i] != '<')
      continue;
    const std::size_t end = xml.find('>', i);
    if (end == std::string::npos)
      return false;
    const std::string tag = xml.substr(i + 1, end - i - 1);
    if (tag.find('<') != std::string::npos || std::count(tag.begin(), tag.end(), '"') % 2 != 0)
      return false;
    i = end;
    if (tag[0] == '?' || tag.back() == '/')
      continue;
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1))
        return false;
      open.pop_back();
    } else {
      open.push_back(tag.substr(0, tag.find(' ')));
    }
  }
  return open.empty();
}

View everything() {
  View view;
  view.table = view.diagram = view.ledger = view.stats = view.registers = true;
  return view;
}

} // namespace

TEST_CASE("no line of text is wider than the terminal, for any run and any width from 40") {
  for (unsigned seed = 0; seed < random_cases(60U); ++seed) {
    const RunRecord run = random_run(seed);
    const RunRecord other = random_run(seed + 1000);
    for (const unsigned columns : {40U, 41U, 47U, 63U, 80U, 100U, 133U, 200U}) {
      INFO("seed " << seed << ", columns " << columns);
      const TextStyle style{seed % 3 == 0, seed % 2 == 0, columns};
      REQUIRE(widest_line(text_report(run, everything(), style)) <= columns);
      REQUIRE(widest_line(text_comparison(run, other, everything(),
                                          seed % 4 < 2 ? Align::cycle : Align::instruction,
                                          style)) <= columns);
    }
  }
}

TEST_CASE("every width from 40 keeps the sample runs whole") {
  for (unsigned columns = 40; columns < 180; ++columns) {
    INFO("columns " << columns);
    const std::string text = text_report(dual(), everything(), {false, true, columns});
    REQUIRE(widest_line(text) <= columns);
    REQUIRE(text.find("…") == std::string::npos); // nothing had to be cut
  }
}

TEST_CASE("pictures of any run are well-formed XML, without control characters") {
  for (unsigned seed = 0; seed < random_cases(30U); ++seed) {
    INFO("seed " << seed);
    const RunRecord run = random_run(seed);
    const std::string svg = svg_report(run, everything());
    REQUIRE(well_formed(svg));
    REQUIRE(well_formed(svg_comparison(run, dual(), everything(), Align::instruction)));
    REQUIRE(std::none_of(svg.begin(), svg.end(),
                         [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; }));
    REQUIRE_FALSE(html_report(run, everything()).empty());
    REQUIRE_FALSE(json_comparison(run, dual(), everything(), Align::cycle).empty());
    REQUIRE_FALSE(csv_report(run, everything()).empty());
  }
}

TEST_CASE("every stalled cell of the table has its reason in every form") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    INFO("seed " << seed);
    const RunRecord run = random_run(seed);
    std::uint64_t held = 0;
    for (const Span& span : run.timeline.spans)
      if (span.cause.why != Reason::none)
        held += span.end - span.begin;
    View table;
    table.table = true;
    const std::string csv = csv_report(run, table);
    std::uint64_t waits = 0;
    for (std::size_t at = csv.find(",waits,"); at != std::string::npos;
         at = csv.find(",waits,", at + 1))
      ++waits;
    REQUIRE(waits == held);
  }
}
