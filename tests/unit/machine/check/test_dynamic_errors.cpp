// Machine files of kind out_of_order: what they may not say.

#include "unit/machine/machine_text.hpp"

using namespace stallscope;
using namespace stallscope::machine;

namespace {

/// Whether the text has exactly one problem, on this line, with these words, and says what to do.
void check_refused(const std::string& text, std::uint32_t line, std::string_view words) {
  const Diagnostics problems = problems_of(text);
  INFO(format(problems));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].line == line);
  CHECK(problems[0].column >= 1);
  CHECK(problems[0].message.find(words) != std::string::npos);
  CHECK_FALSE(problems[0].expected.empty());
}

/// kDynamic with its port replaced, which begins on line 10.
std::string ports_instead(std::string_view ports) {
  return dynamic_with("[[port]]\nname = \"p\"\noperations = [\"any\"]\n", ports);
}

} // namespace

TEST_CASE("kinds: a table of the other kind says which kind it belongs to") {
  CHECK(machine_of(kDynamic).dynamic.has_value());
  CHECK(problem_of(dynamic_and("[pipeline]\nwidth = 2\n")) ==
        "test.toml:15:2: error: 'pipeline' is for machines of kind 'in_order', and this one is of "
        "kind 'out_of_order'; expected kind = \"in_order\", or no 'pipeline'");
  CHECK(problem_of(dynamic_with("out_of_order", "out-of-order"))
            .find("did you mean 'out_of_order'?") != std::string::npos);
  check_refused(dynamic_with("out_of_order", "ooo"), 2, "'ooo' is no value of 'kind'");
  check_refused(dynamic_and("[[unit]]\nname = \"alu\"\n"), 15, "'unit' is for machines of kind");
  check_refused(dynamic_and("[issue]\n"), 15, "'issue' is for machines of kind 'in_order'");
  check_refused(dynamic_and("resolve = \"EX\"\n"), 15,
                "'branch.resolve' is for machines of kind 'in_order'");
  check_refused(dynamic_and("[memory]\nmisaligned = \"allow\"\ndata_latency = 3\n"), 17,
                "'memory.data_latency' is for machines of kind 'in_order'");
  check_refused(dynamic_and("[counting]\ndrain = \"excluded\"\n"), 15,
                "'counting' is for machines");
  check_refused(
      small_and("[[port]]\nname = \"p\"\n"), 22,
      "'port' is for machines of kind 'out_of_order', and this one is of kind 'in_order'");
  check_refused(small_and("[reorder_buffer]\nentries = 8\n"), 22,
                "'reorder_buffer' is for machines");
  const Setting width = parse_setting("pipeline.width=2").value();
  CHECK(
      problem_of(kDynamic, {width}).find("in the setting 'pipeline.width=2': 'pipeline' is for") !=
      std::string::npos);
}

TEST_CASE("dynamic errors: unknown keys and words have the nearest one") {
  CHECK(problem_of(dynamic_and("[front_end]\nwidht = 2\n")) ==
        "test.toml:16:1: error: unknown key 'widht' in 'front_end'; expected one of width, "
        "fetch_bytes, cycles, queue, redirect_cycles, decode_cycles, taken_branches, branch_queue, "
        "pairs_count_once; did you mean 'width'?");
  CHECK(problem_of(dynamic_with("\"any\"", "\"any\", \"store_adress\""))
            .find("did you mean 'store_address'?") != std::string::npos);
  CHECK(problem_of(dynamic_with("\"tags\"", "\"tag\"")).find("did you mean 'tags'?") !=
        std::string::npos);
  CHECK(problem_of(dynamic_and("[load_stor]\n")).find("did you mean 'load_store'?") !=
        std::string::npos);
}

TEST_CASE("dynamic errors: stations and ports must be given") {
  const Diagnostics problems = problems_of("name = \"m\"\nkind = \"out_of_order\"\n");
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].message == "'station' is missing");
  CHECK(problems[1].message == "'port' is missing");
  for (const std::string_view key : {"station", "port"}) {
    const std::string other = key == "port" ? "station = [{ name = \"s\" }]\n"
                                            : "port = [{ name = \"p\", operations = \"any\" }]\n";
    const std::string head = "name = \"m\"\nkind = \"out_of_order\"\n" + other + std::string(key);
    check_refused(head + " = []\n", 4, "'" + std::string(key) + "' is an empty list");
    check_refused(head + " = 3\n", 4, "'" + std::string(key) + "' is 3");
  }
  check_refused(dynamic_with("operations = [\"any\"]", ""), 10, "'port.operations' is missing");
  check_refused(dynamic_with("name = \"RS\"", ""), 7, "'station.name' is missing");
}

TEST_CASE("dynamic errors: nothing has zero entries or width, or too many") {
  const auto out_of_range = [](const std::string& text, std::uint32_t line,
                               std::string_view range) {
    const Diagnostics problems = problems_of(text);
    INFO(format(problems));
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].line == line);
    CHECK(problems[0].expected == "an integer from " + std::string(range));
  };
  out_of_range(dynamic_with("entries = 16", "entries = 0"), 9, "1 to 512");
  out_of_range(dynamic_with("entries = 32", "entries = 1001"), 6, "0 to 1000");
  out_of_range(dynamic_with("name = \"p\"", "name = \"p\"\ncount = 0"), 12, "1 to 8");
  out_of_range(dynamic_with("name = \"p\"", "name = \"p\"\nlatency = 0"), 12, "1 to 1000");
  for (const std::string_view bad : {"0", "9"}) {
    out_of_range(dynamic_and("[front_end]\nwidth = " + std::string(bad) + "\n"), 16, "1 to 8");
    out_of_range(dynamic_and("[dispatch]\nwidth = " + std::string(bad) + "\n"), 16, "1 to 8");
  }
  out_of_range(dynamic_with("entries = 32", "entries = 32\nwidth = 9"), 7, "0 to 8");
  out_of_range(dynamic_and("[front_end]\nqueue = 0\n"), 16, "1 to 512");
  out_of_range(dynamic_and("[front_end]\ncycles = 64\n"), 16, "0 to 63");
  out_of_range(dynamic_and("[load_store]\nforward_cycles = 0\n"), 16, "1 to 100");
  out_of_range(dynamic_and("[load_store]\nstore_buffer = 65\n"), 16, "0 to 64");
  check_refused(dynamic_with("[\"any\"]", "[\"any\"]\nlatencies = { divide = 0 }"), 13,
                "'port.latencies.divide' is 0");
  check_refused(dynamic_and("[front_end]\nfetch_bytes = 24\n"), 16,
                "'front_end.fetch_bytes' is 24");
}

TEST_CASE("dynamic errors: what is in flight fits into the window of 1024") {
  // 512 of the fetch queue, 8 micro-ops of one instruction more: 504 are left.
  const auto with = [](unsigned entries) {
    return dynamic_with("entries = 32", "entries = " + std::to_string(entries)) +
           "[front_end]\nqueue = 512\n";
  };
  CHECK(machine_of(with(504)).dynamic->reorder_entries == 504);
  check_refused(with(505), 6, "505 micro-ops in the reorder buffer and 512 in the fetch queue");
  std::string stations = dynamic_with("[reorder_buffer]\nentries = 32\n", "");
  stations = replaced(stations, "entries = 16", "entries = 505");
  stations = replaced(stations, "[branch]\npredictor = \"taken\"\n", "[front_end]\nqueue = 512\n");
  check_refused(stations, 12, "505 micro-ops in stations and 512 in the fetch queue");
}

TEST_CASE("dynamic errors: ports and stations fit together") {
  check_refused(ports_instead("[[port]]\nname = \"p\"\nstation = \"SR\"\noperations = \"any\"\n"),
                12, "'port.station' names the station 'SR', which is not there");
  CHECK(
      problem_of(ports_instead("[[port]]\nname = \"p\"\nstation = \"RSS\"\noperations = \"any\"\n"))
          .find("did you mean 'RS'?") != std::string::npos);
  const std::string second = "[[station]]\nname = \"idle\"\n";
  check_refused(ports_instead(second + "[[port]]\nname = \"p\"\noperations = \"any\"\n"), 12,
                "'port.station' is missing");
  check_refused(
      ports_instead(second + "[[port]]\nname = \"p\"\nstation = \"RS\"\noperations = \"any\"\n"),
      10, "no port takes operations from the station 'idle'");
  std::string many;
  for (unsigned i = 0; i < 16; ++i) {
    const std::string name = "t" + std::to_string(i);
    many += "[[station]]\nname = \"" + name + "\"\n[[port]]\nname = \"q" + name +
            "\"\nstation = \"" + name + "\"\noperations = \"integer\"\n";
  }
  check_refused(dynamic_with("[branch]", many + "[branch]") /* RS lacks no port */, 10,
                "'port.station' is missing");
  check_refused(replaced(dynamic_with("[branch]", many + "[branch]"), "operations = [\"any\"]",
                         "station = \"RS\"\noperations = [\"any\"]"),
                104, "the machine has 17 stations");
}

TEST_CASE("dynamic errors: not more copies of a port than its station can feed") {
  const auto with = [](std::string_view entries, std::string_view more) {
    return replaced(ports_instead("[[port]]\nname = \"p\"\ncount = 3\noperations = \"any\"\n" +
                                  std::string(more)),
                    "entries = 16", "entries = " + std::string(entries));
  };
  CHECK(machine_of(with("3", "")).dynamic->ports[0].count == 3);
  check_refused(with("2", ""), 12, "the port 'p' has 3 copies, but the station 'RS' holds 2");
  check_refused(with("2", "pipelined = false\n"), 12, "the port 'p' has 3 copies");
  // An operation that has left may keep its copy busy while others leave.
  const std::string issue = "[scheduler]\nrelease = \"issue\"\n";
  CHECK(machine_of(with("2", "pipelined = false\n" + issue)).dynamic->ports[0].count == 3);
  check_refused(with("2", issue), 12, "the port 'p' has 3 copies");
  std::string many;
  for (unsigned i = 0; i < 5; ++i)
    many += "[[port]]\nname = \"p" + std::to_string(i) + "_\"\ncount = 7\noperations = \"any\"\n";
  check_refused(ports_instead(many), 26, "the machine has 35 ports");
}

TEST_CASE("dynamic errors: names are columns, of which each has its own") {
  check_refused(ports_instead("[[port]]\nname = \"RS\"\noperations = \"any\"\n"), 11,
                "a port is named 'RS', and so is a station");
  check_refused(ports_instead("[[port]]\nname = \"p\"\ncount = 2\noperations = \"any\"\n"
                              "[[port]]\nname = \"p2\"\noperations = \"any\"\n"),
                15, "'p2' is also the name of a copy of port 'p'");
  check_refused(dynamic_with("\"RS\"", "\"F\""), 8, "'F' is also the name of the column of fetch");
  check_refused(dynamic_with("\"RS\"", "\"D\""), 8,
                "'D' is also the name of the column of the front");
  check_refused(dynamic_with("\"RS\"", "\"done\""), 8, "'done' is also the name of the column");
  CHECK(machine_of(dynamic_with("\"RS\"", "\"R\"")).dynamic->stations[0].name == "R");
  check_refused(dynamic_with("\"RS\"", "\"R\"") + "[scheduler]\nread_cycles = 1\n", 8,
                "'R' is also the name of the column in which operands are read");
}

TEST_CASE("dynamic errors: settings find stations and ports by name, which are all different") {
  const std::string port = "[[port]]\nname = \"p\"\noperations = \"any\"\n";
  check_refused(ports_instead(port + port), 14, "a second port is named 'p'");
  // With several copies no column has the name itself.
  const std::string copies = "[[port]]\nname = \"p\"\ncount = 2\noperations = \"any\"\n";
  check_refused(ports_instead(copies + copies), 15, "a second port is named 'p'");
  check_refused(ports_instead(replaced(copies, "\"p\"", "\"RS\"")), 11,
                "a port is named 'RS', and so is a station");
  check_refused(ports_instead("[[station]]\nname = \"RS\"\n" +
                              replaced(port, "\"any\"", "\"any\"\nstation = \"RS\"")),
                11, "a second station is named 'RS'");
}

TEST_CASE("dynamic errors: a fetch brings a whole instruction at least") {
  for (const std::string_view bytes : {"1", "2"})
    check_refused(dynamic_and("[front_end]\nfetch_bytes = " + std::string(bytes) + "\n"), 16,
                  "less than an instruction of 4 bytes");
  CHECK(machine_of(dynamic_and("[front_end]\nfetch_bytes = 4\n")).dynamic->fetch_bytes == 4);
}

TEST_CASE("dynamic errors: an unknown key of a station or port has the nearest of that table") {
  const std::string station = problem_of(dynamic_with("name = \"RS\"", "name = \"RS\"\ncount = 2"));
  CHECK(station == "test.toml:9:1: error: unknown key 'count' in 'station'; expected one of name, "
                   "entries");
  CHECK(problem_of(dynamic_with("name = \"p\"", "name = \"p\"\nwidth = 2")).find("did you mean") ==
        std::string::npos); // no pipeline.width, of other machines
  CHECK(problem_of(dynamic_with("name = \"p\"", "name = \"p\"\ncuont = 2"))
            .find("did you mean 'count'?") != std::string::npos);
  // Sections are for one thing each: the key may belong to another of them, of the same kind.
  CHECK(problem_of(dynamic_and("[dispatch]\nbuses = 2\n")).find("did you mean 'results.buses'?") !=
        std::string::npos);
}

TEST_CASE("dynamic errors: stores are whole or in halves") {
  check_refused(
      ports_instead("[[port]]\nname = \"p\"\noperations = [\"loads\", \"store_address\"]\n"), 12,
      "a port executes store_address, and none store_data");
  check_refused(ports_instead("[[port]]\nname = \"p\"\noperations = [\"store_data\"]\n"), 12,
                "a port executes store_data, and none store_address");
  check_refused(
      ports_instead("[[port]]\nname = \"p\"\noperations = [\"store_address\", \"store_data\"]\n"
                    "[[port]]\nname = \"q\"\noperations = [\"memory\"]\n"),
      15, "port 'q' executes store, but there are ports for store_address and store_data");
}

TEST_CASE("dynamic errors: classes that run alone are classes of the port") {
  check_refused(
      ports_instead("[[port]]\nname = \"p\"\noperations = [\"loads\"]\nalone = [\"divide\"]\n"), 13,
      "port 'p' executes none of what shall run alone in it");
  check_refused(
      ports_instead(
          "[[port]]\nname = \"p\"\noperations = \"loads\"\npipelined = false\nalone = \"load\"\n"),
      14, "port 'p' has pipelined = false and a list of classes that run alone");
  check_refused(
      ports_instead(
          "[[port]]\nname = \"p\"\noperations = [\"loads\"]\nlatencies = { store_data = 2 }\n"),
      13, "port 'p' executes no 'store_data'");
}

TEST_CASE("dynamic errors: physical registers are more than the architectural ones") {
  const auto with = [](std::string_view rename) {
    return dynamic_with("scheme = \"tags\"", rename);
  };
  check_refused(with("scheme = \"physical\"\nfp_registers = 34\ninteger_registers = 39"), 5,
                "'rename.fp_registers' is 34");
  check_refused(with("scheme = \"physical\"\nfp_registers = 35\ninteger_registers = 38"), 6,
                "'rename.integer_registers' is 38");
  check_refused(with("scheme = \"physical\"\ninteger_registers = 39"), 3,
                "'rename.fp_registers' is 0");
  CHECK(machine_of(with("scheme = \"physical\"\ninteger_registers = 39\nfp_registers = 35"))
            .dynamic->fp_registers == 35);
  check_refused(with("scheme = \"tags\"\nfp_registers = 64"), 5,
                "'rename.fp_registers' is 64, but registers are not renamed to physical ones");
}

TEST_CASE("dynamic errors: without renaming there is neither a reorder buffer nor a bypass") {
  check_refused(dynamic_with("\"tags\"", "\"none\""), 4,
                "a reorder buffer, but registers are not renamed");
  const std::string none =
      replaced(dynamic_with("[rename]\nscheme = \"tags\"\n[reorder_buffer]\nentries = 32\n",
                            "[rename]\nscheme = \"none\"\n"),
               "[branch]\npredictor = \"taken\"\n", "");
  CHECK(machine_of(none).dynamic->renaming == Renaming::none);
  check_refused(none + "[results]\nwakeup = \"bypass\"\n", 12, "results are bypassed");
}

TEST_CASE("dynamic errors: without a reorder buffer nothing that needs one") {
  const std::string tags = dynamic_with("[reorder_buffer]\nentries = 32\n", "");
  check_refused(tags, 12, "branches are predicted, but there is no reorder buffer");
  const std::string least = replaced(tags, "[branch]\npredictor = \"taken\"\n", "");
  CHECK_FALSE(machine_of(least).dynamic->speculates());
  const auto refused = [&least](std::string_view more, std::string_view words) {
    check_refused(least + std::string(more), 12, words);
  };
  refused("[load_store]\ndisambiguation = \"predict\"\n", "loads that were executed too early");
  refused("[load_store]\nstore_buffer = 4\n", "the store buffer holds stores that have retired");
  refused("[reorder_buffer]\nwidth = 4\n", "so many micro-ops retire in a cycle");
  refused("[front_end]\nredirect_cycles = 1\n", "'front_end.redirect_cycles' is about");
  refused("[btb]\nentries = 64\n", "targets of branches and jumps are predicted");
  refused("[return_stack]\ndepth = 8\n", "targets of branches and jumps are predicted");
  refused("[indirect]\npredictor = \"history\"\n", "targets of branches and jumps are predicted");
  check_refused(
      replaced(least, "\"tags\"", "\"physical\"\ninteger_registers = 64\nfp_registers = 64"), 4,
      "physical registers are given back at retirement");
  CHECK(machine_of(least + "[load_store]\ndisambiguation = \"conservative\"\n")
            .dynamic->disambiguation == Disambiguation::conservative);
}

TEST_CASE("dynamic errors: store sets are forgotten where there are any") {
  check_refused(dynamic_and("[load_store]\nstore_set_cycles = 1000\n"), 16,
                "load_store.disambiguation has none");
}

TEST_CASE("dynamic errors: a branch target buffer is for targets that fetch does not know") {
  check_refused(dynamic_and("[front_end]\ndecode_cycles = 0\n[btb]\nentries = 64\n"), 18,
                "targets are known at fetch without one");
}

TEST_CASE("dynamic errors: caches go round in no circle, and sets are even") {
  check_refused(dynamic_and("[[cache]]\nname = \"A\"\nserves = \"both\"\nnext = \"A\"\n"), 18,
                "the caches behind 'A' go round in a circle");
  check_refused(dynamic_and("[[cache]]\nname = \"A\"\nserves = \"both\"\nsize = 24576\n"), 18,
                "48 sets");
}

TEST_CASE("dynamic errors: ways from unit to unit") {
  const auto with = [](std::string_view keys) {
    return dynamic_and("[[bypass]]\n" + std::string(keys));
  };
  const machine::Machine machine =
      machine_of(with("from = [\"p\", \"loads\"]\nto = \"divide\"\ncycles = 2\n"));
  REQUIRE(machine.dynamic->bypasses.size() == 1);
  CHECK(machine.dynamic->bypasses[0].cycles == 2);
  CHECK(machine_of(dump(machine)) == machine); // from a name of a port, and of a group
  check_refused(with("from = \"q\"\nto = \"p\"\n"), 16,
                "'bypass.from' names 'q', which is no port and no operation class");
  CHECK(problem_of(with("from = \"p\"\nto = \"devide\"\n")).find("did you mean 'divide'?") !=
        std::string::npos);
  check_refused(with("to = \"p\"\n"), 15, "'bypass.from' is missing");
  check_refused(with("from = [\"p\"]\nto = []\n"), 17, "'bypass.to' is an empty list");
  check_refused(with("from = 3\nto = \"p\"\n"), 16, "'bypass.from' is 3");
  check_refused(with("from = \"p\"\nto = \"p\"\ncycles = -1\n"), 18, "'bypass.cycles' is -1");
  check_refused(with("from = \"p\"\nto = \"p\"\ncycles = 101\n"), 18, "'bypass.cycles' is 101");
  check_refused(with("from = \"store_data\"\nto = \"p\"\n"), 16, "no port executes 'store_data'");
  check_refused(with("from = \"p\"\nto = \"p\"\n[[bypass]]\nfrom = \"loads\"\nto = \"shift\"\n"),
                19,
                "two tables [[bypass]] name the way from loads of port 'p' to shift of port 'p'");
}
