#include "machine/machine_file.hpp"
#include "programs/shipped.hpp"
#include "sanitized.hpp"
#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cctype>
#include <filesystem>
#include <unistd.h>

using namespace stallscope::smoke;
using Json = nlohmann::json;

namespace {

Json parsed(const std::vector<std::string>& arguments) {
  const Outcome run = run_cli(arguments);
  INFO(run.err);
  CHECK(run.exit_code == 0);
  return Json::parse(run.out);
}

/// Every start tag has its end tag, in order; comments, declarations and empty elements aside.
/// Gives what is wrong, or nothing.
std::string unbalanced(const std::string& text, const std::vector<std::string>& empty_elements) {
  std::vector<std::string> open;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
    if (text.compare(at, 4, "<!--") == 0) {
      at = text.find("-->", at);
      continue;
    }
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos)
      return "a tag without end";
    const std::string tag = text.substr(at + 1, end - at - 1);
    at = end;
    if (tag.front() == '!' || tag.front() == '?' || tag.back() == '/')
      continue;
    const std::string name =
        tag.substr(0, tag.find_first_of(" \n\t")).substr(tag.front() == '/' ? 1 : 0);
    if (tag.front() != '/') {
      if (std::find(empty_elements.begin(), empty_elements.end(), name) == empty_elements.end())
        open.push_back(name);
      continue;
    }
    if (open.empty() || open.back() != name)
      return "</" + name + "> closes " + (open.empty() ? "nothing" : "<" + open.back() + ">");
    open.pop_back();
  }
  return open.empty() ? "" : "<" + open.back() + "> stays open";
}

} // namespace

TEST_CASE("JSON of every shipped program: the documented keys, and a ledger that adds up") {
  for (const stallscope::programs::ShippedProgram& program :
       stallscope::listed_cases(stallscope::programs::shipped())) {
    INFO(program.name);
    std::vector<std::string> words{"run",        std::string(program.name),
                                   "-m",         "mips-5-fp",
                                   "--json",     "--table",
                                   "--diagram",  "--stats",
                                   "--registers"};
    // A diagram of all of a long run would be too large.
    const bool whole =
        parsed({"run", std::string(program.name), "-m", "mips-5-fp", "--json"})["cycles"] < 3000;
    if (!whole)
      words.insert(words.end(), {"--cycles", "1:1000"});
    const Json run = parsed(words);
    for (const char* key :
         {"schema",       "program",   "isa",    "machine",      "settings",       "cycles",
          "instructions", "micro_ops", "ipc",    "branches",     "mispredictions", "wrong_path_ops",
          "stop",         "output",    "ledger", "host_seconds", "recorded",       "code",
          "table",        "diagram",   "stats",  "registers"})
      CHECK(run.contains(key));
    CHECK(run["schema"] == "stallscope.run/1");
    CHECK(run["stop"].contains("reason"));
    CHECK(run["stop"]["exit_code"] == 0);
    CHECK(run["ledger"]["balanced"] == true);
    CHECK(run["ledger"]["points"].size() == 3);
    for (const Json& point : run["ledger"]["points"]) {
      std::uint64_t slots = point["used"];
      for (const auto& [reason, count] : point["lost"].items())
        slots += count.get<std::uint64_t>();
      CHECK(slots == run["cycles"].get<std::uint64_t>() * point["width"].get<std::uint64_t>());
      CHECK(slots == point["slots"]);
    }
    CHECK(run["table"]["rows"].size() == (whole ? run["cycles"].get<std::size_t>() : 1000));
    if (whole)
      CHECK(run["diagram"]["rows"].size() ==
            run["instructions"].get<std::uint64_t>() + run["wrong_path_ops"].get<std::uint64_t>());
    CHECK(run["stats"]["cycles"] == run["cycles"]);
    for (const Json& reg : run["registers"]) { // 0x and 16 digits, of vectors 32 or 64
      const auto name = reg["name"].get<std::string>();
      const std::size_t digits = name.starts_with("xmm") ? 32 : name.starts_with("ymm") ? 64 : 16;
      CHECK(reg["hex"].get<std::string>().size() == 2 + digits);
    }
  }
}

TEST_CASE("JSON carries the guest's output, its exit code, the overrides, and faults") {
  const Json daxpy = parsed({"run", "textbook/daxpy", "--json", "--set", "branch.resolve=EX"});
  CHECK(daxpy["output"] == "13.0\n97.0");
  CHECK(daxpy["settings"] == Json::array({"branch.resolve=EX"}));
  const Folder folder;
  const Json exits =
      parsed({"run", "--json", folder.file("e.mips", "li $a0, 7\nli $v0, 17\nsyscall\n")});
  CHECK(exits["stop"]["reason"] == "exit");
  CHECK(exits["stop"]["exit_code"] == 7);
  const Outcome fault =
      run_cli({"run", "--json", "--strict", folder.file("f.mips", "lw $t0, 2($zero)\n")});
  CHECK(fault.exit_code == 3);
  const Json stop = Json::parse(fault.out)["stop"];
  CHECK(stop["reason"] == "fault");
  CHECK(has(stop["detail"].get<std::string>(), "not a multiple of 4"));
  CHECK(stop.contains("dump"));
  const Json raw =
      parsed({"run", "--json", folder.file("r.mips", "li $a0, 0xff\nli $v0, 11\nsyscall\n")});
  CHECK(raw["output"] == "\xef\xbf\xbd"); // no UTF-8: the replacement character
}

TEST_CASE("option --quiet silences progress, never a JSON or file result") {
  const Json quiet = parsed({"run", "lecture/p4", "-m", "lecture-4", "--json", "--table", "-q"});
  CHECK(quiet["table"]["rows"].size() == 11);
  const Folder folder;
  const std::string file = folder.file("out.txt");
  const Outcome run = run_cli({"run", "textbook/daxpy", "--stats", "-q", "-o", file});
  CHECK(run.exit_code == 0);
  CHECK(run.out == "13.0\n97.0");
  CHECK(has(read_file(file), "Statistics"));
}

TEST_CASE("JSON of comparisons, lists and explanations") {
  const Json two =
      parsed({"run", "lecture/p4", "-m", "lecture-4", "--against", "lecture/p4_swapped", "--json"});
  CHECK(two["schema"] == "stallscope.comparison/1");
  CHECK(two["cycles"]["a"] == 11);
  CHECK(two["cycles"]["b"] == 8);
  CHECK(two["cycles"]["saved"] == 3);
  CHECK(two["cycles"]["saved_by"] == "b");
  CHECK(two["divergence"]["instruction"] == 2);
  CHECK(two["a"]["schema"] == "stallscope.run/1");
  CHECK(two["b"]["program"] == "lecture/p4_swapped.mips");
  CHECK(parsed({"machines", "--json"})["machines"].size() ==
        stallscope::machine::presets().size() + 1); // reference
  CHECK(parsed({"machines", "--describe", "--json"})["keys"].size() > 30);
  CHECK(parsed({"machines", "mips-5", "--json"})["name"] == "mips-5");
  CHECK(parsed({"programs", "--json"})["programs"].size() ==
        stallscope::programs::shipped().size());
  const Json why = parsed({"explain", "lecture/p4", "-m", "lecture-4", "--cycle", "3", "--json"});
  CHECK(why["schema"] == "stallscope.explanation/1");
  CHECK(why["ops"][1]["reason"] == "raw");
  CHECK(why["ops"][1]["culprit"] == 1);
}

TEST_CASE("SVG and HTML are whole documents that need nothing from outside") {
  const std::vector<std::string> html_empty{"meta", "br", "hr", "link", "img", "input", "col"};
  for (const std::string format : {"svg", "html"})
    for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
             {"--table"},
             {"--diagram"},
             {"--table", "--diagram", "--ledger", "--stats", "--registers"},
             {"--compare", "serial"}}) {
      std::vector<std::string> words{"run",    "textbook/x_plus_s", "-m",
                                     "dual-5", "--format",          format};
      words.insert(words.end(), more.begin(), more.end());
      const Outcome run = run_cli(words);
      INFO(format << " " << more.front());
      CHECK(run.exit_code == 0);
      CHECK(has(run.out, format == "svg" ? "<svg" : "<!DOCTYPE html>"));
      CHECK(
          unbalanced(run.out, format == "html" ? html_empty : std::vector<std::string>{}).empty());
      CHECK_FALSE(has(run.out, "src=\"http"));
      CHECK_FALSE(has(run.out, "href=\"http"));
      CHECK_FALSE(has(run.out, "@import"));
    }
}

TEST_CASE("the check of tags finds what it is for") {
  CHECK(unbalanced("<a><b x='1'/></a><!-- <c> -->", {}).empty());
  CHECK(unbalanced("<a><br></a>", {"br"}).empty());
  CHECK(unbalanced("<a><b></a></b>", {}) == "</a> closes <b>");
  CHECK(unbalanced("<a>", {}) == "<a> stays open");
}

TEST_CASE("CSV has as many fields in every line as its heading names; comparisons have none") {
  const Outcome run =
      run_cli({"run", "lecture/p4", "-m", "lecture-4", "--format", "csv", "--table"});
  CHECK(run.exit_code == 0);
  const auto fields = [](const std::string& line) {
    std::size_t count = 1;
    bool quoted = false;
    for (const char c : line) {
      quoted ^= c == '"';
      count += c == ',' && !quoted ? 1 : 0;
    }
    return count;
  };
  const std::vector<std::string> lines = lines_of(run.out);
  REQUIRE(lines.size() == 1 + 11 * 4); // a line a cycle and stage
  for (const std::string& line : lines)
    CHECK(fields(line) == fields(lines.front()));
  const Outcome two = run_cli({"run", "lecture/p4", "--compare", "serial", "--format", "csv"});
  CHECK(two.exit_code == 0);
  const std::vector<std::string> both = lines_of(two.out);
  CHECK(has(both[0], "run,cycle,stage,"));
  for (const std::string& line : both)
    CHECK(fields(line) == fields(both.front()));
  const auto of_run = [&both](const char* which) {
    return std::count_if(both.begin(), both.end(), [which](const std::string& line) {
      return line.compare(0, 2, which) == 0;
    });
  };
  // A line a cycle and stage: 8 cycles of mips-5 with 5 stages, 16 of serial with 4.
  CHECK(of_run("a,") == 5 * 8);
  CHECK(of_run("b,") == 4 * 16);
  const Outcome numbers = run_cli(
      {"run", "lecture/p4", "--compare", "serial", "--format", "csv", "--ledger", "--stats"});
  CHECK(
      has(numbers.out, "# ledger\nrun,point,width,cycles,reason,slots,share\na,fetch,1,8,used,4"));
  CHECK(has(numbers.out, "\nb,cycles,16\n"));
}

TEST_CASE("a window that is too large is refused at once, in every format with the same sentence") {
  const Folder folder;
  const std::string endless = folder.file("endless.mips", "loop: addi $t0, $t0, 1\nj loop\n");
  std::string sentence;
  for (const char* format : {"text", "json", "csv", "svg", "html"}) {
    INFO(format);
    const std::string file = folder.file("out");
    const Outcome run = run_cli({"run", endless, "--limit-cycles", "1000000000", "--diagram",
                                 "--cycles", "1:1000000000", "--format", format, "-o", file});
    CHECK(run.exit_code == 2);
    CHECK_FALSE(run.gave_up);
    CHECK_FALSE(std::filesystem::exists(file)); // nothing half-written
    CHECK(has(run.err, "show fewer with --cycles FROM:TO or --instructions FROM:TO"));
    if (sentence.empty())
      sentence = run.err;
    CHECK(run.err == sentence);
  }
  const Outcome table = run_cli({"run", endless, "--limit-cycles", "1000000000", "--table",
                                 "--cycles", "1:", "-o", folder.file("table.txt")});
  CHECK(table.exit_code == 2);
  CHECK(has(table.err, "more than 250000 cells: show fewer with --cycles FROM:TO"));
  // A window of the same run is no problem, and only the window is in the record.
  const Json window = parsed({"run", endless, "--limit-cycles", "3000000", "--diagram", "--json",
                              "--cycles", "2000001:2000010"});
  CHECK(window["recorded"]["first_cycle"] == 2'000'001);
  CHECK(window["recorded"]["end_cycle"] == 2'000'011);
  CHECK(window["cycles"] == 3'000'000);
}

TEST_CASE("without a window the beginning is shown in every format, and numbers are of the run") {
  const Folder folder;
  // Two instructions a round, for 4 cycles on mips-5 (one waits, two are of a wrong path).
  const std::string ends =
      folder.file("ends.mips", "ADDI R1,R0,#20000\nloop: ADDI R1,R1,#-1\nBNEZ R1,loop\n");
  for (const char* format : {"text", "json", "csv", "svg", "html", "markdown"}) {
    INFO(format);
    const std::string file = folder.file("out");
    const Outcome run = run_cli(
        {"run", ends, "-m", "mips-5", "--diagram", "--stats", "--format", format, "-o", file});
    CHECK(run.exit_code == 0);
    const bool picture = std::string(format) == "svg" || std::string(format) == "html";
    CHECK(has(run.err, fmt::format("cycles 1 to {} of 80", picture ? 1000 : 60)));
    CHECK_FALSE(read_file(file).empty());
  }
  const Outcome two =
      run_cli({"run", ends, "-m", "mips-5", "--compare", "dual-5", "--table", "--json"});
  CHECK(two.exit_code == 0);
  const Json pair = Json::parse(two.out);
  CHECK(pair["a"]["cycles"].get<std::uint64_t>() > 80'000);
  CHECK(pair["a"]["table"]["rows"].size() == 1000);
  CHECK(pair["b"]["table"]["rows"].size() == 1000);
}

TEST_CASE("option -o writes the whole file or none; the guest still prints to standard output") {
  const Folder folder;
  const std::string file = folder.file("out.svg", "old");
  const Outcome run = run_cli({"run", "lecture/p4", "--format", "svg", "-o", file});
  CHECK(run.exit_code == 0);
  CHECK(run.out.empty());
  CHECK(has(read_file(file), "</svg>"));
  CHECK(folder.names() == std::vector<std::string>{"out.svg"});
  const Outcome text = run_cli({"run", "textbook/daxpy", "-o", folder.file("out.txt")});
  CHECK(text.out == "13.0\n97.0");
  CHECK(has(read_file(folder.file("out.txt")), "Cycle ledger"));
  const Outcome bad = run_cli({"run", "lecture/p9", "-o", file});
  CHECK(bad.exit_code == 2);
  CHECK(has(read_file(file), "</svg>")); // as it was
}

TEST_CASE("a place that cannot be written is refused before the run") {
  const Folder folder;
  const std::string endless = folder.file("endless.mips", "loop: j loop\n");
  for (const std::string& place : {folder.file("no/such/out.txt"), folder.path().string()}) {
    const Outcome run = run_cli({"run", endless, "-o", place});
    CHECK(run.exit_code == 2);
    CHECK_FALSE(run.gave_up);
    CHECK(has(run.err, "cannot write '" + place + "'"));
  }
}

TEST_CASE("option -o to a device writes to the device and leaves it there") {
  const Outcome run = run_cli({"run", "lecture/p4", "--ledger", "-o", "/dev/stdout"});
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "Cycle ledger"));
  CHECK(run_cli({"run", "lecture/p4", "-o", "/dev/null"}).exit_code == 0);
  CHECK(std::filesystem::is_character_file("/dev/null"));
  if (std::filesystem::exists("/dev/full")) {
    const Outcome full = run_cli({"run", "lecture/p4", "-o", "/dev/full"});
    CHECK(full.exit_code == 2);
    CHECK(has(full.err, "No space left on device"));
  }
}

TEST_CASE("machines: the list, one machine, and a dump that reads back as the same machine") {
  const Outcome list = run_cli({"machines"});
  CHECK(list.exit_code == 0);
  const Folder folder;
  const std::vector<std::string> in_order{
      "serial", "lecture-4", "lecture-4-shared", "mips-5", "mips-5-fp", "hp-latency", "dual-5"};
  for (const std::string& name : stallscope::listed_cases(in_order)) {
    INFO(name);
    CHECK(has(list.out, "  " + name + " "));
    CHECK(has(run_cli({"machines", name}).out, name + ": "));
    const Outcome dump = run_cli({"machines", name, "--dump"});
    const std::string file = folder.file(name + ".toml", dump.out);
    CHECK(run_cli({"machines", file, "--dump"}).out == dump.out);
    const std::vector<std::string> run{"run", "textbook/x_plus_s", "--table", "-m"};
    std::vector<std::string> preset = run;
    std::vector<std::string> copy = run;
    preset.push_back(name);
    copy.push_back(file);
    CHECK(run_cli(copy).out == run_cli(preset).out);
  }
  const std::vector<std::string> out_of_order{"scoreboard",     "tomasulo",      "tomasulo-rob-1",
                                              "tomasulo-rob-2", "csapp-haswell", "mca-like",
                                              "ooo-4",          "ooo-8"};
  for (const std::string& name : stallscope::listed_cases(out_of_order)) {
    INFO(name);
    CHECK(has(list.out, "  " + name + " "));
    CHECK(has(run_cli({"machines", name}).out, "-wide out of order, "));
    const Outcome dump = run_cli({"machines", name, "--dump"});
    CHECK(dump.exit_code == 0);
    const std::string file = folder.file(name + ".toml", dump.out);
    CHECK(run_cli({"machines", file, "--dump"}).out == dump.out);
  }
  const Outcome changed =
      run_cli({"machines", "mips-5", "--set", "branch.delay_slot=true", "--dump"});
  CHECK(has(changed.out, "delay_slot = true"));
  const Outcome keys = run_cli({"machines", "--describe"});
  CHECK(keys.exit_code == 0);
  CHECK(longest_line(keys.out) <= 100);
  for (const char* key : {"pipeline.width", "forwarding.paths", "branch.resolve", "default"})
    CHECK(has(keys.out, key));
}

TEST_CASE("programs: the list with titles, and one program as it is in the source tree") {
  const Outcome list = run_cli({"programs"});
  CHECK(list.exit_code == 0);
  CHECK(longest_line(list.out) <= 100);
  for (const stallscope::programs::ShippedProgram& program : stallscope::programs::shipped())
    CHECK(has(list.out, "  " + std::string(program.name) + " "));
  for (const stallscope::programs::ShippedProgram& program :
       stallscope::listed_cases(stallscope::programs::shipped()))
    CHECK(run_cli({"programs", std::string(program.name)}).out == program.text);
  CHECK(run_cli({"programs", "lecture/p4"}).out ==
        read_file(STALLSCOPE_SOURCE_DIR "/programs/lecture/p4.mips"));
}
