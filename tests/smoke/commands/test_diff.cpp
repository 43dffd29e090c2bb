#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <sstream>

using namespace stallscope::smoke;
using Json = nlohmann::json;

TEST_CASE("diff: the same run twice is the same, however it is given") {
  const Folder folder;
  const Outcome same = run_cli({"diff", "textbook/daxpy", "textbook/daxpy@mips-5"});
  INFO(same.err);
  CHECK(same.exit_code == 0);
  CHECK(has(same.out, "The two are the same"));
  for (const std::string machine : {"mips-5", "ooo-4"}) {
    const std::string trace = folder.file(machine + ".kanata.gz");
    REQUIRE(run_cli({"run", "textbook/daxpy", "-m", machine, "--format", "kanata", "-o", trace})
                .exit_code == 0);
    const Outcome run = run_cli({"diff", "textbook/daxpy", trace, "-m", machine});
    INFO(run.out);
    CHECK(run.exit_code == 0);
    CHECK(run_cli({"diff", trace, trace, "--quiet"}).out.empty());
  }
}

TEST_CASE("diff: cycles gained by instruction and line add up to those of the runs") {
  const Outcome run =
      run_cli({"diff", "textbook/daxpy", "textbook/daxpy@dual-5", "-m", "mips-5-fp", "--json"});
  CHECK(run.exit_code == 1);
  const Json diff = Json::parse(run.out);
  CHECK(diff["schema"] == "stallscope.diff/1");
  CHECK(diff["different"] == true);
  std::int64_t by_line = 0;
  std::int64_t a_cycles = 0;
  for (const Json& line : diff["lines"]) {
    by_line += line["gained"].get<std::int64_t>();
    a_cycles += line["a_cycles"].get<std::int64_t>();
  }
  CHECK(by_line == diff["gained"].get<std::int64_t>());
  CHECK(a_cycles == diff["a"]["cycles"].get<std::int64_t>());
  std::int64_t by_instruction = 0;
  for (const Json& one : diff["instructions"])
    by_instruction += one["gained"].get<std::int64_t>();
  CHECK(by_instruction == by_line);
  CHECK(diff["instructions_left_out"] == 0);
  CHECK(diff["other_instructions"] == 0);
}

TEST_CASE("diff: the lecture's example before and after, by hand") {
  // 11 cycles and 8. In order of retirement A: add $t2 (4), add $t4 (...), and so on; the fourth
  // instruction retires last in both.
  const Outcome run = run_cli({"diff", "lecture/p4", "lecture/p4_swapped", "-m", "lecture-4"});
  CHECK(run.exit_code == 1);
  CHECK(has(run.out, "A: lecture/p4.mips on lecture-4, 11 cycles, 4 instructions"));
  CHECK(has(run.out, "8 cycles, 4 instructions"));
  CHECK(has(run.out, "B takes 3 cycles less."));
  CHECK(has(run.out, "First difference: instruction 2 is "));
  CHECK(has(run.out, "RAW dependence"));
  const Outcome csv =
      run_cli({"diff", "lecture/p4", "lecture/p4_swapped", "-m", "lecture-4", "--format", "csv"});
  CHECK(csv.exit_code == 1);
  CHECK(lines_of(csv.out)[0] == "file,line,instruction,a_count,b_count,a_cycles,b_cycles,gained");
  CHECK(lines_of(csv.out).size() == 5); // the four instructions are the same ones
  // Labels and texts of a trace are untrusted.
  const Folder folder;
  const auto trace = [&folder](const std::string& name, int cycles) {
    return folder.file(name, "Kanata\t0004\nC=\t0\nI\t0\t0\t0\nL\t0\t0\t=cmd()\nS\t0\t0\tF\nC\t" +
                                 std::to_string(cycles) + "\nR\t0\t0\t0\n");
  };
  const Outcome formula =
      run_cli({"diff", trace("a.kanata", 3), trace("b.kanata", 9), "--format", "csv"});
  CHECK(has(formula.out, ",'=cmd(),"));
  for (const std::string part : {"instructions", "ledger"})
    CHECK(lines_of(run_cli({"diff", "lecture/p4", "lecture/p4_swapped", "-m", "lecture-4",
                            "--format", "csv", "--part", part})
                       .out)
              .size() > 1);
}

TEST_CASE("diff: runs of different lengths, limits, and what cannot be compared") {
  const Outcome longer = run_cli({"diff", "lecture/p4", "textbook/daxpy"});
  CHECK(longer.exit_code == 1);
  CHECK(has(longer.out, "4 instructions"));
  CHECK(has(longer.out, "91 instructions"));
  const Outcome cut = run_cli(
      {"diff", "textbook/daxpy", "textbook/daxpy@dual-5", "--limit-instructions", "10", "--json"});
  CHECK(cut.exit_code == 1);
  CHECK(Json::parse(cut.out)["complete"] == false);
  CHECK(Json::parse(cut.out)["a"]["instructions"] == 10);
  const auto fails = [](const std::vector<std::string>& arguments, const std::string& words) {
    const Outcome run = run_cli(arguments);
    INFO(run.err);
    CHECK(run.exit_code == 2);
    CHECK(has(run.err, words));
  };
  fails({"diff", "lecture/p4", "lecture/none"}, "lecture/none");
  fails({"diff", "lecture/p4@none", "lecture/p4"}, "none");
  fails({"diff", "lecture/p4@reference", "lecture/p4"}, "has no pipeline");
  fails({"diff", "lecture/p4"}, "B is required");
}

TEST_CASE("diff: a program that never ends is compared up to where that is certain") {
  const Folder folder;
  const std::string endless = folder.file("endless.s", "loop:\n  j loop\n");
  const Outcome run = run_cli({"diff", endless + "@ooo-4", endless + "@mips-5"});
  CHECK(run.exit_code == 3); // as of any command on a program that never ends
  CHECK(has(run.err, "repeats since cycle "));
  CHECK(has(run.out, "endless.s on mips-5"));
}

TEST_CASE("manual: man page and completions are made from the commands") {
  const Outcome page = run_cli({"manual", "man"});
  CHECK(page.exit_code == 0);
  CHECK(has(page.out, ".TH STALLSCOPE 1"));
  CHECK(has(page.out, "\\fB\\-m, \\-\\-machine\\fR"));
  for (const std::string& line : lines_of(page.out))
    if (!line.empty() && line[0] == '.') // only requests that man(7) knows
      CHECK((line.substr(0, 3) == ".TH" || line.substr(0, 3) == ".SH" || line == ".TP" ||
             line == ".PP" || line == ".nf" || line == ".fi"));
  const Folder folder;
  const std::string script = folder.file("bash", run_cli({"manual", "bash"}).out);
  const auto completed = [&](const std::string& words, int at) {
    Launch how;
    how.program = "/bin/bash";
    how.arguments = {"-c", "source " + script + "; COMP_WORDS=(" + words + "); COMP_CWORD=" +
                               std::to_string(at) + "; _stallscope; echo \"${COMPREPLY[@]}\""};
    return launch(how).out;
  };
  CHECK(completed("stallscope sch", 1) == "schedule\n");
  CHECK(completed("stallscope run --al", 2) == "--align-instructions\n");
  CHECK(completed("stallscope run --format ka", 3) == "kanata\n");
  CHECK(completed("stallscope diff --format c", 3) == "csv\n");
  CHECK(completed("stallscope convert --to p", 3) == "perfetto\n");
  // Settings of the machine on the line: to the next dot, to '=', and what stands behind it. The
  // script asks the program, which is found in the path.
  const auto set = [&](const std::string& words, int at) {
    Launch how;
    how.program = "/bin/bash";
    const std::string program = STALLSCOPE_BINARY;
    how.arguments = {"-c", "PATH=" + program.substr(0, program.rfind('/')) + ":$PATH; source " +
                               script + "; COMP_WORDS=(" + words + "); COMP_CWORD=" +
                               std::to_string(at) + "; _stallscope; echo \"${COMPREPLY[@]}\""};
    return launch(how).out;
  };
  CHECK(set("stallscope run x -m ibex-small --set unit.", 6) == "unit.core.\n");
  CHECK(set("stallscope run x -m ibex-small --set unit.core.lat", 6) ==
        "unit.core.latencies. unit.core.latency=\n");
  CHECK(has(set("stallscope run x --set branch.predictor = ta", 6), "taken tage"));
  CHECK(set("stallscope run x --set pipeline.overlap = ''", 6) == "true false\n");
  CHECK(set("stallscope machines picorv32 --set branch.to_next =", 5) == "go_on redirect\n");
  // What is offered is what is accepted.
  std::istringstream offered(completed("stallscope run --format ''", 3));
  std::size_t formats = 0;
  for (std::string word; offered >> word; ++formats)
    CHECK(run_cli({"run", "lecture/p4", "--format", word}).exit_code == 0);
  CHECK(formats == 11); // seven of reports, four of traces
  CHECK(has(run_cli({"manual", "zsh"}).out, "#compdef stallscope"));
  CHECK(run_cli({"manual", "fish"}).exit_code == 2);
}
