#include "unit/machine/machine_text.hpp"

using namespace stallscope;
using namespace stallscope::machine;

TEST_CASE("errors: an unknown key has its place and the nearest key") {
  CHECK(problem_of(small_with("width = 2", "widht = 2")) ==
        "test.toml:11:1: error: unknown key 'widht' in 'pipeline'; expected one of stages, width, "
        "overlap, group; did "
        "you mean 'width'?");
  const Diagnostics problems = problems_of(small_with("resolve = \"EX\"", "  resolv = \"EX\""));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].line == 20);
  CHECK(problems[0].column == 3);
  CHECK(problems[0].length == 6);
  CHECK(problems[0].source_line == "  resolv = \"EX\"");
  CHECK(problems[0].suggestion == "resolve");
}

TEST_CASE("errors: a key in the wrong section names the right one") {
  CHECK(problems_of("predictor = \"taken\"\n" + std::string(kSmall))[0].suggestion ==
        "branch.predictor");
}

TEST_CASE("errors: unknown sections, unit keys and stage keys") {
  CHECK(problems_of(small_and("[forwardin]\n"))[0].suggestion == "forwarding");
  CHECK(problems_of(small_with("operations", "latenci = 3\noperations"))[0].suggestion ==
        "latency");
  CHECK(problems_of(small_with("does = [\"fetch\"]", "doez = [\"fetch\"]"))[0].suggestion ==
        "does");
}

TEST_CASE("errors: wrong types name what was found and what was expected") {
  CHECK(problem_of(small_with("width = 2", "width = \"two\"")) ==
        "test.toml:11:9: error: 'pipeline.width' is the string 'two'; expected an integer from 1 "
        "to 8");
  CHECK(problem_of(small_with("write_then_read = true", "write_then_read = 1")) ==
        "test.toml:13:19: error: 'register_file.write_then_read' is 1; expected true or false");
  CHECK(problem_of(small_with("width = 2", "width = 2.5")) ==
        "test.toml:11:9: error: 'pipeline.width' is a number with a fraction; expected an integer "
        "from 1 to 8");
  CHECK(problem_of(small_with("\"taken\"", "[1]")) ==
        "test.toml:21:13: error: 'branch.predictor' is a list; expected one of not_taken, taken, "
        "backward_taken, "
        "perfect, never_right, one_bit, two_bit, local, gshare, "
        "tournament, perceptron, tage, bimode, plugin");
  CHECK(problem_of(small_with("paths = [\"EX->EX\", \"MEM->EX\"]", "paths = 7")) ==
        "test.toml:15:9: error: 'forwarding.paths' is 7; expected a list of \"FROM->TO\"");
  CHECK(problem_of(small_and("[memory]\nport = 2020-01-01\n")) ==
        "test.toml:23:8: error: 'memory.port' is a date or time; expected one of separate, shared");
  CHECK(problem_of(small_with("title = \"A machine for tests\"", "memory = 3")) ==
        "test.toml:2:10: error: 'memory' is 3; expected a table with keys such as data_latency");
}

TEST_CASE("errors: values out of range") {
  CHECK(problem_of(small_with("width = 2", "width = 9")) ==
        "test.toml:11:9: error: 'pipeline.width' is 9; expected an integer from 1 to 8");
  CHECK(problem_of(small_with("width = 2", "width = 0")).find("1 to 8") != std::string::npos);
  CHECK(problem_of(small_and("[memory]\ndata_latency = 1001\n")).find("1 to 1000") !=
        std::string::npos);
  CHECK(problem_of(small_with("write_then_read = true", "read_ports = 17")).find("0 to 16") !=
        std::string::npos);
  CHECK(problem_of(small_with("[\"any\"]", "[\"any\"]\nlatency = 0")).find("1 to 1000") !=
        std::string::npos);
  CHECK(problem_of(small_with("[\"any\"]", "[\"any\"]\ncount = 9")).find("1 to 8") !=
        std::string::npos);
  CHECK(problem_of(small_and("[limits]\nno_progress = 1\n")).find("2000 to 1000000000") !=
        std::string::npos);
  CHECK(problem_of(small_and("[issue]\nlimits = { memory = 0 }\n")) ==
        "test.toml:23:21: error: 'issue.limits.memory' is 0; expected an integer from 1 to 8");
}

TEST_CASE("errors: titles and descriptions have no signs that steer a terminal or turn text") {
  for (const char* sign :
       {"\\u001b", "\\u009b", "\\u0085", "\\u202e", "\\u2067", "\\u061c", "\\u2028"}) {
    CAPTURE(sign);
    const std::string text = std::string(" = \"a") + sign + "b\"";
    CHECK(problem_of(small_with("title = \"A machine for tests\"", "title" + text))
              .find("'title' holds control characters; expected one line of text") !=
          std::string::npos);
    CHECK(problem_of(small_with("title = \"A machine for tests\"", "description" + text))
              .find("'description' holds control characters; expected text") != std::string::npos);
  }
}

TEST_CASE("errors: an unknown word has the nearest one") {
  CHECK(problem_of(small_with("\"taken\"", "\"not-taken\"")) ==
        "test.toml:21:13: error: 'not-taken' is no value of 'branch.predictor'; expected one of "
        "not_taken, taken, "
        "backward_taken, perfect, never_right, one_bit, two_bit, local, gshare, "
        "tournament, perceptron, tage, bimode, plugin; did you mean 'not_taken'?");
  CHECK(
      problem_of(small_with("\"any\"", "\"any\", \"mutliply\"")).find("did you mean 'multiply'?") !=
      std::string::npos);
  CHECK(problem_of(small_with("[\"execute\"]", "[\"execute\", \"wirte\"]"))
            .find("did you mean 'write'?") != std::string::npos);
  CHECK(problem_of(small_with("resolve = \"EX\"", "resolve = \"ME\"")) ==
        "test.toml:20:11: error: 'branch.resolve' names the stage 'ME', which is not there; "
        "expected one of IF, ID, "
        "EX, MEM, WB; did you mean 'MEM'?");
  CHECK(
      problem_of(small_and("[issue]\nlimits = { memroy = 1 }\n")).find("did you mean 'memory'?") !=
      std::string::npos);
}

TEST_CASE("errors: the kind of a machine says which kinds there are") {
  CHECK(problem_of("kind = \"superscalar\"\n" + std::string(kSmall)) ==
        "test.toml:1:8: error: 'superscalar' is no value of 'kind'; expected one of in_order, "
        "out_of_order");
  CHECK(problem_of("kind = \"inorder\"\n" + std::string(kSmall)).find("did you mean 'in_order'?") !=
        std::string::npos);
}

TEST_CASE("errors: a key with one value that was made a table") {
  CHECK(problem_of("kind.stages = 1\n" + std::string(kSmall)) ==
        "test.toml:1:1: error: 'kind' is a table; expected one of in_order, out_of_order");
  CHECK(problem_of(small_with("name = \"small\"", "name = { a = 1 }")) ==
        "test.toml:1:8: error: 'name' is a table; expected a name of 1 to 40 letters, digits and "
        "_-.+/");
  CHECK(problem_of(small_with("title = \"A machine for tests\"", "title.a.b = 2")) ==
        "test.toml:2:1: error: 'title' is a table; expected a string");
  CHECK(problem_of("version.a.b = 2\n" + std::string(kSmall))
            .find("test.toml:1:1: error: unknown key 'version'") == 0);
}

TEST_CASE("errors: all problems of a file at once, in order of appearance") {
  std::string text = small_with("width = 2", "width = 20\noverlaps = true");
  text += "[counting]\ndrain = \"exclude\"\n[memory]\nfetch_latency = true\n";
  const Diagnostics problems = problems_of(text);
  INFO(format(problems));
  REQUIRE(problems.size() == 4);
  CHECK(problems[0].line == 11);
  CHECK(problems[1].line == 12);
  CHECK(problems[1].suggestion == "overlap");
  CHECK(problems[2].line == 24);
  CHECK(problems[2].suggestion == "excluded");
  CHECK(problems[3].line == 26);
}

TEST_CASE("errors: keys that must be given") {
  CHECK(problem_of(small_with("name = \"small\"", "")).find("'name' is missing") !=
        std::string::npos);
  CHECK(problem_of(small_with("name = \"alu\"", ""))
            .find("test.toml:16:1: error: 'unit.name' is missing") != std::string::npos);
  CHECK(problem_of(small_with("operations = [\"any\"]", "")).find("'unit.operations' is missing") !=
        std::string::npos);
  CHECK(
      problem_of(small_with("{ name = \"IF\", ", "{ ")).find("'pipeline.stages.name' is missing") !=
      std::string::npos);
  const Diagnostics problems = problems_of("name = \"x\"\n");
  REQUIRE(problems.size() == 2); // pipeline.stages and unit
  CHECK(problems[0].message == "'pipeline.stages' is missing");
  CHECK(problems[1].message == "'unit' is missing");
}

TEST_CASE("errors: syntax errors, empty and binary files each have a sentence") {
  const Diagnostics syntax = problems_of(small_with("width = 2", "width = "));
  REQUIRE(syntax.size() == 1);
  CHECK(syntax[0].line == 11);
  CHECK(syntax[0].message.find("not TOML: ") == 0);
  CHECK(problem_of("").find("the machine file is empty") != std::string::npos);
  CHECK(problem_of("# nothing\n").find("the machine file is empty") != std::string::npos);
  CHECK(
      problem_of(std::string("name = \0", 8)).find("test.toml:1:8: error: the file is not text") !=
      std::string::npos);
  CHECK(problem_of(std::string(300 << 10, ' '))
            .find("307200 bytes; expected a machine file of at most 262144") != std::string::npos);
  CHECK(problem_of("name = \"" + std::string(20000, 'x') + "\"")
            .find("expected at most 16384 in a line") != std::string::npos);
  const std::string dots(100, '.');
  CHECK(problem_of("name = \"" + dots + ".\"") ==
        "test.toml:1: error: the line has 101 dots; expected at most 100 in a line, so that tables "
        "do not nest without end");
  CHECK(machine_of(small_with("[forwarding]", "[forwarding] # " + dots)).name == "small");
  CHECK(problem_of(small_with("width = 2", "width = 2\nwidth = 3")).find("test.toml:12:") !=
        std::string::npos);
}

TEST_CASE("errors: columns count bytes behind letters of several bytes") {
  const Diagnostics problems =
      problems_of(small_with("width = 2", "\"ü\" = 1\ngroup = \"slidinç\""));
  REQUIRE(problems.size() == 2);
  CHECK(problems[1].column == 9);
  CHECK(problems[1].length == 10);
  const Diagnostics inline_table =
      problems_of(small_and("[issue]\nlimits = { \"é\" = 1, fpp = 1 }\n"));
  REQUIRE(inline_table.size() == 2);
  CHECK(inline_table[1].column == 22);
}

TEST_CASE("load_machine: unknown presets, missing files and folders") {
  const Result<Machine> unknown = load_machine("lecture4");
  REQUIRE_FALSE(unknown.ok());
  CHECK(unknown.diagnostics()[0].suggestion == "lecture-4");
  CHECK(load_machine("no/such/machine").diagnostics()[0].message == "there is no such file");
  CHECK(load_machine("/").diagnostics()[0].message == "this is a folder");
}
